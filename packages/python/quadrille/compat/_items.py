"""What the trees of fastquadtree that keep objects answer with."""

from __future__ import annotations

from typing import Any

__all__ = ["Bounds", "Item", "Point", "PointItem", "RectItem"]

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]


class Item:
    """
    A geometry with its id and its object.

    Attributes
    ----------
    id_ : int
    geom : tuple of float
        As it was given.
    obj : object
        None without one.

    Examples
    --------
    >>> Item(3, (1, 2), "a tree").to_dict()
    {'id': 3, 'geom': (1, 2), 'obj': 'a tree'}
    """

    __slots__ = ("geom", "id_", "obj")

    def __init__(self, id_: int, geom: Any, obj: Any = None) -> None:
        self.id_ = id_
        self.geom = geom
        self.obj = obj

    def to_dict(self) -> dict[str, Any]:
        """The item as a dictionary with the keys id, geom and obj."""
        return {"id": self.id_, "geom": self.geom, "obj": self.obj}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Item:
        """
        The item that `to_dict` described.

        Raises
        ------
        KeyError
            One of id, geom and obj is missing.
        """
        return cls(data["id"], data["geom"], data["obj"])


class PointItem(Item):
    """
    An item of a tree of points.

    Attributes
    ----------
    x, y : float

    Examples
    --------
    >>> PointItem(3, (1, 2)).y
    2
    """

    __slots__ = ("x", "y")

    def __init__(self, id_: int, geom: Point, obj: Any = None) -> None:
        super().__init__(id_, geom, obj)
        self.x, self.y = geom


class RectItem(Item):
    """
    An item of a tree of boxes.

    Attributes
    ----------
    min_x, min_y, max_x, max_y : float

    Examples
    --------
    >>> RectItem(3, (1, 2, 5, 6)).max_x
    5
    """

    __slots__ = ("max_x", "max_y", "min_x", "min_y")

    def __init__(self, id_: int, geom: Bounds, obj: Any = None) -> None:
        super().__init__(id_, geom, obj)
        self.min_x, self.min_y, self.max_x, self.max_y = geom
