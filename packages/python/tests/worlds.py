"""What hypothesis draws: trees with their items in arrays beside them, and questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import quadrille as qd
from brute import Doubles, as_boxes
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

# Quarters are floats and doubles alike, and so few that edges touch often.
coordinates = st.integers(-40, 40).map(lambda whole: whole / 4)
layer_bits = st.sampled_from([0, 0, 0, 1, 2, 3, 6, 8, qd.NO_LAYER])
relations = st.sampled_from(["overlaps", "inside", "contains"])


@st.composite
def rows_of_boxes(draw: st.DrawFn, least: int = 0, most: int = 40) -> Doubles:
    count = draw(st.integers(least, most))
    corners = draw(arrays(np.int64, (count, 4), elements=st.integers(-40, 40))) / 4
    low, high = np.minimum(corners[:, :2], corners[:, 2:]), np.maximum(corners[:, :2], corners[:, 2:])
    if draw(st.booleans()):  # small ones
        high = np.minimum(high, low + 1)
    return np.hstack([low, high])


@st.composite
def rows_of_points(draw: st.DrawFn, least: int = 0, most: int = 40) -> Doubles:
    count = draw(st.integers(least, most))
    points: Doubles = draw(arrays(np.int64, (count, 2), elements=st.integers(-40, 40))) / 4
    return points


@dataclass
class World:
    """A tree and its items. Those that were removed have NaN in place of numbers."""

    tree: qd.Tree
    boxes: Doubles
    layers: Any
    masks: Any
    values: Any
    is_open: bool
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def live(self) -> Any:
        return ~np.isnan(self.boxes[:, 0])

    def numbers(self, found: Any) -> set[int]:
        return set(np.flatnonzero(found & self.live).tolist())


@st.composite
def worlds(draw: st.DrawFn, least: int = 0, most: int = 40, filters: bool = True, closed: bool = False) -> World:
    given = draw(st.one_of(rows_of_boxes(least, most), rows_of_points(least, most)))
    count = len(given)
    is_open = not closed and draw(st.booleans())
    settings: dict[str, Any] = {
        "precision": draw(st.sampled_from(["float", "double"])),
        "edges": "open" if is_open else "closed",
        "leaf_capacity": draw(st.sampled_from([1, 2, 5, 64])),
        "threads": draw(st.sampled_from([1, 1, 2])),
        "totals": draw(st.booleans()),
    }
    layers, masks = (
        draw(arrays(np.uint32, count, elements=layer_bits)) if filters else np.zeros(count, dtype=np.uint32)
        for _ in range(2)
    )
    values = draw(arrays(np.int64, count, elements=st.integers(-100, 100)))
    if not settings["totals"]:
        values[:] = 0
    tree = qd.Tree(given, layers=layers, masks=masks, values=values if settings["totals"] else None, **settings)
    boxes = as_boxes(given) if count else np.empty((0, 4))
    if count and draw(st.booleans()):
        movers = draw(st.lists(st.integers(0, count - 1), unique=True, max_size=5))
        boxes[movers] += draw(coordinates)
        tree.move(movers, boxes[movers])
    if count and draw(st.booleans()):
        leavers = draw(st.lists(st.integers(0, count - 1), unique=True, max_size=count // 2))
        tree.remove(leavers)
        boxes[leavers] = np.nan
    return World(tree, boxes, layers, masks, values, is_open, settings)


@st.composite
def options(draw: st.DrawFn, world: World, relation: bool = True) -> dict[str, Any]:
    """Those of one question."""
    chosen: dict[str, Any] = {"layers": draw(layer_bits), "mask": draw(layer_bits)}
    if relation:
        chosen["relation"] = draw(relations)
    live = np.flatnonzero(world.live)
    if len(live) and draw(st.booleans()):
        chosen["ignore"] = int(draw(st.sampled_from(live.tolist())))
    return chosen
