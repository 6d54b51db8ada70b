"""What waits for the end of a hand, and what is forgotten then: chips, leaving, sitting out, patience."""

from __future__ import annotations

from railbird_server.table.inputs import ConnectionDown, ConnectionUp
from railbird_shared.protocol.commands import AddChips, Sit, SitIn, SitOut, Stand
from railbird_shared.protocol.events import CameBack, ChipsAdded, PlayerLeft, PlayerSat, SatOut
from support.table_harness import TableHarness, from_player, start_table

ACES_AGAINST_SEVENS = "Ah 2c Ad 7d Kc Qs 9s 8s 4s 3c Js 5h"


def all_in() -> TableHarness:
    """Heads-up: Heron is all-in for 40, and Wren, who has aces, is to answer."""
    harness = start_table(stacks=(100, 40), decks=[ACES_AGAINST_SEVENS])
    harness.deal_next_hand()
    harness.act("r 40")
    assert harness.player_to_act == "Wren"
    return harness


def test_an_all_in_player_tops_up_by_the_least_buy_in_first_and_then_by_less() -> None:  # AI-12, AI-14
    harness = all_in()
    assert harness.expect_refusal(from_player("Heron", AddChips(chips=19))) == "buy-in"
    harness.submit(from_player("Heron", AddChips(chips=20)))
    harness.submit(from_player("Heron", AddChips(chips=5)))
    assert ChipsAdded(2, 25, 25) in harness.act("c")


def test_a_top_up_is_added_once() -> None:  # AI-12
    harness = start_table(stacks=(100, 100, 100))
    harness.deal_next_hand()
    harness.submit(from_player("Jay", AddChips(chips=50)))
    harness.fold_to_end()
    harness.deal_next_hand()
    harness.fold_to_end()
    assert [event for event in harness.events if isinstance(event, ChipsAdded)] == [ChipsAdded(3, 50, 150)]


def test_a_leaving_player_takes_no_top_up_along() -> None:  # AI-12, AI-13
    harness = start_table(stacks=(100, 100, 100))
    harness.deal_next_hand()
    harness.submit(from_player("Jay", AddChips(chips=50)))
    harness.submit(from_player("Jay", Stand()))
    assert PlayerLeft(3, "Jay", 100) in harness.act("f")
    assert not [event for event in harness.events if isinstance(event, ChipsAdded)]
    assert harness.table.bank.accounts["Jay"].bought_in == 100


def test_a_player_who_leaves_broke_is_not_reported_sitting_out() -> None:
    harness = all_in()
    harness.submit(from_player("Heron", Stand()))
    events = harness.act("c")
    assert PlayerLeft(2, "Heron", 0) in events
    assert SatOut(2) not in events


def test_a_broke_player_already_sitting_out_is_not_reported_again() -> None:
    harness = all_in()
    harness.submit(from_player("Heron", SitOut()))
    assert SatOut(2) not in harness.act("c")
    assert harness.seat_of("Heron").sitting_out


def test_an_all_in_player_sitting_out_may_sit_in_before_the_end() -> None:
    harness = all_in()
    harness.submit(from_player("Heron", SitOut()))
    assert harness.submit(from_player("Heron", SitIn())) == [CameBack(2)]


def test_chips_taken_away_late_are_brought_back_too() -> None:  # AI-15
    harness = start_table()
    harness.now = 5 * harness.table.settings.return_ms
    harness.submit(from_player("Heron", Stand()))
    harness.now += harness.table.settings.return_ms - 1
    assert harness.submit(from_player("Heron", Sit(chips=100))) == [PlayerSat(2, "Heron", 200)]


def test_a_restored_connection_makes_up_for_no_timeout() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(ConnectionDown("Jay"))
    harness.advance_to_wake_time()
    assert harness.seat_of("Jay").timeouts.in_a_row == 1
    harness.submit(ConnectionUp("Jay"))
    assert harness.seat_of("Jay").timeouts.in_a_row == 1


def test_a_player_sat_out_for_timeouts_stays_while_none_is_added() -> None:
    """Wren lets three turns pass and is sat out; then Heron folds, and Wren stays without having acted."""
    harness = start_table(stacks=(200, 200))
    harness.deal_next_hand()
    harness.act("f")
    harness.deal_next_hand()
    harness.act_each("c", "x")
    while harness.hand_running:
        harness.advance_to_wake_time() if harness.player_to_act == "Wren" else harness.act("x")
    assert harness.seat_of("Wren").sitting_out
    harness.submit(from_player("Wren", SitIn()))
    harness.deal_next_hand()
    assert harness.player_to_act == "Heron"
    harness.act("f")
    assert not harness.seat_of("Wren").sitting_out
