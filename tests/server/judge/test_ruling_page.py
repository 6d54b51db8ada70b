from __future__ import annotations

from railbird_server.guide.page import render_page
from railbird_server.guide.rulebook import load_rulebook
from railbird_server.judge.question import GameOptions, parse_question, variant_of
from railbird_server.judge.ruling import rule_on
from railbird_server.judge.ruling_page import ruling_page


def page_lines(*hands: str, board: str = "", pot: int = 0, options: GameOptions) -> list[str]:
    """The page without the clauses, its empty lines left out."""
    ruling = rule_on(parse_question(variant_of(options), hands, board, pot), load_rulebook())
    page = render_page(ruling_page(ruling), 100).partition("Because")[0]
    return [line for line in page.splitlines() if line]


def test_the_page_starts_with_the_winner_and_lists_the_best_five_of_every_hand() -> None:
    assert page_lines("As Kd", "Qh Qd", board="Kh Kc Qc 7d 2s", options=GameOptions(game="holdem")) == [
        "Hand 2 wins: queens full of kings. Decided by full house against three of a kind.",
        "  1  As Kd  three kings: Kd Kh Kc As Qc",
        "* 2  Qh Qd  queens full of kings: Qh Qd Qc Kh Kc",
    ]


def test_a_short_page_has_the_answer_without_the_reasons() -> None:
    options = GameOptions(game="omaha8")
    question = parse_question(variant_of(options), ["As 3d Kh Kd", "Ad 3c Jh Js"], "8h 7c 2c Qd Qs", 103)
    lines = render_page(ruling_page(rule_on(question, load_rulebook()), short=True), 100).splitlines()
    assert lines[0] == "High: hand 1 wins: kings and queens."
    assert lines[-1].startswith("Of 103 chips: hand 1 gets 52 for high;")
    assert len(lines) == 11


def test_a_split_pot_page_lists_both_winners_and_their_shares() -> None:
    board = "8h 7c 2c Qd Qs"
    told_lines = page_lines("As 3d Kh Kd", "Ad 3c Jh Js", board=board, pot=103, options=GameOptions(game="omaha8"))
    assert told_lines[0] == "High: hand 1 wins: kings and queens. Decided by king against queen."
    assert told_lines[3] == "Low: hands 1 and 2 share: 8-7-3-2-A."
    assert told_lines[-1] == (
        "Of 103 chips: hand 1 gets 52 for high; hand 1 gets 26 for low, 1 of it odd; hand 2 gets 25 for low."
    )


def test_a_page_without_a_qualifying_low_says_so() -> None:
    told_lines = page_lines("As 3d Kh Kd", board="Th 9c 2c Qd Qs", options=GameOptions(game="omaha8"))
    assert "Low: nobody has a hand for it." in told_lines


def test_a_wild_card_is_shown_with_the_card_it_stands_for() -> None:
    assert page_lines("Ah 9h 8h 5h X", options=GameOptions(ranking={"jokers": 1}))[1].endswith("Ah X=Kh 9h 8h 5h")


def test_hands_that_beat_each_other_in_a_circle_share_the_pot() -> None:
    hands = ("As 5s 6s 7s 8s", "Th Jh Qh Kh Ah", "7d 8d 9d Td Jd")
    assert page_lines(*hands, options=GameOptions(game="italian-draw"))[0] == (
        "Hands 1, 2 and 3 share: eight-high straight flush / royal flush / jack-high straight flush."
    )


def test_an_incomplete_board_is_reported_with_the_cards_to_come() -> None:
    assert (
        page_lines("As Kd", board="Kh Kc Qc", options=GameOptions(game="holdem"))[0]
        == "So far, with two cards to come:"
    )


def test_each_hand_names_its_lowest_cards_if_they_are_wild() -> None:
    wishes = GameOptions(ranking={"lowest_wild": "lowest-concealed"})
    assert page_lines("9c Ah Kd / 2s 7h 7d Jc", "3h 3s Kc / 2d 9d 9h Qc", options=wishes) == [
        "Hand 2 wins: three nines. Decided by nine against seven.",
        "  1  9c Ah Kd 2s 7h 7d Jc  three sevens: 7h 7d 9c=7s Ah Kd (lowest: 9c)",
        "* 2  3h 3s Kc 2d 9d 9h Qc  three nines: 9d 9h 3h=9s Kc Qc (lowest: 3h 3s)",
    ]
