"""The players that a server knows: their ids, the tokens that authenticate them, their names and latest commands.

An id means nothing. The secret token that authenticates a player goes to them alone and is kept only as a digest.
A name belongs to a player who is connected or seated, and for some time after they have gone. No two names look alike.
A command sent twice is carried out once and answered twice. There are limits on what each says.
"""

from __future__ import annotations

import math
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Protocol, get_args

from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal
from railbird_server.runtime.network.addresses import ListedNetworks
from railbird_server.runtime.outbox import FrameOutbox
from railbird_server.runtime.token_buckets import TokenBuckets
from railbird_server.store.records import StoredPlayer
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.network.recognition import token_digest, token_mark
from railbird_shared.protocol import codec, commands
from railbird_shared.protocol.host_commands import ListPeople, ListWatchers
from railbird_shared.protocol.messages import Accepted, Message, Refused, TableClosed
from railbird_shared.text.text_cleaning import NAME_LENGTH, TABLE_NAME_LENGTH, name_keys
from railbird_shared.tournament.messages import ListTournaments, ReadTournament

MAX_COMMANDS = 32
"""Commands kept for each player."""

REPEATABLE = (
    commands.ListTables,
    commands.Watch,
    commands.FollowTable,
    commands.Leave,
    commands.ListInvites,
    commands.AskStatement,
    commands.Resync,
    ListPeople,
    ListWatchers,
    ListTournaments,
    ReadTournament,
    *get_args(commands.HistoryCommand),
)
"""The commands that are carried out as often as they are sent: they ask for something, or change nothing twice."""


class Asker(Protocol):
    """A session that waits for an answer."""

    @property
    def outbox(self) -> FrameOutbox:
        """Where frames for the client go."""
        ...


@dataclass
class _SentCommand:
    """A command, and its answer once it is accepted.

    `carrier` is the session whose command is being carried out, until the answer is known, and `asker` the latest one
    that has sent it, as long as that lasts. `postponed` is the sentence by which they know already that it takes long.
    """

    command: commands.Command
    carrier: Asker | None = None
    asker: Asker | None = None
    answer: Accepted | None = None
    postponed: str = ""


class RecentCommands:
    """The latest commands of one player, of those that have an id and change something.

    A refused command is forgotten, since it has changed nothing: sent again, it is judged anew.
    """

    def __init__(self) -> None:
        self._sent: OrderedDict[int, _SentCommand] = OrderedDict()

    def begin(self, command: commands.Command, asker: Asker) -> bool:
        """Notes a command; returns False where it is a repetition, which gets the answer of the first.

        The password of a new table is not kept. Raises Refusal where the same session has used the id for another
        command, and for a repetition of a command that is not kept yet. A new session may use an id for another
        command; the same command under the same id stays a repetition until `forget`.
        """
        if not command.id:
            return True
        if isinstance(command, commands.OpenTable) and command.password:
            command = replace(command, password="")
        earlier = self._sent.get(command.id)
        if earlier is not None and earlier.command == command:
            if earlier.postponed and earlier.answer is None:
                raise Refusal("not-kept", earlier.postponed)
            earlier.asker = asker
            if earlier.answer is not None:
                asker.outbox.send(codec.encode(earlier.answer))
            return False
        if earlier is not None and asker in (earlier.carrier, earlier.asker):
            raise Refusal("id-used", f"The id {command.id} belongs to another command; give every command a new one.")
        if type(command) not in REPEATABLE:
            self._remember(_SentCommand(command, carrier=asker, asker=asker))
        return True

    def restore(self, command: commands.Command, *, table: str = "") -> None:
        """Remembers a command that was carried out before the server's process began, and the table it opened."""
        if command.id:
            self._remember(_SentCommand(command, answer=Accepted(id=command.id, table=table)))

    def _remember(self, sent: _SentCommand) -> None:
        self._sent[sent.command.id] = sent
        self._sent.move_to_end(sent.command.id)
        if len(self._sent) > MAX_COMMANDS:
            self._sent.popitem(last=False)

    def settle(self, answer: Accepted | Refused, asker: Asker) -> Asker | None:
        """Notes the answer to a command of `asker`; returns the session that is told it, theirs or a newer one.

        Where no command of theirs with that id waits for an answer, it is one to a repeatable or a forgotten command.
        A command that is not kept yet is carried out later; its outcome is told to the session that sends it again.
        Returns None where the latest to send it is gone.
        """
        sent = self._sent.get(answer.id)
        if sent is None or sent.carrier is not asker:
            return asker
        latest = sent.asker
        if isinstance(answer, Refused) and answer.code == "not-kept":
            sent.asker, sent.postponed = None, answer.sentence
            return latest
        sent.carrier = None
        if isinstance(answer, Accepted):
            sent.answer = replace(answer, invite="") if answer.invite else answer
        else:
            del self._sent[answer.id]
        return latest

    def release(self, asker: Asker) -> None:
        """Lets go of a session that has ended; a command of theirs that is still carried out gets its answer kept."""
        for sent in self._sent.values():
            if sent.asker is asker:
                sent.asker = None

    def forget(self) -> None:
        """Forgets all commands, for a client that has started anew and counts its ids from the beginning."""
        self._sent.clear()


ID_BYTES = 8
"""How many random bytes name a player, so that two servers never name two players alike."""

NAME_CHANGE_INTERVAL_MS = 60_000
"""Milliseconds that a player waits before they change their name again."""

MAX_REMEMBERED = 1000
"""Players remembered, with their names, who are neither connected nor seated."""

SEATED_ELSEWHERE = "You still have a seat at another table, or wait for one there; go there and leave it first."
STILL_NAMED = "The hand that you left still has your name; change it when that hand is over."


class Player:
    """Somebody known to the server, with or without a seat: a person or a bot.

    `style` is how a bot of the house plays, empty for everybody else. `table` is the id of the table where they have a
    seat or wait for one, empty without one, and `last_chat` their last line of chat. `renamed_at` is when they last
    changed their name by a command, in milliseconds of the server's clock.
    `named_at` are the ids of the tables that show the player's name at a seat; it outlives `table` where a player who
    has left is still in a hand. `entered` are the ids of the tournaments in which they are, which are among them.
    """

    def __init__(self, player_id: str, digest: bytes, name: str = "", *, bot: bool = False, style: str = "") -> None:
        self.id = player_id
        self.digest = digest
        self.name = name
        self.bot = bot
        self.style = style
        self.table = ""
        self.named_at: frozenset[str] = frozenset()
        self.entered: frozenset[str] = frozenset()
        self.last_chat = ""
        self.renamed_at: int | None = None
        self.viewer: Viewer | None = None
        self.recent_commands = RecentCommands()

    def claim_seat(self, table: str) -> bool:
        """Claims the one seat that a player may have for a table; returns False where it is claimed for another."""
        self.table = self.table or table
        return self.table == table

    def release_seat(self, table: str) -> None:
        """Gives up a claim; does nothing where the player has none for that table."""
        if self.table == table:
            self.table = ""

    @property
    def mark(self) -> str:
        """By what the player's token is found."""
        return token_mark(self.digest)

    @property
    def seated(self) -> bool:
        """Whether the player has a seat, or a table still shows their name at one."""
        return bool(self.table or self.named_at)

    @property
    def identity(self) -> PlayerIdentity:
        """The player as a table knows them."""
        return PlayerIdentity(self.id, self.name, self.bot, house=bool(self.style))

    @property
    def stored(self) -> StoredPlayer:
        """The player as a store keeps them."""
        return StoredPlayer(self.id, self.digest, self.name, self.bot, self.style)


class Viewer(Asker, Protocol):
    """A session as rooms and the lobby see it."""

    @property
    def player(self) -> Player:
        """The player whose client it is."""
        ...

    @property
    def address(self) -> str:
        """The address that the client is counted by; empty for one in memory."""
        ...

    @property
    def in_lobby(self) -> bool:
        """Whether the client is at no table."""
        ...

    def reply(self, message: Message) -> None:
        """Sends a message that the client cannot do without."""

    def return_to_lobby(self, table: str, closed: TableClosed) -> None:
        """Sends the client to the lobby if it is still at that table."""

    def follow(self, table: str, notice: str = "") -> None:
        """Takes the client to another table of a tournament, to sit or watch; they read the `notice` there, if any."""

    def replace(self) -> None:
        """Ends the session because the same player has opened another one."""


def accept(viewer: Viewer, command_id: int) -> None:
    """Accepts a command that has an id."""
    if command_id:
        viewer.reply(Accepted(id=command_id))


def refuse(viewer: Viewer, command_id: int, no: Refusal) -> None:
    """Answers a command with the reason why it is refused."""
    viewer.reply(Refused(id=command_id, code=no.code, sentence=no.sentence, clause=no.clause))


def numbered_names(wanted: str, longest: int) -> Iterator[str]:
    """Yields a name, and then the name with 2, 3 and so on behind it, cut to the length that is allowed."""
    for number in count(1):
        suffix = "" if number == 1 else f" {number}"
        yield wanted[: longest - len(suffix)].rstrip() + suffix


def free_table_name(wanted: str, taken: Iterable[str]) -> str:
    """Returns a name for a table or a tournament that nobody confuses with those that are taken."""
    keys = frozenset[str]().union(*map(name_keys, taken))
    return next(name for name in numbered_names(wanted, TABLE_NAME_LENGTH) if keys.isdisjoint(name_keys(name)))


class Players:
    """All players that the server knows.

    `now` is the server's clock in milliseconds; a name is kept for `name_kept` milliseconds for a player who has gone.
    `renamed` is called with every player who has another name.
    """

    def __init__(self, now: Callable[[], int], name_kept: int) -> None:
        self.renamed: Callable[[Player], None] = lambda _: None
        self._now = now
        self._name_kept = name_kept
        self._by_mark: dict[str, Player] = {}
        self._by_id: dict[str, Player] = {}
        self._by_name: dict[str, Player] = {}
        self._away: OrderedDict[Player, int] = OrderedDict()

    def login(self, name: str, token: str, *, bot: bool = False) -> tuple[Player, str]:
        """Authenticates a player by token, or makes a new one; returns the player and the token to use from now on.

        A name that is taken gets a number; a seated player keeps the name that the table knows.
        """
        player = self.by_token(token)
        if player is None:
            player, token = self._new_player()
        self._away.pop(player, None)
        if not player.seated:
            self._assign_name(player, name)
            player.bot = bot
        return player, token

    def enrol_bot(self, style: str) -> str:
        """Makes a player of a bot of the house; returns its token."""
        player, token = self._new_player(style)
        self._away[player] = self._now()
        return token

    def _new_player(self, style: str = "") -> tuple[Player, str]:
        token = secrets.token_urlsafe(16)
        player = Player(f"p{secrets.token_hex(ID_BYTES)}", token_digest(token), style=style)
        self._by_mark[player.mark] = self._by_id[player.id] = player
        return player, token

    def restore(self, stored: StoredPlayer) -> Player:
        """Returns a player whom a store knows; they have just gone, and their name is free until a table binds it."""
        player = Player(stored.id, stored.digest, stored.name, bot=stored.bot, style=stored.style)
        self._by_mark[player.mark] = self._by_id[player.id] = player
        self._away[player] = self._now()
        return player

    def forget(self, player: Player) -> None:
        """Forgets a player who is neither connected nor seated, with their name and token."""
        del self._by_mark[player.mark], self._by_id[player.id]
        self._away.pop(player, None)
        self._release_name(player)

    def renew_token(self, player: Player) -> str:
        """Gives a player another token in place of the one they have, and returns it."""
        del self._by_mark[player.mark]
        self._away.pop(player, None)
        token = secrets.token_urlsafe(16)
        player.digest = token_digest(token)
        self._by_mark[player.mark] = player
        return token

    def by_token(self, token: str) -> Player | None:
        """Returns the player whom a token authenticates, None where there is none."""
        return self._by_mark.get(token_mark(token_digest(token))) if token else None

    def digest_by_mark(self, mark: str) -> bytes | None:
        """Returns the digest of a player's token that has a mark, None where there is none."""
        player = self._by_mark.get(mark)
        return player.digest if player else None

    @property
    def knows_any(self) -> bool:
        """Whether there is any player whom a token authenticates."""
        return bool(self._by_mark)

    def name_of(self, player_id: str) -> str:
        """Returns the name of the player of that id, empty where nobody knows them any more."""
        player = self._by_id.get(player_id)
        return player.name if player else ""

    def by_id(self, player_id: str) -> Player | None:
        """Returns the player of that id, None where nobody knows them any more."""
        return self._by_id.get(player_id)

    def check_new_name(self, player: Player, name: str) -> None:
        """Raises Refusal where a player may not change their name to that clean one now."""
        if name == player.name:
            raise Refusal("no-change", f"You are called {name} already.")
        if player.named_at - {player.table} - player.entered:
            raise Refusal("leaving", STILL_NAMED)
        if any(self._holder(key) not in (None, player) for key in name_keys(name)):
            raise Refusal("name-taken", f"Another player is called {name}, or a name like it; take another name.")
        left = 0 if player.renamed_at is None else player.renamed_at + NAME_CHANGE_INTERVAL_MS - self._now()
        if left > 0:
            raise Refusal("name-changed", f"You have just changed your name; change it again in {-(-left // 1000)} s.")

    def rename(self, player: Player, name: str) -> None:
        """Calls a player by a name that was checked; the one they had is free."""
        self._release_name(player)
        player.name, player.renamed_at = name, self._now()
        self._by_name |= dict.fromkeys(name_keys(name), player)
        self.renamed(player)

    def bind_name(self, player: Player, table: str) -> bool:
        """Binds a player's name to the seat that they take at a table; returns False where it is no longer theirs.

        The name is theirs until `unbind_name`, whatever becomes of their connection.
        """
        keys = name_keys(player.name)
        if any(self._holder(key) not in (None, player) for key in keys):
            return False
        self._away.pop(player, None)
        self._by_name |= dict.fromkeys(keys, player)
        player.named_at |= {table}
        return True

    def enter_tournament(self, player: Player, tournament: str) -> None:
        """Notes that a player is in a tournament, which binds their name."""
        self.bind_name(player, tournament)
        player.entered |= {tournament}

    def leave_tournament(self, player: Player, tournament: str) -> None:
        """Notes that a player is in a tournament no longer."""
        player.entered -= {tournament}
        self.unbind_name(player, tournament)

    @property
    def unseated_bots(self) -> list[Player]:
        """The bots of the house that play nowhere."""
        return [player for player in self._by_id.values() if player.style and not player.seated]

    def unbind_name(self, player: Player, table: str) -> None:
        """Notes that no seat of a table shows the player's name any more."""
        player.named_at -= {table}
        self.release_if_gone(player)

    def release_if_gone(self, player: Player) -> None:
        """Notes that a player is neither connected nor seated, and in time forgets them and their name."""
        if player.viewer is not None or player.seated:
            return
        forgotten = self._by_mark.get(player.mark) is not player
        if player.bot or forgotten:
            self._release_name(player)
        if forgotten:
            return
        self._away.setdefault(player, self._now())
        while len(self._away) > MAX_REMEMBERED:
            self.forget(next(iter(self._away)))

    def is_name_taken(self, name: str) -> bool:
        """Whether that name, or one that looks like it, belongs to a player."""
        return any(self._holder(key) is not None for key in name_keys(name))

    def _holder(self, key: str) -> Player | None:
        """Returns the player whom a key of a name belongs to; frees it where they have been gone for too long."""
        player = self._by_name.get(key)
        if player and self._now() - self._away.get(player, math.inf) >= self._name_kept:
            self._release_name(player)
            return None
        return player

    def _assign_name(self, player: Player, wanted: str) -> None:
        self._release_name(player)
        player.name = next(name for name in numbered_names(wanted, NAME_LENGTH) if not self.is_name_taken(name))
        self._by_name |= dict.fromkeys(name_keys(player.name), player)

    def _release_name(self, player: Player) -> None:
        for key in name_keys(player.name):
            if self._by_name.get(key) is player:
                del self._by_name[key]


class Limits:
    """The limits on what each player says, and on new players from one address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._commands = TokenBuckets(settings.command_rate, settings.command_burst)
        self._chat = TokenBuckets(settings.chat_rate, settings.chat_burst)
        self._room_chat = TokenBuckets(settings.room_chat_rate, settings.room_chat_burst)
        self._shared = ListedNetworks(settings.shared_address)
        self._new_players = TokenBuckets(settings.new_player_rate, settings.connections_per_address)

    def allows_new_player(self, address: str, now: float) -> bool:
        """Whether another new player may log in from an address at `now` seconds."""
        return self._shared.holds(address) or self._new_players.spend(address, now)

    def allows_command(self, player: Player, now: float) -> bool:
        """Whether a player may give another command at `now` seconds."""
        return self._commands.spend(player.id, now)

    def chat_refusal(self, player: Player, line: str, now: float, *, table: str = "") -> str:
        """Counts a cleaned line of chat at `now` seconds; returns why it is not sent on, empty if it is.

        The lines of one player count for all places, and those of all at a table, or in the lobby, for that place.
        """
        if not line:
            return "Say something that can be shown."
        if line == player.last_chat:
            return "You have just said that."
        if not self._chat.spend(player.id, now):
            return "You are talking too fast; wait a moment."
        if not self._room_chat.spend(table, now):
            return "Too many talk here at once; say it again in a moment."
        player.last_chat = line
        return ""
