"""
What the trees of fastquadtree share: geometries in a tree of Quadrille's, and an id for each.

A geometry is four numbers, or two for a point, of the tree's type. The tree numbers them; an array says which id each
number belongs to.
"""

from __future__ import annotations

import copy
import json
import math
import operator
import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from .. import _files
from .._tree import Tree
from .._types import Numbers

__all__ = ["DType", "Geometries", "Ids", "InsertResult", "SerializationError", "tuple_of", "whole"]

DType = Literal["f32", "f64", "i32", "i64"]
Ids = npt.NDArray[np.uint64]
CODES = {"f32": ("f", np.float32), "f64": ("d", np.float64), "i32": ("i", np.int32), "i64": ("q", np.int64)}
EXACT = 1 << 53
FARTHEST = float(np.finfo(np.float32).max)
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


class Geometries:
    """A tree of geometries with ids."""

    _sides: ClassVar[int]
    _kind: ClassVar[str]  # the name in bytes, that of subclasses too

    def __init__(self, bounds: Any, capacity: int, *, max_depth: int | None = None, dtype: DType = "f32") -> None:
        if dtype not in CODES:
            raise TypeError(f"Unsupported dtype: {dtype}")
        self._bounds = _checked_bounds(bounds)
        self._capacity = whole("capacity", capacity)
        self._max_depth = None if max_depth is None else whole("max_depth", max_depth)
        self._dtype = dtype
        self._code, self._type = CODES[dtype]
        self._edges: list[Any] = array(self._code, self._bounds).tolist()
        self._reset()

    def clear(self) -> None:
        """Remove everything; ids begin at 0 again."""
        self._reset()

    def _reset(self) -> None:
        """An empty tree. The constructor does not call `clear`, which a subclass may have extended."""
        self._tree = Tree(
            precision="float" if self._dtype == "f32" else "double",
            world=np.clip(np.array(self._bounds, np.float64), -FARTHEST, FARTHEST)
            if self._dtype == "f32"
            else self._bounds,
            leaf_capacity=min(max(self._capacity, 1), 4096),
            max_depth=0 if self._max_depth is None else min(max(self._max_depth, 1), 24),
        )
        self._ids: Ids = np.empty(0, np.uint64)

    def __copy__(self) -> Any:
        copied = self.__class__.__new__(self.__class__)
        copied.__dict__.update(self.__dict__)
        copied._tree, copied._ids = copy.copy(self._tree), self._ids.copy()
        return copied

    def __len__(self) -> int:
        return len(self._tree)

    def __contains__(self, geom: Any) -> bool:
        values = tuple(geom)
        return len(self._equal(geom if self._sides == len(values) == 4 else values)) > 0  # a box must be a tuple

    # ---- ask

    def query_np(self, rect: Any) -> tuple[Ids, npt.NDArray[Any]]:
        """
        As `query`, in arrays.

        Returns
        -------
        ids : ndarray of uint64, shape (m,)
        geometries : ndarray of the tree's type, shape (m, 4) or (m, 2)
        """
        return self._arrays(self._search(rect))

    def nearest_neighbor_np(self, point: Any) -> tuple[int, npt.NDArray[Any]] | None:
        """As `nearest_neighbor`: an id and an array."""
        ids, geometries = self.nearest_neighbors_np(point, 1)
        return (int(ids[0]), geometries[0]) if len(ids) else None

    def nearest_neighbors_np(self, point: Any, k: int) -> tuple[Ids, npt.NDArray[Any]]:
        """As `nearest_neighbors`, in arrays as those of `query_np`."""
        return self._arrays(self._nearest(point, k))

    def _search(self, rect: Any) -> Numbers:
        window = tuple_of(rect, 4, self._code)
        if self._beyond(window):  # no such number is in the tree: another that a double has is as good
            window = [value if abs(value) <= EXACT else (EXACT + 2) * (1 if value > 0 else -1) for value in window]
        numbers = np.sort(self._tree.search(*window))
        if self._sides == 2:  # without the points on the sides of greater x or y
            numbers = numbers[(self._tree.boxes(numbers)[:, :2] < window[2:]).all(axis=1)]
        return numbers

    def _nearest(self, point: Any, k: int) -> Numbers:
        count = min(whole("k", k), len(self))
        at = tuple_of(point, 2, self._code)
        if not all(map(math.isfinite, at)):
            raise ValueError(f"point: expected finite coordinates, not {tuple(at)}")
        if self._beyond(at):
            raise ValueError(f"point: a coordinate of {tuple(at)} has more than 53 bits")
        return np.atleast_1d(self._tree.nearest(at, count)[1]) if count else np.empty(0, np.int64)

    def _arrays(self, numbers: Numbers) -> tuple[Ids, npt.NDArray[Any]]:
        return self._ids[numbers], self._tree.boxes(numbers)[:, : self._sides].astype(self._type)

    def get_all_node_boundaries(self) -> list[tuple[float, ...]]:
        """
        The squares of all nodes as min_x, min_y, max_x, max_y: to draw them. Boxes with their middle outside the
        square of the root are kept in a separate list, which has no square.
        """
        squares = self._tree.nodes()["square"]
        drawn: Any = (np.abs(squares) < FARTHEST).all(axis=1)
        drawn[:1] = True  # the root, however large the bounds are
        return list(map(tuple, squares[drawn].tolist()))

    def get_inner_max_depth(self) -> int:
        """The levels that the tree may have below its root."""
        return int(self._tree.stats()["max_depth"]) if self._max_depth is None else self._max_depth

    # ---- change

    def _insert_one(self, given: list[Any], id: int) -> int:
        """The number that a checked geometry gets."""
        self._refuse_one_outside(given)
        number = int(self._tree.insert(given))
        if number >= len(self._ids):
            self._ids = np.concatenate((self._ids, np.zeros(number // 2 + 16, np.uint64)))
        self._ids[number] = id
        return number

    def _checked_rows(self, geoms: Any) -> npt.NDArray[Any]:
        """A sequence of tuples as rows that may be inserted."""
        if isinstance(geoms, np.ndarray):
            raise TypeError("geoms is a NumPy array: use insert_many_np()")
        return self._checked(np.array([self._geometry(geom) for geom in geoms], dtype=self._type))

    def _checked_array(self, geoms: Any) -> npt.NDArray[Any]:
        """An array of the tree's type as rows that may be inserted."""
        if not isinstance(geoms, np.ndarray):
            raise TypeError("insert_many_np requires a NumPy array")
        if geoms.size and geoms.dtype != self._type:
            raise TypeError(f"NumPy array dtype {geoms.dtype} does not match quadtree dtype {self._dtype}")
        return self._checked(geoms)

    def _checked(self, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if not rows.size:
            return np.empty((0, self._sides), self._type)
        if rows.ndim != 2 or rows.shape[1] != self._sides:
            raise ValueError(f"geometries must have shape (N, {self._sides})")
        self._refuse_outside(rows)
        return rows

    def _insert_rows(self, rows: npt.NDArray[Any], first: int) -> Numbers:
        """The numbers that checked rows get, whose ids begin with the first."""
        numbers: Numbers = self._tree.insert(rows)
        self._keep(numbers, np.arange(first, first + len(rows), dtype=np.uint64))
        return numbers

    def _keep(self, numbers: Numbers, ids: Ids) -> None:
        if self._tree.capacity > len(self._ids):
            more = np.zeros(self._tree.capacity // 2 + 16, np.uint64)
            self._ids = np.concatenate((self._ids, np.zeros(self._tree.capacity - len(self._ids), np.uint64), more))
        self._ids[numbers] = ids

    # ---- geometries

    def _geometry(self, geom: Any) -> list[Any]:
        """The numbers as the tree's type has them."""
        return tuple_of(geom, self._sides, self._code)

    def _box(self, given: Sequence[Any]) -> tuple[Any, ...]:
        return (*given, *given)[:4]

    def _refuse_one_outside(self, given: list[Any]) -> None:
        """As `_refuse_outside`, without an array, which takes longer than the insertion."""
        x0, y0, x1, y1 = self._edges
        (x, y), (far_x, far_y) = given[:2], given[-2:]
        inside = far_x >= x0 and far_y >= y0 and (x <= x1 and y <= y1 if self._sides == 4 else x < x1 and y < y1)
        if not inside or self._beyond(given):
            self._refuse_outside(np.array([given], dtype=self._type))

    def _beyond(self, given: list[Any]) -> bool:
        """Is one of the whole numbers none that a double has?"""
        return self._dtype == "i64" and max(map(abs, given)) > EXACT

    def _refuse_outside(self, rows: npt.NDArray[Any]) -> None:
        low, high = np.array(self._edges, dtype=self._type).reshape(2, 2)
        inside = (rows[:, -2:] >= low).all(axis=1)
        inside &= (rows[:, :2] <= high).all(axis=1) if self._sides == 4 else (rows < high).all(axis=1)
        if not inside.all():
            row = int(np.argmin(inside))
            raise ValueError(f"row {row}: {tuple(rows[row].tolist())!r} is outside bounds {self._bounds}")
        if self._dtype == "i64" and (np.abs(rows) > EXACT).any():
            raise ValueError("a coordinate has more than 53 bits, which the tree cannot keep exactly")

    def _equal(self, geom: Any) -> Numbers:
        """The numbers whose geometry, as the tree has it, is exactly this one; the least first."""
        given = self._geometry(geom)
        return self._at(given) if given == list(geom) else np.empty(0, np.int64)

    def _at(self, given: list[Any]) -> Numbers:
        """The numbers that have a geometry of the tree's type; the least first."""
        box = self._box(given)
        if self._beyond(given) or not (box[0] <= box[2] and box[1] <= box[3]):
            return np.empty(0, np.int64)
        numbers = np.sort(self._tree.search(*box, relation="inside"))
        same: Numbers = numbers[(self._tree.boxes(numbers) == box).all(axis=1)]
        return same

    # ---- bytes

    def _head(self) -> dict[str, Any]:
        """What `_read` needs to make a tree."""
        head = {"class": self._kind, "dtype": self._dtype, "capacity": self._capacity}
        return head | {"ids": self._tree.capacity, "bounds": self._bounds, "max_depth": self._max_depth}

    def _write(self, head: dict[str, Any], *sections: bytes) -> bytes:
        text = json.dumps(head | {"sections": list(map(len, sections))}).encode()
        ids = self._ids[: self._tree.capacity].astype("<u8").tobytes()
        return b"".join((MAGIC, struct.pack("<Q", len(text)), text, ids, *sections, bytes(self._tree)))

    @classmethod
    def _read(cls, data: Any, allow_pickle: bool, preallocation_limit_bytes: int | None) -> Any:
        if preallocation_limit_bytes is not None:
            raise NotImplementedError("preallocation_limit_bytes: memory follows the length of the bytes")
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError("data must be bytes-like")
        try:
            return cls._parsed(bytes(data), allow_pickle)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError, struct.error) as error:
            raise SerializationError(f"not the bytes of a {cls._kind}: {error}") from error

    @classmethod
    def _parsed(cls, data: bytes, allow_pickle: bool) -> Any:
        start = len(MAGIC) + 8
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("another format")
        end = start + struct.unpack("<Q", data[len(MAGIC) : start])[0]
        head = json.loads(data[start:end])
        if head["class"] != cls._kind:
            raise ValueError(f"a {head['class']}")
        tree = cls.__new__(cls)  # a subclass may have other parameters
        Geometries.__init__(tree, head["bounds"], head["capacity"], max_depth=head["max_depth"], dtype=head["dtype"])
        at, sections = end + 8 * head["ids"], []
        for length in head["sections"]:
            sections.append(data[at : at + length])
            at += length
        tree._tree = _files.load(data[at:])
        tree._ids = np.frombuffer(data[end : end + 8 * head["ids"]], "<u8").astype(np.uint64)
        if len(tree._ids) < tree._tree.capacity:
            raise ValueError("ids are missing")
        tree._take(head, sections, allow_pickle)
        return tree

    def _take(self, head: dict[str, Any], sections: list[bytes], allow_pickle: bool) -> None:
        """What a class has beside geometries and ids."""
        raise NotImplementedError


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
    return tuple(float(value) if isinstance(value, (bool, float)) else int(value) for value in values)


def whole(name: str, value: Any) -> int:
    """A whole number of 64 bits without a sign."""
    number = operator.index(value)
    if not 0 <= number < 1 << 64:
        raise OverflowError(f"{name}: expected 0 to 2**64 - 1, not {number}")
    return number


def tuple_of(values: Any, count: int, code: str) -> list[Any]:
    if not isinstance(values, tuple):
        raise TypeError(f"expected a tuple, not {values!r}")
    if len(values) != count:
        raise ValueError(f"expected tuple of length {count}, but got tuple of length {len(values)}")
    return array(code, values).tolist()
