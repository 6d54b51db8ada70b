"""Who may watch a table: the limit of its rail, the minute that newcomers have to take a seat, and who was sent away.

Players who have sat at the table, who wait for a seat there or host it, and the bots of the house are never sent away
for the limit. Anybody may come for a minute to sit down, since a player sees a table before they choose a seat.
"""

from __future__ import annotations

from railbird_server.refusal import Refusal
from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.people.players import Player, Viewer
from railbird_server.table.table import Table
from railbird_shared.protocol.messages import Watcher, Watchers
from railbird_shared.protocol.table_limits import MAX_LISTED_WATCHERS
from railbird_shared.text.text_cleaning import look_alike

VISIT_MS = 60_000
"""Milliseconds that a newcomer has to sit down or to wait for a seat, where the rail has no room."""

AWAY_MS = 300_000
"""Milliseconds for which somebody who was sent away does not come back to watch."""

NO_ROOM = "The rail of this table is full; come to sit down, or watch another table."
NOBODY = "Nobody watches this table but its players; watch another one."
NO_RAIL = "Nobody watches this table; sit down within a minute when you come, or join the waiting list."
SENT_AWAY = "{} has sent you away from the rail; you may come back in five minutes."
VISIT = "The rail of this table is full; take a seat within a minute, or wait for one."
STILL_AWAY = "You were sent away from this table; come back in some minutes."


class RailAccess:
    """Who watches one table, since when, and who has to go; times are milliseconds of the server's clock."""

    def __init__(self, table: Table, members: Members) -> None:
        self._table = table
        self._members = members
        self._came_at: dict[Viewer, int] = {}
        self._visitors: dict[Viewer, int] = {}
        self._visits: dict[str, int] = {}
        self._away_until: dict[str, int] = {}

    def check_entry(self, player: Player, now: int, *, follows: bool = False) -> None:
        """Raises Refusal for somebody who was sent away a while ago, or who could only watch where they may not.

        Who `follows` the table from elsewhere does not come to sit down.
        """
        if self._is_welcome(player) or player.id in self._members.viewers:
            return
        self._away_until = {who: until for who, until in self._away_until.items() if now < until}
        self._visits = {who: until for who, until in self._visits.items() if now < until + AWAY_MS}
        if player.id in self._away_until or self._visits.get(player.id, now + 1) <= now:
            raise Refusal("sent-away", STILL_AWAY)
        if not self._has_room(1) and (follows or not self._table.seats_people):
            raise Refusal("rail-full", NO_ROOM if self._table.rail.terms.limit else NOBODY)

    def enter(self, viewer: Viewer, now: int) -> str:
        """Notes that a viewer has come; returns what they are told who may not stay to watch, else an empty sentence.

        Who goes and comes again has no other minute.
        """
        self._came_at[viewer] = now
        if self._is_welcome(viewer.player) or self._has_room(0):
            return ""
        self._visitors[viewer] = self._visits.setdefault(viewer.player.id, now + VISIT_MS)
        return VISIT

    @property
    def due(self) -> int | None:
        """When the next visitor has to go, None without one."""
        return min(self._visitors.values(), default=None)

    def take_leaving(self, now: int) -> list[tuple[Viewer, str]]:
        """Returns the viewers who have to go, with what they are told."""
        here = self._members.is_here
        if len(self._came_at) > len(self._members.viewers):
            self._came_at = {viewer: since for viewer, since in self._came_at.items() if here(viewer)}
        limit = self._table.rail.terms.limit
        self._visitors = {
            viewer: until
            for viewer, until in self._visitors.items()
            if here(viewer) and not self._is_welcome(viewer.player)
        }
        if self._has_room(0):
            self._visitors.clear()
        overdue = [viewer for viewer, until in self._visitors.items() if until <= now]
        if limit == 0:
            watching = (viewer for viewer in self._members.viewers.values() if not self._is_welcome(viewer.player))
            overdue += [viewer for viewer in watching if viewer not in self._visitors]
        for viewer in overdue:
            self._visitors.pop(viewer, None)
            self._away_until[viewer.player.id] = now + AWAY_MS
        return [(viewer, NO_RAIL if limit == 0 else NO_ROOM) for viewer in overdue]

    def send_away(self, name: str, by: str, now: int) -> tuple[Viewer, str]:
        """Returns the viewer of that name who watches and has to go, with what they are told; raises Refusal."""
        found = (viewer for viewer in self._watching() if look_alike(viewer.player.name, name))
        viewer = next(found, None)
        if viewer is None:
            raise Refusal("no-player", f"Nobody called {name} watches this table; look at the list of its watchers.")
        if viewer.player is self._members.host:
            raise Refusal("not-yourself", "The host of a table is not sent away from it.")
        self._away_until[viewer.player.id] = now + AWAY_MS
        return viewer, SENT_AWAY.format(by)

    def list_watchers(self, now: int) -> Watchers:
        """Returns who watches, those first who came first."""
        watchers = [
            Watcher(
                viewer.player.name,
                now - self._came_at.get(viewer, now),
                host=viewer.player is self._members.host,
                played=viewer.player.id in self._table.bank.accounts,
                waits=viewer.player.id in self._members.waiting,
                visits=viewer in self._visitors,
            )
            for viewer in self._watching()
        ]
        watchers.sort(key=lambda each: -each.since)
        listed = tuple(watchers[:MAX_LISTED_WATCHERS])
        return Watchers(table=self._table.id, watchers=listed, others=len(watchers) - len(listed))

    def _watching(self) -> list[Viewer]:
        viewers = self._members.viewers.items()
        return [viewer for player, viewer in viewers if player not in self._members.seated]

    def _has_room(self, others: int) -> bool:
        """Whether so many others, besides those who are here, may watch."""
        limit = self._table.rail.terms.limit
        return limit is None or self._members.watchers + others <= limit

    def _is_welcome(self, player: Player) -> bool:
        """Whether the limit of the rail does not concern somebody."""
        return (
            self._members.holds_place(player)
            or player is self._members.host
            or bool(player.style)
            or player.id in self._table.bank.accounts
        )
