"""Stud: five and seven cards, high, low and hi-lo (VT-S5, VT-S7, VT-RZ, VT-S8)."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.game_rules import OddChip
from railbird_shared.game.variants.draw import ACE_TO_FIVE
from railbird_shared.game.variants.variant import DEFAULT_RAISE_CAP, FirstToAct, ForcedBets, Street, Variant, listing


def seven_card_streets(first_to_act: FirstToAct, *, open_pair: bool) -> tuple[Street, ...]:
    """Returns the streets of seven-card games: two cards down, four up and one down (VT-S7-1, VT-S7-6)."""
    return (
        Street("third street", first_to_act, down=2, up=1, burn=False),
        Street("fourth street", FirstToAct.BEST_SHOWING, up=1, open_pair=open_pair),
        Street("fifth street", FirstToAct.BEST_SHOWING, up=1, big_bet=True),
        Street("sixth street", FirstToAct.BEST_SHOWING, up=1, big_bet=True),
        Street("seventh street", FirstToAct.BEST_SHOWING, down=1, big_bet=True, community_card_if_short=True),
    )


FIVE_CARD_STUD = Variant(
    **listing("five-card-stud"),
    family=Family.STUD,
    structure=Structure.FIXED,
    raise_cap=DEFAULT_RAISE_CAP,
    forced_bets=ForcedBets.ANTES,
    streets=(
        Street("second street", FirstToAct.HIGHEST_UPCARD, down=1, up=1, burn=False, must_open=True),
        Street("third street", FirstToAct.BEST_SHOWING, up=1),
        Street("fourth street", FirstToAct.BEST_SHOWING, up=1, big_bet=True),
        Street("fifth street", FirstToAct.BEST_SHOWING, up=1, big_bet=True),
    ),
    default_bet=4,
    odd_chip=OddChip.SUIT,
    forced_bet_clauses=("VT-S5-1",),
)

SEVEN_CARD_STUD = replace(
    FIVE_CARD_STUD,
    **listing("seven-card-stud"),
    forced_bets=ForcedBets.ANTES_AND_BRING_IN,
    streets=seven_card_streets(FirstToAct.LOWEST_UPCARD, open_pair=True),
    forced_bet_clauses=("VT-S7-13",),
)
TRADITIONAL_SEVEN_CARD_STUD = replace(
    SEVEN_CARD_STUD,
    **listing("seven-card-stud-traditional", "Traditional Seven Card Stud"),
    forced_bets=ForcedBets.ANTES,
    streets=seven_card_streets(FirstToAct.HIGHEST_UPCARD, open_pair=True),
)
STUD_HI_LO = replace(
    SEVEN_CARD_STUD,
    **listing("stud-hilo", "Seven Card Stud Hi-Lo"),
    streets=seven_card_streets(FirstToAct.LOWEST_UPCARD, open_pair=False),
    low=ACE_TO_FIVE,
    forced_bet_clauses=("VT-S8-1", "VT-S7-13"),
)
STUD_EIGHT = replace(
    STUD_HI_LO, **listing("stud8", "Seven Card Stud Hi-Lo Eight or Better"), low=replace(ACE_TO_FIVE, qualifier=8)
)
RAZZ = replace(
    SEVEN_CARD_STUD,
    **listing("razz"),
    streets=seven_card_streets(FirstToAct.HIGHEST_UPCARD_ACE_LOW, open_pair=False),
    high=None,
    low=ACE_TO_FIVE,
    forced_bet_clauses=("VT-RZ-1", "VT-S7-13"),
)
