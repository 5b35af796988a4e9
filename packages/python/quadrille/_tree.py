"""The tree: what the compiled class has, and what is more easily said in Python."""

from __future__ import annotations

import contextlib
import os
import secrets
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Contacts, Interest
from ._types import Doubles, Numbers, One, Relation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from scipy.sparse import csr_array


Figures = TypeVar("Figures", Numbers, np.int64)


class Totals(NamedTuple, Generic[Figures]):
    """
    Totals of the values of items, an element for each window; numbers for a single window.

    Examples
    --------
    >>> import quadrille as qd
    >>> totals = qd.Tree([[0, 0]], totals=True, values=[7]).totals([0, 0, 1, 1])
    >>> int(totals.count), int(totals.sum)
    (1, 7)
    """

    count: Figures  # type: ignore[assignment]
    sum: Figures
    least: Figures
    greatest: Figures


class Details(NamedTuple):
    """
    What to draw: items, and groups of items that are too small to be seen apart.

    Examples
    --------
    >>> import quadrille as qd
    >>> qd.Tree([[0, 0, 1, 1]]).details(0, 0, 9, 9, 0).boxes
    array([[0., 0., 1., 1.]])
    """

    boxes: Doubles
    numbers: Numbers
    count: Numbers  # type: ignore[assignment]
    sum: Numbers


NODE = np.dtype(
    [
        ("square", np.float64, 4),
        ("bounds", np.float64, 4),
        ("depth", np.int32),
        ("leaf", np.bool_),
        ("items", np.int64),
        ("items_below", np.int64),
    ]
)


class Tree(_core.Tree):
    __doc__ = _core.Tree.__doc__
    __slots__ = ()

    def __repr__(self) -> str:
        bounds = self.bounds
        where = "empty" if bounds is None else "in ({:g}, {:g}, {:g}, {:g})".format(*bounds)
        items = len(self)
        return f"<quadrille.Tree of {items} {'item' if items == 1 else 'items'}, {self.precision}, {where}>"

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.__getstate__()  # of a class made from this one: attributes and slots
        tree: Any = super()  # such a class may have other methods of these names
        stats, threads, capacity = tree.stats(), tree.threads, tree.capacity
        if not stats["totals"]:
            return _core.from_bytes, (type(self), tree.__bytes__(), threads, False, capacity), state
        # a snapshot has no values
        settings = {name: stats[name] for name in ("edges", "leaf_capacity", "max_depth", "totals")}
        settings |= {"precision": tree.precision, "threads": threads}
        items = tree.numbers(), tree.boxes(), tree.layers(), tree.masks(), tree.values()
        return _restore, (type(self), settings, capacity, *items), state

    def save(self, path: str | PathLike[str]) -> None:
        """
        Write the tree into a file, which `quadrille.load` and `quadrille.open` read on every machine. The file takes
        its name only when it is complete.

        Parameters
        ----------
        path : str or path-like
            An existing file is replaced. Values for totals are not saved.

        Examples
        --------
        >>> import quadrille as qd
        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "points.qdt")
        ...     qd.Tree([[0, 0], [3, 4]]).save(path)
        ...     len(qd.load(path))
        2
        """
        path, data = path_of(path), bytes(self)
        part = os.path.join(os.path.dirname(path), f".quadrille-{secrets.token_hex(8)}.part")
        try:
            with open(part, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part)
            raise

    def search_sparse(
        self,
        shapes: npt.ArrayLike,
        *,
        radii: npt.ArrayLike | None = None,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> csr_array:
        """
        Ask many questions; the answer is a sparse matrix with True where the question of the row finds the item of the
        column. Parameters are those of `search_many`. Needs scipy.

        Returns
        -------
        matrix : scipy.sparse.csr_array of bool, shape (q, capacity)

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [3, 4]]).search_sparse([[0, 0, 9, 9], [2, 2, 9, 9]]).toarray()
        array([[ True,  True],
               [False,  True]])
        """
        from scipy.sparse import csr_array

        offsets, numbers = self.search_many(
            shapes, radii=radii, relation=relation, layers=layers, mask=mask, ignore=ignore
        )
        found = np.ones(len(numbers), dtype=np.bool_)
        return csr_array((found, numbers, offsets), shape=(len(offsets) - 1, self.capacity))

    def contacts(self, *, budget: int | None = None) -> Contacts:
        """
        An object that reports which pairs began and ended since its last update.

        Examples
        --------
        >>> import quadrille as qd
        >>> contacts = qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]]).contacts()
        >>> began, ended = contacts.update()
        >>> began
        array([[0, 1]])
        """
        return Contacts(self, budget=budget)

    def interest(self, *, by_item: bool = False) -> Interest:
        """
        An object that reports what entered and left the views of observers since its last update.

        Examples
        --------
        >>> import quadrille as qd
        >>> interest = qd.Tree([[0, 0], [9, 9]]).interest()
        >>> observers = interest.add([[0, 0, 5, 5]])
        >>> entered, left = interest.update()
        >>> entered
        array([[0, 0]])
        """
        return Interest(self, by_item=by_item)

    @overload
    def totals(
        self,
        windows: One,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Totals[np.int64]: ...
    @overload
    def totals(
        self,
        windows: npt.ArrayLike,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Totals[Numbers]: ...
    def totals(
        self,
        windows: One | npt.ArrayLike,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Totals[Any]:
        """
        Count, sum, least and greatest value of the items in each of many windows, without looking at each item.

        Parameters
        ----------
        windows : array_like, shape (..., 4)
            One window, a row of them, or a grid of any number of axes.
        relation, layers, mask, ignore
            As in `search`.

        Returns
        -------
        Totals
            Of arrays of int64 of the shape of `windows` without its last axis; of numbers for a single window. Least
            and greatest are the largest and the smallest int64 where the count is 0. Without values, which the tree
            keeps if it was made with ``totals=True``, all are 0 but the count.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0], [3, 4], [9, 9]], totals=True, values=[10, 20, 40])
        >>> tree.totals([[0, 0, 5, 5], [0, 0, 9, 9]]).sum
        array([30, 70])
        >>> tree.totals([[[0, 0, 1, 1], [2, 2, 5, 5]], [[6, 6, 9, 9], [0, 0, 9, 9]]]).sum
        array([[10, 20],
               [40, 70]])
        """
        array = _core.numbers(windows, "windows")
        is_grid = array.ndim > 2 and array.shape[-1] == 4
        rows = array.reshape(-1, 4) if is_grid else array
        figures, single = self._totals(rows, relation=relation, layers=layers, mask=mask, ignore=ignore)
        columns = figures[0] if single else figures.T
        return Totals(*(columns.reshape(4, *array.shape[:-1]) if is_grid else columns))

    def details(
        self,
        min_x: float,
        min_y: float,
        max_x: float,
        max_y: float,
        size: float,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Details:
        """
        What to draw of a window: items, and groups that are smaller than `size`. A map of a million items costs only
        what can be seen.

        Parameters
        ----------
        min_x, min_y, max_x, max_y : float
            The window.
        size : float
            The width of a pixel, in the tree's units. 0: no groups.
        relation, layers, mask, ignore
            As in `search`.

        Returns
        -------
        Details
            boxes of shape (m, 4); numbers of shape (m,), -1 for a group; how many items, and the sum of their values.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 1, 1], [2, 2, 3, 3]])
        >>> tree.details(0, 0, 9, 9, 0).count
        array([1, 1])
        >>> tree.details(0, 0, 9, 9, 100).count
        array([2])
        """
        boxes, figures = self._details(
            min_x, min_y, max_x, max_y, size, relation=relation, layers=layers, mask=mask, ignore=ignore
        )
        return Details(boxes, *figures.T)

    def nodes(self) -> npt.NDArray[np.void]:
        """
        The nodes of the tree, parents before children: to draw it, and to see how it divides.

        Returns
        -------
        nodes : structured ndarray, shape (m,)
            Fields: square and bounds (four float64 each), depth, leaf, items (in the node itself), items_below.
            Items beyond the root are in a leaf with the whole plane as its square, up to ±3.4e38. So are all items
            of a tree that is still too small for a root.

        Examples
        --------
        >>> import quadrille as qd
        >>> nodes = qd.Tree([[0, 0, 1, 1], [2, 2, 3, 3]]).nodes()
        >>> int(nodes["items"].sum())
        2
        """
        sides, figures, count = self._nodes()
        nodes = np.empty(count, dtype=NODE)
        nodes["square"], nodes["bounds"] = sides[:count, 0], sides[:count, 1]
        for column, name in enumerate(("depth", "items", "items_below", "leaf")):
            nodes[name] = figures[:count, column]
        return nodes

    def plot(self, axes: Axes | None = None, *, cells: bool = True, items: bool = True) -> Axes:
        """
        Draw the items and the nodes. Needs matplotlib.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw. Default: the current axes.
        cells, items : bool, default True
            Draw the leaves; draw the items.

        Returns
        -------
        axes : matplotlib.axes.Axes

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0, 1, 1]]).plot()  # doctest: +SKIP
        """
        from ._plot import plot

        return plot(self, axes, cells=cells, items=items)


def path_of(path: str | PathLike[str]) -> str:
    """A path as text. A number is none, though Python takes it for an open file, which it would close."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise TypeError(f"path: expected a path, not {type(path).__name__}") from None


def _restore(
    kind: type[Tree],
    settings: dict[str, Any],
    capacity: int,
    numbers: Numbers,
    boxes: Doubles,
    layers: npt.NDArray[np.uint32],
    masks: npt.NDArray[np.uint32],
    values: Numbers,
) -> Tree:
    """A tree with values from its items. Numbers that no item has are filled, and then removed."""
    tree = kind.__new__(kind)
    core = _core.Tree  # a class made from Tree may have other parameters, and other methods of these names
    core.__init__(tree, **settings)
    rows = np.zeros(capacity, dtype=np.int64)
    rows[numbers] = np.arange(len(numbers))
    if len(numbers):
        core.insert(tree, boxes[rows], layers=layers[rows], masks=masks[rows], values=values[rows])
    else:
        core.insert(tree, np.zeros((capacity, 4)))
    core.remove(tree, np.setdiff1d(np.arange(capacity), numbers))
    return tree
