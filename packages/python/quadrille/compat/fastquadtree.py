"""
The trees of fastquadtree over Quadrille's: boxes and points with ids, without objects and with them.

A geometry is four numbers, or two for a point, of the tree's type. The tree numbers them; arrays say which id each
number belongs to.
"""

from __future__ import annotations

import json
import math
import struct
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from .. import _files
from .._tree import Tree
from .._types import Numbers

__all__ = ["InsertResult", "QuadTree", "RectQuadTree", "SerializationError"]

DType = Literal["f32", "f64", "i32", "i64"]
Ids = npt.NDArray[np.uint64]
CODES = {"f32": ("f", np.float32), "f64": ("d", np.float64), "i32": ("i", np.int32), "i64": ("q", np.int64)}
EXACT = 1 << 53
MAGIC = b"QDFQ1\n"


class SerializationError(ValueError):
    """Bytes that `to_bytes` of this module did not write."""


@dataclass
class InsertResult:
    """
    What an insertion of many did.

    Attributes
    ----------
    count, start_id, end_id : int
        How many, the first id and the last.

    Examples
    --------
    >>> list(InsertResult(count=2, start_id=5, end_id=6).ids)
    [5, 6]
    """

    count: int
    start_id: int
    end_id: int

    @property
    def ids(self) -> range:
        """All of the ids."""
        return range(self.start_id, self.end_id + 1)


class Ided:
    """What the trees of boxes and of points share."""

    _sides: ClassVar[int]

    def __init__(self, bounds: Any, capacity: int, *, max_depth: int | None = None, dtype: DType = "f32") -> None:
        if dtype not in CODES:
            raise TypeError(f"Unsupported dtype: {dtype}")
        for name, value in (("capacity", capacity), ("max_depth", max_depth or 0)):
            if not isinstance(value, int):
                raise TypeError(f"{name}: expected an integer, not {value!r}")
            if value < 0:
                raise OverflowError(f"{name}: expected 0 or more, not {value}")
        self._bounds = _checked_bounds(bounds)
        self._capacity, self._max_depth, self._dtype = capacity, max_depth, dtype
        self._code, self._type = CODES[dtype]
        self._edges: list[Any] = np.array(self._bounds, dtype=np.float64).astype(self._type).tolist()
        self.clear()

    def clear(self) -> None:
        """Remove everything; ids begin at 0 again."""
        self._tree = Tree(
            precision="float" if self._dtype == "f32" else "double",
            world=self._bounds,
            leaf_capacity=min(max(self._capacity, 1), 4096),
            max_depth=0 if self._max_depth is None else min(max(self._max_depth, 1), 24),
        )
        self._ids: Ids = np.empty(0, np.uint64)
        self._next_id = 0

    def __len__(self) -> int:
        return len(self._tree)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows(self._tree.numbers()))

    def __contains__(self, geom: Any) -> bool:
        given = self._geometry(geom)
        return any(
            row[1:] == tuple(geom) for row in self._rows(self._tree.search(*self._box(given), relation="inside"))
        )

    # ---- change

    def insert(self, geom: Any, id_: int | None = None) -> int:
        """
        Insert a box, or a point.

        Parameters
        ----------
        geom : tuple
            min_x, min_y, max_x, max_y; or x, y.
        id_ : int, optional
            Of 64 bits without a sign; may be there already. Default: the next that no insertion without it has had.

        Returns
        -------
        id : int

        Raises
        ------
        ValueError
            It is outside the bounds, NaN or inverted.
        TypeError
            It is not a tuple of numbers of the tree's type.
        OverflowError
            An id or a whole number is out of range.
        """
        given = self._geometry(geom)
        id = self._next_id if id_ is None else id_
        if not 0 <= id < 1 << 64:
            raise OverflowError(f"id_: expected 0 to 2**64 - 1, not {id}")
        self._refuse_one_outside(given)
        number = int(self._tree.insert(given))
        if number >= len(self._ids):
            self._ids = np.concatenate((self._ids, np.zeros(number // 2 + 16, np.uint64)))
        self._ids[number] = id
        if id_ is None:
            self._next_id += 1
        return id

    def insert_many(self, geoms: Sequence[Any]) -> InsertResult:
        """
        Insert many, all of them or none, with ids one after the other.

        Raises
        ------
        ValueError
            One is outside the bounds, NaN or inverted.
        TypeError
            `geoms` is an array; see `insert_many_np`.
        """
        if isinstance(geoms, np.ndarray):
            raise TypeError("geoms is a NumPy array: use insert_many_np()")
        return self._insert_rows(np.array([self._geometry(geom) for geom in geoms], dtype=self._type))

    def insert_many_np(self, geoms: Any) -> InsertResult:
        """
        Insert the rows of an array of the tree's type, all of them or none.

        Raises
        ------
        ValueError
            A row is outside the bounds, NaN or inverted, or the shape is another.
        TypeError
            It is no array, or of another type.
        """
        if not isinstance(geoms, np.ndarray):
            raise TypeError("insert_many_np requires a NumPy array")
        if geoms.size and geoms.dtype != self._type:
            raise TypeError(f"NumPy array dtype {geoms.dtype} does not match quadtree dtype {self._dtype}")
        return self._insert_rows(geoms)

    def _insert_rows(self, rows: npt.NDArray[Any]) -> InsertResult:
        first = self._next_id
        if rows.size:
            if rows.ndim != 2 or rows.shape[1] != self._sides:
                raise ValueError(f"geometries must have shape (N, {self._sides})")
            self._refuse_outside(rows)
            self._keep(self._tree.insert(rows), np.arange(first, first + len(rows), dtype=np.uint64))
            self._next_id += len(rows)
        count = self._next_id - first
        return InsertResult(count=count, start_id=first, end_id=first + count - 1)

    def _keep(self, numbers: Numbers, ids: Ids) -> None:
        if self._tree.capacity > len(self._ids):
            more = np.zeros(self._tree.capacity // 2 + 16, np.uint64)
            self._ids = np.concatenate((self._ids, np.zeros(self._tree.capacity - len(self._ids), np.uint64), more))
        self._ids[numbers] = ids

    def _delete(self, id_: int, geom: Any) -> bool:
        number = self._find(id_, geom)
        if number is None:
            return False
        self._tree.remove(number)
        return True

    def _update(self, id_: int, old: Any, new: Any) -> bool:
        number = self._find(id_, old)
        if number is None:
            return False
        given = self._geometry(new)
        self._refuse_one_outside(given)
        self._tree.move(number, given)
        return True

    def _find(self, id_: int, geom: Any) -> int | None:
        """The number that has this id and exactly this geometry."""
        box = self._box(self._geometry(geom))
        if not (box[0] <= box[2] and box[1] <= box[3]):
            return None
        numbers = self._tree.search(*box, relation="inside")
        numbers = numbers[self._ids[numbers] == id_]
        numbers = numbers[(self._tree.boxes(numbers) == box).all(axis=1)]
        return int(numbers[0]) if len(numbers) else None

    # ---- ask

    def query(self, rect: Any) -> list[tuple[Any, ...]]:
        """
        What is in a window.

        Parameters
        ----------
        rect : tuple
            min_x, min_y, max_x, max_y. Boxes that touch it are in it; points on its sides of greater x or y are not.

        Returns
        -------
        rows : list of tuple
            The id and the geometry of each.

        Raises
        ------
        ValueError
            The window is inverted or NaN.
        """
        return self._rows(self._search(rect))

    def query_np(self, rect: Any) -> tuple[Ids, npt.NDArray[Any]]:
        """
        As `query`, in arrays.

        Returns
        -------
        ids : ndarray of uint64, shape (m,)
        geometries : ndarray of the tree's type, shape (m, 4) or (m, 2)
        """
        return self._arrays(self._search(rect))

    def nearest_neighbor(self, point: Any) -> tuple[Any, ...] | None:
        """The id and the geometry of what is nearest to a point; None without any."""
        return next(iter(self.nearest_neighbors(point, 1)), None)

    def nearest_neighbor_np(self, point: Any) -> tuple[int, npt.NDArray[Any]] | None:
        """As `nearest_neighbor`: an id and an array."""
        ids, geometries = self.nearest_neighbors_np(point, 1)
        return (int(ids[0]), geometries[0]) if len(ids) else None

    def nearest_neighbors(self, point: Any, k: int) -> list[tuple[Any, ...]]:
        """The ids and geometries of at most k, the nearest first."""
        return self._rows(self._nearest(point, k))

    def nearest_neighbors_np(self, point: Any, k: int) -> tuple[Ids, npt.NDArray[Any]]:
        """As `nearest_neighbors`, in arrays as those of `query_np`."""
        return self._arrays(self._nearest(point, k))

    def _search(self, rect: Any) -> Numbers:
        return np.sort(self._tree.search(*_tuple_of(rect, 4, self._code)))

    def _nearest(self, point: Any, k: int) -> Numbers:
        if k < 0:
            raise OverflowError(f"k: expected 0 or more, not {k}")
        at = _tuple_of(point, 2, self._code)
        if not all(map(math.isfinite, at)):
            raise ValueError(f"point: expected finite coordinates, not {tuple(at)}")
        k = min(k, len(self))
        return np.atleast_1d(self._tree.nearest(at, k)[1]) if k else np.empty(0, np.int64)

    def _arrays(self, numbers: Numbers) -> tuple[Ids, npt.NDArray[Any]]:
        return self._ids[numbers], self._tree.boxes(numbers)[:, : self._sides].astype(self._type)

    def _rows(self, numbers: Numbers) -> list[tuple[Any, ...]]:
        ids, geometries = self._arrays(numbers)
        return list(zip(ids.tolist(), *geometries.T.tolist(), strict=True))

    # ---- look and store

    def get_all_node_boundaries(self) -> list[tuple[float, ...]]:
        """The squares of all nodes as min_x, min_y, max_x, max_y: to draw them."""
        return [tuple(square) for square in self._tree.nodes()["square"].tolist()]

    def get_inner_max_depth(self) -> int:
        """The levels that the tree may have below its root."""
        return int(self._tree.stats()["max_depth"]) if self._max_depth is None else self._max_depth

    def to_bytes(self) -> bytes:
        """The tree in bytes, which `from_bytes` reads. The format is not that of fastquadtree."""
        head = {
            "class": type(self).__name__,
            "dtype": self._dtype,
            "capacity": self._capacity,
            "ids": self._tree.capacity,
        }
        head |= {"bounds": self._bounds, "max_depth": self._max_depth, "next_id": self._next_id}
        text = json.dumps(head).encode()
        ids = self._ids[: self._tree.capacity].astype("<u8").tobytes()
        return b"".join((MAGIC, struct.pack("<Q", len(text)), text, ids, bytes(self._tree)))

    @classmethod
    def from_bytes(
        cls, data: bytes, preallocation_limit_bytes: int | None = None, disable_preallocation_limit: bool = False
    ) -> Any:
        """
        The tree that `to_bytes` wrote.

        Parameters
        ----------
        data : bytes
        preallocation_limit_bytes : None
            Not here: nothing is allocated that the bytes do not fill.
        disable_preallocation_limit : bool, default False
            Changes nothing, for the same reason.

        Raises
        ------
        SerializationError
            The bytes are others, cut off or damaged.
        """
        if preallocation_limit_bytes is not None:
            raise NotImplementedError("preallocation_limit_bytes: memory follows the length of the bytes")
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError("data must be bytes-like")
        try:
            return cls._read(bytes(data))
        except (ValueError, KeyError, TypeError, OverflowError, struct.error) as error:
            raise SerializationError(f"not the bytes of a {cls.__name__}: {error}") from None

    @classmethod
    def _read(cls, data: bytes) -> Ided:
        start = len(MAGIC) + 8
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("another format")
        end = start + struct.unpack("<Q", data[len(MAGIC) : start])[0]
        head = json.loads(data[start:end])
        if head["class"] != cls.__name__:
            raise ValueError(f"a {head['class']}")
        tree = cls(head["bounds"], head["capacity"], max_depth=head["max_depth"], dtype=head["dtype"])
        items = end + 8 * head["ids"]
        tree._tree = _files.load(data[items:])
        tree._ids = np.frombuffer(data[end:items], "<u8").astype(np.uint64)
        tree._next_id = head["next_id"]
        if len(tree._ids) < tree._tree.capacity or not isinstance(tree._next_id, int):
            raise ValueError("ids are missing")
        return tree

    # ---- geometries

    def _geometry(self, geom: Any) -> list[Any]:
        """The numbers as the tree's type has them."""
        return _tuple_of(geom, self._sides, self._code)

    def _box(self, given: Sequence[Any]) -> tuple[Any, ...]:
        return (*given, *given)[:4]

    def _refuse_one_outside(self, given: list[Any]) -> None:
        """As `_refuse_outside`, without an array, which takes longer than the insertion."""
        x0, y0, x1, y1 = self._edges
        (x, y), (far_x, far_y) = given[:2], given[-2:]
        inside = far_x >= x0 and far_y >= y0 and (x <= x1 and y <= y1 if self._sides == 4 else x < x1 and y < y1)
        if not inside or (self._dtype == "i64" and max(map(abs, given)) > EXACT):
            self._refuse_outside(np.array([given], dtype=self._type))

    def _refuse_outside(self, rows: npt.NDArray[Any]) -> None:
        low, high = np.array(self._edges, dtype=self._type).reshape(2, 2)
        inside = (rows[:, -2:] >= low).all(axis=1)
        inside &= (rows[:, :2] <= high).all(axis=1) if self._sides == 4 else (rows < high).all(axis=1)
        if not inside.all():
            row = int(np.argmin(inside))
            raise ValueError(f"row {row}: {tuple(rows[row].tolist())!r} is outside bounds {self._bounds}")
        if self._dtype == "i64" and (np.abs(rows) > EXACT).any():
            raise ValueError("a coordinate has more than 53 bits, which the tree cannot keep exactly")


class RectQuadTree(Ided):
    """
    A tree of boxes with ids, in place of `fastquadtree.RectQuadTree`.

    Parameters
    ----------
    bounds : tuple
        min_x, min_y, max_x, max_y: boxes must touch them.
    capacity : int
        More boxes than this split a leaf, 1 to 4096.
    max_depth : int, optional
        Levels of the tree, at most 24. Default: the tree's own, 16.
    dtype : {'f32', 'f64', 'i32', 'i64'}, default 'f32'
        The type of coordinates.

    Examples
    --------
    >>> from quadrille.compat.fastquadtree import RectQuadTree
    >>> tree = RectQuadTree((0, 0, 100, 100), 16)
    >>> tree.insert_many([(10, 10, 20, 20), (40, 40, 50, 50)])
    InsertResult(count=2, start_id=0, end_id=1)
    >>> tree.query((0, 0, 30, 30))
    [(0, 10.0, 10.0, 20.0, 20.0)]
    >>> tree.update(0, 10, 10, 20, 20, 60, 60, 70, 70), tree.delete(1, 40, 40, 50, 50)
    (True, True)
    >>> tree.nearest_neighbor((0, 0))
    (0, 60.0, 60.0, 70.0, 70.0)
    """

    _sides = 4

    def delete(self, id_: int, min_x: float, min_y: float, max_x: float, max_y: float) -> bool:
        """Delete the box of an id, if it is exactly this one. Was it?"""
        return self._delete(id_, (min_x, min_y, max_x, max_y))

    def delete_tuple(self, t: Any) -> bool:
        """As `delete`, with a tuple as `query` returns it."""
        id_, *box = t
        return self._delete(id_, tuple(box))

    def update(
        self,
        id_: int,
        old_min_x: float,
        old_min_y: float,
        old_max_x: float,
        old_max_y: float,
        new_min_x: float,
        new_min_y: float,
        new_max_x: float,
        new_max_y: float,
    ) -> bool:
        """Give an id another box, if its box is exactly the old one. Was it?"""
        old, new = (old_min_x, old_min_y, old_max_x, old_max_y), (new_min_x, new_min_y, new_max_x, new_max_y)
        return self._update(id_, old, new)

    def update_tuple(self, id_: int, old_rect: Any, new_rect: Any) -> bool:
        """As `update`, with tuples."""
        return self._update(id_, old_rect, new_rect)


class QuadTree(Ided):
    """
    A tree of points with ids, in place of `fastquadtree.QuadTree`.

    Parameters
    ----------
    bounds : tuple
        min_x, min_y, max_x, max_y: points are in them, and not on the sides of greater x or y.
    capacity, max_depth, dtype
        As those of `RectQuadTree`.

    Examples
    --------
    >>> from quadrille.compat.fastquadtree import QuadTree
    >>> tree = QuadTree((0, 0, 100, 100), 16)
    >>> tree.insert((5, 5))
    0
    >>> tree.query((0, 0, 5, 5)), tree.query((5, 5, 6, 6))
    ([], [(0, 5.0, 5.0)])
    """

    _sides = 2

    def _search(self, rect: Any) -> Numbers:
        numbers = super()._search(rect)
        corner = _tuple_of(rect, 4, self._code)[2:]
        return numbers[(self._tree.boxes(numbers)[:, :2] < corner).all(axis=1)]

    def delete(self, id_: int, x: float, y: float) -> bool:
        """Delete the point of an id, if it is exactly this one. Was it?"""
        return self._delete(id_, (x, y))

    def delete_tuple(self, t: Any) -> bool:
        """As `delete`, with a tuple as `query` returns it."""
        id_, x, y = t
        return self._delete(id_, (x, y))

    def update(self, id_: int, old_x: float, old_y: float, new_x: float, new_y: float) -> bool:
        """Give an id another point, if its point is exactly the old one. Was it?"""
        return self._update(id_, (old_x, old_y), (new_x, new_y))

    def update_tuple(self, id_: int, old_point: Any, new_point: Any) -> bool:
        """As `update`, with tuples."""
        return self._update(id_, old_point, new_point)


def _checked_bounds(bounds: Any) -> tuple[Any, ...]:
    values = tuple(bounds)
    if len(values) != 4:
        raise ValueError("bounds must be a tuple of four numeric values (min_x, min_y, max_x, max_y)")
    if not all(isinstance(value, (int, float)) for value in values):
        raise ValueError("bounds must contain numeric values")
    if not all(map(math.isfinite, values)):
        raise ValueError("bounds must be finite numbers")
    if values[0] >= values[2] or values[1] >= values[3]:
        raise ValueError("bounds must satisfy min < max for both axes")
    return values


def _tuple_of(values: Any, count: int, code: str) -> list[Any]:
    if not isinstance(values, tuple):
        raise TypeError(f"expected a tuple, not {values!r}")
    if len(values) != count:
        raise ValueError(f"expected tuple of length {count}, but got tuple of length {len(values)}")
    return array(code, values).tolist()
