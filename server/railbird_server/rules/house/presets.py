"""Houses that need no file: each a record of settings under a name."""

from __future__ import annotations

from railbird_server.rules.house.house_rules import NO_CAP, DiscardLimit, HouseRules, StudStart
from railbird_shared.game_rules import OddChip

DEFAULT = HouseRules()
"""The defaults of the catalogue: whoever opens a table settles the rest."""

CASINO = HouseRules(min_buy_in_multiple=20)
"""A card room's way, but for its charge: every game as it is known, and full purses."""

KITCHEN_TABLE = HouseRules(
    raise_cap=NO_CAP,
    discard_limit=DiscardLimit.THREE_OR_FOUR_WITH_ACE,
    fifth_card_last=False,
    bottom_card_held=False,
    burn=False,
    odd_chip=OddChip.SUIT,
    stud_start=StudStart.HIGH_CARD,
)
"""A home game of the old school: antes and the high card begin, nothing is burned, and raises know no end."""

CLASSROOM = HouseRules(
    pack=52,
    jokers=0,
    raise_cap=NO_CAP,
    fifth_card_last=False,
    bottom_card_held=False,
    burn=False,
    odd_chip=OddChip.POSITION,
)
"""The house of the classroom game, which it leaves exactly as it is (SIMPLE-1, SIMPLE-12, SIMPLE-18, SIMPLE-19)."""

PRESETS = {"casino": CASINO, "kitchen-table": KITCHEN_TABLE, "classroom": CLASSROOM, "ask-me": DEFAULT}
"""Every preset by its name."""
