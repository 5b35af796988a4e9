"""Gravity: the forces between all bodies in O(n log n)."""

from __future__ import annotations

from typing import Literal, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._types import Doubles


@overload
def gravity(
    xy: npt.ArrayLike,
    mass: npt.ArrayLike | None = None,
    *,
    at: npt.ArrayLike | None = None,
    law: Literal["space", "plane"] = "space",
    theta: float = 0.5,
    order: int = 2,
    softening: float = 0.0,
    constant: float = 1.0,
    direct: bool = False,
    potential: Literal[False] = False,
    threads: int = 1,
) -> Doubles: ...
@overload
def gravity(
    xy: npt.ArrayLike,
    mass: npt.ArrayLike | None = None,
    *,
    at: npt.ArrayLike | None = None,
    law: Literal["space", "plane"] = "space",
    theta: float = 0.5,
    order: int = 2,
    softening: float = 0.0,
    constant: float = 1.0,
    direct: bool = False,
    potential: Literal[True],
    threads: int = 1,
) -> tuple[Doubles, Doubles]: ...
@overload
def gravity(
    xy: npt.ArrayLike,
    mass: npt.ArrayLike | None = None,
    *,
    at: npt.ArrayLike | None = None,
    law: Literal["space", "plane"] = "space",
    theta: float = 0.5,
    order: int = 2,
    softening: float = 0.0,
    constant: float = 1.0,
    direct: bool = False,
    potential: bool,
    threads: int = 1,
) -> Doubles | tuple[Doubles, Doubles]: ...
def gravity(
    xy: npt.ArrayLike,
    mass: npt.ArrayLike | None = None,
    *,
    at: npt.ArrayLike | None = None,
    law: Literal["space", "plane"] = "space",
    theta: float = 0.5,
    order: int = 2,
    softening: float = 0.0,
    constant: float = 1.0,
    direct: bool = False,
    potential: bool = False,
    threads: int = 1,
) -> Doubles | tuple[Doubles, Doubles]:
    """
    The acceleration of each body by all others, where distant bodies act together as one (Barnes and Hut, 1986).

    Parameters
    ----------
    xy : array_like, shape (n, 2)
        The places of the bodies, within 1e60. Bodies at one place do not act on each other without softening.
    mass : float or array_like, shape (n,), optional
        Their masses; of either sign, for charges. Default 1.
    at : array_like, shape (m, 2), optional
        Places at which to compute the field. Default: at the bodies themselves.
    law : {'space', 'plane'}, default 'space'
        Attraction falls off as 1 / r^2, or as 1 / r.
    theta : float, default 0.5
        A node acts as one body where it looks smaller than this angle, in radians, above 0 and up to 2. Smaller is
        more exact and slower.
    order : {2, 1}, default 2
        A distant node acts by its mass and its shape, or by its mass alone.
    softening : float, default 0
        A length that blunts the attraction of close bodies. 2^-60 of the extent of all bodies blunts it in any case.
    constant : float, default 1
        The gravitational constant. If negative, equal signs repel each other; 0: nothing pulls.
    direct : bool, default False
        Compute all pairs, in O(n^2): exact, for comparison. An interrupt (Ctrl-C) ends this too.
    potential : bool, default False
        Return the potential as well.
    threads : int, default 1
        0: one for each processor. The results are the same bits.

    Returns
    -------
    acceleration : ndarray of float64, shape (n, 2) or (m, 2)
    potential : ndarray of float64, shape (n,) or (m,)
        Only with `potential`.

    Raises
    ------
    ValueError
        A row is NaN or beyond 1e60, a shape is wrong, or a setting is out of range.
    TypeError
        An argument is no number, or no array of numbers.

    Examples
    --------
    >>> import quadrille as qd
    >>> qd.gravity([[0, 0], [2, 0]], mass=[1, 4])
    array([[ 1.  ,  0.  ],
           [-0.25,  0.  ]])
    """
    if not isinstance(law, str) or law not in ("space", "plane"):
        raise ValueError(f"law: expected 'space' or 'plane', not {law!r:.100}")
    if at is not None and direct:
        raise ValueError("direct: only at the bodies themselves, without at")
    plane, masses = law == "plane", 1.0 if mass is None else mass
    ax, ay, *rest = _core.solve_gravity(
        xy, masses, at, plane, theta, order, softening, constant, potential, direct, threads
    )
    acceleration = np.column_stack((ax, ay))
    return (acceleration, rest[0]) if potential else acceleration
