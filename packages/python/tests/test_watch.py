"""Contacts and interest: the events between two updates are the difference of two answers by brute force."""

from __future__ import annotations

from typing import Any

import brute
import numpy as np
import pytest
import quadrille as qd
from hypothesis import given
from hypothesis import strategies as st
from test_answers import as_set
from worlds import World, coordinates, rows_of_boxes, worlds


def change(world: World, data: st.DataObject) -> None:
    """Moves, removes and inserts some items, in the tree and in the arrays beside it."""
    live = np.flatnonzero(world.live).tolist()
    if live:
        movers = data.draw(st.lists(st.sampled_from(live), unique=True, max_size=6))
        world.boxes[movers] += data.draw(coordinates)
        world.tree.move(movers, world.boxes[movers])
        leavers = data.draw(st.lists(st.sampled_from(live), unique=True, max_size=2))
        world.tree.remove(leavers)
        world.boxes[leavers] = np.nan
    new = data.draw(rows_of_boxes(0, 4))
    for box, number in zip(new, world.tree.insert(new).tolist(), strict=True):
        if number == len(world.boxes):
            world.boxes = np.vstack([world.boxes, box])
            world.layers, world.masks = np.append(world.layers, 0), np.append(world.masks, 0)
        world.boxes[number], world.layers[number], world.masks[number] = box, 0, 0


def touching(world: World) -> set[tuple[int, int]]:
    near = brute.near(world.boxes, world.boxes, 0, world.is_open)
    near &= brute.meet(world.layers, world.masks, world.layers, world.masks)
    near &= world.live[:, None] & world.live[None]
    return {(int(a), int(b)) for a, b in np.argwhere(np.triu(near, 1))}


@given(worlds(), st.data())
def test_contacts_report_what_began_and_ended(world: World, data: st.DataObject) -> None:
    contacts = world.tree.contacts()
    known: set[tuple[int, int]] = set()
    for _ in range(3):
        began, ended = contacts.update()
        now = touching(world)
        # a number that is used again is another item: its pairs may end and begin in the same update
        again = as_set(began) & as_set(ended)
        assert as_set(began) - again == now - known and as_set(ended) - again == known - now and again <= known & now
        assert as_set(contacts.stayed()) == (known & now) - again
        assert len(contacts) == len(now) and contacts.waiting == 0
        for number in np.flatnonzero(world.live).tolist():
            partners = {a + b - number for a, b in now if number in (a, b)}
            assert set(contacts.of(number).tolist()) == partners
        known = now
        change(world, data)


@given(worlds(), st.data())
def test_a_budget_leaves_the_rest_for_later(world: World, data: st.DataObject) -> None:
    contacts = world.tree.contacts(budget=3)
    known: set[tuple[int, int]] = set()
    for _ in range(1000):
        began, ended = contacts.update()
        known = (known - as_set(ended)) | as_set(began)
        if not contacts.waiting:
            break
    assert known == touching(world)


@given(worlds(closed=True, filters=False), st.data(), st.booleans())
def test_interest_reports_what_entered_and_left(world: World, data: st.DataObject, by_item: bool) -> None:
    interest = world.tree.interest(by_item=by_item)
    windows = data.draw(rows_of_boxes(0, 4))
    observers = interest.add(windows).tolist()
    centers = np.array([data.draw(st.tuples(coordinates, coordinates)) for _ in range(2)])
    observers += interest.add(centers, radii=[1.5, 3]).tolist()
    assert len(interest) == len(observers) == len(set(observers))
    known: set[tuple[int, int]] = set()
    for _ in range(3):
        entered, left = interest.update()
        now = set()
        for row, observer in enumerate(observers):
            if row < len(windows):
                found = brute.overlaps(world.boxes, windows[row])
            else:
                found = brute.in_circle(
                    world.boxes, centers[row - len(windows)], [1.5, 3][row - len(windows)], "overlaps"
                )
            now |= {(observer, number) for number in world.numbers(found)}
            assert set(interest.seen(observer).tolist()) == world.numbers(found)
        again = as_set(entered) & as_set(left)
        assert as_set(entered) - again == now - known and as_set(left) - again == known - now and again <= known & now
        for number in np.flatnonzero(world.live).tolist():
            assert set(interest.of(number).tolist()) == {observer for observer, one in now if one == number}
        known = now
        change(world, data)
        centers = centers + data.draw(coordinates)
        interest.move(observers[len(windows) :], centers)
    interest.remove(observers)
    assert len(interest) == 0


def test_views_with_margin_nearest_and_an_item_of_their_own() -> None:
    tree = qd.Tree([[0, 0], [1, 0], [2, 0], [9, 0]])
    interest = tree.interest()
    wide = int(interest.add([-1, -1, 2.5, 1], margin=1, ignore=0))
    few = int(interest.add([0, 0], radii=[50], nearest=2))
    each = interest.add([[0, 0, 0, 0], [1, 0, 1, 0]], ignore=[0, 1])
    assert as_set(interest.update()[0]) == {(wide, 1), (wide, 2), (few, 0), (few, 1)}
    tree.move([2], [[3, 0]])  # out of the view, within its margin
    entered, left = interest.update()
    assert len(entered) == len(left) == 0
    tree.move([2], [[3.75, 0]])
    assert as_set(interest.update()[1]) == {(wide, 2)}
    assert [interest.seen(int(one)).tolist() for one in each] == [[], []]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_views_move_all_or_none(kind: type[np.floating[Any]]) -> None:
    most = float(np.finfo(kind).max)
    tree = qd.Tree(np.array([[0, 0], [5, 5]], dtype=kind))
    interest = tree.interest()
    small, endless = interest.add([[-1.0, -1.0, 1.0, 1.0], [-np.inf, 0.0, np.inf, 1.0]]).tolist()
    few = int(interest.add([0, 0, 2, 2], nearest=1))
    before = {one: interest.update() and interest.seen(one).tolist() for one in (small, endless, few)}
    bad: list[tuple[list[int], list[list[float]]]] = [
        ([small, endless], [[5, 5], [6, 6]]),
        ([small, few], [[5, 5], [0.9 * most, 0]]),
        ([small, 99], [[5, 5], [0, 0]]),
        ([small, few], [[5, 5], [np.nan, 0]]),
    ]
    for movers, centers in bad:
        with pytest.raises(ValueError, match="row 1"):
            interest.move(movers, centers)
        entered, left = interest.update()
        assert len(entered) == len(left) == 0
        assert {one: interest.seen(one).tolist() for one in before} == before
    interest.move([small, few], [[5.0, 5.0], [0.2 * most, 0.0]])
    assert as_set(interest.update()[0]) >= {(small, 1)}


def test_trees_of_watchers() -> None:
    tree = qd.Tree([[0, 0, 1, 1], [0, 0, 1, 1]])
    contacts = qd.Contacts(tree)
    del tree
    assert len(contacts.update()[0]) == 1  # it holds its tree
    for kind in (qd.Contacts, qd.Interest):
        with pytest.raises(TypeError, match="tree: expected a Tree"):
            kind(3)  # type: ignore[arg-type]
        bare: Any = kind.__new__(kind)
        for call in ("update", "stayed", "__len__"):
            if hasattr(bare, call):
                with pytest.raises(RuntimeError, match="has not been made"):
                    getattr(bare, call)()
        made = kind(qd.Tree())
        with pytest.raises(RuntimeError, match="made before"):
            made.__init__(qd.Tree())
