"""What a game, a house or a ranking refuses to be: settings that do not go together."""

from __future__ import annotations


class BadSetup(ValueError):
    """A game that cannot be played: wrong seats, stacks, stakes or settings; the message is one sentence."""
