"""The classes as Python has them: Index as a dictionary, subclasses, trees that were not made, docstrings."""

from __future__ import annotations

import copy
import doctest
import importlib
import importlib.util
import inspect
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import quadrille as qd
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from worlds import coordinates


class Dictionary(RuleBasedStateMachine):
    """An Index beside a dict."""

    names = st.sampled_from("abcdefgh")
    places = st.tuples(coordinates, coordinates)

    @initialize()
    def make(self) -> None:
        self.index: qd.Index[str] = qd.Index()
        self.model: dict[str, tuple[float, float, float, float]] = {}

    @rule(name=names, place=places)
    def put(self, name: str, place: tuple[float, float]) -> None:
        x, y = place
        self.index[name] = self.model[name] = (x, y, x + 1, y + 2)

    @rule(name=names)
    def drop(self, name: str) -> None:
        if name in self.model:
            del self.model[name], self.index[name]
        else:
            with pytest.raises(KeyError):
                del self.index[name]

    @rule(names=st.lists(names, max_size=4), place=places)
    def put_many(self, names: list[str], place: tuple[float, float]) -> None:
        boxes = [(place[0] + i, place[1], place[0] + i, place[1]) for i in range(len(names))]
        if len(set(names)) != len(names) or set(names) & set(self.model):
            with pytest.raises(KeyError):
                self.index.insert_many(names, np.reshape(boxes, (-1, 4)))
        else:
            self.index.insert_many(names, np.reshape(boxes, (-1, 4)))
            self.model.update(zip(names, boxes, strict=True))

    @rule(name=names)
    def put_badly(self, name: str) -> None:
        bad: list[Any] = [[0, 0, np.nan, 0], [[0, 0, 1, 1], [2, 2, 3, 3]], [[0, 0, 1, 1]], [1, 2, 3], "text", None]
        for box in bad if name not in self.model else bad[:1] + bad[3:]:
            with pytest.raises((ValueError, TypeError)):
                self.index[name] = box
        with pytest.raises(TypeError):
            self.index[[name]] = [0, 0, 1, 1]  # type: ignore[index]
        with pytest.raises((KeyError, ValueError)):
            self.index.insert_many([name, "z"], [0, 0])

    @rule(way=st.sampled_from(["copy", "deepcopy", "pickle"]))
    def replace(self, way: str) -> None:
        old = self.index
        ways: dict[str, Any] = {"copy": copy.copy, "deepcopy": copy.deepcopy}
        self.index = ways[way](old) if way in ways else pickle.loads(pickle.dumps(old))
        old.clear()

    @rule(place=places, k=st.integers(1, 3))
    def ask(self, place: tuple[float, float], k: int) -> None:
        x, y = place
        assert dict(self.index) == self.model and len(self.index) == len(self.model)
        found = {name for name, box in self.model.items() if box[0] <= x <= box[2] and box[1] <= y <= box[3]}
        assert set(self.index.at(x, y)) == set(self.index.search(x, y, x, y)) == found
        assert set(self.index.within(x, y, 0)) == found
        far = {}
        for name, box in self.model.items():
            far[name] = np.hypot(max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0))
        nearest = self.index.nearest(x, y, k)
        assert sorted(far[name] for name in nearest) == pytest.approx(sorted(far.values())[:k])
        together = {
            frozenset([a, b])
            for a, p in self.model.items()
            for b, q in self.model.items()
            if a < b and p[0] <= q[2] and q[0] <= p[2] and p[1] <= q[3] and q[1] <= p[3]
        }
        assert {frozenset(pair) for pair in self.index.pairs()} == together


TestDictionary = Dictionary.TestCase


def test_index_by_other_doors() -> None:
    index: qd.Index[str] = qd.Index({"a": (0, 0, 1, 1)}, precision="float", edges="open")
    index.update({"b": (2, 2, 3, 3)})
    assert index.setdefault("c", (5, 5, 6, 6)) == (5, 5, 6, 6) and index.pop("b") == (2, 2, 3, 3)
    assert "b" not in index and list(index) == ["a", "c"] and repr(index) == "<quadrille.Index of 2 objects>"
    with pytest.raises(KeyError, match="is there"):
        index.insert("a", (0, 0, 1, 1))
    index.clear()
    assert len(index) == 0 and index.nearest(0, 0) == [] and index.pairs() == []
    assert index == {} and not index


class Named(qd.Tree):
    """A class made from Tree, with an attribute and other parameters."""

    def __init__(self, name: str) -> None:
        super().__init__([[0, 0, 1, 1], [0, 0, 2, 2]], totals=name == "totals")
        self.name = name

    def first(self) -> int:
        return int(self.numbers()[0])


class Slotted(qd.Tree):
    __slots__ = ()


class Labelled(qd.Tree):
    __slots__ = ("__hidden", "label", "unset")
    label: Any

    def hide(self, hidden: int) -> None:
        self.__hidden = hidden

    def hidden(self) -> int:
        return self.__hidden


class Both(Labelled):
    """With slots and attributes."""


class LabelledIndex(qd.Index[str]):
    __slots__ = ("label",)


@pytest.mark.parametrize("name", ["plain", "totals"])
def test_classes_made_from_tree(name: str) -> None:
    tree = Named(name)
    assert tree.first() == 0 and len(tree.pairs()) == 1 and len(tree.contacts().update()[0]) == 1
    for made in (copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert type(made) is Named and made.name == name and made.boxes().tolist() == tree.boxes().tolist()
    assert len(tree.join(qd.Tree([[0, 0]]))) == 2
    slotted = Slotted([[0, 0]])
    assert type(copy.copy(slotted)) is Slotted and not hasattr(slotted, "__dict__")


def town() -> type[Any]:
    """A class with attributes and methods of names that Tree has too, and other parameters."""

    def other(*_: object) -> None:
        raise NotImplementedError

    names = "insert", "remove", "boxes", "numbers", "values", "stats", "__len__", "__bytes__"
    attributes = {"layers": {"road": 1}, "masks": None, "capacity": -1, "threads": "two", "precision": 0.5}
    return type("Town", (qd.Tree,), dict.fromkeys(names, other) | attributes | {"__module__": __name__})


Town = town()


@pytest.mark.parametrize("totals", [False, True])
@pytest.mark.parametrize("removed", [[], [2], [0, 1, 2]])
def test_copies_of_a_class_with_methods_of_its_own(totals: bool, removed: list[int]) -> None:
    tree = Town(np.eye(3, 2), totals=totals)
    qd.Tree.remove(tree, removed)
    for made in (copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert type(made) is Town and qd.Tree.numbers(made).tolist() == sorted({0, 1, 2} - {*removed})
        assert (qd.Tree.boxes(made) == qd.Tree.boxes(tree)).all() and qd.Tree.stats(made)["totals"] == totals


@pytest.mark.parametrize("kind", [Labelled, Both])
@pytest.mark.parametrize("totals", [False, True])
def test_copies_keep_slots(kind: type[Labelled], totals: bool) -> None:
    tree: Any = kind([[0, 0, 1, 1]], totals=totals)
    tree.label = ["oak"]
    tree.hide(7)
    if kind is Both:
        tree.more = [tree.label]
    made: Any
    for protocol in ("copy", "deepcopy", *range(2, pickle.HIGHEST_PROTOCOL + 1)):
        if isinstance(protocol, int):
            made = pickle.loads(pickle.dumps(tree, protocol=protocol))
        else:
            made = copy.copy(tree) if protocol == "copy" else copy.deepcopy(tree)
        assert type(made) is kind and made.label == ["oak"] and made.hidden() == 7 and not hasattr(made, "unset")
        assert (made.label is tree.label) == (protocol == "copy") and made.boxes().tolist() == tree.boxes().tolist()
        assert getattr(made, "more", [made.label])[0] is made.label


def test_copies_of_an_index_keep_slots() -> None:
    index: Any = LabelledIndex({"a": (0, 0, 1, 1)})
    index.label, index.more = ["oak"], 5
    for made in (copy.copy(index), copy.deepcopy(index), pickle.loads(pickle.dumps(index))):
        assert made.label == ["oak"] and made.more == 5
        made["b"] = (2, 2, 3, 3)
        assert len(made) == 2 and len(index) == 1


def test_deep_copies_of_what_holds_itself() -> None:
    tree: Any = Named("plain")
    tree.itself, tree.list = tree, [1, 2]
    made = copy.deepcopy(tree)
    assert made.itself is made and made.list == [1, 2] and made.list is not tree.list
    assert copy.copy(tree).list is tree.list


def test_a_tree_that_was_not_made_refuses_every_call() -> None:
    bare: Any = qd.Tree.__new__(qd.Tree)
    assert len(bare) == 0 and bare.capacity == 0 and bare.threads == 1
    arguments: dict[str, tuple[Any, ...]] = {
        "insert": ([[0, 0]],), "move": ([0], [[0, 0]]), "remove": ([0],), "set_filter": ([0],),
        "set_values": ([0], [1]),
        "search": (0, 0, 1, 1), "count": (0, 0, 1, 1), "any": (0, 0, 1, 1), "within": (0, 0, 1), "at": (0, 0),
        "polygon": ([[0, 0], [1, 0], [0, 1]],), "search_many": ([[0, 0]],), "count_many": ([[0, 0]],),
        "search_sparse": ([[0, 0]],), "nearest": ([0, 0],), "ray": ([0, 0], [1, 0]), "segment": ([0, 0], [1, 0]),
        "cast": ([0, 0], [1, 0]), "join": (bare,), "totals": ([0, 0, 1, 1],), "details": (0, 0, 1, 1, 1),
        "save": ("nowhere",),
    }  # fmt: skip
    calls = [name for name in dir(qd.Tree) if not name.startswith("_") and callable(getattr(qd.Tree, name))]
    assert set(arguments) <= set(calls)
    for name in set(calls) - {"plot", "" if importlib.util.find_spec("scipy") else "search_sparse"}:
        with pytest.raises(RuntimeError, match="has not been made"):
            getattr(bare, name)(*arguments.get(name, ()))
    for call in (bytes, iter, copy.copy, pickle.dumps, lambda tree: 0 in tree, lambda tree: tree.bounds):
        with pytest.raises(RuntimeError, match="has not been made"):
            call(bare)
    with pytest.raises(RuntimeError, match="has not been made"):
        qd.Tree([[0, 0]]).join(bare)
    bare.__init__([[0, 0]])
    assert len(bare) == 1
    failed: Any = qd.Tree.__new__(qd.Tree)
    with pytest.raises(ValueError):
        failed.__init__([[np.nan, 0]])
    failed.__init__([[0, 0]])
    assert len(failed) == 1


def test_what_is_public() -> None:
    assert set(qd.__all__) <= set(dir(qd)) and qd.__version__.count(".") == 2
    for name in qd.__all__:
        if inspect.isclass(getattr(qd, name)) or inspect.isfunction(getattr(qd, name)):
            assert getattr(qd, name).__doc__, name
    for owner in (qd.Tree, qd.Contacts, qd.Interest, qd.Index):
        for name, member in inspect.getmembers(owner):
            if not name.startswith("_") and name not in dir(dict):
                assert inspect.getdoc(member), f"{owner.__name__}.{name}"
                if callable(member):
                    inspect.signature(member)
    assert str(inspect.signature(qd.Tree.nearest)).startswith("(self, /, points, k=1, *, max_distance=None")


MODULES = ["quadrille", *(f"quadrille._{name}" for name in ("tree", "index", "files", "gravity", "core"))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings(name: str) -> None:
    if np.lib.NumpyVersion(np.__version__) < "2.0.0":
        pytest.skip("arrays print otherwise")
    pytest.importorskip("scipy")
    module = importlib.import_module(name)
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner()
    tests = finder.find(module, module.__name__)
    for owner in [getattr(module, each) for each in ("Tree", "Contacts", "Interest") if name == "quadrille._core"]:
        for each, member in vars(owner).items():
            if getattr(member, "__doc__", None) and not each.startswith("__"):
                tests += finder.find(member, f"{owner.__name__}.{each}", module=False, globs={})
        tests += finder.find(owner, owner.__name__, module=False, globs={})
    for test in tests:
        runner.run(test)
    results = runner.summarize(verbose=False)
    assert results.failed == 0
    if name == "quadrille._core":
        assert results.attempted > 60


def test_everything_public_has_an_example() -> None:
    public = [getattr(qd, name) for name in qd.__all__]
    for owner in [each for each in public if isinstance(each, type)]:
        if not issubclass(owner, tuple):  # what a result is made of
            mro = [kind for kind in owner.__mro__ if kind.__module__.startswith("quadrille")]
            public += [member for kind in mro for name, member in vars(kind).items() if not name.startswith("_")]
    documented = [
        each for each in public if callable(each) or isinstance(each, property) or inspect.isdatadescriptor(each)
    ]
    assert len(documented) > 60
    without = [each for each in documented if ">>>" not in (each.__doc__ or "")]
    assert not without


made_of: Any = qd.Index
BAD_OBJECTS: list[tuple[Any, type[Exception], str]] = [
    (lambda index: made_of(3), TypeError, "items: expected a mapping, or pairs .*, not 3"),
    (lambda index: made_of([1, 2]), TypeError, "items: expected .* pairs .*, not 1"),
    (lambda index: made_of([("a", (0, 0), 3)]), TypeError, "items: expected .* pairs"),
    (lambda index: index.nearest("a", 0), TypeError, "^x, y: expected numbers"),
    (lambda index: index.nearest(float("nan"), 0), ValueError, "^x, y: row 0 is .nan, 0."),
    (lambda index: index.nearest([1, 2], [3, 4]), TypeError, "x, y: expected two numbers"),
    (lambda index: index.insert_many(iter("ab"), [[0, 0, 1, 1]] * 2), TypeError, "items: expected a sequence"),
    (
        lambda index: index.insert_many("bc", np.ma.array([[0, 0], [1, 1]], mask=np.array([[0, 0], [1, 0]], bool))),
        ValueError,
        "row 1 is m",
    ),
    (lambda index: index.update(b=[[0, 0, 1, 1]] * 2), ValueError, "box: expected four numbers"),
    *[
        case
        for key in ("a", "b")  # one that is there and one that is not
        for case in (
            (lambda index, key=key: index.update({key: [[3, 3]]}), ValueError, r"^box: expected four .*\(1, 2\)"),
            (lambda index, key=key: index.update({key: []}), ValueError, r"^box: expected four .*\(0,\)"),
            (lambda index, key=key: index.update({key: 3}), ValueError, r"^box: expected four .*\(\)"),
            (lambda index, key=key: index.update({key: [[1, 2], [3]]}), ValueError, "^box: expected an array of num"),
            (lambda index, key=key: index.update({key: ["1", "2"]}), TypeError, "^box: expected numbers"),
            (lambda index, key=key: index.update({key: (0, float("nan"))}), ValueError, "^box: .0, nan.; coordinates"),
            (
                lambda index, key=key: index.update({key: np.ma.array([0, 1], mask=np.array([1, 0], bool))}),
                ValueError,
                "^box: .*masked",
            ),
        )
    ],
    (lambda index: index.insert_many("bc", [[0, 0], [1]]), ValueError, "^boxes: expected an array of numbers"),
    (lambda index: index.insert_many("b", []), ValueError, "^boxes: expected 1 rows"),
    (lambda index: made_of({}, boxes=[[0, 0, 1, 1]]), TypeError, "Index has no parameter 'boxes'"),
    (lambda index: made_of({}, totals=True), TypeError, "Index has no parameter 'totals'"),
    (lambda index: made_of({}, layers=1), TypeError, "Index has no parameter 'layers'"),
    (lambda index: made_of({}, colour=1), TypeError, "Index has no parameter 'colour'"),
]


@pytest.mark.parametrize(("call", "error", "says"), BAD_OBJECTS)
def test_bad_calls_of_an_index_change_nothing(call: Any, error: type[Exception], says: str) -> None:
    index = qd.Index({"a": (0, 0, 1, 1)})
    with pytest.raises(error, match=says):
        call(index)
    assert dict(index) == {"a": (0, 0, 1, 1)} and index.search(-9, -9, 9, 9) == ["a"]


CHANGES: dict[str, Callable[[qd.Index[str]], object]] = {
    "set": lambda index: index.__setitem__("new", (1, 1, 2, 2)),
    "move": lambda index: index.__setitem__("oak", (7, 7, 8, 8)),
    "delete": lambda index: index.__delitem__("oak"),
    "pop": lambda index: index.pop("oak"),
    "insert": lambda index: index.insert("new", (1, 1, 2, 2)),
    "insert_many": lambda index: index.insert_many(["a", "b", "c"], [[1, 1, 2, 2]] * 3),
    "clear": lambda index: index.clear(),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_interrupt_at_any_place_leaves_an_index_whole(name: str) -> None:
    """Ctrl-C comes between any two steps of the interpreter."""
    ended = False
    sys._getframe().f_trace_opcodes = True  # Python 3.12 looks for it when tracing begins
    for step in range(2000):
        index = qd.Index({"ash": (0, 0, 1, 1), "oak": (5, 5, 6, 6), "elm": (5, 5, 6, 6), "fir": (2, 2, 3, 3)})
        del index["ash"]  # its number is used again
        before, left = dict(index), step

        def trace(frame: Any, event: str, _: object) -> Any:
            nonlocal left
            frame.f_trace_opcodes = frame.f_code.co_filename == qd.Index.clear.__code__.co_filename
            if event == "opcode":
                left -= 1
                if left == -1:
                    raise KeyboardInterrupt
            return trace

        sys.settrace(trace)
        try:
            CHANGES[name](index)
            ended = left >= 0
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        found = index.search(-9, -9, 99, 99)
        assert sorted(found) == sorted(index) and len(found) == len(index) == len(index._tree)
        assert all(
            index[item] == box for item, box in before.items() if item in index and (name, item) != ("move", "oak")
        )
        assert {"a", "b", "c"}.isdisjoint(index) or {"a", "b", "c"} <= index.keys()
        index["last"] = 3, 3, 4, 4
        index.insert_many(["x", "y"], [[3, 3, 4, 4]] * 2)
        assert sorted(index.at(3.5, 3.5)) == ["last", "x", "y"] and len(index) == len(found) + 3
        if ended:
            break
    assert ended and step > 10
