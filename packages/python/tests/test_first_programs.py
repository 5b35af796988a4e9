"""What first programs try: one number in place of many, arrays where a number would do, and messages that help."""

import numpy as np
import pytest
import quadrille as qd


@pytest.fixture
def points() -> np.ndarray:
    return np.random.default_rng(20).random((500, 2))


def test_each_question_leaves_out_its_own_item(points: np.ndarray) -> None:
    tree = qd.Tree(points)
    own = np.arange(500)
    apart = np.hypot(*(points[:, None] - points).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    distances, numbers = tree.nearest(points, 4, ignore=own)
    np.testing.assert_array_equal(numbers, apart.argsort(axis=1)[:, :4])
    np.testing.assert_allclose(distances, np.sort(apart, axis=1)[:, :4])
    questions, found = tree.search_many(points, radii=0.1, ignore=own, output="pairs")
    np.testing.assert_array_equal(np.bincount(questions, minlength=500), (apart <= 0.1).sum(axis=1))
    assert not (questions == found).any()
    interest = tree.interest()
    interest.add(points, radii=0.1, ignore=own)
    entered, _ = interest.update()
    np.testing.assert_array_equal(entered, np.argwhere(apart <= 0.1))


@pytest.mark.parametrize("make", [list, np.asarray, lambda rows: np.asarray(rows, dtype=np.uint8)])
def test_layers_of_each_item(points: np.ndarray, make: type) -> None:
    layers = (1 << (np.arange(500) % 3)).tolist()
    tree, other = qd.Tree(points, layers=make(layers), masks=make(layers)), qd.Tree(points)
    other.set_filter(None, layers=make(layers), masks=make(layers))
    for asked in (tree, other):
        np.testing.assert_array_equal(np.sort(asked.search(0, 0, 1, 1, mask=2)), np.arange(1, 500, 3))
        np.testing.assert_array_equal(asked.masks(), layers)
        first, second = asked.pairs(distance=0.05).T
        assert len(first) > 0
        assert (first % 3 == second % 3).all()


def test_one_number_stands_for_all(points: np.ndarray) -> None:
    tree = qd.Tree(points, totals=True, values=3)
    assert tree.totals([0, 0, 1, 1]).sum == 1500
    tree.set_values(None, 4)
    tree.set_values([0, 1], np.int64(5))
    assert tree.totals([0, 0, 1, 1]).sum == 2002
    assert tree.insert([2, 2], values=7) == 500
    assert tree.values(500) == 7
    each = [array.tolist() for array in tree.cast(points, [0.3, 0], radii=np.full(500, 0.01), ignore=np.arange(500))]
    assert [array.tolist() for array in tree.cast(points, [0.3, 0], radii=0.01, ignore=np.arange(500))] == each
    one, many = tree.interest(), tree.interest()
    one.add(points[:5], radii=0.2)
    many.add(points[:5], radii=[0.2] * 5)
    np.testing.assert_array_equal(one.update()[0], many.update()[0])


@pytest.mark.parametrize("number", [2, np.int64(2), np.uint8(2), np.array(2)])
def test_a_single_number_has_no_axis(number: int) -> None:
    tree = qd.Tree([[0, 0, 1, 1], [2, 2, 3, 3], [4, 4, 5, 6]], totals=True, values=[1, 2, 3], layers=[1, 2, 4])
    assert tree.boxes(number).tolist() == [4, 4, 5, 6]
    assert tree.boxes([2]).tolist() == [[4, 4, 5, 6]]
    assert tree.values(number) == 3
    assert tree.layers(number) == 4
    assert np.shape(tree.values(number)) == ()
    tree.move(number, tree.boxes(number) + 1)
    assert tree.boxes(number).tolist() == [5, 5, 6, 7]
    tree.remove(number)
    with pytest.raises(ValueError, match="numbers: no item has the number 2"):
        tree.boxes(number)


def test_totals_of_a_grid(points: np.ndarray) -> None:
    values = np.arange(500)
    tree = qd.Tree(points, totals=True, values=values)
    x, y = np.meshgrid(np.arange(4) / 4, np.arange(5) / 5)
    totals = tree.totals(np.stack([x, y, x + 0.25, y + 0.2], axis=-1))
    expected, _, _ = np.histogram2d(points[:, 1], points[:, 0], [5, 4], [[0, 1], [0, 1]], weights=values)
    np.testing.assert_array_equal(totals.sum, expected)
    assert totals.least.shape == totals.greatest.shape == (5, 4)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda tree: tree.nearest([np.nan, 0]), "points: row 0 is"),
        (lambda tree: tree.ray([0, 0], [np.nan, 1]), "directions: row 0 is"),
        (lambda tree: tree.segment([np.inf, 0], [0, 1]), "starts: row 0 is"),
        (lambda tree: tree.cast([0, 0, 1, 1], [np.nan, 1]), "motions: row 0 is"),
        (lambda tree: tree.details(0, 0, 1, 1, -1), "size: expected a number of 0 or more"),
        (lambda tree: tree.details(0, 0, 1, 1, np.nan), "size: expected a number of 0 or more"),
        (lambda tree: qd.Tree(layers=[1]), "layers, masks and values belong to boxes"),
        (lambda tree: tree.nearest([0, 0], ignore=[0, 1]), "ignore: expected 1 numbers"),
    ],
)
def test_messages_name_the_argument(ask: object, message: str) -> None:
    assert callable(ask)
    with pytest.raises(ValueError, match=message):
        ask(qd.Tree([[0, 0, 1, 1], [2, 2, 3, 3]]))


def test_plots_show_boxes_smaller_than_a_pixel() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    corners = np.random.default_rng(21).random((40, 2))
    figure = Figure(figsize=(4, 4), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    qd.Tree(np.hstack([corners, corners + 1e-4])).plot(axes, cells=False)
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call, unused-ignore]
    picture = np.asarray(canvas.buffer_rgba())[::-1, :, :3].min(axis=2)  # type: ignore[no-untyped-call, unused-ignore]
    for x, y in (corners * 400).astype(int):
        assert picture[max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3].min() < 200, f"nothing is drawn at ({x}, {y})"
