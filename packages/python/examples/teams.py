"""Circles of two teams: only opponents meet, and of the boxes that overlap those are picked whose circles touch."""

import numpy as np
import quadrille as qd

source = np.random.default_rng(8)
places, radii = source.random((400, 2)) * 60, source.uniform(0.5, 1.5, 400)
team = np.arange(400) % 2


def boxes() -> np.ndarray:
    return np.hstack([places - radii[:, None], places + radii[:, None]])


# An item is on its layers and meets those of its mask; two items meet where each has a layer of the other's mask.
tree = qd.Tree(boxes(), layers=1 << team, masks=1 << (1 - team))
contacts = tree.contacts()
for frame in range(3):
    places += source.normal(0, 0.3, places.shape)
    tree.move(None, boxes())
    began, ended = contacts.update()
    pairs = np.vstack([began, contacts.stayed()])  # all boxes that overlap
    first, second = pairs.T
    apart = np.hypot(*(places[first] - places[second]).T)
    touching = pairs[apart <= radii[first] + radii[second]]
    print(f"frame {frame}: {len(began)} boxes meet, {len(ended)} part; {len(touching)} of {len(pairs)} circles touch")
print("opponents only:", (team[first] != team[second]).all())

# A question has layers and a mask too: here it sees the first team alone.
print("of the first team:", len(tree.search(0, 0, 60, 60, mask=1)), "of", tree.count(0, 0, 60, 60))
tree.set_filter([0], layers=qd.NO_LAYER)  # on no layer: nothing meets it any more
print("item 0 in a pair:", 0 in tree.pairs())

# Output:
# frame 0: 166 boxes meet, 0 part; 132 of 166 circles touch
# frame 1: 38 boxes meet, 21 part; 144 of 183 circles touch
# frame 2: 32 boxes meet, 23 part; 147 of 192 circles touch
# opponents only: True
# of the first team: 200 of 400
# item 0 in a pair: False
