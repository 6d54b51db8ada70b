"""Every command by which a player or a host plays has a word."""

from __future__ import annotations

from dataclasses import replace as change
from types import UnionType
from typing import get_args

import pytest
from msgspec.structs import replace

from railbird_client.lines.replies import Asked, Player, Reply, Sentence
from railbird_client.lines.words import read_line
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation
from railbird_shared.protocol import commands
from railbird_shared.protocol import host_commands as hosts
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.messages import Lobby
from railbird_shared.protocol.view import PauseView, TableView, VoteView, WaitingPlayer, You
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.tournament import messages as tournaments
from railbird_shared.tournament.view import OwnEntry, Phase, TournamentOffer, TournamentStatus
from support.fake_server import table_info
from support.view_builders import holdem_view, seat_view, table_view

OFFERS = Offers(
    show=True,
    show_one=True,
    rabbit=True,
    see_hands=(2,),
    deal_on=True,
    post=False,
    straddle=False,
    chop=False,
    bomb_pot=False,
    max_top_up=100,
    min_top_up=1,
)


def at_table(*, seat: int | None = 1, host: bool = True, **facts: object) -> Player:
    """A player between hands who may do all that there is."""
    people = (seat_view(1, stack=100), replace(seat_view(2), bot=True), replace(seat_view(4), requested=50))
    you = You(seat, parse_cards("As Ks") if seat else (), is_host=host, offers=OFFERS if seat else Offers())
    view: TableView = table_view(*people, you=you, hand=7, rail=RailTerms(limit=4))
    return Player(name="Wren", view=replace(view, **{"waiting": LINE} | facts))


LINE = (WaitingPlayer("Finch"),)
HOST, GUEST, RAIL = at_table(), at_table(host=False), at_table(seat=None, host=False, waiting=())
FULL = at_table(seat=None, host=False, waiting=(), seats=(seat_view(2), seat_view(3)))
WAITING = change(at_table(seat=None, host=False, seats=(seat_view(2), seat_view(3))), name="Finch")
AWAY = at_table(seats=(replace(seat_view(1), sitting_out=True), None))
CHOOSER = at_table(choosing=Choosing(1, 0), rotation=Rotation((ChosenGame("holdem"),), dealers_choice=True))
ALL_OFFERS = OwnEntry(number=1, offers=tuple(TournamentOffer))
RUNNING = Running(TournamentStatus("t1", "Sunday", "Wren", Phase.RUNNING), 0.0, ALL_OFFERS)
ENTRANT = change(at_table(tournament="t1"), running=RUNNING)
LOBBY = Player(
    lobby=LobbyState("Finch", "here", lobby=Lobby(tables=(table_info(),))),
    known=KnownTournaments(listed=(RUNNING.status,)),
)

LINES: dict[str, tuple[Player, ...]] = {
    "say hello": (HOST,),
    "name Ada": (HOST,),
    "statement": (HOST,),
    "watchers": (HOST,),
    "sit 3": (RAIL,),
    "sit": (FULL,),
    "stand": (HOST, WAITING),
    "move 5": (HOST,),
    "move heron 5": (HOST,),
    "chips 20": (HOST,),
    "topup most": (HOST,),
    "away": (HOST,),
    "back": (AWAY,),
    "post": (HOST,),
    "straddle": (HOST,),
    "chop": (HOST,),
    "bomb": (GUEST,),
    "bomb now": (at_table(rules=replace(table_view().rules, bomb_pot=2)),),
    "open": (at_table(rail=RailTerms(delay_hands=2)),),
    "show": (HOST,),
    "muck": (HOST,),
    "see heron": (HOST,),
    "rabbit": (HOST,),
    "pause": (HOST,),
    "go": (at_table(pause=PauseView(1)),),
    "break 5": (HOST,),
    "vote no": (at_table(vote=VoteView(5, 1)),),
    "game holdem": (CHOOSER, HOST),
    "give": (HOST,),
    "kick 2": (HOST,),
    "ban magpie": (HOST,),
    "mute magpie": (HOST,),
    "dismiss robin": (HOST,),
    "unlist finch": (HOST,),
    "host magpie": (HOST,),
    "lock": (HOST,),
    "last": (HOST,),
    "end": (HOST,),
    "announce all in?": (HOST,),
    "rail 5": (HOST,),
    "addbot": (HOST,),
    "removebot heron": (HOST,),
    "invite new": (HOST,),
    "leave": (RAIL,),
    "watch 1": (LOBBY,),
    "tables hall": (LOBBY,),
    "enter 1": (LOBBY,),
    "tournament 1": (LOBBY,),
    "rebuy": (ENTRANT,),
    "decline": (ENTRANT,),
    "agree": (ENTRANT,),
    "unregister": (ENTRANT,),
    "start": (ENTRANT,),
    "halt": (ENTRANT,),
    "cancel": (ENTRANT,),
    "deal equal": (ENTRANT,),
    "fold": (Player(view=holdem_view()),),
}
"""A line for each command, and those who type it."""

NO_WORD = {
    *(commands.Hello, commands.OpenTable, commands.Resync, commands.StopServer, commands.Administer),
    *(commands.CommitSeed, commands.OpenSeed),  # the session itself sends these
    *(commands.FollowTable, commands.UnfollowTable),  # one table is told at a time
    *(commands.ListHands, commands.ReadHand, commands.ReadStatistics, commands.ReadStatement),  # pages of the past
    *(commands.ListInvites, commands.RevokeInvite, hosts.ListPeople),
    *(hosts.CorrectBooks, tournaments.OpenTournament),  # they need a form
    *(tournaments.ListTournaments, tournaments.RemoveEntrant),
}
"""The commands that a player of lines does not give."""


def sent_by(reply: Reply) -> tuple[object, ...]:
    if isinstance(reply, Sentence):
        return () if reply.asks is None else sent_by(reply.asks)
    if isinstance(reply, Asked):
        return reply.first
    return reply if isinstance(reply, tuple) else ()


def members(union: object) -> set[type]:
    if isinstance(union, UnionType):
        return set().union(*map(members, get_args(union)))
    assert isinstance(union, type)
    return {union}


@pytest.mark.parametrize("line", LINES)
def test_a_line_sends_something(line: str) -> None:
    assert all(sent_by(read_line(line, player)) for player in LINES[line]), read_line(line, LINES[line][0])


def test_every_command_has_a_word() -> None:
    sent = {
        type(each) for line, players in LINES.items() for player in players for each in sent_by(read_line(line, player))
    }
    assert members(commands.Command) - sent == NO_WORD
