"""What a call costs, the pot that it is for, and how often one has to win."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from railbird_client.table.turn.pot_odds import (
    build_price,
    price_parts,
    price_sentence,
)
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
