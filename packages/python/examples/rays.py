"""Rays and moving boxes: what comes first on the way, where, and on which face."""

import numpy as np
import quadrille as qd

WALL, GLASS = 1, 2
walls = [[5, -3, 6, 3], [9, -3, 10, 3], [-4, 4, 12, 5]]
tree = qd.Tree(walls, layers=[WALL, GLASS, WALL])

t, number, normal = tree.ray([0, 0], [1, 0], normals=True)
print(f"the ray hits {number} at x = {t:g}, on the face that looks along {normal}")
t, numbers = tree.ray([0, 0], [1, 0], 2)
print("all on its way:", numbers, "at", t)

# Sixteen rays in one call: no hit has the number tree.capacity, and t is infinite.
angles = np.arange(16) * np.pi / 8
t, numbers = tree.ray(np.zeros((16, 2)), np.column_stack([np.cos(angles), np.sin(angles)]), max_t=8)
print("hits:", numbers[numbers < tree.capacity], "of", len(numbers))

# A box that moves by (10, 3) stops at the first wall; light passes glass, as its mask leaves it out.
t, number = tree.cast([0, -1, 1, 0], [10, 3])
print(f"the box stops after {t:.0%} of its way, at {number}")
t, number = tree.segment([7, 0], [12, 0], mask=WALL)
print("in the way of light:", "nothing" if np.isinf(t) else number)

# Output:
# the ray hits 0 at x = 5, on the face that looks along [-1.  0.]
# all on its way: [0 1] at [5. 9.]
# hits: [0 0 2 2 2 2 2 0] of 16
# the box stops after 40% of its way, at 0
# in the way of light: nothing
