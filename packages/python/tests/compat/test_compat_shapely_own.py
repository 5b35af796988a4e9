"""The tests of STRtree that Shapely ships pass behind the drop-in, and those that geopandas ships of what uses it."""

import re

import pytest

pytest.importorskip("shapely", reason="shapely is not installed")
pytest.importorskip("shapely.tests.test_strtree", reason="shapely is installed without its tests")

import behind


def test_shapely_tests_pass_behind_the_drop_in() -> None:
    outcome = behind.run("behind_shapely", "--pyargs", "shapely.tests.test_strtree")
    assert outcome.status == 0, outcome.output
    assert (outcome.expected, outcome.skipped) == (0, 0), outcome.output
    assert outcome.passed > 700
    made = re.search(r"drop-ins made: (\d+)", outcome.output)
    assert made is not None
    assert int(made[1]) > 30


def test_geopandas_tests_pass_behind_the_drop_in() -> None:
    pytest.importorskip("geopandas", reason="geopandas is not installed")
    modules = "geopandas.tests.test_sindex", "geopandas.tools.tests.test_sjoin", "geopandas.tools.tests.test_clip"
    outcome = behind.run("behind_shapely", "--pyargs", *modules)
    assert outcome.status == 0, outcome.output
    assert outcome.expected == 2, outcome.output
    assert outcome.passed > 500
