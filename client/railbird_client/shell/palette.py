"""The lines of the command palette that are keys of a screen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from textual.app import SystemCommand
from textual.binding import Binding
from textual.screen import Screen

from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.network.trust_screens import TrustScreen
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.start.start_screen import StartScreen


def key_commands(screen: Screen[object]) -> Iterable[SystemCommand]:
    """Yields the keys of a screen that have a description; those of a table have a provider of their own."""
    if isinstance(screen, StartScreen | LobbyScreen | TrustScreen | ReplayScreen):
        for binding in screen.BINDINGS:
            if isinstance(binding, Binding) and binding.description:
                key = binding.key.partition(",")[0]
                yield SystemCommand(binding.description, f"key {key}", partial(screen.run_action, binding.action))
