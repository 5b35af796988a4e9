"""Nearest, rays, segments and casts, each answer compared with brute force."""

from __future__ import annotations

from typing import Any

import brute
import numpy as np
import pytest
import quadrille as qd
from brute import Doubles, as_boxes
from hypothesis import given
from hypothesis import strategies as st
from worlds import World, coordinates, options, rows_of_boxes, rows_of_points, worlds

steps = st.integers(-20, 20).map(lambda whole: whole / 4)


def keys_of(world: World, keys: Doubles, asked: dict[str, Any]) -> Doubles:
    """Infinity for the items that a question does not see."""
    visible = brute.seen(world.layers, world.masks, asked.get("layers", 0), asked.get("mask", 0)) & world.live
    if "ignore" in asked:
        visible = visible & (np.arange(len(world.boxes)) != asked["ignore"])
    return np.where(visible, keys, np.inf)


def compare(world: World, keys: Doubles, got: Any, numbers: Any, k: int) -> None:
    """The values are those of brute force up to a float's rounding, and each item has its value."""
    values, places = brute.first(keys, k, world.tree.capacity)
    assert np.allclose(values, got, rtol=1e-5, atol=1e-5), (values, got)
    for place, value in zip(numbers.tolist(), got.tolist(), strict=True):
        if np.isfinite(value):
            assert keys[place] == pytest.approx(value, rel=1e-5, abs=1e-5)
        else:
            assert place == world.tree.capacity
    there = [place for place in numbers.tolist() if place < world.tree.capacity]
    assert len(set(there)) == len(there)
    if world.settings["precision"] == "double":
        exact = values == got
        tied = np.array([(keys == value).sum() > 1 for value in values])
        assert (numbers[exact & ~tied] == places[exact & ~tied]).all()


@given(worlds(), st.data(), st.integers(1, 7), st.booleans())
def test_nearest_are_those_of_brute_force(world: World, data: st.DataObject, k: int, points: bool) -> None:
    places = data.draw(rows_of_points(0, 8) if points else rows_of_boxes(0, 8))
    asked = data.draw(options(world, relation=False))
    limit = data.draw(st.sampled_from([None, 0.0, 1.0, 2.5]))
    distances, numbers = world.tree.nearest(places, k, max_distance=limit, **asked)
    shape = (len(places),) if k == 1 else (len(places), k)
    assert distances.shape == numbers.shape == shape
    distances, numbers = distances.reshape(-1, k), numbers.reshape(-1, k)
    for i, place in enumerate(as_boxes(places) if len(places) else []):
        keys = keys_of(world, brute.distances(world.boxes, place), asked)
        if limit is not None:
            keys = np.where(keys <= limit, keys, np.inf)
        compare(world, keys, distances[i], numbers[i], k)
        one, number = world.tree.nearest(places[i], k, max_distance=limit, **asked)
        assert np.atleast_1d(one).tolist() == distances[i].tolist()
        assert np.atleast_1d(number).tolist() == numbers[i].tolist()


@given(worlds(least=2), st.integers(1, 4))
def test_the_neighbours_of_items_themselves(world: World, k: int) -> None:
    live = np.flatnonzero(world.live)
    distances, numbers = world.tree.nearest(world.boxes[live], k, ignore=live)
    for i, number in enumerate(live.tolist()):
        keys = keys_of(world, brute.distances(world.boxes, world.boxes[number]), {"ignore": number})
        compare(world, keys, distances.reshape(-1, k)[i], numbers.reshape(-1, k)[i], k)


@given(worlds(closed=True), st.data(), st.integers(1, 5))
def test_rays_hit_what_brute_force_hits(world: World, data: st.DataObject, k: int) -> None:
    origins = data.draw(rows_of_points(0, 8))
    ways = np.array([data.draw(st.tuples(steps, steps)) for _ in origins]).reshape(-1, 2)
    asked = data.draw(options(world, relation=False))
    limit = data.draw(st.sampled_from([None, 0.0, 1.0, 2.5]))
    t, numbers, normals = world.tree.ray(origins, ways, k, max_t=limit, normals=True, **asked)
    assert normals.shape == (*t.shape, 2)
    for i, origin in enumerate(origins):
        keys = keys_of(world, brute.entries(world.boxes, origin, ways[i]), asked)
        keys = np.where(keys <= (np.inf if limit is None else limit), keys, np.inf)
        compare(world, keys, t.reshape(-1, k)[i], numbers.reshape(-1, k)[i], k)
        for value, normal in zip(t.reshape(-1, k)[i], normals.reshape(-1, k, 2)[i], strict=True):
            if not np.isfinite(value):
                assert normal.tolist() == [0, 0]
            elif value > 0 or normal.any():  # at the start: none within an item, but one on its edge
                assert np.abs(normal).tolist() in ([0, 1], [1, 0]) and normal @ ways[i] < 0
    again = world.tree.ray(origins, ways, k, max_t=limit, **asked)
    assert (again[0] == t).all() and (again[1] == numbers).all()


@given(worlds(closed=True), st.data())
def test_segments_and_one_direction_for_all(world: World, data: st.DataObject) -> None:
    starts, end = data.draw(rows_of_points(0, 8)), np.array(data.draw(st.tuples(coordinates, coordinates)))
    t, numbers = world.tree.segment(starts, end)
    assert t.shape == (len(starts),)
    for i, start in enumerate(starts):
        keys = keys_of(world, brute.entries(world.boxes, start, end - start), {})
        compare(world, np.where(keys <= 1, keys, np.inf), t[i : i + 1], numbers[i : i + 1], 1)
    way = data.draw(st.tuples(steps, steps))
    t, numbers = world.tree.ray(starts, way)
    each, others = world.tree.ray(starts, np.broadcast_to(np.array(way), (len(starts), 2)))
    assert (t == each).all() and (numbers == others).all()


@given(worlds(closed=True), st.data(), st.integers(1, 4))
def test_moving_boxes_stop_where_brute_force_stops(world: World, data: st.DataObject, k: int) -> None:
    shapes = data.draw(rows_of_boxes(0, 8))
    motions = np.array([data.draw(st.tuples(steps, steps)) for _ in shapes]).reshape(-1, 2)
    asked = data.draw(options(world, relation=False))
    t, numbers = world.tree.cast(shapes, motions, k, max_t=2.0, **asked)
    for i, shape in enumerate(shapes):
        size = shape[2:] - shape[:2]
        grown = world.boxes - np.concatenate([size, [0, 0]])
        keys = keys_of(world, brute.entries(grown, shape[:2], motions[i]), asked)
        compare(world, np.where(keys <= 2, keys, np.inf), t.reshape(-1, k)[i], numbers.reshape(-1, k)[i], k)


@given(worlds(closed=True, least=1), st.data())
def test_moving_circles_stop_where_brute_force_stops(world: World, data: st.DataObject) -> None:
    centers = data.draw(rows_of_points(0, 8))
    motions = np.array([data.draw(st.tuples(steps, steps)) for _ in centers]).reshape(-1, 2)
    radii = np.array([data.draw(st.integers(0, 12)) / 4 for _ in centers])
    t, numbers = world.tree.cast(centers, motions, radii=radii)
    for i, center in enumerate(centers):
        keys = keys_of(world, brute.circle_entries(world.boxes, center, radii[i], motions[i]), {})
        keys = np.where(keys <= 1, keys, np.inf)
        nearest = keys.min()
        if np.isfinite(t[i]):
            assert keys[numbers[i]] == pytest.approx(t[i], abs=1e-4) or t[i] == pytest.approx(1, abs=1e-4)
        if np.isfinite(nearest) and nearest < 1 - 1e-4 and not grazes(world.boxes, center, radii[i], motions[i]):
            assert t[i] == pytest.approx(nearest, abs=1e-4)


def grazes(boxes: Doubles, center: Doubles, radius: float, motion: Doubles) -> bool:
    """Does rounding decide whether the circle touches a box at all?"""
    less = brute.circle_entries(boxes, center, max(radius - 1e-6, 0), motion)
    more = brute.circle_entries(boxes, center, radius + 1e-6, motion)
    return bool((np.isfinite(less) != np.isfinite(more)).any())


def test_ties_come_in_order_of_the_numbers() -> None:
    tree = qd.Tree(np.zeros((100, 2)), leaf_capacity=2)
    assert tree.nearest([[1, 0]], 100)[1].tolist() == [list(range(100))]
    assert tree.ray([[-1, 0]], [[1, 0]], 100)[1].tolist() == [list(range(100))]


def test_fewer_items_than_k() -> None:
    tree = qd.Tree([[0, 0], [1, 1]])
    distances, numbers = tree.nearest([0, 0], 4)
    assert distances.tolist() == [0, np.sqrt(2), np.inf, np.inf] and numbers.tolist() == [0, 1, 2, 2]
    distances, numbers = qd.Tree().nearest([[0, 0]], 2)
    assert distances.tolist() == [[np.inf] * 2] and numbers.tolist() == [[0, 0]]
    assert qd.Tree().ray([0, 0], [1, 1], normals=True)[2].tolist() == [0, 0]
