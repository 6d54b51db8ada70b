"""The screen for each state of a server session, and the keys of a screen for the command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from textual.app import SystemCommand
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from railbird_client.follow.followed_screen import FollowedScreen
from railbird_client.history.past_hands_screens import LastStatementPage, PastHandsPage, StatementPage
from railbird_client.hosting.host_dialogs import CorrectionDialog, parties
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.connecting_screens import TrustScreen
from railbird_client.network.invite_screen import InvitePage
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.settings.settings_screen import SettingsScreen
from railbird_client.shell.session_controller import SessionController
from railbird_client.shell.session_state import ConnectingState, ScreenState
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_dialogs import WatchersPage
from railbird_client.table.table_model import TableState
from railbird_client.table.table_screen import TableScreen
from railbird_client.tournament.finish_screen import FinishPage
from railbird_client.tournament.tournaments_screen import TournamentsPage
from railbird_client.widgets.page_screen import Page


def update_overlay(screen: object, controller: SessionController) -> None:
    """Shows what is known by now on a page or a dialog over the table or the lobby."""
    match screen:
        case PastHandsPage() | ReplayScreen():
            screen.show(controller.past_hands.known)
        case LastStatementPage():
            screen.show_answer(controller.past_hands.known)
        case TournamentsPage() | FinishPage():
            screen.show(controller.tournaments.known)
        case TableScreen() | LobbyScreen():
            _show_finish(screen, controller)
        case FollowedScreen():
            screen.paint()
        case _:
            pass
    match controller.state.shown:
        case TableState() as state:
            update_table_page(screen, state)
        case LobbyState(invitation=invitation) if isinstance(screen, InvitePage):
            screen.show(invitation)
        case _:
            pass


def update_table_page(screen: object, state: TableState) -> None:
    """Shows a table as it is now on a page or a dialog over it, and whether it is the reader's turn there."""
    model = state.table_model
    match screen:
        case InvitePage():
            screen.show(state.invitation)
        case StatementPage():
            screen.show(model.statement)
        case WatchersPage():
            screen.show(model.on_rail)
        case CorrectionDialog() if model.shown_view is not None:
            screen.show(parties(model.shown_view, model.statement))
        case _:
            pass
    if isinstance(screen, Page | ReplayScreen | SettingsScreen) and screen.shows_turn != model.is_own_turn:
        screen.show_turn_notice(on=model.is_own_turn)


def _show_finish(screen: TableScreen | LobbyScreen, controller: SessionController) -> None:
    """Shows how the player has finished a tournament, unless they are writing a line."""
    finish = controller.tournaments.finish(controller.state.table)
    if finish is None or not screen.is_active or isinstance(screen.focused, Input):
        return
    page = FinishPage(
        finish,
        own_name=controller.state.player,
        seen=controller.tournaments.note_finish_seen,
        press=partial(screen.action_press, clicked=True) if isinstance(screen, TableScreen) else None,
    )
    screen.app.push_screen(page)
    page.show(controller.tournaments.known)


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
