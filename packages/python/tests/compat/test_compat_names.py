"""Each public name of the packages is here with the same parameters, or the table of what differs names it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parents[2] / "quadrille" / "compat" / "README.md"
pytestmark = pytest.mark.skipif(not README.exists(), reason="the table is in the repository, not in the package")

MODULES = {"rtree": "rtree.index", "shapely": "shapely.strtree", "pyqtree": "pyqtree", "fastquadtree": "fastquadtree"}
CONSTRUCTED_OTHERWISE = {"Index", "Property", "Item", "RtreeContainer", "Rtree"}  # of rtree, with a row each


def absent(package: str) -> set[str]:
    """What the rows of a package say is not here."""
    table = README.read_text(encoding="utf-8").partition("## What differs")[2].partition("\n## ")[0]
    rows = [row for row in table.splitlines() if row.startswith(f"| {package} |") and "not here" in row.split("|")[3]]
    return {name.rpartition(".")[2] for row in rows for name in re.findall(r"`([\w.]+)`", row.split("|")[2])}


def loaded(package: str) -> tuple[Any, Any]:
    own = pytest.importorskip(MODULES[package], reason=f"{package} is not installed")
    return own, importlib.import_module(f"quadrille.compat.{package}")


def public(thing: Any) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def names_of(own: Any, package: str) -> set[str]:
    """Those that a module defines, without what it imports from elsewhere, and its public modules."""
    if package == "shapely":
        return set(own.__all__)
    names = set()
    for name in public(own):
        value = getattr(own, name)
        home = getattr(value, "__module__", None)
        if isinstance(value, types.ModuleType):
            home = value.__name__
        if home is None or home.startswith(package):
            names.add(name)
    path = getattr(importlib.import_module(package), "__path__", [])
    return names | {module.name for module in pkgutil.iter_modules(path) if not module.name.startswith("_")}


@pytest.mark.parametrize("package", MODULES)
def test_each_name_of_the_module(package: str) -> None:
    own, ours = loaded(package)
    missing = {name for name in names_of(own, package) if not hasattr(ours, name)}
    said = absent(package)
    assert missing <= said, sorted(missing - said)
    assert not {name for name in said if hasattr(ours, name)}, "the table says that they are not here"


def examples_of(package: str, module: Any) -> Iterator[Any]:
    """An object of each class."""
    if package == "rtree":
        index = module.Index()
        index.insert(1, (0, 0, 1, 1))
        yield from (index, module.RtreeContainer(), module.Property(), next(index.intersection((0, 0), objects=True)))
    elif package == "shapely":
        yield module.STRtree([])
    elif package == "pyqtree":
        yield module.Index(bbox=(0, 0, 1, 1))
    else:
        for name in ("RectQuadTree", "QuadTree", "RectQuadTreeObjects", "QuadTreeObjects"):
            yield getattr(module, name)((0, 0, 1, 1), 4)
        yield module.InsertResult(0, 0, 0)
        yield from (module.Item(0, (0, 0)), module.PointItem(0, (0, 0)), module.RectItem(0, (0, 0, 1, 1)))


@pytest.mark.parametrize("package", MODULES)
def test_each_name_of_the_classes(package: str) -> None:
    own, ours = loaded(package)
    said, seen = absent(package), 0
    for one, other in zip(examples_of(package, own), examples_of(package, ours), strict=True):
        missing = public(one) - public(other)
        assert missing <= said, (type(one), sorted(missing - said))
        special = {name for name in ("__len__", "__iter__", "__contains__", "__and__", "__or__") if hasattr(one, name)}
        assert all(hasattr(other, name) for name in special)
        seen += len(public(one))
    assert seen >= 4


@pytest.mark.parametrize("package", MODULES)
def test_parameters_are_the_same(package: str) -> None:
    own, ours = loaded(package)
    for one, other in zip(examples_of(package, own), examples_of(package, ours), strict=True):
        methods = {name for name in public(type(one)) & public(type(other)) if callable(getattr(type(one), name))}
        if type(one).__name__ not in CONSTRUCTED_OTHERWISE or package != "rtree":
            methods.add("__init__")
        if isinstance(one, getattr(own, "Property", ())):
            methods = {"as_dict", "initialize_from_dict"}  # the others are made by a loop
        for name in methods:
            expected, answer = (
                [
                    (each.name, each.kind, each.default)
                    for each in inspect.signature(getattr(type(index), name)).parameters.values()
                ]
                for index in (one, other)
            )
            assert answer == expected, (type(one), name)


def test_settings_have_their_two_methods() -> None:
    own, ours = loaded("rtree")
    for name in sorted(name for name in public(own.Property) if name.startswith("get_")):
        theirs, mine = own.Property(), ours.Property()
        setting = "type" if name == "get_index_type" else name[4:]
        assert getattr(mine, name)() == getattr(mine, setting)
        getattr(mine, f"set_{name[4:]}")(getattr(mine, setting))
        if setting == "leaf_capacity":
            for each in (theirs, mine):
                each.set_leaf_capacity(7)
                assert each.get_leaf_capacity() == each.leaf_capacity == 7
