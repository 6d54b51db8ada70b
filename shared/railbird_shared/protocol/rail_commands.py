"""The commands about the rail of a table: who may watch, who does, and whose cards a delayed rail sees."""

from __future__ import annotations

from railbird_shared.protocol.command_base import CommandBase, Text
from railbird_shared.protocol.quantities import Count


class ChangeRail(CommandBase, frozen=True, kw_only=True, tag="change-rail"):
    """Has at most `limit` people watch, any number if it is None; with `speaks` the players read what they write.

    With a limit of 0 those are sent away who watch without having played. Otherwise who watches already may stay.
    """

    limit: Count | None = None
    speaks: bool = False


class LetRailSee(CommandBase, frozen=True, kw_only=True, tag="let-rail-see"):
    """Lets a delayed rail see the player's cards from the next hand on, or with `on` false no longer."""

    on: bool = True


class ListWatchers(CommandBase, frozen=True, kw_only=True, tag="list-watchers"):
    """Asks who watches the table."""


class SendAway(CommandBase, frozen=True, kw_only=True, tag="send-away"):
    """Sends the person of that name away who watches; they may come back after some minutes."""

    name: Text
