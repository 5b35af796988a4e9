"""Trees in child processes: by fork, by spawn, and in interpreters that end."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
import quadrille as qd

fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")


def crowd(threads: int = 2) -> tuple[qd.Tree, Any]:
    boxes = np.repeat(np.random.default_rng(2).random((20_000, 2)) * 100, 2, axis=0).reshape(-1, 4)
    boxes[:, 2:] += 0.5
    return qd.Tree(boxes, threads=threads), boxes


def use(tree: qd.Tree) -> tuple[int, int, float]:
    """Asks a tree in every way that works on threads, changes it, and makes another."""
    boxes = tree.boxes()
    counts = int(tree.count_many(boxes).sum())
    pairs = len(tree.pairs())
    tree.move(tree.numbers(), boxes + 1)
    tree.rebuild()
    other = qd.Tree(boxes, threads=2)
    assert len(other.pairs()) == pairs
    return counts, pairs, float(tree.nearest(boxes, 2)[0].sum())


@fork
@pytest.mark.parametrize("threads", [1, 2])
def test_a_tree_goes_on_in_a_forked_child(threads: int) -> None:
    tree, _ = crowd(threads)
    contacts = tree.contacts()
    contacts.update()
    sys.stdout.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of threads, which the child does without
        child = os.fork()
    if child == 0:
        status = 1
        try:
            before = len(contacts)
            expected = use(qd.load(bytes(tree)))
            if use(tree) == expected and len(contacts) == before:
                contacts.update()
                del tree, contacts
                status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    use(tree)


@fork
def test_pools_of_processes_by_fork() -> None:
    tree, _ = crowd()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with multiprocessing.get_context("fork").Pool(2) as pool:
            results = pool.map(use, [tree] * 4)  # each is pickled on the way
    assert set(results) == {use(tree)}


SPAWNED = """
import multiprocessing, sys
sys.path.insert(0, {here!r})
from test_processes import crowd, use
if __name__ == "__main__":
    tree, _ = crowd()
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.map(use, [tree] * 3)
    assert set(results) == {{use(tree)}}
    print("spawned")
"""


def run(program: str, folder: Any) -> str:
    """Runs a program in an interpreter of its own, where crashes at its end are seen too."""
    path = os.path.join(folder, "program.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program)
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", path], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_pools_of_processes_by_spawn(tmp_path: Any) -> None:
    assert run(SPAWNED.format(here=os.path.dirname(__file__)), tmp_path) == "spawned\n"


ENDS = """
import threading, time
import numpy as np, quadrille as qd
boxes = np.random.default_rng(1).random((50_000, 2))
kept = qd.Tree(boxes, threads=2)
contacts, interest = kept.contacts(), kept.interest()
interest.add([[0, 0, 1, 1]])
contacts.update(); interest.update()
class Holds:
    pass
cycle = Holds()
cycle.tree, cycle.itself = qd.Tree(boxes, threads=2), cycle
def ask():
    while True:
        kept.pairs(distance=0.001)
threading.Thread(target=ask, daemon=True).start()  # is asking when the interpreter ends
time.sleep(0.05)
print("ends")
"""


def test_an_interpreter_ends_while_trees_live(tmp_path: Any) -> None:
    assert run(ENDS, tmp_path) == "ends\n"


def test_the_module_comes_again(tmp_path: Any) -> None:
    program = """
import sys
import quadrille
first = quadrille.Tree([[0, 0]])
for name in [name for name in sys.modules if name.startswith("quadrille")]:
    del sys.modules[name]
import quadrille as again
print(len(again.Tree([[0, 0]]).join(first)))
"""
    assert run(program, tmp_path) == "1\n"


WITHIN = """
import os, signal, sys
import _xxsubinterpreters as interpreters
other = interpreters.create()
asks = '''
import sys, warnings
sys.path[:] = {path!r}
warnings.simplefilter("ignore")
import numpy as np, quadrille as qd
points = np.random.default_rng(1).random((200_000, 2))
tree = qd.Tree(points)
windows = np.tile([[-1.0, -1, 2, 2]], (2000, 1))
assert (tree.count_many(windows, relation="inside") == 200_000).all()
assert (tree.totals(windows, relation="inside").count == 200_000).all()
assert len(qd.Tree(np.zeros((3000, 2))).pairs()) == 4498500
'''.format(path=sys.path)
try:
    interpreters.run_string(other, "import numpy")
except interpreters.RunFailedError:
    sys.exit("numpy is for the first interpreter alone")
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
interpreters.run_string(other, asks)
print("asked", flush=True)
os._exit(0)
"""


@pytest.mark.skipif(sys.version_info >= (3, 12) or sys.platform == "win32", reason="other interpreters, or timers")
def test_signals_while_another_interpreter_asks(tmp_path: Any) -> None:
    assert run(WITHIN, tmp_path) == "asked\n"
