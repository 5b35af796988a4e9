"""`STRtree` answers each call as Shapely's does, but for the order of indices."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")

from quadrille.compat.shapely import PREDICATES, STRtree  # noqa: E402

Own = shapely.STRtree


def mixture(seed: int, count: int, size: float = 2.0) -> Any:
    """Points, lines, polygons and multipoints on a coarse grid, so that many touch; some are None or empty."""
    rng = np.random.default_rng(seed)
    places = rng.integers(0, 40, (count, 2)) / 2.0
    points = shapely.points(places)
    ends = places + rng.integers(-4, 5, (count, 2)) / 2.0
    lines = shapely.linestrings(np.stack((places, ends), axis=1))
    boxes = shapely.box(*places.T, *(places + rng.integers(1, 5, (count, 2)) / 2.0 * size).T)
    discs = shapely.buffer(points, 0.5 * size, quad_segs=3)
    multipoints = shapely.union(points, shapely.points(ends))
    kinds = np.stack((points, lines, boxes, discs, multipoints))
    geometries = kinds[rng.integers(0, len(kinds), count), np.arange(count)]
    geometries[rng.integers(0, count, count // 20)] = None
    geometries[rng.integers(0, count, count // 20)] = shapely.Polygon()
    return geometries


def ordered(pairs: Any, *columns: Any) -> list[Any]:
    """Pairs as the drop-in orders them, and columns with them."""
    order = np.lexsort(np.atleast_2d(pairs)[::-1])
    return [np.atleast_2d(pairs)[:, order].tolist(), *(np.asarray(column)[order].tolist() for column in columns)]


@pytest.fixture(params=[(1, 2), (300, 80), (40, 300)])
def sides(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    kept, asked = request.param
    return mixture(kept, kept), mixture(1000 + asked, asked)


@pytest.mark.parametrize("predicate", [None, *PREDICATES])
def test_predicates(sides: tuple[Any, Any], predicate: str | None) -> None:
    kept, asked = sides
    own, ours = Own(kept), STRtree(kept)
    assert len(own) == len(ours)
    expected, answer = own.query(asked, predicate=predicate), ours.query(asked, predicate=predicate)
    assert (answer.dtype, answer.shape) == (expected.dtype, expected.shape)
    assert answer.tolist() == ordered(expected)[0]
    for geometry in asked[:20]:
        assert ours.query(geometry, predicate).tolist() == sorted(own.query(geometry, predicate).tolist())


@pytest.mark.parametrize("distance", [0, 0.5, 3, np.nan, np.inf, "each"])
def test_dwithin(sides: tuple[Any, Any], distance: Any) -> None:
    kept, asked = sides
    if distance == "each":
        distance = np.random.default_rng(5).integers(0, 8, len(asked)) / 2.0
    expected = Own(kept).query(asked, predicate="dwithin", distance=distance)
    assert STRtree(kept).query(asked, predicate="dwithin", distance=distance).tolist() == ordered(expected)[0]


@pytest.mark.parametrize("max_distance", [None, 0.5, 1, 2.5, np.inf])
@pytest.mark.parametrize("exclusive", [False, True])
def test_query_nearest(sides: tuple[Any, Any], max_distance: float | None, exclusive: bool) -> None:
    kept, asked = sides
    own, ours = Own(kept), STRtree(kept)
    asked = np.concatenate((asked, kept[:50]))
    options: dict[str, Any] = {"max_distance": max_distance, "exclusive": exclusive}
    pairs, distances = ours.query_nearest(asked, return_distance=True, **options)
    assert [pairs.tolist(), distances.tolist()] == ordered(*own.query_nearest(asked, return_distance=True, **options))
    assert ours.query_nearest(asked, **options).tolist() == pairs.tolist()
    firsts = ours.query_nearest(asked, all_matches=False, **options)
    inputs, places = np.unique(pairs[0], return_index=True)
    assert firsts.tolist() == [inputs.tolist(), pairs[1][places].tolist()]
    assert inputs.tolist() == np.unique(own.query_nearest(asked, all_matches=False, **options)[0]).tolist()
    for geometry in asked[:20]:
        assert ours.query_nearest(geometry, **options).tolist() == sorted(
            own.query_nearest(geometry, **options).tolist()
        )


def test_nearest(sides: tuple[Any, Any]) -> None:
    kept, asked = sides
    asked = asked[~(shapely.is_missing(asked) | shapely.is_empty(asked))]
    answer, expected = STRtree(kept).nearest(asked), Own(kept).nearest(asked)
    assert (answer.dtype, answer.shape) == (expected.dtype, expected.shape)
    assert shapely.distance(kept[answer], asked).tolist() == shapely.distance(kept[expected], asked).tolist()
    one = STRtree(kept).nearest(asked[0])
    assert type(one) is type(Own(kept).nearest(asked[0]))
    assert one == answer[0]


def test_nearest_of_long_lines_whose_boxes_all_overlap() -> None:
    """Here boxes say nothing, and the search has to look at every geometry."""
    shifts = np.arange(300.0)
    lines = shapely.linestrings([[[shift, 0], [shift + 1000, 1000]] for shift in shifts])
    asked = shapely.points(np.random.default_rng(2).uniform(300, 700, (20, 2)))
    pairs, distances = Own(lines).query_nearest(asked, return_distance=True)
    ours = STRtree(lines).query_nearest(asked, return_distance=True)
    assert [ours[0].tolist(), ours[1].tolist()] == ordered(pairs, distances)


def test_coordinates_are_doubles_and_ties_are_exact() -> None:
    rng = np.random.default_rng(9)
    points = shapely.points(rng.normal(1e6, 1.0, (2000, 2)))
    asked = shapely.points(rng.normal(1e6, 1.0, (2000, 2)))
    expected = ordered(*Own(points).query_nearest(asked, return_distance=True))
    pairs, distances = STRtree(points).query_nearest(asked, return_distance=True)
    assert [pairs.tolist(), distances.tolist()] == expected


def test_infinite_coordinates() -> None:
    geometries = shapely.points([[0, 0], [np.inf, 0], [np.nan, 1], [5, 5], [1e308, 1e308]])
    own, ours = Own(geometries), STRtree(geometries)
    assert len(ours) == len(own)
    for asked in (shapely.box(-1, -1, 10, 10), shapely.Point(np.inf, 0), shapely.Point(np.nan, 1)):
        assert ours.query(asked).tolist() == sorted(own.query(asked).tolist())


def test_geometries_stay_as_they_are() -> None:
    kept, asked = mixture(3, 100), mixture(4, 100)
    STRtree(kept).query(asked, predicate="intersects")
    assert not shapely.is_prepared(kept).any()
    assert not shapely.is_prepared(asked).any()
    shapely.prepare(asked)
    before = STRtree(kept).query(asked, predicate="intersects").tolist()
    assert shapely.is_prepared(asked)[~shapely.is_missing(asked)].all()
    assert before == ordered(Own(kept).query(asked, predicate="intersects"))[0]


def test_pickle() -> None:
    tree = STRtree(mixture(6, 50), node_capacity=5)
    again = pickle.loads(pickle.dumps(tree))
    asked = mixture(7, 50)
    assert again.query(asked).tolist() == tree.query(asked).tolist()
    assert again._node_capacity == 5


def test_threads() -> None:
    kept, asked = mixture(8, 500), mixture(9, 200)
    tree = STRtree(kept)
    expected = tree.query(asked, predicate="intersects").tolist()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: tree.query(asked, predicate="intersects").tolist(), range(40)))
    assert all(answer == expected for answer in answers)


POINT = shapely.Point(0, 0)
BAD_CALLS: list[Any] = [
    ("query", ("a",), {}),
    ("query", ([["a"]],), {}),
    ("query", ([[POINT]],), {}),
    ("query", (3,), {}),
    ("query", ([],), {}),
    ("query", ([POINT, 3],), {}),
    ("query", (POINT, "disjoint"), {}),
    ("query", (POINT, 1), {}),
    ("query", (POINT, "dwithin"), {}),
    ("query", (POINT, "dwithin", "a"), {}),
    ("query", (POINT, "dwithin", [1, 2]), {}),
    ("query", (POINT, "dwithin", [[1]]), {}),
    ("query", ([[POINT]], "dwithin", 1), {}),
    ("nearest", ("a",), {}),
    ("nearest", (None,), {}),
    ("nearest", ([POINT, shapely.Point()],), {}),
    ("nearest", ([[POINT]],), {}),
    ("query_nearest", ([[POINT]],), {}),
    ("query_nearest", ("a",), {}),
    ("query_nearest", (POINT,), {"max_distance": 0}),
    ("query_nearest", (POINT,), {"max_distance": [1]}),
    ("query_nearest", (POINT,), {"max_distance": "a"}),
    ("query_nearest", (POINT,), {"exclusive": "a"}),
    ("query_nearest", (POINT,), {"exclusive": None}),
    ("query_nearest", (POINT,), {"all_matches": 2}),
]
FLAGS: list[Any] = [True, False, 1, 0, np.int64(1), 1.0, -0.0, np.True_, np.False_, np.float64(0), Decimal(1)]
FLAGS += [Fraction(0), 2, "a", "", None, [1], (1,), np.array(1), np.array([True]), 1j]
LIMITS: list[Any] = [1, True, 0.5, np.float32(2), np.int64(9), Decimal(1), Fraction(1, 2), float("inf"), 1e-320, None]
LIMITS += [0, False, -1, -0.0, np.array(1.0), np.array(1), np.array([1.0]), [1], (1,), "1", "a", "", b"a", 1j, 10**400]


@pytest.mark.parametrize(("method", "arguments", "named"), BAD_CALLS)
def test_bad_calls_raise_the_same(method: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    geometries = [POINT, shapely.Point(3, 4)]
    with pytest.raises(Exception) as expected:
        getattr(Own(geometries), method)(*arguments, **named)
    with pytest.raises(expected.type):
        getattr(STRtree(geometries), method)(*arguments, **named)


def outcome(call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    try:
        return ordered(call(*arguments, **named))
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("asked", [POINT, [POINT], [None], [shapely.Point(3, 5), POINT]], ids=repr)
@pytest.mark.parametrize("name", ["exclusive", "all_matches", "max_distance", "return_distance"])
def test_kinds_of_arguments(name: str, asked: Any) -> None:
    geometries = [POINT, shapely.Point(3, 4)]
    for value in LIMITS if name == "max_distance" else FLAGS if name != "return_distance" else [False, 0, None, ""]:
        trees = Own(geometries), STRtree(geometries)
        expected, answer = (outcome(tree.query_nearest, asked, **{name: value}) for tree in trees)
        assert expected == answer, value


NAN, INF = float("nan"), float("inf")
WRONG: list[Any] = [shapely.Point(NAN, NAN), shapely.Point(NAN, 1), shapely.Point(1, NAN), shapely.Point(INF, 0)]
WRONG += [shapely.GeometryCollection([shapely.Point(NAN, NAN)]), shapely.LineString([(0, 0), (INF, 2)])]
WRONG += [[POINT, WRONG[0]], [None, shapely.Point(), WRONG[1]], [shapely.Point(1, 1, NAN)], [shapely.Point()]]


@pytest.mark.parametrize("asked", WRONG, ids=repr)
@pytest.mark.parametrize(
    "kept", [[], [None, shapely.Point()], [POINT, shapely.Point(3, 4)], [shapely.box(0, 0, 1, 1)]], ids=repr
)
def test_distances_to_coordinates_that_are_nan_or_infinite(kept: list[Any], asked: Any) -> None:
    trees = Own(kept), STRtree(kept)
    for distance in (0, 1, INF, NAN):
        expected, answer = (outcome(tree.query, asked, predicate="dwithin", distance=distance) for tree in trees)
        assert expected == answer, distance
    for limit in (1, INF, None):
        expected, answer = (outcome(tree.query_nearest, asked, max_distance=limit) for tree in trees)
        assert expected == answer, limit


@pytest.mark.parametrize("capacity", [2, 10, 4097, (1 << 31) - 1, 1 << 31, 1 << 40, -(1 << 40), 1 << 70, np.int64(5)])
def test_node_capacities(capacity: Any) -> None:
    expected, answer = (outcome(lambda kind=kind: kind([POINT], capacity).query(POINT)) for kind in (Own, STRtree))
    assert expected == answer


@pytest.mark.parametrize("arguments", [([1],), ([[POINT]],), ([POINT], "x"), ([POINT], 2.5), ([POINT], None)])
def test_bad_trees_raise_the_same(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(Exception) as expected:
        Own(*arguments)
    with pytest.raises(expected.type):
        STRtree(*arguments)


def test_what_differs() -> None:
    assert STRtree([shapely.box(-5, -5, 5, 5)]).query(POINT, predicate="dwithin", distance=-1).tolist() == []
    with pytest.raises(ValueError, match="node_capacity must be greater than 1"):
        STRtree([POINT], node_capacity=1)
    with pytest.raises(ValueError, match="max_distance"):
        STRtree([POINT]).query_nearest(POINT, max_distance=np.nan)
    with pytest.raises(ValueError, match="row 0"):
        STRtree([POINT]).nearest(shapely.points(np.nan, 0))
