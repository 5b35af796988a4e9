"""Objects in place of numbers."""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Sized
from typing import Any, Generic, TypeVar, cast

import numpy.typing as npt

from . import _core
from ._tree import Tree

Item = TypeVar("Item", bound=Hashable)
Box = tuple[float, float, float, float]
SETTINGS = ("precision", "edges", "world", "leaf_capacity", "max_depth", "threads")
PAIRS = "items: expected a mapping, or pairs of an object and its box"


class Index(MutableMapping[Item, Box], Generic[Item]):
    """
    A dictionary from objects to their boxes that answers questions about places.

    Parameters
    ----------
    items : mapping or iterable of (object, box), optional
        Objects are hashable, as the keys of a dictionary; boxes are min_x, min_y, max_x, max_y, or x, y.
    **settings
        Those of `Tree`: precision, edges, world, leaf_capacity, max_depth, threads.

    Notes
    -----
    A call costs a few microseconds. Where there are thousands of objects and all of them move, `Tree` with arrays
    is many times as fast.

    Examples
    --------
    >>> import quadrille as qd
    >>> index = qd.Index({"house": (0, 0, 4, 4), "tree": (5, 5, 6, 6)})
    >>> index["dog"] = (3, 3, 4, 4)
    >>> sorted(index.search(2, 2, 5.5, 5.5))
    ['dog', 'house', 'tree']
    >>> index.pairs()
    [('house', 'dog')]
    >>> del index["house"]
    >>> len(index), index.nearest(0, 0)
    (2, ['dog'])
    """

    def __init__(
        self, items: Mapping[Item, npt.ArrayLike] | Iterable[tuple[Item, npt.ArrayLike]] = (), **settings: Any
    ) -> None:
        for name in settings:
            if name not in SETTINGS:
                raise TypeError(f"Index has no parameter {name!r}: expected items and {', '.join(SETTINGS)}")
        self._tree = Tree(**settings)
        self._numbers: dict[Item, int] = {}
        self._objects: list[Item | None] = []
        pairs = items.items() if isinstance(items, Mapping) else items
        if not isinstance(pairs, Iterable):
            raise TypeError(f"{PAIRS}, not {pairs!r:.100}")
        for pair in pairs:
            try:
                item, box = pair
            except (TypeError, ValueError):
                raise TypeError(f"{PAIRS}, not {pair!r:.100}") from None
            self[cast("Item", item)] = cast("npt.ArrayLike", box)

    def __repr__(self) -> str:
        return f"<quadrille.Index of {len(self)} objects>"

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._numbers)

    def __contains__(self, item: object) -> bool:
        return item in self._numbers

    def __getitem__(self, item: Item) -> Box:
        x0, y0, x1, y1 = self._tree.boxes([self._numbers[item]])[0].tolist()
        return x0, y0, x1, y1

    def __setitem__(self, item: Item, box: npt.ArrayLike) -> None:
        number = self._numbers.get(item)
        row = _core.numbers(box, "box")
        if row.shape not in ((4,), (2,)):
            raise ValueError(f"box: expected four numbers or two, not an array of shape {row.shape}")
        try:
            if number is None:
                number = int(self._tree.insert(row))
                if number >= len(self._objects):
                    self._make_room(number)
                self._objects[number] = item
                self._numbers[item] = number  # last: what is not here has not come
            else:
                self._tree.move(number, row)
        except ValueError as error:
            raise ValueError(str(error).replace("boxes: row 0 is", "box:", 1)) from None
        except BaseException as error:
            self._mend(error)
            raise

    def __delitem__(self, item: Item) -> None:
        number = self._numbers[item]
        try:
            self._tree.remove(number)
            del self._numbers[item]
            self._objects[number] = None
        except BaseException as error:
            self._mend(error)
            raise

    def __copy__(self) -> Index[Item]:
        copied: Index[Item] = self.__class__.__new__(self.__class__)
        state: Any = object.__getstate__(self)
        attributes, slots = state if isinstance(state, tuple) else (state, {})  # slots of a class made from this one
        copied.__dict__.update(attributes)
        for name, value in slots.items():
            setattr(copied, name, value)
        copied._tree = copy.copy(self._tree)
        copied._numbers, copied._objects = self._numbers.copy(), self._objects.copy()
        return copied

    def _make_room(self, number: int) -> None:
        self._objects.extend([None] * (number + 1 - len(self._objects)))

    def _mend(self, error: BaseException) -> None:
        """After an interrupt, which may come between two changes: items without an object go, and objects without."""
        if isinstance(error, (TypeError, ValueError, RuntimeError, MemoryError)):
            return  # the tree has refused, and nothing has changed
        live = set(self._tree.numbers().tolist())
        self._numbers = {item: number for item, number in self._numbers.items() if number in live}
        self._tree.remove(list(live.difference(self._numbers.values())))

    def clear(self) -> None:
        """
        Remove every object.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.clear()
        >>> len(index)
        0
        """
        try:
            self._tree.clear()
            self._numbers.clear()
            self._objects.clear()
        except BaseException as error:
            self._mend(error)
            raise

    def insert(self, item: Item, box: npt.ArrayLike) -> None:
        """
        Add an object that is not there yet. ``index[item] = box`` adds it or moves it.

        Raises
        ------
        KeyError
            The object is there.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.insert("ash", (2, 2, 3, 3))
        >>> index["ash"]
        (2.0, 2.0, 3.0, 3.0)
        """
        if item in self._numbers:
            raise KeyError(f"{item!r} is there; index[item] = box moves it")
        self[item] = box

    def insert_many(self, items: Sequence[Item], boxes: npt.ArrayLike) -> None:
        """
        Add many objects and their boxes of shape (n, 4), all of them or none.

        Raises
        ------
        KeyError
            An object is there, or comes twice.
        ValueError
            A box is bad, or there are more or fewer boxes than objects.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.insert_many(["ash", "fir"], [[2, 2, 3, 3], [8, 8, 9, 9]])
        >>> len(index)
        4
        """
        if not isinstance(items, Sized):
            raise TypeError(f"items: expected a sequence of objects, not {items!r:.100}")
        if len(set(items)) != len(items) or not self._numbers.keys().isdisjoint(items):
            raise KeyError("an object is there, or comes twice")
        array = _core.numbers(boxes, "boxes")
        if array.shape == (0,):
            array = array.reshape(0, 4)
        if array.ndim != 2 or len(array) != len(items):
            raise ValueError(f"boxes: expected {len(items)} rows, one for each object, not shape {array.shape}")
        try:
            numbers = self._tree.insert(array).tolist()
            self._make_room(max(numbers, default=-1))
            for item, number in zip(items, numbers, strict=True):
                self._objects[number] = item
            self._numbers.update(zip(items, numbers, strict=True))
        except BaseException as error:
            self._mend(error)
            raise

    def _named(self, numbers: Iterable[int]) -> list[Item]:
        objects = self._objects
        return [objects[number] for number in numbers]  # type: ignore[misc]

    def search(
        self, min_x: float, min_y: float, max_x: float, max_y: float, *, relation: Any = "overlaps"
    ) -> list[Item]:
        """
        The objects in a window, in no particular order; parameters as those of `Tree.search`.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.search(0, 0, 2, 2)
        ['oak']
        """
        return self._named(self._tree.search(min_x, min_y, max_x, max_y, relation=relation).tolist())

    def within(self, x: float, y: float, radius: float) -> list[Item]:
        """
        The objects whose boxes come within a distance of a point.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.within(4, 4, 2)
        ['elm']
        """
        return self._named(self._tree.within(x, y, radius).tolist())

    def at(self, x: float, y: float) -> list[Item]:
        """
        The objects whose boxes contain a point.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.at(5.5, 5.5)
        ['elm']
        """
        return self._named(self._tree.at(x, y).tolist())

    def nearest(self, x: float, y: float, k: int = 1, *, max_distance: float | None = None) -> list[Item]:
        """
        At most k objects, the nearest first.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.nearest(4, 4, 2)
        ['elm', 'oak']
        """
        try:
            _, numbers = self._tree.nearest([x, y], k, max_distance=max_distance)
        except (TypeError, ValueError) as error:
            raise type(error)(str(error).replace("points:", "x, y:", 1)) from None
        if numbers.ndim > (k != 1):
            raise TypeError("x, y: expected two numbers, not two arrays")
        missing = self._tree.capacity  # stands for each item that does not exist
        return self._named(number for number in numbers.ravel().tolist() if number != missing)

    def pairs(self, *, distance: float = 0.0) -> list[tuple[Item, Item]]:
        """
        All pairs of objects that overlap, or are within a distance.

        Examples
        --------
        >>> import quadrille as qd
        >>> index = qd.Index({"oak": (0, 0, 1, 1), "elm": (5, 5, 6, 6)})
        >>> index.pairs(distance=10)
        [('oak', 'elm')]
        """
        first, second = self._tree.pairs(distance=distance).T
        return list(zip(self._named(first.tolist()), self._named(second.tolist()), strict=True))
