"""The waiting list: who gets a free seat, who is passed over, and the bots that make room."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from railbird_server.table.inputs import (
    BanRequest,
    Close,
    ConnectionDown,
    ConnectionUp,
    FullEvent,
    PlayerCommand,
    PlayerIdentity,
    Tick,
)
from railbird_server.table.table import Table, TableState
from railbird_shared.game.rotation import ChosenGame
from railbird_shared.history.narration import event_sentence
from railbird_shared.protocol.commands import ChangeGame, ChangeSeat, JoinWaitingList, LeaveWaitingList, Sit, Stand
from railbird_shared.protocol.events import (
    LeaveReason,
    PassedOver,
    PlayerLeft,
    PlayerSat,
    SeatingEvent,
    TableEvent,
    WaitingListJoined,
    WaitingListLeft,
)
from railbird_shared.protocol.host_commands import Kick, LockTable, RemoveWaiting
from railbird_shared.protocol.table_limits import MAX_WAITING
from railbird_shared.protocol.view import WaitingPlayer
from support.table_harness import HOST, TableHarness, from_player, start_table, table_settings


def full_table(stacks: tuple[int, ...] = (100, 100, 100)) -> TableHarness:
    """Returns a table of three seats with Wren, Heron and Jay."""
    return start_table(stacks=stacks, settings=table_settings(seats=3))


def table_of_bots(**stacks: int) -> TableHarness:
    """Returns a full table of Wren and bots of the house with these chips."""
    harness = TableHarness(table_settings(seats=1 + len(stacks)))
    harness.sit("Wren", chips=100)
    for name, chips in stacks.items():
        bot = PlayerIdentity(name, name, bot=True, house=True)
        harness.submit(PlayerCommand(bot, Sit(chips=chips)))
    return harness


def wait(harness: TableHarness, *names: str, chips: int = 0) -> None:
    """Puts players on the waiting list."""
    for name in names:
        harness.submit(from_player(name, JoinWaitingList(chips=chips)))


def names(harness: TableHarness) -> list[str]:
    """Returns the list as everybody sees it."""
    return [waiting.name for waiting in harness.view().waiting]


def seating(events: list[FullEvent]) -> list[FullEvent]:
    """Returns what the events say of who sits where."""
    return [event for event in events if isinstance(event, SeatingEvent)]


def test_the_first_of_the_list_takes_the_seat_that_comes_free() -> None:
    harness = full_table()
    wait(harness, "Magpie", "Rook", chips=50)
    assert names(harness) == ["Magpie", "Rook"]
    assert harness.submit(from_player("Heron", Stand()))[0] == PlayerLeft(2, "Heron", 100)
    assert seating(harness.advance_to_wake_time()) == [PlayerSat(2, "Magpie", 50)]
    assert names(harness) == ["Rook"]
    assert harness.view("Magpie").you.seat == 2


def test_the_list_waits_for_the_end_of_the_hand() -> None:
    harness = full_table()
    harness.deal_next_hand()
    wait(harness, "Magpie")
    harness.submit(from_player("Heron", Stand()))
    assert "Magpie" not in harness.player_by_seat.values()
    harness.fold_to_end()
    harness.submit(Tick())
    assert "Magpie" in harness.player_by_seat.values()


def test_who_is_not_connected_is_passed_over_and_keeps_the_place() -> None:
    harness = full_table()
    wait(harness, "Magpie", "Rook", "Finch")
    harness.submit(ConnectionDown("Magpie"))
    harness.submit(from_player("Heron", Stand()))
    assert seating(harness.advance_to_wake_time()) == [PassedOver("Magpie"), PlayerSat(2, "Rook", 200)]
    assert harness.view().waiting == (WaitingPlayer("Magpie", passed_over=True), WaitingPlayer("Finch"))
    harness.submit(ConnectionUp("Magpie"))
    harness.submit(from_player("Jay", Stand()))
    assert seating(harness.advance_to_wake_time()) == [PlayerSat(3, "Magpie", 200)]


def test_a_seat_waits_for_nobody_who_is_away() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    harness.submit(ConnectionDown("Magpie"))
    harness.submit(from_player("Heron", Stand()))
    assert seating(harness.submit(from_player("Rook", Sit()))) == [PassedOver("Magpie"), PlayerSat(2, "Rook", 200)]


def test_who_comes_back_while_a_seat_is_free_is_seated() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    harness.submit(ConnectionDown("Magpie"))
    harness.submit(from_player("Heron", Stand()))
    harness.submit(ConnectionUp("Magpie"))
    assert seating(harness.advance_to_wake_time()) == [PlayerSat(2, "Magpie", 200)]


def test_who_is_away_for_as_long_as_a_seat_is_kept_is_off_the_list() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    harness.submit(ConnectionDown("Magpie"))
    harness.now += harness.table.settings.seat_hold_ms
    left = WaitingListLeft("Magpie", "They were away for too long.")
    assert left in harness.submit(Tick())
    assert event_sentence(left, harness.view()) == "Magpie waits for a seat no longer: they were away for too long"
    assert names(harness) == []


def test_a_free_seat_is_for_who_waits_and_for_nobody_else() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    harness.submit(from_player("Heron", Stand()))
    assert harness.expect_refusal(from_player("Rook", Sit())) == "table-full"
    assert seating(harness.submit(from_player("Magpie", Sit(chips=80)))) == [PlayerSat(2, "Magpie", 80)]
    assert names(harness) == []


def test_joining_while_a_seat_is_free_leads_to_it() -> None:
    harness = start_table(settings=table_settings(seats=4))
    wait(harness, "Magpie", chips=60)
    assert seating(harness.advance_to_wake_time()) == [PlayerSat(4, "Magpie", 60)]


def test_who_wishes_leaves_the_list() -> None:
    harness = full_table()
    wait(harness, "Magpie", "Rook")
    assert harness.submit(from_player("Magpie", LeaveWaitingList())) == [WaitingListLeft("Magpie")]
    assert names(harness) == ["Rook"]
    assert harness.expect_refusal(from_player("Magpie", LeaveWaitingList())) == "not-waiting"


def test_what_cannot_be_is_refused() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    refused = [
        (from_player("Wren", JoinWaitingList()), "seated"),
        (from_player("Magpie", JoinWaitingList()), "waiting"),
        (from_player("Rook", JoinWaitingList(chips=19)), "buy-in"),
        (from_player("Rook", JoinWaitingList(chips=201)), "buy-in"),
        (from_player("Rook", JoinWaitingList(), bot=True), "no-waiting"),
        (PlayerCommand(PlayerIdentity("another", "Magpie"), JoinWaitingList()), "name-taken"),
        (from_player("Rook", Sit()), "table-full"),
    ]
    for request, code in refused:
        assert harness.expect_refusal(request) == code
    for number in range(MAX_WAITING - 1):
        wait(harness, f"Visitor {number}")
    assert harness.expect_refusal(from_player("Rook", JoinWaitingList())) == "table-full"


def test_who_may_no_longer_sit_down_is_taken_off_the_list_and_told() -> None:
    """Two players called alike cannot both sit: Magpie sat down elsewhere first under another id."""
    harness = full_table()
    wait(harness, "Magpie", "Rook")
    harness.submit(from_player("Heron", Stand()))
    harness.submit(from_player("Jay", Stand()))
    namesake = PlayerIdentity("another", "Finch")
    harness.submit(PlayerCommand(namesake, JoinWaitingList()))
    harness.submit(Tick())
    harness.submit(Tick())
    assert sorted(harness.player_by_seat.values()) == ["Magpie", "Rook", "Wren"]
    assert names(harness) == ["Finch"]


def test_who_is_banned_waits_no_longer() -> None:
    harness = full_table()
    wait(harness, "Magpie", "Rook")
    events = harness.submit(BanRequest(HOST, PlayerIdentity("Magpie", "Magpie")))
    assert [event_sentence(event, harness.view()) for event in events if isinstance(event, TableEvent)] == [
        "Wren bans Magpie from the table",
        "Wren takes Magpie off the waiting list",
    ]
    assert names(harness) == ["Rook"]
    assert harness.expect_refusal(from_player("Magpie", JoinWaitingList())) == "banned"


def test_the_host_takes_a_player_off_the_list() -> None:
    """They are not banned: they may wait again, at the end of the list."""
    harness = full_table()
    wait(harness, "Magpie", "Rook")
    remove = RemoveWaiting(name="Magpie")
    assert harness.expect_refusal(from_player("Heron", remove)) == "not-host"
    assert harness.submit(from_player(HOST.name, remove)) == [WaitingListLeft("Magpie", by="Wren")]
    assert harness.expect_refusal(from_player(HOST.name, remove)) == "not-waiting"
    wait(harness, "Magpie")
    assert names(harness) == ["Rook", "Magpie"]


def test_a_kick_makes_room_for_who_waits() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    harness.deal_next_hand()
    harness.submit(from_player(HOST.name, Kick(seat=2)))
    harness.fold_to_end()
    harness.submit(Tick())
    assert harness.player_by_seat[2] == "Magpie"


def test_a_locked_table_seats_nobody_until_it_is_unlocked() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    harness.submit(from_player(HOST.name, LockTable()))
    harness.submit(from_player("Heron", Stand()))
    harness.submit(Tick())
    assert names(harness) == ["Magpie"]
    assert harness.expect_refusal(from_player("Rook", JoinWaitingList())) == "seats-locked"
    harness.submit(from_player(HOST.name, LockTable(on=False)))
    assert seating(harness.advance_to_wake_time()) == [PlayerSat(2, "Magpie", 200)]


def test_who_waits_for_a_game_of_fewer_players_is_seated_when_somebody_goes() -> None:  # DL-22
    harness = TableHarness(table_settings(seats=9))
    harness.sit("Wren", "Heron", "Jay")
    harness.submit(from_player(HOST.name, ChangeGame(chosen=ChosenGame("greek-draw", bet=2))))
    harness.deal_next_hand()
    assert harness.expect_refusal(from_player("Magpie", Sit())) == "table-full"
    wait(harness, "Magpie")
    harness.submit(from_player("Heron", Stand()))
    harness.fold_to_end()
    harness.submit(Tick())
    assert sorted(harness.player_by_seat.values()) == ["Jay", "Magpie", "Wren"]


def test_the_list_is_part_of_the_state_of_the_table() -> None:
    harness = full_table()
    wait(harness, "Magpie", "Rook", chips=50)
    harness.submit(ConnectionDown("Magpie"))
    kept = msgspec.json.decode(msgspec.json.encode(harness.table.state), type=TableState)
    restored = Table.restored("t1", harness.table.settings, kept)
    for table in (harness.table, restored):
        table.handle(from_player("Heron", Stand()), 1_000)
        events = table.handle(Tick(), 1_000).events
        assert seating(list(events)) == [PassedOver("Magpie"), PlayerSat(2, "Rook", 50)]
    assert restored.state == harness.table.state


def test_a_closed_table_seats_nobody() -> None:
    harness = full_table()
    wait(harness, "Magpie")
    harness.submit(from_player("Heron", Stand()))
    outcome = harness.table.handle(Close("The host has closed the table."), harness.now)
    assert not seating(list(outcome.events))
    assert not seating(list(harness.table.handle(Tick(), harness.now + 1).events))


# --- bots that make room


def test_the_worst_off_bot_makes_room_for_a_person_after_its_hand() -> None:
    harness = table_of_bots(Robin=150, Finch=60, Plover=90)
    harness.deal_next_hand()
    assert seating(harness.submit(from_player("Heron", Sit(chips=100)))) == [
        WaitingListJoined("Heron", makes_room=True)
    ]
    before = harness.hand_running
    harness.fold_to_end()
    assert before
    assert any(isinstance(event, PlayerLeft) and event.reason is LeaveReason.MADE_ROOM for event in harness.events)
    harness.submit(Tick())
    assert harness.player_by_seat == {1: "Wren", 2: "Robin", 3: "Heron", 4: "Plover"}
    assert names(harness) == []


def test_between_hands_a_bot_makes_room_at_once() -> None:
    harness = table_of_bots(Robin=150, Finch=60)
    events = seating(harness.submit(from_player("Heron", Sit())))
    assert events == [WaitingListJoined("Heron", makes_room=True), PlayerLeft(3, "Finch", 60, LeaveReason.MADE_ROOM)]
    assert [event_sentence(event, harness.view()) for event in events if isinstance(event, PlayerLeft)] == [
        "Finch makes room and leaves with 60"
    ]
    assert seating(harness.advance_to_wake_time()) == [PlayerSat(3, "Heron", 200)]


def test_a_bot_stays_if_nobody_waits_any_more() -> None:
    harness = table_of_bots(Robin=150, Finch=60)
    harness.deal_next_hand()
    harness.submit(from_player("Heron", Sit()))
    harness.submit(from_player("Heron", LeaveWaitingList()))
    harness.fold_to_end()
    assert sorted(harness.player_by_seat.values()) == ["Finch", "Robin", "Wren"]


def test_no_more_people_sit_down_than_bots_can_make_room_for() -> None:
    harness = table_of_bots(Robin=150)
    harness.deal_next_hand()
    harness.submit(from_player("Heron", Sit()))
    assert harness.expect_refusal(from_player("Jay", Sit())) == "table-full"
    assert harness.expect_refusal(from_player("Jay", Sit(), bot=True)) == "table-full"
    wait(harness, "Jay")
    assert names(harness) == ["Heron", "Jay"]


def test_bots_of_players_make_no_room() -> None:
    harness = full_table()
    harness.submit(from_player("Jay", Stand()))
    harness.submit(from_player("Robin", Sit(), bot=True))
    assert harness.expect_refusal(from_player("Magpie", Sit())) == "table-full"


def test_a_seat_to_which_somebody_moves_is_not_given_away() -> None:
    harness = start_table(settings=table_settings(seats=4))
    harness.deal_next_hand()
    harness.submit(from_player("Jay", ChangeSeat(seat=4)))
    wait(harness, "Magpie")
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.seat_of("Jay").number == 4
    harness.submit(Tick())
    assert harness.seat_of("Magpie").number == 3


@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_plays_on_while_its_people_change(seats: int) -> None:
    """People come one after another and go after a hand; the list never stands still while a seat is free."""
    settings = replace(table_settings(seats=seats), pause_ms=1_000)
    harness = TableHarness(settings)
    people = ["Wren", "Heron", "Jay", "Magpie", "Rook", "Finch"]
    wait(harness, *people)
    while names(harness):
        while harness.outcome.wake_at is not None and harness.outcome.wake_at <= harness.now and names(harness):
            harness.advance_to_wake_time()
        if len(harness.table.seats.occupied) < harness.table.seats.places:
            continue
        harness.deal_next_hand()
        harness.submit(from_player(harness.player_by_seat[1], Stand()))
        harness.fold_to_end()
    assert len(harness.player_by_seat) <= seats
