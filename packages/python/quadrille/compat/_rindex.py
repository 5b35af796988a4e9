"""
`Index` of Rtree over a quadtree: two dimensions, in memory.

An id may have several boxes. The tree numbers the boxes; an array says which id each number belongs to.
"""

from __future__ import annotations

import copy
import ctypes
import itertools
import operator
import pickle
import sys
import warnings
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from .._tree import Tree
from .._types import Doubles, Numbers, Relation
from ._property import Property, RTreeError

__all__ = ["Index", "Item"]

Objects = bool | Literal["raw"]
EMPTY = [sys.float_info.max, sys.float_info.max, -sys.float_info.max, -sys.float_info.max]

NONE = np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)


class Item:
    """
    One answer with all that is known about it.

    Attributes
    ----------
    id : int
    object : object
        What was inserted with it, through `Index.dumps` and `Index.loads`; or None.
    bounds : list of float
        min_x, max_x, min_y, max_y.
    bbox : list of float
        min_x, min_y, max_x, max_y.

    Examples
    --------
    >>> index = Index()
    >>> index.insert(7, (0, 1, 2, 3), obj="a house")
    >>> item = next(index.intersection((0, 0, 9, 9), objects=True))
    >>> item.id, item.object, item.bbox, item.bounds
    (7, 'a house', [0.0, 1.0, 2.0, 3.0], [0.0, 2.0, 1.0, 3.0])
    """

    __slots__ = ("bounds", "id", "object")

    def __init__(self, id: int, object: object, bounds: list[float]) -> None:
        self.id = id
        self.object = object
        self.bounds = bounds

    def __lt__(self, other: Item) -> bool:
        return self.id < other.id

    def __gt__(self, other: Item) -> bool:
        return self.id > other.id

    @property
    def bbox(self) -> list[float]:
        """The box as min_x, min_y, max_x, max_y."""
        return Index.interleave(self.bounds)


class Index:
    """
    An index of boxes with ids and objects, in place of `rtree.index.Index`.

    Parameters
    ----------
    stream : iterable of (id, coordinates, object), or tuple of (ids, mins, maxs), optional
        What to insert at once. Arrays have shapes (n,), (n, 2) and (n, 2). Nothing if it is empty, 0 or False.
    properties : Property, optional
    interleaved : bool, default True
        Coordinates are min_x, min_y, max_x, max_y; False: min_x, max_x, min_y, max_y. Points are x, y.
    pagesize : int, optional
        As in `Property`: it tunes an R-tree, and warns.

    Raises
    ------
    NotImplementedError
        A file name, or storage of one's own: the index is in memory.
    RTreeError
        A box is inverted, NaN or infinite.
    TypeError
        Another parameter by name.

    Notes
    -----
    Answers come in the order of insertion while nothing is deleted; those of `nearest` by distance. An index that is
    pickled or copied keeps what is in it; a copy is independent.

    Examples
    --------
    >>> from quadrille.compat.rtree import Index
    >>> index = Index()
    >>> index.insert(0, (0, 0, 1, 1))
    >>> index.insert(1, (2, 2, 3, 3), obj={"name": "b"})
    >>> list(index.intersection((0, 0, 2, 2)))
    [0, 1]
    >>> list(index.nearest((5, 5), 1, objects="raw"))
    [{'name': 'b'}]
    """

    def __init__(
        self, *args: Any, properties: Property | None = None, interleaved: bool = True, pagesize: int | None = None
    ) -> None:
        self.properties = Property() if properties is None else properties
        self.interleaved = bool(interleaved)
        if pagesize:
            self.properties.pagesize = int(pagesize)
        if args and isinstance(args[0], (str, bytes)) and not args[0]:
            args = args[1:]  # the stream may follow an empty name
        stream = args[0] if args else None
        if isinstance(stream, (str, bytes)):
            raise NotImplementedError(
                f"{stream!r}: the index is in memory; quadrille.Tree.save writes a tree into a file"
            )
        if len(args) > 1:
            raise NotImplementedError("the index takes no storage: it is in memory")
        capacity = self.properties.leaf_capacity
        self._tree = Tree(precision="double", leaf_capacity=0 if capacity == 100 else min(capacity, 4096))
        self._ids: Numbers = np.empty(0, np.int64)
        self._data: dict[int, bytes] = {}
        self._closed = False
        if stream is None or _is_nothing(stream):
            return
        if isinstance(stream, tuple):
            self._insert_arrays(*stream)
        else:
            self._insert_stream(stream)

    def __copy__(self) -> Any:
        copied = self.__class__.__new__(self.__class__)
        copied.__dict__.update(self.__dict__)
        copied._tree, copied._ids, copied._data = copy.copy(self._tree), self._ids.copy(), self._data.copy()
        return copied

    # ---- change

    def insert(self, id: int, coordinates: Any, obj: object = None) -> None:
        """
        Insert a box. An id may be there already, with the same box or another.

        Parameters
        ----------
        id : int
            Of 64 bits.
        coordinates : sequence of float
            Four, or two for a point.
        obj : object, optional
            Kept as `dumps` makes it bytes.

        Examples
        --------
        >>> index = Index(interleaved=False)
        >>> index.insert(4, (0, 2, 1, 3))
        >>> index.bounds
        [0.0, 2.0, 1.0, 3.0]
        """
        number = _integer(id)
        box = self._box(coordinates)
        data = None if obj is None else self.dumps(obj)
        self._keep(self._insert_box(box), number, data)

    add = insert

    def delete(self, id: int, coordinates: Any) -> None:
        """
        Delete one box of an id. Without such a box nothing happens.

        Examples
        --------
        >>> index = Index()
        >>> index.insert(4, (0, 0, 1, 1))
        >>> index.delete(4, (0, 0, 1, 1))
        >>> len(index)
        0
        """
        number, box = _integer(id), self._box(coordinates)
        found = self._ask().search(*box, relation="inside")
        found = found[self._ids[found] == number]
        same = found[(self._tree.boxes(found) == box).all(axis=1)]
        if len(same):
            self._tree.remove(same[:1])
            self._data.pop(int(same[0]), None)

    def _insert_stream(self, stream: Iterable[tuple[int, Any, object]]) -> None:
        ids: list[int] = []
        boxes: list[list[float]] = []
        for id, coordinates, obj in stream:
            if obj is not None:
                self._data[len(ids)] = self.dumps(obj)
            ids.append(_integer(id))
            boxes.append(self._box(coordinates))
        self._insert_box(np.array(boxes).reshape(-1, 4))
        self._ids = np.array(ids, np.int64)

    def _insert_arrays(self, ids: npt.NDArray[Any], mins: npt.ArrayLike, maxs: npt.ArrayLike) -> None:
        boxes = _boxes(mins, maxs)
        if len(ids) != len(boxes):
            raise ValueError("index and point counts different")
        numbers = ids.astype(np.int64)
        if numbers.size != len(boxes):
            raise ValueError(f"ids must have shape (n,), not {ids.shape}")
        if ids.dtype.kind in "uf" and not ((ids >= -(2.0**63)) & (ids < 2.0**63)).all():
            raise OverflowError("ids: one has more than 64 bits")
        self._insert_box(boxes)
        self._ids = numbers.reshape(-1)

    def _insert_box(self, box: npt.ArrayLike) -> Any:
        try:
            return self._ask().insert(box)
        except ValueError as error:
            raise RTreeError(str(error)) from None

    def _keep(self, number: int, id: int, data: bytes | None) -> None:
        if number >= len(self._ids):
            self._ids = np.concatenate((self._ids, np.zeros(number // 2 + 16, np.int64)))
        self._ids[number] = id
        if data is not None:
            self._data[number] = data

    # ---- ask

    @overload
    def intersection(self, coordinates: Any, objects: Literal[False] = False) -> Iterator[int]: ...
    @overload
    def intersection(self, coordinates: Any, objects: Literal[True]) -> Iterator[Item]: ...
    @overload
    def intersection(self, coordinates: Any, objects: Literal["raw"]) -> Iterator[object]: ...
    def intersection(self, coordinates: Any, objects: Objects = False) -> Iterator[Any]:
        """
        What overlaps a window, touching included.

        Parameters
        ----------
        coordinates : sequence of float
            Four, or two for a point; they may be infinite.
        objects : bool or 'raw', default False
            False: ids. True: an `Item` of each. 'raw': the objects.

        Returns
        -------
        iterator

        Examples
        --------
        >>> index = Index([(4, (0, 0, 1, 1), "a"), (5, (3, 3, 4, 4), None)])
        >>> list(index.intersection((1, 1, 3, 3)))
        [4, 5]
        >>> list(index.intersection((0, 0, 1, 1), objects="raw"))
        ['a']
        """
        return self._found(self._search(coordinates, "overlaps"), objects)

    @overload
    def contains(self, coordinates: Any, objects: Literal[False] = False) -> Iterator[int]: ...
    @overload
    def contains(self, coordinates: Any, objects: Literal[True]) -> Iterator[Item]: ...
    @overload
    def contains(self, coordinates: Any, objects: Literal["raw"]) -> Iterator[object]: ...
    def contains(self, coordinates: Any, objects: Objects = False) -> Iterator[Any]:
        """
        What lies wholly in a window; parameters as those of `intersection`.

        Examples
        --------
        >>> list(Index([(4, (0, 0, 1, 1), None), (5, (1, 1, 4, 4), None)]).contains((0, 0, 3, 3)))
        [4]
        """
        return self._found(self._search(coordinates, "inside"), objects)

    def count(self, coordinates: Any) -> int:
        """
        How many boxes overlap a window.

        Examples
        --------
        >>> Index([(4, (0, 0, 1, 1), None), (4, (1, 1, 4, 4), None)]).count((1, 1))
        2
        """
        return self._ask().count(*self._box(coordinates))

    @overload
    def nearest(self, coordinates: Any, num_results: int = 1, objects: Literal[False] = False) -> Iterator[int]: ...
    @overload
    def nearest(self, coordinates: Any, num_results: int, objects: Literal[True]) -> Iterator[Item]: ...
    @overload
    def nearest(self, coordinates: Any, num_results: int, objects: Literal["raw"]) -> Iterator[object]: ...
    def nearest(self, coordinates: Any, num_results: int = 1, objects: Objects = False) -> Iterator[Any]:
        """
        The nearest boxes, and all others that are as near as the last of them.

        Parameters
        ----------
        coordinates : sequence of float
            A box or a point, finite.
        num_results : int, default 1
            At least so many if there are. 0: those that the box touches. Less: all.
        objects : bool or 'raw', default False
            As in `intersection`.

        Examples
        --------
        >>> index = Index([(4, (0, 0), None), (5, (2, 0), None), (6, (-2, 0), None)])
        >>> list(index.nearest((0, 0), 2))
        [4, 5, 6]
        """
        k = operator.index(num_results)
        box = np.array([self._box(coordinates)])
        numbers, _, _ = self._nearest(box, len(self) if k < 0 else k, None, False)
        return self._found(numbers, objects)

    def intersection_v(self, mins: npt.ArrayLike, maxs: npt.ArrayLike) -> tuple[Numbers, npt.NDArray[np.uint64]]:
        """
        What overlaps each of many windows.

        Parameters
        ----------
        mins, maxs : array_like, shape (q, 2)

        Returns
        -------
        ids : ndarray of int64, shape (m,)
            Those of the first window, then those of the second, and so on.
        counts : ndarray of uint64, shape (q,)
            How many each window has.

        Examples
        --------
        >>> index = Index([(4, (0, 0, 1, 1), None), (5, (3, 3, 4, 4), None)])
        >>> index.intersection_v([[0, 0], [3, 3]], [[3, 3], [9, 9]])
        (array([4, 5, 5]), array([2, 1], dtype=uint64))
        """
        windows = _boxes(mins, maxs)
        try:
            offsets, numbers = self._ask().search_many(windows)
        except ValueError as error:
            raise RTreeError(str(error)) from None
        return self._ids[numbers], np.diff(offsets).astype(np.uint64)

    def nearest_v(
        self,
        mins: npt.ArrayLike,
        maxs: npt.ArrayLike,
        *,
        num_results: int = 1,
        max_dists: npt.ArrayLike | None = None,
        strict: bool = False,
        return_max_dists: bool = False,
    ) -> Any:
        """
        The boxes nearest to each of many boxes.

        Parameters
        ----------
        mins, maxs : array_like, shape (q, 2)
        num_results : int, default 1
            As in `nearest`, for each; 0 or more.
        max_dists : array_like, shape (q,), optional
            Boxes farther away do not count. 0 or NaN: no limit.
        strict : bool, default False
            Leave out the others that are as near as the last.
        return_max_dists : bool, default False
            Return distances as well.

        Returns
        -------
        ids : ndarray of int64, shape (m,)
        counts : ndarray of uint64, shape (q,)
            As in `intersection_v`.
        dists : ndarray of float64, shape (q,)
            Only with `return_max_dists`: the distance of the last of each, 0 without any.

        Examples
        --------
        >>> index = Index([(4, (0, 0), None), (5, (2, 0), None), (6, (-2, 0), None)])
        >>> index.nearest_v([[0, 0], [9, 0]], [[0, 0], [9, 0]], num_results=2, return_max_dists=True)
        (array([4, 5, 6, 5, 4]), array([3, 2], dtype=uint64), array([2., 9.]))
        """
        boxes = _boxes(mins, maxs)
        if num_results < 0:
            raise ValueError(f"num_results must be 0 or more, not {num_results}")
        limits = None
        if max_dists is not None:
            limits = np.atleast_1d(np.asarray(max_dists, dtype=np.float64))
            if limits.ndim != 1:
                raise ValueError("max_dists must have 1 dimension")
            if len(limits) != len(boxes):
                raise ValueError(f"max_dists must have length {len(boxes)}")
            limits = np.where((limits == 0) | np.isnan(limits), np.inf, limits)
        numbers, counts, last = self._nearest(boxes, num_results, limits, strict)
        answer = self._ids[numbers], counts.astype(np.uint64)
        return (*answer, last) if return_max_dists else answer

    def _nearest(
        self, boxes: Doubles, k: int, limits: Doubles | None, strict: bool
    ) -> tuple[Numbers, Numbers, Doubles]:
        """Numbers, how many each box has, and the distance of the last of each."""
        items, strict = len(self), strict and k > 0
        answers: list[tuple[Numbers, Numbers, Doubles]] = []
        rows, width = np.arange(len(boxes)), k + (not strict)
        while len(rows) and items:
            width = min(width, items)
            near, numbers = self._nearest_rows(boxes[rows], width)
            last = near[:, [min(k, items) - 1]] if k else np.zeros((len(rows), 1))
            tied = near[:, -1:] <= last if width < items and not strict else np.zeros((len(rows), 1), np.bool_)
            keep = (near <= last) & ~tied
            if limits is not None:
                keep &= near <= limits[rows, np.newaxis]
            row, column = np.nonzero(keep)
            answers.append((rows[row], numbers[row, column], near[row, column]))
            rows, width = rows[tied[:, 0]], 4 * width  # more may be as near as the last: look at more
        owners, found, distances = (
            (np.concatenate(column) for column in zip(*answers, strict=True)) if answers else NONE
        )
        order = np.argsort(owners, kind="stable")
        farthest = np.zeros(len(boxes))
        np.maximum.at(farthest, owners, distances)
        return found[order], np.bincount(owners, minlength=len(boxes)), farthest

    def _nearest_rows(self, boxes: Doubles, width: int) -> tuple[Doubles, Numbers]:
        try:
            near, numbers = self._ask().nearest(boxes, width)
        except ValueError as error:
            raise RTreeError(str(error)) from None
        return near.reshape(-1, width), numbers.reshape(-1, width)

    def _search(self, coordinates: Any, relation: Relation) -> Numbers:
        return np.sort(self._ask().search(*self._box(coordinates), relation=relation))

    def _found(self, numbers: Numbers, objects: Objects) -> Iterator[Any]:
        if not objects:
            return iter(self._ids[numbers].tolist())
        data = [self._data.get(number) for number in numbers.tolist()]
        if objects == "raw":
            return (None if value is None else self.loads(value) for value in data)
        rows = zip(self._ids[numbers].tolist(), data, self._tree.boxes(numbers)[:, [0, 2, 1, 3]].tolist(), strict=True)
        return (Item(id, None if value is None else self.loads(value), bounds) for id, value, bounds in rows)

    # ---- look

    def __len__(self) -> int:
        return 0 if self._closed else len(self._tree)

    def __repr__(self) -> str:
        return f"quadrille.compat.rtree.Index(bounds={self.bounds}, size={len(self)})"

    def get_bounds(self, coordinate_interleaved: bool | None = None) -> list[float]:
        """
        The box around all boxes; an inverted one without any.

        Parameters
        ----------
        coordinate_interleaved : bool, optional
            In which order; default: that of the index.

        Examples
        --------
        >>> index = Index([(4, (0, 1, 2, 3), None)])
        >>> index.bounds, index.get_bounds(False)
        ([0.0, 1.0, 2.0, 3.0], [0.0, 2.0, 1.0, 3.0])
        """
        interleaved = self.interleaved if coordinate_interleaved is None else coordinate_interleaved
        bounds = self._ask().bounds
        box = EMPTY[:] if bounds is None else list(bounds)
        return box if interleaved else Index.deinterleave(box)

    @property
    def bounds(self) -> list[float]:
        """The box around all boxes, in the order of the index."""
        return self.get_bounds()

    def get_size(self) -> int:
        """How many boxes; ``len(index)``."""
        warnings.warn("index.get_size() is deprecated, use len(index) instead", DeprecationWarning, stacklevel=2)
        return len(self)

    def valid(self) -> bool:
        """Is the index sound? It is, unless it is closed."""
        return not self._closed

    def leaves(self) -> list[Any]:
        """Not here: the leaves of a quadtree are not those of an R-tree. `quadrille.Tree.nodes` describes them."""
        raise NotImplementedError("a quadtree has other leaves than an R-tree; see quadrille.Tree.nodes")

    def get_result_limit(self) -> int:
        """0, no limit."""
        return 0

    def set_result_limit(self, value: int) -> None:
        """Only 0 is possible."""
        _refuse_paging("result_limit", value)

    def get_result_offset(self) -> int:
        """0, from the first."""
        return 0

    def set_result_offset(self, value: int) -> None:
        """Only 0 is possible."""
        _refuse_paging("result_offset", value)

    result_limit = property(get_result_limit, set_result_limit)
    result_offset = property(get_result_offset, set_result_offset)

    # ---- two of them

    def __and__(self, other: Index) -> Index:
        """What two indexes have in common: the overlap of each pair of boxes, with both objects."""
        assert self.interleaved == other.interleaved
        joined = Index(interleaved=self.interleaved, properties=self.properties)
        pairs = self._ask().join(other._ask())
        one, two = self._tree.boxes(pairs[:, 0]), other._tree.boxes(pairs[:, 1])
        boxes = np.hstack((np.maximum(one[:, :2], two[:, :2]), np.minimum(one[:, 2:], two[:, 2:])))
        objects = zip(self._found(pairs[:, 0], "raw"), other._found(pairs[:, 1], "raw"), strict=True)
        joined._insert_stream(
            (i, joined._given(box), pair) for i, (box, pair) in enumerate(zip(boxes, objects, strict=True))
        )
        return joined

    def __or__(self, other: Index) -> Index:
        """All boxes of two indexes."""
        assert self.interleaved == other.interleaved
        joined = Index(interleaved=self.interleaved, properties=self.properties)
        items = itertools.chain(*(index._found(index._ask().numbers(), True) for index in (self, other)))
        joined._insert_stream((item.id, joined._given(item.bbox), item.object) for item in items)
        return joined

    # ---- the rest

    def dumps(self, obj: object) -> bytes:
        """An object as bytes. A subclass may do it otherwise."""
        return pickle.dumps(obj)

    def loads(self, string: bytes) -> object:
        """The object that `dumps` made bytes of."""
        return pickle.loads(string)

    def close(self) -> None:
        """Free the memory. Later calls raise `RTreeError`, a second `close` OSError."""
        if self._closed:
            raise OSError("Unclosable index")
        self._tree, self._closed = Tree(), True
        self._data.clear()

    def flush(self) -> None:
        """Nothing to do in memory."""

    def clearBuffer(self) -> None:
        """Nothing to do in memory."""

    @classmethod
    def deinterleave(cls, interleaved: Sequence[Any]) -> list[Any]:
        """
        Coordinates with all minimums first as pairs of minimum and maximum.

        Examples
        --------
        >>> Index.deinterleave([0, 1, 2, 3])
        [0, 2, 1, 3]
        """
        assert len(interleaved) % 2 == 0, "must be a pairwise list"
        half = len(interleaved) // 2
        return [interleaved[i + side * half] for i in range(half) for side in (0, 1)]

    @classmethod
    def interleave(cls, deinterleaved: Sequence[float]) -> list[float]:
        """
        Pairs of minimum and maximum as coordinates with all minimums first.

        Examples
        --------
        >>> Index.interleave([0, 2, 1, 3])
        [0, 1, 2, 3]
        """
        assert len(deinterleaved) % 2 == 0, "must be a pairwise list"
        return [*deinterleaved[::2], *deinterleaved[1::2]]

    def _ask(self) -> Tree:
        if self._closed:
            raise RTreeError("the index is closed")
        return self._tree

    def _given(self, box: Sequence[float]) -> Sequence[float]:
        return box if self.interleaved else Index.deinterleave(box)

    def _box(self, coordinates: Any) -> list[float]:
        given = list(coordinates)
        if len(given) not in {2, 4}:
            raise ValueError(f"coordinates: expected 4 numbers, or 2 for a point, not {len(given)}")
        values = array("d", given).tolist()
        if len(values) == 2:
            values += values
        elif not self.interleaved:
            values = values[::2] + values[1::2]
        if not (values[0] <= values[2] and values[1] <= values[3]):
            raise RTreeError("Coordinates must not have minimums more than maximums")
        return values


def _is_nothing(stream: object) -> bool:
    """Rtree makes an empty index of whatever is false. An array is neither false nor true."""
    return not isinstance(stream, np.ndarray) and not stream


def _integer(id: object) -> int:
    try:
        number = operator.index(id)  # type: ignore[arg-type]
    except TypeError as error:
        raise ctypes.ArgumentError(f"id: {error}") from None
    if not -(2**63) <= number < 2**63:
        raise OverflowError(f"id: {number} has more than 64 bits")
    return number


def _boxes(mins: npt.ArrayLike, maxs: npt.ArrayLike) -> Doubles:
    low = np.atleast_2d(np.asarray(mins, dtype=np.float64))
    high = np.atleast_2d(np.asarray(maxs, dtype=np.float64))
    if low.ndim != 2 or high.ndim != 2:
        raise ValueError("mins/maxs must have 2 dimensions: (n, d)")
    if low.shape != high.shape:
        raise ValueError("mins and maxs shapes not equal")
    if low.shape[1] != 2:
        raise RTreeError(f"mins/maxs have {low.shape[1]} columns; the index has 2 dimensions")
    return np.hstack((low, high))


def _refuse_paging(name: str, value: int) -> None:
    if value:
        raise NotImplementedError(f"{name}: answers come whole; itertools.islice takes a part")
