"""Sessions as a player who is led by lines hears them: recordings, and tables at which they answer by words."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from railbird_client.lines.speech import speak
from railbird_client.lines.telling import Telling
from railbird_client.lines.words import Player, read_line, turn_choices
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_server.table import audience
from railbird_server.table.inputs import FullEvent, Input
from railbird_shared.conversation import Received
from railbird_shared.protocol.codec import decode_message
from railbird_shared.protocol.commands import Act, AddChips
from railbird_shared.protocol.folding import Transition, fold_each
from railbird_shared.protocol.messages import Message, Snapshot, Step, TableClosed
from railbird_shared.protocol.view import TableView
from support.table_harness import TableHarness, from_player

RECORDINGS = Path(__file__).parents[2] / "docs" / "recordings"

UNSPEAKABLE = re.compile(
    r"[^\w .,:;?!'’()/&\"-]|_|(?<![\w'’-])(?:[2-9TJQKA]|10)[cdhs](?![\w'’])|\d,\d{3}|\b[TJQKA]-|-[TJQKA]\b"
)
"""What a sentence to be spoken has nowhere: signs, boxes, codes of cards, and marks between thousands."""


class Listener:
    """A player called Wren who hears what messages tell; `told` are the lines of each, in order."""

    def __init__(self) -> None:
        self.telling = Telling()
        self.told: list[tuple[str, ...]] = []
        self.view: TableView | None = None
        self._model: TableModel | None = None

    def hear(self, message: Message) -> None:
        """Takes a message, and notes the sentences that it brings, as a session of lines tells them."""
        transitions: tuple[Transition, ...] = ()
        if isinstance(message, Snapshot):
            self.view = message.view
            self._model = self._model or TableModel(TableOptions(street_pause=0), "Wren")
        elif isinstance(message, Step) and self.view is not None:
            transitions = fold_each(self.view, (*message.public, *message.private))
            self.view = transitions[-1].after if transitions else self.view
        sentences = [*self.telling.receive(Received(message, transitions=transitions), "Wren")]
        running = None
        if self._model is not None:
            self._model.receive(message, 0.0)
            sentences += map(speak, self._model.log.take_notes())
            running = self._model.tournament.running
        if isinstance(message, TableClosed):
            self.view = self._model = None
        sentences += [*self.telling.remaining(self.view, running), *self.telling.turn(self.view)]
        if sentences:
            self.told.append(tuple(sentences))


def told_recording(name: str) -> Iterator[str]:
    """Yields what a recorded session tells, with the acts of the player between."""
    listener = Listener()
    for line in (RECORDINGS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        frame = json.loads(line)
        if "received" in frame:
            before = len(listener.told)
            listener.hear(decode_message(json.dumps(frame["received"]).encode()))
            for sentences in listener.told[before:]:
                yield from sentences
        elif frame["sent"]["type"] == "act":
            act = frame["sent"]["action"]
            yield f"> {act.pop('do')} {' '.join(map(str, act.values()))}".rstrip()


class LineTable(TableHarness):
    """A table at which Wren hears what happens, and every act of a player is a line of words."""

    def hear(self) -> Listener:
        """Has Wren listen from now on."""
        self.listener = Listener()
        self.listener.hear(Snapshot(epoch="e", seq=0, at=0, view=audience.snapshot(self.table, "Wren")))
        return self.listener

    def submit(self, request: Input) -> list[FullEvent]:
        """Puts an input to the table, and tells the step that it causes."""
        events = super().submit(request)
        if events:
            parts = audience.split(events)
            seat = self.table.seats.of("Wren")
            private = parts.private.get(seat.number, ()) if seat else ()
            self.listener.hear(Step(epoch="e", seq=1, at=self.now, public=parts.public, private=private))
        return events

    def refill(self) -> None:
        """Lets players who have lost all buy chips, and come back by that."""
        for name in self.player_by_seat.values():
            if not self.seat_of(name).stack:
                self.submit(from_player(name, AddChips()))

    def act_by_words(self, dice: random.Random) -> str:
        """Acts for the player in turn by one of the lines that their turn offers; returns the line."""
        view = self.view(self.player_to_act)
        player = Player(name=self.player_to_act, view=view)
        line = dice.choice([*lines_of_turn(view, dice)])
        reply = read_line(line, player)
        if not isinstance(reply, tuple):
            player = Player(name=self.player_to_act, view=view, asked=getattr(reply, "asks", None))
            reply = read_line(line, player)
        assert isinstance(reply, tuple), (line, reply)
        (request,) = reply
        assert isinstance(request, Act), (line, reply)
        self.take(request.action)
        return line


def lines_of_turn(view: TableView, dice: random.Random) -> Iterator[str]:
    """Yields lines that are to work in a turn, made of what the turn offers in words."""
    assert view.you.legal is not None
    for choice in turn_choices(view.you.legal):
        word, *rest = choice.split()
        numbers = [int(number) for number in re.findall(r"\d+", choice)]
        match word:
            case "bet" | "raise" | "complete":
                yield f"{word} {dice.choice(numbers)}"
            case "draw" | "pass" | "discard":
                count = dice.randint(numbers[0] if len(numbers) > 1 or "up" not in rest else 1, numbers[-1])
                yield f"{word} {' '.join(map(str, dice.sample(range(1, len(view.you.cards) + 1), count)))}"
            case "declare":
                yield f"declare {dice.choice(['high', 'low', 'both'])}"
            case "claim":
                yield f"claim {dice.choice(choice.removeprefix('claim ').split(' or '))}"
            case "run":
                yield f"run {dice.choice(numbers)}"
            case _:
                yield word


def faults_of(told: Iterable[tuple[str, ...]]) -> list[str]:
    """Returns the sentences that speech cannot say, those that are no sentence, and those that are told twice."""
    faults: list[str] = []
    for sentences in told:
        faults += [f"twice: {each}" for each in sentences if sentences.count(each) > 1]
        faults += [each for each in sentences if UNSPEAKABLE.search(each) or each[-1] not in ".?!:" or "  " in each]
    return faults
