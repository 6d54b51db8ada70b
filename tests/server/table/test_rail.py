"""The rail of a table: its terms, and the word of the players whose cards it may see."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.events import Dealt
from railbird_server.table import audience
from railbird_server.table.inputs import PlayerCommand, PlayerIdentity
from railbird_shared.protocol.commands import Sit
from railbird_shared.protocol.events import RailCards, RailChanged, RailConsentChanged
from railbird_shared.protocol.host_commands import ChangeRail, LetRailSee
from railbird_shared.protocol.rail_terms import RailTerms
from support.table_harness import HOST, TableHarness, from_player, table_settings

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
