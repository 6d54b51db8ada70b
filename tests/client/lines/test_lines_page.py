"""The page of playing by lines is true: its words are those of the program, and its minutes can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from railbird_client.lines.answers import answer
from railbird_client.lines.words import WORDS, Asked, Player, read_line
from railbird_shared.game.cards import Card
from railbird_shared.protocol.actions import LegalActions
from support.golden_files import assert_matches_golden_file
from support.hand_builders import shuffled_deck
from support.table_harness import table_settings
from support.told_lines import LineTable

PAGE = Path(__file__).parents[3] / "docs" / "lines.md"
SEEDS = {"holdem": 0, "five-card-draw": 121}
EVENING = {
    "holdem": ("cards", "price", "call", "bet half", "board", "check", "cards", "bet pot"),
    "five-card-draw": ("bet 2", "draw 1 2 5", "cards", "players", "bet 4"),
}
"""What Wren types at each table, one line after another: what they ask, and their acts."""


def played_minutes() -> Iterator[str]:
    """Yields what Wren hears and types, in one hand at each table."""
    for game, lines in EVENING.items():
        table = LineTable(table_settings(game, seats=3), decks=partial(_deck, game))
        listener = table.hear()
        table.sit("Wren", "Heron", "Jay")
        table.deal_next_hand()
        for line in lines:
            _let_others_act(table)
            yield from (sentence for told in listener.told for sentence in told)
            listener.told.clear()
            yield f"> {line}"
            player = Player(name="Wren", view=table.view("Wren"))
            asked = read_line(line, player)
            if isinstance(asked, Asked):
                yield from answer(asked, player)
            else:
                table.act_by(line)
        _let_others_act(table)
        yield from (sentence for told in listener.told for sentence in told)


def _deck(game: str, count: int) -> tuple[Card, ...]:
    return shuffled_deck(SEEDS[game] + count, game)


def _let_others_act(table: LineTable) -> None:
    while table.hand_running and table.player_to_act != "Wren":
        table.act(_passive(table.turn.legal))


def _passive(legal: LegalActions) -> str:
    return "pat" if legal.max_discards is not None else "x" if legal.check else "c"


def test_the_page_has_the_words_of_the_program() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {word.split()[0] for row in rows for word in re.findall(r"`([^`]+)`", row)}
    assert named == set(WORDS)


def test_the_minutes_on_the_page_are_played() -> None:
    page = PAGE.read_text(encoding="utf-8")
    minutes = "\n".join(played_minutes())
    assert_matches_golden_file(
        PAGE, re.sub(r"```text\n.*?```", lambda _: f"```text\n{minutes}\n```", page, flags=re.DOTALL), __file__
    )
