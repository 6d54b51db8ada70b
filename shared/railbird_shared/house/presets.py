"""House rules that come with the server, each under a name."""

from __future__ import annotations

from railbird_shared.game.game_rules import OddChip
from railbird_shared.house.house_rules import NO_CAP, DiscardLimit, HouseRules, StudStart

DEFAULT = HouseRules()
"""The defaults of the catalogue; the host of a table decides the rest."""

CASINO = HouseRules(min_buy_in_multiple=20)
"""The rules of a card room without its charge: every game as it is usually played, and larger buy-ins."""

KITCHEN_TABLE = HouseRules(
    raise_cap=NO_CAP,
    discard_limit=DiscardLimit.THREE_OR_FOUR_WITH_ACE,
    fifth_card_last=False,
    bottom_card_held=False,
    burn=False,
    odd_chip=OddChip.SUIT,
    stud_start=StudStart.HIGH_CARD,
)
"""A home game of the old school: antes and the high card start a hand, nothing is burned, raises are not capped."""

CLASSROOM = HouseRules(
    raise_cap=NO_CAP,
    fifth_card_last=False,
    bottom_card_held=False,
    burn=False,
    odd_chip=OddChip.POSITION,
)
"""The rules of the classroom game, which they leave as it is (SIMPLE-12, SIMPLE-18, SIMPLE-19).

Every game keeps its own pack and jokers.
"""

PRESETS = {"casino": CASINO, "kitchen-table": KITCHEN_TABLE, "classroom": CLASSROOM, "ask-me": DEFAULT}
"""Every preset by its name."""


def preset_name(house: HouseRules) -> str:
    """Returns the name of the preset that has these rules, or nothing."""
    return next((name for name, rules in PRESETS.items() if rules == house), "")
