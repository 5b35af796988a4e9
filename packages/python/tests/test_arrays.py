"""Arrays of every layout and type answer as plain ones, and are neither changed nor kept."""

from __future__ import annotations

import decimal
import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import quadrille as qd
from brute import Doubles


def some_boxes(count: int = 40, seed: int = 3) -> Doubles:
    random = np.random.default_rng(seed)
    low = random.integers(0, 60, (count, 2))
    return np.hstack([low, low + random.integers(0, 9, (count, 2))]).astype(np.float64)


def with_gaps(rows: Any) -> Any:
    wide = np.full((len(rows) * 3, rows.shape[1] * 2), np.nan, dtype=rows.dtype)
    wide[::3, ::2] = rows
    return wide[::3, ::2]


def backwards(rows: Any) -> Any:
    return np.ascontiguousarray(rows[::-1, ::-1])[::-1, ::-1]


def misaligned(rows: Any) -> Any:
    raw = np.empty(rows.nbytes + 1, dtype=np.uint8)
    view = raw[1:].view(rows.dtype).reshape(rows.shape)
    view[:] = rows
    assert not view.flags.aligned
    return view


def read_only(rows: Any) -> Any:
    copied = rows.copy()
    copied.flags.writeable = False
    return copied


def in_a_record(rows: Any) -> Any:
    record = np.zeros(len(rows), dtype=[("name", "S3"), ("box", rows.dtype, rows.shape[1])])
    record["box"] = rows
    return record["box"]


LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "plain": lambda rows: rows,
    "gaps": with_gaps,
    "backwards": backwards,
    "transposed": lambda rows: np.ascontiguousarray(rows.T).T,
    "fortran": np.asfortranarray,
    "byte-swapped": lambda rows: rows.astype(rows.dtype.newbyteorder()),
    "misaligned": misaligned,
    "read-only": read_only,
    "record": in_a_record,
    "subclass": lambda rows: rows.view(np.ma.MaskedArray),
}


class Frame:
    """What a table of pandas has: no array itself, but able to become one."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.rows, dtype=dtype)


TYPES: dict[str, Callable[[Any], Any]] = {
    "int": lambda rows: rows.astype(np.int64),
    "int16": lambda rows: rows.astype(np.int16),
    "float16": lambda rows: rows.astype(np.float16),
    "longdouble": lambda rows: rows.astype(np.longdouble),
    "objects": lambda rows: rows.astype(object),
    "lists": lambda rows: rows.tolist(),
    "tuples": lambda rows: tuple(map(tuple, rows.tolist())),
    "list of arrays": list,
    "frame": Frame,
    "decimals": lambda rows: [[decimal.Decimal(number) for number in row] for row in rows.tolist()],
    "buffer": lambda rows: memoryview(np.ascontiguousarray(rows).data),
}


def answers(tree: qd.Tree, convert: Callable[[Any], Any]) -> list[Any]:
    """Every call that takes arrays, as plain lists."""
    boxes = some_boxes(12, 5)
    points = np.ascontiguousarray(boxes[:, :2])
    numbers = np.arange(12)
    given, places, ways = convert(boxes), convert(points), convert(points - 30.0)
    results = [
        tree.search_many(given),
        tree.search_many(places, radii=3),
        tree.search_many(given, ignore=numbers, output="pairs"),
        tree.count_many(given),
        tree.nearest(places, 3),
        tree.nearest(given, ignore=numbers),
        tree.ray(places, ways, 2, normals=True),
        tree.segment(places, ways),
        tree.cast(given, ways),
        tree.cast(places, ways, radii=np.ones(12)),
        tree.polygon(convert(np.array([[0.0, 0.0], [40.0, 0.0], [0.0, 40.0]]))),
        tree.totals(given),
    ]
    watched = tree.interest()
    results.append(watched.add(given))
    results.append(watched.update()[0])
    tree.move(numbers, given)
    watched.move(numbers, places)
    results += [watched.update(), tree.pairs(), tree.boxes(numbers)]
    tree.insert(given)
    results.append(tree.boxes())
    return [[np.asarray(array).tolist() for array in (one if isinstance(one, tuple) else (one,))] for one in results]


def lay_out(layout: str, kind: Any, rows: Any) -> Any:
    return LAYOUTS[layout](np.array(rows, dtype=kind))


@pytest.mark.parametrize("precision", ["float", "double"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_answers_as_a_plain_array(layout: str, precision: Any) -> None:
    for kind in (np.float32, np.float64):
        cast = functools.partial(np.array, dtype=kind)
        expected = answers(qd.Tree(some_boxes(), precision=precision), cast)
        laid_out = LAYOUTS[layout](cast(some_boxes()))
        assert answers(qd.Tree(laid_out, precision=precision), functools.partial(lay_out, layout, kind)) == expected


@pytest.mark.parametrize("name", TYPES)
def test_every_type_answers_as_doubles(name: str) -> None:
    expected = answers(qd.Tree(some_boxes()), lambda rows: rows)
    assert answers(qd.Tree(TYPES[name](some_boxes())), TYPES[name]) == expected


def test_the_type_of_the_array_decides_the_precision() -> None:
    boxes = some_boxes()
    for kind, precision in (
        (np.float32, "float"),
        (np.float64, "double"),
        (np.int32, "double"),
        (np.float16, "double"),
    ):
        assert qd.Tree(boxes.astype(kind)).precision == precision
    assert qd.Tree(boxes.astype(">f4")).precision == "float"
    assert qd.Tree(boxes.astype(np.float32), precision="double").precision == "double"


def test_a_float_tree_rounds_to_the_nearest_float() -> None:
    tree = qd.Tree([[0.1, 0.2, 0.3, 0.4]], precision="float")
    assert tree.boxes().tolist() == np.array([[0.1, 0.2, 0.3, 0.4]], dtype=np.float32).tolist()
    assert tree.count(0.3, 0.2, 0.5, 0.5) == 1  # the question is rounded as the item is
    largest = float(np.finfo(np.float32).max)
    assert qd.Tree([[largest, 0, largest * (1 + 1e-9), 0]], precision="float").boxes()[0, 2] == largest
    with pytest.raises(ValueError, match="row 0"):
        qd.Tree([[0, 0, 3.5e38, 0]], precision="float")


def test_strides_of_zero() -> None:
    many = np.broadcast_to(np.array([1.0, 1.0, 2.0, 2.0]), (50, 4))
    tree = qd.Tree(many)
    assert len(tree.pairs()) == 50 * 49 // 2
    assert tree.count_many(many).tolist() == [50] * 50
    same = np.broadcast_to(np.array(1.0), (7, 4))
    assert qd.Tree(same).boxes().tolist() == [[1.0] * 4] * 7


@pytest.mark.parametrize("empty", [[], np.empty((0, 4)), np.empty(0), ()], ids=["list", "rows", "flat", "tuple"])
def test_empty_arrays(empty: Any) -> None:
    tree = qd.Tree(empty)
    assert len(tree) == 0 and tree.pairs().shape == (0, 2) and tree.boxes().shape == (0, 4)
    assert tree.insert(empty).shape == (0,)
    tree.move([], empty)
    tree.move(None, empty)
    tree.remove([])
    tree.set_filter([], layers=[])
    assert tree.search_many(empty)[0].tolist() == [0]
    assert tree.count_many(empty).shape == (0,)
    assert tree.totals(empty).sum.shape == (0,)
    distances, numbers = tree.nearest(empty, 3)
    assert distances.shape == numbers.shape == (0, 3)
    assert tree.ray(np.empty((0, 2)), [1, 0])[0].shape == (0,)
    assert qd.gravity([]).shape == (0, 2)
    assert tree.interest().add(empty).shape == (0,)


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64, ">i8"])
def test_numbers_of_every_whole_type(kind: Any) -> None:
    tree = qd.Tree(some_boxes(), totals=True)
    numbers = np.array([3, 1, 7], dtype=kind)
    assert tree.boxes(numbers).tolist() == tree.boxes([3, 1, 7]).tolist()
    assert tree.boxes(np.repeat(numbers, 2)[::2]).tolist() == tree.boxes([3, 1, 7]).tolist()
    tree.set_values(numbers, numbers)
    tree.set_filter(numbers, layers=numbers, masks=numbers)
    assert tree.values(numbers).tolist() == tree.layers(numbers).tolist() == tree.masks(numbers).tolist() == [3, 1, 7]
    tree.move(numbers, some_boxes(3))
    tree.remove(numbers[:1])
    tree.remove(numbers[1])
    tree.remove(7)
    assert 3 not in tree and 1 not in tree and 7 not in tree
    assert np.int8(2) in tree and 2.0 not in tree and "2" not in tree and None not in tree and -1 not in tree


def test_a_single_row_gives_a_single_answer() -> None:
    tree = qd.Tree([0, 0, 2, 2])
    assert len(tree) == 1 and int(tree.insert([5, 5])) == 1 and isinstance(tree.insert((6, 6)), int)
    tree.move(1, [7, 7])
    tree.move([1], [8, 8])
    assert tree.boxes([1]).tolist() == [[8, 8, 8, 8]]
    assert tree.search_many([0, 0, 9, 9])[0].tolist() == [0, 3]
    distance, number = tree.nearest([3, 3])
    assert np.ndim(distance) == np.ndim(number) == 0 and int(number) == 0
    assert tree.nearest([3, 3], 2)[1].shape == (2,)


def test_inputs_are_neither_changed_nor_kept() -> None:
    boxes = some_boxes()
    before, references = boxes.copy(), sys.getrefcount(boxes)
    tree = qd.Tree(boxes)
    answers(tree, lambda rows: rows)
    assert (boxes == before).all() and sys.getrefcount(boxes) == references
    boxes[:] = 0
    assert (tree.boxes(np.arange(20, 40)) == before[20:40]).all()


def test_results_own_their_memory() -> None:
    tree = qd.Tree(some_boxes())
    for array in (tree.pairs(), tree.search(0, 0, 99, 99), *tree.search_many(some_boxes()), tree.boxes()):
        assert array.flags.owndata and array.flags.c_contiguous and array.flags.writeable
        array[...] = 0
    assert tree.boxes().tolist() == some_boxes().tolist()


def test_an_array_method_that_uses_the_tree_meanwhile() -> None:
    tree = qd.Tree(some_boxes())
    said: list[str] = []

    class Meddles:
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
            for call in (tree.clear, tree.rebuild, lambda: tree.remove([0])):
                try:
                    call()
                except RuntimeError as error:
                    said.append(str(error))
            return np.zeros((1, 4))

    tree.search_many(Meddles())
    assert len(said) == 3 and len(tree) == 40
    tree.insert(Meddles())
    assert len(said) == 6 and len(tree) == 41


def test_a_float_tree_rounds_distances() -> None:
    rows = some_boxes().astype(np.float32)
    points = np.random.default_rng(1).random((50, 2)) * 99
    floats, doubles = qd.Tree(rows), qd.Tree(rows, precision="double")
    asked: list[Callable[[qd.Tree], Any]] = [
        lambda tree: tree.nearest(points)[0],
        lambda tree: tree.pairs(distance=9, distances=True)[1],
        lambda tree: tree.join(tree, distance=9, distances=True)[1],
        lambda tree: tree.ray(points, [1, 0.3])[0],
        lambda tree: tree.cast(points, [99, 31], radii=0.1)[0],
    ]
    for ask in asked:
        rounded, exact = ask(floats), ask(doubles)
        assert rounded.dtype == np.float64 and (rounded == rounded.astype(np.float32)).all()
        assert not (exact == exact.astype(np.float32)).all()
    for one, other in ((floats, doubles), (doubles, floats)):
        mixed = one.join(other, distance=9, distances=True)[1]
        assert not (mixed == mixed.astype(np.float32)).all()
