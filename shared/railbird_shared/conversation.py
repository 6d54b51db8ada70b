"""A client's conversation with a server, without input or output: frames go in, and events, a view and frames come out.

A program that talks to a server owns a `Conversation` and a connection. It begins the conversation on each connection
anew, gives it every frame that arrives, and sends the `frames` that wait for it. `railbird_shared.carrier` does that
over any wire. The first frame on a connection answers the hello.

The conversation follows the table that the client is at. Steps arrive without gaps: after a gap it asks for a snapshot
and drops steps until it comes. Steps that can be true of no table are dropped, too. Its state outlives a connection:
the next hello asks to go on from the last step, and an act whose answer is missing is sent again under its id, which
a server carries out once.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from msgspec.structs import replace

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.recognition import Recognition
from railbird_shared.protocol.codec import ProtocolError, decode_message, encode
from railbird_shared.protocol.commands import Act, Command, Hello, Resume, Resync
from railbird_shared.protocol.folding import Transition, fold_each
from railbird_shared.protocol.messages import Accepted, History, Message, Refused, Snapshot, Step, TableClosed, Welcome
from railbird_shared.protocol.table_limits import MAX_TOKEN_LENGTH
from railbird_shared.protocol.validation import is_valid, sanitize
from railbird_shared.protocol.view import TableView


@dataclass(frozen=True, slots=True)
class Received:
    """The server sent a message; a snapshot of the same table is `unasked` where nobody had asked for it.

    `transitions` are the events of a step with the views before and after each, first the public ones.
    """

    message: Message
    unasked: bool = False
    transitions: tuple[Transition, ...] = ()


@dataclass(frozen=True, slots=True)
class InvalidMessage:
    """The server sent a message that cannot be read, or is `impossible` at any table; the sentence says so."""

    sentence: str
    impossible: bool = False


ConversationEvent = Received | InvalidMessage


class CommandRefused(Exception):
    """The server refused a command; nothing has changed. The message is its sentence."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.sentence)
        self.refused = refused


class _Awaited(Enum):
    """The message of the table that is still to come: the first one, or a snapshot after a gap."""

    TABLE = auto()
    SNAPSHOT = auto()


class Conversation:
    """One client's conversation with one server, over one connection after another.

    `name` is what the server calls the player, and `tokens` are those that the player may have there, the latest first.
    `password` and `invite` open the server to a newcomer, and `owner` is the secret of its run file. `welcome` is the
    last that came, and `token_withheld` says that the last hello had none of the player's tokens. `place` is the last
    step seen of the table that the client is at, None in the lobby, and `server_time` the server's clock at that step,
    in milliseconds.

    `frames` are to be sent now; the program that sends one takes it from the left. The ids of commands count from
    `first_id`. With `cleans` every text is cleaned of control characters, which a server in the same process may be
    trusted with.
    """

    def __init__(
        self,
        name: str,
        *,
        tokens: Sequence[str] = (),
        bot: bool = False,
        password: str = "",
        invite: str = "",
        owner: str = "",
        first_id: int = 1,
        cleans: bool = True,
    ) -> None:
        self.name = name
        self.tokens = tuple(tokens)
        self.welcome: Welcome | None = None
        self.token_withheld = False
        self.place: Resume | None = None
        self.server_time = 0
        self._view: TableView | None = None
        self._hello = Hello(v=PROTOCOL_VERSION, name=name, bot=bot, password=password, invite=invite, owner=owner)
        self._ids = itertools.count(first_id)
        self._cleans = cleans
        self._hello_unanswered = False
        self._proof_needed = self._can_prove = True
        self._awaited: _Awaited | None = None
        self._unanswered_act: Act | None = None
        self.frames: deque[bytes] = deque()

    @property
    def table(self) -> str:
        """The id of the table whose steps arrive, empty in the lobby."""
        return self.place.table if self.place else ""

    @property
    def view(self) -> TableView | None:
        """The table that the client is at as of its last step, None in the lobby and while a snapshot is awaited."""
        return None if self._awaited is _Awaited.SNAPSHOT else self._view

    # --- what is sent -------------------------------------------------------------------------------------------------

    def begin(self, recognition: Recognition | None = None) -> None:
        """Says hello on a new connection, and asks for the steps of the table that were missed.

        `recognition` is what the server has proved to know, None where it is recognized otherwise. A token is sent only
        to a server that is recognized, or that could prove nothing when it gave the token in this conversation. A
        password goes along with the token, or with the first hello.
        """
        self.end()
        token = recognition.token if recognition and self._proof_needed else next(iter(self.tokens), "")
        self.token_withheld = bool(self.tokens) and not token
        self._can_prove = recognition is None or recognition.can_prove
        first, hello = self.welcome is None, self._hello
        hello = replace(hello, name=self.name, token=token, resume=self.place)
        if not first:
            hello = replace(hello, password=hello.password if token else "", invite="")
        self.frames.append(encode(hello))
        self._hello_unanswered = True

    def take_id(self) -> int:
        """Returns an id for a command that no other command of this conversation has."""
        return next(self._ids)

    def send(self, command: Command) -> int:
        """Sends a command, with an id if it has none, and returns the id."""
        numbered = command if command.id else replace(command, id=self.take_id())
        if isinstance(numbered, Act):
            self._unanswered_act = numbered
        self.frames.append(encode(numbered))
        return numbered.id

    def end(self) -> None:
        """Notes that the connection has ended; frames that were not sent are dropped."""
        self._hello_unanswered = False
        self.frames.clear()

    # --- what arrives -------------------------------------------------------------------------------------------------

    def receive(self, frame: str | bytes) -> ConversationEvent | None:
        """Takes a frame and returns what it tells, None for a step that was told before or comes after a gap.

        Raises ProtocolError for an answer to the hello that is neither a welcome nor a refusal.
        """
        try:
            message = decode_message(frame)
            if self._cleans:
                message = sanitize(message)
        except ProtocolError as fault:
            if self._hello_unanswered:
                raise
            return InvalidMessage(fault.sentence)
        if self._hello_unanswered:
            return self._take_answer_to_hello(message)
        match message:
            case Accepted() | Refused() if self._unanswered_act and message.id == self._unanswered_act.id:
                self._unanswered_act = None
            case History() if not is_valid(message, 0):
                return InvalidMessage("The server sent a hand that cannot be; it was ignored.", impossible=True)
            case Snapshot() | Step() if not is_valid(message, len(self._view.seats) if self._view else 0):
                self._resync()
                return InvalidMessage(
                    "The server sent something impossible about the table; it was ignored.", impossible=True
                )
            case Snapshot():
                return self._take_snapshot(message)
            case Step():
                return self._take_step(message)
            case TableClosed():
                self.place = self._view = self._unanswered_act = None
            case _:
                pass
        return Received(message)

    def _take_answer_to_hello(self, message: Message) -> Received:
        if isinstance(message, Refused):
            self.end()
        elif isinstance(message, Welcome) and len(message.token) <= MAX_TOKEN_LENGTH:
            self._hello_unanswered, self.welcome = False, message
            self.name, self.tokens = message.name, (message.token,) if message.token else ()
            self._proof_needed = self._can_prove
            self._awaited = _Awaited.TABLE
            self._send_unanswered_act(message)
        else:
            raise ProtocolError("invalid", "The server answers a hello with something else than a welcome.")
        return Received(message)

    def _send_unanswered_act(self, welcome: Welcome) -> None:
        """Sends an act again that may not have arrived, at the table for which it was meant."""
        act = self._unanswered_act
        if act is not None and self.table and welcome.table == self.table:
            self.send(act)
        else:
            self._unanswered_act = None

    def _take_snapshot(self, snapshot: Snapshot) -> Received:
        same_table = snapshot.view.table == self.table
        if not same_table:
            self._unanswered_act = None  # it was meant for the table before
        unasked = same_table and self._awaited is None
        self.place = Resume(snapshot.view.table, snapshot.epoch, snapshot.seq)
        self._view, self.server_time, self._awaited = snapshot.view, snapshot.at, None
        return Received(snapshot, unasked=unasked)

    def _take_step(self, step: Step) -> Received | None:
        last = self.place
        if last is None or self.view is None or (step.epoch == last.epoch and step.seq <= last.seq):
            return None
        if (step.epoch, step.seq) != (last.epoch, last.seq + 1):
            self._resync()
            return None
        transitions = fold_each(self.view, (*step.public, *step.private))
        self.place, self.server_time = replace(last, seq=step.seq), step.at
        self._view = transitions[-1].after if transitions else self._view
        return Received(step, transitions=transitions)

    def _resync(self) -> None:
        """Asks for a snapshot, once, and sees no table until it comes."""
        if self._awaited is not _Awaited.SNAPSHOT and self.place is not None:
            self._awaited = _Awaited.SNAPSHOT
            self.send(Resync())
