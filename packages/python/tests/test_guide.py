"""Both sides of each row in the guide's tables of calls run, and answer the same."""

import importlib.metadata
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import quadrille as qd

GUIDE = Path(__file__).parent / "../../../docs/guide/python.md"
pytestmark = pytest.mark.skipif(not GUIDE.exists(), reason="the guide is in the repository, not in the package")
PACKAGES = {
    "rtree": "rtree",
    "shapely.STRtree": "shapely",
    "scipy.spatial.cKDTree": "scipy",
    "pyqtree.Index": "pyqtree",
    "fastquadtree.RectQuadTree": "fastquadtree",
}
ROWS = {
    "rtree": 10,
    "shapely.STRtree": 8,
    "scipy.spatial.cKDTree": 12,
    "pyqtree.Index": 6,
    "fastquadtree.RectQuadTree": 6,
}


def rows_of(name: str) -> list[list[str]]:
    """The rows of the table with this heading, as the code in their cells."""
    text = GUIDE.read_text(encoding="utf-8")
    table = text.partition(f"\n| {name} | Quadrille |\n| --- | --- |\n")[2].partition("\n\n")[0]
    return [re.findall(r"`([^`]+)`", line) for line in table.splitlines()]


def names_of_rows() -> dict[str, Any]:
    """What the rows refer to."""
    source = np.random.default_rng(12)
    grid, starts = np.stack(np.meshgrid(np.arange(10.0), np.arange(10.0)), 2), source.random((8, 2)) * 8
    corners = (
        grid.reshape(-1, 2) + source.random((100, 2)) * 0.4
    )  # boxes apart from each other, so that no two are nearest
    boxes, windows = np.hstack([corners, corners + 0.5]), np.hstack([starts, starts + [2, 1]])
    names: dict[str, Any] = {
        "np": np,
        "qd": qd,
        "boxes": boxes,
        "windows": windows,
        "window": (2.2, 2.2, 6.2, 6.2),
        "point": (3, 4),
    }
    names |= {"boxes32": boxes.astype(np.float32), "points": source.random((300, 2)) * 10}
    names |= {"places": source.random((9, 2)) * 10, "place": (3.0, 4.0)}
    return names


def import_package(name: str, names: dict[str, Any]) -> None:
    module = pytest.importorskip(PACKAGES[name])
    names[PACKAGES[name]] = module
    if name == "rtree":
        names["index"] = module.index
    if name == "scipy.spatial.cKDTree":
        names["cKDTree"] = pytest.importorskip("scipy.spatial").cKDTree
    if name == "fastquadtree.RectQuadTree":
        names["RectQuadTree"] = module.RectQuadTree
    if name == "shapely.STRtree":
        names |= {"shapes": module.box(*names["boxes"].T), "others": module.box(*names["windows"].T)}
        names["shape"] = names["others"][0]


def run(code: str, names: dict[str, Any]) -> Any:
    """The value of an expression; a statement runs and has none."""
    try:
        return eval(compile(code, code, "eval"), names)
    except SyntaxError:
        exec(compile(code, code, "exec"), names)
        return None


def kept(answer: Any) -> Any:
    return list(answer) if isinstance(answer, Iterator) else answer


def parts_of(answer: Any) -> list[list[Any]]:
    """Answers in one form: the arrays that they consist of, as lists."""
    if isinstance(answer, (int, float, str, np.number)):
        return [[answer]]
    if isinstance(answer, tuple) and any(isinstance(part, np.ndarray) for part in answer):
        return [np.asarray(part).ravel().tolist() for part in answer]
    if isinstance(answer, np.ndarray):
        return [row.tolist() for row in answer] if answer.ndim == 2 and len(answer) == 2 else [answer.ravel().tolist()]
    return [list(answer)]


def as_rows(answer: Any) -> list[tuple[Any, ...]]:
    """The elements of all parts, side by side and sorted: index pairs stay together."""
    return sorted(zip(*parts_of(answer), strict=True))


def same(theirs: Any, ours: Any) -> bool:
    first, second = as_rows(theirs), as_rows(ours)
    return first == second or (len(first) == len(second) and all(a == pytest.approx(b) for a, b in zip(first, second)))


@pytest.mark.parametrize("name", PACKAGES)
def test_rows_answer_alike(name: str) -> None:
    names, compared = names_of_rows(), 0
    import_package(name, names)
    rows = rows_of(name)
    assert len(rows) == ROWS[name]
    for theirs, ours in rows:
        answers = kept(run(theirs, names)), kept(run(ours, names))
        if "=" in theirs.split("(")[0] or re.search(r"\.(insert|insert_many_np|delete|remove)\(", theirs):
            continue
        assert same(*answers), f"{theirs} and {ours}: {answers} ({importlib.metadata.version(PACKAGES[name])})"
        assert len(as_rows(answers[0])) > 0, f"{theirs} finds nothing, so it shows nothing"
        compared += 1
    assert compared >= 2


def test_answers_that_differ_are_noticed() -> None:
    assert not same(np.array([[0, 1], [2, 3]]), (np.array([0, 1]), np.array([3, 2])))
    assert same(np.array([[1, 0], [3, 2]]), (np.array([0, 1]), np.array([2, 3])))
    assert not same([1, 2], np.array([1, 2, 3]))
