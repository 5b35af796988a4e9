"""Bad input is refused with the name of the argument and what was expected, and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import quadrille as qd
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from worlds import coordinates

NAN, INF = float("nan"), float("inf")
TWO = [[0.0, 0.0, 1.0, 1.0], [2.0, 2.0, 3.0, 3.0]]


def tree_of_two(**settings: Any) -> qd.Tree:
    return qd.Tree(TWO, totals=True, values=[5, 6], layers=[1, 2], **settings)


def state(tree: qd.Tree) -> Any:
    columns = tree.numbers(), tree.boxes(), tree.layers(), tree.masks(), tree.values(), tree.pairs()
    return tree.capacity, len(tree), tree.bounds, [column.tolist() for column in columns]


def masked(values: Any, place: int) -> Any:
    """An array of which the number at a place is masked."""
    mask = np.zeros(np.shape(values), bool)
    mask.flat[place] = True
    return np.ma.array(values, mask=mask)


Call = Callable[[Any], Any]
# A bad call, its error, and what the message says.
BAD: list[tuple[str, Call, type[Exception], str]] = [
    ("a row of NaN", lambda t: t.insert([[0, 0, 1, 1], [0, NAN, 1, 1]]), ValueError, "boxes: row 1 is .0, nan, 1, 1."),
    ("an infinite row", lambda t: t.insert([[0, 0, INF, 1]]), ValueError, "boxes: row 0"),
    ("an inverted row", lambda t: t.insert([[0, 0, 1, 1]] * 3 + [[2, 0, 1, 1]]), ValueError, "boxes: row 3"),
    ("three columns", lambda t: t.insert(np.zeros((5, 3))), ValueError, r"boxes: .*\(n, 4\).*\(n, 2\).*\(5, 3\)"),
    ("three axes", lambda t: t.insert(np.zeros((2, 2, 4))), ValueError, r"boxes: .*shape \(2, 2, 4\)"),
    ("a number", lambda t: t.insert(3.0), ValueError, r"boxes: .*shape \(\)"),
    ("ragged rows", lambda t: t.insert([[1, 2, 3, 4], [1, 2]]), ValueError, "boxes: .*numbers"),
    ("text", lambda t: t.insert([["a", "b"]]), TypeError, "boxes: expected numbers, not an array of <U1"),
    ("complex numbers", lambda t: t.insert([[1j, 2]]), TypeError, "boxes: expected numbers, .*complex128"),
    ("dates", lambda t: t.insert(np.zeros((2, 2), "M8[s]")), TypeError, "boxes: expected numbers"),
    ("None", lambda t: t.insert(None), ValueError, r"boxes: .*shape \(\)"),
    ("nothing", lambda t: t.insert(), TypeError, "needs 'boxes'"),
    ("a set", lambda t: t.insert({1, 2}), TypeError, "boxes"),
    ("fewer layers", lambda t: t.insert(TWO, layers=[1]), ValueError, r"layers: expected shape \(2,\).*\(1,\)"),
    ("layers of fractions", lambda t: t.insert(TWO, layers=[1.5, 2]), TypeError, "layers: expected whole numbers"),
    ("a negative layer", lambda t: t.insert(TWO, layers=-1), ValueError, "layers: .*0 to 4294967295"),
    ("a large layer", lambda t: t.insert(TWO, masks=[1, 2**32]), ValueError, "masks: row 1 is 4294967296"),
    ("more values", lambda t: t.insert(TWO, values=[1, 2, 3]), ValueError, r"values: expected shape \(2,\).*\(3,\)"),
    ("a large value", lambda t: t.insert(TWO, values=np.array([1, 2**63], "u8")), ValueError, "values: row 1"),
    ("a huge value", lambda t: t.insert(TWO, values=[1, 2**70]), TypeError, "values: expected whole numbers"),
    ("another parameter", lambda t: t.insert(TWO, colour=1), TypeError, "insert has no parameter 'colour'"),
    ("a parameter twice", lambda t: t.insert(TWO, boxes=TWO), TypeError, "insert got 'boxes' twice"),
    ("too many arguments", lambda t: t.insert(TWO, 1), TypeError, "insert takes 1 arguments"),
    ("an unknown number", lambda t: t.move([0, 9], TWO), ValueError, "numbers: row 1: no item has the number 9"),
    ("a negative number", lambda t: t.move([-1], [[0, 0]]), ValueError, "numbers: row 0: .* -1"),
    ("a large number", lambda t: t.move(np.array([2**64 - 1], "u8"), [[0, 0]]), ValueError, "numbers: row 0"),
    ("numbers of fractions", lambda t: t.move([0.0], [[0, 0]]), TypeError, "numbers: expected whole numbers"),
    ("truths for numbers", lambda t: t.remove([True, False]), TypeError, "numbers: expected whole numbers"),
    ("numbers in two axes", lambda t: t.move([[0]], [[0, 0]]), ValueError, r"numbers: .*one dimension.*\(1, 1\)"),
    ("fewer boxes", lambda t: t.move([0, 1], TWO[:1]), ValueError, "boxes: expected 2 rows, .* not 1"),
    ("a move to NaN", lambda t: t.move([0, 1], [[5, 5], [NAN, 0]]), ValueError, "boxes: row 1"),
    ("a move of all, fewer", lambda t: t.move(None, TWO[:1]), ValueError, "boxes: expected 2 rows"),
    ("removed twice", lambda t: t.remove([0, 1, 0]), ValueError, "numbers: row 2: 0 is there twice"),
    ("removed, unknown", lambda t: t.remove([0, 7]), ValueError, "numbers: row 1"),
    ("removed, one unknown", lambda t: t.remove(7), ValueError, "numbers: no item has the number 7"),
    ("removed, all", lambda t: t.remove(None), TypeError, "numbers: expected whole numbers"),
    ("removed, text", lambda t: t.remove("0"), TypeError, "numbers: expected whole numbers"),
    ("filters, fewer", lambda t: t.set_filter([0, 1], masks=[1]), ValueError, r"masks: expected shape \(2,\)"),
    ("filters, bad late", lambda t: t.set_filter([0, 1], masks=[1, -1]), ValueError, "masks: row 1 is -1"),
    ("values, fewer", lambda t: t.set_values(None, [1]), ValueError, r"values: expected shape \(2,\)"),
    ("a window of NaN", lambda t: t.search(0, NAN, 1, 1), ValueError, "min_y: expected a number, not nan"),
    ("an inverted window", lambda t: t.count(2, 0, 1, 1), ValueError, "min_x is 2, which is more than max_x, 1"),
    ("a window of text", lambda t: t.any("0", 0, 1, 1), TypeError, "min_x: expected a number, not '0'"),
    ("half a window", lambda t: t.search(0, 0), TypeError, "search needs 'max_x'"),
    ("a relation", lambda t: t.search(0, 0, 1, 1, relation="near"), ValueError, "relation: .*'inside'.* not 'near'"),
    ("no relation", lambda t: t.search(0, 0, 1, 1, relation=3), TypeError, "relation: .*'contains'.* not 3"),
    ("a mask", lambda t: t.search(0, 0, 1, 1, mask=1.5), TypeError, "mask: expected a whole number, not 1.5"),
    ("ignore", lambda t: t.search(0, 0, 1, 1, ignore=5), ValueError, "ignore: no item has the number 5"),
    ("a negative radius", lambda t: t.within(0, 0, -1), ValueError, "radius: expected 0 or more, not -1"),
    ("a point of NaN", lambda t: t.at(NAN, 0), ValueError, "x: expected a finite number, not nan"),
    ("two corners", lambda t: t.polygon([[0, 0], [1, 1]]), ValueError, "corners: expected 3 to 16"),
    ("many corners", lambda t: t.polygon(np.zeros((999, 2))), ValueError, "corners: expected 3 to 16"),
    ("no corners", lambda t: t.polygon([]), ValueError, "corners: expected 3 to 16"),
    ("a dent", lambda t: t.polygon([[0, 0], [4, 0], [1, 1], [0, 4]]), ValueError, "corners: .*convex"),
    ("corners of boxes", lambda t: t.polygon(TWO), ValueError, r"corners: expected points .*\(2, 4\)"),
    ("windows of NaN", lambda t: t.search_many([[0, 0, 1, 1], [0, 0, NAN, 1]]), ValueError, "shapes: row 1"),
    ("an infinite point", lambda t: t.at(1, 1e400), ValueError, "y: expected a finite number, not inf"),
    ("radii of NaN", lambda t: t.count_many([[0, 0]], radii=[NAN]), ValueError, "radii: row 0 is nan"),
    ("infinite moving circles", lambda t: t.cast([[0, 0]], [1, 0], radii=[np.inf]), ValueError, "radii: row 0 is inf"),
    ("a mask for numbers", lambda t: t.boxes([True, False]), TypeError, "numpy.flatnonzero"),
    ("inverted windows", lambda t: t.count_many([[0, 0, 1, 1], [2, 0, 1, 1]]), ValueError, "shapes: row 1"),
    ("infinite points", lambda t: t.count_many([[0, 0], [INF, 0]]), ValueError, "shapes: row 1"),
    ("radii of windows", lambda t: t.search_many(TWO, radii=1), ValueError, r"radii: only points of shape \(n, 2\)"),
    (
        "negative radii",
        lambda t: t.search_many([[0, 0]] * 3, radii=[1, 1, -1]),
        ValueError,
        "radii: row 2 is -1; expected 0 or more",
    ),
    ("fewer radii", lambda t: t.search_many([[0, 0]] * 3, radii=[1, 1]), ValueError, r"radii: expected shape \(3,\)"),
    ("radii in rows", lambda t: t.search_many([[0, 0]], radii=[[1]]), ValueError, r"radii: .*\(1, 1\)"),
    ("radii of text", lambda t: t.search_many([[0, 0]], radii="x"), TypeError, "radii: expected numbers"),
    ("ignore, fewer", lambda t: t.search_many(TWO, ignore=[0]), ValueError, "ignore: expected 2 numbers, .*not 1"),
    ("ignore, unknown", lambda t: t.search_many(TWO, ignore=[0, 5]), ValueError, "ignore: row 1"),
    ("an output", lambda t: t.search_many(TWO, output="sparse"), ValueError, "output: .*'rows', 'pairs'"),
    ("no neighbours", lambda t: t.nearest([0, 0], 0), ValueError, "k: expected 1 or more"),
    ("fewer than none", lambda t: t.nearest([0, 0], -1), ValueError, "k: expected a whole number"),
    ("half a neighbour", lambda t: t.nearest([0, 0], 1.5), TypeError, "k: expected a whole number, not 1.5"),
    ("too many", lambda t: t.nearest([[0, 0]] * 4, 2**62), MemoryError, ""),
    ("a limit", lambda t: t.nearest([0, 0], max_distance=-1), ValueError, "max_distance: expected .* not -1"),
    ("near NaN", lambda t: t.nearest([[0, 0], [NAN, 0]]), ValueError, "points: row 1 is .nan, 0."),
    ("near infinity", lambda t: t.nearest([[0, 0, INF, 0]]), ValueError, "points: row 0"),
    ("ignore, near", lambda t: t.nearest(TWO, ignore=[0, 1, 1]), ValueError, "ignore: expected 2 numbers"),
    ("rays of boxes", lambda t: t.ray(TWO, [1, 0]), ValueError, r"origins: expected points .*\(2, 4\)"),
    ("rays to NaN", lambda t: t.ray([[0, 0]], [[NAN, 0]]), ValueError, "directions: row 0"),
    (
        "other rays",
        lambda t: t.ray([[0, 0]] * 3, [[1, 0]] * 2),
        ValueError,
        r"directions: expected shape \(3, 2\), .*not \(2, 2\)",
    ),
    ("rays that end", lambda t: t.ray([[0, 0]], [1, 0], max_t=NAN), ValueError, "max_t: expected .* not nan"),
    ("segments to", lambda t: t.segment([[0, 0]], [[INF, 0]]), ValueError, "ends: row 0"),
    ("segments from", lambda t: t.segment([[0, NAN]], [[1, 0]]), ValueError, "starts: row 0"),
    ("a cast of boxes", lambda t: t.cast(TWO, [1, 0], radii=[1, 1]), ValueError, "radii: only points"),
    ("casts, radii", lambda t: t.cast([[0, 0]], [1, 0], radii=[INF]), ValueError, "radii: row 0"),
    ("casts, motions", lambda t: t.cast(TWO, [[1, 0], [INF, 0]]), ValueError, "motions: row 1"),
    ("a distance", lambda t: t.pairs(distance=-1), ValueError, "distance: expected a number of 0 or more"),
    ("no distance", lambda t: t.pairs(distance=NAN), ValueError, "distance: expected a number of 0 or more"),
    ("a join with none", lambda t: t.join(None), TypeError, "other: expected a Tree"),
    ("a join with a list", lambda t: t.join(TWO), TypeError, "other: expected a Tree, not <class 'list'>"),
    ("totals of points", lambda t: t.totals([[0, 0]]), ValueError, r"windows: expected boxes .*\(1, 2\)"),
    ("totals of NaN", lambda t: t.totals([TWO[0], [0, 0, NAN, 1]]), ValueError, "windows: row 1"),
    ("a negative pixel", lambda t: t.details(0, 0, 1, 1, -1), ValueError, "size: expected .* not -1"),
    ("details of NaN", lambda t: t.details(0, 0, NAN, 1, 0), ValueError, "max_x: expected a number, not nan"),
    ("boxes of unknown", lambda t: t.boxes([2]), ValueError, "numbers: row 0: no item has the number 2"),
    ("boxes of text", lambda t: t.layers(["a"]), TypeError, "numbers: expected whole numbers"),
    ("a contact of none", lambda t: t.contacts().of(9), ValueError, "number: no item has the number 9"),
    ("a budget", lambda t: t.contacts(budget=-1), ValueError, "budget: expected a whole number"),
    ("a view of NaN", lambda t: t.interest().add([[0, 0, 1, 1], [0, 0, NAN, 1]]), ValueError, "shapes: row 1"),
    ("a view's margin", lambda t: t.interest().add([0, 0, 1, 1], margin=-1), ValueError, "margin"),
    ("a view's ignore", lambda t: t.interest().add(TWO, ignore=[0, 5]), ValueError, "ignore: row 1"),
    ("an observer", lambda t: t.interest().move([0], [[0, 0]]), ValueError, "observers: row 0: no observer"),
    ("seen by none", lambda t: t.interest().seen(3), ValueError, "observers: row 0: no observer"),
    ("made again", lambda t: t.__init__(), RuntimeError, "made before"),
    ("masked rows", lambda t: t.insert(masked(TWO, 5)), ValueError, "boxes: row 1 is masked"),
    ("a masked box", lambda t: t.insert(masked(TWO[0], 2)), ValueError, "boxes: element 2 is masked"),
    ("masked numbers", lambda t: t.move(masked([0, 1], 1), TWO), ValueError, "numbers: element 1 is masked"),
    ("masked layers", lambda t: t.insert(TWO, layers=masked([0, 1], 0)), ValueError, "layers: element 0 is masked"),
    ("masked windows", lambda t: t.count_many(masked(TWO, 0)), ValueError, "shapes: row 0 is masked"),
    ("masked totals", lambda t: t.totals(masked(TWO, 7)), ValueError, "windows: row 1 is masked"),
    ("masked radii", lambda t: t.count_many([[0, 0]], radii=masked([1.0], 0)), ValueError, "radii: element 0 is mask"),
    ("truth, a number", lambda t: t.remove(True), TypeError, "numbers: expected a whole number, not True"),
    ("truth, ignored", lambda t: t.search(0, 0, 1, 1, ignore=True), TypeError, "ignore: .* not True"),
    ("truth, a contact", lambda t: t.contacts().of(False), TypeError, "number: .* not False"),
    ("truth of numpy, a number", lambda t: t.remove(np.True_), TypeError, "numbers: expected (a )?whole number"),
    ("truth of numpy, how many", lambda t: t.nearest([0, 0], np.True_), TypeError, "k: expected a whole number, not"),
    ("truth, how many", lambda t: t.nearest([0, 0], True), TypeError, "k: expected a whole number, not True"),
    ("no truth", lambda t: t.pairs(distances="no"), TypeError, "distances: expected True or False, not 'no'"),
    (
        "many truths",
        lambda t: t.ray([0, 0], [1, 0], normals=np.ones(2)),
        TypeError,
        r"normals: .*an array of shape \(2,\)",
    ),
    ("two", lambda t: t.pairs(distances=2), TypeError, "distances: expected True or False, not 2"),
    ("truth of a list", lambda t: t.interest(by_item=[0]), TypeError, r"by_item: expected True or False, not \[0\]"),
    (
        "an array, a number",
        lambda t: t.search(np.zeros((2, 4)), 0, 1, 1),
        TypeError,
        r"min_x: .*array of shape \(2, 4\)$",
    ),
    ("a long text", lambda t: t.within(0, 0, "9" * 10**6), TypeError, "^radius: expected a number, not '9{99}$"),
    ("an array, how many", lambda t: t.nearest([0, 0], np.arange(3)), TypeError, r"k: .*array of shape \(3,\)$"),
    (
        "an array, a choice",
        lambda t: t.search_many(TWO, output=np.zeros(2)),
        TypeError,
        r"output: .*array of shape \(2,",
    ),
    ("a generator", lambda t: t.insert(row for row in TWO), TypeError, "boxes: expected an array of numbers"),
    ("times", lambda t: t.insert(np.zeros((2, 4), "m8[s]")), TypeError, "boxes: expected numbers, .*timedelta64"),
    ("named fields", lambda t: t.insert(np.zeros(2, "f8,f8")), TypeError, "boxes: expected numbers"),
    ("octets", lambda t: t.insert(b"12345678"), TypeError, "boxes: expected numbers"),
    (
        "huge",
        lambda t: t.insert([[0, 0, 10**400, 1]]),
        ValueError,
        "boxes: expected an array of numbers: int too large",
    ),
    ("an object of None", lambda t: t.insert(np.array([[0, 0, 1, None]], object)), ValueError, "boxes: row 0 .*nan"),
    ("none of three", lambda t: t.insert(np.empty((0, 3))), ValueError, r"boxes: .*\(0, 3\)"),
    ("a number for a path", lambda t: t.save(1), TypeError, "path: expected a path, not int"),
    ("a number to open", lambda t: qd.open(1), TypeError, "path: expected a path, not int"),  # type: ignore[arg-type]
    ("a number to load", lambda t: qd.load(1), TypeError, "source: expected a path or bytes, not int"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "error", "says"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
@pytest.mark.parametrize("precision", ["float", "double"])
def test_a_bad_call_changes_nothing(call: Call, error: type[Exception], says: str, precision: Any) -> None:
    tree = tree_of_two(precision=precision)
    before = state(tree)
    with pytest.raises(error) as caught:
        call(tree)
    assert type(caught.value) is error and re.search(says, str(caught.value)), str(caught.value)
    assert state(tree) == before
    tree.insert(TWO)  # and it is not busy


SETTINGS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"precision": "half"}, ValueError, "precision: expected one of 'float', 'double', not 'half'"),
    ({"precision": 4}, TypeError, "precision"),
    ({"edges": "ajar"}, ValueError, "edges: .*'closed', 'open'"),
    ({"world": [0, 0]}, ValueError, r"world: expected boxes"),
    ({"world": TWO}, ValueError, "world: expected four numbers"),
    ({"world": [0, 0, NAN, 1]}, ValueError, "world"),
    ({"world": [1, 0, 0, 1]}, ValueError, "world"),
    ({"leaf_capacity": 5000}, ValueError, "leaf_capacity"),
    ({"leaf_capacity": -1}, ValueError, "leaf_capacity: expected a whole number"),
    ({"max_depth": 99}, ValueError, "max_depth"),
    ({"max_depth": 2**40}, ValueError, "max_depth"),
    ({"threads": -1}, ValueError, "threads: expected a whole number"),
    ({"threads": 1.0}, TypeError, "threads: expected a whole number"),
    ({"values": [1, 2]}, ValueError, "values: this tree keeps none"),
    ({"colour": 1}, TypeError, "colour"),
]


@pytest.mark.parametrize(("settings", "error", "says"), SETTINGS, ids=[str(case[0]) for case in SETTINGS])
def test_bad_settings_are_refused(settings: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        qd.Tree(TWO, **settings)


GRAVITY: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: qd.gravity(TWO), ValueError, r"xy: expected points \(x, y\) of shape \(n, 2\), not .*\(2, 4\)"),
    (lambda: qd.gravity([["a", "b"]]), TypeError, "xy: expected numbers"),
    (lambda: qd.gravity([[0.0, NAN]]), ValueError, r"xy: row 0 is \(0, nan\)"),
    (lambda: qd.gravity([[0.0, 0.0], [1.0, 1e61]]), ValueError, "xy: row 1"),
    (lambda: qd.gravity([[0, 0]], mass=[1, 2]), ValueError, r"mass: expected .*\(1,\), .* not \(2,\)"),
    (lambda: qd.gravity([[0, 0]], mass="x"), TypeError, "mass: expected numbers"),
    (lambda: qd.gravity([[0, 0]], at=[[0.0, 0.0], [NAN, 0.0]]), ValueError, "at: row 1"),
    (lambda: qd.gravity([[0, 0]], at=[0]), ValueError, "at: expected points"),
    (lambda: qd.gravity([[0, 0]], theta=0), ValueError, "theta"),
    (lambda: qd.gravity([[0, 0]], theta=2.5), ValueError, "theta"),
    (lambda: qd.gravity([[0, 0]], order=0), ValueError, "order"),
    (lambda: qd.gravity([[0, 0]], order=3), ValueError, "order"),
    (lambda: qd.gravity([[0, 0]], softening=-1), ValueError, "softening"),
    (lambda: qd.gravity([[0, 0]], law="flat"), ValueError, "law: expected 'space' or 'plane'"),  # type: ignore[call-overload]
    (lambda: qd.gravity([[0, 0]], threads=-1), ValueError, "threads: expected a whole number from 0"),
    (lambda: qd.gravity([[0, 0]], at=[[0, 0]], direct=True), ValueError, "direct: only at the bodies"),
    (lambda: qd.gravity(masked([[0, 0]], 0)), ValueError, "xy: row 0 is masked"),
    (lambda: qd.gravity([[0, 0]], masked([1], 0)), ValueError, "mass: element 0 is masked"),
    (lambda: qd.gravity([[0, 10**400]]), ValueError, "xy: .*int too large"),
    (lambda: qd.gravity(np.empty((0, 3))), ValueError, r"xy: expected points .*\(0, 3\)"),
    (lambda: qd.gravity([[0, 0]], theta=[1]), TypeError, r"theta: expected a number, not \[1\]"),  # type: ignore[call-overload]
    (lambda: qd.gravity([[0, 0]], theta=NAN), ValueError, "theta"),
    (lambda: qd.gravity([[0, 0]], softening="a"), TypeError, "softening: expected a number"),  # type: ignore[call-overload]
    (lambda: qd.gravity([[0, 0]], order=np.ones(2)), TypeError, "order: expected a whole number"),  # type: ignore[call-overload]
    (lambda: qd.gravity([[0, 0]], threads=1.5), TypeError, "threads: expected a whole number, not 1.5"),  # type: ignore[call-overload]
    (lambda: qd.gravity([[0, 0]], law=np.ones(2)), ValueError, "law: expected 'space'"),  # type: ignore[call-overload]
]


@pytest.mark.parametrize(("call", "error", "says"), GRAVITY)
def test_bad_bodies_are_refused(call: Callable[[], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_observers_are_added_all_or_none() -> None:
    interest = tree_of_two().interest()
    interest.add(TWO)
    with pytest.raises(ValueError, match="shapes: row 2"):
        interest.add([*TWO, [5.0, 5.0, 4.0, 4.0]])
    assert len(interest) == 2
    assert int(interest.add([0, 0, 9, 9])) not in (0, 1) and len(interest.update()[0]) == 4
    with pytest.raises(ValueError, match="observers: row 1"):
        interest.remove([0, 9])
    assert len(interest) == 3


class Calls(RuleBasedStateMachine):
    """Good and bad calls in any order: the tree has what a dictionary from numbers to boxes has."""

    @initialize(precision=st.sampled_from(["float", "double"]), threads=st.sampled_from([1, 2]))
    def make(self, precision: Any, threads: int) -> None:
        self.tree = qd.Tree(precision=precision, threads=threads, leaf_capacity=3)
        self.boxes: dict[int, list[float]] = {}

    @rule(corner=st.tuples(coordinates, coordinates), count=st.integers(0, 9))
    def insert(self, corner: tuple[float, float], count: int) -> None:
        x, y = corner
        rows = [[x + i, y, x + i + 1, y + 1] for i in range(count)]
        numbers = self.tree.insert(rows).tolist()
        assert not set(numbers) & set(self.boxes)
        self.boxes.update(zip(numbers, rows, strict=True))

    @rule(data=st.data(), x=coordinates)
    def move(self, data: st.DataObject, x: float) -> None:
        movers = data.draw(st.lists(st.sampled_from(sorted(self.boxes)), max_size=4)) if self.boxes else []
        rows = [[x, x + i, x + 2, x + i + 2] for i in range(len(movers))]
        self.tree.move(movers, rows)
        self.boxes.update(zip(movers, rows, strict=True))  # one that is there twice: its last row

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        leavers = data.draw(st.lists(st.sampled_from(sorted(self.boxes)), unique=True)) if self.boxes else []
        self.tree.remove(leavers)
        for number in leavers:
            del self.boxes[number]

    @rule()
    def clear(self) -> None:
        self.tree.clear()
        self.boxes.clear()

    @rule()
    def rebuild(self) -> None:
        self.tree.rebuild()

    @rule(case=st.sampled_from(BAD))
    def call_badly(self, case: Any) -> None:
        before = bytes(self.tree)
        try:
            case[1](self.tree)
        except (ValueError, TypeError, RuntimeError, MemoryError):
            assert bytes(self.tree) == before
        else:  # the number that it names is there by chance
            numbers = self.tree.numbers()
            self.boxes = dict(zip(numbers.tolist(), self.tree.boxes(numbers).tolist(), strict=True))

    @invariant()
    def is_the_same(self) -> None:
        if hasattr(self, "tree"):
            assert self.tree.numbers().tolist() == sorted(self.boxes)
            assert self.tree.boxes().tolist() == [self.boxes[number] for number in sorted(self.boxes)]
            assert set(self.tree.search(-INF, -INF, INF, INF).tolist()) == set(self.boxes)


TestCalls = Calls.TestCase


@pytest.mark.parametrize("value", [2**63, 2**64 - 1, np.uint64(2**64 - 7), np.array(2**63, dtype=np.uint64)])
def test_a_value_of_more_than_63_bits_for_all_is_refused_as_in_an_array(value: Any) -> None:
    tree = tree_of_two()
    before = state(tree)
    for call in (
        lambda: qd.Tree(TWO, totals=True, values=value),
        lambda: tree.insert(TWO, values=value),
        lambda: tree.set_values([0, 1], value),
        lambda: tree.set_values([0, 1], np.array([value, value], dtype=np.uint64)),
    ):
        with pytest.raises(ValueError, match=rf"values: row 0 is {int(value)}"):
            call()
    assert state(tree) == before


@pytest.mark.parametrize("far", [1e39, -1e39, 3.41e38])
def test_a_way_beyond_single_precision_is_refused(far: float) -> None:
    single = qd.Tree(np.array([[-1, -1, 1, 1]], dtype=np.float32))
    double = qd.Tree([[-1.0, -1, 1, 1]])
    for name, ways in (("ray", "directions"), ("segment", "ends"), ("cast", "motions")):
        with pytest.raises(ValueError, match=rf"^{ways}: row 0 is .*single precision"):
            getattr(single, name)([0, 0], [far, 0])
        assert getattr(double, name)([0, 0], [far, 0])[1] == 0
    with pytest.raises(ValueError, match=r"^origins: row 0 is .*single precision"):
        single.ray([far, 0], [1, 0])
    with pytest.raises(ValueError, match=r"^radii: row 0 is "):
        single.cast([0, 0], [1, 0], radii=abs(far))
    assert single.ray([0, 0], [3.4e38, 0])[1] == 0


def test_a_tree_that_is_made_while_it_is_made_is_refused() -> None:
    tree = qd.Tree.__new__(qd.Tree)

    class Boxes:
        def __array__(self, *_: Any, **__: Any) -> Any:
            tree.__init__(np.zeros((50, 4)))  # type: ignore[misc]
            return np.zeros((4, 4))

    with pytest.raises(RuntimeError, match="made before"):
        tree.__init__(Boxes())  # type: ignore[misc]
    assert len(tree) == 50 and tree.numbers().tolist() == list(range(50))
