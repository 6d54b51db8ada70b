"""What the house takes of the pots."""

from __future__ import annotations

from msgspec import Struct


class Rake(Struct, frozen=True):
    """The house's share: a percentage of each pot, rounded down, up to `cap` chips a hand, 0 for no cap (AI-17)."""

    percent: int
    cap: int = 0
