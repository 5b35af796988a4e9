"""
The classes of Rtree over a quadtree. `Index` has boxes with ids, `RtreeContainer` has objects.

Programs write both ``rtree.index.Index`` and ``index.Index``: here the module is its own `index`.
"""

from __future__ import annotations

import sys

from ._container import RtreeContainer
from ._property import (
    Property,
    RT_Custom,
    RT_Disk,
    RT_Linear,
    RT_Memory,
    RT_MVRTree,
    RT_Quadratic,
    RT_RTree,
    RT_Star,
    RT_TPRTree,
    RTreeError,
)
from ._rindex import Index, Item

__all__ = ["Index", "Item", "Property", "RTreeError", "Rtree", "RtreeContainer", "index"]
__all__ += [
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

Rtree = Index
index = sys.modules[__name__]
