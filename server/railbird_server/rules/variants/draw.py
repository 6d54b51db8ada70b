"""Games with a draw: five card draw and its openers, lowball, triple draw, badugi, and the stripped packs of old."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.ranking import JokerRole, Order, RankingRules, Unbeatable
from railbird_server.rules.variants.record import USUAL_CAP, Forced, Opener, Openers, Street, Variant
from railbird_shared.games import Family, Structure

ACE_TO_FIVE = RankingRules(order=Order.ACE_TO_FIVE)
DEUCE_TO_SEVEN = RankingRules(order=Order.DEUCE_TO_SEVEN)
ACE_TO_SIX = RankingRules(order=Order.ACE_TO_SIX)
BADUGI_RANKING = RankingRules(order=Order.BADUGI)
ONE_BUG = RankingRules(jokers=1, joker_role=JokerRole.BUG)
ONE_JOKER = RankingRules(jokers=1, joker_role=JokerRole.WILD)

ANTE_STREETS = (
    Street("deal", Opener.LEFT_OF_BUTTON, down=5, burn=False),
    Street("draw", Opener.FIRST_BETTOR, draw=5, big=True),
)
BLIND_STREETS = (
    Street("deal", Opener.LEFT_OF_BLINDS, down=5, burn=False),
    Street("draw", Opener.LEFT_OF_BUTTON, draw=5, big=True),
)


def triple_draw(cards: int) -> tuple[Street, ...]:
    """Three draws with a round after each, the first two rounds in small bets (VT-XX-1)."""
    return (
        Street("deal", Opener.LEFT_OF_BLINDS, down=cards, burn=False),
        Street("first draw", Opener.LEFT_OF_BUTTON, draw=cards),
        Street("second draw", Opener.LEFT_OF_BUTTON, draw=cards, big=True),
        Street("third draw", Opener.LEFT_OF_BUTTON, draw=cards, big=True),
    )


FIVE_CARD_DRAW = Variant(
    id="five-card-draw",
    name="Five Card Draw",
    family=Family.DRAW,
    structure=Structure.FIXED,
    raise_cap=USUAL_CAP,
    forced=Forced.ANTES,
    streets=ANTE_STREETS,
    most_seats=6,
    habit=2,
    pass_out=True,
    clauses=("DL-7", "DL-8"),
)
FIVE_CARD_DRAW_BLINDS = replace(
    FIVE_CARD_DRAW,
    id="five-card-draw-blinds",
    name="Five Card Draw with Blinds",
    forced=Forced.BLINDS,
    streets=BLIND_STREETS,
    pass_out=False,
    clauses=("DL-7", "DL-10"),
)
JACKS_OR_BETTER = replace(FIVE_CARD_DRAW, id="jacks-or-better", name="Jacks or Better", openers=Openers.JACKS)
PROGRESSIVE_JACKS = replace(
    JACKS_OR_BETTER, id="progressive-jacks", name="Progressive Jacks", openers=Openers.PROGRESSIVE
)
JOKER_DRAW = replace(FIVE_CARD_DRAW, id="joker-draw", name="Five Card Draw with Joker", high=ONE_JOKER)
BUG_DRAW = replace(JACKS_OR_BETTER, id="bug-draw", name="Jacks or Better with the Bug", high=ONE_BUG)

LOWBALL = replace(FIVE_CARD_DRAW, id="lowball", name="Ace to Five Lowball", high=None, low=ACE_TO_FIVE)
LOWBALL_SEVEN = replace(LOWBALL, id="lowball-27", name="Deuce to Seven Lowball", low=DEUCE_TO_SEVEN)
LOWBALL_SIX = replace(LOWBALL, id="lowball-a6", name="Ace to Six Lowball", low=ACE_TO_SIX)

SINGLE_DRAW = replace(
    FIVE_CARD_DRAW_BLINDS,
    id="single-draw",
    name="Deuce to Seven Single Draw",
    structure=Structure.NO_LIMIT,
    raise_cap=None,
    high=None,
    low=DEUCE_TO_SEVEN,
    clauses=("VT-XX-6", "DL-10"),
)
TRIPLE_DRAW = replace(
    SINGLE_DRAW,
    id="triple-draw",
    name="Deuce to Seven Triple Draw",
    structure=Structure.FIXED,
    raise_cap=USUAL_CAP,
    streets=triple_draw(5),
    clauses=("VT-XX-1", "DL-10"),
)
BADUGI = replace(
    TRIPLE_DRAW,
    id="badugi",
    name="Badugi",
    streets=triple_draw(4),
    low=BADUGI_RANKING,
    most_seats=8,
    clauses=("VT-XX-2", "DL-10"),
)

OLD_POKER = replace(
    FIVE_CARD_DRAW,
    id="old-poker",
    name="Poker of the 1820s",
    streets=(Street("deal", Opener.LEFT_OF_BUTTON, down=5, burn=False),),
    most_seats=4,
    high=RankingRules(pack=20, straights=False, flushes=False),
    clauses=("SK-7",),
)
ITALIAN_DRAW = replace(
    FIVE_CARD_DRAW,
    id="italian-draw",
    name="Italian Draw",
    most_seats=4,
    high=RankingRules(pack=40, flush_over_full=True, unbeatable=Unbeatable.ITALIAN),
    clauses=("SK-1", "NU-1"),
)
GREEK_DRAW = replace(
    ITALIAN_DRAW,
    id="greek-draw",
    name="Greek Draw",
    most_seats=3,
    high=RankingRules(pack=36, flush_over_full=True, unbeatable=Unbeatable.GREEK),
)

CLASSROOM = replace(
    FIVE_CARD_DRAW,
    id="classroom",
    name="Classroom Draw",
    structure=Structure.NO_LIMIT,
    raise_cap=None,
    forced=Forced.ANTES_AS_BET,
    streets=(
        Street("deal", Opener.LEFT_OF_BUTTON, down=5, burn=False),
        Street("draw", Opener.LEFT_OF_BUTTON, draw=5, burn=False, bets=False),
    ),
    most_seats=5,
    pass_out=False,
    fifth_card_last=False,
    bottom_card_held=False,
    show_all=True,
    by_seat=True,
    clauses=("SIMPLE-2",),
)

GAMES = (
    FIVE_CARD_DRAW,
    FIVE_CARD_DRAW_BLINDS,
    JACKS_OR_BETTER,
    PROGRESSIVE_JACKS,
    JOKER_DRAW,
    BUG_DRAW,
    LOWBALL,
    LOWBALL_SEVEN,
    LOWBALL_SIX,
    SINGLE_DRAW,
    TRIPLE_DRAW,
    BADUGI,
    OLD_POKER,
    ITALIAN_DRAW,
    GREEK_DRAW,
    CLASSROOM,
)
