"""
Classes with the methods of other packages, over `quadrille.Tree`: change an import and keep the rest of a program.

============================================  ==========================================
`quadrille.compat.rtree`                      `Index`, `Property` and `Item` of Rtree
`quadrille.compat.shapely`                    `STRtree` of Shapely
`quadrille.compat.pyqtree`                    `Index` of Pyqtree
`quadrille.compat.fastquadtree`               `RectQuadTree` and `QuadTree` of fastquadtree
============================================  ==========================================

Only `quadrille.compat.shapely` needs the package that it stands in for. README.md beside this file lists what differs.
"""
