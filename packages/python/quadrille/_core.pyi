"""The compiled part: its types, and the text of every docstring, which the build copies into the extension."""

from collections.abc import Iterator
from typing import Any, Literal, final, overload

import numpy as np
import numpy.typing as npt

from ._types import Doubles, Numbers, One, Relation

__version__: str
NO_LAYER: int

class Tree:
    """
    A dynamic quadtree of boxes and points: arrays in, arrays out.

    Each item has a number: its row in `boxes`, or what `insert` returned. Every answer is made of numbers, so
    ``boxes[tree.search(...)]`` works. Numbers are small and dense; those of removed items are used again.

    Parameters
    ----------
    boxes : array_like, shape (n, 4) or (n, 2), optional
        Boxes as min_x, min_y, max_x, max_y, or points as x, y. Arrays of float32 and float64 are read in place,
        whatever their strides; everything else is converted to float64.
    precision : {'float', 'double'}, optional
        How the tree stores coordinates. Default: 'float' if `boxes` is an array of float32, else 'double'. A tree of
        floats is faster and smaller; it rounds every number in items and questions to the nearest float.
    edges : {'closed', 'open'}, default 'closed'
        With 'closed' boxes that touch overlap, with 'open' they do not.
    world : array_like, shape (4,), optional
        Where most items will be; items outside work too. Default: taken from the first items.
    leaf_capacity : int, default 64
        A leaf with more items than this splits, 1 to 4096.
    max_depth : int, default 16
        Levels of nodes below the world, 1 to 24.
    totals : bool, default False
        Keep a whole number with each item, and sums of them, for `totals` and `details`.
    threads : int, default 1
        Threads for building, moving, pairs and many questions. 0: one for each processor.
    layers, masks : int or array_like of int, shape (n,), optional
        The layers each item is on, and those it meets, bits 0 to 30. 0, the default: all; `NO_LAYER`: none. Two items
        meet where each has a layer of the other's mask.
    values : int or array_like of int, shape (n,), optional
        The whole number kept with each item, if `totals` is set. Default 0.

    Raises
    ------
    ValueError
        A row is NaN, infinite or inverted (the message has its number), or a setting is out of range.
    TypeError
        An argument is of another type.

    Notes
    -----
    Several threads may ask a tree at the same time; every call on arrays releases the global lock, and so does a single
    question that finds or looks at many items. A call that changes the tree while another thread uses it raises
    `RuntimeError` and changes nothing.

    An interrupt (Ctrl-C) ends questions in arrays, and `pairs` and `join` where they find any. Building and changing a
    tree, saving and loading it, and updates of contacts and interest finish first, as does `nearest` of one place.

    Examples
    --------
    >>> import numpy as np, quadrille as qd
    >>> tree = qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3], [8, 8, 9, 9]])
    >>> tree.search(0, 0, 4, 4)
    array([0, 1])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.move([2], [[2, 2, 4, 4]])
    >>> tree.pairs()
    array([[0, 1],
           [0, 2],
           [1, 2]])
    """

    def __init__(
        self,
        boxes: npt.ArrayLike | None = None,
        *,
        precision: Literal["float", "double"] | None = None,
        edges: Literal["closed", "open"] = "closed",
        world: npt.ArrayLike | None = None,
        leaf_capacity: int = 64,
        max_depth: int = 16,
        totals: bool = False,
        threads: int = 1,
        layers: npt.ArrayLike | None = None,
        masks: npt.ArrayLike | None = None,
        values: npt.ArrayLike | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __contains__(self, number: object, /) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __sizeof__(self) -> int: ...

    # ---- change

    @overload
    def insert(
        self,
        boxes: One,
        *,
        layers: npt.ArrayLike | None = None,
        masks: npt.ArrayLike | None = None,
        values: npt.ArrayLike | None = None,
    ) -> int: ...
    @overload
    def insert(
        self,
        boxes: npt.ArrayLike,
        *,
        layers: npt.ArrayLike | None = None,
        masks: npt.ArrayLike | None = None,
        values: npt.ArrayLike | None = None,
    ) -> Numbers:
        """
        Insert boxes or points, all of them or, if one is bad, none.

        Parameters
        ----------
        boxes : array_like, shape (n, 4) or (n, 2)
            Boxes as min_x, min_y, max_x, max_y, or points as x, y. A single one of shape (4,) or (2,) works too.
        layers, masks : int or array_like of int, shape (n,), optional
            The layers each item is on, and those it meets, as in `Tree`.
        values : int or array_like of int, shape (n,), optional
            Values for `totals`. Only in a tree made with ``totals=True``.

        Returns
        -------
        numbers : ndarray of int64, shape (n,)
            The number of each item; an int for a single one. Numbers of removed items are used first.

        Raises
        ------
        ValueError
            A row is NaN, infinite or inverted, an array has another shape, or the tree is mapped.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree()
        >>> tree.insert([[0, 0, 1, 1], [5, 5, 6, 6]])
        array([0, 1])
        >>> tree.insert([7, 7, 8, 8])
        2
        """

    def move(self, numbers: npt.ArrayLike | None, boxes: npt.ArrayLike) -> None:
        """
        Give items other boxes; the next answer is exact.

        Parameters
        ----------
        numbers : array_like of int, shape (n,), or None
            Which items. None: every item, in order of the numbers 0 to n - 1; none may have been removed.
        boxes : array_like, shape (n, 4) or (n, 2)
            The new box, or point, of each. Of a number that comes twice, the last.

        Raises
        ------
        ValueError
            A row is bad, a number names no item, or the lengths differ. Nothing has then moved.

        Notes
        -----
        Costs little for an item that stays near.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 1, 1], [5, 5, 6, 6]])
        >>> tree.move([1], [[0.5, 0.5, 2, 2]])
        >>> tree.pairs()
        array([[0, 1]])
        """

    def remove(self, numbers: npt.ArrayLike) -> None:
        """
        Remove items; later inserts use their numbers again.

        Parameters
        ----------
        numbers : array_like of int, shape (n,), or int
            Which items, each once.

        Raises
        ------
        ValueError
            A number names no item, or is there twice. Nothing has then been removed.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 1, 1], [5, 5, 6, 6]])
        >>> tree.remove([0])
        >>> len(tree), 0 in tree
        (1, False)
        """

    def clear(self) -> None:
        """
        Remove every item and keep the memory.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 1, 1]])
        >>> tree.clear()
        >>> len(tree)
        0
        """

    def rebuild(self) -> None:
        """
        Build the tree again, compactly. Numbers stay valid. Costs as much as building it.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 1, 1]])
        >>> tree.rebuild()
        """

    def set_filter(
        self,
        numbers: npt.ArrayLike | None,
        *,
        layers: npt.ArrayLike | None = None,
        masks: npt.ArrayLike | None = None,
    ) -> None:
        """
        Set the layers of items, and those that they meet.

        Parameters
        ----------
        numbers : array_like of int, shape (n,), or None
            Which items; None: all.
        layers, masks : int or array_like of int, shape (n,), optional
            Bits 0 to 30. 0: all layers. `NO_LAYER`: none. Both are set: the one that is left out becomes 0.

        Examples
        --------
        >>> import numpy as np, quadrille as qd
        >>> tree = qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]])
        >>> tree.set_filter(None, layers=np.array([1, 2]))
        >>> tree.search(0, 0, 9, 9, mask=2)
        array([1])
        """

    def set_values(self, numbers: npt.ArrayLike | None, values: npt.ArrayLike) -> None:
        """
        Set the values of items in a tree that keeps totals.

        Parameters
        ----------
        numbers : array_like of int, shape (n,), or None
            Which items; None: all.
        values : int or array_like of int, shape (n,)
            Whole numbers of 64 bits: one for all, or one for each.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]], totals=True)
        >>> tree.set_values(None, [10, 20])
        >>> int(tree.totals([0, 0, 9, 9]).sum)
        30
        """

    # ---- one question

    def search(
        self,
        min_x: float,
        min_y: float,
        max_x: float,
        max_y: float,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Numbers:
        """
        The items in a window.

        Parameters
        ----------
        min_x, min_y, max_x, max_y : float
            The window; its sides may be infinite.
        relation : {'overlaps', 'inside', 'contains'}, default 'overlaps'
            The item overlaps the window, lies inside it, or contains it; it may share sides with it in the last two.
            With open edges, a point or a line on a side of the window does not overlap it, so it is not inside either.
        layers, mask : int, default 0
            The layers the question is on, and those it sees, a bit each. 0: all.
        ignore : int, optional
            The number of an item to leave out.

        Returns
        -------
        numbers : ndarray of int64, shape (m,)
            In no particular order.

        Raises
        ------
        ValueError
            A number is NaN, or a minimum exceeds its maximum.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3], [8, 8, 9, 9]])
        >>> tree.search(0, 0, 2.5, 2.5)
        array([0, 1])
        >>> tree.search(0, 0, 2.5, 2.5, relation="inside")
        array([0])
        """

    def count(
        self,
        min_x: float,
        min_y: float,
        max_x: float,
        max_y: float,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> int:
        """
        How many items are in a window; parameters as those of `search`.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]]).count(0, 0, 9, 9)
        2
        """

    def any(
        self,
        min_x: float,
        min_y: float,
        max_x: float,
        max_y: float,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> bool:
        """
        Is there an item in a window? The search ends at the first. Parameters as those of `search`.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0, 2, 2]]).any(5, 5, 6, 6)
        False
        """

    def within(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Numbers:
        """
        The items whose boxes come within a distance of a point: those that meet a circle.

        Parameters
        ----------
        x, y : float
            The centre.
        radius : float
            0 or more; may be infinite. The remaining parameters are those of `search`.

        Returns
        -------
        numbers : ndarray of int64, shape (m,)
            In no particular order.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [3, 4], [6, 8]]).within(0, 0, 5)
        array([0, 1])
        """

    def at(
        self,
        x: float,
        y: float,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Numbers:
        """
        The items whose boxes contain a point. The parameters by name are those of `search`.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]]).at(2.5, 2.5)
        array([1])
        """

    def polygon(
        self,
        corners: npt.ArrayLike,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> Numbers:
        """
        The items whose boxes meet a convex polygon, decided exactly.

        Parameters
        ----------
        corners : array_like, shape (m, 2)
            3 to 16 corners in order, either way round. The parameters by name are those of `search`.

        Raises
        ------
        ValueError
            The polygon is not convex, or has fewer or more corners.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[1, 1], [3, 3]]).polygon([[0, 0], [4, 0], [0, 4]])
        array([0])
        """

    # ---- many questions

    def search_many(
        self,
        shapes: npt.ArrayLike,
        *,
        radii: npt.ArrayLike | None = None,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
        output: Literal["rows", "pairs"] = "rows",
    ) -> tuple[Numbers, Numbers]:
        """
        Ask many windows, points or circles in one call, which is several times as fast as one by one.

        Parameters
        ----------
        shapes : array_like, shape (q, 4) or (q, 2)
            Windows; or points; or, with `radii`, the centres of circles.
        radii : float or array_like, shape (q,), optional
            The radius of all circles, or of each.
        relation, layers, mask
            As in `search`, for all questions.
        ignore : int or array_like of int, shape (q,), optional
            The item that all questions leave out, or that each leaves out.
        output : {'rows', 'pairs'}, default 'rows'
            The form of the answer. For `scipy.sparse`, see `search_sparse`.

        Returns
        -------
        offsets, numbers : ndarray of int64, shapes (q + 1,) and (m,)
            With 'rows': the items of question i are ``numbers[offsets[i]:offsets[i + 1]]``.
        questions, numbers : ndarray of int64, shapes (m,) and (m,)
            With 'pairs', which is faster: question ``questions[j]`` found item ``numbers[j]``, in the order in which
            the library finds them.

        Raises
        ------
        ValueError
            A row is malformed, or an array has another shape.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3], [8, 8, 9, 9]])
        >>> offsets, numbers = tree.search_many([[0, 0, 4, 4], [5, 5, 6, 6], [7, 7, 9, 9]])
        >>> offsets
        array([0, 2, 2, 3])
        >>> numbers[offsets[2]:offsets[3]]
        array([2])
        """

    def count_many(
        self,
        shapes: npt.ArrayLike,
        *,
        radii: npt.ArrayLike | None = None,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> Numbers:
        """
        How many items each of many questions finds; parameters as those of `search_many`.

        Returns
        -------
        counts : ndarray of int64, shape (q,)

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [3, 4]]).count_many([[0, 0], [9, 9]], radii=5)
        array([2, 0])
        """

    # ---- nearest, rays, casts

    @overload
    def nearest(
        self,
        points: One,
        k: Literal[1] = 1,
        *,
        max_distance: float | None = None,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[np.float64, np.int64]: ...
    @overload
    def nearest(
        self,
        points: npt.ArrayLike,
        k: int = 1,
        *,
        max_distance: float | None = None,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Doubles, Numbers]:
        """
        The k items nearest to each of many points or boxes.

        Parameters
        ----------
        points : array_like, shape (q, 2) or (q, 4), or (2,) or (4,)
            Points, or boxes; or a single one.
        k : int, default 1
            How many for each.
        max_distance : float, optional
            Items beyond this distance do not count; the distance itself does. Default: no limit.
        layers, mask
            As in `search`.
        ignore : int or array_like of int, shape (q,), optional
            The item that all leave out, or that each leaves out: for the neighbours of items themselves,
            their own numbers.

        Returns
        -------
        distances : ndarray of float64, shape (q, k); (q,) for k = 1; without q for a single point
            Ascending, from the point to the box; 0 where they overlap. Infinite where there are fewer than k.
        numbers : ndarray of int64 of the same shape
            Ties in order of the numbers. ``tree.capacity`` where there are fewer than k, as `scipy.spatial.cKDTree`
            has it: an array of as many rows has no such row.

        Raises
        ------
        ValueError
            A row is NaN or infinite, or k is 0.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0], [3, 4], [6, 8]])
        >>> tree.nearest([0, 0], 2)
        (array([0., 5.]), array([0, 1]))
        >>> distances, numbers = tree.nearest([[6, 7], [1, 0]])
        >>> numbers
        array([2, 0])
        >>> tree.nearest(tree.boxes(), ignore=tree.numbers())
        (array([5., 5., 5.]), array([1, 0, 1]))
        """

    @overload
    def ray(
        self,
        origins: One,
        directions: One,
        k: Literal[1] = 1,
        *,
        max_t: float | None = None,
        normals: Literal[False] = False,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[np.float64, np.int64]: ...
    @overload
    def ray(
        self,
        origins: One,
        directions: One,
        k: Literal[1] = 1,
        *,
        max_t: float | None = None,
        normals: Literal[True],
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[np.float64, np.int64, Doubles]: ...
    @overload
    def ray(
        self,
        origins: npt.ArrayLike,
        directions: npt.ArrayLike,
        k: int = 1,
        *,
        max_t: float | None = None,
        normals: Literal[False] = False,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Doubles, Numbers]:
        """
        The first k items that each of many rays hits.

        Parameters
        ----------
        origins : array_like, shape (q, 2) or (2,)
            Where the rays begin.
        directions : array_like, shape (q, 2) or (2,)
            The direction of each, or of all. Its length is the unit of t.
        k : int, default 1
            How many items for each ray.
        max_t : float, optional
            Where the rays end. Default: nowhere.
        normals : bool, default False
            Return the normal of the face hit as well.
        layers, mask, ignore
            As in `nearest`.

        Returns
        -------
        t : ndarray of float64, shape (q, k); (q,) for k = 1; without q for a single ray
            Ascending; the hit is at origin + t * direction. 0 where the origin lies in the item; infinite where there
            are fewer hits than k.
        numbers : ndarray of int64 of the same shape
            ``tree.capacity`` where there are fewer hits than k.
        normals : ndarray of float64, shape (q, k, 2), (q, 2) or (2,)
            Only with `normals`.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[2, -1, 3, 1], [5, -1, 6, 1]])
        >>> tree.ray([0, 0], [1, 0], 2)
        (array([2., 5.]), array([0, 1]))
        """

    @overload
    def ray(
        self,
        origins: npt.ArrayLike,
        directions: npt.ArrayLike,
        k: int = 1,
        *,
        max_t: float | None = None,
        normals: Literal[True],
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Doubles, Numbers, Doubles]: ...
    @overload
    def ray(
        self,
        origins: npt.ArrayLike,
        directions: npt.ArrayLike,
        k: int = 1,
        *,
        max_t: float | None = None,
        normals: bool,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Any, ...]: ...
    @overload
    def segment(
        self,
        starts: One,
        ends: One,
        k: Literal[1] = 1,
        *,
        normals: Literal[False] = False,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[np.float64, np.int64]: ...
    @overload
    def segment(
        self,
        starts: One,
        ends: One,
        k: Literal[1] = 1,
        *,
        normals: Literal[True],
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[np.float64, np.int64, Doubles]: ...
    @overload
    def segment(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        k: int = 1,
        *,
        normals: Literal[False] = False,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Doubles, Numbers]:
        """
        The first k items on the way between two points; t runs from 0 to 1. Otherwise as `ray`.

        Parameters
        ----------
        starts : array_like, shape (q, 2) or (2,)
        ends : array_like, shape (q, 2) or (2,)
            The other end of each, or of all.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[2, -1, 3, 1], [5, -1, 6, 1]])
        >>> t, number = tree.segment([0, 0], [4, 0])
        >>> float(t), int(number)
        (0.5, 0)
        """

    @overload
    def segment(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        k: int = 1,
        *,
        normals: Literal[True],
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Doubles, Numbers, Doubles]: ...
    @overload
    def segment(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        k: int = 1,
        *,
        normals: bool,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Any, ...]: ...
    @overload
    def cast(
        self,
        shapes: One,
        motions: One,
        k: Literal[1] = 1,
        *,
        radii: npt.ArrayLike | None = None,
        max_t: float = 1.0,
        normals: Literal[False] = False,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[np.float64, np.int64]: ...
    @overload
    def cast(
        self,
        shapes: One,
        motions: One,
        k: Literal[1] = 1,
        *,
        radii: npt.ArrayLike | None = None,
        max_t: float = 1.0,
        normals: Literal[True],
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[np.float64, np.int64, Doubles]: ...
    @overload
    def cast(
        self,
        shapes: npt.ArrayLike,
        motions: npt.ArrayLike,
        k: int = 1,
        *,
        radii: npt.ArrayLike | None = None,
        max_t: float = 1.0,
        normals: Literal[False] = False,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Doubles, Numbers]:
        """
        The first k items that moving boxes or circles touch: where each stops, at any speed.

        Parameters
        ----------
        shapes : array_like, shape (q, 4) or (q, 2), or (4,) or (2,)
            Boxes; or, with `radii`, the centres of circles.
        motions : array_like, shape (q, 2) or (2,)
            The way of each, or of all, from t = 0 to t = 1.
        radii : float or array_like, shape (q,), optional
            The radius of all circles, or of each.
        max_t : float, default 1
            Where the motion ends.
        k, normals, layers, mask, ignore
            As in `ray`.

        Returns
        -------
        t, numbers[, normals]
            As of `ray`.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[4, 0, 5, 5]])
        >>> t, number = tree.cast([0, 0, 1, 1], [6, 0])
        >>> float(t), int(number)
        (0.5, 0)
        """

    @overload
    def cast(
        self,
        shapes: npt.ArrayLike,
        motions: npt.ArrayLike,
        k: int = 1,
        *,
        radii: npt.ArrayLike | None = None,
        max_t: float = 1.0,
        normals: Literal[True],
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Doubles, Numbers, Doubles]: ...
    @overload
    def cast(
        self,
        shapes: npt.ArrayLike,
        motions: npt.ArrayLike,
        k: int = 1,
        *,
        radii: npt.ArrayLike | None = None,
        max_t: float = 1.0,
        normals: bool,
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> tuple[Any, ...]: ...

    # ---- pairs

    @overload
    def pairs(self, *, distance: float = 0.0, distances: Literal[False] = False) -> Numbers:
        """
        All pairs of items that overlap, or that are within a distance; each pair once.

        Parameters
        ----------
        distance : float, default 0
            0: overlapping. Else no farther apart than this.
        distances : bool, default False
            Return the distance between the boxes of each pair as well.

        Returns
        -------
        pairs : ndarray of int64, shape (m, 2)
            The smaller number first. The order is the same on every machine and with any number of threads.
        distances : ndarray of float64, shape (m,)
            Only with `distances`.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0], [3, 4], [50, 50]])
        >>> tree.pairs(distance=5, distances=True)
        (array([[0, 1]]), array([5.]))
        """

    @overload
    def pairs(self, *, distance: float = 0.0, distances: Literal[True]) -> tuple[Numbers, Doubles]: ...
    @overload
    def pairs(self, *, distance: float = 0.0, distances: bool) -> Numbers | tuple[Numbers, Doubles]: ...
    @overload
    def join(self, other: Tree, *, distance: float = 0.0, distances: Literal[False] = False) -> Numbers:
        """
        All pairs of an item of this tree and one of another that overlap, or are within a distance.

        Parameters
        ----------
        other : Tree
            Of any precision. The tree itself: pairs both ways round, and each item with itself.
        distance, distances
            As in `pairs`.

        Returns
        -------
        pairs : ndarray of int64, shape (m, 2)
            A number in this tree, a number in the other.

        Examples
        --------
        >>> import quadrille as qd
        >>> houses, floods = qd.Tree([[1, 1], [9, 9]]), qd.Tree([[0, 0, 5, 5]])
        >>> houses.join(floods)
        array([[0, 0]])
        """

    @overload
    def join(self, other: Tree, *, distance: float = 0.0, distances: Literal[True]) -> tuple[Numbers, Doubles]: ...
    @overload
    def join(self, other: Tree, *, distance: float = 0.0, distances: bool) -> Numbers | tuple[Numbers, Doubles]: ...

    # ---- look

    def numbers(self) -> Numbers:
        """
        The numbers of all items, ascending.

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0], [1, 1], [2, 2]])
        >>> tree.remove([1])
        >>> tree.numbers()
        array([0, 2])
        """

    def boxes(self, numbers: npt.ArrayLike | None = None) -> Doubles:
        """
        The boxes of items, as stored.

        Parameters
        ----------
        numbers : array_like of int, shape (n,), or int, optional
            Which items. Default: all, in ascending order of their numbers.

        Returns
        -------
        boxes : ndarray of float64, shape (n, 4); (4,) for a single number

        Examples
        --------
        >>> import quadrille as qd
        >>> tree = qd.Tree([[0, 0, 1, 1], [2, 2, 3, 3]])
        >>> tree.boxes([1])
        array([[2., 2., 3., 3.]])
        >>> tree.boxes(1)
        array([2., 2., 3., 3.])
        """

    @overload
    def users(self, numbers: int) -> np.uint64: ...  # pyright: ignore[reportOverlappingOverload]
    @overload
    def users(self, numbers: npt.ArrayLike | None = None) -> npt.NDArray[np.uint64]:
        """
        The user values of items: those of a tree that another program saved. Here they are the numbers.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [1, 1]]).users()
        array([0, 1], dtype=uint64)
        """

    @overload
    def layers(self, numbers: int) -> np.uint32: ...  # pyright: ignore[reportOverlappingOverload]
    @overload
    def layers(self, numbers: npt.ArrayLike | None = None) -> npt.NDArray[np.uint32]:
        """
        The layers of items, a bit each.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [1, 1]], layers=[1, 4]).layers()
        array([1, 4], dtype=uint32)
        """

    @overload
    def masks(self, numbers: int) -> np.uint32: ...  # pyright: ignore[reportOverlappingOverload]
    @overload
    def masks(self, numbers: npt.ArrayLike | None = None) -> npt.NDArray[np.uint32]:
        """
        The layers that items meet, a bit each.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [1, 1]], masks=2).masks([0])
        array([2], dtype=uint32)
        """

    @overload
    def values(self, numbers: int) -> np.int64: ...  # pyright: ignore[reportOverlappingOverload]
    @overload
    def values(self, numbers: npt.ArrayLike | None = None) -> Numbers:
        """
        The values of items in a tree that keeps totals; 0 in others.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [1, 1]], totals=True, values=[5, 7]).values()
        array([5, 7])
        """

    def stats(self) -> dict[str, int | float | str | bool]:
        """
        Figures of the tree: items, nodes, leaves, depth, bytes and its settings.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [1, 1]]).stats()["items"]
        2
        """

    @property
    def bounds(self) -> tuple[float, float, float, float] | None:
        """
        The exact bounding box of all items as min_x, min_y, max_x, max_y; None without items.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [3, 4]]).bounds
        (0.0, 0.0, 3.0, 4.0)
        """

    @property
    def capacity(self) -> int:
        """
        One more than the greatest number ever used: the rows that an array needs to be indexed by numbers.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0], [3, 4]]).capacity
        2
        """

    @property
    def precision(self) -> Literal["float", "double"]:
        """
        How the tree stores coordinates.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0]]).precision
        'double'
        """

    @property
    def threads(self) -> int:
        """
        How many threads work for it.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0]], threads=2).threads
        2
        """

    @property
    def writable(self) -> bool:
        """
        False: the tree is mapped from a file, and cannot change.

        Examples
        --------
        >>> import quadrille as qd
        >>> qd.Tree([[0, 0]]).writable
        True
        """

    def __bytes__(self) -> bytes:
        """The tree as a snapshot: the same bytes on every machine. `quadrille.load` makes the tree of it."""

    def _nodes(self) -> tuple[Doubles, Numbers, int]: ...
    def _totals(
        self,
        windows: npt.ArrayLike,
        *,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: int | None = None,
    ) -> tuple[Numbers, bool]: ...
    def _details(
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
    ) -> tuple[Doubles, Numbers]: ...

@final
class Contacts:
    """
    Which overlapping pairs began and ended since the last update. The cost follows the number of changes.

    Parameters
    ----------
    tree : Tree
        Any number of contacts may observe one tree, each with its own last update.
    budget : int, optional
        Most items that one update tests; the rest waits for the next. Default: no limit.

    Examples
    --------
    >>> import quadrille as qd
    >>> tree = qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]])
    >>> contacts = qd.Contacts(tree)
    >>> began, ended = contacts.update()
    >>> began
    array([[0, 1]])
    >>> tree.move([1], [[8, 8, 9, 9]])
    >>> began, ended = contacts.update()
    >>> ended
    array([[0, 1]])
    """

    def __init__(self, tree: Tree, *, budget: int | None = None) -> None: ...
    def __len__(self) -> int: ...
    def update(self) -> tuple[Numbers, Numbers]:
        """
        Find what began and ended since the last update.

        Returns
        -------
        began, ended : ndarray of int64, shape (m, 2)
            Pairs of numbers, ordered. The first update reports every pair as begun. An item whose number is used
            again is a different item, even in the same place.

        Examples
        --------
        >>> import quadrille as qd
        >>> contacts = qd.Contacts(qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]]))
        >>> contacts.update()
        (array([[0, 1]]), array([], shape=(0, 2), dtype=int64))
        """

    def stayed(self) -> Numbers:
        """
        The pairs that the last update left as they were: ndarray of int64, shape (m, 2).

        Examples
        --------
        >>> import quadrille as qd
        >>> contacts = qd.Contacts(qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]]))
        >>> began, ended = contacts.update()
        >>> began, ended = contacts.update()
        >>> contacts.stayed()
        array([[0, 1]])
        """

    def of(self, number: int, /) -> Numbers:
        """
        The items that one item is in contact with, as of the last update: ndarray of int64, shape (m,).

        Examples
        --------
        >>> import quadrille as qd
        >>> contacts = qd.Contacts(qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]]))
        >>> began, ended = contacts.update()
        >>> contacts.of(0)
        array([1])
        """

    @property
    def waiting(self) -> int:
        """
        Items that wait for the next update, because of the budget or because they changed.

        Examples
        --------
        >>> import quadrille as qd
        >>> contacts = qd.Contacts(qd.Tree([[0, 0, 2, 2], [1, 1, 3, 3]]), budget=1)
        >>> began, ended = contacts.update()
        >>> contacts.waiting
        1
        """

@final
class Interest:
    """
    What entered and left the views of many observers since the last update.

    Parameters
    ----------
    tree : Tree
    by_item : bool, default False
        Keep the observers of each item as well, so that `of` is fast.

    Examples
    --------
    >>> import quadrille as qd
    >>> tree = qd.Tree([[0, 0], [9, 9]])
    >>> interest = qd.Interest(tree)
    >>> tower = interest.add([0, 0], radii=[5])
    >>> entered, left = interest.update()
    >>> entered
    array([[0, 0]])
    >>> tree.move([0, 1], [[20, 20], [1, 1]])
    >>> interest.update()
    (array([[0, 1]]), array([[0, 0]]))
    """

    def __init__(self, tree: Tree, *, by_item: bool = False) -> None: ...
    def __len__(self) -> int: ...
    @overload
    def add(
        self,
        shapes: One,
        *,
        radii: npt.ArrayLike | None = None,
        margin: float = 0.0,
        nearest: int = 0,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> int: ...
    @overload
    def add(
        self,
        shapes: npt.ArrayLike,
        *,
        radii: npt.ArrayLike | None = None,
        margin: float = 0.0,
        nearest: int = 0,
        relation: Relation = "overlaps",
        layers: int = 0,
        mask: int = 0,
        ignore: npt.ArrayLike | None = None,
    ) -> Numbers:
        """
        Add observers, all of them or none.

        Parameters
        ----------
        shapes : array_like, shape (n, 4) or (n, 2), or one of shape (4,) or (2,)
            The view of each: a window; or a point; or, with `radii`, a circle.
        radii : float or array_like, shape (n,), optional
            The radius of all circles, or of each.
        margin : float, default 0
            How far beyond its view an item may go before it leaves.
        nearest : int, default 0
            See at most so many items, the nearest. 0: all.
        relation, layers, mask, ignore
            As in `Tree.search_many`; `ignore` is the place for the observer's own item.

        Returns
        -------
        observers : ndarray of int64, shape (n,)
            Their numbers, which are not those of items; an int for a single one.

        Examples
        --------
        >>> import quadrille as qd
        >>> interest = qd.Interest(qd.Tree([[0, 0], [9, 9]]))
        >>> interest.add([[0, 0], [8, 8]], radii=5, margin=1)
        array([0, 1])
        """

    def move(self, observers: npt.ArrayLike, centers: npt.ArrayLike) -> None:
        """
        Move the centres of views: as many points, of shape (n, 2), as observers. A view that is infinite has no centre:
        `ValueError` names its row, and no view has moved.

        Examples
        --------
        >>> import quadrille as qd
        >>> interest = qd.Interest(qd.Tree([[0, 0], [9, 9]]))
        >>> tower = interest.add([0, 0], radii=5)
        >>> interest.move([tower], [[8, 8]])
        >>> entered, left = interest.update()
        >>> entered
        array([[0, 1]])
        """

    def remove(self, observers: npt.ArrayLike, /) -> None:
        """
        Remove observers; no later update reports events of them.

        Examples
        --------
        >>> import quadrille as qd
        >>> interest = qd.Interest(qd.Tree([[0, 0], [9, 9]]))
        >>> towers = interest.add([[0, 0], [8, 8]], radii=5)
        >>> interest.remove(towers)
        >>> len(interest)
        0
        """

    def update(self) -> tuple[Numbers, Numbers]:
        """
        Find what entered and left since the last update.

        Returns
        -------
        entered, left : ndarray of int64, shape (m, 2)
            An observer and an item in each row, ordered.

        Examples
        --------
        >>> import quadrille as qd
        >>> interest = qd.Interest(qd.Tree([[0, 0], [9, 9]]))
        >>> tower = interest.add([0, 0], radii=5)
        >>> interest.update()
        (array([[0, 0]]), array([], shape=(0, 2), dtype=int64))
        """

    def seen(self, observer: int, /) -> Numbers:
        """
        The items that one observer saw in the last update: ndarray of int64, shape (m,).

        Examples
        --------
        >>> import quadrille as qd
        >>> interest = qd.Interest(qd.Tree([[0, 0], [9, 9]]))
        >>> tower = interest.add([0, 0], radii=5)
        >>> entered, left = interest.update()
        >>> interest.seen(tower)
        array([0])
        """

    def of(self, number: int, /) -> Numbers:
        """
        The observers that saw an item in the last update: ndarray of int64, shape (m,).

        Examples
        --------
        >>> import quadrille as qd
        >>> interest = qd.Interest(qd.Tree([[0, 0], [9, 9]]))
        >>> tower = interest.add([0, 0], radii=5)
        >>> entered, left = interest.update()
        >>> interest.of(0), interest.of(1)
        (array([0]), array([], dtype=int64))
        """

def from_bytes(kind: type, data: object, threads: int, in_place: bool, capacity: int = 0, /) -> Tree: ...
def numbers(array: object, name: str, /) -> npt.NDArray[np.floating[Any]]: ...
def whole(number: object, name: str, /) -> int: ...
def solve_gravity(*args: object) -> tuple[Doubles, ...]: ...
