"""
Quadrille: a dynamic index of boxes and points in the plane. Arrays in, arrays out.

`Tree` is the index; `Index` keeps objects in place of numbers; `Contacts` and `Interest` report changes; `load` and
`open` read trees from files; `gravity` computes the forces between bodies. `quadrille.compat` has classes with the
methods of other packages.
"""

from ._core import NO_LAYER, Contacts, Interest, __version__
from ._files import load, open
from ._gravity import gravity
from ._index import Index
from ._tree import Details, Totals, Tree

__all__ = [
    "NO_LAYER",
    "Contacts",
    "Details",
    "Index",
    "Interest",
    "Totals",
    "Tree",
    "__version__",
    "gravity",
    "load",
    "open",
]
