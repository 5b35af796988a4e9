"""
`STRtree` of Shapely 2 over a quadtree: the tree finds boxes, and Shapely decides about geometries.

Two things make it fast. All candidates of all input geometries come from one call, and so do all decisions. And a
predicate runs on the side with more coordinates as the prepared one, which may be the geometries in the tree: many
points against polygons in the tree cost as little as polygons against points in the tree.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely as _shapely  # type: ignore[import-untyped,unused-ignore]

from .._tree import Tree
from .._types import Doubles, Numbers

shapely: Any = _shapely  # it has no types

__all__ = ["STRtree"]

Geometries = npt.NDArray[np.object_]

# Each predicate, and the one that says the same with its arguments exchanged.
PREDICATES: dict[str, tuple[Any, Any]] = {
    "intersects": (shapely.intersects, shapely.intersects),
    "within": (shapely.within, shapely.contains),
    "contains": (shapely.contains, shapely.within),
    "overlaps": (shapely.overlaps, shapely.overlaps),
    "crosses": (shapely.crosses, shapely.crosses),
    "touches": (shapely.touches, shapely.touches),
    "covers": (shapely.covers, shapely.covered_by),
    "covered_by": (shapely.covered_by, shapely.covers),
    "contains_properly": (shapely.contains_properly, None),
}

# Box distances and Shapely's may round differently by this much.
ROUNDING = 1e-12
ROWS_AT_ONCE = 1 << 16


class STRtree:
    """
    A tree of geometries that does not change, in place of `shapely.STRtree`.

    Parameters
    ----------
    geoms : iterable of shapely.Geometry
        Of any types. None and empty geometries keep their index and are never found.
    node_capacity : int, default 10
        More geometries than this split a node. 10, the default, leaves the choice to the tree.

    Raises
    ------
    TypeError
        An element is neither a geometry nor None, or `geoms` has more than one dimension.
    ValueError
        `node_capacity` is less than 2.
    OverflowError
        `node_capacity` has more than 32 bits.

    Notes
    -----
    Indices come in ascending order, where Shapely's come as its tree has them. Several threads may ask at the same
    time.

    Examples
    --------
    >>> from shapely import Point, box
    >>> from quadrille.compat.shapely import STRtree
    >>> tree = STRtree([Point(0, 0), Point(1, 1), Point(5, 5)])
    >>> tree.query(box(0, 0, 2, 2)).tolist()
    [0, 1]
    >>> tree.query([box(0, 0, 2, 2), Point(5, 6)], predicate="dwithin", distance=1).tolist()
    [[0, 0, 1], [0, 1, 2]]
    >>> tree.query_nearest(Point(0.5, 0.5)).tolist()
    [0, 1]
    """

    def __init__(self, geoms: Iterable[Any], node_capacity: int = 10) -> None:
        capacity = operator.index(node_capacity)
        if not -(2**31) <= capacity < 2**31:
            raise OverflowError(f"node_capacity: {capacity} has more than 32 bits")
        if capacity < 2:
            raise ValueError(f"node_capacity must be greater than 1, not {capacity}")
        self._geometries: Geometries = np.array(geoms, dtype=np.object_, copy=True)
        _check_dimensions(self._geometries)
        self._node_capacity = capacity
        boxes = shapely.bounds(self._geometries)
        self._count = len(boxes) - int(
            (shapely.is_missing(self._geometries) | shapely.is_empty(self._geometries)).sum()
        )
        self._indices: Numbers = np.flatnonzero(~np.isnan(boxes).any(axis=1))
        leaf_capacity = 0 if capacity == 10 else min(capacity, 4096)
        self._tree = Tree(_finite(boxes[self._indices]), precision="double", leaf_capacity=leaf_capacity)

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._geometries, self._node_capacity)

    @property
    def geometries(self) -> Geometries:
        """
        The geometries in their order, an array of objects that must not be changed.

        Examples
        --------
        >>> from shapely import Point
        >>> STRtree([Point(0, 0), None]).geometries.tolist()
        [<POINT (0 0)>, None]
        """
        return self._geometries

    def query(self, geometry: Any, predicate: str | None = None, distance: npt.ArrayLike | None = None) -> Numbers:
        """
        The geometries whose boxes meet that of each input geometry or, with a predicate, those for which it is true.

        Parameters
        ----------
        geometry : shapely.Geometry or array_like, shape (q,)
            Input geometries. None and empty ones find nothing.
        predicate : str, optional
            'intersects', 'within', 'contains', 'overlaps', 'crosses', 'touches', 'covers', 'covered_by',
            'contains_properly' or 'dwithin', of the input geometry and the one in the tree.
        distance : float or array_like, shape (q,), optional
            For 'dwithin', which needs it. Other predicates do not look at it, as in Shapely.

        Returns
        -------
        indices : ndarray of int64, shape (m,); (2, m) for an array of geometries
            Indices in the tree; before them, for an array, those of the input geometries.

        Raises
        ------
        TypeError
            An input is no geometry, or the array has another number of dimensions.
        ValueError
            The predicate is unknown, or `distance` does not fit.
        shapely.GEOSException
            'dwithin', if a coordinate of a geometry is NaN.

        Examples
        --------
        >>> from shapely import Point, box
        >>> tree = STRtree([box(0, 0, 2, 2), box(1, 1, 3, 3)])
        >>> tree.query(Point(0.5, 0.5), predicate="within").tolist()
        [0]
        """
        array = np.asarray(geometry)
        single = array.ndim == 0
        array = np.atleast_1d(array)
        reach = _reach(distance, array.shape) if predicate == "dwithin" else None
        if predicate is not None and reach is None and predicate not in PREDICATES:
            raise ValueError(
                f"{str(predicate)!r} is not a valid option, must be one of {', '.join(map(repr, PREDICATES))}"
            )
        if reach is not None and array.ndim != 1:
            raise ValueError("Geometry array should be one dimensional")
        _check_dimensions(array)
        if single and predicate is None:
            return self._boxes_met(array[0])
        inputs, found = self._candidates(array, reach)
        if predicate is not None:
            right = _decide(predicate, array, self._geometries, inputs, found, reach)
            inputs, found = inputs[right], found[right]
        pairs = _sorted(inputs, found, len(self._geometries))
        return pairs[1] if single else pairs

    def nearest(self, geometry: Any) -> Any:
        """
        The index of the nearest geometry to each input geometry, the least of those that are equally near.

        Parameters
        ----------
        geometry : shapely.Geometry or array_like, shape (q,)

        Returns
        -------
        index : int64 or ndarray of int64, shape (q,), or None
            None if the tree is empty.

        Raises
        ------
        ValueError
            An input geometry is None or empty, or its coordinates, or all in the tree, are NaN.

        Examples
        --------
        >>> from shapely import Point
        >>> int(STRtree([Point(0, 0), Point(9, 9)]).nearest(Point(1, 1)))
        0
        """
        if self._count == 0:
            return None
        array = np.asarray(geometry, dtype=np.object_)
        if (shapely.is_missing(array) | shapely.is_empty(array)).any():
            raise ValueError("nearest needs geometries that are neither None nor empty")
        rows = np.atleast_1d(array)
        _check_dimensions(rows)
        inputs, found, _ = self._nearest(rows, None, False)
        firsts, places = np.unique(inputs, return_index=True)
        if len(firsts) != len(rows):
            missing = np.setdiff1d(np.arange(len(rows)), firsts)[0]
            raise ValueError(f"row {missing}: the distance to every geometry in the tree is NaN or infinite")
        return found[places[0]] if array.ndim == 0 else found[places]

    def query_nearest(
        self,
        geometry: Any,
        max_distance: float | None = None,
        return_distance: bool = False,
        exclusive: bool = False,
        all_matches: bool = True,
    ) -> Any:
        """
        The nearest geometries to each input geometry, all those that are equally near.

        Parameters
        ----------
        geometry : shapely.Geometry or array_like, shape (q,)
            None and empty ones find nothing.
        max_distance : float, optional
            Geometries beyond it do not count; the distance itself does. More than 0.
        return_distance : bool, default False
            Return distances as well.
        exclusive : bool, default False
            Leave out geometries that equal the input geometry.
        all_matches : bool, default True
            False: of those that are equally near only the one of least index.

        Returns
        -------
        indices : ndarray of int64, shape (m,); (2, m) for an array of geometries
        distances : ndarray of float64, shape (m,)
            Only with `return_distance`.

        Raises
        ------
        TypeError
            An input is no geometry, the array has another number of dimensions, or a flag is no whole number.
        ValueError
            `max_distance` is 0, less or NaN, or an argument is no scalar or boolean.
        shapely.GEOSException
            With `max_distance`, if a coordinate of a geometry is NaN.

        Examples
        --------
        >>> from shapely import Point
        >>> tree = STRtree([Point(0, 0), Point(1, 1), Point(9, 9)])
        >>> indices, distances = tree.query_nearest([Point(9, 8), Point(1, 0)], return_distance=True)
        >>> indices.tolist(), distances.tolist()
        ([[0, 1, 1], [2, 0, 1]], [1.0, 1.0, 1.0])
        """
        array = np.asarray(geometry, dtype=np.object_)
        single = array.ndim == 0
        array = np.atleast_1d(array)
        limit = _checked_limit(max_distance)
        for name, value in (("exclusive", exclusive), ("all_matches", all_matches)):
            _check_flag(name, value)
        _check_dimensions(array)
        inputs, found, distances = self._nearest(array, limit, bool(exclusive))
        if not all_matches:
            inputs, places = np.unique(inputs, return_index=True)
            found, distances = found[places], distances[places]
        indices = found if single else np.vstack((inputs, found))
        return (indices, distances) if return_distance else indices

    def _boxes_met(self, geometry: Any) -> Numbers:
        """As `_candidates` for one geometry, without the cost of arrays."""
        window: Doubles = shapely.bounds(geometry)
        if np.isnan(window).any():
            return np.empty(0, np.int64)
        numbers = self._tree.search(*(window if np.isfinite(window).all() else _finite(window)).tolist())
        found: Numbers = self._indices[numbers]
        found.sort()
        return found

    def _candidates(self, array: Geometries, reach: Doubles | None) -> tuple[Numbers, Numbers]:
        """Pairs of an input geometry and one in the tree whose boxes meet, or come within reach of each other."""
        windows = shapely.bounds(array)
        if reach is not None:
            self._refuse_nan(array, windows, reach)
        usable = ~np.isnan(windows).any(axis=1)
        if reach is not None:
            usable &= (reach >= 0) & (self._count > 0)
        rows = np.flatnonzero(usable)
        windows = windows[rows]
        if reach is not None:
            margin = reach[rows, np.newaxis] * (1 + ROUNDING)
            windows[:, :2] = np.nextafter(windows[:, :2] - margin, -np.inf)
            windows[:, 2:] = np.nextafter(windows[:, 2:] + margin, np.inf)
        inputs, numbers = self._tree.search_many(_finite(windows), output="pairs")
        return rows[inputs], self._indices[numbers]

    def _refuse_nan(self, array: Geometries, boxes: Doubles, reach: Doubles) -> None:
        """Raise what GEOS raises of a geometry from which no box of a distance can be made, unless it is empty."""
        with np.errstate(invalid="ignore"):
            wrong = np.isnan(boxes + np.multiply.outer(reach, [-1, -1, 1, 1])).any(axis=1) & ~np.isnan(reach)
        wrong[wrong] = ~(shapely.is_missing(array[wrong]) | shapely.is_empty(array[wrong]))
        if self._count and wrong.any():
            raise shapely.GEOSException(f"row {np.argmax(wrong)}: no distance to coordinates that are NaN or infinite")

    def _nearest(self, array: Geometries, limit: float | None, exclusive: bool) -> tuple[Numbers, Numbers, Doubles]:
        """Inputs, indices and distances of all that are nearest, ordered by input and index."""
        boxes = shapely.bounds(array)
        if limit is not None:
            self._refuse_nan(array, boxes, np.full(len(array), limit))
        rows = np.flatnonzero(~np.isnan(boxes).any(axis=1))
        blocks = [rows[start : start + ROWS_AT_ONCE] for start in range(0, len(rows), ROWS_AT_ONCE)]
        parts = [self._nearest_block(array, boxes, block, limit, exclusive) for block in blocks]
        if not parts:
            return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
        inputs, found, distances = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.lexsort((found, inputs))
        return inputs[order], found[order], distances[order]

    def _nearest_block(
        self, array: Geometries, boxes: Doubles, rows: Numbers, limit: float | None, exclusive: bool
    ) -> tuple[Numbers, Numbers, Doubles]:
        """
        The distance of boxes is never more than that of the geometries in them. So look at the nearest boxes, ever
        more of them, until the next box is farther away than the nearest geometry.
        """
        least = np.full(len(array), np.inf if limit is None else limit, dtype=np.float64)
        found: list[tuple[Numbers, Numbers, Doubles]] = []
        seen, k = 0, 4
        while len(rows) and seen < len(self._tree):
            k = min(k, len(self._tree))
            near, numbers = self._tree.nearest(_finite(boxes[rows]), k)
            near, numbers = near.reshape(-1, k), numbers.reshape(-1, k)
            for start, end in ((0, 1), (1, k)) if seen == 0 else ((seen, k),):
                row, column = np.nonzero(near[:, start:end] * (1 - ROUNDING) <= least[rows, np.newaxis])
                column += start
                real = numbers[row, column] < self._tree.capacity
                row, column = row[real], column[real]
                part = rows[row], self._indices[numbers[row, column]]
                distance = self._distances(array, *part, exclusive)
                np.fmin.at(least, part[0], distance)
                found.append((*part, distance))
            rows = rows[near[:, -1] * (1 - ROUNDING) <= least[rows]]
            seen, k = k, 4 * k
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
        inputs, indices, distances = (np.concatenate(column) for column in zip(*found, strict=True))
        best = (distances == least[inputs]) & np.isfinite(distances)
        return inputs[best], indices[best], distances[best]

    def _distances(self, array: Geometries, inputs: Numbers, found: Numbers, exclusive: bool) -> Doubles:
        """Distances of pairs; infinite where the two are equal and are to be left out."""
        one, other = array[inputs], self._geometries[found]
        with np.errstate(invalid="ignore", over="ignore"):
            distances: Doubles = shapely.distance(one, other)
        if exclusive:
            touching = np.flatnonzero(distances == 0)
            distances[touching[shapely.equals(one[touching], other[touching])]] = np.inf
        return distances


def _check_dimensions(array: npt.NDArray[Any]) -> None:
    if array.dtype != np.object_:
        raise TypeError("Array should be of object dtype")
    if array.ndim != 1:
        raise TypeError("Array should be one dimensional")


def _checked_limit(max_distance: Any) -> float | None:
    if max_distance is None:
        return None
    if not np.isscalar(max_distance):
        raise ValueError("max_distance parameter only accepts scalar values")
    if not max_distance > 0:  # type: ignore[operator]
        raise ValueError("max_distance must be greater than 0")
    return float(max_distance)  # type: ignore[arg-type]


def _check_flag(name: str, value: object) -> None:
    if not np.isscalar(value):
        raise ValueError(f"{name} parameter only accepts scalar values")
    if value not in {True, False}:
        raise ValueError(f"{name} parameter must be boolean")
    operator.index(value)  # type: ignore[arg-type]


def _reach(distance: npt.ArrayLike | None, shape: tuple[int, ...]) -> Doubles:
    """The distance of each input geometry for 'dwithin'."""
    if distance is None:
        raise ValueError("distance parameter must be provided for dwithin predicate")
    array = np.asarray(distance, dtype=np.float64)
    if array.ndim > 1:
        raise ValueError("distance should be one dimensional")
    if array.ndim == 1 and array.shape not in ((1,), shape):
        raise ValueError(f"Could not broadcast distance to match geometry: {array.shape[0]} for {shape[0]}")
    return np.broadcast_to(array, shape)


def _finite(boxes: Doubles) -> Doubles:
    """Infinite coordinates as the greatest finite ones, which is as far as a tree goes."""
    limit = np.finfo(np.float64).max
    return np.clip(boxes, -limit, limit)


def _sorted(inputs: Numbers, found: Numbers, count: int) -> Numbers:
    keys = np.sort(inputs * count + found)
    return np.vstack(np.divmod(keys, max(count, 1)))


def _decide(
    predicate: str, left: Geometries, right: Geometries, inputs: Numbers, found: Numbers, reach: Doubles | None
) -> npt.NDArray[np.bool_]:
    """For which pairs is the predicate true? The side with more coordinates is prepared."""
    if reach is None:
        function, inverse = PREDICATES[predicate]
        extra: tuple[Doubles, ...] = ()
    else:
        # prepared lines of length 0 are near nothing, so that the sides must not be exchanged
        function, inverse = shapely.dwithin, None
        extra = (reach[inputs],)
    one, other = left[inputs], right[found]
    many = shapely.get_num_coordinates(one).sum(), shapely.get_num_coordinates(other).sum()
    with np.errstate(invalid="ignore"):
        if inverse is not None and many[1] > many[0]:
            answers = inverse(_prepared(right, found), one, *extra)
        else:
            answers = function(_prepared(left, inputs), other, *extra)
    decided: npt.NDArray[np.bool_] = answers
    return decided


def _prepared(geometries: Geometries, indices: Numbers) -> Geometries:
    """
    The geometries at the indices, prepared: as copies, for to prepare what another thread uses is not safe, and the
    caller's geometries stay as they were.
    """
    distinct, places = np.unique(indices, return_inverse=True)
    side = geometries[distinct]
    raw = np.flatnonzero(~shapely.is_prepared(side))
    side[raw] = shapely.set_srid(side[raw], shapely.get_srid(side[raw]))
    shapely.prepare(side)
    return side[places]
