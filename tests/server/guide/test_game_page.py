"""A game's page says what is in its record, and changes with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.guide.pages import game_page, render_page
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
        ("holdem", "Two blinds start the hand (DL-10). The blinds are 1 and 2 (DL-10, DL-11)."),
        (
            "holdem",
            "in the final round shows first, or else the first left of the button (SD-2, SD-3).",
        ),
        ("holdem", "The betting is no-limit (BT-26). Bets and raises are 2 up to all your chips (BT-32)."),
        ("holdem", "When nobody can bet any more, all hands are turned up and the rest is dealt (SD-24)."),
        ("badugi", "The part of a bet that nobody calls goes back (AI-10)."),
        ("holdem", "Three cards on the board for all."),
        ("holdem", "Your hand is the best five of your own cards and the board"),
        (
            "limit-holdem",
            "A round has at most 3 raises (BT-29). Between two players there is any number of them (BT-30).",
        ),
        ("omaha", "The betting is pot-limit (BT-27). Bets and raises are 2 up to the size of the pot (BT-32)."),
        ("omaha", "Exactly two of your own cards play, with three of the board (VT-OM-2)."),
        ("omaha8", "eight or lower (LO-22). Without one the high hand takes all (SD-19)."),
        ("pineapple", "Each player throws one card away (VT-XX-3)."),
        ("short-deck", "The pack has 36 cards, from the six up (SK-1)."),
        ("short-deck", "A flush ranks above a full house (SK-5)."),
        ("short-deck", "Everybody antes 2 (DL-7, DL-8). The button posts 2 more (VT-XX-5)."),
        ("five-card-draw", "If all pass the first round, the cards are thrown in"),
        (
            "five-card-draw",
            "In a tournament, and when the table closes, it goes back to those who paid into it (BT-38, CX-48).",
        ),
        (
            "five-card-draw",
            "A card is burned (DL-17). Each player may throw away up to five cards for as many new ones, or stand pat",
        ),
        ("jacks-or-better", "A pair of jacks or better is needed to open (VT-5D-20)."),
        ("progressive-jacks", "Jacks are needed to open, and a higher pair after each hand passed out (VT-5D-23)."),
        ("joker-draw", "One joker is added, to stand for any card (WC-4)."),
        ("bug-draw", "An ace and the bug are a pair of aces (VT-5D-27)."),
        ("lowball", "5-4-3-2-A is best (LO-2)."),
        ("lowball-a6", "A pair of aces is the lowest pair (LO-17)."),
        ("triple-draw", "7-5-4-3-2 is best (LO-9, LO-10)."),
        ("badugi", "Up to four cards of different ranks and suits make a badugi"),
        ("old-poker", "Straights and flushes do not count (SK-8)."),
        ("italian-draw", "if all three kinds meet, they share the pot (NU-2, NU-4, NU-6, NU-12)."),
        ("greek-draw", "Four of the lowest rank beat the royal flush of hearts, which beats all else (NU-10)."),
        ("short-deck", "Betting begins left of the button (BT-15). The button may raise though nobody did (BT-18)."),
        ("italian-draw", "Every hand is shown (SD-4)."),
        ("classroom", "nobody checks (SIMPLE-6)."),
        ("classroom", "Betting begins with the lowest seat (SIMPLE-5)."),
        ("classroom", "An odd chip goes to the winner in the lowest seat (SIMPLE-19)."),
        ("five-card-stud", "The highest upcard begins, of equal ranks the highest suit (VT-S5-2, SU-3)."),
        ("five-card-stud", "Without antes they have to open with the least bet (VT-S5-3)."),
        ("seven-card-stud", "With a pair showing, anybody may use the big bet (VT-S7-11)."),
        ("seven-card-stud", "An odd chip goes to the winner with the highest card by suit (SD-16)."),
        ("seven-card-stud-traditional", "(VT-S7-2, SU-3)"),
        ("stud-hilo", "The low half is always paid (SD-20)."),
        ("razz", "The lowest hand showing begins (VT-RZ-3, PH-7)."),
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
    (
        replace(VARIANTS["holdem"], structure=Structure.SPREAD),
        "The betting is spread-limit (BT-25). Bets and raises are 2 to 4 (BT-36).",
    ),
    (replace(VARIANTS["holdem"], structure=Structure.SPREAD), "as large as the last bet or raise (BT-36). An all-in"),
    (
        replace(VARIANTS["holdem"], structure=Structure.HALF_POT),
        "The betting is half-pot (BT-28). Bets and raises are 2 up to half the size of the pot (BT-32).",
    ),
    (replace(VARIANTS["razz"], max_seats=2), "Players At most 2 play (DL-22)."),
    (replace(VARIANTS["holdem"], runs=3), "the rest is dealt up to three times if all agree (SD-26)."),
    (replace(VARIANTS["holdem"], declared_hands=True), "a hand counts for no more than was said (SD-11)."),
    (replace(VARIANTS["omaha8"], hilo_declare=True), "A player who declares both has to win both (SD-22)."),
    (replace(VARIANTS["lowball"], sevens_must_bet=True), "A seven or better has to bet after the draw (VT-LB-5)."),
    (replace(VARIANTS["five-card-draw"], discard_limit=True), "four to an ace or a wild card (VT-5D-11)."),
    (replace(VARIANTS["five-card-draw"], open_requirement=OpeningRequirement.JACKS), "VT-5D-20"),
    (replace(VARIANTS["badugi"], discard_limit=True), "Three cards may be drawn (VT-5D-11)."),
    (replace(VARIANTS["holdem"], high=RankingRules(wild_cards=WILD)), "Wild are 2c (WC-4)."),
    (replace(VARIANTS["holdem"], high=RankingRules(wild_cards=WILD_SETS["deuces"])), "Deuces are wild (WC-2)."),
    (
        replace(VARIANTS["razz"], low=RankingRules(order=Order.ACE_TO_FIVE, jokers=1)),
        "One joker is added, to stand for any card (LO-27).",
    ),
    (
        replace(VARIANTS["lowball"], low=RankingRules(order=Order.ACE_TO_FIVE, jokers=1, joker_role=JokerRole.BUG)),
        "One joker is added, as the bug, which in a low hand may be any card (LO-30).",
    ),
    (
        replace(VARIANTS["holdem"], high=RankingRules(lowest_wild=LowestWild.CARD)),
        "Each player's lowest card is wild (WC-26, WC-30).",
    ),
    (
        replace(VARIANTS["holdem"], high=RankingRules(suit_tiebreak=2)),
        "The suit of the top card of a pair or more breaks ties (SU-7).",
    ),
    (
        replace(VARIANTS["holdem"], high=RankingRules(packs=2, double_ace_flush=True)),
        "Two packs are shuffled together (MD-3, MD-4, MD-5).",
    ),
    (
        replace(VARIANTS["lowball-a6"], low=RankingRules(order=Order.ACE_TO_SIX, a6_broadway_straight=True)),
        "A-K-Q-J-T is a straight (LO-18).",
    ),
]


@pytest.mark.parametrize(("variant", "sentence"), HOUSE_RULES, ids=[sentence for _, sentence in HOUSE_RULES])
def test_a_page_describes_house_rules(variant: Variant, sentence: str) -> None:
    assert sentence in page(variant)


def test_a_page_without_antes_says_so() -> None:
    game = VARIANTS["five-card-stud"]
    blocks = game_page(game, load_rulebook(), replace(game.stakes_for(4), ante=0))
    assert "Forced bets  The highest upcard has to open, as there are no antes (VT-S5-3)." in render_page(blocks, 80)


def test_a_page_can_show_other_stakes() -> None:
    game = VARIANTS["holdem"]
    blocks = game_page(game, load_rulebook(), game.stakes_for(100))
    assert "The blinds are 50 and 100" in render_page(blocks, 80)
