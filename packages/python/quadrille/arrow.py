"""
Boxes and points from Arrow arrays and to them.

Arrays come through the Arrow C data interface, so that every package that has it will do (pyarrow, arro3, polars,
geopandas' `to_arrow`), and pyarrow need not be there. The struct types below are those of its specification.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterator
from ctypes import POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

__all__ = ["from_arrow", "to_arrow"]

Array = npt.NDArray[Any]
CORNERS = ["xmin", "ymin", "xmax", "ymax"]
NUMBERS = {"e": "f2", "f": "f4", "g": "f8"} | {
    name: f"{kind}{size}"
    for name, kind, size in (
        ("c", "i", 1),
        ("C", "u", 1),
        ("s", "i", 2),
        ("S", "u", 2),
        ("i", "i", 4),
        ("I", "u", 4),
        ("l", "i", 8),
        ("L", "u", 8),
    )
}


class Schema(Structure):
    """struct ArrowSchema."""


Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))),
    ("dictionary", c_void_p),
    ("release", ctypes.CFUNCTYPE(None, c_void_p)),
    ("private_data", c_void_p),
]


class Data(Structure):
    """struct ArrowArray."""


Data._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Data))),
    ("dictionary", c_void_p),
    ("release", ctypes.CFUNCTYPE(None, c_void_p)),
    ("private_data", c_void_p),
]


class Stream(Structure):
    """struct ArrowArrayStream."""

    _fields_ = [
        ("get_schema", ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)),
        ("get_next", ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)),
        ("get_last_error", ctypes.CFUNCTYPE(c_char_p, c_void_p)),
        ("release", ctypes.CFUNCTYPE(None, c_void_p)),
        ("private_data", c_void_p),
    ]


def from_arrow(array: Any) -> Array:
    """
    The boxes or points of an Arrow array, to make a tree of.

    Parameters
    ----------
    array : object with ``__arrow_c_array__`` or ``__arrow_c_stream__``
        Boxes: structs of xmin, ymin, xmax, ymax, as the type geoarrow.box; or lists of fixed size 4. Points: structs
        of x, y, or lists of fixed size 2, as the type geoarrow.point. Of any numbers.

    Returns
    -------
    boxes : ndarray, shape (n, 4) or (n, 2)
        Lists in one piece are not copied: the result reads the array's memory and must not be written.

    Raises
    ------
    TypeError
        The object is no Arrow array, or one of another type, as are the codes of a dictionary.
    ValueError
        A row is null; the message has its number. Or another reader has taken the array.

    Examples
    --------
    >>> import pyarrow, quadrille as qd
    >>> from quadrille.arrow import from_arrow
    >>> boxes = pyarrow.array([[0, 0, 2, 2], [1, 1, 3, 3]], pyarrow.list_(pyarrow.float64(), 4))
    >>> qd.Tree(from_arrow(boxes)).pairs()
    array([[0, 1]])
    """
    if hasattr(array, "__arrow_c_array__"):
        schema, data = array.__arrow_c_array__()
        return _rows(_pointer(schema, b"arrow_schema", Schema), _pointer(data, b"arrow_array", Data), (schema, data), 0)
    if hasattr(array, "__arrow_c_stream__"):
        capsule = array.__arrow_c_stream__()
        return _concatenated(_pointer(capsule, b"arrow_array_stream", Stream), capsule)
    raise TypeError(f"array: expected an Arrow array, which has __arrow_c_array__, not {type(array).__name__}")


def to_arrow(boxes: npt.ArrayLike, *, interleaved: bool = False) -> pyarrow.Array:
    """
    An Arrow array of boxes or points. Needs pyarrow.

    Parameters
    ----------
    boxes : array_like, shape (n, 4) or (n, 2)
        Of float32 or float64; other numbers become float64. An empty list is one of boxes.
    interleaved : bool, default False
        False: structs, of the types geoarrow.box and geoarrow.point. True: lists of fixed size, without a copy;
        those of points are geoarrow.point as well.

    Returns
    -------
    array : pyarrow.Array

    Raises
    ------
    ImportError
        pyarrow is not installed.
    TypeError
        It has something else than numbers.
    ValueError
        The shape is another, or a number is masked.

    Examples
    --------
    >>> import quadrille as qd
    >>> from quadrille.arrow import to_arrow
    >>> to_arrow(qd.Tree([[0, 0, 2, 2]]).boxes()).type.extension_name
    'geoarrow.box'
    """
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("to_arrow needs pyarrow: pip install pyarrow") from error
    rows = _core.numbers(boxes, "boxes")
    if rows.shape == (0,):  # an empty list
        rows = rows.reshape(0, 4)
    if rows.ndim != 2 or rows.shape[1] not in (2, 4):
        raise ValueError(f"boxes: expected shape (n, 4) or (n, 2), not {rows.shape}")
    points = rows.shape[1] == 2
    names = ["x", "y"] if points else CORNERS
    if interleaved:
        field = pyarrow.field("xy" if points else "item", pyarrow.from_numpy_dtype(rows.dtype), nullable=False)
        values = pyarrow.array(np.ascontiguousarray(rows).reshape(-1))
        storage = pyarrow.FixedSizeListArray.from_arrays(values, type=pyarrow.list_(field, len(names)))
    else:
        columns = [pyarrow.array(np.ascontiguousarray(rows[:, column])) for column in range(len(names))]
        fields = [pyarrow.field(name, column.type, nullable=False) for name, column in zip(names, columns, strict=True)]
        storage = pyarrow.StructArray.from_arrays(columns, fields=fields)
    if interleaved and not points:
        return storage
    kind = _extension_type(storage.type, "geoarrow.point" if points else "geoarrow.box")
    return pyarrow.ExtensionArray.from_storage(kind, storage)


@functools.cache
def _geoarrow(name: str) -> Any:
    """Returns the same class for the same name, so that the types of its arrays are equal."""
    import pyarrow

    class GeoArrow(pyarrow.ExtensionType):  # type: ignore[misc,unused-ignore]
        def __init__(self, storage: Any) -> None:
            super().__init__(storage, name)

        def __arrow_ext_serialize__(self) -> bytes:
            return b"{}"

        @classmethod
        def __arrow_ext_deserialize__(cls, storage: Any, serialized: bytes) -> Any:
            return cls(storage)

        def __reduce__(self) -> tuple[Any, ...]:
            return _extension_type, (self.storage_type, name)

    return GeoArrow


def _extension_type(storage: Any, name: str) -> Any:
    return _geoarrow(name)(storage)


def _pointer(capsule: object, name: bytes, kind: Any) -> Any:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    found = kind.from_address(get(capsule, name))
    if not found.release:
        raise ValueError("array: its memory has been released; another reader has taken it")
    return found


class Memory:
    """A part of an Arrow buffer as numpy reads it; it keeps the capsules, and so the buffer, alive."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: str, keep: object) -> None:
        self.keep = keep
        self.__array_interface__ = {"data": (address, True), "shape": shape, "typestr": f"={dtype}", "version": 3}


def _rows(schema: Any, data: Any, keep: object, before: int) -> Array:
    """Rows of two or four columns. `before`: how many rows earlier pieces had, for messages."""
    form = _format(schema)
    start, count = data.offset, data.length
    _refuse_nulls(data, start, count, 1, keep, before)
    if form in ("+w:4", "+w:2"):
        width = int(form[3:])
        return _values(schema, data, 0, start * width, (count, width), keep, before)
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)] if form == "+s" else []
    if names not in (CORNERS, ["x", "y"]):
        what = f"structs of {', '.join(names)}" if names else f"the format {form!r}"
        raise TypeError(
            f"array: expected structs of xmin, ymin, xmax, ymax or of x, y, or lists of fixed size, not {what}"
        )
    columns = [_values(schema, data, i, start, (count,), keep, before) for i in range(len(names))]
    return np.stack(columns, axis=1)


def _values(schema: Any, data: Any, child: int, start: int, shape: tuple[int, ...], keep: object, before: int) -> Array:
    form = _format(schema.children[child].contents)
    if form not in NUMBERS:
        raise TypeError(f"array: expected numbers, not the format {form!r}")
    values = data.children[child].contents
    count, *rest = shape
    width = rest[0] if rest else 1
    first = start + values.offset
    _refuse_nulls(values, first, count * width, width, keep, before)
    dtype = NUMBERS[form]
    if count == 0:
        return np.empty(shape, dtype)
    return np.asarray(Memory(values.buffers[1] + first * np.dtype(dtype).itemsize, shape, dtype, keep))


def _format(schema: Any) -> str:
    """The format of the values. Where there is a dictionary, it is the format of the codes, which are not meant."""
    if schema.dictionary:
        raise TypeError(
            "array: expected numbers, not a dictionary and its codes; pyarrow's dictionary_decode decodes it"
        )
    return str(schema.format.decode())


def _refuse_nulls(data: Any, first: int, count: int, width: int, keep: object, before: int) -> None:
    """A buffer of bits says which values are not null, from the lowest bit on; without one all are."""
    if data.null_count == 0 or data.n_buffers == 0 or not data.buffers[0] or count == 0:
        return
    last = first + count
    octets = np.asarray(Memory(data.buffers[0] + first // 8, ((last + 7) // 8 - first // 8,), "u1", keep))
    bits = np.unpackbits(octets, bitorder="little")[first % 8 : first % 8 + count]
    if not bits.all():
        raise ValueError(f"row {before + int(np.argmin(bits)) // width} is null")


def _concatenated(stream: Any, keep: object) -> Array:
    """All pieces of a stream in one array, a copy."""
    address = ctypes.addressof(stream)
    schema = Schema()
    try:
        _check(stream, stream.get_schema(address, ctypes.addressof(schema)))
        pieces = list(_pieces(stream, schema))
        if not pieces:
            pieces = [_rows(schema, _no_rows(schema), keep, 0)]
        return np.concatenate(pieces)
    finally:
        if schema.release:
            schema.release(ctypes.addressof(schema))
        stream.release(address)  # which has no more to read


def _pieces(stream: Any, schema: Any) -> Iterator[Array]:
    before = 0
    while True:
        data = Data()
        _check(stream, stream.get_next(ctypes.addressof(stream), ctypes.addressof(data)))
        if not data.release:
            return
        try:
            yield _rows(schema, data, None, before).copy()
            before += data.length
        finally:
            data.release(ctypes.addressof(data))


def _no_rows(schema: Any) -> Data:
    """An array of no rows, of the form that a schema has."""
    children = [_no_rows(schema.children[i].contents) for i in range(schema.n_children)]
    data = Data()
    data.n_children = len(children)
    data.children = (POINTER(Data) * len(children))(*map(ctypes.pointer, children))
    return data


def _check(stream: Any, code: int) -> None:
    if code:
        message = stream.get_last_error(ctypes.addressof(stream))
        raise OSError(code, message.decode() if message else "an Arrow stream failed")
