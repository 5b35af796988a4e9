"""Contacts: which pairs began and ended since the last update, and for how long."""

import numpy as np
import quadrille as qd

names = ["train", "north station", "south station"]
boxes = np.array([[0, 0, 3, 1], [5, 0, 9, 1], [20, 0, 24, 1]], dtype=float)
tree = qd.Tree(boxes, edges="open")  # touching is not overlapping
contacts = tree.contacts()
arrival = {}

for minute in range(21):
    boxes[0, [0, 2]] += 1
    tree.move([0], boxes[[0]])
    began, ended = contacts.update()
    for a, b in began.tolist():
        arrival[a, b] = minute
        print(f"{minute}: the {names[a]} reaches the {names[b]}")
    for a, b in ended.tolist():
        print(f"{minute}: the {names[a]} has left the {names[b]} after {minute - arrival.pop((a, b))} minutes")
    if minute == 5:
        print(f"{minute}: lasting {contacts.stayed()}, {len(contacts)} in all; with the train: {contacts.of(0)}")

tree.remove([2])  # what ends when an item is removed is reported as well
began, ended = contacts.update()
print("without the station:", ended)

# Output:
# 2: the train reaches the north station
# 5: lasting [[0 1]], 1 in all; with the train: [1]
# 8: the train has left the north station after 6 minutes
# 17: the train reaches the south station
# without the station: [[0 2]]
