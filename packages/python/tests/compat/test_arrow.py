"""Boxes and points from Arrow arrays of several packages, and to them."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

import quadrille as qd  # noqa: E402
from quadrille.arrow import from_arrow, to_arrow  # noqa: E402

CORNERS = ["xmin", "ymin", "xmax", "ymax"]


def boxes(count: int, dtype: Any = np.float64, columns: int = 4) -> Any:
    rng = np.random.default_rng(count)
    low = rng.integers(0, 100, (count, 2))
    return np.hstack((low, low + rng.integers(0, 9, (count, 2))))[:, :columns].astype(dtype)


def structs(rows: Any, mask: Any = None) -> Any:
    names = CORNERS if rows.shape[1] == 4 else ["x", "y"]
    columns = [pyarrow.array(np.ascontiguousarray(column)) for column in rows.T]
    return pyarrow.StructArray.from_arrays(columns, names, mask=mask)


def lists(rows: Any, mask: Any = None) -> Any:
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(rows.reshape(-1)), rows.shape[1], mask=mask)


@pytest.mark.parametrize("columns", [4, 2])
@pytest.mark.parametrize("make", [structs, lists])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int8, np.uint16, np.int64, np.uint64])
def test_from_arrays(make: Any, dtype: Any, columns: int) -> None:
    for count in (0, 1, 50):
        rows = boxes(count, dtype, columns)
        array = make(rows)
        read = from_arrow(array)
        assert read.dtype == dtype
        assert read.shape == rows.shape
        assert read.tolist() == rows.tolist()
        assert len(qd.Tree(read)) == count
        for start, length in ((0, 0), (3, 20), (49, 1)):
            assert from_arrow(array.slice(start, length)).tolist() == rows[start : start + length].tolist()
    assert from_arrow(array.slice(5).slice(6, 9)).tolist() == rows[11:20].tolist()


@pytest.mark.parametrize("make", [structs, lists])
def test_children_with_offsets_of_their_own(make: Any) -> None:
    rows = boxes(60)
    if make is structs:
        columns = [pyarrow.array(column).slice(7) for column in rows.T.copy()]
        array = pyarrow.StructArray.from_arrays(columns, CORNERS)
    else:
        array = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(rows.reshape(-1)).slice(28), 4)
    assert from_arrow(array).tolist() == rows[7:].tolist()
    assert from_arrow(array.slice(9)).tolist() == rows[16:].tolist()


def test_lists_are_not_copied_and_stay_alive() -> None:
    rows = boxes(1000)
    array = lists(rows)
    read = from_arrow(array)
    assert read.ctypes.data == array.values.buffers()[1].address
    assert not read.flags.writeable
    del array
    gc.collect()
    assert read.tolist() == rows.tolist()


@pytest.mark.parametrize("make", [structs, lists])
def test_nulls_are_refused_by_row(make: Any) -> None:
    rows = boxes(30)
    mask = np.zeros(30, bool)
    mask[17] = True
    array = make(rows, pyarrow.array(mask))
    with pytest.raises(ValueError, match="row 17 is null"):
        from_arrow(array)
    with pytest.raises(ValueError, match="row 12 is null"):
        from_arrow(array.slice(5))
    assert from_arrow(array.slice(18)).tolist() == rows[18:].tolist()
    with pytest.raises(ValueError, match="row 22 is null"):
        from_arrow(pyarrow.chunked_array([make(rows).slice(0, 5), array]))


def test_a_null_coordinate_is_refused_by_row() -> None:
    values = pyarrow.array([0.0, 1, 2, 3, 4, 5, 6, None])
    with pytest.raises(ValueError, match="row 1 is null"):
        from_arrow(pyarrow.FixedSizeListArray.from_arrays(values, 4))
    row = dict.fromkeys(CORNERS, 0.0)
    with pytest.raises(ValueError, match="row 2 is null"):
        from_arrow(pyarrow.array([row, row, {**row, "xmax": None}]))


def test_chunks() -> None:
    rows = boxes(90)
    for make in (structs, lists):
        array = make(rows)
        chunked = pyarrow.chunked_array([array.slice(0, 40), array.slice(40, 0), array.slice(40)])
        assert from_arrow(chunked).tolist() == rows.tolist()
        assert from_arrow(pyarrow.chunked_array([], type=array.type)).shape == (0, 4)
        assert from_arrow(pyarrow.table({"box": array})["box"]).tolist() == rows.tolist()


@pytest.mark.parametrize("interleaved", [False, True])
@pytest.mark.parametrize("columns", [4, 2])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32])
def test_there_and_back(dtype: Any, columns: int, interleaved: bool) -> None:
    rows = boxes(40, dtype, columns)
    array = to_arrow(rows, interleaved=interleaved)
    array.validate(full=True)
    assert from_arrow(array).tolist() == rows.tolist()
    assert from_arrow(array).dtype == (np.float64 if dtype is np.int32 else dtype)
    name = getattr(array.type, "extension_name", None)
    assert name == {(4, False): "geoarrow.box", (4, True): None}.get((columns, interleaved), "geoarrow.point")
    assert from_arrow(to_arrow(rows[::3])).tolist() == rows[::3].tolist()
    assert from_arrow(to_arrow(rows[:0], interleaved=interleaved)).shape == (0, columns)


def test_lists_are_written_without_a_copy() -> None:
    rows = boxes(10)
    assert to_arrow(rows, interleaved=True).values.buffers()[1].address == rows.ctypes.data


def test_other_packages() -> None:
    arro3 = pytest.importorskip("arro3.core", reason="arro3 is not installed")
    rows = boxes(25)
    for make in (structs, lists):
        assert from_arrow(arro3.Array.from_arrow(make(rows))).tolist() == rows.tolist()


def test_points_of_geopandas() -> None:
    geopandas = pytest.importorskip("geopandas", reason="geopandas is not installed")
    points = boxes(25, columns=2)
    series = geopandas.GeoSeries.from_xy(*points.T)
    for interleaved in (True, False):
        array = series.to_arrow(geometry_encoding="geoarrow", interleaved=interleaved)
        assert from_arrow(array).tolist() == points.tolist()
        back = geopandas.GeoSeries.from_arrow(to_arrow(points, interleaved=interleaved))
        assert [back.x.tolist(), back.y.tolist()] == points.T.tolist()
    with pytest.raises(TypeError, match="format"):
        from_arrow(series.buffer(1).to_arrow(geometry_encoding="geoarrow"))


@pytest.mark.parametrize(
    "array",
    [
        pyarrow.array([1.0, 2.0]),
        pyarrow.array(["a"]),
        pyarrow.array([[1.0, 2, 3, 4]]),
        pyarrow.array([{"x": 1.0, "y": 2.0, "z": 3.0}]),
        pyarrow.array([{"xmin": 1.0}]),
        pyarrow.array([{"x": "a", "y": "b"}]),
        pyarrow.array([[1.0, 2, 3]], pyarrow.list_(pyarrow.float64(), 3)),
        pyarrow.array([[True, False]], pyarrow.list_(pyarrow.bool_(), 2)),
        pyarrow.chunked_array([["a"]]),
        [[1, 2, 3, 4]],
        None,
    ],
)
def test_other_types_are_refused(array: Any) -> None:
    with pytest.raises(TypeError, match="array: expected"):
        from_arrow(array)


@pytest.mark.parametrize("rows", [[1, 2, 3, 4], [[1, 2, 3]], 5])
def test_other_shapes_are_refused(rows: Any) -> None:
    with pytest.raises(ValueError, match="shape"):
        to_arrow(rows)


def test_without_pyarrow() -> None:
    """Reading needs numpy alone; writing says what it needs."""
    code = """
import sys
sys.modules["pyarrow"] = None
from quadrille.arrow import from_arrow, to_arrow
try:
    to_arrow([[0, 0, 1, 1]])
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "to_arrow needs pyarrow: pip install pyarrow\n"


def test_codes_of_a_dictionary_are_refused() -> None:
    codes = pyarrow.array([10.5, 20.5]).dictionary_encode()
    plain = pyarrow.array([10.5, 20.5])
    points = pyarrow.StructArray.from_arrays([plain, codes], ["x", "y"])
    lists = pyarrow.FixedSizeListArray.from_arrays(codes, 2)
    for array in (
        points,
        pyarrow.StructArray.from_arrays([codes] * 4, CORNERS),
        lists,
        codes,
        points[1:],
        pyarrow.chunked_array([points, points]),
        pyarrow.chunked_array([], points.type),
        pyarrow.table({"x": plain, "y": codes}),
        pyarrow.record_batch({"x": codes, "y": plain}),
    ):
        with pytest.raises(TypeError, match="array: expected numbers, not a dictionary"):
            from_arrow(array)
    decoded = pyarrow.StructArray.from_arrays([plain, codes.dictionary_decode()], ["x", "y"])
    assert from_arrow(decoded).tolist() == from_arrow(pyarrow.table({"x": plain, "y": plain})).tolist()


@pytest.mark.parametrize("interleaved", [False, True])
@pytest.mark.parametrize("columns", [4, 2])
def test_arrays_that_were_written_have_one_type(columns: int, interleaved: bool) -> None:
    one, other = (to_arrow(boxes(count, columns=columns), interleaved=interleaved) for count in (3, 5))
    assert one.type == other.type
    both = [*boxes(3, columns=columns).tolist(), *boxes(5, columns=columns).tolist()]
    assert from_arrow(pyarrow.concat_arrays([one, other])).tolist() == both
    assert from_arrow(pyarrow.chunked_array([one, other])).tolist() == both
    tables = [pyarrow.table({"box": array}) for array in (one, other)]
    assert from_arrow(pyarrow.concat_tables(tables)["box"]).tolist() == both
    assert one.equals(to_arrow(boxes(3, columns=columns), interleaved=interleaved)) and not one.equals(other)
    assert from_arrow(pickle.loads(pickle.dumps(one))).tolist() == both[:3]


class Kept:
    """Gives the same capsules to each reader."""

    def __init__(self, array: Any) -> None:
        if hasattr(array, "__arrow_c_array__"):
            capsules = array.__arrow_c_array__()
            self.__arrow_c_array__ = lambda: capsules
        else:
            capsule = array.__arrow_c_stream__()
            self.__arrow_c_stream__ = lambda: capsule


@pytest.mark.parametrize("make", [structs, lists])
def test_what_another_reader_has_taken_is_refused(make: Any) -> None:
    array = make(boxes(3))
    kept = Kept(array)
    assert from_arrow(kept).tolist() == from_arrow(kept).tolist() == boxes(3).tolist()
    schema, data = kept.__arrow_c_array__()
    pyarrow.Array._import_from_c_capsule(schema, data)
    stream = Kept(pyarrow.chunked_array([array]))
    assert from_arrow(stream).tolist() == boxes(3).tolist()
    for taken in (kept, stream):
        with pytest.raises(ValueError, match="released"):
            from_arrow(taken)


@pytest.mark.parametrize("interleaved", [False, True])
def test_what_is_no_number_is_not_written(interleaved: bool) -> None:
    objects = np.array([[1, "2"]], object)
    bad: list[Any] = [[["1", "2"]], [[1, 2j]], np.zeros((1, 2), "M8[s]"), np.zeros((1, 2), "m8[s]"), objects]
    for rows in bad:
        with pytest.raises(TypeError, match=r"boxes: .*expected numbers"):
            to_arrow(rows, interleaved=interleaved)
    for rows in (np.ma.array([[1, 2]], mask=[[0, 1]]), [np.ma.array([1, 2], mask=[0, 1])]):
        with pytest.raises(ValueError, match="boxes: row 0 is masked"):
            to_arrow(rows, interleaved=interleaved)
    with pytest.raises(ValueError, match="boxes: expected an array of numbers"):
        to_arrow([[1, 2], [3]], interleaved=interleaved)
    for empty in ([], (), np.empty(0, np.float32)):
        assert from_arrow(to_arrow(empty, interleaved=interleaved)).shape == (0, 4)
    assert from_arrow(to_arrow(np.empty((0, 2)), interleaved=interleaved)).shape == (0, 2)
