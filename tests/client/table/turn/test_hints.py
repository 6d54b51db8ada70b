"""Hints for beginners, in sentences."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from railbird_client.table.turn.hints import (
    NO_HINTS,
    Hints,
    _percent_text,
    build_hints,
    build_price,
    hint_lines,
    price_parts,
    price_sentence,
)
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import LegalActions
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import TableView, You
from support.view_builders import (
    badugi_view,
    crazy_pineapple_view,
    draw_view,
    five_card_stud_view,
    holdem_view,
    omaha_view,
    seat_view,
    stud8_view,
    stud_view,
    table_view,
)


def test_a_hand_with_a_price_is_told_in_four_sentences() -> None:
    assert build_hints(holdem_view()).lines == (
        "You have a pair of kings, ace kicker.",
        "Beats you now: a better pair, two pair, three of a kind (6% of hands).",
        "5 of 46 unseen cards help (11% with the next card): 2 three of a kind, 3 two pair.",
        "You pay 95 to win 411: you need to win 19% of the time.",
    )


def test_two_cards_to_come_have_a_chance_together() -> None:
    view = holdem_view(board=parse_cards("Kd 9s 4s"), you=You(1, parse_cards("As Ks"), "pair of kings"))
    assert build_hints(view).outs == (
        "14 of 47 unseen cards help (30% with the next card, 51% with 2): 9 a flush, 2 three of a kind, 3 two pair."
    )
    assert build_hints(view).price == ""


def test_the_nuts_and_a_hand_that_nothing_helps_are_told() -> None:
    view = holdem_view(board=parse_cards("As Qs Js"), you=You(1, parse_cards("Ks Ts"), "royal flush"))
    hints = build_hints(view)
    assert hints.beaten == "Nothing beats you now."
    assert hints.outs == "None of the 47 unseen cards helps you."
    assert hints.hand == "You have a royal flush."


def test_each_half_is_told_apart() -> None:
    view = replace(omaha_view("omaha8", "As 2d Kc 3d"), board=parse_cards("Kd 7s 4h 5c"))
    hints = build_hints(view)
    assert hints.beaten.startswith("Beats you now: high: a better pair, two pair, three of a kind, a straight")
    assert hints.beaten.endswith("; low: nothing.")
    assert hints.price == "You pay 40 to win 144: you need 22% of the pot on average."
    assert "low" not in build_hints(omaha_view("omaha8", "As 2d Kc 3d")).beaten


def test_a_low_that_others_may_have_is_told() -> None:
    view = replace(omaha_view("omaha8", "Ks Qd Kc Jd"), board=parse_cards("8d 7s 4h"))
    assert "low: you have none yet, 54% of hands do" in build_hints(view).beaten


def test_stud_tells_who_shows_more_and_counts_what_is_in_sight() -> None:
    assert build_hints(five_card_stud_view()).lines == (
        "You have a pair of aces.",
        "Already on the table, better than yours: Plover's nines and fives, Finch's pair of aces.",
        "You pay 8 to win 168: you need to win 5% of the time.",
    )
    assert build_hints(stud_view()).lines == (
        "You have two pair, aces and nines.",
        "2 of 35 unseen cards help (6% with the next card, 11% with 2): 2 a full house.",
    )


def test_the_chance_of_a_draw_comes_with_the_cards_chosen() -> None:
    assert build_hints(draw_view()).lines == ("You have a pair of aces.",)
    drawing = build_hints(draw_view(), parse_cards("7c 4h 2c"))
    assert drawing.outs == "Drawing 3 cards makes your hand better 29% of the time."
    assert build_hints(draw_view(), parse_cards("2c")).outs.startswith("Drawing 1 card makes")
    assert build_hints(draw_view(), parse_cards("As Ad 7c 4h 2c")).outs == ""


def test_a_card_about_to_be_thrown_away_counts_no_more() -> None:
    view = crazy_pineapple_view()
    assert build_hints(view).beaten == (
        "Beats you now: a better two pair, three of a kind, a straight, a full house, four of a kind (4% of hands)."
    )
    kept = build_hints(view, parse_cards("4d"))
    assert kept.beaten == "Beats you now: a better pair, two pair, three of a kind (2% of hands)."
    assert kept.outs.endswith(": 2 three of a kind, 3 two pair.")


@pytest.mark.parametrize(
    "view",
    [
        holdem_view(you=You()),
        holdem_view(playing=False),
        replace(holdem_view(), you=You(3), seats=(*holdem_view().seats[:2], seat_view(3, folded=True), None)),
    ],
    ids=["rail", "between hands", "folded"],
)
def test_who_is_in_no_hand_gets_no_hints(view: TableView) -> None:
    assert build_hints(view) == NO_HINTS
    assert not build_hints(view)


def test_every_family_has_hints_that_are_sentences() -> None:
    for view in (
        holdem_view(),
        stud_view(),
        draw_view(),
        omaha_view(),
        stud8_view(),
        crazy_pineapple_view(),
        badugi_view(),
    ):
        hints = build_hints(view)
        assert hints
        assert all(line[:1].isupper() or line[:1].isdigit() for line in hints.lines)
        assert all(line.endswith(".") for line in hints.lines)


def test_a_small_place_keeps_the_price_and_what_helps() -> None:
    hints = build_hints(holdem_view())
    assert hint_lines(hints, 120, 4) == hints.lines
    assert hint_lines(hints, 120, 2) == (hints.outs, hints.price)
    assert hint_lines(hints, 60, 1) == (hints.price,)
    assert hint_lines(hints, 50, 1) == (hints.hand,)
    assert all(len(line) <= 40 for line in hint_lines(hints, 40, 9))
    assert hint_lines(Hints(), 80, 3) == ()


def test_percentages_are_whole_numbers() -> None:
    assert [_percent_text(each) for each in (0, 0.3, 28.7, 99.6, 100)] == [
        "0%",
        "less than 1%",
        "29%",
        "over 99%",
        "100%",
    ]


def facing(call: int, *, stack: int = 1000, bet: int = 0, others: tuple[int, ...] = (), **facts: Any) -> TableView:
    """A turn of seat 1 with that much to call and the bets of the others in front of them."""
    seats = (seat_view(1, stack=stack, bet=bet), *(seat_view(n, bet=each) for n, each in enumerate(others, start=2)))
    legal = LegalActions(1, stack, bet=bet, fold=True, call=call)
    return table_view(*seats, you=You(1, legal=legal), playing=True, **facts)


def test_the_bets_in_front_of_the_seats_are_in_the_pot() -> None:
    view = facing(180, others=(60, 180, 180), pots=(Pot(276, (1, 3, 4, 5)), Pot(20, (1, 3, 4))))
    assert price_parts(view) == ("180 to call into 716", "4.0 to 1", "needs 20%")
    assert price_parts(holdem_view()) == ("95 to call into 411", "4.3 to 1", "needs 19%")


def test_a_call_on_top_of_a_bet_counts_that_bet_as_pot() -> None:
    view = facing(40, bet=20, others=(60,), pots=(Pot(20, (1, 2)),))
    assert price_parts(view) == ("40 to call into 100", "2.5 to 1", "needs 29%")


def test_a_short_stack_plays_for_what_it_matches() -> None:
    view = facing(50, stack=50, others=(300, 300), pots=(Pot(100, (1, 2, 3)),))
    price = build_price(view)
    assert price is not None
    assert (price.pot, price.out_of_reach, price.all_in) == (200, 500, True)
    assert price_parts(view)[-1] == "500 out of reach"


def test_a_side_pot_of_others_is_not_for_the_viewer() -> None:
    view = facing(10, others=(10, 10), pots=(Pot(90, (1, 2, 3)), Pot(40, (2, 3))))
    assert price_parts(view) == ("10 to call into 110", "11.0 to 1", "needs 8%", "40 out of reach")


def test_a_carried_pot_can_be_won() -> None:
    assert price_parts(facing(10, others=(10,), carried=30))[0] == "10 to call into 40"


def test_hi_lo_says_what_a_half_pays() -> None:
    view = omaha_view("omaha8")
    assert price_parts(view) == ("40 to call into 144", "3.6 to 1", "needs 22% of the pot", "a half pays 1.3 to 1")
    heads_up = replace(facing(40, others=(40,), pots=()), rules=view.rules)
    assert price_parts(heads_up)[-1] == "a half wins nothing"
    less = replace(facing(40, others=(30,), pots=()), rules=view.rules)
    assert price_parts(less)[-1] == "a half loses chips"


@pytest.mark.parametrize(
    "view",
    [stud8_view(), draw_view(), badugi_view(), crazy_pineapple_view(), stud_view(), holdem_view(you=You())],
    ids=["check", "draw", "triple draw", "discard", "not the viewer's turn", "rail"],
)
def test_without_a_call_there_is_no_price(view: TableView) -> None:
    assert build_price(view) is None
    assert not price_parts(view)
    assert not price_sentence(view)


@pytest.mark.parametrize("legal", [LegalActions(1, 50, bring_in=1), LegalActions(1, 50, call=0, fold=True)])
def test_a_forced_or_free_act_has_no_price(legal: LegalActions) -> None:
    assert build_price(table_view(seat_view(1), you=You(1, legal=legal), playing=True)) is None


def test_the_sentence_names_last_chips_and_hi_lo() -> None:
    all_in = facing(100, stack=100, carried=300)
    assert price_sentence(all_in) == "You pay 100, your last chips, to win 300: you need to win 25% of the time."
    hi_lo = omaha_view("omaha8")
    assert price_sentence(hi_lo) == "You pay 40 to win 144: you need 22% of the pot on average."


def test_a_stud_call_is_priced_like_any_other() -> None:
    assert price_parts(five_card_stud_view()) == ("8 to call into 168", "21 to 1", "needs 5%")
