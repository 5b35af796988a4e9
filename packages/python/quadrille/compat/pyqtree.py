"""`Index` of Pyqtree over a quadtree: any objects, found by their boxes."""

from __future__ import annotations

import math
import operator
from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np

from .._tree import Tree

__all__ = ["Index"]

MAX_ITEMS = 10
MAX_DEPTH = 20
EXACT = 1 << 53


class Index:
    """
    An index of objects, in place of `pyqtree.Index`.

    Parameters
    ----------
    bbox : sequence of float, optional
        Where most boxes will be: min_x, min_y, max_x, max_y. Boxes outside work too.
    x, y, width, height : float, optional
        The same by centre and size, without `bbox`.
    max_items : float, default 10
        More items than this split a leaf. 10, the default, leaves the choice to the tree.
    max_depth : float, default 20
        Levels of the tree, at most 24. 20, the default, leaves the choice to the tree.

    Attributes
    ----------
    center : tuple of float
    width, height : float
        Where most boxes will be.
    max_items, max_depth : float
        As given.

    Raises
    ------
    ValueError
        Neither `bbox` nor all of `x`, `y`, `width` and `height`.

    Examples
    --------
    >>> from quadrille.compat.pyqtree import Index
    >>> index = Index(bbox=(0, 0, 100, 100))
    >>> index.insert("house", (10, 10, 20, 20))
    >>> index.insert("tree", (50, 50))
    >>> index.intersect((0, 0, 50, 50))
    ['house', 'tree']
    >>> index.remove("house", (10, 10, 20, 20))
    >>> index.intersect((0, 0, 50, 50)), len(index)
    (['tree'], 1)
    """

    def __init__(
        self,
        bbox: Any = None,
        x: float | None = None,
        y: float | None = None,
        width: float | None = None,
        height: float | None = None,
        max_items: float = MAX_ITEMS,
        max_depth: float = MAX_DEPTH,
    ) -> None:
        if bbox is not None:
            x1, y1, x2, y2 = bbox
            width, height = abs(x2 - x1), abs(y2 - y1)
            x, y = x1 + width / 2.0, y1 + height / 2.0
        if x is None or y is None or width is None or height is None:
            raise ValueError(
                "Either the bbox argument must be set, or the x, y, width, and height arguments must be set"
            )
        self.center = x, y
        self.width, self.height = width, height
        self.max_items, self.max_depth = max_items, max_depth
        world = x - width / 2, y - height / 2, x + width / 2, y + height / 2
        self._tree = Tree(
            precision="double",
            world=world if world[0] < world[2] and world[1] < world[3] and all(map(math.isfinite, world)) else None,
            leaf_capacity=0 if max_items == MAX_ITEMS else int(min(max(1, max_items), 4096)),
            max_depth=0 if max_depth == MAX_DEPTH else int(min(max(1, max_depth), 24)),
        )
        self._objects: list[Any] = []

    def __len__(self) -> int:
        return len(self._tree)

    def __iter__(self) -> Iterator[Any]:
        """Pyqtree's index iterates over its quads; here `quadrille.Tree.nodes` describes them."""
        raise NotImplementedError("the index has no quads to iterate over; see quadrille.Tree.nodes")

    def insert(self, item: Any, bbox: Any) -> None:
        """
        Insert an object. It may be there already, with the same box or another.

        Parameters
        ----------
        item : object
        bbox : sequence of float
            Four numbers, whose corners may come in any order; or x, y.

        Raises
        ------
        ValueError
            A number is NaN or infinite, a whole one has more than 53 bits, or there are neither four nor two.

        Examples
        --------
        >>> index = Index((0, 0, 9, 9))
        >>> index.insert([1, 2], (5, 5, 3, 3))
        >>> index.intersect((4, 4))
        [[1, 2]]
        """
        number = self._tree.insert(_box(bbox))
        if number == len(self._objects):
            self._objects.append(item)
        else:
            self._objects[number] = item

    def remove(self, item: Any, bbox: Any) -> None:
        """
        Remove an object, or one that equals it, from a box that it was inserted with.

        Raises
        ------
        ValueError
            It is not there with this box.
        """
        box = _box(bbox)
        for number in self._tree.search(*box, relation="inside").tolist():
            kept = self._objects[number]
            if (kept is item or kept == item) and tuple(self._tree.boxes([number])[0]) == box:
                self._tree.remove(number)
                self._objects[number] = None
                return
        raise ValueError(f"{item!r} is not in the index with the box {box}")

    def intersect(self, bbox: Any) -> list[Any]:
        """
        The objects whose boxes meet a window, touching included; each object once.

        Examples
        --------
        >>> index = Index((0, 0, 9, 9))
        >>> index.insert("a", (0, 0, 1, 1))
        >>> index.insert("a", (2, 2, 3, 3))
        >>> index.intersect((1, 1, 2, 2))
        ['a']
        """
        numbers = self._tree.search(*_box(bbox))
        numbers.sort()
        objects = [self._objects[number] for number in numbers.tolist()]
        return list({id(item): item for item in objects}.values())


def _box(bbox: Any) -> tuple[float, float, float, float]:
    """Four doubles with the minimums first. A string is none, although its letters can be compared."""
    x1, y1, x2, y2 = (*bbox, *bbox) if len(bbox) == 2 else bbox
    x1, x2 = (x2, x1) if x1 > x2 else (x1, x2)
    y1, y2 = (y2, y1) if y1 > y2 else (y1, y2)
    try:
        box = array("d", (x1, y1, x2, y2))
    except OverflowError as error:
        raise ValueError(f"a number is too large: {error}") from None
    if max(map(abs, box)) >= EXACT:
        _refuse_rounded((x1, y1, x2, y2), box)
    return box[0], box[1], box[2], box[3]


def _refuse_rounded(given: tuple[Any, ...], box: array[float]) -> None:
    for value, double in zip(given, box, strict=True):
        if isinstance(value, (int, np.integer)) and operator.index(value) != double:
            raise ValueError(f"{value} has more than 53 bits, which the index cannot keep exactly")
