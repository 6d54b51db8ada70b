"""Sitting down, standing up, and buying chips."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Discarded
from railbird_server.table.inputs import ForSeat, FullEvent, PlayerCommand, PlayerIdentity
from railbird_shared.protocol.actions import Fold, Offers
from railbird_shared.protocol.commands import Act, AddChips, Sit, SitIn, SitOut, Stand
from railbird_shared.protocol.events import (
    CameBack,
    ChipsAdded,
    Folded,
    PlayerLeft,
    PlayerSat,
    SatOut,
    SitOutReason,
    YourOffers,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings


def told_by(harness: TableHarness, request: PlayerCommand) -> list[FullEvent]:
    """Puts a request to the table and returns what it tells, but for what is offered from now on."""
    return [
        event
        for event in harness.submit(request)
        if not (isinstance(event, ForSeat) and isinstance(event.event, YourOffers))
    ]


def may_add(harness: TableHarness, name: str) -> tuple[int, int]:
    """Returns the fewest and the most chips that a player is offered to add."""
    you = harness.view(name).you
    return you.offers.min_top_up, you.offers.max_top_up


# --- sitting down


def test_a_player_takes_the_seat_they_name() -> None:
    harness = TableHarness(table_settings())
    assert told_by(harness, from_player("Wren", Sit(seat=4, chips=120))) == [PlayerSat(4, "Wren", 120)]
    assert harness.player_by_seat == {4: "Wren"}


def test_any_seat_is_the_first_free_one_and_the_usual_buy_in_the_largest() -> None:
    harness = TableHarness(table_settings())
    harness.submit(from_player("Wren", Sit(seat=1)))
    assert harness.submit(from_player("Heron", Sit(), bot=True)) == [PlayerSat(2, "Heron", 200, bot=True)]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (from_player("Wren", Sit(seat=3)), "seated"),
        (from_player("Heron", Sit(seat=1)), "seat-taken"),
        (from_player("Heron", Sit(seat=7)), "no-such-seat"),
        (from_player("Heron", Sit(seat=-1)), "no-such-seat"),
        (from_player("Heron", Sit(seat=2, chips=19)), "buy-in"),
        (from_player("Heron", Sit(seat=2, chips=201)), "buy-in"),
        (from_player("Heron", Sit(seat=2, chips=-20)), "buy-in"),
        (PlayerCommand(PlayerIdentity("p2", "wRen"), Sit(seat=2)), "name-taken"),
        (from_player("Heron", Stand()), "not-seated"),
        (from_player("Heron", AddChips(chips=5)), "not-seated"),
        (from_player("Heron", SitOut()), "not-seated"),
        (from_player("Heron", SitIn()), "not-seated"),
    ],
)
def test_seating_commands_that_are_refused(request_: PlayerCommand, code: str) -> None:
    harness = TableHarness(table_settings())
    harness.sit("Wren")
    assert harness.expect_refusal(request_) == code


def test_a_command_without_an_amount_stands_for_the_usual_buy_in_of_the_table() -> None:  # AI-14
    harness = TableHarness(replace(table_settings(), buy_in=80))
    harness.sit("Wren")
    assert harness.stacks() == {"Wren": 80}
    harness.submit(from_player("Wren", AddChips()))
    assert harness.stacks() == {"Wren": 160}
    assert harness.expect_refusal(from_player("Wren", AddChips())) == "buy-in"


def test_a_full_table_takes_nobody() -> None:
    harness = TableHarness(table_settings(seats=2))
    harness.sit("Wren", "Heron")
    assert harness.expect_refusal(from_player("Jay", Sit())) == "table-full"


# --- standing up


def test_between_hands_a_player_leaves_at_once() -> None:
    harness = start_table()
    assert harness.submit(from_player("Heron", Stand())) == [PlayerLeft(2, "Heron", 200)]


def test_a_player_who_returns_soon_brings_what_they_took_away() -> None:  # AI-15
    harness = start_table()
    harness.submit(from_player("Heron", Stand()))
    assert told_by(harness, from_player("Heron", Sit(chips=100))) == [PlayerSat(2, "Heron", 200)]


def test_a_player_who_returns_later_brings_any_allowed_buy_in() -> None:  # AI-15
    harness = start_table()
    harness.submit(from_player("Heron", Stand()))
    harness.now += harness.table.settings.return_ms
    assert told_by(harness, from_player("Heron", Sit(chips=100))) == [PlayerSat(2, "Heron", 100)]


def test_the_result_of_an_earlier_visit_counts() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.act_each("f", "f")
    winner = next(name for name, stack in harness.stacks().items() if stack > 200)
    harness.submit(from_player(winner, Stand()))
    harness.now += harness.table.settings.return_ms
    (sat,) = told_by(harness, from_player(winner, Sit(chips=100)))
    assert isinstance(sat, PlayerSat)
    assert sat.earlier_result == 1
    assert [seat.result for seat in harness.view().occupied if seat.name == winner] == [1]


def test_a_player_who_stands_up_in_turn_folds_and_leaves_after_the_hand() -> None:
    harness = start_table()
    harness.deal_next_hand()
    events = harness.submit(from_player("Jay", Stand()))
    assert Folded(3) in events
    assert harness.player_to_act == "Wren"
    assert PlayerLeft(3, "Jay", 200) in harness.act("f")


def test_a_player_who_stands_up_out_of_turn_folds_when_their_turn_comes() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert harness.submit(from_player("Wren", Stand())) == [ForSeat(1, YourOffers(Offers()))]
    assert harness.submit(from_player("Wren", Stand())) == []
    events = harness.act("c")
    assert Folded(1) in events
    assert harness.player_to_act == "Heron"
    assert PlayerLeft(1, "Wren", 199) in harness.act("r 8") + harness.act("f")


def test_several_leavers_in_a_row_fold_in_one_step() -> None:
    harness = start_table(stacks=(200,) * 4)
    harness.deal_next_hand()
    harness.submit(from_player("Wren", Stand()))
    harness.submit(from_player("Magpie", Stand()))
    assert harness.player_to_act == "Jay"
    harness.act("f")
    assert not harness.hand_running
    assert set(harness.player_by_seat.values()) == {"Heron", "Jay"}


def test_an_all_in_player_who_stands_up_can_still_win_the_pot() -> None:
    harness = start_table(stacks=(200, 200, 50), decks=["2c 7d As 3c 8d Ah 4s Ad Kc Qc 5s 9s 6s Jd"])
    harness.deal_next_hand()
    harness.act("r 50")
    harness.submit(from_player("Jay", Stand()))
    harness.act_each("c", "c")
    while harness.hand_running:
        harness.act("x")
    assert [event for event in harness.events if isinstance(event, PlayerLeft)] == [PlayerLeft(3, "Jay", 150)]


def test_a_player_who_has_stood_up_stands_pat_in_a_draw() -> None:
    harness = start_table("five-card-draw")
    harness.deal_next_hand()
    harness.act_each("b 2", "c", "c")
    harness.submit(from_player("Jay", Stand()))
    events = harness.act_each("pat", "pat")
    assert [event.cards for event in events if isinstance(event, Discarded) and event.seat == 3] == [()]
    harness.act_each("x", "x")
    assert not harness.hand_running
    assert "Jay" not in harness.player_by_seat.values()


def test_a_player_who_has_stood_up_posts_the_bring_in() -> None:
    harness = start_table("seven-card-stud")
    harness.deal_next_hand()
    leaver = harness.player_to_act
    harness.submit(from_player(leaver, Stand()))
    assert harness.hand_running
    assert harness.player_to_act != leaver


def test_a_leaving_player_is_refused_everything_else() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(from_player("Wren", Stand()))
    for request in (
        from_player("Wren", Sit()),
        from_player("Wren", AddChips(chips=5)),
        from_player("Wren", SitOut()),
        from_player("Wren", SitIn()),
    ):
        assert harness.expect_refusal(request) == "leaving"


def test_a_seat_given_up_is_a_new_player_s_at_once() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.fold_to_end()
    harness.submit(from_player("Wren", Stand()))
    harness.submit(from_player("Robin", Sit(seat=1, chips=60)))
    robin = harness.view("Robin")
    assert (robin.you.seat, robin.you.cards) == (1, ())


# --- chips


def test_chips_are_added_between_hands() -> None:
    harness = start_table(stacks=(100, 200))
    assert told_by(harness, from_player("Wren", AddChips(chips=50))) == [ChipsAdded(1, 50, 150)]


def test_a_top_up_in_a_hand_waits_for_its_end() -> None:  # AI-11, AI-12
    harness = start_table(stacks=(100, 100, 100))
    harness.deal_next_hand()
    assert told_by(harness, from_player("Jay", AddChips(chips=50))) == []
    assert harness.expect_refusal(from_player("Jay", AddChips(chips=51))) == "buy-in"
    assert told_by(harness, from_player("Jay", AddChips(chips=50))) == []
    assert harness.stacks()["Jay"] == 100
    harness.act("f")
    assert ChipsAdded(3, 100, 200) in harness.act("f")


def test_no_more_is_added_than_the_table_allows_after_the_hand() -> None:
    harness = start_table(stacks=(150, 150))
    harness.deal_next_hand()
    harness.act_each("r 20")
    harness.submit(from_player("Heron", AddChips(chips=70)))
    harness.act("f")
    assert harness.stacks()["Heron"] == 200
    assert harness.table.bank.accounts["Heron"].bought_in == 150 + 48


def test_a_player_with_a_full_stack_adds_nothing() -> None:
    harness = start_table()
    assert harness.expect_refusal(from_player("Wren", AddChips(chips=1))) == "full-stack"


def test_nobody_adds_less_than_nothing() -> None:
    harness = start_table(stacks=(100, 100))
    assert harness.expect_refusal(from_player("Wren", AddChips(chips=0))) == "buy-in"
    assert harness.expect_refusal(from_player("Wren", AddChips(chips=-5))) == "buy-in"


def test_a_player_outside_the_hand_adds_chips_at_once() -> None:
    harness = start_table(stacks=(200, 200, 100))
    harness.submit(from_player("Jay", SitOut()))
    harness.deal_next_hand()
    assert told_by(harness, from_player("Jay", AddChips(chips=30))) == [ChipsAdded(3, 30, 130)]


def test_a_player_is_offered_the_chips_they_may_add() -> None:  # AI-12, AI-14
    harness = start_table(stacks=(100, 200, 150))
    assert [may_add(harness, name) for name in ("Wren", "Heron", "Jay")] == [(1, 100), (0, 0), (1, 50)]
    harness.deal_next_hand()
    harness.submit(from_player("Jay", AddChips(chips=30)))
    assert may_add(harness, "Jay") == (1, 20)
    assert harness.expect_refusal(from_player("Jay", AddChips(chips=21))) == "buy-in"
    harness.submit(from_player("Jay", AddChips(chips=20)))
    assert may_add(harness, "Jay") == (0, 0)


# --- going broke, sitting out


def broke(*, ordered: int = 0) -> TableHarness:
    """Returns a table where Heron has lost everything to Wren, after a top-up of so many chips."""
    harness = start_table(stacks=(100, 40), decks=["Ah 2c Ad 7d Kc Qs 9s 8s 4s 3c Js 5h"])
    harness.deal_next_hand()
    if ordered:
        harness.submit(from_player("Heron", AddChips(chips=ordered)))
    harness.act_each("r 40", "c")
    return harness


def test_a_broke_player_sits_out_and_keeps_their_seat() -> None:
    harness = broke()
    assert harness.stacks() == {"Wren": 140, "Heron": 0}
    assert SatOut(2, SitOutReason.NO_CHIPS) in harness.events
    assert harness.expect_refusal(from_player("Heron", SitIn())) == "no-chips"
    assert harness.outcome.wake_at is None


def test_adding_chips_sits_a_broke_player_in() -> None:
    harness = broke()
    assert may_add(harness, "Heron") == (20, 200)
    assert harness.expect_refusal(from_player("Heron", AddChips(chips=19))) == "buy-in"
    assert told_by(harness, from_player("Heron", AddChips(chips=20))) == [ChipsAdded(2, 20, 20), CameBack(2)]
    harness.deal_next_hand()
    assert harness.hand_running


def test_a_top_up_keeps_a_broke_loser_dealt_in() -> None:
    harness = start_table(stacks=(100, 40, 100))
    harness.deal_next_hand()
    harness.act("f")
    harness.act("r 40")
    harness.submit(from_player("Heron", AddChips(chips=100)))
    harness.act("c")
    assert not harness.hand_running
    assert not harness.seat_of("Heron").sitting_out
    assert harness.stacks()["Heron"] >= 140 - 40


def test_a_top_up_below_the_least_buy_in_is_dropped_for_a_broke_player() -> None:
    assert broke(ordered=19).stacks() == {"Wren": 140, "Heron": 0}
    assert broke(ordered=20).stacks() == {"Wren": 140, "Heron": 20}


def test_a_player_who_sits_out_finishes_the_hand_and_gets_no_other() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert harness.submit(from_player("Jay", SitOut())) == [SatOut(3)]
    assert harness.expect_refusal(from_player("Jay", SitOut())) == "sitting-out"
    harness.act("c")
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.table.current_hand is not None
    assert 3 not in harness.table.current_hand.hand.players


def test_a_player_who_is_not_sitting_out_cannot_sit_in() -> None:
    assert start_table().expect_refusal(from_player("Wren", SitIn())) == "not-sitting-out"


def test_standing_up_out_of_turn_leaves_the_turn_of_another_alone() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(from_player("Wren", Stand()))
    assert harness.expect_refusal(from_player("Wren", Act(hand=1, turn=1, action=Fold()))) == "not-your-turn"
