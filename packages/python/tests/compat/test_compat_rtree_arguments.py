"""Kinds of coordinates, empty streams, settings and copies: Rtree's classes and the drop-ins take the same."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

own = pytest.importorskip("rtree.index", reason="rtree is not installed")

from quadrille.compat import rtree as ours  # noqa: E402


def outcome(call: Callable[[], Any]) -> Any:
    """What a call answers, or the name of what it raises: each module has an RTreeError of its own."""
    try:
        return call()
    except Exception as error:
        return type(error).__name__


def both(call: Callable[[Any], Any]) -> None:
    expected, answer = (outcome(lambda module=module: call(module)) for module in (own, ours))
    assert expected == answer


# ---- coordinates

ALL = (-99, -99, 99, 99)
BOXES: list[Any] = [
    tuple(map(Decimal, "0022")),
    (Decimal("0.1"), Decimal("0.1")),
    tuple(map(Fraction, "0022")),
    (Fraction(1, 3), 0, 2.5, np.float32(2)),
    (np.int64(0), np.uint8(0), np.float64(2), True),
    np.array([0, 0, 2, 2]),
    np.array([Decimal(0), Decimal(0), Decimal(2), Decimal(2)]),
    np.array([0.5, 0.5]),
    b"\0\0\2\2",
    [0, 0, 2, 2],
    range(0, 8, 2),
]
NO_BOXES: list[Any] = [("0", "0", "2", "2"), "0022", (None, 0, 1, 1), (0j, 0, 1, 1), ([0], 0, 1, 1)]
NO_BOXES += [
    np.array([[0, 0, 2, 2]]),
    (0,),
    (),
    None,
    5,
    (10**400, 0, 10**400, 1),
    tuple(map(Decimal, ("2", "2", "0", "0"))),
]


@pytest.mark.parametrize("box", [*BOXES, *NO_BOXES], ids=repr)
def test_kinds_of_numbers(box: Any) -> None:
    def calls(module: Any) -> Any:
        index = module.Index([(1, (0, 0, 2, 2), None), (2, (5, 5, 9, 9), None)])
        asked = [index.intersection, index.contains, index.nearest]
        answers = [outcome(lambda ask=ask: sorted(ask(box))) for ask in asked]
        answers += [
            outcome(lambda: index.count(box)),
            outcome(lambda: index.insert(3, box)),
            sorted(index.intersection(ALL)),
        ]
        answers += [outcome(lambda: index.delete(3, box)), sorted(index.intersection(ALL)), index.bounds]
        return answers

    def calls_of_containers(module: Any) -> Any:
        container = module.RtreeContainer()
        container.insert("a", (0, 0, 2, 2))
        answers = [outcome(lambda: list(container.intersection(box))), outcome(lambda: list(container.nearest(box)))]
        if box is not None and len(np.shape(box)) < 2:
            answers += [outcome(lambda: container.count(box))]
        return answers

    both(calls)
    both(calls_of_containers)


@pytest.mark.parametrize("box", [box for box in BOXES if len(box) == 4], ids=repr)
@pytest.mark.parametrize("interleaved", [True, False])
def test_kinds_of_numbers_in_streams(box: Any, interleaved: bool) -> None:
    if not interleaved:
        box = [box[0], box[2], box[1], box[3]]
    both(lambda module: module.Index([(1, box, None)], interleaved=interleaved).bounds)
    assert (
        ours.RtreeContainer([("a", box)], interleaved=interleaved).bounds
        == ours.Index([(1, box, None)], interleaved=interleaved).bounds
    )


# ---- streams

ONE = [(1, (0, 0, 1, 1), None)]
STREAMS: list[Any] = [((),), (0,), (False,), (0.0,), ("",), (b"",), ([],), ({},), (set(),), (None,), (range(0),)]
STREAMS += [(np.int64(0),), ("", ONE), (b"", ONE), ("", ()), (5,), (True,), (1.5,), (ONE,), ((np.arange(3),),)]


@pytest.mark.parametrize("arguments", STREAMS, ids=repr)
def test_empty_streams(arguments: Any) -> None:
    both(lambda module: len(module.Index(*arguments)))
    if not arguments[0] or not isinstance(arguments[0], (tuple, list)):
        both(lambda module: len(module.RtreeContainer(*arguments)))


PLACES = np.array([[0.0, 0], [1, 1], [2, 2]])
IDS: list[Any] = [np.arange(3), np.array([[4], [5], [6]]), np.array([[1, 2, 3]]), np.array(3), [1, 2, 3]]
IDS += [np.array([1.5, 2, 3]), np.array([True, False, True]), np.array([1, 2, 3], object), np.array(["1", "2", "3"])]
IDS += [np.array(["a", "b", "c"]), np.array([1, 2, 1 << 70], object), np.array([1, 2, 3], np.uint64), np.arange(2)]


@pytest.mark.parametrize("ids", IDS, ids=repr)
def test_arrays_of_ids(ids: Any) -> None:
    both(lambda module: sorted(module.Index((ids, PLACES, PLACES)).intersection(ALL)))


def test_what_differs_in_arrays_of_ids() -> None:
    with pytest.raises(ValueError, match=r"shape \(n,\)"):
        ours.Index((np.arange(6).reshape(3, 2), PLACES, PLACES))
    for wrong in (np.array([1 << 63, 1, 2], np.uint64), np.array([1e30, 1, 2]), np.array([np.nan, 1, 2])):
        with np.errstate(invalid="ignore"), pytest.raises(OverflowError):
            ours.Index((wrong, PLACES, PLACES))


# ---- settings

WHOLE = ["buffering_capacity", "index_capacity", "index_pool_capacity", "leaf_capacity", "pagesize", "variant"]
WHOLE += ["near_minimum_overlap_factor", "point_pool_capacity", "region_pool_capacity"]
OTHERS = ["fill_factor", "split_distribution_factor", "reinsert_factor", "tight_mbr", "foo"]
VALUES: list[Any] = [0, -1, 1, 2, 7, 3.5, 0.5, -0.5, 0.0, True, False, None, "a", "5", "", b"a", [1], float("inf")]
VALUES += [np.int64(5), np.int32(0), np.float64(2.5), np.float64(0), Decimal(5), Decimal(0)]
# np.True_ is no whole number to Rtree, and a number to it


@pytest.mark.parametrize("name", [*WHOLE, *OTHERS])
def test_settings(name: str) -> None:
    for value in VALUES:

        def put(module: Any, value: Any = value) -> Any:
            properties = module.Property()
            setattr(properties, name, value)
            return type(getattr(properties, name)).__name__, getattr(properties, name)

        def given(module: Any, value: Any = value) -> Any:
            properties = module.Property(**{name: value})
            return properties.as_dict() | {"storage": None}, getattr(properties, name, None)

        def called(module: Any, value: Any = value) -> Any:
            properties = module.Property()
            getattr(properties, f"set_{name}")(value)
            return getattr(properties, f"get_{name}")()

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for call in (put, given) if name == "foo" else (put, given, called):
                both(call)


def test_fixed_settings_of_other_kinds() -> None:
    for name, value in (("dimension", 2), ("type", 0), ("writethrough", 0), ("overwrite", 1), ("tpr_horizon", 20)):
        both(lambda module, name=name, value=value: getattr(module.Property(**{name: value}), name))
    for name, value in (("dimension", 2.0), ("dimension", "2"), ("type", 0.0), ("storage", "a"), ("tpr_horizon", "a")):
        both(lambda module, name=name, value=value: getattr(module.Property(**{name: value}), name))


# ---- copies

WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda index: pickle.loads(pickle.dumps(index))]


@pytest.mark.parametrize("way", WAYS)
def test_copies_of_indexes_are_independent_and_full(way: Callable[[Any], Any]) -> None:
    """Rtree's are independent too, and empty."""
    for module in (own, ours):
        index = module.Index()
        index.insert(1, (0, 0, 1, 1), obj="a")
        again = way(index)
        for i in range(60):
            again.insert(100 + i, (7, 7, 8, 8), obj=i)
        again.delete(1, (0, 0, 1, 1))
        assert (len(index), len(again)) == (1, 60)
        assert list(index.intersection(ALL, objects="raw")) == ["a"]
        for i in range(40):
            index.insert(i, (3, 3, 4, 4))
        assert sorted(again.intersection(ALL)) == list(range(100, 160))
        assert len(index) == 41
    index = ours.Index(ONE)
    assert list(way(index).intersection(ALL)) == [1]
    index.close()
    with pytest.raises(ours.RTreeError):
        way(index).intersection(ALL)


@pytest.mark.parametrize("way", WAYS)
def test_copies_of_containers_are_independent(way: Callable[[Any], Any]) -> None:
    things = [[i] for i in range(80)]
    container = ours.RtreeContainer([(things[0], (0, 0)), (things[0], (1, 1)), (things[1], (2, 2))])
    again = way(container)
    same = way is copy.copy  # the objects are the same ones
    assert (things[0] in again, things[1] in again, len(again)) == (same, same, 3)
    for thing in things[2:]:
        again.insert(thing, (5, 5))
    first = next(iter(again))
    again.delete(first, (0, 0))
    again.delete(first, (1, 1))
    assert (first in again, len(again), len(container), things[0] in container) == (False, 79, 3, True)
    assert sorted(container.intersection(ALL)) == [[0], [0], [1]]
    for thing in things[40:]:
        container.insert(thing, (8, 8))
    assert sorted(again.intersection(ALL)) == things[1:]
    assert len(container) == 43
