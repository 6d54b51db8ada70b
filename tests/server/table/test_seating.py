"""Sitting down, standing up, and buying chips."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Discarded
from railbird_server.table.inputs import PlayerCommand, PlayerIdentity
from railbird_server.table.outcome import FullEvent, OffersChanged
from railbird_shared.actions import Fold, Offers
from railbird_shared.commands import Act, AddChips, Sit, SitIn, SitOut, Stand
from railbird_shared.events import CameBack, ChipsAdded, Folded, PlayerLeft, PlayerSat, SatOut
from support.table_harness import TableHarness, from_player, start_table, table_settings


def told_by(night: TableHarness, request: PlayerCommand) -> list[FullEvent]:
    """Puts a request to the table and returns what it tells, but for what is offered from now on."""
    return [event for event in night.submit(request) if not isinstance(event, OffersChanged)]


def may_add(night: TableHarness, name: str) -> tuple[int, int]:
    """Returns the fewest and the most chips that a player is told he may add."""
    you = night.view(name).you
    return you.offers.min_top_up, you.offers.max_top_up


# --- sitting down


def test_a_player_sits_where_he_wants() -> None:
    night = TableHarness(table_settings())
    assert told_by(night, from_player("Wren", Sit(seat=4, chips=120))) == [PlayerSat(4, "Wren", 120)]
    assert night.player_by_seat == {4: "Wren"}


def test_any_seat_is_the_first_free_one_and_the_usual_buy_in_the_largest() -> None:
    night = TableHarness(table_settings())
    night.submit(from_player("Wren", Sit(seat=1)))
    assert night.submit(from_player("Heron", Sit(), bot=True)) == [PlayerSat(2, "Heron", 200, bot=True)]


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
def test_what_is_refused_to_players(request_: PlayerCommand, code: str) -> None:
    night = TableHarness(table_settings())
    night.sit("Wren")
    assert night.expect_refusal(request_) == code


def test_a_command_without_an_amount_stands_for_the_usual_buy_in_of_the_table() -> None:  # AI-14
    harness = TableHarness(replace(table_settings(), buy_in=80))
    harness.sit("Wren")
    assert harness.stacks() == {"Wren": 80}
    harness.submit(from_player("Wren", AddChips()))
    assert harness.stacks() == {"Wren": 160}
    assert harness.expect_refusal(from_player("Wren", AddChips())) == "buy-in"


def test_a_full_table_takes_nobody() -> None:
    night = TableHarness(table_settings(seats=2))
    night.sit("Wren", "Heron")
    assert night.expect_refusal(from_player("Jay", Sit())) == "table-full"


# --- standing up


def test_between_hands_a_player_leaves_at_once() -> None:
    night = start_table()
    assert night.submit(from_player("Heron", Stand())) == [PlayerLeft(2, "Heron", 200)]


def test_who_comes_back_soon_brings_what_he_took_away() -> None:  # AI-15
    night = start_table()
    night.submit(from_player("Heron", Stand()))
    assert told_by(night, from_player("Heron", Sit(chips=100))) == [PlayerSat(2, "Heron", 200)]


def test_who_comes_back_much_later_brings_what_he_likes() -> None:  # AI-15
    night = start_table()
    night.submit(from_player("Heron", Stand()))
    night.now += night.table.settings.return_ms
    assert told_by(night, from_player("Heron", Sit(chips=100))) == [PlayerSat(2, "Heron", 100)]


def test_what_was_won_on_an_earlier_visit_is_not_forgotten() -> None:
    night = start_table()
    night.deal_next_hand()
    night.act_each("f", "f")
    winner = next(
        name for name, stack in zip(night.player_by_seat.values(), night.stacks().values(), strict=True) if stack > 200
    )
    night.submit(from_player(winner, Stand()))
    night.now += night.table.settings.return_ms
    (sat,) = told_by(night, from_player(winner, Sit(chips=100)))
    assert isinstance(sat, PlayerSat)
    assert sat.earlier_result == 1
    assert [seat.result for seat in night.view().occupied if seat.name == winner] == [1]


def test_who_stands_up_in_his_turn_folds_and_leaves_after_the_hand() -> None:
    night = start_table()
    night.deal_next_hand()
    events = night.submit(from_player("Jay", Stand()))
    assert Folded(3) in events
    assert night.player_to_act == "Wren"
    assert PlayerLeft(3, "Jay", 200) in night.act("f")


def test_who_stands_up_out_of_turn_is_folded_when_his_turn_comes() -> None:
    night = start_table()
    night.deal_next_hand()
    assert night.submit(from_player("Wren", Stand())) == [OffersChanged(1, Offers())]
    assert night.submit(from_player("Wren", Stand())) == []
    events = night.act("c")
    assert Folded(1) in events
    assert night.player_to_act == "Heron"
    assert PlayerLeft(1, "Wren", 199) in night.act("r 8") + night.act("f")


def test_all_who_stand_up_are_passed_over_in_one_step() -> None:
    night = start_table(stacks=(200,) * 4)
    night.deal_next_hand()
    night.submit(from_player("Wren", Stand()))
    night.submit(from_player("Magpie", Stand()))
    assert night.player_to_act == "Jay"
    night.act("f")
    assert not night.hand_running
    assert set(night.player_by_seat.values()) == {"Heron", "Jay"}


def test_who_is_all_in_keeps_his_claim_to_the_pot() -> None:
    night = start_table(stacks=(200, 200, 50), decks=["2c 7d As 3c 8d Ah 4s Ad Kc Qc 5s 9s 6s Jd"])
    night.deal_next_hand()
    night.act("r 50")
    night.submit(from_player("Jay", Stand()))
    night.act_each("c", "c")
    while night.hand_running:
        night.act("x")
    assert [event for event in night.events if isinstance(event, PlayerLeft)] == [PlayerLeft(3, "Jay", 150)]


def test_in_a_draw_who_has_stood_up_stands_pat() -> None:
    night = start_table("five-card-draw")
    night.deal_next_hand()
    night.act_each("b 2", "c", "c")
    night.submit(from_player("Jay", Stand()))
    events = night.act_each("pat", "pat")
    assert [event.cards for event in events if isinstance(event, Discarded) and event.seat == 3] == [()]
    night.act_each("x", "x")
    assert not night.hand_running
    assert "Jay" not in night.player_by_seat.values()


def test_in_stud_who_has_stood_up_brings_it_in() -> None:
    night = start_table("seven-card-stud")
    night.deal_next_hand()
    leaver = night.player_to_act
    night.submit(from_player(leaver, Stand()))
    assert night.hand_running
    assert night.player_to_act != leaver


def test_who_is_leaving_asks_for_nothing_more() -> None:
    night = start_table()
    night.deal_next_hand()
    night.submit(from_player("Wren", Stand()))
    for request in (
        from_player("Wren", Sit()),
        from_player("Wren", AddChips(chips=5)),
        from_player("Wren", SitOut()),
        from_player("Wren", SitIn()),
    ):
        assert night.expect_refusal(request) == "leaving"


def test_a_seat_given_up_is_a_new_player_s_at_once() -> None:
    night = start_table()
    night.deal_next_hand()
    night.fold_to_end()
    night.submit(from_player("Wren", Stand()))
    night.submit(from_player("Robin", Sit(seat=1, chips=60)))
    robin = night.view("Robin")
    assert (robin.you.seat, robin.you.cards) == (1, ())


# --- chips


def test_chips_are_added_between_hands() -> None:
    night = start_table(stacks=(100, 200))
    assert told_by(night, from_player("Wren", AddChips(chips=50))) == [ChipsAdded(1, 50, 150)]


def test_in_a_hand_chips_wait_for_its_end() -> None:  # AI-11, AI-12
    night = start_table(stacks=(100, 100, 100))
    night.deal_next_hand()
    assert told_by(night, from_player("Jay", AddChips(chips=50))) == []
    assert night.expect_refusal(from_player("Jay", AddChips(chips=51))) == "buy-in"
    assert told_by(night, from_player("Jay", AddChips(chips=50))) == []
    assert night.stacks()["Jay"] == 100
    night.act("f")
    assert ChipsAdded(3, 100, 200) in night.act("f")


def test_no_more_is_added_than_the_table_allows_after_the_hand() -> None:
    night = start_table(stacks=(150, 150))
    night.deal_next_hand()
    night.act_each("r 20")
    night.submit(from_player("Heron", AddChips(chips=70)))
    night.act("f")
    assert night.stacks()["Heron"] == 200
    assert night.table.bank.accounts["Heron"].bought_in == 150 + 48


def test_who_has_enough_adds_nothing() -> None:
    night = start_table()
    assert night.expect_refusal(from_player("Wren", AddChips(chips=1))) == "full-stack"


def test_nobody_adds_less_than_nothing() -> None:
    night = start_table(stacks=(100, 100))
    assert night.expect_refusal(from_player("Wren", AddChips(chips=0))) == "buy-in"
    assert night.expect_refusal(from_player("Wren", AddChips(chips=-5))) == "buy-in"


def test_a_player_out_of_the_hand_adds_chips_meanwhile() -> None:
    night = start_table(stacks=(200, 200, 100))
    night.submit(from_player("Jay", SitOut()))
    night.deal_next_hand()
    assert told_by(night, from_player("Jay", AddChips(chips=30))) == [ChipsAdded(3, 30, 130)]


def test_a_player_is_told_how_many_chips_he_may_add() -> None:  # AI-12, AI-14
    night = start_table(stacks=(100, 200, 150))
    assert [may_add(night, name) for name in ("Wren", "Heron", "Jay")] == [(1, 100), (0, 0), (1, 50)]
    night.deal_next_hand()
    night.submit(from_player("Jay", AddChips(chips=30)))
    assert may_add(night, "Jay") == (1, 20)
    assert night.expect_refusal(from_player("Jay", AddChips(chips=21))) == "buy-in"
    night.submit(from_player("Jay", AddChips(chips=20)))
    assert may_add(night, "Jay") == (0, 0)


# --- going broke, sitting out


def broke(*, ordered: int = 0) -> TableHarness:
    """An evening on which Heron has lost everything to Wren, with so many chips ordered before."""
    night = start_table(stacks=(100, 40), decks=["Ah 2c Ad 7d Kc Qs 9s 8s 4s 3c Js 5h"])
    night.deal_next_hand()
    if ordered:
        night.submit(from_player("Heron", AddChips(chips=ordered)))
    night.act_each("r 40", "c")
    return night


def test_who_has_no_chips_sits_out_and_keeps_his_seat() -> None:
    night = broke()
    assert night.stacks() == {"Wren": 140, "Heron": 0}
    assert SatOut(2) in night.events
    assert night.expect_refusal(from_player("Heron", SitIn())) == "no-chips"
    assert night.outcome.wake_at is None


def test_chips_bring_the_broke_back_in() -> None:
    night = broke()
    assert may_add(night, "Heron") == (20, 200)
    assert night.expect_refusal(from_player("Heron", AddChips(chips=19))) == "buy-in"
    assert told_by(night, from_player("Heron", AddChips(chips=20))) == [ChipsAdded(2, 20, 20), CameBack(2)]
    night.deal_next_hand()
    assert night.hand_running


def test_chips_ordered_in_the_hand_spare_the_loser_sitting_out() -> None:
    night = start_table(stacks=(100, 40, 100))
    night.deal_next_hand()
    night.act("f")
    night.act("r 40")
    night.submit(from_player("Heron", AddChips(chips=100)))
    night.act("c")
    assert not night.hand_running
    assert not night.seat_of("Heron").sitting_out
    assert night.stacks()["Heron"] >= 140 - 40


def test_chips_ordered_in_the_hand_are_no_way_around_the_least_buy_in() -> None:
    assert broke(ordered=19).stacks() == {"Wren": 140, "Heron": 0}
    assert broke(ordered=20).stacks() == {"Wren": 140, "Heron": 20}


def test_who_sits_out_finishes_his_hand_and_gets_no_other() -> None:
    night = start_table()
    night.deal_next_hand()
    assert night.submit(from_player("Jay", SitOut())) == [SatOut(3)]
    assert night.expect_refusal(from_player("Jay", SitOut())) == "sitting-out"
    night.act("c")
    night.fold_to_end()
    night.deal_next_hand()
    assert night.table.current_hand is not None
    assert 3 not in night.table.current_hand.hand.players


def test_who_is_playing_cannot_come_back() -> None:
    assert start_table().expect_refusal(from_player("Wren", SitIn())) == "not-sitting-out"


def test_a_turn_of_somebody_else_is_not_given_up_by_standing_up() -> None:
    night = start_table()
    night.deal_next_hand()
    night.submit(from_player("Wren", Stand()))
    assert night.expect_refusal(from_player("Wren", Act(hand=1, turn=1, action=Fold()))) == "not-your-turn"
