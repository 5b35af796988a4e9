"""The types of each public call, as mypy and pyright see them. It is checked, and need not run."""

from typing import Any, assert_type

import numpy as np
import numpy.typing as npt
import quadrille as qd

Numbers = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]


def uses(tree: qd.Tree, boxes: Doubles, points: npt.NDArray[np.float32]) -> None:
    assert_type(qd.Tree([[0, 0, 1, 1]], precision="float", edges="open", totals=True), qd.Tree)
    assert_type(tree.insert(boxes, layers=3, masks=[1, 2]), Numbers)
    assert_type(tree.insert((0, 0, 1, 1)), int)
    assert_type(tree.insert([0.5, np.float32(2)], layers=1), int)
    assert_type(tree.insert([[0, 0, 1, 1]]), Numbers)
    tree.move(None, points)
    tree.move([1, 2], boxes)
    assert_type(tree.search(0, 0, 1, 1, relation="inside", ignore=3), Numbers)
    assert_type(tree.count(0, 0, 1, 1), int)
    assert_type(tree.any(0, 0, 1, 1), bool)
    assert_type(tree.within(0, 0, 1.5), Numbers)
    assert_type(tree.at(0, 0), Numbers)
    assert_type(tree.polygon([[0, 0], [1, 0], [0, 1]]), Numbers)
    assert_type(tree.search_many(points, radii=0.5, output="pairs"), tuple[Numbers, Numbers])
    assert_type(tree.count_many(boxes), Numbers)
    assert_type(tree.nearest(points, 3, max_distance=9), tuple[Doubles, Numbers])
    assert_type(tree.nearest([0, 0]), tuple[np.float64, np.int64])
    assert_type(tree.nearest((0, 0, 1, 1), 1, mask=2), tuple[np.float64, np.int64])
    assert_type(tree.nearest([0, 0], 2), tuple[Doubles, Numbers])
    assert_type(tree.nearest([[0, 0]]), tuple[Doubles, Numbers])
    assert_type(tree.ray([0, 0], (1, 0)), tuple[np.float64, np.int64])
    assert_type(tree.ray([0, 0], [1, 0], 2), tuple[Doubles, Numbers])
    assert_type(tree.segment([0, 0], [1, 0], normals=True), tuple[np.float64, np.int64, Doubles])
    assert_type(tree.cast((0, 0, 1, 1), [1, 0]), tuple[np.float64, np.int64])
    assert_type(tree.ray(points, [1, 0]), tuple[Doubles, Numbers])
    assert_type(tree.ray(points, [1, 0], normals=True), tuple[Doubles, Numbers, Doubles])
    assert_type(tree.segment(points, points, 2, normals=True), tuple[Doubles, Numbers, Doubles])
    assert_type(tree.cast(boxes, points), tuple[Doubles, Numbers])
    assert_type(tree.pairs(distance=2), Numbers)
    assert_type(tree.pairs(distances=True), tuple[Numbers, Doubles])
    assert_type(tree.join(tree), Numbers)
    assert_type(tree.join(tree, distances=True), tuple[Numbers, Doubles])
    assert_type(tree.boxes([1]), Doubles)
    assert_type(tree.boxes(1), Doubles)
    assert_type(tree.layers(), npt.NDArray[np.uint32])
    assert_type(tree.layers(1), np.uint32)
    assert_type(tree.values(1), np.int64)
    assert_type(tree.totals((0, 0, 1, 1)).sum, np.int64)
    assert_type(tree.bounds, tuple[float, float, float, float] | None)
    assert_type(tree.totals(boxes).sum, Numbers)
    assert_type(tree.details(0, 0, 1, 1, 0.5).boxes, Doubles)
    assert_type(bytes(tree), bytes)
    assert_type(list(tree), list[int])
    assert_type(1 in tree, bool)


def flags(tree: qd.Tree, points: Doubles, flag: bool) -> None:
    """Known when the program runs."""
    assert_type(tree.pairs(distances=flag), Numbers | tuple[Numbers, Doubles])
    assert_type(tree.join(tree, distances=flag), Numbers | tuple[Numbers, Doubles])
    assert_type(tree.ray(points, [1, 0], normals=flag), tuple[Any, ...])
    assert_type(tree.segment([0, 0], [1, 0], normals=flag), tuple[Any, ...])
    assert_type(tree.cast(points, points, radii=1, normals=flag), tuple[Any, ...])
    assert_type(qd.gravity(points, potential=flag), Doubles | tuple[Doubles, Doubles])


def others(tree: qd.Tree) -> None:
    contacts, interest = tree.contacts(budget=4), qd.Interest(tree, by_item=True)
    assert_type(contacts, qd.Contacts)
    assert_type(contacts.update(), tuple[Numbers, Numbers])
    assert_type(interest.add([[0, 0]], radii=[1]), Numbers)
    assert_type(interest.add([0, 0], radii=1), int)
    assert_type(interest.seen(0), Numbers)
    assert_type(qd.load("boxes.qd"), qd.Tree)
    assert_type(qd.open("boxes.qd", threads=2), qd.Tree)
    assert_type(qd.gravity([[0, 0]]), Doubles)
    assert_type(qd.gravity([[0, 0]], potential=True), tuple[Doubles, Doubles])
    index: qd.Index[str] = qd.Index()
    index["house"] = (0, 0, 1, 1)
    assert_type(index["house"], tuple[float, float, float, float])
    assert_type(index.search(0, 0, 1, 1), list[str])
    assert_type(index.pairs(), list[tuple[str, str]])
    wrong: Any = None
    tree.search(0, 0, 1, wrong)
