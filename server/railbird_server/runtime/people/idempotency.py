"""A player's latest commands by their ids: a command sent twice is carried out once and answered twice."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_shared.protocol import commands
from railbird_shared.protocol.commands import FollowTable
from railbird_shared.protocol.messages import Accepted, Refused

MAX_REMEMBERED = 32
"""Commands kept for each player."""

REPEATABLE = (commands.ListTables, commands.Watch, FollowTable, commands.Leave, commands.Resync)
"""The commands that are carried out as often as they are sent: they ask for something, or change nothing twice."""


class Asker(Protocol):
    """A session that waits for an answer."""

    def deliver(self, answer: Accepted | Refused, /) -> None:
        """Sends an answer to the client."""
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

        The password of a new table is not kept.
        Raises Refusal where the same session has used the id for another command, and for a repetition of a command
        that is not kept yet. A new session may use an id for another command; the same command under the same id stays
        a repetition until `forget`.
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
                asker.deliver(earlier.answer)
            return False
        if earlier is not None and asker in (earlier.carrier, earlier.asker):
            raise Refusal("id-used", f"The id {command.id} belongs to another command; give every command a new one.")
        if isinstance(command, REPEATABLE):
            return True
        self._remember(_SentCommand(command, carrier=asker, asker=asker))
        return True

    def restore(self, command: commands.Command, *, table: str = "") -> None:
        """Remembers a command that was carried out before the server's process began, and the table it opened."""
        if command.id:
            self._remember(_SentCommand(command, answer=Accepted(id=command.id, table=table)))

    def _remember(self, sent: _SentCommand) -> None:
        self._sent[sent.command.id] = sent
        self._sent.move_to_end(sent.command.id)
        if len(self._sent) > MAX_REMEMBERED:
            self._sent.popitem(last=False)

    def settle(self, answer: Accepted | Refused, asker: Asker) -> None:
        """Delivers the answer to a command of `asker`: to them, or to a newer session that has sent it again.

        Where no command of theirs with that id waits for an answer, it is one to a repeatable or a forgotten command.
        A command that is not kept yet is carried out later; what comes of it then is told to who sends it again.
        """
        sent = self._sent.get(answer.id)
        if sent is None or sent.carrier is not asker:
            asker.deliver(answer)
            return
        if isinstance(answer, Refused) and answer.code == "not-kept":
            latest, sent.asker, sent.postponed = sent.asker, None, answer.sentence
            if latest is not None:
                latest.deliver(answer)
            return
        sent.carrier = None
        if isinstance(answer, Accepted):
            sent.answer = replace(answer, invite="") if answer.invite else answer
        else:
            del self._sent[answer.id]
        if sent.asker is not None:
            sent.asker.deliver(answer)

    def release(self, asker: Asker) -> None:
        """Lets go of a session that has ended; a command of theirs that is still carried out gets its answer kept."""
        for sent in self._sent.values():
            if sent.asker is asker:
                sent.asker = None

    def forget(self) -> None:
        """Forgets all commands, for a client that has started anew and counts its ids from the beginning."""
        self._sent.clear()
