"""Games with common cards: hold'em, Omaha, pineapple and short-deck (VT-HE, VT-OM, VT-O8, VT-XX-3..5)."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.game_rules import Order, Selection
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants.variant import DEFAULT_RAISE_CAP, FirstToAct, ForcedBets, Street, Variant, listing

EIGHT_OR_BETTER = RankingRules(order=Order.ACE_TO_FIVE, qualifier=8)

FLOP = Street("flop", FirstToAct.LEFT_OF_BUTTON, board=3)
TURN = Street("turn", FirstToAct.LEFT_OF_BUTTON, board=1, big_bet=True)
RIVER = Street("river", FirstToAct.LEFT_OF_BUTTON, board=1, big_bet=True)
DISCARD = Street("discard", FirstToAct.LEFT_OF_BUTTON, burn=False, discard=1, has_betting=False)


def preflop_street(cards: int) -> Street:
    """Returns the first street, with `cards` cards for each player."""
    return Street("preflop", FirstToAct.LEFT_OF_BLINDS, down=cards, burn=False)


HOLDEM = Variant(
    **listing("holdem", "Hold'em"),
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    forced_bets=ForcedBets.BLINDS,
    streets=(preflop_street(2), FLOP, TURN, RIVER),
    default_bet=2,
    forced_bet_clauses=("VT-HE-1", "DL-10"),
)

LIMIT_HOLDEM = replace(
    HOLDEM, **listing("limit-holdem", "Hold'em"), structure=Structure.FIXED, raise_cap=DEFAULT_RAISE_CAP
)

OMAHA = replace(
    HOLDEM,
    **listing("omaha", "Omaha"),
    structure=Structure.POT,
    streets=(preflop_street(4), *HOLDEM.streets[1:]),
    selection=Selection.TWO_FROM_HAND,
    forced_bet_clauses=("VT-OM-1", "DL-10"),
)
OMAHA_FIVE = replace(OMAHA, **listing("omaha-5"), streets=(preflop_street(5), *HOLDEM.streets[1:]))
OMAHA_SIX = replace(OMAHA, **listing("omaha-6"), streets=(preflop_street(6), *HOLDEM.streets[1:]))

OMAHA_HI_LO = replace(
    OMAHA,
    **listing("omaha8", "Omaha Hi-Lo Eight or Better"),
    structure=Structure.FIXED,
    raise_cap=DEFAULT_RAISE_CAP,
    low=EIGHT_OR_BETTER,
    forced_bet_clauses=("VT-O8-1", "DL-10"),
)

PINEAPPLE = replace(
    HOLDEM,
    **listing("pineapple"),
    streets=(preflop_street(3), DISCARD, FLOP, TURN, RIVER),
    forced_bet_clauses=("VT-XX-3", "DL-10"),
)
CRAZY_PINEAPPLE = replace(
    PINEAPPLE, **listing("crazy-pineapple"), streets=(preflop_street(3), FLOP, DISCARD, TURN, RIVER)
)

SHORT_DECK = replace(
    HOLDEM,
    **listing("short-deck"),
    forced_bets=ForcedBets.ANTES_AND_BUTTON,
    high=RankingRules(pack=36, flush_over_full=True),
    forced_bet_clauses=("VT-XX-5",),
)
