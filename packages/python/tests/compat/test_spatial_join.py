"""The example joins points with polygons by three methods that agree, and prints what its end shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import quadrille

pytest.importorskip("geopandas", reason="geopandas is not installed")
EXAMPLE = Path(__file__).parents[2] / "examples" / "spatial_join.py"


def run(*arguments: str) -> str:
    places = [str(Path(quadrille.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))}
    command = [sys.executable, str(EXAMPLE), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_it_prints_its_output() -> None:
    shown = EXAMPLE.read_text(encoding="utf-8").partition("# Output:\n")[2]
    assert run() == shown.removeprefix("# ")


def test_sizes_are_arguments() -> None:
    assert run("500", "20").startswith("500 points, 20 polygons: ")
