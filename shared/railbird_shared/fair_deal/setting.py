"""Whether the deals of a table are proved."""

from __future__ import annotations

from enum import StrEnum


class FairDeal(StrEnum):
    """How far players can check the deals of a table."""

    OFF = "off"
    PROVED = "proved"
    """The deck of each hand is committed to before its first card, and each card that somebody sees is opened."""
    OPENED = "opened"
    """Besides, whole decks are opened at the end of the night, mucked cards and all."""


FAIR_DEAL_SENTENCES = {
    FairDeal.OFF: (),
    FairDeal.PROVED: ("Every deal is proved: the deck is fixed before the first card, and your program checks yours.",),
    FairDeal.OPENED: (
        "Every deal is proved: the deck is fixed before the first card, and your program checks yours.",
        "When the table closes, all decks of the night are opened, mucked cards too.",
    ),
}
"""What players have to know of it, in sentences."""
