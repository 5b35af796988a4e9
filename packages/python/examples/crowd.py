"""A crowd: half walks right, half left. Each frame moves all and finds which are too close. Draws crowd.gif."""

import importlib.util

import numpy as np
import quadrille as qd

PEOPLE, WIDTH, HEIGHT, ROOM, FRAMES = 240, 48.0, 16.0, 0.5, 120
source = np.random.default_rng(1)
places = source.random((PEOPLE, 2)) * [WIDTH, HEIGHT]
pace = np.where(np.arange(PEOPLE) < PEOPLE // 2, 0.15, -0.15)
tree = qd.Tree(np.hstack([places - ROOM, places + ROOM]))


def step() -> np.ndarray:
    """Move all, push apart those that overlap, and return the pairs of numbers."""
    places[:, 0] = (places[:, 0] + pace) % WIDTH
    tree.move(None, np.hstack([places - ROOM, places + ROOM]))
    pairs = tree.pairs()
    first, second = pairs.T
    push = 0.2 * (places[first] - places[second])
    np.add.at(places, first, push)
    np.add.at(places, second, -push)
    places[:, 1] = places[:, 1].clip(ROOM, HEIGHT - ROOM)
    return pairs


def draw(path: str) -> None:
    from matplotlib import pyplot
    from matplotlib.animation import FuncAnimation, PillowWriter
    from matplotlib.collections import PathCollection

    figure, axes = pyplot.subplots(figsize=(6, 2.2), layout="tight")
    axes.set(xlim=(0, WIDTH), ylim=(0, HEIGHT), aspect="equal")
    dots = axes.scatter(places[:, 0], places[:, 1], s=30)

    def frame(number: int) -> list[PathCollection]:
        pairs = step()
        colors = np.where(pace > 0, "C0", "C2")
        colors[np.unique(pairs)] = "C1"
        dots.set(offsets=places, color=colors)
        return [dots]

    FuncAnimation(figure, frame, frames=FRAMES, init_func=list).save(path, PillowWriter(fps=20))


before = len(tree.pairs())
if importlib.util.find_spec("matplotlib"):
    draw("crowd.gif")
else:
    [step() for _ in range(FRAMES)]
print(f"pairs too close: {before} at first, {len(step())} after {FRAMES} frames")

# Output:
# pairs too close: 137 at first, 33 after 120 frames
