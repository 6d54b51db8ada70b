"""Hands that a poker player can read, played by the engine and compared with what was written down.

A transcript starts with how the hand is set up. After that every line that starts with ">" is an act of the player in
turn, written as `play_acts` writes it. Every other line is what the table hears, or in parentheses the refusal that the
player reads. `RAILBIRD_RENEW=1 uv run pytest tests/server/rules/test_transcripts.py` writes the files anew from their
acts; read `git diff` before you commit them.

    game: stud8                                 a game of the catalogue
    players: Wren 100, Heron 80, Jay 60         clockwise from the button's left, with their chips
    hands: 2c 4d 7s / Ks Kh 9d / Ac As 3d       the first cards of each, dealt one at a time
    deck: 6h 5c Jd                              the cards after those, in the order in which they come
    bet, ante, carried, passed out: 4           the stakes, what waits in the pot, how many hands in a row passed out
    posts: Wren straddle 4, Jay dead blind 1    forced bets besides the usual ones
    rake: 10 up to 3                            percent, and the most chips
    chop: yes                                   the blinds have agreed to chop
    bomb pot: 10                                what everybody posts in a bomb pot
    house: runs 2, high.jokers 1                what the house changes in the game's record
    stakes: ante 0                              and in its stakes
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import Burned, Dealt, Discarded, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import ExtraPost
from railbird_server.table.audience import split
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.game_rules import Rake
from railbird_shared.game.variants import VARIANTS, Variant, get_variant
from railbird_shared.history.narration import format_cards, narrate
from railbird_shared.protocol.events import Post
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.view import SeatView, TableView
from support.golden_files import assert_matches_golden_file
from support.hand_builders import deal_order, make_hand, parse_action

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
        self.view = TableView("t", "Kitchen", "Wren", game, self.hand.variant.rules, 20, 2000, 200, seats)
        self.hear(self.hand.start())

    def _hand(self, header: dict[str, str], stacks: list[int]) -> Hand:
        variant = house_game(header)
        first = header.get("hands", "")
        numbers = {key: int(header.get(key, 0)) for key in ("bet", "ante", "carried")}
        stakes = variant.make_game(numbers["bet"], numbers["ante"]).stakes
        return make_hand(
            variant if "house" in header else variant.id,
            stacks,
            deck=(deal_order(*first.split("/")) if first else "") + header.get("deck", ""),
            stakes=changed(stakes, Stakes, header.get("stakes", "")),
            posts=[self._posting(post) for post in parts(header.get("posts", ""))],
            passed_out=int(header.get("passed out", 0)),
            rake=Rake(*map(int, header["rake"].split(" up to "))) if "rake" in header else None,
            carried=numbers["carried"],
            chop="chop" in header,
            bomb_pot=int(header.get("bomb pot", 0)),
        )

    def _posting(self, text: str) -> ExtraPost:
        name, *kind, chips = text.split()
        seats = {name: seat for seat, name in self.names.items()}
        return ExtraPost(seats[name], Post(" ".join(kind)), int(chips))

    def hear(self, events: Iterable[RulesEvent]) -> None:
        for event in events:
            self.lines += self._secrets(event)
            news = split([event]).public
            transitions = fold_each(self.view, news)
            self.lines += narrate(transitions, symbols=False)
            self.view = transitions[-1].after if transitions else self.view

    def _secrets(self, event: RulesEvent) -> list[str]:
        """What only the dealer saw, in brackets."""
        match event:
            case Dealt(seat, down) if down:
                return [f"[{self.names[seat]} is dealt {format_cards(down, symbols=False)}]"]
            case Discarded(seat, cards) if cards:
                return [f"[{self.names[seat]} throws away {format_cards(cards, symbols=False)}]"]
            case Burned(card):
                return [f"[{card} is burned]"]
            case _:
                return []

    def act(self, line: str) -> None:
        self.lines.append(line)
        seat = self.hand.to_act
        assert seat is not None, f"nobody is to act at {line!r}"
        try:
            self.hear(self.hand.act(seat, parse_action(line.removeprefix("> "))))
        except IllegalAction as refusal:
            self.lines.append(f"({self.names[seat]} is told: {refusal.sentence} {refusal.clause})")

    def close(self) -> None:
        assert self.hand.over, "the transcript ends before the hand does"
        stacks = ", ".join(f"{self.names[seat]} {chips:,}" for seat, chips in self.hand.stacks.items())
        self.lines.append(f"= {stacks}" + (f", {self.hand.carried:,} wait" if self.hand.carried else ""))


def parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


Record = TypeVar("Record")


def changed(record: Record, kind: type[Record], changes: str) -> Record:
    """A record with some fields changed, written as "runs 2, high.jokers 1"."""
    fields = msgspec.to_builtins(record)
    for change in parts(changes):
        path, _, value = change.partition(" ")
        *outer, name = path.split(".")
        place = fields
        for step in outer:
            place = place[step]
        place[name] = value
    return msgspec.convert(fields, kind, strict=False)


def house_game(header: dict[str, str]) -> Variant:
    return changed(get_variant(header["game"]), Variant, header.get("house", ""))


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
def test_a_transcript_matches_its_replay(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    played = written(text)
    assert_matches_golden_file(file, played, __file__)


def test_every_game_has_at_least_two_transcripts() -> None:
    written_for = Counter(file.parent.name for file in FILES)
    assert set(written_for) == set(VARIANTS)
    assert not [game for game, count in written_for.items() if count < 2]


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_game_has_a_transcript_with_a_side_pot(game: str) -> None:
    pages = [file.read_text(encoding="utf-8") for file in FILES if file.parent.name == game]
    assert any("side pot 1" in page for page in pages)
