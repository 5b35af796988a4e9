"""The settings of an R-tree that a quadtree can honour, and what becomes of the others."""

from __future__ import annotations

import ctypes
import operator
import warnings
from functools import partialmethod
from typing import Any

__all__ = [
    "RT_Custom",
    "RT_Disk",
    "RT_Linear",
    "RT_MVRTree",
    "RT_Memory",
    "RT_Quadratic",
    "RT_RTree",
    "RT_Star",
    "RT_TPRTree",
]
__all__ += ["Property", "RTreeError"]

RT_Memory, RT_Disk, RT_Custom = 0, 1, 2
RT_Linear, RT_Quadratic, RT_Star = 0, 1, 2
RT_RTree, RT_MVRTree, RT_TPRTree = 0, 1, 2

# These have one possible value here: a tree in memory, of two dimensions, that does not know time.
FIXED: dict[str, Any] = {
    "type": RT_RTree,
    "dimension": 2,
    "storage": RT_Memory,
    "filename": "",
    "dat_extension": "dat",
    "idx_extension": "idx",
    "index_id": None,
    "overwrite": True,
    "writethrough": False,
    "custom_storage_callbacks": None,
    "custom_storage_callbacks_size": 0,
    "tpr_horizon": 20.0,
}
# These tune nodes of an R-tree and change no answer.
TUNING: dict[str, Any] = {
    "variant": RT_Star,
    "pagesize": 4096,
    "index_capacity": 100,
    "index_pool_capacity": 100,
    "point_pool_capacity": 500,
    "region_pool_capacity": 1000,
    "buffering_capacity": 10,
    "tight_mbr": True,
    "near_minimum_overlap_factor": 32,
    "fill_factor": 0.7,
    "split_distribution_factor": 0.4,
    "reinsert_factor": 0.3,
}
SETTINGS = {*FIXED, *TUNING, "leaf_capacity"}
POSITIVE = {"dimension", "pagesize", "near_minimum_overlap_factor"} | {
    name for name in SETTINGS if name.endswith("_capacity")
}
WHOLE = POSITIVE | {"type", "storage", "variant"}
FLAGS = {"overwrite", "writethrough", "tight_mbr"}
FACTORS = {"fill_factor", "split_distribution_factor", "reinsert_factor", "tpr_horizon"}


class RTreeError(Exception):
    """An argument that the index refuses."""


class Property:
    """
    The settings of an `Index`.

    Parameters
    ----------
    **settings
        Those of Rtree, each an attribute as well. `leaf_capacity` is how many items split a leaf, at most 4096. Others
        that tune an R-tree are kept and warn that they have no effect; those that would change what the index is
        (dimension, type, storage and its files) are refused.

    Raises
    ------
    NotImplementedError
        A quadtree in memory cannot do it: three dimensions, storage on disk, a tree that knows time.
    RTreeError
        A number is 0 or less.
    TypeError
        It cannot be compared with 0.
    ctypes.ArgumentError
        It is another number than the setting takes.

    Notes
    -----
    A setting also has a method that returns it and one that sets it, as `get_leaf_capacity` and `set_leaf_capacity`.
    Those of `type` are `get_index_type` and `set_index_type`. A setting that Rtree does not have is kept without
    effect; as a parameter it warns.

    Examples
    --------
    >>> from quadrille.compat.rtree import Index, Property
    >>> Index(properties=Property(leaf_capacity=32)).properties.leaf_capacity
    32
    """

    index_capacity: int
    leaf_capacity: int
    near_minimum_overlap_factor: int
    pagesize: int
    pkeys = tuple(sorted(SETTINGS - {"index_pool_capacity"}))

    def __init__(self, **settings: Any) -> None:
        self.__dict__.update(FIXED, **TUNING, leaf_capacity=100)
        self.initialize_from_dict(settings)

    def initialize_from_dict(self, state: dict[str, Any]) -> None:
        """Set those that are not None. `near_minimum_overlap_factor` follows the capacities if it is not among them."""
        for name, value in state.items():
            if value is not None:
                if name not in SETTINGS:
                    warnings.warn(f"Rtree has no setting {name!r}: it has no effect", stacklevel=3)
                setattr(self, name, value)
        capacity = min(self.index_capacity, self.leaf_capacity)
        if "near_minimum_overlap_factor" not in state and self.near_minimum_overlap_factor >= capacity:
            self.__dict__["near_minimum_overlap_factor"] = capacity // 3 + 1

    def as_dict(self) -> dict[str, Any]:
        """Every setting and its value."""
        return {name: getattr(self, name) for name in self.pkeys}

    def __setattr__(self, name: str, value: Any) -> None:
        if name in SETTINGS:
            value = _checked(name, value)
        if name in FIXED and value != FIXED[name]:
            raise NotImplementedError(f"{name}={value!r}: a quadtree in memory has only {FIXED[name]!r}")
        if name in TUNING and value != TUNING[name]:
            warnings.warn(f"{name} tunes an R-tree and has no effect on a quadtree", stacklevel=2)
        self.__dict__[name] = value

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return repr(self.as_dict())

    def _get(self, name: str) -> Any:
        return getattr(self, name)

    def _set(self, value: Any, *, name: str) -> None:
        setattr(self, name, value)


def _checked(name: str, value: Any) -> Any:
    """A setting as Rtree keeps it."""
    if name in POSITIVE and value <= 0:
        raise RTreeError(f"{name} must be > 0")
    try:
        if name in WHOLE:
            value = operator.index(value)
        elif name in FACTORS:
            value = ctypes.c_double(value).value
        elif name in FLAGS:
            value = bool(value)
    except TypeError as error:
        raise ctypes.ArgumentError(f"{name}: {error}") from None
    if name == "variant" and value not in {RT_Linear, RT_Quadratic, RT_Star}:
        raise RTreeError(f"variant must be 0, 1 or 2, not {value}")
    return value


for _name in SETTINGS:
    _method = "index_type" if _name == "type" else _name
    setattr(Property, f"get_{_method}", partialmethod(Property._get, _name))
    setattr(Property, f"set_{_method}", partialmethod(Property._set, name=_name))
