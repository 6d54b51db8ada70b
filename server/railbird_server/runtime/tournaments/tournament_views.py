"""Views of a tournament for everybody and for one player, made from its state, and the broadcast of their changes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from railbird_server.refusal import is_allowed
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.players import Players, Viewer
from railbird_server.runtime.tables.new_table_settings import table_id
from railbird_server.store.records import OpenedTournament
from railbird_server.tournament import deal_talks, entries, settlement
from railbird_server.tournament.effects import Context
from railbird_server.tournament.state import Entrant, Proposal, Stage, TournamentState
from railbird_shared.game.rotation import rotation_name
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol import codec
from railbird_shared.tournament.checks import level_terms, tournament_games
from railbird_shared.tournament.messages import TournamentLine, TournamentPage, TournamentUpdate
from railbird_shared.tournament.structure import MAX_LINES, level_at
from railbird_shared.tournament.view import (
    DealShare,
    DealView,
    OwnEntry,
    Phase,
    Standing,
    TournamentOffer,
    TournamentStatus,
    TournamentTable,
    TournamentView,
)


class Moment(NamedTuple):
    """When a tournament is looked at: its own time and the server's, in milliseconds.

    With `stands` its own time stands still, and with `halted` it does so for a fault. `until_start` are the
    milliseconds to a start at a set time, None where nothing starts by itself.
    """

    now: int
    at: int
    stands: bool = False
    halted: bool = False
    until_start: int | None = None


class TournamentViews:
    """Makes the views of one tournament at a `moment`; `state` gives how it stands, and `lines` what was said last."""

    def __init__(
        self,
        opened: OpenedTournament,
        players: Players,
        state: Callable[[], TournamentState],
        moment: Callable[[], Moment],
        *,
        lines: Iterable[str] = (),
    ) -> None:
        self.lines = deque(lines, maxlen=MAX_LINES)
        self._opened = opened
        self._terms = opened.terms
        self._players = players
        self.state = state
        self._moment = moment

    def _phase(self) -> Phase:
        state = self.state()
        if self._moment().halted:
            return Phase.PAUSED
        if state.stage is not Stage.PLAYING:
            return Phase(state.stage)  # by the same name
        if state.paused:
            return Phase.PAUSED
        if state.proposal is not None:
            return Phase.DEAL
        if state.clock.on_break:
            return Phase.BREAK
        return Phase.HAND_FOR_HAND if state.hand_for_hand else Phase.RUNNING

    def status(self) -> TournamentStatus:
        """Returns the state in few words."""
        terms, state, moment = self._terms, self.state(), self._moment()
        clock = state.clock
        level = level_at(terms, clock.level) if clock.level else None
        stacks = [entrant.chips + entrant.owed for entrant in state.entrants.values() if entrant.is_left]
        left = len(stacks)
        prizes = settlement.prizes_by_place(terms, state)
        starts = moment.until_start is not None
        return TournamentStatus(
            tournament=self._opened.tournament,
            name=terms.name,
            host=self._players.name_of(self._opened.host.id) or self._opened.host.name,
            phase=self._phase(),
            games=games_title(self._opened),
            level=clock.level,
            now=level,
            next=level_at(terms, clock.level + 1),
            at=moment.at,
            left_ms=moment.until_start if starts else clock.time_left(moment.now),
            hands_left=max(0, level.hands - clock.hands) if level and clock.left_ms is None else None,
            clock_stands=not starts and (moment.stands or clock.since is None),
            break_after=bool(level and level.break_minutes),
            entries=sum(entrant.entries for entrant in state.entrants.values()),
            entrants=len(state.entrants),
            most_players=terms.most_players,
            left=left,
            tables=len(state.tables),
            chips=sum(stacks),
            largest=max(stacks, default=0),
            buy_in=terms.buy_in,
            bounty=terms.bounty,
            pool=state.pool,
            paid_places=len(prizes),
            next_prize=prizes[left - 1] if 0 < left <= len(prizes) else 0,
            open=settlement.entry_is_open(terms, state),
            locked=bool(self._opened.password_hash),
            start_at=terms.start_at,
            unit=terms.unit,
        )

    def whole(self) -> TournamentView:
        """Returns everything."""
        state, terms, own = self.state(), self._terms, self._opened.tournament
        tables = tuple(
            TournamentTable(table.number, table_id(own, table.number), len(table.seats), table.final)
            for table in state.tables.values()
        )
        return TournamentView(
            status=self.status(),
            terms=replace(terms, password=""),
            standings=self._standings(),
            tables=tables,
            prizes=settlement.prizes_by_place(terms, state),
            deal=self._deal(state.proposal) if state.proposal else None,
            lines=tuple(self.lines),
        )

    def own(self, player: str) -> OwnEntry:
        """Returns what only that player gets."""
        state, moment = self.state(), self._moment()
        is_host = player == self._opened.host.id
        entrant = state.entrants.get(player)
        place = state.place_of(player)
        decide_by = entrant.decide_by if entrant else None
        return OwnEntry(
            number=entrant.number if entrant else 0,
            table=table_id(self._opened.tournament, place[0].number) if place else "",
            offers=(*self._player_offers(player, entrant), *(self._host_offers() if is_host else ())),
            rebuy_ms=None if decide_by is None else max(0, decide_by - moment.now),
        )

    def _standings(self) -> tuple[Standing, ...]:
        state = self.state()
        places = settlement.places_by_player(state)
        tied = {player for tie in state.out if len(tie) > 1 for player in tie}
        chairs = {player: (each.number, seat) for each in state.tables.values() for seat, player in each.seats.items()}
        standings = [
            Standing(
                number=entrant.number,
                name=self._players.name_of(player) or entrant.name,
                stack=entrant.chips + entrant.owed,
                table=chair[0] if (chair := chairs.get(player)) else 0,
                seat=chair[1] if chair else None,
                place=places.get(player, 0) if not entrant.is_left else 0,
                tied=player in tied,
                prize=entrant.prize,
                bounties=entrant.bounties,
                knocked_out=entrant.knocked_out,
                entries=entrant.entries,
                rebuys=entrant.rebuys,
                added_on=entrant.added_on,
                bot=entrant.bot,
                away=entrant.is_left and ((known := self._players.by_id(player)) is None or known.viewer is None),
            )
            for player, entrant in state.entrants.items()
        ]
        return tuple(sorted(standings, key=lambda each: (each.place, -each.stack, each.number)))

    def _deal(self, proposal: Proposal) -> DealView:
        entrants, name_of = self.state().entrants, self._players.name_of
        shares = tuple(
            DealShare(entrants[player].number, name_of(player), units, player in proposal.agreed)
            for player, units in (proposal.shares or {}).items()
        )
        return DealView(name_of(proposal.by), proposal.method, shares, proposal.play_for)

    def _player_offers(self, player: str, entrant: Entrant | None) -> list[TournamentOffer]:
        if self._moment().halted:
            return []
        terms, state = self._terms, self.state()
        may_enter = is_allowed(entries.check_registration, terms, state, player)
        if entrant is None:
            return [TournamentOffer.REGISTER] if may_enter else []
        asked = state.proposal and player in (state.proposal.shares or ()) and player not in state.proposal.agreed
        allowed = {
            TournamentOffer.RE_ENTER: may_enter,
            TournamentOffer.UNREGISTER: state.stage is Stage.REGISTERING,
            TournamentOffer.REBUY: is_allowed(entries.check_rebuy, terms, state, entrant),
            TournamentOffer.ADD_ON: is_allowed(entries.check_add_on, terms, state, entrant),
            TournamentOffer.PROPOSE_DEAL: is_allowed(deal_talks.check_proposal, Context(terms, "", state), player),
            TournamentOffer.ANSWER_DEAL: asked,
        }
        return [offer for offer, is_open in allowed.items() if is_open]

    def _host_offers(self) -> list[TournamentOffer]:
        if self._moment().halted:
            return [TournamentOffer.RESUME, TournamentOffer.CANCEL]
        if (phase := self._phase()).is_over:
            return []
        if phase is Phase.REGISTERING:
            return [TournamentOffer.START, TournamentOffer.REMOVE, TournamentOffer.CANCEL]
        pause = TournamentOffer.RESUME if self.state().paused else TournamentOffer.PAUSE
        return [pause, TournamentOffer.REMOVE, TournamentOffer.CANCEL]


def games_title(opened: OpenedTournament) -> str:
    """Returns what is played, as in "No-Limit Hold'em"."""
    if opened.terms.rotation:
        return rotation_name(opened.terms.rotation)
    return get_variant(tournament_games(opened.terms)[0].game).make_game().title


def level_sentence(opened: OpenedTournament, number: int) -> str:
    """Returns what everybody reads when a level begins, with its stakes in the game or the games that are played."""
    level = level_at(opened.terms, number)
    games = tournament_games(opened.terms)
    stakes = level_terms(opened.house, games[0], level).game.stakes.with_ante
    return f"Level {number} begins: {stakes if len(games) == 1 else f'bets of {level.bet:,}'}."


CHANGES_DELAY = 0.1
"""Seconds for which changes are collected, so that several in a row are told at once."""


class TournamentBroadcaster:
    """Tells everybody of one tournament what its `views` show, and `followers` of every change of its page."""

    def __init__(self, opened: OpenedTournament, lobby: TableLobby, views: TournamentViews) -> None:
        self._opened = opened
        self._lobby = lobby
        self.views = views
        self.followers: set[Viewer] = set()
        self._timer: asyncio.TimerHandle | None = None

    def send_page(self, viewer: Viewer) -> None:
        """Sends a viewer everything."""
        viewer.reply(TournamentPage(view=self.views.whole(), you=self.views.own(viewer.player.id)))

    def send_update(self, viewer: Viewer) -> None:
        """Sends a viewer what those at the tables are told."""
        viewer.reply(TournamentUpdate(status=self.views.status(), you=self.views.own(viewer.player.id)))

    def note_change(self) -> None:
        """Has everybody told shortly how the tournament stands."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(CHANGES_DELAY, self.send_changes)

    def send_changes(self) -> None:
        """Tells everybody now how the tournament stands; bots of the house ask for nothing."""
        self.cancel()
        status = self.views.status()
        for viewer in self._people():
            update = TournamentUpdate(status=status, you=self.views.own(viewer.player.id))
            viewer.outbox.send_update(codec.encode(update))
        self.followers = {viewer for viewer in self.followers if viewer.player.viewer is viewer}
        if not self.followers:
            return
        view = self.views.whole()
        for viewer in self.followers:
            page = TournamentPage(view=view, you=self.views.own(viewer.player.id))
            viewer.outbox.send_update(codec.encode(page))

    def say(self, sentence: str) -> None:
        """Tells everybody in the tournament a sentence."""
        self.views.lines.append(sentence)
        frame = codec.encode(TournamentLine(tournament=self._opened.tournament, sentence=sentence))
        for viewer in {*self._people(), *self.followers}:
            viewer.outbox.send_update(frame)

    def cancel(self) -> None:
        """Tells nothing more by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _people(self) -> Iterator[Viewer]:
        """Yields everybody at the tables or registered, once, but for the bots of the house."""
        state, lobby = self.views.state(), self._lobby
        rooms = filter(None, (lobby.room(table_id(self._opened.tournament, table)) for table in state.tables))
        at_tables = (viewer for room in rooms for viewer in room.viewers if viewer.player.viewer is viewer)
        entrants = filter(None, map(lobby.players.by_id, state.entrants))
        registered = filter(None, (player.viewer for player in entrants))
        return (viewer for viewer in dict.fromkeys([*at_tables, *registered]) if not viewer.player.style)
