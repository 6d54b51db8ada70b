"""Rebuy limits, automatic top-up, and buy-ins that the host approves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.table.inputs import ConnectionDown, ForSeat, FullEvent, PlayerCommand, PlayerIdentity
from railbird_server.table.table import Table
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.commands import AddChips, Sit, Stand
from railbird_shared.protocol.host_commands import AnswerBuyIn, AutoTopUp, Kick
from support.table_harness import TableHarness, from_player, start_table, table_settings


def told_by(harness: TableHarness, request: PlayerCommand) -> list[FullEvent]:
    """Puts a request to the table and returns what it tells, but for what is offered from now on."""
    return [
        event
        for event in harness.submit(request)
        if not (isinstance(event, ForSeat) and isinstance(event.event, ev.YourOffers))
    ]


def limited(*, rebuys: int | None = None, total: int = 0) -> TableHarness:
    """A table with Wren in a seat, who brought 60 chips."""
    settings = replace(table_settings(), most_rebuys=rebuys, most_brought=total)
    return start_table(stacks=(60,), settings=settings)


def with_approval() -> TableHarness:
    """A table whose host Wren sits there with 100 chips, and Heron asks for as many."""
    harness = TableHarness(replace(table_settings(), approve_buy_ins=True))
    harness.sit("Wren", chips=100)
    harness.submit(from_player("Heron", Sit(chips=100)))
    return harness


def test_bots_of_the_house_need_no_approval() -> None:
    harness = TableHarness(replace(table_settings(), approve_buy_ins=True))
    harness.sit("Wren", chips=100)
    harness.submit(PlayerCommand(PlayerIdentity("Rook", "Rook", bot=True, house=True), Sit(chips=100)))
    assert harness.stacks() == {"Wren": 100, "Rook": 100}


# --- limits


def test_a_player_rebuys_as_often_as_the_table_allows() -> None:
    harness = limited(rebuys=1)
    harness.submit(from_player("Wren", AddChips(chips=20)))
    assert harness.view("Wren").you.offers.max_top_up == 0
    assert harness.expect_refusal(from_player("Wren", AddChips(chips=1))) == "rebuy-limit"
    assert harness.stacks() == {"Wren": 80}


def test_a_player_brings_no_more_than_the_table_allows_in_all() -> None:
    harness = limited(total=100)
    assert harness.view("Wren").you.offers.max_top_up == 40
    assert harness.expect_refusal(from_player("Wren", AddChips(chips=41))) == "buy-in"
    harness.submit(from_player("Wren", AddChips(chips=40)))
    assert harness.expect_refusal(from_player("Wren", AddChips(chips=1))) == "rebuy-limit"


def test_leaving_and_coming_back_is_no_way_round_the_limit_and_no_rebuy() -> None:
    harness = limited(rebuys=0)
    harness.submit(from_player("Wren", Stand()))
    assert harness.expect_refusal(from_player("Wren", Sit(chips=61))) == "rebuy-limit"
    harness.sit("Wren")
    assert harness.stacks() == {"Wren": 60}
    assert harness.table.bank.accounts["Wren"].rebuys == 0


# --- automatic top-up


@pytest.mark.parametrize(("to", "stack"), [(TopUpTo.USUAL, 100), (TopUpTo.MOST, 200)])
def test_a_player_is_topped_up_between_hands(to: TopUpTo, stack: int) -> None:
    harness = start_table(stacks=(60, 60), settings=replace(table_settings(), buy_in=100))
    harness.deal_next_hand()
    harness.submit(from_player("Wren", AutoTopUp(to=to)))
    assert harness.seat_of("Wren").stack < 60
    harness.fold_to_end()
    assert harness.stacks()["Wren"] == stack
    assert harness.view("Wren").you.offers.auto_top_up is to


def test_outside_a_hand_the_top_up_comes_at_once_and_can_be_ended() -> None:
    harness = limited()
    assert told_by(harness, from_player("Wren", AutoTopUp(to=TopUpTo.MOST))) == [ev.ChipsAdded(1, 140, 200)]
    assert told_by(harness, from_player("Wren", AutoTopUp(to=TopUpTo.OFF))) == []


def test_nobody_is_topped_up_beyond_a_limit_or_while_they_are_away() -> None:
    harness = limited(total=100)
    harness.submit(from_player("Wren", AutoTopUp(to=TopUpTo.MOST)))
    assert harness.stacks() == {"Wren": 100}
    away = limited()
    away.submit(ConnectionDown("Wren"))
    away.submit(from_player("Wren", AutoTopUp(to=TopUpTo.MOST)))
    assert away.stacks() == {"Wren": 60}


# --- approval by the host


def test_the_host_needs_no_approval_and_everybody_else_waits_for_it_in_their_seat() -> None:
    harness = TableHarness(replace(table_settings(), approve_buy_ins=True))
    assert told_by(harness, from_player("Wren", Sit(chips=100))) == [ev.PlayerSat(1, "Wren", 100)]
    told = told_by(harness, from_player("Heron", Sit(chips=100)))
    assert told == [ev.PlayerSat(2, "Heron", 0), ev.SatOut(2), ev.BuyInRequested(2, 100)]
    seat = harness.view().at(2)
    assert seat is not None
    assert (seat.stack, seat.requested) == (0, 100)
    assert harness.table.bank.on_table == 100


def test_an_approved_player_gets_the_chips_and_plays() -> None:
    harness = with_approval()
    told = told_by(harness, from_player("Wren", AnswerBuyIn(seat=2, chips=100)))
    assert told == [ev.BuyInApproved(2, 100, "Wren"), ev.ChipsAdded(2, 100, 100), ev.CameBack(2)]
    harness.deal_next_hand()


def test_a_newcomer_who_is_declined_gives_the_seat_up() -> None:
    harness = with_approval()
    told = told_by(harness, from_player("Wren", AnswerBuyIn(seat=2, chips=100, approve=False)))
    assert told == [ev.BuyInDeclined(2, 100, "Wren"), ev.PlayerLeft(2, "Heron", 0)]


def test_a_declined_player_with_chips_keeps_the_seat_and_is_topped_up_no_more() -> None:
    harness = with_approval()
    harness.submit(from_player("Wren", AnswerBuyIn(seat=2, chips=100)))
    assert told_by(harness, from_player("Heron", AutoTopUp(to=TopUpTo.MOST))) == [ev.BuyInRequested(2, 100)]
    harness.submit(from_player("Wren", AnswerBuyIn(seat=2, chips=100, approve=False)))
    assert harness.stacks()["Heron"] == 100
    assert harness.seat_of("Heron").auto_top_up is TopUpTo.OFF


def test_chips_approved_in_a_hand_come_after_it() -> None:
    harness = with_approval()
    harness.submit(from_player("Wren", AnswerBuyIn(seat=2, chips=100)))
    harness.deal_next_hand()
    harness.submit(from_player("Heron", AddChips(chips=50)))
    stack = harness.seat_of("Heron").stack
    harness.submit(from_player("Wren", AnswerBuyIn(seat=2, chips=50)))
    assert harness.seat_of("Heron").stack == stack
    harness.fold_to_end()
    assert harness.table.bank.accounts["Heron"].bought_in == 150


@pytest.mark.parametrize(
    ("leaves", "told"),
    [
        (from_player("Heron", Stand()), ev.BuyInRequested(2, 0)),
        (from_player("Wren", Kick(seat=2)), ev.PlayerKicked("Wren", 2)),
    ],
)
def test_a_player_who_leaves_after_the_hand_asks_for_no_chips(leaves: PlayerCommand, told: ev.TableEvent) -> None:
    harness = with_approval()
    harness.submit(from_player("Wren", AnswerBuyIn(seat=2, chips=100)))
    harness.deal_next_hand()
    harness.submit(from_player("Heron", AddChips(chips=50)))
    assert told_by(harness, leaves)[0] == told
    seat = harness.view().at(2)
    assert seat is not None
    assert seat.requested == 0
    assert harness.expect_refusal(from_player("Wren", AnswerBuyIn(seat=2, chips=50))) == "no-request"


def test_the_requests_stand_in_the_order_in_which_the_players_asked() -> None:
    harness = TableHarness(replace(table_settings(), approve_buy_ins=True))
    harness.sit("Wren", chips=100)
    harness.submit(from_player("Heron", Sit(chips=100, seat=5)))
    harness.now += 1000
    harness.submit(from_player("Jay", Sit(chips=100, seat=3)))
    harness.now += 1000
    harness.submit(from_player("Heron", AddChips(chips=150)))
    assert [(seat.name, seat.requested) for seat in harness.view().requests] == [("Heron", 150), ("Jay", 100)]


@pytest.mark.parametrize(
    ("player", "answer", "code"),
    [
        ("Heron", AnswerBuyIn(seat=2, chips=100), "not-host"),
        ("Wren", AnswerBuyIn(seat=2, chips=99), "no-request"),
        ("Wren", AnswerBuyIn(seat=1, chips=100), "no-request"),
        ("Wren", AnswerBuyIn(seat=6, chips=100, approve=False), "no-request"),
    ],
)
def test_an_answer_by_another_or_to_another_amount_is_refused(player: str, answer: AnswerBuyIn, code: str) -> None:
    assert with_approval().expect_refusal(from_player(player, answer)) == code


def test_what_a_player_took_away_they_bring_back_without_approval() -> None:
    harness = with_approval()
    harness.submit(from_player("Wren", AnswerBuyIn(seat=2, chips=100)))
    harness.submit(from_player("Heron", Stand()))
    assert told_by(harness, from_player("Heron", Sit(chips=100))) == [ev.PlayerSat(2, "Heron", 100)]
    harness.submit(from_player("Heron", Stand()))
    harness.submit(from_player("Heron", Sit(chips=150)))
    harness.submit(from_player("Wren", AnswerBuyIn(seat=2, chips=150, approve=False)))
    assert told_by(harness, from_player("Heron", Sit(chips=100))) == [ev.PlayerSat(2, "Heron", 100)]


def test_a_request_outlasts_the_process() -> None:
    table = with_approval().table
    seat = Table.restored(table.id, table.settings, table.state).seats.at(2)
    assert seat is not None
    assert (seat.requested, seat.arriving) == (100, True)
