"""Runs the tests that an installed package ships, with a drop-in in its place."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from pathlib import Path

import quadrille

HERE = Path(__file__).parent
PACKAGE = Path(quadrille.__file__).parent


@dataclass
class Outcome:
    """How many cases passed, failed as expected, and were skipped; what pytest printed; its exit status."""

    passed: int
    expected: int
    skipped: int
    status: int
    output: str


def run(plugin: str, *arguments: str) -> Outcome:
    """Run pytest in a process of its own, with a plugin of this folder that puts the drop-in in place."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        paths = [str(HERE), str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
        command = [sys.executable, "-m", "pytest", "-q", "-rfExX", "--tb=short", "-p", plugin, "-p", "no:cacheprovider"]
        command += [f"--junitxml={report}", f"--rootdir={folder}", "-c", os.devnull, *arguments]
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        cases = list(xml.parse(report).iter("testcase")) if report.exists() else []
    skips = [case.find("skipped") for case in cases]
    kinds = [skip.get("type") for skip in skips if skip is not None]
    bad = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    expected = kinds.count("pytest.xfail")
    return Outcome(
        len(cases) - len(kinds) - bad, expected, len(kinds) - expected, done.returncode, done.stdout + done.stderr
    )
