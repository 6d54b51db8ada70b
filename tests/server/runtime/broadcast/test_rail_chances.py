"""Where the house wants it, everybody at a table is told the chances of open hands, and of no others (HS-48)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from railbird_server.runtime.broadcast.rail_chances import GamesPlayed, OpenChances, PastChances
from railbird_server.table import audience
from railbird_server.table.inputs import FullEvent
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.events import RailCards
from railbird_shared.protocol.messages import HandChances
from support.chances import EvenChances
from support.hand_builders import deal_order
from support.table_harness import TableHarness, start_table, table_settings

DECK = deal_order("As Ah", "Ks Kh") + " 2c 2d 7h 9s 3c 4d 5c Jh"


class Followed:
    """A table of two players whose steps are followed, and what its viewers were told."""

    def __init__(self, *, wanted: bool = True) -> None:
        settings = replace(table_settings(seats=2), effective_rules=HouseRules(all_in_chances=wanted))
        self.harness: TableHarness = start_table("holdem", (200, 200), decks=[DECK], settings=settings)
        self.finder = EvenChances()
        self.told: list[HandChances] = []
        self.chances = OpenChances(self.harness.table, self.finder, self.told.append)
        self.chances.follow()
        while not self.harness.hand_running:
            self.chances.note(self.harness.deal_next_hand())
            self.chances.follow()

    def act(self, *acts: str) -> None:
        for act in acts:
            self.chances.note(self.harness.act(act))
            self.chances.follow()


def test_an_all_in_hand_has_its_chances_told_in_one_message() -> None:
    followed = Followed()
    followed.act("r 200", "c")
    [message] = followed.told
    assert message.hand == followed.harness.table.hand_number
    assert [spot.street for spot in message.spots] == [0, 1, 2]
    assert all(spot.shares == ((1, 5000), (2, 5000)) for spot in message.spots)


def test_nothing_is_asked_where_the_house_does_not_want_it() -> None:
    followed = Followed(wanted=False)
    followed.act("r 200", "c")
    assert followed.told == []
    assert followed.finder.asked == []


def test_a_hand_with_decisions_left_tells_no_chances() -> None:
    followed = Followed()
    followed.act("c", "x", "b 4", "c", "x", "x", "x")
    assert followed.told == []


def test_no_step_is_followed_before_its_viewers_know_it() -> None:
    followed = Followed()
    followed.act("r 200")
    followed.chances.note(followed.harness.act("c"))
    assert followed.told == []
    followed.chances.follow()
    assert len(followed.told) == 1


def test_the_next_hand_drops_a_question_of_the_hand_before() -> None:
    followed = Followed()
    followed.act("r 200", "c")
    followed.finder.forgotten.clear()
    followed.chances.stop()
    table = followed.harness.table.id
    assert followed.finder.forgotten == [table, f"{table} rail"]


def shown_cards(harness: TableHarness, *names: str) -> tuple[RailCards, ...]:
    """What a delayed rail is shown of the hands of these players."""
    views = {name: harness.view(name) for name in names}
    return tuple(RailCards(view.you.seat, view.you.cards) for view in views.values() if view.you.seat is not None)


class PastRail:
    """A rail that sees a table of three later, from its beginning."""

    def __init__(self) -> None:
        self.harness = start_table("holdem", (200, 200, 200))
        self.finder = EvenChances()
        self.told: list[HandChances] = []
        games = GamesPlayed(self.harness.table)
        self.chances = PastChances("t1 rail", self.finder, games)
        self.chances.show_whole(self.harness.view())
        while not self.harness.hand_running:
            self.dealt = self.harness.deal_next_hand()

    def show(self, events: Sequence[FullEvent], *consenting: str) -> None:
        cards = shown_cards(self.harness, *consenting)
        self.chances.follow((*audience.split(events).public, *cards), self.told.append)


def test_a_delayed_rail_is_told_chances_once_it_sees_all_live_hands() -> None:
    rail = PastRail()
    first, second, third = rail.harness.player_by_seat.values()
    rail.show(rail.dealt, first, second)
    assert rail.told == []
    folder = rail.harness.player_to_act
    rail.show(rail.harness.act("f"), *({first, second, third} - {folder}))
    [message] = rail.told
    assert len(message.spots[0].shares) == 2
    assert message.spots[0].street == 0


def test_a_rail_to_which_one_live_hand_is_hidden_is_told_nothing() -> None:
    rail = PastRail()
    players = list(rail.harness.player_by_seat.values())
    hidden = next(player for player in players if player != rail.harness.player_to_act)
    rail.show(rail.dealt, *(player for player in players if player != hidden))
    while rail.harness.hand_running:
        legal = rail.harness.turn.legal
        rail.show(rail.harness.act("x" if legal.check else "c"), *(set(players) - {hidden}))
    assert rail.told == []
    assert rail.finder.asked == []
