"""Each example of examples/ prints what the comment at its end shows."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import quadrille

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
DRAWS = {"crowd": "crowd.gif", "pictures": "pictures.png"}


def test_the_table_names_each_example() -> None:
    table = (EXAMPLES[0].parent / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\((\w+\.py)\)", table)) == [path.name for path in EXAMPLES]
    assert len(EXAMPLES) >= 16


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_example_prints_its_output(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert text.startswith('"""'), "an example begins with a line about it"
    code, _, shown = text.partition("# Output:\n")
    for module in re.findall(r"^(?:import|from) (matplotlib|shapely|geopandas)", code, re.MULTILINE):
        pytest.importorskip(module)
    places = [str(Path(quadrille.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": os.pathsep.join(filter(None, places))}
    # -W error: a warning in an example is a fault of the example or of the package
    command = [sys.executable, "-W", "error::UserWarning", "-W", "error::RuntimeWarning", str(path)]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [line.removeprefix("#").removeprefix(" ") for line in shown.splitlines()]
    if path.stem in DRAWS and importlib.util.find_spec("matplotlib"):
        assert (tmp_path / DRAWS[path.stem]).stat().st_size > 10_000
