"""Totals of many windows without a look at each item, and what a map draws of a window."""

import numpy as np
import quadrille as qd

source = np.random.default_rng(6)
houses = source.normal(50, 15, (50_000, 2))
people = source.integers(1, 8, len(houses))
tree = qd.Tree(houses, totals=True, values=people)

side = np.arange(0, 100, 20.0)
x, y = np.meshgrid(side, side)
totals = tree.totals(np.stack([x, y, x + 20, y + 20], axis=-1))  # windows of shape (5, 5, 4)
print("people on each square:")
print(totals.sum)
mean = totals.sum / np.maximum(totals.count, 1)
print(f"in a house, on the fullest square: {mean.flat[totals.count.argmax()]:.2f}, at most {totals.greatest.max()}")

tree.set_values([0, 1], [100, 200])
print("after a change:", tree.totals([-1e9, -1e9, 1e9, 1e9]).greatest)

# A map of 500 pixels a side: nodes smaller than a pixel come as one group.
for width in (10_000, 1000, 100):
    low, high = 50 - width / 2, 50 + width / 2
    details = tree.details(low, low, high, high, width / 500)
    groups = (details.numbers < 0).sum()
    print(
        f"{width} wide: {len(details.numbers)} things to draw for {details.count.sum()} houses, {groups} of them groups"
    )

# Output:
# people on each square:
# [[  121   984  2205  1080   106]
#  [ 1009 10649 22595 10459   913]
#  [ 2160 22764 48283 22749  2345]
#  [  904 10412 23227 10429  1082]
#  [   68  1078  2263   934    97]]
# in a house, on the fullest square: 3.97, at most 7
# after a change: 200
# 10000 wide: 299 things to draw for 50000 houses, 53 of them groups
# 1000 wide: 16769 things to draw for 50000 houses, 654 of them groups
# 100 wide: 49923 things to draw for 49923 houses, 0 of them groups
