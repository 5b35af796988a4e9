"""
Quadrille beside other packages of Python: every row in rounds that take turns, every answer compared, medians.

    python packages/python/bench/bench.py [--sizes 1000,10000,100000,1000000] [--rounds 5] [--table FILE]

Boxes are about 1 wide in a square of side 2 sqrt(n); windows find some ten boxes.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import itertools
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one thread each; a name says where there are two

import numpy as np
from peers import peers

Scene = dict[str, Any]
LEAST = 20.0  # milliseconds that a call is repeated for
MOST = 51  # calls in a row
ROWS = {
    "build": "build from an array",
    "build_points": "build from an array of points",
    "windows_rows": "windows of ten, in rows (CSR)",
    "windows_pairs": "windows of ten, index pairs",
    "all_pairs": "all overlapping pairs",
    "near_pairs": "pairs of points within 1",
    "nearest_1": "nearest point",
    "nearest_8": "eight nearest points",
    "nearest_64": "64 nearest points, a tenth of the questions",
    "in_circles": "points in circles of a hundred, counted, a tenth",
    "tick": "all boxes move, all pairs",
    "few_move": "1 % moves, what began and ended",
    "one_window": "one window a call (us)",
    "one_nearest": "eight nearest of one point a call (us)",
}


def make_boxes(count: int, width: float, side: float, seed: int) -> Any:
    source = np.random.default_rng(seed)
    centers, halves = source.random((count, 2)) * side, width * (0.5 + source.random((count, 2))) / 2
    return np.ascontiguousarray(np.hstack([centers - halves, centers + halves]))


def make_scene(count: int) -> Scene:
    side = 2 * np.sqrt(count)
    source = np.random.default_rng(4)
    boxes = make_boxes(count, 1.0, side, 1)
    steps = source.normal(0, 0.05, (count, 2))
    questions = min(100_000, 10 * count)
    # floats, so that trees of floats and of doubles give the same answers
    boxes = boxes.astype(np.float32).astype(np.float64)
    return {
        "count": count,
        "boxes": boxes,
        "moved": (boxes + np.hstack([steps, steps])).astype(np.float32).astype(np.float64),
        "points": np.ascontiguousarray(boxes[:, :2]),
        "windows": make_boxes(questions, 5.3, side, 2).astype(np.float32).astype(np.float64),
        "places": (source.random((questions, 2)) * side).astype(np.float32).astype(np.float64),
        "few": source.choice(count, max(1, count // 100), replace=False),
    }


def timed(call: Callable[[], Any], least: float = LEAST) -> tuple[float, Any]:
    """
    The median of calls in a row, in milliseconds, and what the last one returned.

    A call shorter than `least` milliseconds is repeated until all of them take as long, at most MOST times: programs
    call such functions in a loop. The number of calls is odd: a scene that moves to and fro ends where it went to.
    """
    times: list[float] = []
    gc.collect()
    while len(times) % 2 == 0 or (sum(times) < least and len(times) < MOST):
        result = None  # so that its memory can be used again
        begin = time.perf_counter()
        result = call()
        times.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(times), result


def canonical(row: str, result: Any) -> Any:
    """What answers must have in common, whatever their order: a sum over a mixing of their numbers, and their count."""
    if row.startswith("nearest"):
        distances = np.asarray(result[0], dtype=np.float64)
        return len(distances), round(float(distances.sum()) / 1e-3 / max(1, distances.size))
    if row == "in_circles":
        return len(result), int(np.asarray(result).sum())
    found = result()
    pairs = (
        np.column_stack([np.asarray(part).astype(np.int64) for part in found]) if isinstance(found, tuple) else found
    )
    pairs = np.asarray(pairs).astype(np.uint64)
    if not row.startswith("windows"):
        pairs = np.sort(pairs, axis=1)
    mixed = (pairs[:, 0] * np.uint64(0x9E3779B97F4A7C15)) ^ (pairs[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F))
    return len(pairs), int(mixed.sum(dtype=np.uint64))


class Bench:
    def __init__(self) -> None:
        self.times: dict[tuple[str, str], list[float]] = {}
        self.answers: dict[str, tuple[Any, str]] = {}

    def note(self, row: str, peer: Any, milliseconds: float) -> None:
        self.times.setdefault((row, peer.name), []).append(milliseconds)

    def compare(self, row: str, peer: Any, result: Any) -> None:
        answer = canonical(row, result)
        known = self.answers.setdefault(row, (answer, peer.name))
        if answer != known[0]:
            sys.exit(f"{ROWS[row]}: {peer.name} finds {answer}, {known[1]} finds {known[0]}")

    def run(self, row: str, peer: Any, call: Callable[[], Any], *, check: bool = True) -> Any:
        milliseconds, result = timed(call)
        self.note(row, peer, milliseconds)
        if check:
            self.compare(row, peer, result)
        return result

    def boxes(self, peer: Any, scene: Scene) -> None:
        boxes, windows = peer.give(scene["boxes"]), peer.give(scene["windows"])
        tree = self.run("build", peer, lambda: peer.build(boxes), check=False)
        for row in ("windows_rows", "windows_pairs"):
            if hasattr(peer, row):
                self.run(row, peer, lambda row=row: getattr(peer, row)(tree, windows))
        if hasattr(peer, "all_pairs"):
            self.run("all_pairs", peer, lambda: peer.all_pairs(tree, boxes))
        if hasattr(peer, "one_window"):
            self.one(peer, "one_window", peer.one_window(tree), scene["windows"])
        if hasattr(peer, "begin_tick"):
            tree = peer.begin_tick(boxes)
        if hasattr(peer, "tick"):
            places = [scene["moved"], scene["boxes"]]
            if not peer.name.startswith("shapely"):  # it makes its geometries within the tick
                places = [peer.give(boxes) for boxes in places]
            to_and_fro = itertools.cycle(places)
            self.run("tick", peer, lambda: peer.tick(tree, next(to_and_fro)))

    def one(self, peer: Any, row: str, ask: Callable[..., Any], questions: Any) -> None:
        some = questions[: 200 if hasattr(peer, "most") else 5000].tolist()

        def ask_all() -> None:  # as a program would write it
            if len(some[0]) == 2:
                for x, y in some:
                    ask(x, y)
            else:
                for min_x, min_y, max_x, max_y in some:
                    ask(min_x, min_y, max_x, max_y)

        for question in some[:50]:
            ask(*question)  # the first ones find nothing in the caches
        milliseconds, _ = timed(ask_all, 0)
        self.note(row, peer, milliseconds * 1e3 / len(some))

    def points(self, peer: Any, scene: Scene) -> None:
        points, places = peer.give(scene["points"]), peer.give(scene["places"])
        tree = self.run("build_points", peer, lambda: peer.build_points(points), check=False)
        if hasattr(peer, "near_pairs"):
            self.run("near_pairs", peer, lambda: peer.near_pairs(tree, points, 1.0))
        if hasattr(peer, "nearest"):
            self.run("nearest_1", peer, lambda: peer.nearest(tree, places, 1))
            self.run("nearest_8", peer, lambda: peer.nearest(tree, places, 8))
            self.run("nearest_64", peer, lambda: peer.nearest(tree, places[: len(places) // 10], 64))
        if hasattr(peer, "in_circles"):
            self.run("in_circles", peer, lambda: peer.in_circles(tree, places[: len(places) // 10], 11.25))
        if hasattr(peer, "one_nearest"):
            self.one(peer, "one_nearest", peer.one_nearest(tree), scene["places"])

    def few(self, peer: Any, scene: Scene) -> None:
        tree = peer.build(peer.give(scene["boxes"]))
        contacts = tree.contacts()
        contacts.update()
        few = scene["few"]
        to_and_fro = itertools.cycle([peer.give(scene[boxes][few]) for boxes in ("moved", "boxes")])
        self.run("few_move", peer, lambda: (tree.move(few, next(to_and_fro)), contacts.update()), check=False)


def measure(scene: Scene, rounds: int) -> Bench:
    bench = Bench()
    everyone, missing = peers()
    for round_ in range(rounds):
        for peer in everyone:
            if scene["count"] > getattr(peer, "most", scene["count"]):
                continue
            if hasattr(peer, "build"):
                bench.boxes(peer, scene)
            if hasattr(peer, "build_points"):
                bench.points(peer, scene)
            if hasattr(peer, "begin_tick"):
                bench.few(peer, scene)
        progress(f"{scene['count']} boxes: round {round_ + 1} of {rounds}")
    progress("")
    if missing:
        print("not installed: " + ", ".join(missing), file=sys.stderr)
    return bench


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def first_build(count: int) -> float:
    """Milliseconds of the first tree in a new process, which pays for its pages."""
    code = (
        "import numpy as np, quadrille as qd, time\n"
        f"s = np.random.default_rng(1).random(({count}, 4)) * 1000; s[:, 2:] = s[:, :2] + 1\n"
        "begin = time.perf_counter(); qd.Tree(s); print((time.perf_counter() - begin) * 1e3)"
    )
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def medians_of(bench: Bench, row: str) -> dict[str, float]:
    return {name: statistics.median(times) for (known, name), times in bench.times.items() if known == row}


def summary(bench: Bench) -> list[str]:
    """Ours beside the fastest other of each row, one thread each."""
    lines = [
        "| ms | double | float | fastest other | over double | over float |",
        "| --- | --: | --: | --: | --: | --: |",
    ]
    for row, title in ROWS.items():
        medians = medians_of(bench, row)
        others = {
            name: time for name, time in medians.items() if not name.startswith("quadrille") and "2 w" not in name
        }
        others.pop("numpy, brute force" if row == "build" else "", None)  # it builds nothing
        if "quadrille, double" in medians:
            double, single = medians["quadrille, double"], medians["quadrille, float"]
            name = min(others, key=others.__getitem__, default="")
            beside = (
                f"{others[name]:.3g}, {name} | {others[name] / double:.1f} | {others[name] / single:.1f}"
                if name
                else " | | "
            )
            lines.append(f"| {title} | {double:.3g} | {single:.3g} | {beside} |")
    return lines


def table(bench: Bench, scene: Scene) -> str:
    """The summary, and the times of everyone, as tables in Markdown."""
    count, found = scene["count"], bench.answers["windows_pairs"][0][0]
    names = list(dict.fromkeys(name for _, name in bench.times))
    lines = [f"## {count:,} boxes", ""]
    lines.append(
        f"{len(scene['windows']):,} windows find {found / len(scene['windows']):.1f} boxes each, "
        f"{len(scene['places']):,} places ask for the nearest; {bench.answers['all_pairs'][0][0]:,} pairs."
    )
    lines += ["", *summary(bench), "", "| ms | " + " | ".join(ROWS.values()) + " |"]
    lines.append("| --- |" + " --: |" * len(ROWS))
    for name in names:
        cells = [f"{medians_of(bench, row)[name]:.3g}" if (row, name) in bench.times else "" for row in ROWS]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def versions() -> str:
    names = ["numpy", "scipy", "shapely", "rtree", "pykdtree", "scikit-learn"]
    names += ["rstar-python", "geoindex-rs", "fastquadtree", "pyqtree"]
    found = []
    for name in names:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return ", ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--table", help="write the tables into this file as well")
    options = parser.parse_args()
    text = f"Python {platform.python_version()}, {versions()}.\n\n"
    for count in map(int, options.sizes.split(",")):
        scene = make_scene(count)
        text += table(measure(scene, options.rounds), scene) + "\n"
    text += f"The first tree of a million boxes in a process: {first_build(1_000_000):.0f} ms.\n"
    print(text, end="")
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
