"""What waits for the end of a hand, and what is forgotten then: chips, leaving, sitting out, patience."""

from __future__ import annotations

from railbird_server.table.inputs import ConnectionDown, ConnectionUp
from railbird_shared.commands import AddChips, Sit, SitIn, SitOut, Stand
from railbird_shared.events import CameBack, ChipsAdded, PlayerLeft, PlayerSat, SatOut
from support.table_harness import TableHarness, from_player, start_table

ACES_AGAINST_SEVENS = "Ah 2c Ad 7d Kc Qs 9s 8s 4s 3c Js 5h"


def all_in() -> TableHarness:
    """Heads-up: Heron is all-in for 40, and Wren, who has aces, is to answer."""
    night = start_table(stacks=(100, 40), decks=[ACES_AGAINST_SEVENS])
    night.deal_next_hand()
    night.act("r 40")
    assert night.player_to_act == "Wren"
    return night


def test_who_is_all_in_orders_as_much_as_he_has_to_bring_and_then_a_little_more() -> None:  # AI-12, AI-14
    night = all_in()
    assert night.expect_refusal(from_player("Heron", AddChips(chips=19))) == "buy-in"
    night.submit(from_player("Heron", AddChips(chips=20)))
    night.submit(from_player("Heron", AddChips(chips=5)))
    assert ChipsAdded(2, 25, 25) in night.act("c")


def test_chips_that_were_ordered_are_added_once() -> None:  # AI-12
    night = start_table(stacks=(100, 100, 100))
    night.deal_next_hand()
    night.submit(from_player("Jay", AddChips(chips=50)))
    night.fold_to_end()
    night.deal_next_hand()
    night.fold_to_end()
    assert [event for event in night.events if isinstance(event, ChipsAdded)] == [ChipsAdded(3, 50, 150)]


def test_who_goes_takes_no_chips_along_that_he_had_only_ordered() -> None:  # AI-12, AI-13
    night = start_table(stacks=(100, 100, 100))
    night.deal_next_hand()
    night.submit(from_player("Jay", AddChips(chips=50)))
    night.submit(from_player("Jay", Stand()))
    assert PlayerLeft(3, "Jay", 100) in night.act("f")
    assert not [event for event in night.events if isinstance(event, ChipsAdded)]
    assert night.table.bank.accounts["Jay"].bought_in == 100


def test_who_goes_without_chips_is_not_said_to_sit_out() -> None:
    night = all_in()
    night.submit(from_player("Heron", Stand()))
    events = night.act("c")
    assert PlayerLeft(2, "Heron", 0) in events
    assert SatOut(2) not in events


def test_who_sits_out_already_is_not_said_to_when_he_goes_broke() -> None:
    night = all_in()
    night.submit(from_player("Heron", SitOut()))
    assert SatOut(2) not in night.act("c")
    assert night.seat_of("Heron").sitting_out


def test_who_is_all_in_and_sits_out_may_come_back_before_the_end() -> None:
    night = all_in()
    night.submit(from_player("Heron", SitOut()))
    assert night.submit(from_player("Heron", SitIn())) == [CameBack(2)]


def test_what_was_taken_away_late_in_the_evening_is_brought_back() -> None:  # AI-15
    night = start_table()
    night.now = 5 * night.table.settings.return_ms
    night.submit(from_player("Heron", Stand()))
    night.now += night.table.settings.return_ms - 1
    assert night.submit(from_player("Heron", Sit(chips=100))) == [PlayerSat(2, "Heron", 200)]


def test_a_link_that_is_there_again_restores_patience() -> None:
    night = start_table()
    night.deal_next_hand()
    night.submit(ConnectionDown("Jay"))
    night.advance_to_wake_time()
    assert night.seat_of("Jay").timeouts == 1
    night.submit(ConnectionUp("Jay"))
    assert night.seat_of("Jay").timeouts == 0


def test_who_was_sat_out_for_letting_turns_pass_begins_anew() -> None:
    """Wren lets three turns pass and is sat out; then Heron folds to him, and he stays although he has not acted."""
    night = start_table(stacks=(200, 200))
    night.deal_next_hand()
    night.act("f")
    night.deal_next_hand()
    night.act_each("c", "x")
    while night.hand_running:
        night.advance_to_wake_time() if night.player_to_act == "Wren" else night.act("x")
    assert night.seat_of("Wren").sitting_out
    night.submit(from_player("Wren", SitIn()))
    night.deal_next_hand()
    assert night.player_to_act == "Heron"
    night.act("f")
    assert not night.seat_of("Wren").sitting_out
