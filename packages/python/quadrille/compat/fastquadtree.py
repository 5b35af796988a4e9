"""
The trees of fastquadtree over Quadrille's: boxes and points with ids, without objects here and with them in `_tracked`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy.typing as npt

from .._types import Numbers
from ._geometries import Geometries, InsertResult, SerializationError, whole
from ._items import Item, PointItem, RectItem
from ._tracked import QuadTreeObjects, RectQuadTreeObjects

__all__ = ["InsertResult", "Item", "PointItem", "QuadTree", "QuadTreeObjects", "Quadtree", "QuadtreeObjects"]
__all__ += ["RectItem", "RectQuadTree", "RectQuadTreeObjects", "Rectquadtree", "RectquadtreeObjects"]
__all__ += ["SerializationError"]


class Ided(Geometries):
    """What the trees of boxes and of points share: ids of the caller's own."""

    def _reset(self) -> None:
        super()._reset()
        self._next_id = 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows(self._tree.numbers()))

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
            It is not a tuple of numbers of the tree's type, or an id is no whole number.
        OverflowError
            An id or a whole number is out of range.
        """
        given = self._geometry(geom)
        if id_ is not None:
            self._insert_one(given, whole("id_", id_))
            return id_
        self._insert_one(given, self._next_id)
        self._next_id += 1
        return self._next_id - 1

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
        return self._insert_next(self._checked_rows(geoms))

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
        return self._insert_next(self._checked_array(geoms))

    def _insert_next(self, rows: npt.NDArray[Any]) -> InsertResult:
        first, count = self._next_id, len(rows)
        self._insert_rows(rows, first)
        self._next_id += count
        return InsertResult(count=count, start_id=first, end_id=first + count - 1)

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
        id = whole("id_", id_)
        numbers = self._at(self._geometry(geom))
        numbers = numbers[self._ids[numbers] == id]
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

    def nearest_neighbor(self, point: Any) -> tuple[Any, ...] | None:
        """The id and the geometry of what is nearest to a point; None without any."""
        return next(iter(self.nearest_neighbors(point, 1)), None)

    def nearest_neighbors(self, point: Any, k: int) -> list[tuple[Any, ...]]:
        """The ids and geometries of at most k, the nearest first."""
        return self._rows(self._nearest(point, k))

    def _rows(self, numbers: Numbers) -> list[tuple[Any, ...]]:
        ids, geometries = self._arrays(numbers)
        return list(zip(ids.tolist(), *geometries.T.tolist(), strict=True))

    # ---- store

    def to_bytes(self) -> bytes:
        """The tree in bytes, which `from_bytes` reads. The format is not that of fastquadtree."""
        return self._write(self._head() | {"next_id": self._next_id})

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
        return cls._read(data, False, preallocation_limit_bytes)

    def _take(self, head: dict[str, Any], sections: list[bytes], allow_pickle: bool) -> None:
        self._next_id = head["next_id"]
        whole("next_id", self._next_id)


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
    _kind = "RectQuadTree"

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
    _kind = "QuadTree"

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


Quadtree, QuadtreeObjects = QuadTree, QuadTreeObjects
Rectquadtree, RectquadtreeObjects = RectQuadTree, RectQuadTreeObjects
