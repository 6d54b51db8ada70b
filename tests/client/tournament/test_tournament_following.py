"""What a session knows of tournaments, and the tables of one that the player follows as they open and close."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress

import pytest
from msgspec.structs import replace

from railbird_client.follow.followed_tables import FollowController
from railbird_client.network.link import Link, Requests
from railbird_client.player_requests import FollowTournament
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.tournament.tournament_controller import FOLLOWS_ALL, FOLLOWS_NO_MORE, TournamentController
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import Command, UnfollowTable, Watch
from railbird_shared.protocol.messages import Accepted
from railbird_shared.protocol.table_limits import MAX_FOLLOWED
from railbird_shared.protocol.view import You
from railbird_shared.tournament.messages import (
    ListTournaments,
    ReadTournament,
    TournamentPage,
    TournamentUpdate,
    YouFinished,
)
from railbird_shared.tournament.view import OwnEntry, TournamentTable
from support.fake_server import welcome_message
from support.tournament_views import running_page, status
from support.view_builders import holdem_view, snapshot_message, step_message


class NotedRequests(Requests):
    """Notes what is asked of a server that never answers."""

    def __init__(self, sent: list[Command]) -> None:
        super().__init__(self.no_link)
        self._sent = sent

    def no_link(self) -> Link:
        raise NotImplementedError

    def start(self, request: Coroutine[None, None, object], **_: object) -> None:
        with suppress(StopIteration):
            request.send(None)

    async def answer(self, command: Command) -> Accepted:
        self._sent.append(command)
        return Accepted(id=command.id)


class Asked:
    """A session whose requests are noted."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.said: list[str] = []
        requests = NotedRequests(self.sent)
        self.following = FollowController(requests, self.no_way, self.no_password, self.said.append)
        self.session = TournamentController(requests, self.following, self.said.append)

    def no_way(self, request: Watch) -> None:
        raise NotImplementedError(request)

    def no_password(self, table: str, _: str) -> None:
        raise NotImplementedError(table)

    def show(self, *tables: int) -> None:
        """The server tells which tables there are."""
        self.session.handle(page(*tables), None, 100.0)

    @property
    def followed(self) -> list[str]:
        return [each.table for each in self.following.tables.tables]


def page(*numbers: int) -> TournamentPage:
    return running_page(tables=tuple(TournamentTable(number, f"5d0et{number}", 5) for number in numbers))


@pytest.fixture
def asked() -> Asked:
    asked = Asked()
    asked.show(2, 1)
    asked.session.ask(FollowTournament("5d0e"))
    return asked


def test_tables_that_open_later_are_followed_in_place_of_those_that_have_closed(asked: Asked) -> None:
    assert asked.followed == ["5d0et1", "5d0et2"]
    first = asked.following.tables.get("5d0et1")
    assert first is not None
    first.closed = "The table is broken up."
    asked.show(2, 3)
    assert asked.followed == ["5d0et2", "5d0et3"]
    assert asked.said == [FOLLOWS_ALL]


def test_a_table_that_the_player_gives_up_is_not_followed_again(asked: Asked) -> None:
    asked.following.take(UnfollowTable(table="5d0et1"))
    asked.show(1, 2)
    assert asked.followed == ["5d0et2"]


def test_the_same_key_follows_no_table_any_longer(asked: Asked) -> None:
    asked.session.ask(FollowTournament("5d0e"))
    assert asked.followed == []
    asked.show(1, 2, 3)
    assert asked.followed == []
    assert asked.said == [FOLLOWS_ALL, FOLLOWS_NO_MORE]


def test_no_more_tables_are_followed_than_may_be(asked: Asked) -> None:
    asked.show(*range(1, MAX_FOLLOWED + 4))
    assert len(asked.followed) == MAX_FOLLOWED
    assert asked.said == [FOLLOWS_ALL]


def test_the_server_goes_on_telling_of_the_tables_when_the_page_is_closed_and_after_a_new_connection(
    asked: Asked,
) -> None:
    asked.session.ask(ReadTournament(tournament=""))
    asked.session.handle(welcome_message(), None, 100.0)
    asked.session.ask(ListTournaments())
    assert asked.sent == [ReadTournament(tournament="5d0e")] * 2 + [ListTournaments()]


def test_without_a_followed_tournament_the_server_is_told_that_none_is_read() -> None:
    asked = Asked()
    asked.session.ask(ReadTournament(tournament=""))
    asked.session.handle(welcome_message(), None, 100.0)
    assert asked.sent == [ReadTournament(tournament="")]


def test_the_update_of_another_tournament_does_not_change_the_page(asked: Asked) -> None:
    before = asked.session.known.running
    other = TournamentUpdate(status=replace(status(), tournament="a1"), you=OwnEntry(4, "a1t1"))
    asked.session.handle(other, None, 101.0)
    assert asked.session.known.running == before
    assert [running.status.tournament for running in asked.session.entered] == ["5d0e", "a1"]


def running_out() -> TableModel:
    """A table of the tournament at which the end of a hand is being shown."""
    table = TableModel(TableOptions(street_pause=10.0))
    table.receive(snapshot_message(holdem_view(tournament="5d0e")), 100.0)
    run_out = (
        ev.Called(1, 95, 95),
        ev.StreetBegan(3, "river"),
        ev.BoardDealt(parse_cards("Kc")),
        ev.StreetBegan(4, "another"),
        ev.PotAwarded(1, 0, 101),
        ev.HandEnded(148),
    )
    table.receive(step_message(*run_out), 101.0)
    assert table.is_revealing
    return table


def test_a_place_that_waits_for_a_runout_is_told_when_the_table_closes_meanwhile(asked: Asked) -> None:
    table = running_out()
    out = YouFinished(tournament="5d0e", name="Sunday", place=5, entrants=11)
    asked.session.handle(out, table, 101.1)
    assert asked.session.finish(table) is None
    assert asked.session.finish(None) == out
    asked.session.note_finish_seen()
    assert asked.session.finish(None) is None


@pytest.mark.parametrize("seated", [False, True])
def test_it_is_told_at_the_table_to_which_the_player_is_led_to_watch(asked: Asked, *, seated: bool) -> None:
    table, next_table = running_out(), TableModel(TableOptions())
    out = YouFinished(tournament="5d0e", name="Sunday", place=7, entrants=12)
    asked.session.handle(out, table, 101.1)
    you = You(1 if seated else None)
    asked.session.arrive(
        snapshot_message(replace(holdem_view(tournament="5d0e"), table="t2", you=you)), table, next_table
    )
    assert asked.session.finish(next_table) == (None if seated else out)
