"""A game's page says what is in its record, and changes with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.guide.game_page import game_page
from railbird_server.guide.page import render_page
from railbird_server.guide.rulebook import CLAUSE_ID, load_rulebook
from railbird_shared.game.announced_game import Structure
from railbird_shared.game.game_rules import JokerRole, LowestWild, OpeningRequirement, Order
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.protocol.events import HandShown
from support.hand_builders import make_hand
from support.random_play import play_to_end


def page(variant: Variant) -> str:
    """The page as one line, so that no sentence is broken."""
    return " ".join(render_page(game_page(variant, load_rulebook()), 100).split())


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_page_lists_the_streets_and_the_text_of_every_cited_clause(variant: Variant) -> None:
    text = page(variant)
    for place, street in enumerate(variant.streets, start=1):
        assert f"{place}. {street.name}" in text
    told, clauses = text.split(" The clauses ")
    for clause in {*CLAUSE_ID.findall(told), *variant.forced_bet_clauses}:
        assert f"{clause} " in clauses


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("holdem", "Small blind 1 left of the button, big blind 2 next to it. (DL-10)"),
        ("holdem", "The last to bet or raise in the final round shows first, or else the first left of the button."),
        ("holdem", "No limit: from 2 chips to all you have."),
        ("holdem", "When nobody can bet any more, all hands are turned up and the rest is dealt. (SD-24)"),
        ("badugi", "The part of a bet that nobody calls goes back. (AI-10)"),
        ("holdem", "Three cards on the board for all."),
        ("holdem", "The best five of the hand and the board count."),
        ("limit-holdem", "At most three in a round, any number between two."),
        ("omaha", "Pot limit: from 2 chips to the size of the pot."),
        ("omaha", "Exactly two cards of the hand and three of the board make it. (VT-OM-2)"),
        ("omaha8", "Without a low of eight or better high takes all. (LO-22, SD-19)"),
        ("pineapple", "Each player throws one card away."),
        ("short-deck", "36 cards, sixes to aces. (SK-1)"),
        ("short-deck", "A flush beats a full house."),
        ("short-deck", "An ante of 2 chips from everybody, and 2 more from the button as a bet."),
        ("five-card-draw", "If all pass the first round, the cards are thrown in"),
        ("five-card-draw", "In a tournament, and when the table closes, it goes back to those who paid into it."),
        (
            "five-card-draw",
            "A card is burned. (DL-17) Each player may throw away up to five cards for as many new ones, or stand pat.",
        ),
        ("jacks-or-better", "Only a pair of jacks or better may open."),
        ("progressive-jacks", "queens, kings, aces and back. (VT-5D-23)"),
        ("joker-draw", "One joker, wild."),
        ("bug-draw", "An ace and the bug are a pair of aces. (VT-5D-27)"),
        ("lowball", "5-4-3-2-A is best."),
        ("lowball-a6", "A pair of aces is the lowest pair. (LO-17)"),
        ("triple-draw", "7-5-4-3-2 is best."),
        ("badugi", "Low: up to four cards of different ranks and suits"),
        ("old-poker", "There are no straights and no flushes. (SK-8)"),
        ("italian-draw", "If all three kinds meet, they share the pot."),
        ("greek-draw", "The royal flush of hearts beats everything but four sixes."),
        ("short-deck", "Betting begins left of the button. (BT-15) The button may raise though nobody did. (BT-18)"),
        ("italian-draw", "Every hand is shown. (SD-4)"),
        ("classroom", "nobody checks. (SIMPLE-6)"),
        ("classroom", "Betting begins with the lowest seat. (SIMPLE-5)"),
        ("classroom", "Chips that cannot be shared go to the lowest seats."),
        ("five-card-stud", "The highest upcard begins, of equal ranks the highest suit. (VT-S5-2, SU-3)"),
        ("five-card-stud", "Without antes they have to open with the least bet. (VT-S5-3)"),
        ("seven-card-stud", "With a pair showing, anybody may use the big bet."),
        ("seven-card-stud", "Chips that cannot be shared go by the highest card"),
        ("seven-card-stud-traditional", "(VT-S7-2, SU-3)"),
        ("stud-hilo", "Low is paid whatever it is."),
        ("razz", "The lowest hand showing begins."),
    ],
)
def test_a_page_describes_the_rules_of_its_game(game: str, sentence: str) -> None:
    assert sentence in page(VARIANTS[game])


@pytest.mark.parametrize("game", VARIANTS)
def test_a_page_says_that_hands_are_turned_up_where_the_engine_turns_them_up(game: str) -> None:  # SD-24
    events, _ = play_to_end(make_hand(game, (1, 1), ante=1), [0])
    turned_up = any(isinstance(event, HandShown) and "SD-24" in event.because for event in events)
    assert ("all hands are turned up" in page(VARIANTS[game])) is turned_up


WILD = VARIANTS["holdem"].pack[:1]
HOUSE_RULES = [
    (replace(VARIANTS["holdem"], structure=Structure.SPREAD), "Spread limit: from 2 chips to 4."),
    (replace(VARIANTS["holdem"], structure=Structure.SPREAD), "as large as the last bet or raise. (BT-36) An all-in"),
    (replace(VARIANTS["holdem"], structure=Structure.HALF_POT), "Half-pot limit"),
    (replace(VARIANTS["razz"], max_seats=2), "Players Two. (DL-22)"),
    (replace(VARIANTS["holdem"], runs=3), "deal the rest up to three times. (SD-26)"),
    (replace(VARIANTS["holdem"], declared_hands=True), "a hand counts for no more than was said. (SD-10, SD-11)"),
    (replace(VARIANTS["omaha8"], hilo_declare=True), "A player who declares both has to win both."),
    (replace(VARIANTS["lowball"], sevens_must_bet=True), "a seven or better has to bet. (VT-LB-5)"),
    (replace(VARIANTS["five-card-draw"], discard_limit=True), "four to an ace or a wild card. (VT-5D-11)"),
    (replace(VARIANTS["five-card-draw"], open_requirement=OpeningRequirement.JACKS), "VT-5D-20"),
    (replace(VARIANTS["badugi"], discard_limit=True), "At most three cards are drawn. (VT-5D-11)"),
    (replace(VARIANTS["holdem"], high=RankingRules(wild_cards=WILD)), "Wild: 2c. (WC-4)"),
    (replace(VARIANTS["holdem"], high=RankingRules(wild_cards=WILD_SETS["deuces"])), "Wild: deuces. (WC-2, WC-4)"),
    (
        replace(VARIANTS["razz"], low=RankingRules(order=Order.ACE_TO_FIVE, jokers=1)),
        "One joker, which may be any card. (WC-1, LO-27)",
    ),
    (
        replace(VARIANTS["lowball"], low=RankingRules(order=Order.ACE_TO_FIVE, jokers=1, joker_role=JokerRole.BUG)),
        "One joker, which may be any card. (WC-1, LO-30)",
    ),
    (
        replace(VARIANTS["holdem"], high=RankingRules(lowest_wild=LowestWild.CARD)),
        "lowest card is wild, one only, even if they hold several of its rank. (WC-26, WC-30)",
    ),
    (replace(VARIANTS["holdem"], high=RankingRules(suit_tiebreak=2)), "by the suit of their top paired card. (SU-7"),
    (replace(VARIANTS["holdem"], high=RankingRules(packs=2, double_ace_flush=True)), "Two packs of them."),
    (
        replace(VARIANTS["lowball-a6"], low=RankingRules(order=Order.ACE_TO_SIX, a6_broadway_straight=True)),
        "A-K-Q-J-T is a straight. (LO-18)",
    ),
]


@pytest.mark.parametrize(("variant", "sentence"), HOUSE_RULES, ids=[sentence for _, sentence in HOUSE_RULES])
def test_a_page_describes_house_rules(variant: Variant, sentence: str) -> None:
    assert sentence in page(variant)


def test_a_page_without_antes_says_so() -> None:
    game = VARIANTS["five-card-stud"]
    blocks = game_page(game, load_rulebook(), replace(game.stakes_for(4), ante=0))
    assert "Forced bets  No antes. (DL-7, DL-8)" in render_page(blocks, 80)


def test_a_page_can_show_other_stakes() -> None:
    game = VARIANTS["holdem"]
    blocks = game_page(game, load_rulebook(), game.stakes_for(100))
    assert "small blind 50" in render_page(blocks, 80).lower()
