"""Gravity: a disc of stars around a heavy one, moved by leapfrog; the energy shows how exact the steps are."""

import numpy as np
import quadrille as qd

STARS, STEP, STEPS, SOFTENING = 2000, 0.01, 100, 0.05
source = np.random.default_rng(11)
radius, angle = np.sqrt(source.uniform(0.1, 1, STARS)), source.uniform(0, 2 * np.pi, STARS)
places = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
mass = np.full(STARS, 0.1 / STARS)
places[0], mass[0] = 0, 1  # in the middle, ten times all others
speed = np.sqrt(1 / radius)[:, None]
ways = speed * np.column_stack([-np.sin(angle), np.cos(angle)])
ways[0] = 0


def pull(exact: bool = False) -> tuple[np.ndarray, np.ndarray]:
    return qd.gravity(places, mass, softening=SOFTENING, potential=True, direct=exact)


def energy(potential: np.ndarray) -> float:
    return float((mass * ((ways**2).sum(axis=1) + potential)).sum() / 2)


acceleration, potential = pull()
exact, _ = pull(exact=True)
error = np.linalg.norm(acceleration - exact, axis=1) / np.linalg.norm(exact, axis=1)
before = energy(potential)
for step in range(STEPS):
    ways += STEP / 2 * acceleration
    places += STEP * ways
    acceleration, potential = pull()
    ways += STEP / 2 * acceleration
print("median error below 0.1 %:", bool(np.median(error) < 0.001))
print("energy kept within 0.1 %:", bool(abs(energy(potential) / before - 1) < 0.001))
print("farthest star within 1.5:", bool(np.linalg.norm(places, axis=1).max() < 1.5))

# Output:
# median error below 0.1 %: True
# energy kept within 0.1 %: True
# farthest star within 1.5: True
