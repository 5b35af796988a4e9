"""Names for types of arrays and arguments."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]
Relation = Literal["overlaps", "inside", "contains"]
# One box or point, as a list or a tuple of numbers: the answer has no axis for it.
One = Sequence[float | np.floating[Any] | np.integer[Any]]
