"""Windows, points, circles, polygons and pairs, each answer compared with brute force."""

from __future__ import annotations

from typing import Any

import brute
import numpy as np
import pytest
import quadrille as qd
from brute import Truths, as_boxes
from hypothesis import given
from hypothesis import strategies as st
from worlds import World, coordinates, options, rows_of_boxes, rows_of_points, worlds


def visible(world: World, asked: dict[str, Any]) -> Truths:
    found = brute.seen(world.layers, world.masks, asked.get("layers", 0), asked.get("mask", 0))
    if "ignore" in asked:
        found = found & (np.arange(len(world.boxes)) != asked["ignore"])
    return found


def window_of(data: st.DataObject) -> list[float]:
    x, y = (sorted(data.draw(st.tuples(coordinates, coordinates))) for _ in range(2))
    return [x[0], y[0], x[1], y[1]]


@given(worlds(), st.data())
def test_a_window_finds_what_brute_force_finds(world: World, data: st.DataObject) -> None:
    window, asked = window_of(data), data.draw(options(world))
    found = brute.related(world.boxes, np.array(window), asked["relation"], world.is_open) & visible(world, asked)
    numbers = world.tree.search(*window, **asked)
    assert numbers.dtype == np.int64 and len(set(numbers.tolist())) == len(numbers)
    assert set(numbers.tolist()) == world.numbers(found)
    assert world.tree.count(*window, **asked) == len(numbers)
    assert world.tree.any(*window, **asked) is (len(numbers) > 0)


@given(worlds(), st.data())
def test_a_point_and_a_circle_find_what_brute_force_finds(world: World, data: st.DataObject) -> None:
    x, y = data.draw(coordinates), data.draw(coordinates)
    radius = data.draw(st.integers(0, 40)) / 4
    asked = data.draw(options(world))
    center = np.array([x, y])
    at = brute.related(world.boxes, np.array([x, y, x, y]), asked["relation"], world.is_open)
    assert set(world.tree.at(x, y, **asked).tolist()) == world.numbers(at & visible(world, asked))
    if asked["relation"] == "contains":
        return  # a box that contains a circle: its own test
    inside = brute.in_circle(world.boxes, center, radius, asked["relation"], world.is_open)
    assert set(world.tree.within(x, y, radius, **asked).tolist()) == world.numbers(inside & visible(world, asked))


@given(worlds(closed=True), coordinates, coordinates, st.integers(0, 40))
def test_a_box_that_contains_a_circle(world: World, x: float, y: float, quarters: int) -> None:
    found = brute.in_circle(world.boxes, np.array([x, y]), quarters / 4, "contains")
    assert set(world.tree.within(x, y, quarters / 4, relation="contains").tolist()) == world.numbers(found)


def convex(draws: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The convex hull, without corners on its sides."""

    def half(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        hull: list[tuple[float, float]] = []
        for point in points:
            while len(hull) > 1 and turn(hull[-2], hull[-1], point) <= 0:
                hull.pop()
            hull.append(point)
        return hull[:-1]

    def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    ordered = sorted(set(draws))
    return half(ordered) + half(ordered[::-1])


@given(worlds(closed=True), st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=16), st.booleans())
def test_a_polygon_finds_what_brute_force_finds(
    world: World, draws: list[tuple[float, float]], clockwise: bool
) -> None:
    corners = convex(draws)
    if not 3 <= len(corners) <= 16:
        return
    corners = corners[::-1] if clockwise else corners
    found = brute.in_polygon(world.boxes, np.array(corners))
    assert set(world.tree.polygon(corners).tolist()) == world.numbers(found)


@given(worlds(), st.data(), st.sampled_from(["windows", "points", "circles", "one radius"]))
def test_many_questions_answer_as_one_by_one(world: World, data: st.DataObject, kind: str) -> None:
    shapes = data.draw(rows_of_boxes() if kind == "windows" else rows_of_points())
    asked = data.draw(options(world))
    radii: Any = None
    each: Any = None
    if kind == "circles":
        radii = each = np.array([data.draw(st.integers(0, 40)) / 4 for _ in shapes])
    elif kind == "one radius":
        radii, each = 1.25, np.full(len(shapes), 1.25)
    alone = []
    one_by_one: Any = world.tree.search if kind == "windows" else world.tree.at
    for i, shape in enumerate(shapes.tolist()):
        if each is not None:
            alone.append(world.tree.within(shape[0], shape[1], each[i], **asked))
        else:
            alone.append(one_by_one(*shape, **asked))
    offsets, numbers = world.tree.search_many(shapes, radii=radii, **asked)
    assert offsets.shape == (len(shapes) + 1,) and offsets[-1] == len(numbers)
    for i, one in enumerate(alone):
        assert sorted(numbers[offsets[i] : offsets[i + 1]].tolist()) == sorted(one.tolist())
    assert world.tree.count_many(shapes, radii=radii, **asked).tolist() == [len(one) for one in alone]
    questions, found = world.tree.search_many(shapes, radii=radii, output="pairs", **asked)
    rows = np.repeat(np.arange(len(shapes)), np.diff(offsets))
    assert sorted(zip(questions.tolist(), found.tolist(), strict=True)) == sorted(
        zip(rows.tolist(), numbers.tolist(), strict=True)
    )


@given(worlds(least=1), st.data())
def test_each_question_leaves_out_an_item_of_its_own(world: World, data: st.DataObject) -> None:
    live = np.flatnonzero(world.live)
    offsets, numbers = world.tree.search_many(world.boxes[live], ignore=live)
    for i, number in enumerate(live.tolist()):
        found = set(world.tree.search(*world.boxes[number]).tolist()) - {number}
        assert set(numbers[offsets[i] : offsets[i + 1]].tolist()) == found


def test_a_sparse_answer_is_the_same_answer() -> None:
    pytest.importorskip("scipy")
    random = np.random.default_rng(1)
    boxes = random.random((50, 2)).repeat(2, axis=0).reshape(50, 4)
    boxes[:, 2:] += 0.2
    tree = qd.Tree(boxes)
    matrix = tree.search_sparse(boxes)
    assert matrix.shape == (50, tree.capacity) and matrix.dtype == bool
    expected = np.array([brute.overlaps(boxes, box) for box in boxes])
    assert (matrix.toarray() == expected).all()
    assert (tree.search_sparse(boxes[:, :2], radii=0.1).toarray().sum(axis=1) > 0).all()


def as_set(pairs: Any) -> set[tuple[int, int]]:
    assert pairs.shape == (len(pairs), 2) and pairs.dtype == np.int64
    found = {(int(a), int(b)) for a, b in pairs}
    assert len(found) == len(pairs)
    return found


@given(worlds(), st.sampled_from([0, 0, 0.25, 1, 2.5]))
def test_pairs_are_those_of_brute_force(world: World, distance: float) -> None:
    near = brute.near(world.boxes, world.boxes, distance, world.is_open)
    near &= brute.meet(world.layers, world.masks, world.layers, world.masks)
    near &= world.live[:, None] & world.live[None]
    expected = {(int(a), int(b)) for a, b in np.argwhere(np.triu(near, 1))}
    pairs, far = world.tree.pairs(distance=distance, distances=True)
    assert as_set(world.tree.pairs(distance=distance)) == as_set(pairs) == expected
    for (a, b), one in zip(pairs.tolist(), far.tolist(), strict=True):
        apart = brute.distances(world.boxes[[a]], world.boxes[b])[0]
        assert one == (0 if distance == 0 else pytest.approx(apart, rel=1e-6))


@given(worlds(closed=True), worlds(closed=True), st.sampled_from([0, 0.25, 1.5]))
def test_a_join_is_that_of_brute_force(world: World, other: World, distance: float) -> None:
    near = brute.near(world.boxes, other.boxes, distance)
    near &= brute.meet(world.layers, world.masks, other.layers, other.masks)
    near &= world.live[:, None] & other.live[None]
    expected = {(int(a), int(b)) for a, b in np.argwhere(near)}
    pairs, far = world.tree.join(other.tree, distance=distance, distances=True)
    assert as_set(world.tree.join(other.tree, distance=distance)) == as_set(pairs) == expected
    assert len(far) == len(pairs) and (far <= distance).all()


def stored(layers: Any) -> list[int]:
    """As the tree returns them: the bits of all layers for 0."""
    fields = brute.bits(layers)
    return np.where(fields == 0, qd.NO_LAYER, fields).tolist()  # type: ignore[no-any-return]


@given(worlds())
def test_what_a_tree_holds(world: World) -> None:
    tree, live = world.tree, np.flatnonzero(world.live)
    assert len(tree) == len(live) and list(tree) == live.tolist() == tree.numbers().tolist()
    assert tree.boxes().tolist() == world.boxes[live].tolist()
    assert tree.layers().tolist() == stored(world.layers[live])
    assert tree.masks().tolist() == stored(world.masks[live])
    assert tree.values().tolist() == world.values[live].tolist()
    assert tree.users().tolist() == live.tolist()
    assert tree.capacity == len(world.boxes)
    assert [number in tree for number in range(len(world.boxes) + 2)] == [*world.live.tolist(), False, False]
    if len(live):
        expected = (*world.boxes[live, :2].min(axis=0), *world.boxes[live, 2:].max(axis=0))
        assert tree.bounds == expected
        backwards = live[::-1]
        assert tree.boxes(backwards).tolist() == world.boxes[backwards].tolist()
    else:
        assert tree.bounds is None
    stats = tree.stats()
    assert stats["items"] == len(live) and stats["edges"] == world.settings["edges"]
    assert tree.precision == world.settings["precision"] and tree.writable
    tree.rebuild()
    assert tree.boxes().tolist() == world.boxes[live].tolist()


@given(worlds(least=1), st.integers(1, 30))
def test_numbers_of_removed_items_come_again(world: World, count: int) -> None:
    before = set(world.tree.numbers().tolist())
    numbers = world.tree.insert(np.zeros((count, 4))).tolist()
    assert len(set(numbers)) == count and not before & set(numbers)
    assert world.tree.capacity == max(len(world.boxes), len(before) + count)
    assert set(world.tree.numbers().tolist()) == before | set(numbers)
    assert world.tree.users().tolist() == world.tree.numbers().tolist()


def test_large_answers_of_one_question() -> None:
    tree = qd.Tree(np.zeros((5000, 2)))
    assert sorted(tree.search(0, 0, 1, 1).tolist()) == list(range(5000))
    offsets, _ = tree.search_many(as_boxes([[0, 0]] * 3))
    assert offsets.tolist() == [0, 5000, 10000, 15000]
    assert len(tree.pairs()) == 5000 * 4999 // 2


@pytest.mark.parametrize("precision", ["float", "double"])
@pytest.mark.parametrize("center", [np.float32, np.float64])
@pytest.mark.parametrize("radii", [0.7, [0.7], np.array([0.7], "f4"), np.array([0.7]), np.float32(0.7)])
def test_a_radius_keeps_its_precision_whatever_that_of_the_centers(precision: Any, center: Any, radii: Any) -> None:
    at = np.asarray(radii, dtype=np.float32 if precision == "float" else np.float64).reshape(1, 1)
    tree = qd.Tree(np.hstack([at, np.zeros((1, 1))]), precision=precision)
    centers = np.zeros((1, 2), dtype=center)
    assert tree.search_many(centers, radii=radii)[1].tolist() == [0]
    assert tree.count_many(centers, radii=radii).tolist() == [1]
    assert tree.cast(centers, [[0, 0]], radii=radii)[0].tolist() == [0]
