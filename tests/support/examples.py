"""How many random cases a test tries: a part of them, or all with `RAILBIRD_EXAMPLES=all`, as `.ci/run` does."""

from __future__ import annotations

import os

_ALL = os.environ.get("RAILBIRD_EXAMPLES") == "all"
_PART, _FEWEST = 5, 3


def examples(number: int) -> int:
    """Returns the number, or a fifth of it where a test need not try everything."""
    return number if _ALL else min(number, max(_FEWEST, number // _PART))
