"""scipy's tests of neighbours and pairs pass behind `nearest`, `search_many`, `pairs` and `join`, in the plane."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("scipy.spatial", reason="scipy is not installed")
own = pytest.importorskip("scipy.spatial.tests.test_kdtree", reason="scipy is installed without its tests")

import behind  # noqa: E402


def test_scipy_tests_pass_behind_the_adapter(tmp_path: Path) -> None:
    """Most of its cases draw points of three to five dimensions; read with two they are about the plane."""
    assert own.__file__ is not None
    text = Path(own.__file__).read_text(encoding="utf-8")
    planar, changed = re.subn(r"\b([mk]) = [345]\b", r"\1 = 2", text)
    assert changed > 10
    cases = tmp_path / "test_kdtree_in_the_plane.py"
    cases.write_text(planar, encoding="utf-8")
    outcome = behind.run("behind_scipy", str(cases))
    assert outcome.status == 0, outcome.output
    assert outcome.passed >= 60, outcome.output
    answers = re.search(r"answers of Quadrille: (.*)", outcome.output)
    assert answers is not None
    for name in ("query", "query_ball_point", "query_pairs", "query_ball_tree", "sparse_distance_matrix"):
        assert f"'{name}'" in answers[1]
