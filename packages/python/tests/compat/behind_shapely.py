"""Puts `quadrille.compat.shapely.STRtree` in the place of Shapely's before its tests are imported."""

import importlib
from typing import Any

import pytest
from quadrille.compat.shapely import STRtree

for name in ("shapely", "shapely.strtree"):
    module: Any = importlib.import_module(name)
    module.STRtree = STRtree

# Cases of geopandas that count on the order of Shapely's indices.
EXPECTED = {
    "test_sjoin_dwithin[geo_left3-geo_right3-expected_left3-expected_right3-distance3-inner]": "order of equal keys",
    "test_clip_sorting": "expects that indices come unordered without a sort",
}

made = 0
make = STRtree.__init__


def counted(self: STRtree, *arguments: Any, **named: Any) -> None:
    global made
    made += 1
    make(self, *arguments, **named)


STRtree.__init__ = counted  # type: ignore[method-assign]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"drop-ins made: {made}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.name in EXPECTED:
            item.add_marker(pytest.mark.xfail(reason=EXPECTED[item.name], strict=True))
