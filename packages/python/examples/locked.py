"""A tree that one thread changes while others ask: each takes the same lock."""

import threading

import numpy as np
import quadrille as qd

source = np.random.default_rng(9)
points = source.random((5000, 2))
tree = qd.Tree(points)
lock = threading.Lock()
moving = threading.Event()
counts = []


def mover() -> None:
    for _ in range(50):
        points[:] = (points + source.normal(0, 0.01, points.shape)) % 1
        with lock:
            tree.move(None, points)
    moving.clear()


def reader() -> None:
    while moving.is_set():
        with lock:
            counts.append(tree.count(0, 0, 1, 1))


moving.set()
threads = [threading.Thread(target=mover), threading.Thread(target=reader), threading.Thread(target=reader)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("each answer is of a whole tree:", set(counts) <= {5000})
print("the last places are in it:", np.array_equal(tree.boxes()[:, :2], points))

# Output:
# each answer is of a whole tree: True
# the last places are in it: True
