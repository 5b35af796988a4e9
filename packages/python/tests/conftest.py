"""Settings of hypothesis: the quick profile is that of the check; HYPOTHESIS_PROFILE=long asks more."""

import os
import sys

from hypothesis import HealthCheck, settings

sys.path.insert(0, os.path.dirname(__file__))
usual = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}
settings.register_profile("quick", max_examples=60, derandomize=True, **usual)  # type: ignore[arg-type]
settings.register_profile("long", max_examples=1000, **usual)  # type: ignore[arg-type]
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
