"""The answers by brute force: each item is tested, with numpy and nothing of the library."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
ALL = (1 << 31) - 1  # the layers 0 to 30


def as_boxes(rows: npt.ArrayLike) -> Doubles:
    """Boxes of shape (n, 4); points become boxes without width or height."""
    boxes = np.atleast_2d(np.asarray(rows, dtype=np.float64))
    return np.hstack([boxes, boxes]) if boxes.shape[1] == 2 else boxes.reshape(-1, 4)


def overlaps(boxes: Doubles, window: Doubles, is_open: bool = False) -> Truths:
    low, high = boxes[:, :2], boxes[:, 2:]
    if is_open:
        return np.asarray(((low < window[2:]) & (high > window[:2])).all(axis=1))
    return np.asarray(((low <= window[2:]) & (high >= window[:2])).all(axis=1))


def related(boxes: Doubles, window: Doubles, relation: str, is_open: bool = False) -> Truths:
    """Which boxes overlap a window, lie inside it, or contain it."""
    found = overlaps(boxes, window, is_open)
    if relation == "inside":
        found &= ((boxes[:, :2] >= window[:2]) & (boxes[:, 2:] <= window[2:])).all(axis=1)
    elif relation == "contains":
        found &= ((boxes[:, :2] <= window[:2]) & (boxes[:, 2:] >= window[2:])).all(axis=1)
    return found


def distances(boxes: Doubles, box: Doubles) -> Doubles:
    """From each box to one, 0 where they overlap."""
    gaps = np.maximum(np.maximum(boxes[:, :2] - box[2:], box[:2] - boxes[:, 2:]), 0)
    return np.asarray(np.hypot(gaps[:, 0], gaps[:, 1]))


def in_circle(boxes: Doubles, center: Doubles, radius: float, relation: str, is_open: bool = False) -> Truths:
    near = distances(boxes, np.concatenate([center, center]))
    found = near < radius if is_open else near <= radius
    if relation == "inside":
        far = np.maximum(np.abs(boxes[:, :2] - center), np.abs(boxes[:, 2:] - center))
        found &= np.hypot(far[:, 0], far[:, 1]) <= radius
    elif relation == "contains":
        found &= ((boxes[:, :2] <= center - radius) & (boxes[:, 2:] >= center + radius)).all(axis=1)
    return np.asarray(found)


def in_polygon(boxes: Doubles, corners: Doubles) -> Truths:
    """Which boxes touch a convex polygon: no side of either parts them."""
    corners = np.asarray(corners, dtype=np.float64)
    sides = np.roll(corners, -1, axis=0) - corners
    found = overlaps(boxes, np.concatenate([corners.min(axis=0), corners.max(axis=0)]))
    each = np.stack([boxes[:, [0, 1]], boxes[:, [2, 1]], boxes[:, [2, 3]], boxes[:, [0, 3]]], axis=1)
    turn = np.sign((sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)).sum())
    for corner, side in zip(corners, sides, strict=True):
        away = each - corner
        left = turn * (side[0] * away[:, :, 1] - side[1] * away[:, :, 0])
        found &= (left >= 0).any(axis=1)
    return found


def bits(layers: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """The layers that a field of a filter means: 0 is all of them."""
    fields = np.asarray(layers, dtype=np.int64)
    return np.where(fields == 0, ALL, fields & ALL)


def seen(layers: Any, masks: Any, question_layers: int, question_mask: int) -> Truths:
    """Which items a question sees."""
    item_layers, item_masks = bits(layers), bits(masks)
    found = np.ones(np.broadcast(item_layers, item_masks).shape, dtype=bool)
    if question_mask:
        found &= (item_layers & question_mask & ALL) != 0
    if question_layers:
        found &= (item_masks & question_layers & ALL) != 0
    return found


def meet(layers: Any, masks: Any, other_layers: Any, other_masks: Any) -> Truths:
    """Which items of one list can pair with which of another, as a matrix."""
    a, b = bits(layers)[:, None], bits(masks)[:, None]
    c, d = bits(other_layers)[None], bits(other_masks)[None]
    return np.asarray(((b & c) != 0) & ((d & a) != 0))


def near(boxes: Doubles, others: Doubles, distance: float, is_open: bool = False) -> Truths:
    """Which boxes are within a distance of which others, or overlap them where it is 0, as a matrix."""
    if distance == 0:
        rows = [overlaps(others, box, is_open) for box in boxes]
    else:
        rows = [(far < distance if is_open else far <= distance) for far in (distances(others, box) for box in boxes)]
    return np.array(rows, dtype=bool).reshape(len(boxes), len(others))


def first(keys: Doubles, k: int, capacity: int) -> tuple[Doubles, Numbers]:
    """The k least keys that are finite and their places, ties in order of the places; what is missing has no end."""
    order = np.lexsort((np.arange(len(keys)), keys))[:k]
    order = order[np.isfinite(keys[order])]
    values, places = np.full(k, np.inf), np.full(k, capacity, dtype=np.int64)
    values[: len(order)], places[: len(order)] = keys[order], order
    return values, places


def entries(boxes: Doubles, origin: Doubles, motion: Doubles) -> Doubles:
    """Where a moving point enters each closed box: t from 0, or infinity."""
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (boxes[:, :2] - origin) / motion, (boxes[:, 2:] - origin) / motion
    still = motion == 0
    outside = (boxes[:, :2] > origin) | (boxes[:, 2:] < origin)
    begin = np.where(still, -np.inf, np.minimum(one, other)).max(axis=1)
    end = np.where(still, np.inf, np.maximum(one, other)).min(axis=1)
    hit = (begin <= end) & (end >= 0) & ~(outside & still).any(axis=1)
    return np.where(hit, np.maximum(begin, 0), np.inf)


def circle_entries(boxes: Doubles, center: Doubles, radius: float, motion: Doubles) -> Doubles:
    """Where a moving circle touches each box: its centre enters the box with round corners around it."""
    r = radius
    hits = [entries(boxes + grown, center, motion) for grown in (np.array([-r, 0, r, 0]), np.array([0, -r, 0, r]))]
    speed = float(motion @ motion)
    for corner in (boxes[:, [0, 1]], boxes[:, [2, 1]], boxes[:, [2, 3]], boxes[:, [0, 3]]):
        away = center - corner
        along, beyond = away @ motion, (away**2).sum(axis=1) - r * r
        root = along**2 - speed * beyond
        with np.errstate(divide="ignore", invalid="ignore"):
            at = (-along - np.sqrt(root)) / speed
        hits.append(np.where(beyond <= 0, 0.0, np.where((root >= 0) & (at >= 0), at, np.inf)))
    return np.asarray(np.min(hits, axis=0))
