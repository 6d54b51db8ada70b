"""The people at one table: viewers, players, host and spectators, and the limit of those who may watch.

The limit of a rail never sends away players who have sat at the table, who wait for a seat there or host it, nor the
bots of the house. Anybody may come for a minute to sit down, since a player sees a table before they choose a seat.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from railbird_server.refusal import Refusal
from railbird_server.runtime.players import Player, Viewer
from railbird_server.table.host_commands import ban_sentence
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seats import Seat
from railbird_server.table.table import Table
from railbird_shared.protocol.messages import Watcher, Watchers
from railbird_shared.protocol.table_limits import MAX_LISTED_WATCHERS
from railbird_shared.text.text_cleaning import look_alike

MAX_VISITORS = 100
"""How many of those who came to a table are remembered, so that its host can ban them after they have left."""


class Members:
    """The members of one table.

    `viewers` are the connected ones by player id, one for each player, `seated` the ids of the players with seats, here
    or away, and `waiting` those of the players on the waiting list. `opener` is the id of who opened the table, the
    host unless it is given. `seat_released` is called with a player and the table's id when their seat is free.
    """

    def __init__(
        self, table: str, host: Player, seat_released: Callable[[Player, str], None], *, opener: str = ""
    ) -> None:
        self.host = host
        self._opener = opener or host.id
        self.viewers: dict[str, Viewer] = {}
        self.seated: frozenset[str] = frozenset()
        self.waiting: frozenset[str] = frozenset()
        self._table = table
        self._seat_released = seat_released
        self._players: dict[str, Player] = {}
        self._seats: dict[int, Player] = {}
        self._visitors: OrderedDict[str, tuple[Player, str]] = OrderedDict()

    def is_here(self, viewer: Viewer) -> bool:
        """Whether that viewer is here, and not only another connection of the same player."""
        return self.viewers.get(viewer.player.id) is viewer

    def holds_place(self, player: Player) -> bool:
        """Whether a player has a seat, or a place on the waiting list."""
        return player.id in self.seated or player.id in self.waiting

    def at(self, seat: int) -> Player | None:
        """Returns the player in a seat, None where it is free."""
        return self._seats.get(seat)

    @property
    def seated_players(self) -> list[Player]:
        """The players with seats, in the order of the seats."""
        return [self._seats[seat] for seat in sorted(self._seats)]

    @property
    def on_rail(self) -> list[Viewer]:
        """The viewers without a seat."""
        return [viewer for player, viewer in self.viewers.items() if player not in self.seated]

    @property
    def watchers(self) -> int:
        """How many viewers have no seat."""
        return len(self.viewers) - sum(player in self.viewers for player in self.seated)

    @property
    def is_attended(self) -> bool:
        """Whether a person is here, or a bot that is not of the house plays with others."""
        seated = self.seated if len(self.seated) > 1 else frozenset()
        here = (viewer.player for viewer in self.viewers.values())
        return any(not player.bot or (player.id in seated and not player.style) for player in here)

    @property
    def has_seated_people(self) -> bool:
        """Whether a person, and not only bots, has a seat."""
        return any(not player.bot for player in self._seats.values())

    @property
    def has_host(self) -> bool:
        """Whether the host is here, or has a seat to come back to."""
        return self.host.id in self.viewers or self.host.table == self._table

    def is_opener_back(self, player: Player) -> bool:
        """Whether that player has opened the table, and somebody else has become its host meanwhile."""
        return player.id == self._opener and self.host is not player

    def appoint(self, player: str) -> None:
        """Makes the seated player of that id the host for good, in place of who opened the table."""
        self.host = self._players[player]
        self._opener = player

    def next_host(self) -> Player | None:
        """Returns the first person in the order of seats who is connected, None where there is none."""
        seated = self.seated_players
        return next((player for player in seated if player.id in self.viewers and not player.bot), None)

    def find(self, name: str) -> tuple[Player, str]:
        """Returns who is called so, seated, on the rail or gone, with their address; raises Refusal where nobody is."""
        here, before = (viewer.player for viewer in self.viewers.values()), reversed(self._visitors.values())
        known = (*self.seated_players, *here, *(player for player, _ in before))
        found = next((player for player in known if look_alike(player.name, name)), None)
        if found is None:
            raise Refusal("no-player", f"Nobody called {name} is at this table; look at the list of people.")
        return found, self._visitors.get(found.id, (found, ""))[1]

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer in place of an older connection of the same player."""
        self.viewers[viewer.player.id] = viewer
        self._players[viewer.player.id] = viewer.player
        self._visitors[viewer.player.id] = viewer.player, viewer.address
        self._visitors.move_to_end(viewer.player.id)
        if len(self._visitors) > MAX_VISITORS:
            self._visitors.popitem(last=False)

    def expect(self, player: Player) -> None:
        """Notes a player who takes a seat without having come, as in a tournament."""
        self._players[player.id] = player
        player.table = self._table

    def restore(self, players: Iterable[Player], occupied: Sequence[Seat], waiting: Iterable[PlayerIdentity]) -> None:
        """Notes who has a seat at a table that comes back from the journal, or waits; nobody is connected yet."""
        self._players = {player.id: player for player in players}
        self.update_seats(occupied, waiting)
        staying = [seat.player for seat in occupied if not seat.leaving]  # others may have a seat elsewhere by now
        for player in (*self.waiting, *staying):
            self._players[player].table = self._table

    @property
    def absent_seated(self) -> list[Player]:
        """The people without a connection who have a seat to come back to, bots apart."""
        return [player for player in self._staying if player.id not in self.viewers]

    @property
    def absent(self) -> list[Player]:
        """The people without a connection who have a seat to come back to, and then the players on the waiting list."""
        waiting = [self._players[player] for player in sorted(self.waiting) if player not in self.viewers]
        return [*self.absent_seated, *waiting]

    @property
    def has_returned(self) -> bool:
        """Whether somebody with a seat to come back to is connected, bots apart."""
        return any(player.id in self.viewers for player in self._staying)

    @property
    def _staying(self) -> list[Player]:
        return [player for player in self._seats.values() if not player.bot and player.table == self._table]

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer; returns False where a newer connection of the same player is here instead."""
        if not self.is_here(viewer):
            return False
        del self.viewers[viewer.player.id]
        self._forget(viewer.player)
        return True

    def update_seats(self, occupied: Iterable[Seat], waiting: Iterable[PlayerIdentity] = ()) -> None:
        """Notes who has taken a seat, or waits for one, and who has given that up."""
        seats = {seat.number: self._players[seat.player] for seat in occupied}
        waits = frozenset(player.id for player in waiting)
        if seats == self._seats and waits == self.waiting:
            return
        before = [*self._seats.values(), *(self._players[player] for player in sorted(self.waiting))]
        self._seats, self.waiting = seats, waits
        self.seated = frozenset(player.id for player in seats.values())
        for player in before:
            if not self.holds_place(player):
                self._seat_released(player, self._table)
                self._forget(player)

    def _forget(self, player: Player) -> None:
        if player.id not in self.viewers and not self.holds_place(player):
            self._players.pop(player.id, None)


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


class RailMembership:
    """The viewers of one table, and when they came and have to go; times are milliseconds of the server's clock."""

    def __init__(self, table: Table, members: Members) -> None:
        self._table = table
        self._members = members
        self._came_at: dict[Viewer, int] = {}
        self._visitors: dict[Viewer, int] = {}
        self._visits: dict[str, int] = {}
        self._away_until: dict[str, int] = {}

    def check_entry(self, player: Player, now: int, *, follows: bool = False) -> None:
        """Raises Refusal for somebody who was sent away a while ago, or who could only watch where they may not.

        A player who `follows` the table from elsewhere does not come to sit down.
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

        A viewer who goes and comes again has no other minute.
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
        """Returns the viewers who have to go, with what they are told; a banned player may play a hand to its end."""
        here = self._members.is_here
        if len(self._came_at) > len(self._members.viewers):
            self._came_at = {viewer: since for viewer, since in self._came_at.items() if here(viewer)}
        limit = self._table.rail.terms.limit
        visiting = () if self._has_room(0) else self._visitors.items()
        self._visitors = {
            viewer: until for viewer, until in visiting if here(viewer) and not self._is_welcome(viewer.player)
        }
        overdue = [viewer for viewer, until in self._visitors.items() if until <= now]
        if limit == 0:
            watching = (viewer for viewer in self._members.viewers.values() if not self._is_welcome(viewer.player))
            overdue += [viewer for viewer in watching if viewer not in self._visitors]
        for viewer in overdue:
            self._visitors.pop(viewer, None)
            self._away_until[viewer.player.id] = now + AWAY_MS
        return [*self._banned(), *((viewer, NO_RAIL if limit == 0 else NO_ROOM) for viewer in overdue)]

    def _banned(self) -> list[tuple[Viewer, str]]:
        """Returns the viewers who may not stay, with what they are told."""
        acts = self._table.host_commands
        if not acts.state.banned:
            return []
        others = [viewer for viewer in self._members.on_rail if viewer.player is not self._members.host]
        found = ((viewer, acts.ban_of(viewer.player.id, viewer.address)) for viewer in others)
        return [(viewer, ban_sentence(ban)) for viewer, ban in found if ban is not None]

    def send_away(self, name: str, by: str, now: int) -> tuple[Viewer, str]:
        """Returns the viewer of that name who watches and has to go, with what they are told; raises Refusal."""
        viewer = next((viewer for viewer in self._members.on_rail if look_alike(viewer.player.name, name)), None)
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
            for viewer in self._members.on_rail
        ]
        watchers.sort(key=lambda each: -each.since)
        listed = tuple(watchers[:MAX_LISTED_WATCHERS])
        return Watchers(table=self._table.id, watchers=listed, others=len(watchers) - len(listed))

    def _has_room(self, others: int) -> bool:
        """Whether so many others, besides those who are here, may watch."""
        limit = self._table.rail.terms.limit
        return limit is None or self._members.watchers + others <= limit

    def _is_welcome(self, player: Player) -> bool:
        """Whether the limit of the rail does not concern somebody."""
        takes_part = self._members.holds_place(player) or player is self._members.host
        return takes_part or bool(player.style) or player.id in self._table.bank.accounts
