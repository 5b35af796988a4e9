"""What stands for a number and what does not: text, times, masks and truths in arrays, lists and settings."""

from __future__ import annotations

import datetime
import decimal
import fractions
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import quadrille
from test_refused import NAN, tree_of_two

qd: Any = quadrille  # most arguments here are of wrong types

Call = Callable[[Any, Any], Any]


def array_of(value: Any) -> Any:
    """One row (1, value) of an array of objects."""
    array = np.empty((1, 2), object)
    array[0, 0], array[0, 1] = 1, value
    return array


class Table:
    """What a table with a column of text gives numpy."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return array_of(self.value)


NO_NUMBERS: list[Any] = [
    "1",
    b"1",
    bytearray(b"1"),
    np.str_("1"),
    np.bytes_(b"1"),
    np.array("1"),
    1j,
    np.complex64(1),
    datetime.date(2020, 1, 1),
    datetime.timedelta(1),
    np.datetime64("2020-01-01"),
    np.timedelta64(1),
    [1],
]
NUMBERS: list[Any] = [
    1,
    1.0,
    True,
    np.True_,
    np.int8(1),
    np.float16(1),
    np.longdouble(1),
    np.array(1.0),
    decimal.Decimal(1),
    fractions.Fraction(1),
]
ROWS: dict[str, tuple[str, Call]] = {
    "insert": ("boxes", lambda tree, rows: tree.insert(rows)),
    "Tree": ("boxes", lambda tree, rows: qd.Tree(rows)),
    "move": ("boxes", lambda tree, rows: tree.move([0], rows)),
    "search_many": ("shapes", lambda tree, rows: tree.search_many(rows)),
    "count_many": ("shapes", lambda tree, rows: tree.count_many(rows, radii=1)),
    "nearest": ("points", lambda tree, rows: tree.nearest(rows)),
    "ray from": ("origins", lambda tree, rows: tree.ray(rows, [1, 0])),
    "ray to": ("directions", lambda tree, rows: tree.ray([[0, 0]], rows)),
    "segment": ("ends", lambda tree, rows: tree.segment([[0, 0]], rows)),
    "cast": ("motions", lambda tree, rows: tree.cast([[0, 0]], rows)),
    "Interest.add": ("shapes", lambda tree, rows: tree.interest().add(rows)),
    "gravity": ("xy", lambda tree, rows: qd.gravity(rows)),
    "gravity at": ("at", lambda tree, rows: qd.gravity([[0, 0]], at=rows)),
    "Index": ("boxes", lambda tree, rows: qd.Index().insert_many("a", rows)),
}


@pytest.mark.parametrize("call", ROWS)
def test_objects_that_are_no_numbers_are_refused(call: str) -> None:
    name, ask = ROWS[call]
    for value in NO_NUMBERS:
        for rows in (array_of(value), Table(value)):
            with pytest.raises(TypeError, match=f"^{name}: row 0: expected numbers, not "):
                ask(tree_of_two(), rows)
    for value in NUMBERS:
        ask(tree_of_two(), array_of(value))
    if call not in ("ray to", "Index"):
        with pytest.raises(ValueError, match=f"^{name}: row 0"):  # a missing number
            ask(tree_of_two(), array_of(None))


SINGLE: dict[str, tuple[str, Call]] = {
    "search": ("min_x", lambda tree, value: tree.search(value, 0, 1, 1)),
    "within": ("radius", lambda tree, value: tree.within(0, 0, value)),
    "at": ("y", lambda tree, value: tree.at(0, value)),
    "nearest": ("max_distance", lambda tree, value: tree.nearest([0, 0], max_distance=value)),
    "ray": ("max_t", lambda tree, value: tree.ray([0, 0], [1, 0], max_t=value)),
    "pairs": ("distance", lambda tree, value: tree.pairs(distance=value)),
    "details": ("size", lambda tree, value: tree.details(0, 0, 1, 1, value)),
    "margin": ("margin", lambda tree, value: tree.interest().add([0, 0, 1, 1], margin=value)),
    "theta": ("theta", lambda tree, value: qd.gravity([[0, 0]], theta=value)),
    "softening": ("softening", lambda tree, value: qd.gravity([[0, 0]], softening=value)),
    "constant": ("constant", lambda tree, value: qd.gravity([[0, 0]], constant=value)),
    "radii": ("radii", lambda tree, value: tree.count_many([[0, 0]], radii=np.array(value, object))),
    "mass": ("mass", lambda tree, value: qd.gravity([[0, 0]], mass=np.array(value, object))),
}


@pytest.mark.parametrize("call", SINGLE)
def test_settings_that_are_no_numbers_are_refused(call: str) -> None:
    name, ask = SINGLE[call]
    for value in NO_NUMBERS[:-1]:
        if call in ("radii", "mass") and isinstance(value, (bytearray, np.ndarray)):
            continue  # numpy takes it for an array
        with pytest.raises(TypeError, match=f"^{name}: expected "):
            ask(tree_of_two(), value)
    for value in NUMBERS:
        ask(tree_of_two(), value)


@pytest.mark.parametrize("call", [call for call in SINGLE if call != "mass"])
def test_a_masked_setting_is_refused(call: str) -> None:
    name, ask = SINGLE[call]
    if call != "radii":
        with pytest.raises(ValueError, match=f"^{name}: it is masked"):
            ask(tree_of_two(), np.ma.array(1.0, mask=True))
        ask(tree_of_two(), np.ma.array(1.0))


def test_the_row_of_an_object_is_named() -> None:
    rows = np.array([[1, 2], [3, "4"], [5, "6"]], object)
    for given in (rows, np.asfortranarray(rows), rows[::-1][::-1]):
        with pytest.raises(TypeError, match="boxes: row 1: expected numbers, not '4'"):
            qd.Tree(given)
    with pytest.raises(TypeError, match="mass: element 2: expected numbers, not '4'"):
        qd.gravity([[0, 0], [1, 1], [2, 2]], mass=np.array([1, 2, "4"], object))


def test_a_table_of_pandas_with_text_is_refused() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"x": ["1", "2"], "y": [3.0, 4.0]})
    with pytest.raises(TypeError, match="boxes: row 0: expected numbers, not '1'"):
        qd.Tree(table)
    assert len(qd.Tree(table.astype(float))) == 2


MASKED: Any = np.ma.array(1, mask=True)
NUMBERED: dict[str, tuple[str, Call]] = {
    "remove": ("numbers", lambda tree, number: tree.remove(number)),
    "move": ("numbers", lambda tree, number: tree.move(number, [0, 0])),
    "boxes": ("numbers", lambda tree, number: tree.boxes(number)),
    "set_filter": ("numbers", lambda tree, number: tree.set_filter(number, layers=1)),
    "ignore": ("ignore", lambda tree, number: tree.search(0, 0, 1, 1, ignore=number)),
    "ignore of many": ("ignore", lambda tree, number: tree.nearest([[0, 0]], ignore=number)),
    "layers": ("layers", lambda tree, number: tree.insert([[0, 0]], layers=number)),
    "k": ("k", lambda tree, number: tree.nearest([0, 0], number)),
    "of": ("number", lambda tree, number: tree.contacts().of(number)),
    "budget": ("budget", lambda tree, number: tree.contacts(budget=number)),
    "threads": ("threads", lambda tree, number: qd.Tree(threads=number)),
    "threads of load": ("threads", lambda tree, number: qd.load(bytes(tree), threads=number)),
    "order": ("order", lambda tree, number: qd.gravity([[0, 0]], order=number)),
}


@pytest.mark.parametrize("call", NUMBERED)
def test_a_masked_number_is_refused(call: str) -> None:
    name, ask = NUMBERED[call]
    with pytest.raises(ValueError, match=f"^{name}: "):
        ask(tree_of_two(), MASKED)
    tree = tree_of_two()
    ask(tree, np.ma.array(1))
    ask(tree_of_two(), np.array(1))


def test_a_masked_observer_is_refused() -> None:
    interest: Any = tree_of_two().interest()
    interest.add([[0, 0], [1, 1]])
    for call in (interest.seen, interest.remove, lambda number: interest.move(number, [0, 0])):
        with pytest.raises(ValueError, match=r"^observers: element 0 is masked"):
            call(MASKED)
    interest.seen(np.ma.array(1))


LISTS: list[tuple[Any, str]] = [
    ([np.ma.array([0, 0, 1, 1], mask=np.array([0, 1, 0, 0], bool))], "row 0"),
    ([np.zeros(4), np.ma.array([0, 0, 1, 1], mask=True)], "row 1"),
    (([0, 0, 1, 1], [0, 0, MASKED, 1]), "row 1"),
    ([[0, 0, 1, 1], [0, 0, np.ma.masked, 1]], "row 1"),
    ([0, 0, MASKED, 1], "element 2"),
]


@pytest.mark.parametrize(("rows", "says"), LISTS)
def test_lists_of_what_is_masked_are_refused(rows: Any, says: str) -> None:
    tree: Any = tree_of_two()
    for call in (tree.insert, tree.search_many, tree.totals, tree.nearest, lambda rows: tree.interest().add(rows)):
        with pytest.raises(ValueError, match=f": {says} is masked"):
            call(rows)
    with pytest.raises(ValueError, match="numbers: element 1 is masked"):
        tree.boxes([0, MASKED])
    with pytest.raises(ValueError, match="windows: row 1 is masked"):
        tree.totals([[[0, 0, 1, 1]] * 2, [[0, 0, 1, 1], np.ma.array([0, 0, 1, 1], mask=True)]])
    assert tree.count_many([np.ma.array([0, 0, 1, 1])]).tolist() == [1]


def test_a_masked_array_without_a_mask_is_an_array() -> None:
    tree: Any = tree_of_two()
    for mask in (False, np.ma.nomask):
        one: Any = np.ma.array(1.0, mask=mask)
        assert tree.count_many([[0, 0], [9, 9]], radii=one).tolist() == [1, 0]
        assert tree.search_many(np.ma.array([[0, 0, 1, 1]], mask=mask))[1].tolist() == [0]


def test_truths_and_masks_are_no_items() -> None:
    tree: Any = tree_of_two()
    for other in (True, False, np.True_, np.array(True), MASKED, np.ma.masked, 1.0, "1", None, -1, 2):
        assert other not in tree
    for number in (1, np.int8(1), np.array(1), np.ma.array(1)):
        assert number in tree


@pytest.mark.parametrize("empty", [[], (), np.empty(0), np.empty(0, np.float32), np.empty((0, 2))])
def test_no_questions_may_have_radii(empty: Any) -> None:
    tree: Any = tree_of_two()
    several: list[Any] = [1, [], np.empty(0), np.ma.array(1.0)]
    for radii in several:
        assert tree.search_many(empty, radii=radii)[0].tolist() == [0]
        assert tree.search_many(empty, radii=radii, relation="inside", output="pairs")[1].shape == (0,)
        assert tree.count_many(empty, radii=radii).shape == (0,)
        assert tree.cast(empty, [1, 0], radii=radii)[0].shape == (0,)
        assert tree.cast(empty, empty, 2, radii=radii, normals=True)[2].shape == (0, 2, 2)
        assert tree.interest().add(empty, radii=radii, margin=1).shape == (0,)
    with pytest.raises(ValueError, match="radii: only points"):
        tree.search_many(np.empty((0, 4)), radii=1)
    with pytest.raises(ValueError, match=r"radii: expected shape \(0,\)"):
        tree.search_many(empty, radii=[1])
    index = qd.Index()
    index.insert_many([], empty)
    assert len(index) == 0


THREADS: list[tuple[Any, type[Exception], str]] = [
    (2**70, ValueError, "a whole number from 0 to"),
    (-1, ValueError, "a whole number from 0 to"),
    (1.5, TypeError, "a whole number, not 1.5"),
    ("a", TypeError, "a whole number, not 'a'"),
    (True, TypeError, "a whole number, not True"),
    ([1], TypeError, r"a whole number, not \[1\]"),
]


def test_bad_threads_are_refused_alike(tmp_path: Any) -> None:
    tree, path = tree_of_two(), tmp_path / "tree.qdt"
    tree.save(path)
    calls: list[Callable[[Any], Any]] = [
        lambda threads: qd.Tree(threads=threads).threads,
        lambda threads: qd.load(path, threads=threads).threads,
        lambda threads: qd.load(bytes(tree), threads=threads).threads,
        lambda threads: qd.open(path, threads=threads).threads,
        lambda threads: qd.gravity([[0, 0]], threads=threads).shape[0],
    ]
    for call in calls:
        for threads, error, says in THREADS:
            with pytest.raises(error, match=f"^threads: expected {says}"):
                call(threads)
        assert call(None) == call(1) == 1


NAMED: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda t: t.interest().add([[0, 0]] * 2, radii=[1, -1]), ValueError, "radii: row 1 is -1; expected 0 or more"),
    (lambda t: t.interest().add([[0, 0]], radii=NAN), ValueError, "radii: row 0 is nan"),
    (lambda t: t.interest().add([[0, 0]], margin=-1), ValueError, "margin: expected a number of 0 or more, not -1"),
    (lambda t: t.interest().add([[0, 0]], margin=NAN), ValueError, "margin: .* not nan"),
    (lambda t: t.interest().add([0, 0, 1, 1], margin=1, relation="contains"), ValueError, "margin: .*'contains'"),
    (lambda t: t.interest().add([[0, 0], [0, NAN]]), ValueError, "shapes: row 1 is .0, nan."),
    (lambda t: t.interest().add([[3, 0, 1, 1]]), ValueError, "shapes: row 0 .*windows have min_x <= max_x"),
    (lambda t: t.interest().add([[0, 0, 1, 1], [0, 0, np.inf, 1]], nearest=1), ValueError, "shapes: row 1 .*centre"),
    (lambda t: t.totals([[0, 0, 1, 1], [0]]), ValueError, "windows: expected an array of numbers"),
    (lambda t: t.totals([["a"] * 4]), TypeError, "windows: expected numbers"),
    (lambda t: qd.Index().insert_many("ab", [[0, 0], [0]]), ValueError, "boxes: expected an array of numbers"),
    (lambda t: t.nearest(np.empty((0, 2)), 2**62), MemoryError, "k: 4611686018427387904 results"),
    (lambda t: t.nearest([0, 0], 2**62), MemoryError, "k: 4611686018427387904 results"),
    (lambda t: t.ray([[0, 0], [1, 1]], [[1, 0]]), ValueError, r"shape \(2, 2\), .*, or shape \(2,\), .* not \(1, 2\)"),
    (lambda t: qd.gravity([[0, 0], [0, NAN]]), ValueError, "xy: row 1 is .0, nan.; .*within 1e60"),
    (lambda t: qd.gravity([[0, 1e61]]), ValueError, r"xy: row 0 is .0, 1e\+61."),
    (lambda t: qd.gravity([[0, 0]], at=[[0, 0], [NAN, 0]]), ValueError, "at: row 1 is .nan, 0."),
    (lambda t: qd.gravity([[0, 0], [1, 1]], mass=[1, NAN]), ValueError, "mass: row 1 is nan"),
    (lambda t: qd.gravity([[0, 0]], mass=-1e61), ValueError, r"mass: row 0 is -1e\+61"),
    (lambda t: qd.gravity([[0, 0]], constant=NAN), ValueError, "constant: .* not nan"),
    (lambda t: qd.gravity([[0, 0]], softening=np.inf), ValueError, "softening: .* not inf"),
    (lambda t: qd.gravity([[0, 0]], order=-1), ValueError, "order: expected 1 or 2, not -1"),
    (lambda t: qd.gravity([[0, 0]], direct=2), TypeError, "direct: expected True or False, not 2"),
    (lambda t: qd.gravity([0, 0]), ValueError, r"xy: expected points .*shape \(2,\)"),
]


@pytest.mark.parametrize(("call", "error", "says"), NAMED)
def test_the_message_names_the_argument(call: Callable[[Any], Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call(tree_of_two())
    with pytest.raises(error, match=says):
        call(tree_of_two(precision="float"))


def test_a_constant_of_zero_pulls_nothing() -> None:
    pull, potential = qd.gravity([[0, 0], [1, 1]], constant=0, potential=True)
    assert not pull.any() and not potential.any()
