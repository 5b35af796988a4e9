"""A server of a game: what each player sees, and what to send when something enters or leaves the view."""

import numpy as np
import quadrille as qd

source = np.random.default_rng(4)
players, others = np.array([[20.0, 50.0], [80.0, 50.0]]), source.random((300, 2)) * 100
world = qd.Tree()
avatars = world.insert(players)
animals = world.insert(others)

# Each sees what comes within 12 until it is farther than 12 + 3 away, but not itself.
interest = world.interest()
eyes = interest.add(players, radii=12, margin=3, ignore=avatars)
entered, left = interest.update()
print("at first:", np.bincount(entered[:, 0]), "seen by the two players")

messages = np.zeros(2, dtype=int)
for _ in range(30):
    players += [[1, 0], [-1, 0]]  # toward each other
    others += source.normal(0, 0.5, others.shape)
    world.move(avatars, players)
    world.move(animals, others)
    interest.move(eyes, players)
    entered, left = interest.update()
    messages += np.bincount(entered[:, 0], minlength=2) + np.bincount(left[:, 0], minlength=2)
print("events for each in 30 ticks:", messages)
print("the first sees the second:", avatars[1] in interest.seen(eyes[0]), interest.of(avatars[1]))

world.remove(avatars[1])
interest.remove(eyes[1])
entered, left = interest.update()
print("after it has gone, left:", left)

# Output:
# at first: [10 18] seen by the two players
# events for each in 30 ticks: [38 54]
# the first sees the second: True [0]
# after it has gone, left: [[0 1]]
