"""Several threads: every call on arrays releases the lock of the interpreter, and no order of calls crashes."""

from __future__ import annotations

import contextlib
import copy
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import quadrille as qd

SECONDS = 1.0  # of each stress


def crowd(count: int, seed: int = 7) -> Any:
    random = np.random.default_rng(seed)
    low = random.random((count, 2)) * np.sqrt(count)
    return np.hstack([low, low + random.random((count, 2))])


@pytest.fixture
def held() -> Iterator[None]:
    """The interpreter takes the lock from no thread: another one runs only where a call releases it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(before)


MANY = crowd(60_000)
SAVED = bytes(qd.Tree(MANY))
CALLS: dict[str, Callable[[qd.Tree], object]] = {
    "Tree": lambda tree: qd.Tree(MANY),
    "insert": lambda tree: tree.insert(MANY),
    "move": lambda tree: tree.move(np.arange(len(MANY)), MANY[::-1].copy()),
    "remove": lambda tree: tree.remove(np.arange(50_000)),
    "rebuild": lambda tree: tree.rebuild(),
    "set_filter": lambda tree: tree.set_filter(np.arange(len(MANY)), layers=5),
    "set_values": lambda tree: tree.set_values(np.arange(len(MANY)), np.arange(len(MANY))),
    "search": lambda tree: tree.search(0, 0, 1000, 1000),
    "search_many": lambda tree: tree.search_many(MANY),
    "count_many": lambda tree: tree.count_many(MANY),
    "nearest": lambda tree: tree.nearest(MANY, 2),
    "ray": lambda tree: tree.ray(MANY[:3000, :2], [1, 0.5], 3),
    "segment": lambda tree: tree.segment(MANY[:3000, :2], [0, 0]),
    "cast": lambda tree: tree.cast(MANY[:3000], [9, 5]),
    "pairs": lambda tree: tree.pairs(),
    "join": lambda tree: tree.join(tree),
    "boxes": lambda tree: tree.boxes(),
    "totals": lambda tree: tree.totals(MANY[:5000]),
    "details": lambda tree: tree.details(0, 0, 1000, 1000, 0),
    "bytes": lambda tree: bytes(tree),
    "load": lambda tree: qd.load(SAVED),
    "contacts": lambda tree: tree.contacts().update(),
    "add": lambda tree: tree.interest().add(MANY),
    "interest": lambda tree: interest_of(tree).update(),
    "views": lambda tree: interest_of(tree).move(np.arange(3000), MANY[:3000, :2]),
    "gravity": lambda tree: qd.gravity(MANY[:3000, :2]),
}


def interest_of(tree: qd.Tree) -> qd.Interest:
    interest = tree.interest()
    interest.add(MANY[:3000])
    return interest


@contextlib.contextmanager
def counting() -> Iterator[list[int]]:
    """Another thread, which counts how often it runs."""
    runs, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            runs[0] += 1
            time.sleep(0)  # gives the lock back

    thread = threading.Thread(target=count)
    thread.start()
    try:
        yield runs
    finally:
        done.set()
        thread.join()


def refill(tree: qd.Tree, boxes: Any) -> None:
    tree.clear()
    tree.insert(boxes)


def assert_others_run(call: Callable[[], object], again: Callable[[], object] = lambda: None) -> None:
    with counting() as runs:
        for _ in range(50):  # the other thread may wake too late for a short call
            before = runs[0]
            call()
            if runs[0] > before:
                return
            again()
        raise AssertionError("no other thread ran")


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("name", CALLS)
def test_a_call_on_arrays_releases_the_lock(name: str) -> None:
    tree = qd.Tree(MANY, totals=True)

    def again() -> None:
        if name == "remove":
            refill(tree, MANY)

    assert_others_run(lambda: CALLS[name](tree), again)


def in_threads(calls: list[Callable[[], object]], expected: tuple[type[BaseException], ...]) -> dict[str, int]:
    """Runs each call again and again on a thread of its own; counts what returned and what raised."""
    results = {"returned": 0, "refused": 0}
    wrong: list[BaseException] = []
    end = time.monotonic() + SECONDS

    def repeat(call: Callable[[], object]) -> None:
        while time.monotonic() < end and not wrong:
            try:
                call()
                results["returned"] += 1
            except expected as error:
                if isinstance(error, RuntimeError):
                    assert "another thread" in str(error) and "take the same lock" in str(error)
                results["refused"] += 1
            except BaseException as error:
                wrong.append(error)

    threads = [threading.Thread(target=repeat, args=(call,)) for call in calls]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(before)
    assert not wrong, wrong
    return results


@pytest.mark.parametrize("threads", [1, 2])
def test_a_tree_that_changes_while_others_ask_refuses(threads: int) -> None:
    boxes = crowd(3000)
    tree = qd.Tree(boxes, threads=threads)
    order = np.arange(3000)
    results = in_threads(
        [
            lambda: tree.move(order, boxes[::-1].copy()),
            lambda: tree.remove(tree.insert(boxes[:500])),
            lambda: tree.search_many(boxes[:300]),
            lambda: tree.pairs(),
            lambda: (len(tree), tree.bounds, tree.boxes([5]), 7 in tree),
            lambda: tree.rebuild(),
        ],
        (RuntimeError,),
    )
    assert results["returned"] > 0 and results["refused"] > 0
    # a refused remove leaves what its insert added: the rest is as it was
    assert len(tree) >= 3000 and (tree.numbers()[:3000] == order).all()
    assert len(tree.search(-9, -9, 999, 999)) == len(tree)


def test_with_a_lock_a_change_gets_in_beside_busy_readers() -> None:
    boxes = crowd(3000)
    tree = qd.Tree(boxes)
    lock, done = threading.Lock(), threading.Event()
    asked = [0] * 4

    def ask(reader: int) -> None:
        while not (asked[reader] and done.is_set()):
            with lock:
                assert tree.count_many(boxes[:200]).min() > 0
            asked[reader] += 1

    readers = [threading.Thread(target=ask, args=(reader,)) for reader in range(len(asked))]
    for thread in readers:
        thread.start()

    def change() -> None:
        for turn in range(200):
            with lock:
                tree.move([2999], [[turn, 0, turn + 1, 1]])

    writer = threading.Thread(target=change, daemon=True)
    writer.start()
    writer.join(120)  # far more than it takes: a writer that never gets in fails the test in place of hanging it
    done.set()
    for thread in readers:
        thread.join()
    assert not writer.is_alive()
    assert min(asked) > 0 and tree.boxes(2999).tolist() == [199, 0, 200, 1]


def test_many_threads_ask_at_once() -> None:
    boxes = crowd(3000)
    tree = qd.Tree(boxes, threads=2)
    pairs, counts = tree.pairs().tolist(), tree.count_many(boxes).tolist()

    def ask_pairs() -> None:
        assert tree.pairs().tolist() == pairs

    def ask_counts() -> None:
        assert tree.count_many(boxes).tolist() == counts

    results = in_threads([ask_pairs, ask_counts, ask_pairs, lambda: tree.nearest(boxes, 2)], ())
    assert results["returned"] > 0


def test_watchers_dropped_while_others_ask() -> None:
    boxes = crowd(2000)
    tree = qd.Tree(boxes)

    def make_and_drop() -> None:
        contacts, interest = tree.contacts(), tree.interest()
        interest.add(boxes[:50])
        contacts.update()
        interest.update()
        del contacts, interest

    results = in_threads(
        [make_and_drop, make_and_drop, lambda: tree.pairs(), lambda: tree.move([1], [[3, 3, 4, 4]])], (RuntimeError,)
    )
    assert results["returned"] > 0
    tree.move([1], boxes[[1]])  # frees those that waited
    contacts = tree.contacts()
    assert len(contacts.update()[0]) == len(qd.Tree(boxes).pairs())


def test_one_watcher_used_by_two_threads_refuses() -> None:
    boxes = crowd(2000)
    tree = qd.Tree(boxes)
    contacts, interest = tree.contacts(), tree.interest()

    def observe() -> None:
        interest.remove(interest.add(boxes[:20]))

    in_threads(
        [contacts.update, contacts.update, contacts.stayed, lambda: len(contacts), interest.update, observe, observe],
        (RuntimeError, ValueError),
    )
    contacts.update()
    assert len(contacts) == len(tree.pairs())


def test_trees_made_and_dropped_by_many_threads() -> None:
    boxes = crowd(500)

    def make() -> None:
        tree = qd.Tree(boxes, threads=2)
        assert len(qd.load(bytes(tree), threads=2)) == 500

    assert in_threads([make] * 4, ())["returned"] > 0


def test_memory_of_trees_that_are_gone_serves_one_tree_at_a_time() -> None:
    """Large enough for blocks that are kept; each thread compares all answers of its own tree."""
    worlds = [crowd(count) for count in (5000, 5000, 7000)]
    expected = [len(qd.Tree(boxes).pairs()) for boxes in worlds]

    def make(which: int) -> Callable[[], None]:
        def build() -> None:
            first, second = qd.Tree(worlds[which]), qd.Tree(worlds[which])
            assert len(first.pairs()) == expected[which]
            del first
            third = qd.Tree(worlds[which])
            assert len(second.pairs()) == len(third.pairs()) == expected[which]
            assert np.array_equal(second.boxes(np.arange(len(worlds[which]))), worlds[which])

        return build

    assert in_threads([make(0), make(1), make(2), make(2)], ())["returned"] > 0


def interrupted(call: Callable[[], object], check: Callable[[], object] = lambda: None) -> float:
    """
    The seconds until a call of many ends that is interrupted after a tenth of one.

    Those of the processor: other programs do not count.
    """
    calls = 0

    def interrupt(*_: object) -> None:
        nonlocal calls
        calls += 1
        check()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    start = time.process_time()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert calls == 1
    return time.process_time() - start


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a system without such timers")
@pytest.mark.parametrize("distances", [False, True])
@pytest.mark.parametrize("name", ["pairs", "join"])
def test_an_interrupt_ends_a_search_for_pairs(name: str, distances: bool) -> None:
    """A pile of 20,000 has 200 million pairs, which take seconds and gigabytes."""
    pile = qd.Tree(np.zeros((20_000, 2)), threads=2)

    def check() -> None:
        assert len(pile.search(0, 0, 1, 1)) == len(pile)
        with pytest.raises(RuntimeError, match="another thread"):
            pile.clear()

    def call() -> object:
        return pile.pairs(distances=distances) if name == "pairs" else pile.join(pile, distances=distances)

    assert interrupted(call, check) < 2
    pile.clear()
    assert len(pile.pairs()) == 0


LARGE = 1 << 18  # from so many items on a single question may take longer than a thread waits
SINGLE: dict[str, Callable[[qd.Tree], object]] = {
    "search": lambda tree: tree.search(-1, -1, 9999, 9999),
    "within": lambda tree: tree.within(0, 0, 9999),
    "polygon": lambda tree: tree.polygon([(-1, -1), (9999, -1), (9999, 9999), (-1, 9999)]),
    "at": lambda tree: tree.at(100.5, 100.5),
    "count": lambda tree: tree.count(-1, -1, 9999, 9999),
    "inside": lambda tree: tree.search(-1, -1, 9999, 9999, relation="inside"),
    "totals": lambda tree: tree.totals([-1, -1, 9999, 9999]),
    "numbers": lambda tree: tree.numbers(),
    "stats": lambda tree: tree.stats(),
    "nodes": lambda tree: tree.nodes(),
    "copy": copy.copy,
    "clear": lambda tree: tree.clear(),
}


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("name", SINGLE)
def test_a_single_call_that_looks_at_many_items_releases_the_lock(name: str) -> None:
    boxes = crowd(LARGE)
    boxes[:50_000] = 100, 100, 101, 101
    tree = qd.Tree(boxes)
    assert_others_run(lambda: SINGLE[name](tree), lambda: refill(tree, boxes))


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("verb", ["search", "count", "any"])
def test_a_question_that_leaves_nearly_everything_out_releases_the_lock(verb: str) -> None:
    points = np.random.default_rng(1).random((8 * LARGE, 2), dtype=np.float32)
    kind = 1 + np.arange(len(points)) % 2
    tree = qd.Tree(points, layers=kind, masks=3 - kind)
    ask = getattr(tree, verb)
    assert_others_run(lambda: ask(-1, -1, 2, 2, layers=1, mask=1))


@pytest.mark.usefixtures("held")
def test_a_short_question_keeps_the_lock() -> None:
    """A thread that gives the lock away waits for it, far longer than the answer takes."""
    tree = qd.Tree(crowd(LARGE), totals=True)
    with counting() as runs:
        before = runs[0]
        for _ in range(200):
            tree.search(50, 50, 60, 60)
            tree.search(50, 50, 60, 60, layers=1)
            tree.count(50, 50, 60, 60)
            tree.any(50, 50, 60, 60, relation="inside")
            tree.within(50, 50, 5)
            tree.at(50, 50)
        assert runs[0] == before


def test_many_totals_wait_for_a_busy_thread_once() -> None:
    tree, done = qd.Tree(MANY, totals=True), False

    def spin() -> None:
        while not done:
            pass

    thread = threading.Thread(target=spin)
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.05)
    thread.start()
    try:
        start = time.monotonic()
        tree.totals(MANY[:1000])
        assert time.monotonic() - start < 10
    finally:
        done = True
        sys.setswitchinterval(before)
        thread.join()


def test_a_large_tree_that_changes_while_others_ask_refuses() -> None:
    boxes = crowd(LARGE)
    tree = qd.Tree(boxes)
    order = np.arange(1000)
    results = in_threads(
        [
            lambda: tree.move(order, boxes[order]),
            lambda: tree.search(-1, -1, 9999, 9999),
            lambda: tree.count(-1, -1, 9999, 9999),
            lambda: tree.search(-1, -1, 9999, 9999, relation="inside"),
            lambda: (tree.numbers(), tree.stats()),
        ],
        (RuntimeError,),
    )
    assert results["returned"] > 0 and results["refused"] > 0
    assert np.array_equal(np.sort(tree.search(-1, -1, 9999, 9999)), np.arange(LARGE))


PLACES = np.random.default_rng(4).random((400_000, 2))
WINDOWS = np.tile([[-1.0, -1, 2, 2]], (400_000, 1))
LONG: dict[str, Callable[[qd.Tree], object]] = {
    "search_many": lambda tree: tree.search_many(WINDOWS, layers=1, mask=1),
    "circles": lambda tree: tree.search_many(PLACES, radii=9, layers=1, mask=1),
    "count_many": lambda tree: tree.count_many(WINDOWS, relation="inside"),
    "totals": lambda tree: tree.totals(WINDOWS, layers=1, mask=1),
    "nearest": lambda tree: tree.nearest(PLACES, layers=1, mask=1),
    "nearest k": lambda tree: tree.nearest(PLACES[:4000], 3000),
    "ray": lambda tree: tree.ray(PLACES, [1, 0.5], layers=1, mask=1),
    "segment": lambda tree: tree.segment(PLACES, PLACES[::-1], layers=1, mask=1),
    "cast": lambda tree: tree.cast(WINDOWS, [1, 0.5], layers=1, mask=1),
    "gravity": lambda _: qd.gravity(PLACES[:100_000], theta=0.01),
    "gravity at": lambda _: qd.gravity(PLACES[:10_000], at=PLACES, theta=0.01),
    "direct": lambda _: qd.gravity(PLACES[:150_000], direct=True),
    "direct threads": lambda _: qd.gravity(PLACES[:200_000], direct=True, threads=2, potential=True),
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a system without such timers")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_ends_a_long_call(name: str, threads: int) -> None:
    kind = 1 + np.arange(len(PLACES)) % 2  # no question that is of one kind finds an item of either
    tree = qd.Tree(PLACES, threads=threads, layers=kind, masks=3 - kind)

    def check() -> None:
        assert tree.any(0, 0, 1, 1)
        if "gravity" not in name and "direct" not in name:
            with pytest.raises(RuntimeError, match="another thread"):
                tree.clear()

    assert interrupted(lambda: LONG[name](tree), check) < 2
    assert len(tree) == len(PLACES)
    tree.clear()


@pytest.mark.parametrize("threads", [1, 2])
def test_parts_of_a_call_are_answered_as_alone(threads: int) -> None:
    """So many questions that they come in parts, each with a radius, a way and an item of its own."""
    boxes = crowd(20_000)
    tree = qd.Tree(boxes, threads=threads)
    some = np.arange(700) * 7
    points, ways, radii = boxes[some, 2:], boxes[some, :2] - 50, np.linspace(30, 60, len(some))
    for ignore in (None, some):
        one = [None] * len(some) if ignore is None else ignore.tolist()
        offsets, numbers = tree.search_many(points, radii=radii, ignore=ignore)
        questions, found = tree.search_many(points, radii=radii, ignore=ignore, output="pairs")
        counts = tree.count_many(points, radii=radii, ignore=ignore)
        assert np.array_equal(np.diff(offsets), counts) and offsets[-1] > 1 << 20
        assert np.array_equal(np.lexsort((found, questions)), np.lexsort((found, questions)))
        for i in range(0, len(some), 41):
            alone = tree.within(points[i, 0], points[i, 1], radii[i], ignore=one[i])
            assert np.array_equal(numbers[offsets[i] : offsets[i + 1]], alone)
            assert np.array_equal(np.sort(found[questions == i]), np.sort(alone))
        ranked: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = [
            (tree.nearest, (points,), {}),
            (tree.nearest, (boxes[some],), {"k": 300}),
            (tree.ray, (points, ways), {"k": 3, "normals": True}),
            (tree.segment, (points, ways), {"k": 200}),
            (tree.cast, (points, ways), {"radii": radii / 30, "normals": True}),
            (tree.cast, (boxes[some].astype(np.float32), [3, 4]), {"k": 2}),
        ]
        for call, arrays, rest in ranked:
            all_at_once = call(*arrays, ignore=ignore, **rest)
            for i in range(0, len(some), 41):
                own = [array[i] if len(array) == len(some) else array for array in arrays]
                radius = {"radii": rest["radii"][i]} if "radii" in rest else {}
                for together, alone in zip(all_at_once, call(*own, ignore=one[i], **(rest | radius)), strict=True):
                    assert np.array_equal(together[i], alone)


def test_gravity_in_parts_has_the_same_bits() -> None:
    places, at = PLACES[:3000], PLACES[:2000]
    whole = qd.gravity(places, at=at, potential=True)
    for i in (0, 15, 16, 17, 1999):
        for together, alone in zip(whole, qd.gravity(places, at=at[i : i + 1], potential=True), strict=True):
            assert np.array_equal(together[i : i + 1], alone)
    for direct in (False, True):
        assert np.array_equal(qd.gravity(places, direct=direct), qd.gravity(places, direct=direct, threads=2))
