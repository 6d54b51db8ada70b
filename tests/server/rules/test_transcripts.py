"""Hands that a poker player can read, played by the engine and compared with what was written down.

A transcript starts with how the hand is set up. After that every line that starts with ">" is an act of the player in
turn, written as `hands.play` writes it, and every other line is what the table hears. `RAILBIRD_WRITE_TRANSCRIPTS=1`
writes the files anew from their acts; read the difference before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from hands import action, hand
from railbird_server.rules.events import Burned, Dealt, Discarded, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.table.audience import tell
from railbird_shared.folding import fold_all
from railbird_shared.story import narrate, say_cards
from railbird_shared.view import SeatView, TableView

FOLDER = Path(__file__).parent / "transcripts"
FILES = sorted(FOLDER.glob("*/*.txt"))


class Table:
    """A hand with names at its seats, and the page that is written about it."""

    def __init__(self, header: dict[str, str]) -> None:
        players = [player.split() for player in header["players"].split(",")]
        self.names = {seat: name for seat, (name, _) in enumerate(players, start=1)}
        self.hand = self._hand(header, [int(chips) for _, chips in players])
        self.lines: list[str] = []
        game = self.hand.setup.game
        seats = tuple(SeatView(seat, name, int(chips)) for seat, (name, chips) in enumerate(players, start=1))
        self.view = TableView("t", "Kitchen", "Wren", game, 20, 2000, seats)
        self.hear(self.hand.start())

    @staticmethod
    def _hand(header: dict[str, str], stacks: list[int]) -> Hand:
        numbers = {key: int(header.get(key, 0)) for key in ("bet", "ante", "carried")}
        return hand(header["game"], stacks, deck=header.get("deck", ""), **numbers)

    def hear(self, events: Iterable[RulesEvent]) -> None:
        for event in events:
            self.lines += self._secrets(event)
            news = tell([event]).public
            self.lines += narrate(news, self.view, symbols=False)
            self.view = fold_all(self.view, news)

    def _secrets(self, event: RulesEvent) -> list[str]:
        """What only the dealer saw, in brackets."""
        match event:
            case Dealt(seat, down) if down:
                return [f"[{self.names[seat]} is dealt {say_cards(down, symbols=False)}]"]
            case Discarded(seat, cards) if cards:
                return [f"[{self.names[seat]} throws away {say_cards(cards, symbols=False)}]"]
            case Burned(card):
                return [f"[{card} is burned]"]
            case _:
                return []

    def act(self, line: str) -> None:
        self.lines.append(line)
        seat = self.hand.to_act
        assert seat is not None, f"nobody is to act at {line!r}"
        self.hear(self.hand.act(seat, action(line.removeprefix("> "))))

    def close(self) -> None:
        assert self.hand.over, "the transcript ends before the hand does"
        stacks = ", ".join(f"{self.names[seat]} {chips:,}" for seat, chips in self.hand.stacks.items())
        self.lines.append(f"= {stacks}" + (f", {self.hand.carried:,} wait" if self.hand.carried else ""))


def written(text: str) -> str:
    """Plays a transcript and returns it as it should stand."""
    head, _, body = text.partition("\n\n")
    fields = [line.partition(":") for line in head.splitlines() if not line.startswith("#")]
    table = Table({key.strip(): value.strip() for key, _, value in fields})
    for line in body.splitlines():
        if line.startswith(">"):
            table.act(line)
    table.close()
    return "\n".join([head, "", *table.lines]) + "\n"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_transcript(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    played = written(text)
    if os.environ.get("RAILBIRD_WRITE_TRANSCRIPTS"):
        file.write_text(played, encoding="utf-8")
    assert text == played


@pytest.mark.parametrize("game", ["holdem", "five-card-draw", "seven-card-stud"])
def test_every_game_has_its_transcripts(game: str) -> None:
    assert sum(1 for file in FILES if file.parent.name == game) >= 3
