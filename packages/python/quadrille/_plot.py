"""Pictures by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._types import Doubles

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._tree import Tree


def _outlines(boxes: Doubles) -> Doubles:
    """The corners of boxes, of shape (n, 5, 2), as lines that close."""
    return np.stack([boxes[:, [0, 1]], boxes[:, [2, 1]], boxes[:, [2, 3]], boxes[:, [0, 3]], boxes[:, [0, 1]]], axis=1)


def _cells(tree: Tree) -> Doubles:
    """The squares of the leaves. That of items beyond the root is the whole plane, cut to what the others show."""
    nodes, bounds = tree.nodes(), tree.bounds
    squares: Doubles = nodes["square"][nodes["leaf"]]
    if bounds is None:
        return squares[:0]
    seen = np.vstack([squares[np.abs(squares).max(axis=1) < 1e38], [bounds]])
    low, high = seen[:, :2].min(axis=0), seen[:, 2:].max(axis=0)
    return np.clip(squares, [*low, *low], [*high, *high])


def plot(tree: Tree, axes: Axes | None, *, cells: bool, items: bool) -> Axes:
    from matplotlib import pyplot
    from matplotlib.collections import LineCollection

    axes = axes or pyplot.gca()
    if cells:
        axes.add_collection(LineCollection(list(_outlines(_cells(tree))), colors="0.8", linewidths=0.6, zorder=1))
    if items:
        boxes = tree.boxes()
        is_point = (boxes[:, :2] == boxes[:, 2:]).all(axis=1)
        # without snapping to pixels, which hides boxes smaller than one
        lines = LineCollection(
            list(_outlines(boxes[~is_point])), colors="C0", linewidths=0.9, capstyle="projecting", zorder=2
        )
        lines.set_snap(False)
        axes.add_collection(lines)
        axes.plot(*boxes[is_point, :2].T, "o", color="C0", markersize=2.5, zorder=2)
    axes.set_aspect("equal")
    axes.autoscale_view()
    return axes
