"""How many random cases a test tries: a part of them, or all with `RAILBIRD_EXAMPLES=all`, as `.ci/run` does.

They are the same every time, and others each time with `RAILBIRD_EXAMPLES=new`.
"""

from __future__ import annotations

import os

_WANTED = os.environ.get("RAILBIRD_EXAMPLES")
TRIES_NEW_CASES = _WANTED == "new"
"""Whether no case has to be one that was tried before."""

_PART, _FEWEST = 5, 3


def examples(number: int) -> int:
    """Returns the number, or a fifth of it where a test need not try everything."""
    return number if _WANTED in {"all", "new"} else min(number, max(_FEWEST, number // _PART))
