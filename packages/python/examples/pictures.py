"""Pictures: the items and the leaves of a tree, and a question in it. Needs matplotlib; writes pictures.png."""

import numpy as np
import quadrille as qd
from matplotlib import pyplot
from matplotlib.patches import Circle, Rectangle

source = np.random.default_rng(2)
middles = np.vstack([source.normal([3, 7], 0.8, (220, 2)), source.normal([7, 3], 1.6, (220, 2))])
halves = source.uniform(0.02, 0.12, (440, 2))
tree = qd.Tree(np.hstack([middles - halves, middles + halves]), leaf_capacity=8)

nodes = tree.nodes()
leaves = nodes[nodes["leaf"]]
print(
    f"{len(nodes)} nodes, {len(leaves)} of them leaves with {leaves['items'].sum()} items, depth {nodes['depth'].max()}"
)

figure, axes = pyplot.subplots(figsize=(5, 5), layout="tight")
tree.plot(axes)
found = tree.boxes(tree.within(6, 4, 1.2))
axes.add_patch(Circle((6, 4), 1.2, fill=False, color="C3", zorder=3))
for x0, y0, x1, y1 in found:
    axes.add_patch(Rectangle((x0, y0), x1 - x0, y1 - y0, color="C1", zorder=3))
x0, y0, x1, y1 = tree.bounds or (0, 0, 1, 1)
axes.set(xlim=(x0, x1), ylim=(y0, y1), xticks=[], yticks=[])
figure.savefig("pictures.png", dpi=100)
print(f"the circle meets {len(found)} boxes")

# Output:
# 169 nodes, 127 of them leaves with 440 items, depth 6
# the circle meets 40 boxes
