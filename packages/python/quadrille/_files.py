"""Trees in files and in bytes."""

from __future__ import annotations

import builtins
import mmap
import os
from os import PathLike

from . import _core
from ._tree import Tree, path_of


def load(source: str | PathLike[str] | bytes | bytearray | memoryview, *, threads: int = 1) -> Tree:
    """
    Read a tree that `Tree.save`, ``bytes(tree)`` or another program of Quadrille wrote.

    Parameters
    ----------
    source : path or bytes-like
        A file, or the bytes themselves.
    threads : int, default 1
        As in `Tree`.

    Returns
    -------
    Tree
        With the same items, numbers and answers. It can change. A file does not say which numbers beyond the greatest
        one have been in use: `Tree.capacity` follows from the items.

    Raises
    ------
    ValueError
        The bytes are not a snapshot of this version, or are cut off or damaged.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> import quadrille as qd
    >>> qd.load(bytes(qd.Tree([[0, 0, 1, 1]]))).boxes()
    array([[0., 0., 1., 1.]])
    """
    workers = _workers(threads)
    if isinstance(source, (str, PathLike)):
        with builtins.open(source, "rb") as file:
            data: bytes | bytearray | memoryview = file.read()
    else:
        try:
            data = memoryview(source)
        except TypeError:
            raise TypeError(f"source: expected a path or bytes, not {type(source).__name__}") from None
    try:
        tree = _core.from_bytes(Tree, data, workers, False)
    except (ValueError, BufferError) as error:
        raise _named(error, source) from None
    assert isinstance(tree, Tree)
    return tree


def open(path: str | PathLike[str], *, threads: int = 1) -> Tree:
    """
    Map a file that holds a tree: its answers come from the file in place, which processes share.

    Parameters
    ----------
    path : path
        The file must not be written while the tree is in use; replacing it, as `Tree.save` does, is safe.
    threads : int, default 1
        As in `Tree`.

    Returns
    -------
    Tree
        It cannot change: `insert`, `move` and `remove` raise `ValueError`.

    Raises
    ------
    ValueError
        The file is not a snapshot of this version, or is cut off or damaged.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> import quadrille as qd
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "points.qdt")
    ...     qd.Tree([[0, 0], [3, 4]]).save(path)
    ...     tree = qd.open(path)
    ...     tree.writable, len(tree)
    (False, 2)
    """
    workers, path = _workers(threads), path_of(path)
    with builtins.open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            raise ValueError(f"{path}: the file is empty")
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    try:
        tree = _core.from_bytes(Tree, mapped, workers, True)
    except ValueError as error:
        raise _named(error, path) from None
    assert isinstance(tree, Tree)
    return tree


def _workers(threads: int | None) -> int:
    return 1 if threads is None else _core.whole(threads, "threads")


def _named(error: Exception, source: object) -> ValueError:
    return ValueError(f"{os.fspath(source) if isinstance(source, (str, PathLike)) else 'source'}: {error}")
