"""How many random cases a test tries: a part of them, or all with `RAILBIRD_EXAMPLES=all`, as `.ci/run` does.

They are the same every time, and others each time with `RAILBIRD_EXAMPLES=new`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import pytest
from _pytest.mark.structures import ParameterSet

_WANTED = os.environ.get("RAILBIRD_EXAMPLES")
TRIES_NEW_CASES = _WANTED == "new"
"""Whether no case has to be one that was tried before."""

_PART, _FEWEST = 5, 3
_SLOW = pytest.mark.slow


def examples(number: int) -> int:
    """Returns the number, or a fifth of it where a test need not try everything."""
    return number if _WANTED in {"all", "new"} else min(number, max(_FEWEST, number // _PART))


def in_turn(cases: Iterable[object], others: Sequence[object], *, each: int = 1) -> list[ParameterSet]:
    """Pairs each case with all of the others; but for so many of them, which take turns, the pairs are slow."""
    return [
        pytest.param(case, other, marks=() if (k - i * each - i // len(others)) % len(others) < each else _SLOW)
        for i, case in enumerate(cases)
        for k, other in enumerate(others)
    ]
