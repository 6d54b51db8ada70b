"""What the house lets a player ask for, and when."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.bar import face_of
from railbird_client.model.desk import Desk
from railbird_client.model.offers import may_straddle, offered, seeable
from railbird_shared.view import LastAct, TableView, You
from tables import at, holdem, shown_down
from viewing import view_of


def seen_seats(view: TableView) -> list[int]:
    return [seat.seat for seat in seeable(view)]


def labels(view: TableView) -> list[str]:
    desk = Desk()
    desk.see(view, 0.0)
    face = face_of(desk, 1.0)
    return [button.label for button in (*face.buttons, *face.presets)]


def test_a_seated_player_may_straddle_where_the_house_has_it() -> None:  # BT-43
    view = view_of(at(1), at(2), straddles=2, you=You(1))
    assert may_straddle(view)
    assert not may_straddle(replace(view, straddles=0))
    assert not may_straddle(replace(view, you=None))
    assert not may_straddle(view_of(replace(at(1), sitting_out=True), straddles=2, you=You(1)))


def test_mucked_hands_of_others_may_be_seen_once_the_hand_is_over() -> None:  # SD-8, SD-14
    view = shown_down(3, 4)
    assert seen_seats(view) == [3, 4]
    assert seen_seats(replace(view, you=You(3))) == [4]
    assert seen_seats(replace(view, playing=True)) == []


@pytest.mark.parametrize("facts", [{"see_called": False}, {"you": None}, {"you": You(2)}, {"you": You(5)}])
def test_houses_onlookers_winners_and_newcomers_without_the_right(facts: dict[str, object]) -> None:  # SD-8, SD-12
    view = shown_down(3)
    newcomer = replace(at(5, in_hand=False), last=LastAct.NONE)
    view = replace(view, seats=(*view.seats[:4], newcomer, *view.seats[5:]))
    assert seen_seats(replace(view, **facts)) == []


def test_the_bar_has_a_button_only_for_what_can_be_asked() -> None:
    view = shown_down(3)
    assert labels(view)[-2:] == ["See mucked hand", "Straddle"]
    assert labels(replace(view, you=You(1, straddles=True)))[-1] == "No straddle"
    assert not {"See mucked hand", "Straddle"} & set(labels(replace(view, straddles=0, see_called=False)))


def test_a_key_is_offered_while_it_means_something() -> None:
    assert [offered(name, shown_down(3)) for name in ("see", "straddle", "leave")] == [True, True, True]
    assert [offered(name, holdem()) for name in ("see", "straddle", "leave")] == [False, False, True]
