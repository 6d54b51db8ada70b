"""Sessions as a player who is led by lines hears them: recordings, and tables at which they answer by words."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from railbird_client.lines.answers import turn_sentence
from railbird_client.lines.speech import speak
from railbird_client.lines.telling import Telling
from railbird_client.lines.words import Player, Sentence, read_line
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
        return self.act_by(line_of_choices(turn_sentence(view), dice, len(view.you.cards)))

    def act_by(self, line: str) -> str:
        """Acts for the player in turn by a line, which is said again where it is asked for; returns the line."""
        player = Player(name=self.player_to_act, view=self.view(self.player_to_act))
        reply = read_line(line, player)
        if isinstance(reply, Sentence):
            reply = read_line(line, replace(player, asked=reply.asks))
        assert isinstance(reply, tuple), (line, reply)
        (request,) = reply
        assert isinstance(request, Act), (line, reply)
        self.take(request.action)
        return line


def line_of_choices(turn: str, dice: random.Random, cards: int = 0) -> str:
    """Returns a line that is to work in a turn, made of one of the choices that its sentence tells.

    Where the player has so many `cards`, any of them are exchanged, else the first ones.
    """
    told = re.sub(r".*\. ", "", turn.rstrip("?")).lower()
    choices = [each.removeprefix("or ") for each in told.split(", ") if not each.startswith(("low or", "up to"))]
    choice = dice.choice(choices)
    word, numbers = choice.split()[0], [int(number) for number in re.findall(r"\d+", choice)]
    match word:
        case "bet" | "raise" | "complete":
            return f"{word} {dice.choice(numbers)}"
        case "draw":
            count = dice.randint(1 if "up to" in choice else numbers[0], min(numbers[-1], cards or numbers[-1]))
            return f"draw {' '.join(map(str, dice.sample(range(1, (cards or numbers[-1]) + 1), count)))}"
        case "declare":
            return f"declare {dice.choice(['high', 'low', 'both'])}"
        case "claim":
            return f"claim {dice.choice(choice.removeprefix('claim ').split(' or '))}"
        case "run":
            return f"run {dice.choice(numbers)}"
        case _:
            return word


def faults_of(told: Iterable[tuple[str, ...]]) -> list[str]:
    """Returns the sentences that speech cannot say, those that are no sentence, and those that are told twice."""
    faults: list[str] = []
    for sentences in told:
        faults += [f"twice: {each}" for each in sentences if sentences.count(each) > 1]
        faults += [each for each in sentences if UNSPEAKABLE.search(each) or each[-1] not in ".?!:" or "  " in each]
    return faults
