"""The ways from one screen of a session to another, and what each screen shows of what is known."""

from __future__ import annotations

import pytest

from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.link import Closed, CloseReason, ConnectionStatus, LinkState
from railbird_client.shell.session_state import ConnectingState
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_shared.conversation import Received
from railbird_shared.protocol.commands import ListInvites
from railbird_shared.protocol.messages import Invites, Lobby, TableClosed
from support.controller_harness import run_controller, run_controller_at_table
from support.fake_server import table_snapshot, welcome_message


async def test_a_session_leads_over_the_lobby_to_a_table_and_back_until_it_ends() -> None:
    async with run_controller() as running:
        state = running.controller.state
        assert (state.shown, state.is_in) == (ConnectingState(), False)
        state.enter_lobby()
        assert isinstance(state.shown, LobbyState)
        state.come_to_table(table := TableModel(TableOptions(bell=False)))
        assert isinstance(state.shown, TableState)
        assert state.shown.table_model is table
        state.enter_lobby()
        assert isinstance(state.shown, LobbyState)
        state.leave("Good night.")
        assert state.shown == Closed(CloseReason.LEFT, "Good night.")


async def test_nothing_leads_away_from_the_end_of_a_session() -> None:
    async with run_controller() as running:
        state = running.controller.state
        state.leave("Good night.")
        state.close(Closed(CloseReason.REPLACED, "Another client took over."))
        with pytest.raises(AssertionError):
            state.enter_lobby()
        with pytest.raises(AssertionError):
            state.come_to_table(TableModel(TableOptions(bell=False)))
        await running.handle(Received(welcome_message()), Received(table_snapshot(seated=True)))
        assert state.shown == Closed(CloseReason.LEFT, "Good night.")


async def test_the_lobby_stays_as_it_is_where_it_is_entered_again() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=(), people=3)))
        assert running.controller.state.enter_lobby().lobby.people == 3
        assert isinstance(running.state, LobbyState)
        assert running.state.lobby.people == 3


async def test_a_lobby_that_is_entered_without_a_connection_shows_so() -> None:
    async with run_controller_at_table() as running:
        running.link.status = ConnectionStatus(LinkState.LOST)
        await running.handle(running.link.status, Received(TableClosed(reason="The night is over.")))
        assert isinstance(running.state, LobbyState)
        assert running.state.connection == ConnectionStatus(LinkState.LOST)


async def test_the_invites_of_a_table_are_forgotten_at_the_next() -> None:
    async with run_controller_at_table() as running:
        await running.controller.send(ListInvites())
        await running.handle(Received(Invites(table="t1", needed=True)))
        assert isinstance(running.state, TableState)
        assert running.state.invitation.invites.needed
        await running.handle(Received(table_snapshot(table="t2")))
        assert isinstance(running.state, TableState)
        assert not running.state.invitation.invites.needed
