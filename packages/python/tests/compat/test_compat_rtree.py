"""`Index` answers each call as Rtree's does, but for the order of ids."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

own = pytest.importorskip("rtree.index", reason="rtree is not installed")

from quadrille.compat import rtree as ours  # noqa: E402


def random_box(rng: np.random.Generator) -> tuple[float, ...]:
    """On a coarse grid, so that boxes touch, coincide and are equally near."""
    x, y, width, height = (rng.integers(0, [40, 40, 6, 6]) / 2.0).tolist()
    return (x, y) if rng.random() < 0.2 else (x, y, x + width, y + height)


def order(interleaved: bool, box: tuple[float, ...]) -> tuple[float, ...]:
    return box if interleaved or len(box) == 2 else (box[0], box[2], box[1], box[3])


def described(item: Any) -> tuple[Any, ...]:
    return item.id, item.bounds, item.bbox, repr(item.object)


def compare(one: Any, other: Any, box: tuple[float, ...], k: int) -> None:
    """Every question about one box."""
    for method in ("intersection", "contains"):
        ask: Callable[..., Any] = getattr(one, method)
        asked: Callable[..., Any] = getattr(other, method)
        assert sorted(ask(box)) == sorted(asked(box))
        assert sorted(map(repr, ask(box, objects="raw"))) == sorted(map(repr, asked(box, objects="raw")))
        assert sorted(map(described, ask(box, objects=True))) == sorted(map(described, asked(box, objects=True)))
    assert one.count(box) == other.count(box)
    assert sorted(one.nearest(box, k)) == sorted(other.nearest(box, k))
    assert sorted(map(described, one.nearest(box, k, True))) == sorted(map(described, other.nearest(box, k, True)))
    assert len(one) == len(other)
    assert (one.bounds, one.get_bounds(False)) == (other.bounds, other.get_bounds(False))


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_random_calls(seed: int, interleaved: bool) -> None:
    rng = np.random.default_rng(seed)
    one, other = own.Index(interleaved=interleaved), ours.Index(interleaved=interleaved)
    kept: list[tuple[int, tuple[float, ...]]] = []
    for _ in range(400):
        box = order(interleaved, random_box(rng))
        if rng.random() < 0.6 or not kept:
            call = int(rng.integers(-20, 60)), box
            obj = {"number": call[0]} if rng.random() < 0.3 else None
            for index in (one, other):
                index.insert(*call, obj)
            kept.append(call)
        else:
            call = kept.pop(int(rng.integers(len(kept)))) if rng.random() < 0.8 else (int(rng.integers(60)), box)
            if call in kept:
                continue  # which of two equal boxes goes, with its object, is open
            for index in (one, other):
                index.delete(*call)
        if rng.random() < 0.3:
            compare(one, other, order(interleaved, random_box(rng)), int(rng.integers(0, 8)))


def arrays(seed: int, count: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    mins = rng.integers(0, 100, (count, 2)) / 2.0
    return rng.integers(0, 1 << 40, count), mins, mins + rng.integers(0, 6, (count, 2)) / 2.0


def cut(ids: Any, counts: Any) -> list[list[int]]:
    return [sorted(part) for part in np.split(ids, np.cumsum(counts.astype(np.int64))[:-1])]


@pytest.mark.parametrize("count", [1, 20, 2000])
def test_many_at_once(count: int) -> None:
    stream = arrays(count, count)
    one, other = own.Index(stream), ours.Index(stream)
    _, mins, maxs = arrays(7, 300)
    expected, answer = one.intersection_v(mins, maxs), other.intersection_v(mins, maxs)
    assert [part.dtype for part in expected] == [part.dtype for part in answer]
    assert cut(*expected) == cut(*answer)
    limits = np.random.default_rng(1).integers(-1, 5, len(mins)).tolist()  # Rtree writes over an array of them
    for options in (
        {},
        {"max_dists": limits},
        {"num_results": 5},
        {"num_results": 0},
        {"num_results": 3, "max_dists": limits},
    ):
        expected = one.nearest_v(mins, maxs, return_max_dists=True, **options)
        answer = other.nearest_v(mins, maxs, return_max_dists=True, **options)
        assert cut(*expected[:2]) == cut(*answer[:2])
        assert expected[2].tolist() == answer[2].tolist()
        assert len(other.nearest_v(mins, maxs, **options)) == 2
        expected = one.nearest_v(mins, maxs, return_max_dists=True, strict=True, **options)
        answer = other.nearest_v(mins, maxs, return_max_dists=True, strict=True, **options)
        assert [part.tolist() for part in expected[1:]] == [part.tolist() for part in answer[1:]]


def test_stream() -> None:
    ids, mins, maxs = arrays(3, 500)
    boxes = np.hstack((mins, maxs)).tolist()
    stream = [(id, box, None if id % 3 else [id]) for id, box in zip(ids.tolist(), boxes, strict=True)]
    one, other = own.Index(iter(stream)), ours.Index(iter(stream))
    rng = np.random.default_rng(4)
    for _ in range(50):
        compare(one, other, random_box(rng), 3)


def test_two_indexes_together() -> None:
    rng = np.random.default_rng(5)
    for interleaved in (True, False):
        pairs = [[kind.Index(interleaved=interleaved) for _ in range(2)] for kind in (own, ours)]
        for i in range(40):
            box = order(interleaved, random_box(rng))
            for one, two in pairs:
                (one if i % 2 else two).insert(i, box, str(i))
        (one, two), (other, another) = pairs
        everywhere = order(interleaved, (0, 0, 99, 99))
        for expected, answer in ((one & two, other & another), (one | two, other | another)):
            expected_items = sorted(
                (item.bounds, item.object) for item in expected.intersection(everywhere, objects=True)
            )
            assert expected_items == sorted(
                (item.bounds, item.object) for item in answer.intersection(everywhere, objects=True)
            )
        assert sorted((one | two).intersection(everywhere)) == sorted((other | another).intersection(everywhere))


class Json:
    """Objects kept otherwise: what Rtree's documents recommend."""

    def dumps(self, obj: Any) -> bytes:
        return str(obj).encode()

    def loads(self, string: bytes) -> str:
        return "read " + string.decode()


def test_objects_go_through_dumps_and_loads() -> None:
    for kind in (own, ours):
        index = type("Kept", (Json, kind.Index), {})()
        index.insert(1, (0, 0, 1, 1), obj=12)
        assert list(index.intersection((0, 0), objects="raw")) == ["read 12"]
        assert [item.object for item in index.nearest((0, 0), 1, True)] == ["read 12"]
    value = [1, 2]
    for kind in (own, ours):
        index = kind.Index()
        index.insert(1, (0, 0), obj=value)
        answer = list(index.intersection((0, 0), objects="raw"))
        assert answer == [value]
        assert answer[0] is not value


def test_items_compare_by_id() -> None:
    for kind in (own, ours):
        index = kind.Index([(2, (0, 0, 1, 1), None), (1, (0, 0, 1, 1), None)])
        first, second = sorted(index.intersection((0, 0), objects=True))
        assert (first.id, second.id) == (1, 2)
        assert second > first


BAD_CALLS: list[Any] = [
    ("insert", (4, (1, 1, 0, 0))),
    ("insert", ("a", (0, 0, 1, 1))),
    ("insert", (4.5, (0, 0, 1, 1))),
    ("insert", (4, (0, 0, 1))),
    ("insert", (4, (0, 0, 1, 1, 1))),
    ("insert", (4, (float("nan"), 0, 1, 1))),
    ("insert", (4, "abcd")),
    ("insert", (4, None)),
    ("insert", (4, (0, 0, 1, 1), lambda: 1)),
    ("delete", (4, (1, 1, 0, 0))),
    ("intersection", ((3, 3, 1, 1),)),
    ("contains", ((3, 3, 1, 1),)),
    ("count", ((3, 3, 1, 1),)),
    ("nearest", ((3, 3, 1, 1),)),
    ("nearest", ((3, 3), 1.5)),
    ("intersection_v", ([0, 0, 0], [1, 1, 1])),
    ("intersection_v", ([[0, 0]], [[1, 1], [1, 1]])),
    ("nearest_v", ([[0, 0]], [[1, 1], [1, 1]])),
]


def same(expected: type[BaseException], answer: type[BaseException]) -> bool:
    """Each has an RTreeError of its own."""
    return expected.__name__ == answer.__name__


@pytest.mark.parametrize(("method", "arguments"), BAD_CALLS)
def test_bad_calls_raise_the_same_and_change_nothing(method: str, arguments: tuple[Any, ...]) -> None:
    one, other = own.Index([(1, (0, 0, 1, 1), None)]), ours.Index([(1, (0, 0, 1, 1), None)])
    with pytest.raises(Exception) as expected:
        getattr(one, method)(*arguments)
    with pytest.raises(Exception) as answer:
        getattr(other, method)(*arguments)
    assert same(expected.type, answer.type), answer.value
    assert list(other.intersection((0, 0, 9, 9))) == [1]


def test_arrays_of_other_lengths() -> None:
    ids, mins, maxs = arrays(1, 3)
    for kind in (own, ours):
        with pytest.raises(ValueError, match="index and point counts different"):
            kind.Index((ids[:2], mins, maxs))
    for options in ({"max_dists": [1]}, {"max_dists": [[1, 1, 1]]}, {"num_results": -1}):
        for kind in (own, ours):
            with pytest.raises(ValueError, match=r".+"):
                kind.Index((ids, mins, maxs)).nearest_v(mins, maxs, **options)


def test_close() -> None:
    for kind in (own, ours):
        index = kind.Index([(1, (0, 0, 1, 1), None)])
        index.flush()
        assert index.valid()
        index.close()
        assert len(index) == 0
        with pytest.raises(Exception) as raised:
            index.intersection((0, 0))
        assert raised.type.__name__ == "RTreeError"
        with pytest.raises(OSError, match="Unclosable"):
            index.close()


def test_empty() -> None:
    compare(own.Index(), ours.Index(), (0, 0, 1, 1), 2)
    point = [[0, 0]]
    expected, answer = (kind.Index().nearest_v(point, point, return_max_dists=True) for kind in (own, ours))
    assert [part.tolist() for part in expected] == [part.tolist() for part in answer]


def test_properties() -> None:
    mine, theirs = ours.Property(), own.Property()
    expected = theirs.as_dict()
    expected["storage"] = ours.RT_Memory  # until an index is made with it
    assert mine.as_dict() == expected
    with pytest.raises(ours.RTreeError):
        ours.Property(leaf_capacity=0)
    with pytest.warns(UserWarning, match="no setting 'leaf_capacities'"):
        ours.Property(leaf_capacities=3)
    for name, value in (("dimension", 3), ("type", ours.RT_TPRTree), ("storage", ours.RT_Disk), ("filename", "a")):
        with pytest.raises(NotImplementedError, match=name):
            ours.Property(**{name: value})
    with pytest.warns(UserWarning, match="fill_factor"):
        ours.Property(fill_factor=0.9)
    assert ours.Index(properties=ours.Property(leaf_capacity=8))._tree.stats()["leaf_capacity"] == 8
    assert pickle.loads(pickle.dumps(ours.Property(leaf_capacity=8))).as_dict()["leaf_capacity"] == 8


def test_what_differs() -> None:
    index = ours.Index([(1, (0, 0, 1, 1), None), (2, (2, 2), "b")])
    again = pickle.loads(pickle.dumps(index))
    assert list(again.intersection((0, 0, 9, 9), objects="raw")) == [None, "b"]
    refused: list[tuple[Any, ...]] = [("file",), (b"file",), ([], "file")]
    for arguments in refused:
        with pytest.raises(NotImplementedError):
            ours.Index(*arguments)
    with pytest.raises(TypeError):
        ours.Index(overwrite=True)  # type: ignore[call-arg]
    with pytest.raises(NotImplementedError):
        index.leaves()
    with pytest.raises(NotImplementedError):
        index.result_limit = 2
    with pytest.raises(NotImplementedError):
        index.result_offset = 2
    index.result_limit = index.result_offset = 0
    with pytest.raises(OverflowError):
        index.insert(1 << 63, (0, 0))
    with pytest.raises(ours.RTreeError, match="inf"):
        index.insert(1, (0, 0, float("inf"), 1))
    with pytest.raises(ours.RTreeError):
        index.insert(1, (0, 1, 1, 0))
    with pytest.raises(ours.RTreeError):
        ours.Index([(1, (1, 1, 0, 0), None)])
    for window in ((0, 1, 1, 0), (0, float("nan"), 1, float("nan"))):
        with pytest.raises(ours.RTreeError):
            index.count(window)
    assert list(ours.Index([(1, (0, 0, 1, 1), None), (2, (5, 5), None)]).intersection((4, 4, 6, 6))) == [2]
    assert len(index) == 2
    assert len(ours.Index(iter([]))) == 0


# ---- containers


class Thing:
    """An object that equals every other: only its identity counts."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


def seen(item: Any) -> tuple[Any, ...]:
    return item.id, item.bounds, item.bbox, id(item.object)


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_random_calls_of_containers(seed: int, interleaved: bool) -> None:
    rng = np.random.default_rng(seed)
    one, other = own.RtreeContainer(interleaved=interleaved), ours.RtreeContainer(interleaved=interleaved)
    things = [*(Thing() for _ in range(12)), None, "text", 7, [1]]
    present: list[tuple[Any, tuple[float, ...]]] = []
    for _ in range(300):
        box = order(interleaved, random_box(rng))
        if rng.random() < 0.6 or not present:
            call = things[rng.integers(len(things))], box
            present.append(call)
            for container in (one, other):
                (container.insert if rng.random() < 0.5 else container.add)(*call)
        else:
            call = present.pop(int(rng.integers(len(present))))
            for container in (one, other):
                container.delete(*call)
        for thing in (*things, Thing()):
            assert (thing in one) == (thing in other)
        assert len(one) == len(other) == len(present)
        assert list(map(id, one)) == list(map(id, other))
        assert one.bounds == other.bounds
        box, k = order(interleaved, random_box(rng)), int(rng.integers(0, 5))
        assert sorted(map(id, one.intersection(box))) == sorted(map(id, other.intersection(box)))
        assert sorted(map(seen, one.intersection(box, bbox=True))) == sorted(map(seen, other.intersection(box, True)))
        assert sorted(map(id, one.nearest(box, k))) == sorted(map(id, other.nearest(box, k)))
        assert sorted(map(seen, one.nearest(box, k, True))) == sorted(map(seen, other.nearest(box, k, bbox=True)))
        assert one.count(box) == other.count(box)
        for objects in (False, "raw"):
            assert sorted(one.contains(box, objects), key=str) == sorted(other.contains(box, objects), key=str)
        assert one.get_size() == other.get_size()
        low = [[0, 0], [3, 3]]
        assert cut(*one.intersection_v(low, [[5, 5], [6, 6]])) == cut(*other.intersection_v(low, [[5, 5], [6, 6]]))


CONTAINER_CALLS: list[Any] = [
    ("delete", (Thing(), (0, 0, 1, 1))),
    ("delete", ("b", (0, 0, 1, 1))),
    ("intersection", ((3, 3, 1, 1),)),
    ("intersection", ((3, 3), 1)),
    ("intersection", ((3, 3), "raw")),
    ("nearest", ((3, 3), 1, None)),
    ("nearest", ((3, 3), 1.5)),
    ("count", ((3, 3, 1, 1),)),
]


@pytest.mark.parametrize(("method", "arguments"), CONTAINER_CALLS)
def test_bad_calls_of_containers_raise_the_same(method: str, arguments: tuple[Any, ...]) -> None:
    for kind in (one := own.RtreeContainer(), other := ours.RtreeContainer()):
        kind.insert("a", (0, 0, 1, 1))
    with pytest.raises(Exception) as expected:
        list(getattr(one, method)(*arguments) or ())
    with pytest.raises(Exception) as answer:
        list(getattr(other, method)(*arguments) or ())
    assert same(expected.type, answer.type), answer.value
    assert list(other.intersection((0, 0, 9, 9))) == ["a"]


def test_containers_in_general() -> None:
    for module in (own, ours):
        assert issubclass(module.RtreeContainer, module.Index)
        for name in ("file", b"file"):
            with pytest.raises(ValueError, match="in-memory"):
                module.RtreeContainer(name)
        container = module.RtreeContainer()
        container.insert("a", (0, 0, 1, 1))
        container.intersection((3, 3, 1, 1))  # raises when it is asked for the first
        with pytest.raises(TypeError):
            _ = container & container
        with pytest.raises(TypeError):
            _ = container | container


def test_what_differs_in_containers() -> None:
    thing = Thing()
    index = ours.RtreeContainer([("a", (0, 0, 1, 1)), (thing, (2, 2)), ("a", (5, 5))])
    assert (len(index), list(index)) == (3, ["a", thing])
    for refused in ((1, (1, 1, 0, 0)), ("c", (0, 0, 1))):
        with pytest.raises((ours.RTreeError, ValueError)):
            index.insert(*refused)
    index.delete("a", (7, 7))  # there is no such box: nothing happens
    assert (len(index), 1 in index, "c" in index) == (3, False, False)
    again = pickle.loads(pickle.dumps(index))
    other = next(iter(set(again) - {"a"}))
    assert (thing in again, other in again, len(again)) == (False, True, 3)
    again.delete(other, (2, 2))
    assert list(again.intersection((0, 0, 9, 9))) == ["a", "a"]
    with pytest.raises(NotImplementedError):
        index.leaves()
    index.close()
    assert (len(index), list(index)) == (0, [])
    with pytest.raises(ours.RTreeError):
        list(index.intersection((0, 0)))
    assert ours.index.Index is ours.Index
    for name in ("limit", "offset"):
        for module in (own, ours):
            plain = module.Index()
            assert getattr(plain, f"get_result_{name}")() == 0
            getattr(plain, f"set_result_{name}")(0)
        with pytest.raises(NotImplementedError):
            getattr(plain, f"set_result_{name}")(2)
