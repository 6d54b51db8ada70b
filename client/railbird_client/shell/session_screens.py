"""The screen for each state of a server session, and the keys of a screen for the command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from textual.app import SystemCommand
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from railbird_client.history.past_hands import PastHands
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.connecting_screens import TrustScreen
from railbird_client.network.invitation import Invitation
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.shell.session_controller import SessionController
from railbird_client.shell.session_state import ConnectingState, ScreenState
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_model import TableState
from railbird_client.table.table_screen import TableScreen
from railbird_client.tournament.finish_screen import FinishPage
from railbird_client.tournament.known_tournaments import KnownTournaments
from railbird_client.widgets.live_screen import SessionView


def session_view(controller: SessionController) -> SessionView:
    """Returns the session as the pages over its screen show it."""
    past, tournaments = controller.past_hands.known, controller.tournaments.known
    match controller.state.shown:
        case TableState() as state:
            return view_of_table(state, past, tournaments)
        case LobbyState(invitation=invitation):
            return SessionView(past, tournaments, invitation)
        case _:
            return SessionView(past, tournaments, Invitation())


def view_of_table(state: TableState, past: PastHands, tournaments: KnownTournaments) -> SessionView:
    """Returns a session at a table as the pages over it show it."""
    model = state.table_model
    return SessionView(
        past_hands=past,
        tournaments=tournaments,
        invitation=state.invitation,
        table=model.shown_view,
        statement=model.statement,
        watchers=model.watchers_told,
        is_own_turn=model.is_own_turn,
    )


def show_finish(screen: object, controller: SessionController) -> None:
    """Shows how the player has finished a tournament, over a table or the lobby, unless they write a line there."""
    if not isinstance(screen, TableScreen | LobbyScreen) or not screen.is_active or isinstance(screen.focused, Input):
        return
    finish = controller.tournaments.finish(controller.state.table)
    if finish is None:
        return
    page = FinishPage(
        finish,
        own_name=controller.state.player,
        seen=controller.tournaments.note_finish_seen,
        press=partial(screen.action_press, clicked=True) if isinstance(screen, TableScreen) else None,
    )
    screen.app.push_screen(page)


def update_main_screen(screen: object, state: ScreenState) -> bool:
    """Shows a state on its screen; returns False where another screen has to show it."""
    match screen, state:
        case TableScreen(), TableState():
            screen.show(state)
        case LobbyScreen(), LobbyState():
            screen.show(state)
        case _:
            return isinstance(state, ConnectingState)
    return True


def create_screen(controller: SessionController, now: Callable[[], float]) -> LobbyScreen | TableScreen | None:
    """Returns a new screen for the state of a session, None where it has none."""
    match controller.state.shown:
        case LobbyState() as state:
            return LobbyScreen(state, now=now)
        case TableState() as state:
            return TableScreen(state, now=now)
        case _:
            return None


def key_commands(screen: Screen[object]) -> Iterable[SystemCommand]:
    """Yields the keys of a screen that have a description; those of a table have a provider of their own."""
    if isinstance(screen, StartScreen | LobbyScreen | TrustScreen | ReplayScreen):
        for binding in screen.BINDINGS:
            if isinstance(binding, Binding) and binding.description:
                key = binding.key.partition(",")[0]
                yield SystemCommand(binding.description, f"key {key}", partial(screen.run_action, binding.action))
