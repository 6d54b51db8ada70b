"""Games with a draw: five card draw and its openers, lowball, triple draw, badugi, and the stripped packs of old."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.game_rules import CircularOrder, JokerRole, OpeningRequirement, Order
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants.variant import DEFAULT_RAISE_CAP, FirstToAct, ForcedBets, Street, Variant, listing

ACE_TO_FIVE = RankingRules(order=Order.ACE_TO_FIVE)
DEUCE_TO_SEVEN = RankingRules(order=Order.DEUCE_TO_SEVEN)
ACE_TO_SIX = RankingRules(order=Order.ACE_TO_SIX)

ANTE_STREETS = (
    Street("deal", FirstToAct.LEFT_OF_BUTTON, down=5, burn=False),
    Street("draw", FirstToAct.OPENER, draw=5, big_bet=True),
)
BLIND_STREETS = (
    Street("deal", FirstToAct.LEFT_OF_BLINDS, down=5, burn=False),
    Street("draw", FirstToAct.LEFT_OF_BUTTON, draw=5, big_bet=True),
)


def triple_draw_streets(cards: int) -> tuple[Street, ...]:
    """Returns the streets of a game with three draws; the first two rounds are in small bets (VT-XX-1)."""
    return (
        Street("deal", FirstToAct.LEFT_OF_BLINDS, down=cards, burn=False),
        Street("first draw", FirstToAct.LEFT_OF_BUTTON, draw=cards),
        Street("second draw", FirstToAct.LEFT_OF_BUTTON, draw=cards, big_bet=True),
        Street("third draw", FirstToAct.LEFT_OF_BUTTON, draw=cards, big_bet=True),
    )


FIVE_CARD_DRAW = Variant(
    **listing("five-card-draw"),
    family=Family.DRAW,
    structure=Structure.FIXED,
    raise_cap=DEFAULT_RAISE_CAP,
    forced_bets=ForcedBets.ANTES,
    streets=ANTE_STREETS,
    default_bet=2,
    pass_out=True,
    forced_bet_clauses=("DL-7", "DL-8"),
)
FIVE_CARD_DRAW_BLINDS = replace(
    FIVE_CARD_DRAW,
    **listing("five-card-draw-blinds"),
    forced_bets=ForcedBets.BLINDS,
    streets=BLIND_STREETS,
    pass_out=False,
    forced_bet_clauses=("DL-7", "DL-10"),
)
JACKS_OR_BETTER = replace(FIVE_CARD_DRAW, **listing("jacks-or-better"), open_requirement=OpeningRequirement.JACKS)
PROGRESSIVE_JACKS = replace(
    JACKS_OR_BETTER, **listing("progressive-jacks"), open_requirement=OpeningRequirement.PROGRESSIVE
)
JOKER_DRAW = replace(FIVE_CARD_DRAW, **listing("joker-draw"), high=RankingRules(jokers=1))
BUG_DRAW = replace(JACKS_OR_BETTER, **listing("bug-draw"), high=RankingRules(jokers=1, joker_role=JokerRole.BUG))

LOWBALL = replace(FIVE_CARD_DRAW, **listing("lowball"), high=None, low=ACE_TO_FIVE)
DEUCE_TO_SEVEN_LOWBALL = replace(LOWBALL, **listing("lowball-27"), low=DEUCE_TO_SEVEN)
ACE_TO_SIX_LOWBALL = replace(LOWBALL, **listing("lowball-a6"), low=ACE_TO_SIX)

SINGLE_DRAW = replace(
    FIVE_CARD_DRAW_BLINDS,
    **listing("single-draw"),
    structure=Structure.NO_LIMIT,
    raise_cap=None,
    high=None,
    low=DEUCE_TO_SEVEN,
    forced_bet_clauses=("VT-XX-6", "DL-10"),
)
TRIPLE_DRAW = replace(
    SINGLE_DRAW,
    **listing("triple-draw"),
    structure=Structure.FIXED,
    raise_cap=DEFAULT_RAISE_CAP,
    streets=triple_draw_streets(5),
    forced_bet_clauses=("VT-XX-1", "DL-10"),
)
BADUGI = replace(
    TRIPLE_DRAW,
    **listing("badugi"),
    streets=triple_draw_streets(4),
    low=RankingRules(order=Order.BADUGI),
    forced_bet_clauses=("VT-XX-2", "DL-10"),
)

OLD_POKER = replace(
    FIVE_CARD_DRAW,
    **listing("old-poker"),
    streets=(Street("deal", FirstToAct.LEFT_OF_BUTTON, down=5, burn=False),),
    high=RankingRules(pack=20, straights=False, flushes=False),
    forced_bet_clauses=("SK-7",),
)
ITALIAN_DRAW = replace(
    FIVE_CARD_DRAW,
    **listing("italian-draw"),
    high=RankingRules(pack=40, flush_over_full=True, unbeatable=CircularOrder.ITALIAN),
    forced_bet_clauses=("SK-1", "NU-1"),
)
GREEK_DRAW = replace(
    ITALIAN_DRAW,
    **listing("greek-draw"),
    high=RankingRules(pack=36, flush_over_full=True, unbeatable=CircularOrder.GREEK),
)

CLASSROOM = replace(
    FIVE_CARD_DRAW,
    **listing("classroom"),
    structure=Structure.NO_LIMIT,
    raise_cap=None,
    forced_bets=ForcedBets.ANTES_AS_BET,
    streets=(
        Street("deal", FirstToAct.LEFT_OF_BUTTON, down=5, burn=False),
        Street("draw", FirstToAct.LEFT_OF_BUTTON, draw=5, burn=False, has_betting=False),
    ),
    pass_out=False,
    fifth_card_last=False,
    bottom_card_held=False,
    show_all_hands=True,
    by_seat_number=True,
    forced_bet_clauses=("SIMPLE-2",),
)
