"""What the host does to a table, and what is refused."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.host_commands import OWNER
from railbird_server.table.inputs import BanRequest, ConnectionDown, MuteRequest, PlayerCommand, PlayerIdentity, Tick
from railbird_server.table.table import Table
from railbird_shared.protocol.commands import AddChips, Sit, SitOut, TableCommand
from railbird_shared.protocol.events import (
    Announced,
    BanChanged,
    Folded,
    HostingHandedOver,
    LastHandCalled,
    LastHandRevoked,
    NightEnding,
    PlayerKicked,
    PlayerLeft,
    SeatsLocked,
)
from railbird_shared.protocol.host_commands import Announce, EndNight, HandOver, Kick, LastHand, LockTable
from support.table_harness import TableHarness, from_player, start_table, table_settings


def from_host(command: TableCommand) -> PlayerCommand:
    """A command of Wren, who hosts every table."""
    return from_player("Wren", command)


def sentence_of(harness: TableHarness, request: PlayerCommand) -> str:
    """The sentence with which a request is refused."""
    with pytest.raises(Refusal) as refusal:
        harness.submit(request)
    return refusal.value.sentence


ACTS: tuple[TableCommand, ...] = (
    LastHand(),
    LastHand(on=False),
    EndNight(),
    EndNight(now=True),
    Kick(seat=3),
    HandOver(seat=3),
    Announce(text="Pizza at ten."),
    LockTable(),
)


@pytest.mark.parametrize("command", ACTS, ids=repr)
def test_a_command_of_the_host_from_somebody_else_is_refused(command: TableCommand) -> None:
    harness = start_table()
    assert harness.expect_refusal(from_player("Heron", command)) == "not-host"
    assert harness.expect_refusal(from_player("Magpie", command)) == "not-host"


# --- the last hand and the end of the night


def test_no_hand_is_dealt_after_the_last_one() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert harness.submit(from_host(LastHand())) == [LastHandCalled("Wren", 1)]
    harness.fold_to_end()
    assert not harness.outcome.wants_deck
    assert harness.outcome.wake_at is None
    assert harness.table.closing_reason(harness.now) == ""


def test_between_hands_the_next_one_is_the_last() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.fold_to_end()
    assert harness.submit(from_host(LastHand())) == [LastHandCalled("Wren", 2)]
    harness.deal_next_hand()
    harness.fold_to_end()
    assert not harness.outcome.wants_deck


def test_the_last_hand_can_be_taken_back() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(from_host(LastHand()))
    assert harness.expect_refusal(from_host(LastHand())) == "no-change"
    harness.fold_to_end()
    assert harness.submit(from_host(LastHand(on=False))) == [LastHandRevoked("Wren")]
    harness.deal_next_hand()
    assert harness.table.hand_number == 2
    assert harness.expect_refusal(from_host(LastHand(on=False))) == "no-change"


def test_the_night_ends_when_the_running_hand_is_over() -> None:
    harness = start_table(settings=table_settings(pause=4_000))
    harness.deal_next_hand()
    assert harness.submit(from_host(EndNight())) == [NightEnding("Wren")]
    assert harness.table.closing_reason(harness.now) == ""
    harness.fold_to_end()
    assert harness.table.closing_reason(harness.now) == "", "everybody sees how it ended"
    harness.advance_to_wake_time()
    assert harness.table.closing_reason(harness.now) == "Wren has ended the night."
    assert not harness.outcome.wants_deck


def test_the_night_ends_at_once_between_hands_or_if_the_host_wants_it() -> None:
    resting, playing = start_table(), start_table()
    playing.deal_next_hand()
    resting.submit(from_host(EndNight()))
    playing.submit(from_host(EndNight(now=True)))
    assert (
        resting.table.closing_reason(resting.now)
        == playing.table.closing_reason(playing.now)
        == "Wren has ended the night."
    )


def test_the_end_of_the_night_can_be_taken_back_during_the_hand() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(from_host(EndNight()))
    assert harness.expect_refusal(from_host(EndNight())) == "no-change"
    harness.submit(from_host(LastHand(on=False)))
    harness.fold_to_end()
    harness.deal_next_hand()


# --- kicking


def test_a_kicked_player_leaves_with_their_chips_after_their_hand() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert PlayerKicked("Wren", 2) in harness.submit(from_host(Kick(seat=2)))
    assert harness.expect_refusal(from_host(Kick(seat=2))) == "leaving"
    assert harness.expect_refusal(from_player("Heron", SitOut())) == "leaving"
    assert harness.expect_refusal(from_player("Heron", AddChips(chips=1))) == "leaving"
    while harness.hand_running:  # they play their hand to its end, and win it
        harness.act("r 10" if harness.player_to_act == "Heron" else "f")
    [left] = [event for event in harness.events if isinstance(event, PlayerLeft)]
    assert (left.seat, left.name) == (2, "Heron")
    assert left.chips > 200
    assert harness.table.bank.net_buy_in("Heron") == 200 - left.chips


def test_a_player_who_is_in_no_hand_is_kicked_at_once_and_may_come_back() -> None:
    harness = start_table()
    assert harness.submit(from_host(Kick(seat=2))) == [PlayerKicked("Wren", 2), PlayerLeft(2, "Heron", 200)]
    harness.sit("Heron")


def test_hosts_cannot_kick_themselves() -> None:
    harness = start_table()
    assert harness.expect_refusal(from_host(Kick(seat=1))) == "not-yourself"
    assert sentence_of(harness, from_host(Kick(seat=1))) == (
        "You cannot remove yourself; stand up or leave the table instead."
    )
    assert sentence_of(harness, from_host(Kick(seat=5))) == "Nobody sits in seat 5; choose the seat of a player."


def test_a_kicked_player_cannot_hold_up_a_table_without_a_clock() -> None:
    harness = start_table(settings=table_settings(clock=0))
    harness.deal_next_hand()
    slow = harness.turn.seat
    if slow == 1:
        harness.act("c")
        slow = harness.turn.seat
    harness.now += 300_000
    harness.submit(from_host(Kick(seat=slow)))
    assert harness.outcome.wake_at == harness.now + 60_000
    assert Folded(slow, timed_out=True) in harness.advance_to_wake_time()


def test_a_kicked_player_is_not_dealt_in_again() -> None:
    harness = start_table(stacks=(100, 100))
    harness.deal_next_hand()
    harness.submit(from_host(Kick(seat=2)))
    harness.fold_to_end()
    assert harness.player_by_seat == {1: "Wren"}


# --- hosting


def test_the_hosting_goes_to_a_seated_person() -> None:
    harness = start_table()
    assert harness.submit(from_host(HandOver(seat=3))) == [HostingHandedOver("Wren", 3, "Jay")]
    assert harness.view("Jay").you.is_host
    assert not harness.view("Wren").you.is_host
    assert harness.expect_refusal(from_host(LockTable())) == "not-host"
    harness.submit(from_player("Jay", Kick(seat=1)))


def test_the_hosting_goes_to_no_bot_nobody_who_leaves_and_no_empty_seat() -> None:
    harness = start_table()
    harness.submit(from_player("Robin", Sit(), bot=True))
    harness.deal_next_hand()
    harness.submit(from_host(Kick(seat=2)))
    codes = [harness.expect_refusal(from_host(HandOver(seat=seat))) for seat in (1, 2, 4, 5)]
    assert codes == ["not-yourself", "leaving", "not-a-person", "no-player"]


# --- order


def test_a_locked_table_seats_nobody_else_and_those_who_sit_play_on() -> None:
    harness = start_table()
    assert harness.submit(from_host(LockTable())) == [SeatsLocked("Wren", locked=True)]
    assert harness.expect_refusal(from_host(LockTable())) == "no-change"
    assert harness.expect_refusal(from_player("Robin", Sit())) == "seats-locked"
    assert harness.expect_refusal(from_player("Heron", Sit())) == "seated"
    harness.deal_next_hand()
    harness.fold_to_end()
    harness.submit(from_host(LockTable(on=False)))
    harness.sit("Robin")


def test_an_announcement_is_told_to_everybody() -> None:
    harness = start_table()
    assert harness.submit(from_host(Announce(text="Pizza at ten."))) == [Announced("Wren", "Pizza at ten.")]
    assert harness.expect_refusal(from_host(Announce(text=""))) == "chat"


def identity(name: str) -> PlayerIdentity:
    return PlayerIdentity(name, name)


def test_a_banned_player_leaves_after_their_hand_and_sits_down_no_more() -> None:
    harness = start_table()
    harness.deal_next_hand()
    events = harness.submit(BanRequest(identity("Wren"), identity("Heron")))
    assert events[:2] == [BanChanged("Wren", "Heron", banned=True), PlayerKicked("Wren", 2)]
    harness.fold_to_end()
    assert harness.view().banned == ("Heron",)
    assert harness.expect_refusal(from_player("Heron", Sit())) == "banned"
    assert sentence_of(harness, from_player("Heron", Sit())) == "Wren has banned you from this table."
    harness.submit(BanRequest(identity("Wren"), identity("Heron"), on=False))
    harness.sit("Heron")


@pytest.mark.parametrize("request_type", [BanRequest, MuteRequest])
def test_a_name_that_has_passed_to_another_is_listed_once_where_it_came_last(
    request_type: type[BanRequest | MuteRequest],
) -> None:
    harness = start_table()
    for player in (identity("Robin"), identity("Magpie"), PlayerIdentity("another", "Robin")):
        harness.submit(request_type(OWNER, player))
    view = harness.view()
    assert (view.muted or view.banned) == ("Magpie", "Robin")


@pytest.mark.parametrize("request_type", [BanRequest, MuteRequest])
def test_bans_and_mutes_that_are_refused(request_type: type[BanRequest | MuteRequest]) -> None:
    harness = start_table()
    wren, heron, jay = map(identity, ("Wren", "Heron", "Jay"))
    assert harness.expect_refusal(request_type(heron, jay)) == "not-host"
    assert harness.expect_refusal(request_type(wren, wren)) == "not-yourself"
    assert harness.expect_refusal(request_type(wren, jay, on=False)) == "no-change"
    harness.submit(request_type(OWNER, jay))
    harness.submit(request_type(wren, jay, on=False))


def test_a_ban_of_another_player_of_the_same_name_lifts_none() -> None:
    harness = start_table()
    wren, troll, again = identity("Wren"), PlayerIdentity("first", "Troll"), PlayerIdentity("second", "Troll")
    for player in (troll, again):
        harness.submit(BanRequest(wren, player))
        harness.submit(MuteRequest(wren, player))
    assert (harness.view().banned, harness.view().muted) == (("Troll",), ("Troll",))
    for player in (troll, again):
        assert harness.expect_refusal(PlayerCommand(player, Sit())) == "banned"
        with pytest.raises(Refusal, match="muted"):
            harness.table.host_commands.check_chat(player.id)
    harness.submit(BanRequest(wren, again, on=False))
    harness.submit(PlayerCommand(troll, Sit()))


def test_who_is_muted_is_told_by_whom() -> None:
    harness = start_table()
    harness.submit(MuteRequest(OWNER, identity("Jay")))
    assert harness.view().muted == ("Jay",)
    harness.table.host_commands.check_chat("Heron")
    with pytest.raises(Refusal, match="The house has muted your chat at this table"):
        harness.table.host_commands.check_chat("Jay")


# --- the owner of the server


def test_the_owner_of_the_server_may_do_the_same_also_to_the_host() -> None:
    harness = start_table()
    harness.submit(PlayerCommand(OWNER, HandOver(seat=2)))
    events = harness.submit(PlayerCommand(OWNER, Kick(seat=2)))
    assert events[0] == PlayerKicked("the house", 2)
    harness.submit(PlayerCommand(OWNER, EndNight()))
    assert harness.table.closing_reason(harness.now) == "The house has ended the night."


# --- what is kept


def test_what_the_host_has_settled_is_kept_with_the_table() -> None:
    harness = start_table()
    for command in (LastHand(), LockTable(), HandOver(seat=3)):
        harness.submit(from_host(command))
    harness.submit(ConnectionDown("Heron"))
    table = Table.restored("t1", harness.table.settings, harness.table.state)
    assert table.state == harness.table.state
    assert table.host == replace(harness.table.host, name="Jay")
    assert table.host_commands.state.appointed == "Jay"
    assert not table.deals_on or table.handle(Tick(), harness.now).wake_at is not None
