"""Values computed from a view: seats, pots, who is live and all-in."""

from __future__ import annotations

from railbird_shared.protocol.events import Pot
from support.view_builders import seat_view, table_view


def test_a_seat_is_found_by_its_number() -> None:
    view = table_view(seat_view(1), seat_view(3))
    assert view.at(3) == seat_view(3)
    assert view.at(2) is None


def test_the_occupied_seats_come_in_order() -> None:
    assert [each.seat for each in table_view(seat_view(4), seat_view(2)).occupied] == [2, 4]


def test_the_total_pot_adds_pots_carried_chips_and_bets() -> None:
    view = table_view(seat_view(1, bet=3), seat_view(2, bet=4), pots=(Pot(10, (1, 2)), Pot(6, (2,))), carried=5)
    assert view.collected_pot == 21
    assert view.total_pot == 28


def test_a_seat_is_live_from_the_deal_until_it_folds() -> None:
    assert seat_view(1).live
    assert not seat_view(1, folded=True).live
    assert not seat_view(1, in_hand=False).live


def test_a_live_seat_without_chips_is_all_in() -> None:
    assert seat_view(1, stack=0).all_in
    assert not seat_view(1, stack=1).all_in
    assert not seat_view(1, stack=0, folded=True).all_in
    assert not seat_view(1, stack=0, in_hand=False).all_in
