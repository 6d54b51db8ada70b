"""The messages that the server sends to a client: answers to commands, and events of the lobby and the table."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from railbird_shared.game.announced_game import Game
from railbird_shared.history.hand_history import HandHistory, HandSummary, NightStatistics
from railbird_shared.protocol.events import Correction, PrivateEvent, PublicEvent, SeedShare
from railbird_shared.protocol.message_base import MessageBase
from railbird_shared.protocol.quantities import (
    Balance,
    Chips,
    Count,
    Digest,
    Milliseconds,
    SeatChoice,
    SeatCount,
    SeatNumber,
    Seconds,
    Turnover,
)
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE
from railbird_shared.protocol.view import SpotChances, TableView
from railbird_shared.settings.table_terms import OPEN_RAIL, RailTerms
from railbird_shared.tournament.messages import TournamentMessage


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """A table as the lobby lists it.

    `players` are the names of the seated players and `clock` is the time for a turn in seconds, 0 without a clock.
    `house` has the first sentences about what is unusual in the rules of the house; the view of the table has all. With
    `locked` the table has a password. `mix` is what the games are called that it plays besides, empty where it plays
    one. `waiting` is how many people wait for a seat, and `bots` how many seats bots of the house hold, which make room
    for people. With `seats_locked` nobody else may sit down. `paused` and `on_break` say that no hand is dealt now.
    `rail` has the terms by which people watch; of a table with a delayed rail, hand and pause are those it is shown.
    """

    table: str
    name: str
    host: str
    game: Game
    seats: SeatCount
    players: tuple[str, ...] = ()
    watchers: Count = 0
    hand: Count = 0
    min_buy_in: Chips = 0
    max_buy_in: Chips = 0
    buy_in: Chips = 0
    clock: Seconds = 0
    house: tuple[str, ...] = ()
    locked: bool = False
    mix: str = ""
    waiting: Count = 0
    bots: Count = 0
    seats_locked: bool = False
    paused: bool = False
    on_break: bool = False
    rail: RailTerms = OPEN_RAIL

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.players) >= self.seats

    @property
    def must_wait(self) -> bool:
        """Whether the free seats, if any, are for those who wait already."""
        return self.seats - len(self.players) <= self.waiting

    @property
    def has_room(self) -> bool:
        """Whether a person who comes gets a seat: one is free, or a bot of the house makes room."""
        return not self.seats_locked and self.seats - len(self.players) + self.bots > self.waiting


class Welcome(MessageBase, frozen=True, kw_only=True, tag="welcome"):
    """Answers a hello.

    `name` is what the player is called here and `token` the secret that proves their identity later. `games` are the
    games on offer and `bots` the styles of the house's bots. `table` is the table at which the player still has a
    seat, empty if there is none. `invited` is the table to which the invite of the hello leads, empty without one.
    """

    v: Count
    server: str
    name: str
    token: str
    games: tuple[Game, ...]
    table: str = ""
    bots: tuple[str, ...] = ()
    invited: str = ""


class Accepted(MessageBase, frozen=True, kw_only=True, tag="accepted"):
    """The command with that id was carried out; `table` or `tournament` is the id of what it opened.

    `invite` is the secret of the invite that it made. It is sent once: the answer to a repeated command is without it.
    """

    id: Count
    table: str = ""
    invite: str = ""
    tournament: str = ""


# fmt: off
RefusalCode = Literal[
    # the frame
    "binary", "too-long", "not-json", "invalid",
    # the command
    "slow-down", "not-kept", "id-used", "fault",
    # the hello
    "hello-first", "hello-again", "version", "too-many-players",
    # names
    "name", "name-taken", "name-changed",
    # passwords
    "password-needed", "password-wrong", "invite-expired", "invite-used", "invite-unknown", "invites",
    # chat
    "chat",
    # tables
    "no-such-table", "no-table", "tables", "game", "bet", "seats", "waits", "paused", "not-paused", "vote", "not-host",
    "follow-limit", "not-followed", "own-table", "not-owner", "chip-worth", "style", "no-bot", "full",
    # hosting
    "banned", "muted", "no-player", "not-yourself", "not-a-person", "no-change",
    # the rail
    "rail-full", "sent-away", "rail-live", "rail-delayed",
    # seats and chips
    "seats-locked", "no-such-seat", "seat-taken", "table-full", "seated", "seated-elsewhere", "not-seated", "leaving",
    "sitting-out", "not-sitting-out", "no-chips", "buy-in", "table-total", "tournament", "timed-out", "full-stack",
    "no-wait", "no-waiting", "not-waiting", "waiting", "no-straddles", "rebuy-limit", "no-request", "hand-runs",
    "no-chop", "correction", "bomb-pot", "no-bomb-pots", "halted", "no-deal",
    # tournaments
    "no-such-tournament", "tournaments", "tournament-terms", "entered", "entry-closed", "not-entered", "no-rebuy",
    "tournament-deal", "tournament-phase",
    # shown hands
    "not-now", "nothing-to-show", "shown-whole", "no-rabbit", "nothing-to-hunt", "nothing-to-see", "unseen", "winner",
    # fair deals
    "seed-late", "seed-wrong",
    # finished hands
    "no-such-hand",
    # the turn
    "stale", "not-your-turn", "hand-over",
    # the act
    "no-check", "no-call", "no-fold", "no-raise", "no-openers", "no-bring-in", "no-amount", "wrong-verb", "wrong-size",
    "too-little", "too-much", "no-draw", "draw-first", "too-few", "too-many", "not-yours", "no-keeper", "declare-first",
    "claim-first", "false-claim", "run-first", "bad-run",
]
# fmt: on
"""The code of a refusal, by what it is about; docs/protocol.md says what each means, and whether it may pass later."""

KnownOrNewCode = Annotated[str, Meta(extra_json_schema={"enum": sorted(get_args(RefusalCode))})]
"""The code of a refusal that has come: one of `RefusalCode`, or one that a newer server has."""


class Refused(MessageBase, frozen=True, kw_only=True, tag="refused"):
    """The command with that id changed nothing; `sentence` tells the player why, `clause` is the rule that decided."""

    id: Count = 0
    code: KnownOrNewCode
    sentence: str
    clause: str = ""


class Lobby(MessageBase, frozen=True, kw_only=True, tag="lobby"):
    """A page of the tables of the server, in the order of their opening, for a request and everybody in the lobby.

    `first` is the place of the page's first table among the `total` tables that the client asked for, counted from 0.
    `people` is how many people are connected to the server.
    """

    tables: tuple[TableInfo, ...]
    people: Count = 0
    first: Count = 0
    total: Count = 0

    @property
    def is_whole(self) -> bool:
        """Whether the page has all tables that the client asked for."""
        return self.total <= len(self.tables)

    def after(self, change: LobbyChanged) -> Lobby:
        """Returns the page after a change; it has at most `LOBBY_PAGE_SIZE` tables, whatever the change says."""
        known = {table.table: table for table in self.tables}
        order = tuple(known) if change.order is None else tuple(dict.fromkeys(change.order))[:LOBBY_PAGE_SIZE]
        known |= {table.table: table for table in change.changed}
        tables = tuple(known[table] for table in order if table in known)
        return replace(self, tables=tables, people=change.people, first=change.first, total=change.total)


class LobbyChanged(MessageBase, frozen=True, kw_only=True, tag="lobby-changed"):
    """The changes on the page of the lobby that the client has.

    `changed` are the tables that are new on the page or differ. `order` are the ids of all its tables in order, None if
    they are those of before. The other fields are those of `Lobby`.
    """

    changed: tuple[TableInfo, ...] = ()
    order: tuple[str, ...] | None = None
    people: Count = 0
    first: Count = 0
    total: Count = 0


class InviteInfo(Struct, frozen=True, omit_defaults=True):
    """An invite as its host sees it; its secret is kept by nobody.

    It expires in `left` milliseconds, None if it does not. With `once` it serves one player; `used_by` is their name
    once they have come, or "somebody" where nobody knows it any more.
    """

    invite: Count
    left: Milliseconds | None = None
    once: bool = False
    used_by: str = ""


class Invites(MessageBase, frozen=True, kw_only=True, tag="invites"):
    """The invites to the host's table that can still be used, or were used and not revoked.

    `needed` says that the server or the table has a password, which they open.
    """

    table: str
    invites: tuple[InviteInfo, ...] = ()
    needed: bool = False


class StatementLine(Struct, frozen=True, omit_defaults=True):
    """The account of one player over all their visits: chips bought, taken away and on the table, and hands played.

    `account` numbers the players of the table in the order of their first buy-in. `seat` is None where they have left.
    """

    account: Count
    name: str
    bought_in: Turnover
    cashed_out: Turnover
    on_table: Chips = 0
    hands: Count = 0
    seat: SeatNumber | None = None
    bot: bool = False
    corrected: Balance = 0
    """The part of the result that has come by corrections."""

    @property
    def result(self) -> int:
        """The result of the player in chips, negative if they have lost."""
        return self.on_table + self.cashed_out - self.bought_in


class StatementCorrection(Struct, frozen=True, omit_defaults=True):
    """A correction of the books after hand `hand`: who corrected them and why, and the chips that players got by it."""

    hand: Count
    by: str
    reason: str
    players: tuple[Correction, ...]


class Statement(MessageBase, frozen=True, kw_only=True, tag="statement"):
    """The statement of a table after hand `hand`; the results, `rake` and the pot that waits add up to zero.

    `lines` are the players, who have won most first. Where there are more than one message has room for, `others` says
    how many are left out, and `others_result` what they have won together. `rake` is what the house has taken, and
    `carried` a pot that waits for the next hand, in chips. `corrections` are the latest of the books. `chip_worth` is
    what a chip is worth, as in "0.05 EUR", empty where the table has named nothing.
    """

    table: str
    hand: Count
    lines: tuple[StatementLine, ...] = ()
    others: Count = 0
    others_result: Balance = 0
    rake: Turnover = 0
    carried: Chips = 0
    chip_worth: str = ""
    corrections: tuple[StatementCorrection, ...] = ()
    final: bool = False
    """Whether no hand follows: the last one is over, or the table is closed. It then comes to everybody unasked."""


class Person(Struct, frozen=True, omit_defaults=True):
    """Somebody at a table; `seat` is 0 on the rail, and `requested` are the chips that they ask the host for."""

    name: str
    seat: SeatChoice = 0
    stack: Chips = 0
    bot: bool = False
    connected: bool = True
    host: bool = False
    requested: Chips = 0


class People(MessageBase, frozen=True, kw_only=True, tag="people"):
    """The people at a table, for its host and the owner of the server: by seat, and then the rail.

    `banned` and `muted` are the names of those who may not come, or say nothing.
    """

    table: str
    people: tuple[Person, ...] = ()
    banned: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()


class Watcher(Struct, frozen=True, omit_defaults=True):
    """Somebody who watches a table, for `since` milliseconds.

    `host` says that they host it, `played` that they had a seat before, and `waits` that they wait for one. With
    `visits` the rail was full when they came, and they have to take a seat within a minute.
    """

    name: str
    since: Milliseconds
    host: bool = False
    played: bool = False
    waits: bool = False
    visits: bool = False


class Watchers(MessageBase, frozen=True, kw_only=True, tag="watchers"):
    """The spectators of a table, for everybody there: those who came first, and how many `others` there are."""

    table: str
    watchers: tuple[Watcher, ...] = ()
    others: Count = 0


class Snapshot(MessageBase, frozen=True, kw_only=True, tag="snapshot"):
    """The whole table as the viewer may know it after step `seq`; `at` is the time of the server's clock.

    `watchers` is the number of people on the rail as the table's viewers were told last.
    """

    epoch: str
    seq: Count
    at: Milliseconds
    view: TableView
    watchers: Count = 0


class Step(MessageBase, frozen=True, kw_only=True, tag="step"):
    """The events of one step: `public` for everybody, then `private` for this viewer alone, or for a delayed rail."""

    epoch: str
    seq: Count
    at: Milliseconds
    public: tuple[PublicEvent, ...] = ()
    private: tuple[PrivateEvent, ...] = ()


class Chat(MessageBase, frozen=True, kw_only=True, tag="chat"):
    """A line of chat; `rail` says that the sender has no seat at the table."""

    name: str
    text: str
    rail: bool = False


class Rail(MessageBase, frozen=True, kw_only=True, tag="rail"):
    """The number of people who watch the table without a seat; it is no step, and may be lost."""

    watchers: Count


class Notice(MessageBase, frozen=True, kw_only=True, tag="notice"):
    """A sentence of the server itself to everybody at the table; it is no step, and may be lost."""

    sentence: str


class HandChances(MessageBase, frozen=True, kw_only=True, tag="hand-chances"):
    """The chances of the live hands at some moments of a hand, from nothing but cards that this viewer sees.

    It is no step, may come late and may be lost; a client that does not see the hand of that number drops it.
    """

    hand: Count
    spots: tuple[SpotChances, ...]


class TableClosed(MessageBase, frozen=True, kw_only=True, tag="table-closed"):
    """The client is back in the lobby; `reason` says why in a sentence, empty if the client asked to leave.

    With the end of the night comes the last `statement` of the table, if anybody had chips there; the table has then
    `ended`, and the client has got all that opens its decks.
    """

    reason: str = ""
    statement: Statement | None = None
    ended: bool = False

    @property
    def is_end(self) -> bool:
        """Whether the table is no more; one with a statement is not, either, whatever the age of its server."""
        return self.ended or self.statement is not None


TableMessage = Snapshot | Step | Chat | Rail | Notice | HandChances | Statement | TableClosed
"""The messages that a table sends to its viewers without being asked."""


class Followed(MessageBase, frozen=True, kw_only=True, tag="followed"):
    """A message of a table that the client follows; after `table-closed` it follows that table no longer."""

    table: str
    message: TableMessage


class AskSeed(MessageBase, frozen=True, kw_only=True, tag="ask-seed"):
    """Asks a player for a seed of their own for the shuffle of the next hand, before anybody knows a card.

    `seat` is the player's, and `server` the commitment to the server's seed. The client commits to its seed within
    `within` milliseconds, and opens it when `seed-commitments` has come. `attempt` counts the shuffles of the hand from
    1; one is begun anew where the hand could not be dealt.
    """

    table: str
    hand: Count
    attempt: Count
    seat: SeatNumber
    server: Digest
    within: Milliseconds


class SeedCommitments(MessageBase, frozen=True, kw_only=True, tag="seed-commitments"):
    """The commitments of the players who were asked, none of it opened; they have `within` milliseconds to do so.

    A player who opens no seed in time is left out of the shuffle by name.
    """

    table: str
    hand: Count
    attempt: Count
    shares: tuple[SeedShare, ...]
    within: Milliseconds


class HandSeed(Struct, frozen=True):
    """The server's seed of a hand."""

    hand: Count
    seed: Digest


class DecksOpened(MessageBase, frozen=True, kw_only=True, tag="decks-opened"):
    """Opens the decks of hands at a table that closes, where it was opened so: they follow from all seeds."""

    table: str
    seeds: tuple[HandSeed, ...]


class Hands(MessageBase, frozen=True, kw_only=True, tag="hands"):
    """A page of the finished hands that the player sat in, the latest first.

    `first` is the place of the page's first hand among the `total` hands that the client asked for, counted from 0.
    """

    hands: tuple[HandSummary, ...]
    first: Count = 0
    total: Count = 0


class History(MessageBase, frozen=True, kw_only=True, tag="history"):
    """A finished hand as the player may know it.

    `phh` is the same as a Poker Hand History, with `??` for unknown cards; empty where that format cannot tell it.
    """

    history: HandHistory
    phh: str = ""


class Statistics(MessageBase, frozen=True, kw_only=True, tag="statistics"):
    """The player's own nights, the latest first, or the latest night of the `table` that the client asked for."""

    nights: tuple[NightStatistics, ...]
    table: str = ""


class GoingDown(MessageBase, frozen=True, kw_only=True, tag="going-down"):
    """The server is about to stop; the client may reconnect after `retry` milliseconds.

    With `kept` every table goes on then, in the same hand; a table that is closed is told of before.
    """

    retry: Milliseconds
    kept: bool = False


_Answer = Welcome | Accepted | Refused | Lobby | LobbyChanged | Invites | People | Watchers
_Seeds = AskSeed | SeedCommitments | DecksOpened

Message = _Answer | TableMessage | _Seeds | Followed | Hands | History | Statistics | GoingDown | TournamentMessage
"""All that a server may send."""
