"""How hypothesis looks for counterexamples: without a deadline anywhere, and in CI the same way every time."""

from __future__ import annotations

import os

from hypothesis import settings

_BASE_PROFILE = settings.get_profile("ci" if "CI" in os.environ else "default")

settings.register_profile("railbird", _BASE_PROFILE, deadline=None)
settings.load_profile("railbird")
