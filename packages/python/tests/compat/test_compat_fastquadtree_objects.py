"""`RectQuadTreeObjects` and `QuadTreeObjects` answer each call as those of fastquadtree do, but for their order."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

own = pytest.importorskip("fastquadtree", reason="fastquadtree is not installed")

from quadrille.compat import fastquadtree as ours  # noqa: E402
from test_compat_fastquadtree import TYPES, WORLD, distance, random_geometry  # noqa: E402

NAMES = {"RectQuadTreeObjects": "RectQuadTree", "QuadTreeObjects": "QuadTree"}
CASES = [(name, dtype) for name in NAMES for dtype in TYPES]


class Thing:
    """An object that equals every other: only its identity counts."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


def described(item: Any) -> tuple[Any, ...]:
    names = ("x", "y") if len(item.geom) == 2 else ("min_x", "min_y", "max_x", "max_y")
    assert tuple(getattr(item, name) for name in names) == item.geom
    assert item.to_dict() == {"id": item.id_, "geom": item.geom, "obj": item.obj}
    return item.id_, item.geom, id(item.obj)


def compare(one: Any, other: Any, window: tuple[Any, ...], k: int) -> None:
    assert len(one) == len(other)
    assert sorted(map(described, one.query(window))) == sorted(map(described, other.query(window)))
    assert sorted(one.query_ids(window)) == sorted(other.query_ids(window))
    (ids, geometries), (our_ids, our_geometries) = one.query_np(window), other.query_np(window)
    assert (ids.dtype, geometries.dtype, geometries.shape) == (
        our_ids.dtype,
        our_geometries.dtype,
        our_geometries.shape,
    )
    assert sorted(zip(ids.tolist(), *geometries.T.tolist())) == sorted(
        zip(our_ids.tolist(), *our_geometries.T.tolist())
    )
    point = window[:2]
    expected, answer = one.nearest_neighbors(point, k), other.nearest_neighbors(point, k)
    expected_distances = [distance(point, (0, *item.geom)) for item in expected]
    assert [distance(point, (0, *item.geom)) for item in answer] == pytest.approx(
        expected_distances, rel=1e-5, abs=1e-5
    )
    assert other.nearest_neighbors_np(point, k)[0].tolist() == [item.id_ for item in answer]
    first = other.nearest_neighbor(point)
    assert (one.nearest_neighbor(point) is None) == (first is None)
    if first is not None:
        assert other.nearest_neighbor_np(point)[0] == first.id_
        assert first in other.query((-100, -100, 100, 100))  # the same object each time
    assert list(map(described, one)) == list(map(described, other))
    assert list(map(described, one.get_all_items())) == list(map(described, other.get_all_items()))
    assert list(map(id, one.get_all_objects())) == list(map(id, other.get_all_objects()))


def call_both(one: Any, other: Any, name: str, *arguments: Any) -> Any:
    """What both answer."""
    answers = []
    for tree in (one, other):
        try:
            answers.append(getattr(tree, name)(*arguments))
        except Exception as error:
            answers.append(type(error))
    expected, answer = (vars(each) if hasattr(each, "start_id") else each for each in answers)
    assert expected == answer, (name, arguments)
    return answer


@pytest.mark.parametrize(("name", "dtype"), CASES)
@pytest.mark.parametrize("seed", range(3))
def test_random_calls(name: str, dtype: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, other = (getattr(module, name)(WORLD, 4, dtype=dtype) for module in (own, ours))
    objects = [None, *(Thing() for _ in range(8))]
    for _ in range(250):
        geometry = random_geometry(rng, NAMES[name], dtype)
        obj = objects[rng.integers(len(objects))]
        id_ = int(rng.integers(-2, len(one) + 6))
        present = [item.geom for item in one]
        kind = rng.integers(11)
        if kind < 3:
            call_both(one, other, "insert", geometry, *([obj] if kind else []))
        elif kind == 3:
            many = [random_geometry(rng, NAMES[name], dtype) for _ in range(rng.integers(5))]
            chosen = [objects[i] for i in rng.integers(len(objects), size=len(many))]
            call_both(one, other, "insert_many", many, *([chosen] if rng.random() < 0.7 else []))
            call_both(
                one, other, "insert_many_np", np.array(many, TYPES[dtype]).reshape(len(many), len(geometry)), chosen
            )
        elif kind == 4:
            call_both(one, other, "delete", id_)
        elif kind == 5 and present:
            call_both(
                one, other, "delete_at", *(present[rng.integers(len(present))] if rng.random() < 0.8 else geometry)
            )
        elif kind == 6:
            call_both(one, other, "update", id_, *geometry)
        elif kind == 7:
            call_both(one, other, "update_by_object", obj, *geometry)
        elif kind == 8 and rng.random() < 0.4:
            call_both(one, other, ("delete_by_object", "delete_one_by_object")[rng.integers(2)], obj)
        elif kind == 9:
            call_both(one, other, "attach", id_, obj)
        else:
            call_both(one, other, "update", id_, *(1000 for _ in geometry))  # outside: it stays
        call_both(one, other, "get", id_)
        for place in (geometry, *present[:3]):
            assert (place in one) == (place in other)
        compare(one, other, random_geometry(rng, "RectQuadTree", dtype), int(rng.integers(0, 6)))
    for tree in (one, other):
        tree.clear()
        assert (len(tree), list(tree), tree.nearest_neighbor((1, 1)), tree.get(0)) == (0, [], None, None)
        assert tree.insert(geometry) == 0


def test_items_are_replaced_by_changes() -> None:
    for module in (own, ours):
        tree = module.RectQuadTreeObjects(WORLD, 4)
        tree.insert((1, 1, 2, 2), "a")
        before = tree.query(WORLD)[0]
        tree.update(0, 5, 5, 6, 6)
        tree.attach(0, "b")
        assert (before.geom, before.obj) == ((1, 1, 2, 2), "a")
        assert (tree.query(WORLD)[0].geom, tree.query(WORLD)[0].obj) == ((5, 5, 6, 6), "b")
        assert isinstance(before, module.RectItem)
        assert isinstance(before, module.Item)
        again = module.PointItem.from_dict({"id": 1, "geom": (2, 3), "obj": None})
        assert (again.id_, again.x, again.y, again.obj) == (1, 2, 3, None)
        with pytest.raises(KeyError):
            module.Item.from_dict({"id": 1})
        with pytest.raises(AttributeError):
            again.other = 1


BAD_CALLS: list[Any] = [
    ("insert", ((200, 2, 300, 3),)),
    ("insert", ((float("nan"), 0, 1, 1),)),
    ("insert", ((0, 0, 1),)),
    ("insert", ("abcd",)),
    ("insert", ([2, 2, 3, 3], "a")),
    ("insert", ((1, 1, "1", 1),)),
    ("insert_many", ([(0, 0, 1, 1), (200, 2, 300, 3)],)),
    ("insert_many", ([(0, 0, 1, 1)], [])),
    ("insert_many", ([(0, 0, 1, 1)], ["a", "b"])),
    ("insert_many", (np.zeros((2, 4)),)),
    ("insert_many", (iter([(0, 0, 1, 1)]),)),
    ("insert_many_np", (np.zeros((2, 4)),)),
    ("insert_many_np", ([(0, 0, 1, 1)],)),
    ("insert_many_np", (np.zeros((2, 3), np.float32),)),
    ("insert_many_np", (np.zeros((2, 4), np.float32), ["a"])),
    ("query", ([0, 0, 1, 1],)),
    ("query", ((0, 0, 1),)),
    ("query_ids", ((0, 0, 1),)),
    ("nearest_neighbors", ((0, 0), -1)),
    ("nearest_neighbor", ((0, 0, 1, 1),)),
    ("delete", ("a",)),
    ("attach", (4, "a")),
    ("attach", (-1, "a")),
    ("update", (0, 200, 2, 300, 3)),
    ("update", (0, 1, 1, 2)),
    ("update", (0, 1, 1, 2, "2")),
    ("get", ("a",)),
]


@pytest.mark.parametrize(("method", "arguments"), BAD_CALLS)
def test_bad_calls_raise_the_same_and_change_nothing(method: str, arguments: tuple[Any, ...]) -> None:
    one, other = own.RectQuadTreeObjects(WORLD, 4), ours.RectQuadTreeObjects(WORLD, 4)
    for tree in (one, other):
        tree.insert((1, 1, 2, 2), "kept")
    with pytest.raises(Exception) as expected:
        getattr(one, method)(*arguments)
    with pytest.raises(expected.type):
        getattr(other, method)(*arguments)
    assert [(item.id_, item.geom, item.obj) for item in other.query(WORLD)] == [(0, (1, 1, 2, 2), "kept")]
    assert (other.insert((3, 3, 4, 4)), len(other)) == (1, 2)


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_bytes(name: str, dtype: str) -> None:
    rng = np.random.default_rng(3)
    pairs: list[Any] = []
    for module in (own, ours):
        rng = np.random.default_rng(3)
        tree = getattr(module, name)(WORLD, 4, max_depth=7, dtype=dtype)
        tree.insert_many([random_geometry(rng, NAMES[name], dtype) for _ in range(50)], [{"i": i} for i in range(50)])
        for id_ in (4, 31, 9, 49):
            tree.delete(id_)
        pairs.append(tree)
    kind, tree = type(pairs[1]), pairs[1]
    for include in (False, True):
        for allow in (False, True):
            one, other = (type(each).from_bytes(each.to_bytes(include), allow_objects=allow) for each in pairs)
            answer = [(item.id_, item.geom, item.obj) for item in other]
            assert answer == [(item.id_, item.geom, item.obj) for item in one]
            assert [obj is not None for *_, obj in answer] == [include and allow] * 46
            assert sorted(other.query_ids(WORLD)) == sorted(one.query_ids(WORLD))
            assert [other.insert(tree.get_all_items()[0].geom) for _ in range(4)] == [31, 9, 4, 49]
    data = tree.to_bytes(include_objects=True)
    for bad in (data[:40], data[:-1], b"", b"other" + data, pairs[0].to_bytes()):
        with pytest.raises(ours.SerializationError):
            kind.from_bytes(bad)
    with pytest.raises(ours.SerializationError, match=f"a {name}"):
        getattr(ours, NAMES[name]).from_bytes(data)
    with pytest.raises(TypeError):
        kind.from_bytes("text")
    with pytest.raises(NotImplementedError):
        kind.from_bytes(data, preallocation_limit_bytes=1024)
    assert len(kind.from_bytes(kind(WORLD, 4).to_bytes())) == 0


def test_what_differs() -> None:
    tree = ours.RectQuadTreeObjects(WORLD, 4)
    tree.insert((1, 1, 2, 2), thing := [1])
    with pytest.raises(ValueError, match="min_x <= max_x"):
        tree.insert((5, 5, 3, 3))
    with pytest.raises(ValueError, match="more than max_x"):
        tree.query((5, 5, 3, 3))
    for again in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree)):
        assert again.get_all_objects() == [[1]]
        assert again.delete_by_object(thing) == 0
        assert again.delete_by_object(again.get(0)) == 1
        assert len(tree) == 1
    with pytest.raises(ValueError, match="2 objects, 3 geometries"):
        tree.insert_many([(0, 0, 1, 1)] * 3, ["a", "b"])
    assert len(tree) == 1
    assert tree.insert((0, 0, 1, 1)) == 1
