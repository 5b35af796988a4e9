"""
The trees of fastquadtree that keep objects: each geometry has an id that the tree gives, and an item with its object.

An id is a place in the list of items. A newcomer alone takes the place that was freed last; many go to the end.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from .._types import Numbers
from ._geometries import Geometries, InsertResult
from ._items import Item, PointItem, RectItem

__all__ = ["QuadTreeObjects", "RectQuadTreeObjects"]

Kind = TypeVar("Kind", bound=Item)


class Tracked(Geometries, Generic[Kind]):
    """What the trees of boxes and of points with objects share."""

    _item: ClassVar[type[Any]]

    def _reset(self) -> None:
        super()._reset()
        self._items: list[Kind | None] = []  # by id
        self._numbers: list[int] = []  # by id, in the tree
        self._free: list[int] = []
        self._of: dict[int, set[int]] = {}  # ids by the identity of the object

    def __copy__(self) -> Any:
        copied = super().__copy__()
        copied._items, copied._numbers, copied._free = self._items.copy(), self._numbers.copy(), self._free.copy()
        copied._of = {key: ids.copy() for key, ids in self._of.items()}
        return copied

    def __iter__(self) -> Iterator[Kind]:
        return (item for item in self._items if item is not None)

    # ---- change

    def insert(self, geom: Any, obj: Any = None) -> int:
        """
        Insert a box, or a point, with an object.

        Parameters
        ----------
        geom : tuple
            min_x, min_y, max_x, max_y; or x, y.
        obj : object, optional
            Any; several geometries may have the same.

        Returns
        -------
        id : int
            The one that was freed last, or the next.

        Raises
        ------
        ValueError
            It is outside the bounds, NaN or inverted.
        TypeError
            It is not a tuple of numbers of the tree's type.
        OverflowError
            A whole number is out of range.
        """
        given = self._geometry(geom)
        id_ = self._free[-1] if self._free else len(self._items)
        number = self._insert_one(given, id_)
        if self._free:
            self._free.pop()
            self._numbers[id_] = number
        else:
            self._items.append(None)
            self._numbers.append(number)
        self._put(self._item(id_, geom, obj))
        return id_

    def insert_many(self, geoms: Sequence[Any], objs: Sequence[Any] | None = None) -> InsertResult:
        """
        Insert many, all of them or none, with new ids one after the other.

        Parameters
        ----------
        geoms : sequence of tuple
        objs : sequence of object, optional
            One for each.

        Raises
        ------
        ValueError
            One is outside the bounds, NaN or inverted, or there are more or fewer objects.
        TypeError
            `geoms` is an array; see `insert_many_np`.
        """
        len(geoms)  # an iterator is none
        return self._insert_last(self._checked_rows(geoms), geoms, objs)

    def insert_many_np(self, geoms: Any, objs: Sequence[Any] | None = None) -> InsertResult:
        """
        Insert the rows of an array of the tree's type, all of them or none.

        Raises
        ------
        ValueError
            A row is outside the bounds, NaN or inverted, the shape is another, or there are more or fewer objects.
        TypeError
            It is no array, or of another type.
        """
        rows = self._checked_array(geoms)
        return self._insert_last(rows, list(map(tuple, rows.tolist())), objs)

    def _insert_last(self, rows: npt.NDArray[Any], geoms: Sequence[Any], objs: Sequence[Any] | None) -> InsertResult:
        first, count = len(self._items), len(rows)
        objects = [None] * count if objs is None or not count else list(objs)
        if len(objects) != count:
            raise ValueError(f"objs length must match geoms length: {len(objects)} objects, {count} geometries")
        self._numbers += self._insert_rows(rows, first).tolist()
        self._items += [None] * count
        for id_, geom, obj in zip(range(first, first + count), geoms, objects, strict=True):
            self._put(self._item(id_, geom, obj))
        return InsertResult(count=count, start_id=first, end_id=first + count - 1)

    def delete(self, id_: int) -> bool:
        """Delete what has an id. Was it there?"""
        item = self._item_of(id_)
        if item is None:
            return False
        self._tree.remove(self._numbers[id_])
        self._forget(item)
        self._items[id_] = None
        self._free.append(item.id_)
        return True

    def delete_by_object(self, obj: Any) -> int:
        """Delete all that have this very object. How many were there?"""
        return sum(map(self.delete, sorted(self._of.get(id(obj), ()))))

    def delete_one_by_object(self, obj: Any) -> bool:
        """Delete the one of least id that has this very object. Was it there?"""
        return self.delete(min(self._of.get(id(obj), {-1})))

    def attach(self, id_: int, obj: Any) -> None:
        """
        Give an id another object, or None.

        Raises
        ------
        KeyError
            There is no such id.
        """
        item = self._item_of(id_)
        if item is None:
            raise KeyError(f"ID {id_} not found in quadtree")
        self._put(self._item(item.id_, item.geom, obj))

    def _delete_at(self, geom: Any) -> bool:
        ids = self._ids[self._equal(geom)]
        return len(ids) > 0 and self.delete(int(ids.min()))

    def _update(self, id_: int, geom: Any) -> bool:
        item = self._item_of(id_)
        if item is None:
            return False
        given = self._geometry(geom)
        self._refuse_one_outside(given)
        self._tree.move(self._numbers[id_], given)
        self._put(self._item(item.id_, geom, item.obj))
        return True

    def _update_by_object(self, obj: Any, geom: Any) -> bool:
        return self._update(min(self._of.get(id(obj), {-1})), geom)

    # ---- ask

    def query(self, rect: Any) -> list[Kind]:
        """
        The items in a window.

        Parameters
        ----------
        rect : tuple
            min_x, min_y, max_x, max_y. Boxes that touch it are in it; points on its sides of greater x or y are not.

        Returns
        -------
        items : list of RectItem or of PointItem

        Raises
        ------
        ValueError
            The window is inverted or NaN.
        """
        return self._items_of(self._search(rect))

    def query_ids(self, rect: Any) -> list[int]:
        """The ids in a window."""
        ids: list[int] = self._ids[self._search(rect)].tolist()
        return ids

    def nearest_neighbor(self, point: Any) -> Kind | None:
        """The item that is nearest to a point; None without any."""
        return next(iter(self.nearest_neighbors(point, 1)), None)

    def nearest_neighbors(self, point: Any, k: int) -> list[Kind]:
        """At most k items, the nearest first."""
        return self._items_of(self._nearest(point, k))

    def get(self, id_: int) -> Any:
        """The object of an id; None without one."""
        item = self._item_of(id_)
        return None if item is None else item.obj

    def get_all_objects(self) -> list[Any]:
        """All objects by id, without None."""
        return [item.obj for item in self if item.obj is not None]

    def get_all_items(self) -> list[Kind]:
        """All items by id."""
        return list(self)

    # ---- items

    def _item_of(self, id_: int) -> Kind | None:
        return self._items[id_] if 0 <= id_ < len(self._items) else None

    def _items_of(self, numbers: Numbers) -> list[Kind]:
        found = (self._items[id_] for id_ in self._ids[numbers].tolist())
        return [item for item in found if item is not None]

    def _put(self, item: Kind) -> None:
        """Let an item have the place of its id, which an older one may have."""
        old = self._items[item.id_]
        if old is not None:
            self._forget(old)
        self._items[item.id_] = item
        if item.obj is not None:
            self._of.setdefault(id(item.obj), set()).add(item.id_)

    def _forget(self, item: Kind) -> None:
        ids = self._of.get(id(item.obj), set())
        ids.discard(item.id_)
        if not ids:
            self._of.pop(id(item.obj), None)

    # ---- store

    def to_bytes(self, include_objects: bool = False) -> bytes:
        """
        The tree in bytes, which `from_bytes` reads. The format is not that of fastquadtree.

        Parameters
        ----------
        include_objects : bool, default False
            Store the objects too, as pickles.
        """
        items = list(self)
        rows = np.array([item.geom for item in items], self._precise()).reshape(-1, self._sides)
        kept = np.array([item.id_ for item in items], "<u8").tobytes() + rows.tobytes()
        objects = [pickle.dumps([item.obj for item in items])] if include_objects else []
        return self._write(self._head(), kept, *objects)

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        allow_objects: bool = False,
        preallocation_limit_bytes: int | None = None,
        disable_preallocation_limit: bool = False,
    ) -> Any:
        """
        The tree that `to_bytes` wrote.

        Parameters
        ----------
        data : bytes
        allow_objects : bool, default False
            Read the objects too, if they are there. They are pickles, which can run any code: allow them only in bytes
            that you trust.
        preallocation_limit_bytes : None
            Not here: nothing is allocated that the bytes do not fill.
        disable_preallocation_limit : bool, default False
            Changes nothing, for the same reason.

        Raises
        ------
        SerializationError
            The bytes are others, cut off or damaged.
        """
        return cls._read(data, allow_objects, preallocation_limit_bytes)

    def _take(self, head: dict[str, Any], sections: list[bytes], allow_pickle: bool) -> None:
        count = len(self._tree)
        ids = np.frombuffer(sections[0][: 8 * count], "<u8").astype(np.int64)
        rows = np.frombuffer(sections[0][8 * count :], self._precise()).reshape(count, self._sides)
        places = self._tree.numbers()
        if len(ids) != count or (np.sort(self._ids[places]) != ids).any():
            raise ValueError("ids are missing")
        objects = _unpickled(sections[1]) if allow_pickle and len(sections) > 1 else [None] * count
        end = int(ids.max()) + 1 if count else 0
        self._items += [None] * end
        numbers = np.zeros(end, np.int64)
        numbers[self._ids[places]] = places
        self._numbers = numbers.tolist()
        for id_, geom, obj in zip(ids.tolist(), rows.tolist(), objects, strict=True):
            self._put(self._item(id_, tuple(geom), obj))
        self._free = [id_ for id_, item in enumerate(self._items) if item is None]

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy's objects are others, which its ids are found by."""
        self.__dict__.update(state)
        self._of = {}
        for item in self:
            self._put(item)

    def _precise(self) -> str:
        """The type that keeps what was given."""
        return "<i8" if self._dtype.startswith("i") else "<f8"


def _unpickled(data: bytes) -> Any:
    try:
        return pickle.loads(data)
    except Exception as error:  # damaged, it may raise any
        raise ValueError(f"the objects cannot be read: {error}") from error


class RectQuadTreeObjects(Tracked[RectItem]):
    """
    A tree of boxes with objects, in place of `fastquadtree.RectQuadTreeObjects`.

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
    >>> from quadrille.compat.fastquadtree import RectQuadTreeObjects
    >>> tree = RectQuadTreeObjects((0, 0, 100, 100), 16)
    >>> tree.insert((10, 10, 20, 20), "house"), tree.insert((40, 40, 50, 50), "pond")
    (0, 1)
    >>> [item.obj for item in tree.query((0, 0, 30, 30))]
    ['house']
    >>> tree.update(0, 60, 60, 70, 70), tree.delete_by_object("pond"), len(tree)
    (True, 1, 1)
    >>> tree.nearest_neighbor((0, 0)).geom
    (60, 60, 70, 70)
    """

    _sides = 4
    _kind = "RectQuadTreeObjects"
    _item = RectItem

    def delete_at(self, min_x: float, min_y: float, max_x: float, max_y: float) -> bool:
        """Delete the one of least id that has exactly this box. Was it there?"""
        return self._delete_at((min_x, min_y, max_x, max_y))

    def update(self, id_: int, new_min_x: float, new_min_y: float, new_max_x: float, new_max_y: float) -> bool:
        """
        Give an id another box. Was it there?

        Raises
        ------
        ValueError
            The box is outside the bounds, NaN or inverted.
        """
        return self._update(id_, (new_min_x, new_min_y, new_max_x, new_max_y))

    def update_by_object(
        self, obj: Any, new_min_x: float, new_min_y: float, new_max_x: float, new_max_y: float
    ) -> bool:
        """As `update`, for the least id that has this very object."""
        return self._update_by_object(obj, (new_min_x, new_min_y, new_max_x, new_max_y))


class QuadTreeObjects(Tracked[PointItem]):
    """
    A tree of points with objects, in place of `fastquadtree.QuadTreeObjects`.

    Parameters
    ----------
    bounds : tuple
        min_x, min_y, max_x, max_y: points are in them, and not on the sides of greater x or y.
    capacity, max_depth, dtype
        As those of `RectQuadTreeObjects`.

    Examples
    --------
    >>> from quadrille.compat.fastquadtree import QuadTreeObjects
    >>> tree = QuadTreeObjects((0, 0, 100, 100), 16)
    >>> tree.insert((5, 5), {"name": "oak"})
    0
    >>> [(item.x, item.obj) for item in tree.query((5, 5, 6, 6))]
    [(5, {'name': 'oak'})]
    """

    _sides = 2
    _kind = "QuadTreeObjects"
    _item = PointItem

    def delete_at(self, x: float, y: float) -> bool:
        """Delete the one of least id that is exactly at this point. Was it there?"""
        return self._delete_at((x, y))

    def update(self, id_: int, new_x: float, new_y: float) -> bool:
        """
        Give an id another point. Was it there?

        Raises
        ------
        ValueError
            The point is outside the bounds or NaN.
        """
        return self._update(id_, (new_x, new_y))

    def update_by_object(self, obj: Any, new_x: float, new_y: float) -> bool:
        """As `update`, for the least id that has this very object."""
        return self._update_by_object(obj, (new_x, new_y))
