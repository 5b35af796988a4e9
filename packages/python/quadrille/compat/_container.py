"""`RtreeContainer` of Rtree over a quadtree: objects, found by their boxes, each of which may have several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal, overload

import numpy as np

from ._property import Property
from ._rindex import Index, Item, _is_nothing

__all__ = ["RtreeContainer"]


class RtreeContainer(Index):
    """
    A container of objects, in place of `rtree.index.RtreeContainer`.

    Parameters
    ----------
    stream : iterable of (object, coordinates), optional
        What to insert at once.
    properties : Property, optional
    interleaved : bool, default True
    pagesize : int, optional
        As those of `Index`.

    Raises
    ------
    ValueError
        A file name: the container is in memory.

    Notes
    -----
    Objects are the same if they are one object: an equal one is another. The other methods are those of `Index`, and
    their ids are ``id(object)``.

    Examples
    --------
    >>> from quadrille.compat.rtree import RtreeContainer
    >>> house, tree = {"name": "house"}, {"name": "tree"}
    >>> container = RtreeContainer([(house, (0, 0, 2, 2))])
    >>> container.insert(tree, (5, 5))
    >>> list(container.intersection((1, 1, 3, 3)))
    [{'name': 'house'}]
    >>> [(item.object, item.bbox) for item in container.nearest((4, 4), 1, bbox=True)]
    [({'name': 'tree'}, [5.0, 5.0, 5.0, 5.0])]
    >>> container.delete(house, (0, 0, 2, 2))
    >>> house in container, tree in container, len(container)
    (False, True, 1)
    """

    def __init__(
        self, *args: Any, properties: Property | None = None, interleaved: bool = True, pagesize: int | None = None
    ) -> None:
        if args and isinstance(args[0], (str, bytes)):
            raise ValueError(f"{type(self)} supports only in-memory indexes")
        super().__init__(
            *[None][: len(args)], *args[1:], properties=properties, interleaved=interleaved, pagesize=pagesize
        )
        self._objects: dict[int, object] = {}  # by their ids
        self._counts: Counter[int] = Counter()
        if args and not _is_nothing(args[0]):
            self._insert_pairs(args[0])

    def __copy__(self) -> Any:
        copied = super().__copy__()
        copied._objects, copied._counts = self._objects.copy(), self._counts.copy()
        return copied

    def __contains__(self, obj: object) -> bool:
        return id(obj) in self._objects

    def __iter__(self) -> Iterator[object]:
        """Each object once."""
        return iter(self._objects.values())

    # ---- change

    def insert(self, obj: object, coordinates: Any) -> None:  # type: ignore[override]
        """
        Insert an object. It may be there already, with the same box or another.

        Parameters
        ----------
        obj : object
            Any.
        coordinates : sequence of float
            Four, or two for a point.
        """
        super().insert(id(obj), coordinates)
        self._objects[id(obj)] = obj
        self._counts[id(obj)] += 1

    add = insert  # type: ignore[assignment]

    def delete(self, obj: object, coordinates: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """
        Delete one box of an object. Without such a box nothing happens.

        Raises
        ------
        IndexError
            The object is not in the container.

        Examples
        --------
        >>> RtreeContainer().delete("a", (0, 0))
        Traceback (most recent call last):
          ...
        IndexError: object is not in the index
        """
        if obj not in self:
            raise IndexError("object is not in the index")
        before = len(self)
        super().delete(id(obj), coordinates)
        self._counts[id(obj)] -= before - len(self)
        if not self._counts[id(obj)]:
            del self._objects[id(obj)], self._counts[id(obj)]

    def _insert_pairs(self, stream: Iterable[tuple[object, Any]]) -> None:
        pairs = list(stream)
        self._insert_box(np.array([self._box(coordinates) for _, coordinates in pairs]).reshape(-1, 4))
        self._objects = {id(obj): obj for obj, _ in pairs}
        self._counts.update(id(obj) for obj, _ in pairs)
        self._ids = np.array([id(obj) for obj, _ in pairs], np.int64)

    # ---- ask

    @overload  # type: ignore[override]
    def intersection(self, coordinates: Any, bbox: Literal[True]) -> Iterator[Item]: ...
    @overload
    def intersection(self, coordinates: Any, bbox: Literal[False] = False) -> Iterator[object]: ...
    def intersection(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, coordinates: Any, bbox: bool = False
    ) -> Iterator[Any]:
        """
        The objects whose boxes overlap a window, touching included.

        Parameters
        ----------
        coordinates : sequence of float
            Four, or two for a point; they may be infinite.
        bbox : bool, default False
            An `Item` of each, which has its box.

        Returns
        -------
        iterator
            It asks when the first is taken, and raises then.

        Examples
        --------
        >>> list(RtreeContainer([("a", (0, 0, 1, 1)), ("b", (3, 3))]).intersection((1, 1, 2, 2)))
        ['a']
        """
        yield from self._answer(super().intersection(coordinates, _checked(bbox)))

    @overload  # type: ignore[override]
    def nearest(self, coordinates: Any, num_results: int, bbox: Literal[True]) -> Iterator[Item]: ...
    @overload
    def nearest(self, coordinates: Any, num_results: int = 1, bbox: Literal[False] = False) -> Iterator[object]: ...
    def nearest(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, coordinates: Any, num_results: int = 1, bbox: bool = False
    ) -> Iterator[Any]:
        """
        The objects with the nearest boxes, and all others that are as near as the last of them.

        Parameters
        ----------
        coordinates : sequence of float
        num_results : int, default 1
            As those of `Index.nearest`.
        bbox : bool, default False
            As in `intersection`.

        Examples
        --------
        >>> list(RtreeContainer([("a", (0, 0, 1, 1)), ("b", (3, 3))]).nearest((9, 9)))
        ['b']
        """
        yield from self._answer(super().nearest(coordinates, num_results, _checked(bbox)))

    def _answer(self, found: Iterator[Any]) -> Iterator[Any]:
        for each in found:
            if isinstance(each, Item):
                each.object = self._objects[each.id]
                each.id = None  # type: ignore[assignment]
                yield each
            else:
                yield self._objects[each]

    # ---- the rest

    def __repr__(self) -> str:
        return f"quadrille.compat.rtree.RtreeContainer(bounds={self.bounds}, size={len(self)})"

    def get_size(self) -> int:
        """How many boxes; ``len(container)``."""
        return len(self)

    def __and__(self, other: object) -> Any:
        return NotImplemented  # Rtree's are not joined either

    __or__ = __and__

    def close(self) -> None:
        """Free the memory. Later calls raise `RTreeError`, a second `close` OSError."""
        super().close()
        self._objects.clear()
        self._counts.clear()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The objects of a copy are others, with other ids."""
        self.__dict__.update(state)
        now = {before: id(obj) for before, obj in self._objects.items()}
        self._ids = np.array([now.get(before, 0) for before in self._ids.tolist()], np.int64)
        self._objects = {id(obj): obj for obj in self._objects.values()}
        self._counts = Counter(self._ids[self._tree.numbers()].tolist())


def _checked(bbox: object) -> Any:
    if not isinstance(bbox, bool):
        raise ValueError("valid values for the bbox argument are True and False")
    return bbox
