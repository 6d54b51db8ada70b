"""Games with a draw: five card draw and its openers, lowball, triple draw, badugi, and the stripped packs of old."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.game_rules import CircularOrder, JokerRole, OpeningRequirement, Order
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants.variant import DEFAULT_RAISE_CAP, FirstToAct, ForcedBets, Street, Variant

ACE_TO_FIVE = RankingRules(order=Order.ACE_TO_FIVE)
DEUCE_TO_SEVEN = RankingRules(order=Order.DEUCE_TO_SEVEN)
ACE_TO_SIX = RankingRules(order=Order.ACE_TO_SIX)
BADUGI_RANKING = RankingRules(order=Order.BADUGI)
ONE_BUG = RankingRules(jokers=1, joker_role=JokerRole.BUG)
ONE_JOKER = RankingRules(jokers=1, joker_role=JokerRole.WILD)

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
    id="five-card-draw",
    name="Five Card Draw",
    family=Family.DRAW,
    structure=Structure.FIXED,
    raise_cap=DEFAULT_RAISE_CAP,
    forced_bets=ForcedBets.ANTES,
    streets=ANTE_STREETS,
    max_seats=6,
    default_bet=2,
    pass_out=True,
    forced_bet_clauses=("DL-7", "DL-8"),
)
FIVE_CARD_DRAW_BLINDS = replace(
    FIVE_CARD_DRAW,
    id="five-card-draw-blinds",
    name="Five Card Draw with Blinds",
    forced_bets=ForcedBets.BLINDS,
    streets=BLIND_STREETS,
    pass_out=False,
    forced_bet_clauses=("DL-7", "DL-10"),
)
JACKS_OR_BETTER = replace(
    FIVE_CARD_DRAW, id="jacks-or-better", name="Jacks or Better", open_requirement=OpeningRequirement.JACKS
)
PROGRESSIVE_JACKS = replace(
    JACKS_OR_BETTER, id="progressive-jacks", name="Progressive Jacks", open_requirement=OpeningRequirement.PROGRESSIVE
)
JOKER_DRAW = replace(FIVE_CARD_DRAW, id="joker-draw", name="Five Card Draw with Joker", high=ONE_JOKER)
BUG_DRAW = replace(JACKS_OR_BETTER, id="bug-draw", name="Jacks or Better with the Bug", high=ONE_BUG)

LOWBALL = replace(FIVE_CARD_DRAW, id="lowball", name="Ace to Five Lowball", high=None, low=ACE_TO_FIVE)
DEUCE_TO_SEVEN_LOWBALL = replace(LOWBALL, id="lowball-27", name="Deuce to Seven Lowball", low=DEUCE_TO_SEVEN)
ACE_TO_SIX_LOWBALL = replace(LOWBALL, id="lowball-a6", name="Ace to Six Lowball", low=ACE_TO_SIX)

SINGLE_DRAW = replace(
    FIVE_CARD_DRAW_BLINDS,
    id="single-draw",
    name="Deuce to Seven Single Draw",
    structure=Structure.NO_LIMIT,
    raise_cap=None,
    high=None,
    low=DEUCE_TO_SEVEN,
    forced_bet_clauses=("VT-XX-6", "DL-10"),
)
TRIPLE_DRAW = replace(
    SINGLE_DRAW,
    id="triple-draw",
    name="Deuce to Seven Triple Draw",
    structure=Structure.FIXED,
    raise_cap=DEFAULT_RAISE_CAP,
    streets=triple_draw_streets(5),
    forced_bet_clauses=("VT-XX-1", "DL-10"),
)
BADUGI = replace(
    TRIPLE_DRAW,
    id="badugi",
    name="Badugi",
    streets=triple_draw_streets(4),
    low=BADUGI_RANKING,
    max_seats=8,
    forced_bet_clauses=("VT-XX-2", "DL-10"),
)

OLD_POKER = replace(
    FIVE_CARD_DRAW,
    id="old-poker",
    name="Poker of the 1820s",
    streets=(Street("deal", FirstToAct.LEFT_OF_BUTTON, down=5, burn=False),),
    max_seats=4,
    high=RankingRules(pack=20, straights=False, flushes=False),
    forced_bet_clauses=("SK-7",),
)
ITALIAN_DRAW = replace(
    FIVE_CARD_DRAW,
    id="italian-draw",
    name="Italian Draw",
    max_seats=4,
    high=RankingRules(pack=40, flush_over_full=True, unbeatable=CircularOrder.ITALIAN),
    forced_bet_clauses=("SK-1", "NU-1"),
)
GREEK_DRAW = replace(
    ITALIAN_DRAW,
    id="greek-draw",
    name="Greek Draw",
    max_seats=3,
    high=RankingRules(pack=36, flush_over_full=True, unbeatable=CircularOrder.GREEK),
)

CLASSROOM = replace(
    FIVE_CARD_DRAW,
    id="classroom",
    name="Classroom Draw",
    structure=Structure.NO_LIMIT,
    raise_cap=None,
    forced_bets=ForcedBets.ANTES_AS_BET,
    streets=(
        Street("deal", FirstToAct.LEFT_OF_BUTTON, down=5, burn=False),
        Street("draw", FirstToAct.LEFT_OF_BUTTON, draw=5, burn=False, has_betting=False),
    ),
    max_seats=5,
    pass_out=False,
    fifth_card_last=False,
    bottom_card_held=False,
    show_all_hands=True,
    by_seat_number=True,
    forced_bet_clauses=("SIMPLE-2",),
)

GAMES = (
    FIVE_CARD_DRAW,
    FIVE_CARD_DRAW_BLINDS,
    JACKS_OR_BETTER,
    PROGRESSIVE_JACKS,
    JOKER_DRAW,
    BUG_DRAW,
    LOWBALL,
    DEUCE_TO_SEVEN_LOWBALL,
    ACE_TO_SIX_LOWBALL,
    SINGLE_DRAW,
    TRIPLE_DRAW,
    BADUGI,
    OLD_POKER,
    ITALIAN_DRAW,
    GREEK_DRAW,
    CLASSROOM,
)
