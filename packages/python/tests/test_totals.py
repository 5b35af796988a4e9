"""Totals, details, nodes and gravity, each compared with sums over all items."""

from __future__ import annotations

from typing import Any

import brute
import numpy as np
import pytest
import quadrille as qd
from hypothesis import given
from hypothesis import strategies as st
from test_answers import visible, window_of
from test_threads import crowd
from worlds import World, options, rows_of_boxes, rows_of_points, worlds

LEAST, GREATEST = np.iinfo(np.int64).min, np.iinfo(np.int64).max


@given(worlds(), st.data())
def test_totals_are_sums_over_all_items(world: World, data: st.DataObject) -> None:
    windows, asked = data.draw(rows_of_boxes(0, 6)), data.draw(options(world))
    totals = world.tree.totals(windows, **asked)
    for i, window in enumerate(windows):
        found = brute.related(world.boxes, window, asked["relation"], world.is_open) & visible(world, asked)
        values = world.values[found & world.live]
        assert totals.count[i] == len(values) and totals.sum[i] == values.sum()
        if len(values):
            assert totals.least[i] == values.min() and totals.greatest[i] == values.max()
        else:
            assert totals.least[i] == GREATEST and totals.greatest[i] == LEAST
        one = world.tree.totals(window, **asked)
        assert [int(figure) for figure in one] == [int(figure[i]) for figure in totals]


@given(worlds(), st.data(), st.sampled_from([0, 0.5, 2, 50]))
def test_details_hold_each_item_once(world: World, data: st.DataObject, size: float) -> None:
    window, asked = window_of(data), data.draw(options(world))
    x0, y0, x1, y1 = window
    details = world.tree.details(x0, y0, x1, y1, size, **asked)
    found = world.tree.search(*window, **asked)
    assert details.count.sum() == len(found) and details.sum.sum() == world.values[found].sum()
    single = details.numbers >= 0
    assert set(details.numbers[single].tolist()) <= set(found.tolist()) and (details.count[single] == 1).all()
    assert (details.count[~single] > 1).all()
    assert (details.boxes[single] == world.boxes[details.numbers[single]]).all()
    groups = details.boxes[~single]
    assert size > 0 or not len(groups)
    assert ((groups[:, 2:] - groups[:, :2]) < size).all()


@given(worlds())
def test_nodes_hold_each_item_once(world: World) -> None:
    nodes = world.tree.nodes()
    assert nodes["items"].sum() == len(world.tree)
    if len(world.tree):
        assert nodes["items_below"].max() <= len(world.tree) and nodes["depth"][0] == nodes["depth"].min()
        assert (nodes["square"][:, 2:] >= nodes["square"][:, :2]).all()
    assert (nodes["depth"] >= 0).all() and nodes["leaf"].dtype == bool


def pulls(places: Any, bodies: Any, masses: Any, law: str) -> tuple[Any, Any]:
    """Accelerations and potentials from all pairs; bodies at the place itself do not act."""
    away = bodies[None] - places[:, None]
    square = (away**2).sum(axis=2)
    there = square > 0
    square = np.where(there, square, 1)
    if law == "space":
        weights, potentials = masses / square**1.5, -masses / np.sqrt(square)
    else:
        weights, potentials = masses / square, masses * np.log(square) / 2
    acceleration = (np.where(there, weights, 0)[:, :, None] * away).sum(axis=1)
    return acceleration, np.where(there, potentials, 0).sum(axis=1)


@pytest.mark.parametrize("law", ["space", "plane"])
@pytest.mark.parametrize("threads", [1, 2])
def test_gravity_is_that_of_all_pairs(law: Any, threads: int) -> None:
    random = np.random.default_rng(4)
    bodies, masses = random.random((400, 2)) * 10, random.random(400) + 0.1
    exact, potentials = pulls(bodies, bodies, masses, law)
    direct, field = qd.gravity(bodies, masses, law=law, direct=True, potential=True, threads=threads)
    assert np.allclose(direct, exact) and np.allclose(field, potentials)
    near = qd.gravity(bodies, masses, law=law, theta=0.3, threads=threads)
    assert np.abs(near - exact).max() < 0.01 * np.abs(exact).max()
    places = random.random((50, 2)) * 10
    there, expected = pulls(places, bodies, masses, law)
    at, field = qd.gravity(bodies, masses, law=law, theta=0.2, at=places, potential=True, threads=threads)
    assert np.abs(at - there).max() < 0.01 * np.abs(there).max()
    assert np.allclose(field, expected, rtol=0.01, atol=0.01 * np.abs(expected).max())


@given(rows_of_points(0, 20))
def test_gravity_by_one_thread_and_by_two(points: Any) -> None:
    one, two = (qd.gravity(points, constant=2.0, softening=0.5, threads=threads) for threads in (1, 2))
    assert one.shape == points.shape and (one == two).all()
    assert np.allclose(qd.gravity(points, mass=3, constant=2.0, softening=0.5), 3 * one)


def test_plots_draw_every_item() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    assert qd.Tree(crowd(300)).plot(axes) is axes
    assert len(axes.collections) == 2
    qd.Tree(crowd(300)[:, :2]).plot(axes, cells=False)
    figure.canvas.draw()
    pyplot.close(figure)


def test_plots_show_what_the_items_cover() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    few, many = qd.Tree([[0, 0, 1, 1]]), qd.Tree(crowd(100)[:, :2])
    many.insert([[300, 300], [-20, 5]])  # beyond the root
    for tree in (few, many, qd.Tree(crowd(100, 3).astype(np.float32)), qd.Tree(crowd(300), world=[0, 0, 64, 64])):
        figure, axes = pyplot.subplots()
        tree.plot(axes)
        assert tree.bounds
        low, high = np.minimum(tree.bounds[:2], 0), np.maximum(tree.bounds[2:], 64)
        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        assert left <= tree.bounds[0] and right >= tree.bounds[2] and bottom <= tree.bounds[1] and top >= tree.bounds[3]
        assert right - left < 3 * (high[0] - low[0]) and top - bottom < 3 * (high[1] - low[1])
        pyplot.close(figure)
    figure, axes = pyplot.subplots()
    assert qd.Tree().plot(axes) is axes
    pyplot.close(figure)
