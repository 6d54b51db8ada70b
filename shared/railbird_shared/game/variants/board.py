"""Games with common cards: hold'em, Omaha, pineapple and short-deck (VT-HE, VT-OM, VT-O8, VT-XX-3..5)."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.game_rules import Order, Selection
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants.variant import DEFAULT_RAISE_CAP, FirstToAct, ForcedBets, Street, Variant

EIGHT_OR_BETTER = RankingRules(order=Order.ACE_TO_FIVE, qualifier=8)

FLOP = Street("flop", FirstToAct.LEFT_OF_BUTTON, board=3)
TURN = Street("turn", FirstToAct.LEFT_OF_BUTTON, board=1, big_bet=True)
RIVER = Street("river", FirstToAct.LEFT_OF_BUTTON, board=1, big_bet=True)
DISCARD = Street("discard", FirstToAct.LEFT_OF_BUTTON, burn=False, discard=1, has_betting=False)


def preflop_street(cards: int) -> Street:
    """Returns the first street, with `cards` cards for each player."""
    return Street("preflop", FirstToAct.LEFT_OF_BLINDS, down=cards, burn=False)


HOLDEM = Variant(
    id="holdem",
    name="Hold'em",
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    forced_bets=ForcedBets.BLINDS,
    streets=(preflop_street(2), FLOP, TURN, RIVER),
    max_seats=10,
    default_bet=2,
    forced_bet_clauses=("VT-HE-1", "DL-10"),
)

LIMIT_HOLDEM = replace(HOLDEM, id="limit-holdem", structure=Structure.FIXED, raise_cap=DEFAULT_RAISE_CAP)

OMAHA = replace(
    HOLDEM,
    id="omaha",
    name="Omaha",
    structure=Structure.POT,
    streets=(preflop_street(4), *HOLDEM.streets[1:]),
    selection=Selection.TWO_FROM_HAND,
    forced_bet_clauses=("VT-OM-1", "DL-10"),
)
OMAHA_FIVE = replace(
    OMAHA, id="omaha-5", name="Five Card Omaha", streets=(preflop_street(5), *HOLDEM.streets[1:]), max_seats=8
)
OMAHA_SIX = replace(
    OMAHA, id="omaha-6", name="Six Card Omaha", streets=(preflop_street(6), *HOLDEM.streets[1:]), max_seats=7
)

OMAHA_HI_LO = replace(
    OMAHA,
    id="omaha8",
    name="Omaha Hi-Lo Eight or Better",
    structure=Structure.FIXED,
    raise_cap=DEFAULT_RAISE_CAP,
    low=EIGHT_OR_BETTER,
    forced_bet_clauses=("VT-O8-1", "DL-10"),
)

PINEAPPLE = replace(
    HOLDEM,
    id="pineapple",
    name="Pineapple",
    streets=(preflop_street(3), DISCARD, FLOP, TURN, RIVER),
    forced_bet_clauses=("VT-XX-3", "DL-10"),
)
CRAZY_PINEAPPLE = replace(
    PINEAPPLE, id="crazy-pineapple", name="Crazy Pineapple", streets=(preflop_street(3), FLOP, DISCARD, TURN, RIVER)
)

SHORT_DECK = replace(
    HOLDEM,
    id="short-deck",
    name="Short-Deck Hold'em",
    forced_bets=ForcedBets.ANTES_AND_BUTTON,
    high=RankingRules(pack=36, flush_over_full=True),
    forced_bet_clauses=("VT-XX-5",),
)

GAMES = (
    HOLDEM,
    LIMIT_HOLDEM,
    OMAHA,
    OMAHA_FIVE,
    OMAHA_SIX,
    OMAHA_HI_LO,
    PINEAPPLE,
    CRAZY_PINEAPPLE,
    SHORT_DECK,
)
