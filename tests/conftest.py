"""No file of settings is read, and hypothesis has no deadline and tries the same cases every time in CI."""

from __future__ import annotations

import os

from hypothesis import settings

_BASE_PROFILE = settings.get_profile("ci" if "CI" in os.environ else "default")

settings.register_profile("railbird", _BASE_PROFILE, deadline=None)
settings.load_profile("railbird")

os.environ["RAILBIRD_NO_CONFIG"] = "1"  # also of the servers that tests start as processes
