"""The screen for each state of a server session."""

from __future__ import annotations

from collections.abc import Callable

from railbird_client.screen_state import ConnectingState, LobbyState, ScreenState, TableState
from railbird_client.screens.connecting import ConnectingScreen
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.table import PressHandler, TableScreen

SessionScreen = ConnectingScreen | LobbyScreen | TableScreen


def update_screen(screen: object, state: ScreenState) -> bool:
    """Shows a state on a screen of its kind; returns False if the state needs another screen."""
    match screen, state:
        case ConnectingScreen(), ConnectingState():
            return True
        case LobbyScreen(), LobbyState():
            screen.show(state)
            return True
        case TableScreen(), TableState():
            screen.show(state)
            return True
        case _:
            return False


def create_screen(
    state: LobbyState | TableState, *, handle_press: PressHandler, now: Callable[[], float]
) -> LobbyScreen | TableScreen:
    """Returns a new screen for a state; `handle_press` takes the keys of a table."""
    if isinstance(state, LobbyState):
        return LobbyScreen(state)
    return TableScreen(state, handle_press=handle_press, now=now)
