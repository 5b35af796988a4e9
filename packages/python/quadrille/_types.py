"""Names for types of arrays and arguments."""

from typing import Literal

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]
Relation = Literal["overlaps", "inside", "contains"]
