"""Stud: five and seven cards, high, low and hi-lo (VT-S5, VT-S7, VT-RZ, VT-S8)."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.ranking import Order, RankingRules
from railbird_server.rules.variants.record import USUAL_CAP, Forced, OddChip, Opener, Street, Variant
from railbird_shared.games import Family, Structure

ACE_TO_FIVE = RankingRules(order=Order.ACE_TO_FIVE)


def seven_streets(start: Opener, *, open_pair: bool) -> tuple[Street, ...]:
    """Seven cards, two down, four up and one down, begun as said (VT-S7-1, VT-S7-6)."""
    return (
        Street("third street", start, down=2, up=1, burn=False),
        Street("fourth street", Opener.BEST_SHOWING, up=1, open_pair=open_pair),
        Street("fifth street", Opener.BEST_SHOWING, up=1, big=True),
        Street("sixth street", Opener.BEST_SHOWING, up=1, big=True),
        Street("seventh street", Opener.BEST_SHOWING, down=1, big=True, common_if_short=True),
    )


SEVEN_CARD_STUD = Variant(
    id="seven-card-stud",
    name="Seven Card Stud",
    family=Family.STUD,
    structure=Structure.FIXED,
    raise_cap=USUAL_CAP,
    forced=Forced.ANTES_AND_BRING_IN,
    streets=seven_streets(Opener.LOWEST_UPCARD, open_pair=True),
    most_seats=8,
    habit=4,
    odd_chip=OddChip.SUIT,
    clauses=("VT-S7-13",),
)
SEVEN_CARD_STUD_HIGH_START = replace(
    SEVEN_CARD_STUD,
    id="seven-card-stud-traditional",
    name="Traditional Seven Card Stud",
    forced=Forced.ANTES,
    streets=seven_streets(Opener.HIGHEST_UPCARD, open_pair=True),
)
STUD_HI_LO = replace(
    SEVEN_CARD_STUD,
    id="stud-hilo",
    name="Seven Card Stud Hi-Lo",
    streets=seven_streets(Opener.LOWEST_UPCARD, open_pair=False),
    low=ACE_TO_FIVE,
    clauses=("VT-S8-1", "VT-S7-13"),
)
STUD_EIGHT = replace(
    STUD_HI_LO,
    id="stud8",
    name="Seven Card Stud Hi-Lo Eight or Better",
    low=replace(ACE_TO_FIVE, qualifier=8),
)
RAZZ = replace(
    SEVEN_CARD_STUD,
    id="razz",
    name="Razz",
    streets=seven_streets(Opener.HIGHEST_UPCARD_ACE_LOW, open_pair=False),
    high=None,
    low=ACE_TO_FIVE,
    clauses=("VT-RZ-1", "VT-S7-13"),
)

FIVE_CARD_STUD = Variant(
    id="five-card-stud",
    name="Five Card Stud",
    family=Family.STUD,
    structure=Structure.FIXED,
    raise_cap=USUAL_CAP,
    forced=Forced.ANTES,
    streets=(
        Street("second street", Opener.HIGHEST_UPCARD, down=1, up=1, burn=False, must_open=True),
        Street("third street", Opener.BEST_SHOWING, up=1),
        Street("fourth street", Opener.BEST_SHOWING, up=1, big=True),
        Street("fifth street", Opener.BEST_SHOWING, up=1, big=True),
    ),
    most_seats=10,
    habit=4,
    odd_chip=OddChip.SUIT,
    clauses=("VT-S5-1",),
)

GAMES = (
    FIVE_CARD_STUD,
    SEVEN_CARD_STUD,
    SEVEN_CARD_STUD_HIGH_START,
    STUD_HI_LO,
    STUD_EIGHT,
    RAZZ,
)
