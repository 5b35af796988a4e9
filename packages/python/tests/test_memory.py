"""References and memory: nothing is kept, nothing is dropped twice, whatever a call returns or raises."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import tracemalloc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import quadrille as qd
from test_refused import BAD, tree_of_two
from test_threads import crowd

BOXES = crowd(300)
POINTS = np.ascontiguousarray(BOXES[:, :2])
ORDER = np.arange(300)
RADII = np.full(300, 0.25)
FILTERS = np.ones(300, dtype=np.uint32)
INPUTS: list[Any] = [BOXES, POINTS, ORDER, RADII, FILTERS]


def good_calls(tree: qd.Tree) -> None:
    tree.search(0, 0, 5, 5, relation="inside", layers=1, mask=3, ignore=2)
    tree.count(0, 0, 5, 5)
    tree.any(0, 0, 5, 5)
    tree.within(0, 0, 5)
    tree.at(1, 1)
    tree.polygon(POINTS[[0, 1, 2]] * 0 + [[0, 0], [9, 0], [0, 9]])
    tree.search_many(BOXES, ignore=ORDER)
    tree.search_many(POINTS, radii=RADII, output="pairs")
    tree.count_many(POINTS, radii=1.5)
    tree.nearest(POINTS, 3, ignore=ORDER)
    tree.nearest(POINTS[0])
    tree.ray(POINTS, [1, 0], 2, normals=True)
    tree.segment(POINTS, POINTS + 1)
    tree.cast(POINTS, [1, 1], radii=RADII, normals=True)
    tree.cast(BOXES, POINTS)
    tree.pairs(distance=0.5, distances=True)
    tree.join(tree, distance=0.1, distances=True)
    tree.totals(BOXES, ignore=1)
    tree.details(0, 0, 9, 9, 0.5)
    tree.nodes()
    tree.stats()
    tree.set_filter(ORDER, layers=FILTERS, masks=FILTERS)
    tree.set_values(ORDER, ORDER)
    tree.move(ORDER, BOXES)
    tree.remove(tree.insert(BOXES, layers=FILTERS, masks=FILTERS, values=ORDER))
    tree.boxes(ORDER), tree.users(), tree.layers(), tree.masks(), tree.values(), list(tree)
    assert 5 in tree and repr(tree) and tree.bounds and sys.getsizeof(tree) > 300
    qd.load(bytes(tree)), qd.gravity(POINTS, RADII, at=POINTS, potential=True, threads=2)
    contacts, interest = tree.contacts(budget=5), tree.interest(by_item=True)
    views = interest.add(POINTS, radii=RADII, ignore=ORDER)
    contacts.update(), contacts.stayed(), contacts.of(1), interest.update()
    interest.move(views, POINTS)
    interest.seen(int(views[0])), interest.of(0)
    interest.remove(views)


def make() -> qd.Tree:
    return qd.Tree(BOXES, totals=True, values=ORDER, layers=FILTERS, masks=FILTERS)


def bad_calls(tree: qd.Tree) -> None:
    for _, call, error, _ in BAD:
        with pytest.raises(error):
            call(tree)
    for name in ("boxes", "layers", "masks", "values", "world", "precision"):
        with pytest.raises((TypeError, ValueError)):
            qd.Tree(**{"boxes": BOXES, name: "text"})
    for broken in (b"", b"\0" * 64, bytes(tree)[:-8]):
        with pytest.raises(ValueError, match="snapshot"):
            qd.load(broken)


@pytest.mark.parametrize("calls", [good_calls, bad_calls])
def test_references_are_as_before(calls: Callable[[qd.Tree], None]) -> None:
    tree = make() if calls is good_calls else tree_of_two()
    calls(tree)
    gc.collect()
    shared: list[Any] = [*INPUTS, tree, type(tree), qd.Contacts, qd.Interest, None, True, False, 0, 1]
    if calls is good_calls:  # the bad ones call numpy.zeros, which itself keeps a reference to its type
        shared += [np.dtype(kind) for kind in (np.int64, np.float64, np.float32, np.uint32, np.uint64, np.bool_)]
    before = [sys.getrefcount(one) for one in shared]
    for _ in range(20):
        calls(tree)
    gc.collect()
    after = [sys.getrefcount(one) for one in shared]
    assert all(abs(now - then) < 20 for then, now in zip(before, after, strict=True)), (before, after)
    assert before[: len(INPUTS) + 1] == after[: len(INPUTS) + 1]


def test_a_tree_is_dropped_with_its_type_counted() -> None:
    gc.collect()
    before = sys.getrefcount(qd.Tree)
    trees = [make() for _ in range(50)]
    assert sys.getrefcount(qd.Tree) >= before + 50
    del trees
    gc.collect()
    assert abs(sys.getrefcount(qd.Tree) - before) < 10  # the interpreter keeps a few itself


class Watched(qd.Tree):
    """A class made from Tree whose objects hold what watches them."""

    held: Any


class Slots(qd.Tree):
    __slots__ = ("held",)


@pytest.mark.parametrize("kind", [Watched, Slots])
def test_a_tree_that_holds_what_watches_it_is_dropped(kind: Any) -> None:
    for watch in ("contacts", "interest"):
        tree: Any = kind(BOXES)
        tree.held = [getattr(tree, watch)()]
        tree.held[0].update()
        gone, events = weakref.ref(tree), weakref.finalize(tree, lambda: None)
        gc.collect()
        assert gone() is tree
        del tree
        gc.collect()
        assert gone() is None and not events.alive


def kinds() -> dict[str, Callable[[], Any]]:
    from quadrille.compat import fastquadtree, pyqtree, rtree

    return {
        "Tree": make,
        "Slots": lambda: Slots(BOXES),
        "Watched": lambda: Watched(BOXES),
        "Contacts": lambda: make().contacts(),
        "Interest": lambda: make().interest(),
        "Index": lambda: qd.Index({"oak": (0, 0, 1, 1)}),
        "rtree": lambda: rtree.index.Index(),
        "pyqtree": lambda: pyqtree.Index(bbox=(0, 0, 9, 9)),
        "fastquadtree": lambda: fastquadtree.QuadTree((0, 0, 9, 9), 4),
    }


@pytest.mark.parametrize("name", kinds())
def test_objects_are_weakly_referenced(name: str) -> None:
    thing = kinds()[name]()
    gone: list[str] = []
    kept = weakref.WeakValueDictionary({"here": thing})
    first, second = weakref.ref(thing), weakref.ref(thing, lambda _: gone.append(name))
    weakref.finalize(thing, gone.append, "finalized")
    proxy = weakref.proxy(thing)
    assert repr(proxy) and first() is second() is kept["here"] is thing
    with contextlib.suppress(TypeError):
        assert len(proxy) == len(thing)
    del thing
    gc.collect()
    assert sorted(gone) == sorted(["finalized", name]) and first() is second() is None and not kept


@pytest.mark.parametrize("calls", [good_calls, bad_calls])
def test_the_memory_of_python_does_not_grow(calls: Callable[[qd.Tree], None]) -> None:
    tree = make() if calls is good_calls else tree_of_two()
    tracemalloc.start()
    for _ in range(100):  # numpy keeps small pieces for later
        calls(tree)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(100):
        calls(tree)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 25_000  # 250 bytes leaked by one of the calls are more


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer keeps what is freed for a while"
)
def test_the_memory_of_the_process_does_not_grow() -> None:
    def once() -> None:
        tree = make()
        good_calls(tree)
        with pytest.raises(ValueError):
            tree.insert(np.full((300, 4), np.nan))

    for _ in range(30):
        once()
    before = resident()
    for _ in range(150):
        once()
    assert resident() - before < 8 << 20  # one tree leaked in each round is some 10 MiB


KEPT = """
import numpy as np, quadrille as qd
def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
boxes = np.random.default_rng(1).random((200_000, 2)).repeat(2, axis=0).reshape(-1, 4)
tree = qd.Tree(boxes[:1000])
before = held()
trees = [qd.Tree(boxes[:count]) for count in range(100_000, 200_000, 12_000)]
del trees
print(held() - before)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="a system that does not say what a process holds")
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer keeps all that is freed for a while"
)
def test_memory_of_trees_that_are_gone_is_kept_up_to_a_limit() -> None:
    """A hundred megabytes of trees of several sizes."""
    least = {"MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_MMAP_THRESHOLD_": "131072"}  # what the C library keeps itself
    said = subprocess.run(
        [sys.executable, "-c", KEPT], check=True, capture_output=True, text=True, env={**os.environ, **least}
    ).stdout
    assert int(said) < 40 << 20, "32 MiB, and a little"


GUESSED = """
import resource, numpy as np, quadrille as qd
def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * 4096
tree, pile = qd.Tree(np.zeros((100_000, 2))), qd.Tree(np.zeros((5000, 2)))
windows = np.full((6400, 4), 5.0)
windows[::100] = 0  # each of these finds all, the others nothing
pile.pairs()  # 200 MB
pile.clear()
resource.setrlimit(resource.RLIMIT_AS, 2 * (held() + (170 << 20),))
print(len(tree.search_many(windows)[1]), len(tree.search_many(windows, output="pairs")[1]))
print(len(pile.pairs()), len(pile.join(tree, distance=1, distances=True)[1]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer reserves terabytes")
def test_a_guess_that_does_not_fit_is_no_error() -> None:
    """Room is guessed from some questions, or from the last call: the answer may be far smaller."""
    said = subprocess.run([sys.executable, "-c", GUESSED], check=True, capture_output=True, text=True).stdout
    assert said.split() == ["6400000", "6400000", "0", "0"]
