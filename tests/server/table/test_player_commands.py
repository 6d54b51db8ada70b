"""A player is called otherwise: at a seat, on the waiting list, as the host; they stay the same player."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Dealt
from railbird_server.table import audience
from railbird_server.table.audience import statement
from railbird_server.table.inputs import MuteRequest, NameChanged, PlayerCommand, PlayerIdentity
from railbird_shared.protocol.commands import JoinWaitingList, Pause, Sit, Stand
from railbird_shared.protocol.events import PlayerRenamed, RailCards, RailChanged, RailConsentChanged, SeatsLocked
from railbird_shared.protocol.host_commands import (
    ChangeRail,
    CorrectBooks,
    CorrectedPlayer,
    Kick,
    LetRailSee,
    LockTable,
)
from railbird_shared.protocol.view import WaitingPlayer
from railbird_shared.settings.table_terms import RailTerms
from support.table_harness import HOST, TableHarness, from_player, start_table, table_settings

JAY = NameChanged("Jay", "Magpie")


def names(harness: TableHarness) -> list[str]:
    """The names at the seats, as everybody sees them."""
    return [seat.name for seat in harness.view().occupied]


def test_everybody_is_told_what_a_player_is_called_now() -> None:
    harness = start_table()
    assert harness.submit(JAY) == [PlayerRenamed("Jay", "Magpie", 3)]
    assert names(harness) == ["Wren", "Heron", "Magpie"]


def test_a_player_takes_another_name_in_a_hand_and_plays_on() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(JAY)
    assert harness.view().playing
    harness.fold_to_end()
    assert sum(seat.stack for seat in harness.view().occupied) == 600


def test_chips_and_results_stay_with_the_player() -> None:
    harness = start_table()
    harness.submit(JAY)
    harness.submit(from_player("Jay", Stand()))
    harness.submit(from_player("Jay", Sit(chips=200)))
    assert {line.name: line.bought_in for line in statement(harness.table).lines}["Magpie"] == 400


def test_the_statement_has_the_present_name_of_who_was_corrected() -> None:
    harness = start_table()
    corrected = (CorrectedPlayer("Jay", 5), CorrectedPlayer("Heron", -5))
    harness.submit(from_player("Wren", CorrectBooks(players=corrected, reason="The pot of hand 3 was Jay's.")))
    harness.submit(JAY)
    (correction,) = statement(harness.table).corrections
    assert [each.name for each in correction.players] == ["Magpie", "Heron"]


def test_a_player_who_has_left_has_their_present_name_in_the_statement() -> None:
    harness = start_table()
    harness.submit(from_player("Jay", Stand()))
    assert harness.submit(JAY) == [PlayerRenamed("Jay", "Magpie")]
    assert {line.name for line in statement(harness.table).lines} == {"Wren", "Heron", "Magpie"}


def test_who_waits_keeps_their_place_under_another_name() -> None:
    harness = start_table("holdem", [200, 200], settings=table_settings(seats=2))
    for player in ("Jay", "Robin"):
        harness.submit(from_player(player, JoinWaitingList()))
    harness.submit(JAY)
    assert harness.view().waiting == (WaitingPlayer("Magpie"), WaitingPlayer("Robin"))


def test_the_host_acts_under_another_name() -> None:
    harness = start_table()
    harness.submit(from_player("Wren", Pause()))
    assert harness.submit(NameChanged("Wren", "Magpie")) == [PlayerRenamed("Wren", "Magpie", 1, hosts=True)]
    view = harness.view()
    assert (view.host, view.pause and view.pause.by) == ("Magpie", "Magpie")
    assert SeatsLocked("Magpie", locked=True) in harness.submit(from_player("Wren", LockTable()))


def test_who_is_muted_stays_so_under_another_name() -> None:
    harness = start_table()
    wren, jay = PlayerIdentity("Wren", "Wren"), PlayerIdentity("Jay", "Jay")
    harness.submit(MuteRequest(wren, jay))
    harness.submit(JAY)
    assert harness.view().muted == ("Magpie",)
    harness.submit(MuteRequest(wren, PlayerIdentity("Jay", "Magpie"), on=False))
    assert harness.view().muted == ()


@pytest.mark.parametrize("name", ["Heron", "heron", "HERON", "Her0n", "H\u0435ron"])
def test_nobody_takes_the_name_of_another_player_or_one_like_it(name: str) -> None:
    harness = start_table()
    assert harness.expect_refusal(NameChanged("Jay", name)) == "name-taken"


def test_a_name_may_be_written_otherwise_by_its_own_player() -> None:
    harness = start_table()
    assert harness.submit(NameChanged("Jay", "JAY")) == [PlayerRenamed("Jay", "JAY", 3)]


def test_who_is_sent_away_takes_no_other_name_before() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(from_player("Wren", Kick(seat=3)))
    assert harness.expect_refusal(JAY) == "leaving"


def test_a_table_tells_nothing_of_those_whom_it_does_not_know() -> None:
    assert start_table().submit(NameChanged("Robin", "Magpie")) == []


DELAYED = replace(table_settings(), rail=RailTerms(delay_hands=2))


def cards_on_rail(harness: TableHarness) -> set[int]:
    """The seats whose cards of the hand that was dealt last the rail is told."""
    dealt = [event for event in harness.events if isinstance(event, Dealt)]
    return {each.seat for each in audience.rail_cards(dealt, harness.table.seats.occupied)}


def seated(*names: str) -> TableHarness:
    harness = TableHarness(DELAYED)
    harness.sit(*names)
    return harness


def test_the_rail_sees_the_cards_of_nobody_who_has_not_said_so() -> None:
    harness = seated("Wren", "Heron")
    harness.deal_next_hand()
    assert cards_on_rail(harness) == set()


def test_a_word_holds_from_the_next_hand_on_and_so_does_its_end() -> None:
    harness = seated("Wren", "Heron")
    harness.deal_next_hand()
    assert harness.submit(from_player("Wren", LetRailSee())) == [RailConsentChanged(1, on=True)]
    assert cards_on_rail(harness) == set()
    harness.fold_to_end()
    harness.deal_next_hand()
    harness.submit(from_player("Wren", LetRailSee(on=False)))
    assert cards_on_rail(harness) == {1}
    harness.fold_to_end()
    harness.deal_next_hand()
    assert cards_on_rail(harness) == set()


def test_what_the_rail_is_told_are_all_cards_of_the_seat_after_each_deal() -> None:
    harness = seated("Wren", "Heron")
    harness.submit(from_player("Heron", LetRailSee()))
    events = harness.deal_next_hand()
    (dealt,) = (event for event in events if isinstance(event, Dealt) and event.seat == 2)
    assert audience.rail_cards(events, harness.table.seats.occupied) == (RailCards(2, dealt.holding),)


def test_bots_of_the_house_let_the_rail_see_their_cards_where_the_terms_say_so() -> None:
    bot = PlayerIdentity("Rook", "Rook", bot=True, house=True)
    harness = seated("Wren")
    assert RailConsentChanged(2, on=True) in harness.submit(PlayerCommand(bot, Sit()))
    shy = TableHarness(replace(DELAYED, rail=RailTerms(delay_hands=2, bots=False)))
    assert not any(isinstance(event, RailConsentChanged) for event in shy.submit(PlayerCommand(bot, Sit())))


def test_a_player_who_comes_back_has_said_nothing() -> None:
    harness = seated("Wren", "Heron")
    harness.submit(from_player("Wren", LetRailSee()))
    seat = harness.table.seats.at(1)
    assert seat is not None
    assert seat.shown_to_rail
    assert harness.expect_refusal(from_player("Wren", LetRailSee())) == "no-change"


def test_a_live_rail_sees_no_hidden_card_and_takes_no_word() -> None:
    harness = TableHarness(table_settings())
    harness.sit("Wren")
    assert harness.expect_refusal(from_player("Wren", LetRailSee())) == "rail-live"
    assert harness.expect_refusal(from_player("Jay", LetRailSee())) == "not-seated"


def test_only_the_host_changes_the_terms_and_the_delay_stays() -> None:
    harness = seated("Wren", "Heron")
    assert harness.expect_refusal(from_player("Heron", ChangeRail(limit=3))) == "not-host"
    assert harness.submit(PlayerCommand(HOST, ChangeRail(limit=3, speaks=True))) == [
        RailChanged("Wren", 3, speaks=True)
    ]
    assert harness.expect_refusal(PlayerCommand(HOST, ChangeRail(limit=3, speaks=True))) == "no-change"
    assert harness.table.rail.terms == RailTerms(limit=3, speaks=True, delay_hands=2)
