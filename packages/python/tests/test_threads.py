"""Several threads: every call on arrays releases the lock of the interpreter, and no order of calls crashes."""

from __future__ import annotations

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


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("name", CALLS)
def test_a_call_on_arrays_releases_the_lock(name: str) -> None:
    tree = qd.Tree(MANY, totals=True)
    runs, done = 0, False

    def count() -> None:
        nonlocal runs
        while not done:
            runs += 1
            time.sleep(0)  # gives the lock back

    thread = threading.Thread(target=count)
    thread.start()
    try:
        for _ in range(50):  # the other thread may wake too late for a short call
            before = runs
            CALLS[name](tree)
            if runs > before:
                break
            if name == "remove":
                tree = qd.Tree(MANY, totals=True)
        assert runs > before
    finally:
        done = True
        thread.join()


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


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a system without such timers")
@pytest.mark.parametrize("distances", [False, True])
@pytest.mark.parametrize("name", ["pairs", "join"])
def test_an_interrupt_ends_a_search_for_pairs(name: str, distances: bool) -> None:
    """A pile of 20,000 has 200 million pairs, which take seconds and gigabytes."""
    pile = qd.Tree(np.zeros((20_000, 2)), threads=2)
    calls = 0

    def interrupt(*_: object) -> None:
        nonlocal calls
        calls += 1
        assert len(pile.search(0, 0, 1, 1)) == len(pile)
        with pytest.raises(RuntimeError, match="another thread"):
            pile.clear()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            if name == "pairs":
                pile.pairs(distances=distances)
            else:
                pile.join(pile, distances=distances)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 2
    assert calls == 1
    pile.clear()
    assert len(pile.pairs()) == 0
