"""Copies, pickles and files have the same items, numbers and answers; broken bytes are refused."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import quadrille as qd
from hypothesis import given
from hypothesis import strategies as st
from test_threads import crowd
from worlds import World, worlds


def everything(tree: qd.Tree) -> Any:
    columns = tree.numbers(), tree.boxes(), tree.users(), tree.layers(), tree.masks(), tree.values()
    windows = tree.totals([-50.0, -50.0, 50.0, 50.0])
    answers = sorted(map(tuple, tree.pairs().tolist())), tree.nearest([[0, 0], [5, 5]], 3)[0].tolist()
    stats = tree.stats()
    settings = [stats[name] for name in ("items", "edges", "leaf_capacity", "max_depth", "totals")]
    return [column.tolist() for column in columns], [int(one) for one in windows], answers, settings, tree.precision


@given(worlds(), st.sampled_from(["copy", "deepcopy", *range(2, pickle.HIGHEST_PROTOCOL + 1)]))
def test_copies_are_the_same_and_apart(world: World, way: Any) -> None:
    tree = world.tree
    before = everything(tree)
    if isinstance(way, int):
        made = pickle.loads(pickle.dumps(tree, protocol=way))
    else:
        made = copy.copy(tree) if way == "copy" else copy.deepcopy(tree)
    assert type(made) is qd.Tree and everything(made) == before
    numbers = set(made.numbers().tolist())
    made.insert([[0, 0, 1, 1]] * 3)
    assert numbers < set(made.numbers().tolist()) and len(made) == len(numbers) + 3
    assert everything(tree) == before


@given(worlds(filters=True))
def test_snapshots_are_the_same(world: World) -> None:
    tree = world.tree
    loaded = qd.load(bytes(tree), threads=2)
    assert loaded.numbers().tolist() == tree.numbers().tolist() and loaded.boxes().tolist() == tree.boxes().tolist()
    assert loaded.layers().tolist() == tree.layers().tolist()
    assert bytes(loaded) == bytes(tree)
    for kind in (bytearray, memoryview):
        assert bytes(qd.load(kind(bytes(tree)))) == bytes(tree)


def test_files(tmp_path: Path) -> None:
    boxes = crowd(2000)
    tree = qd.Tree(boxes, layers=np.arange(2000) % 7)
    tree.remove([5, 1999])
    path = tmp_path / "boxes.qd"
    path.write_text("something else")
    tree.save(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["boxes.qd"] and path.read_bytes() == bytes(tree)
    for made in (qd.load(path), qd.load(str(path)), qd.open(path), qd.open(str(path), threads=2)):
        assert made.numbers().tolist() == tree.numbers().tolist()
        assert made.boxes().tolist() == tree.boxes().tolist()
        assert sorted(made.pairs().tolist()) == sorted(tree.pairs().tolist())
    with pytest.raises(OSError):
        tree.save(tmp_path / "none" / "boxes.qd")
    with pytest.raises(OSError):
        qd.load(tmp_path / "none")
    with pytest.raises(OSError):
        qd.open(tmp_path / "none")


def test_a_mapped_tree_answers_and_cannot_change(tmp_path: Path) -> None:
    boxes = crowd(2000)
    path = tmp_path / "boxes.qd"
    qd.Tree(boxes).save(path)
    tree = qd.open(path)
    assert not tree.writable
    before = bytes(tree)
    changes: list[Any] = [
        lambda: tree.insert([[0, 0, 1, 1]]),
        lambda: tree.move([1], [[0, 0, 1, 1]]),
        lambda: tree.move(None, boxes),
        lambda: tree.remove([1]),
        lambda: tree.set_filter([1], layers=2),
        tree.clear,
        tree.rebuild,
    ]
    for change in changes:
        with pytest.raises(ValueError, match="mapped and cannot change"):
            change()
    assert bytes(tree) == before and 1 in tree
    path.unlink()  # the mapping lives on
    assert len(tree.search_many(boxes)[1]) == len(qd.Tree(boxes).search_many(boxes)[1])
    made = copy.copy(tree)
    assert made.writable and made.insert([0, 0]) == 2000


def summed(data: bytes | bytearray) -> bytes:
    """A snapshot with the sum that its bytes need: the last eight."""
    total = 0
    for at in range(0, len(data) - 8, 8):
        total = (total ^ int.from_bytes(data[at : at + 8], "little")) * 0xD6E8FEB86659FD93 & (1 << 64) - 1
        total ^= total >> 32
    return bytes(data[:-8]) + total.to_bytes(8, "little")


def of_another_program(tree: qd.Tree, number: int, user: int) -> qd.Tree:
    """The tree as a program saves it that gave one item another user value."""
    whole = bytes(tree)
    assert summed(whole) == whole
    for at in range(0, len(whole) - 8, 8):
        if whole[at : at + 8] == number.to_bytes(8, "little"):
            try:
                made = qd.load(summed(whole[:at] + user.to_bytes(8, "little") + whole[at + 8 :]))
            except ValueError:
                continue
            if made.users([number]).tolist() == [user]:
                return made
    raise AssertionError("the snapshot has no user values")


def test_users_of_another_program(tmp_path: Path) -> None:
    """Items whose user values are not their numbers keep them, and answers are numbers all the same."""
    tree = qd.Tree(crowd(50))
    made = of_another_program(tree, 7, 2**40)
    boxes = tree.boxes()
    made.save(tmp_path / "made.qd")
    for other in (made, qd.open(tmp_path / "made.qd"), copy.copy(made), pickle.loads(pickle.dumps(made))):
        assert other.users([7, 8]).tolist() == [2**40, 8]
        assert sorted(other.search(*boxes[7]).tolist()) == sorted(tree.search(*boxes[7]).tolist())
        assert sorted(other.pairs().tolist()) == sorted(tree.pairs().tolist())
        assert other.join(tree).tolist() == tree.join(tree).tolist()
        assert other.nearest(boxes, 3)[1].tolist() == tree.nearest(boxes, 3)[1].tolist()
        assert (
            other.ray(boxes[:, :2], [1, 0], 2, normals=True)[1].tolist()
            == tree.ray(boxes[:, :2], [1, 0], 2)[1].tolist()
        )
        assert other.count_many(boxes).tolist() == tree.count_many(boxes).tolist()
        for output in ("rows", "pairs"):
            got, expected = (one.search_many(boxes, output=output) for one in (other, tree))
            assert [np.sort(array).tolist() for array in got] == [np.sort(array).tolist() for array in expected]
        assert set(other.details(-9, -9, 99, 99, 0).numbers.tolist()) == set(range(50))
    assert sorted(made.contacts().update()[0].tolist()) == sorted(tree.contacts().update()[0].tolist())
    watched = made.interest(by_item=True)
    watched.add(boxes[7])
    assert 7 in watched.update()[0][:, 1] and watched.of(7).tolist() == [0] and 7 in watched.seen(0)
    made.remove([3, 4])
    assert sorted(made.insert([[0, 0], [1, 1], [2, 2]]).tolist()) == [3, 4, 50]
    assert made.users([3, 4, 50]).tolist() == [3, 4, 50]


def test_a_thousand_broken_snapshots() -> None:
    """Each is refused, or is a tree whose every call works: damage of coordinates may leave valid boxes."""
    random = np.random.default_rng(11)
    whole = bytes(qd.Tree(crowd(200), layers=np.arange(200) % 5, leaf_capacity=8))
    refused = 0
    for round_ in range(1000):
        data = bytearray(whole)
        if round_ % 4 == 0:
            data = data[: int(random.integers(0, len(data)))]
        elif round_ % 4 == 3:  # with the right sum, so that the bytes themselves are looked at
            at = int(random.integers(0, len(data) - 8))
            data[at] ^= 1 << int(random.integers(0, 8))
            data = bytearray(summed(data))
        elif round_ % 4 == 1:
            begin = int(random.integers(0, len(data)))
            data[begin : begin + 64] = random.bytes(min(64, len(data) - begin))
        else:
            for at in random.integers(0, len(data), int(random.integers(1, 4))):
                data[at] ^= 1 << int(random.integers(0, 8))
        try:
            tree = qd.load(data)
        except ValueError as error:
            assert "snapshot" in str(error)
            refused += 1
            continue
        assert len(tree.boxes()) == len(tree)
        tree.pairs(), tree.nearest([[1, 1]], 5), tree.search(0, 0, 5, 5), bytes(tree), tree.nodes()
        tree.insert([[0, 0, 1, 1]])
        tree.remove(tree.numbers())
    assert refused > 500


def test_a_thousand_broken_pickles() -> None:
    random = np.random.default_rng(12)
    whole = pickle.dumps(qd.Tree(crowd(60)))
    for _ in range(1000):
        data = bytearray(whole)
        at = int(random.integers(80, len(data) - 2))  # of the snapshot within: a broken name of a class is Python's
        data[at] ^= 1 << int(random.integers(0, 8))
        try:
            tree = pickle.loads(bytes(data))
        except Exception as error:
            assert not isinstance(error, SystemError)
            continue
        if isinstance(tree, qd.Tree):
            tree.pairs(), tree.boxes()


def test_broken_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.qd"
    for data in (b"x" * 100, bytes(qd.Tree(crowd(99)))[:-1]):
        path.write_bytes(data)
        for read in (qd.load, qd.open):
            with pytest.raises(ValueError, match=r"broken\.qd: not a snapshot"):
                read(path)
    path.write_bytes(b"")
    with pytest.raises(ValueError, match=r"broken\.qd: the file is empty"):
        qd.open(path)
    wrong: list[Any] = [3, None, "no file", [1, 2]]
    for source in wrong:
        with pytest.raises((TypeError, OSError)):
            qd.load(source)
    with pytest.raises((ValueError, BufferError)):
        qd.load(memoryview(bytes(qd.Tree()))[::2])
    with pytest.raises(ValueError, match="threads"):
        qd.load(bytes(qd.Tree()), threads=-1)


@pytest.mark.parametrize("totals", [False, True])
@pytest.mark.parametrize("gone", [[3], [0, 3], [2, 3], [0, 1, 2, 3]])
def test_a_copy_has_room_for_the_numbers_that_were_removed(totals: bool, gone: list[int]) -> None:
    tree = qd.Tree(np.zeros((4, 2)), totals=totals)
    tree.remove(gone)
    for one in (copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert (one.capacity, one.numbers().tolist()) == (4, tree.numbers().tolist())
        missing = one.nearest([[9, 9]], 4)[1][0, len(one) :]
        assert missing.tolist() == [4] * len(gone)
        assert sorted(one.insert(np.zeros((len(gone), 2))).tolist()) == gone
        assert one.capacity == 4 and int(one.insert([0, 0])) == 4


def test_threads_save_to_one_path_and_long_names_do_too(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)

    def save() -> None:
        for _ in range(30):
            qd.Tree(np.zeros((1000, 2))).save(path)
            assert len(qd.load(path)) == 1000

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(save) for _ in range(3)]:
            done.result()
    assert list(tmp_path.iterdir()) == [path]
