"""No file of settings is read, and hypothesis has no deadline and tries the same cases every time in CI."""

from __future__ import annotations

import os

from hypothesis import settings

_BASE_PROFILE = settings.get_profile("ci" if "CI" in os.environ else "default")

settings.register_profile("railbird", _BASE_PROFILE, deadline=None)
settings.load_profile("railbird")

# Servers that tests start as processes read no settings of the developer either, and keep nothing in their home.
os.environ["RAILBIRD_NO_CONFIG"] = "1"
os.environ["RAILBIRD_MEMORY"] = "1"
