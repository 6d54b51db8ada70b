"""The log and the chat: in a column of their own, or in a few rows below the table."""

from __future__ import annotations

import pytest

from railbird_client.drawing.palette import find_palette
from railbird_client.table.paint.side_column import ROWS_PER_CHAT_ROW
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.messages import Chat
from support.drawn_table import DrawnTable, drawn_table
from support.view_builders import holdem_view, step_message

SMALL, TALL, WIDE = (80, 24), (120, 40), (160, 48)
COLUMNS = (TALL, WIDE, (100, 30), (114, 26), (200, 60))
NIGHT = find_palette(dark=True)

HAND = step_message(
    ev.Folded(1),
    ev.Called(2, 35, 95),
    ev.StreetBegan(3, "river"),
    ev.BoardDealt(parse_cards("Kc")),
    ev.Checked(8),
    ev.PotAwarded(2, 0, 411, hand_name="pair of kings"),
    ev.HandEnded(148),
)
LONG = Chat(name="Heron", text="one two three four five six seven eight nine ten eleven twelve thirteen")


def side(drawn: DrawnTable) -> list[str]:
    rect = drawn.geometry.side
    assert rect is not None
    return [line.strip() for line in drawn.lines_in(rect)]


@pytest.mark.parametrize("size", [TALL, WIDE, (200, 60)])
def test_the_column_shows_the_hand_its_streets_and_what_happened(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(), HAND, size=size)
    lines = side(drawn)
    assert lines[0].startswith("hand 148")
    river = next(line for line in lines if line.startswith("river"))
    assert river.split() == ["river", "K♣", river.split()[-1]]
    assert "Heron wins 411 with pair of kings" in " ".join(lines)
    assert lines[-1] == "Tab say something"
    assert drawn.ground_of("Tab", drawn.geometry.side) == NIGHT.aside


def test_a_street_names_its_pot_at_the_right() -> None:
    drawn = drawn_table(holdem_view(), HAND, size=TALL)
    rect = drawn.geometry.log
    y = next(y for y, line in enumerate(drawn.lines_in(rect)) if line.startswith("river"))
    assert drawn.lines_in(rect)[y][-1].isdecimal()
    assert len(drawn.lines_in(rect)[y]) == rect.width


def test_the_street_of_now_is_bright_and_older_ones_are_dim() -> None:
    drawn = drawn_table(holdem_view(), HAND, size=TALL)
    assert drawn.colour_of("Wren folds", drawn.geometry.side) == NIGHT.dim
    assert drawn.colour_of("Kestrel checks", drawn.geometry.side) == NIGHT.text
    assert drawn.colour_of("Heron wins", drawn.geometry.side) == NIGHT.win_label


def test_cards_in_sentences_have_the_colours_of_their_suits() -> None:
    drawn = drawn_table(holdem_view(), step_message(ev.HandShown(2, parse_cards("Kh 4d"), "pair")), size=TALL)
    assert drawn.colour_of("K♥", drawn.geometry.side) == NIGHT.text_suits.heart
    assert drawn.colour_of("4♦", drawn.geometry.side) == NIGHT.text_suits.diamond
    assert drawn.run_of("K♥", drawn.geometry.side).bold


@pytest.mark.parametrize("size", COLUMNS)
def test_the_log_never_moves_whatever_is_said(size: tuple[int, int]) -> None:
    def rows(*messages: Chat) -> tuple[int, int]:
        lines = side(drawn_table(holdem_view(), HAND, *messages, size=size))
        newest = max(y for y, line in enumerate(lines) if line.endswith("kings"))
        return newest, next(y for y, line in enumerate(lines) if "─" * 30 in line)

    if drawn_table(holdem_view(), size=size).geometry.side is None:
        pytest.skip("no column at this size")
    newest, rule = rows()
    assert newest == rule - 2, "the newest sentence stands directly above the chat"
    assert rows(LONG) == rows(*[LONG] * 20) == (newest, rule)


@pytest.mark.parametrize("size", [TALL, WIDE, (120, 30), (200, 60)])
def test_the_chat_shows_its_last_lines_in_the_same_rows(size: tuple[int, int]) -> None:
    few = side(drawn_table(holdem_view(), Chat(name="Heron", text="hi"), size=size))
    assert few[-3:] == ["Heron hi", "", "Tab say something"]
    many = side(drawn_table(holdem_view(), *[Chat(name="Heron", text=f"line {n}") for n in range(30)], size=size))
    said = [line for line in many if line.startswith("Heron line")]
    assert said == [f"Heron line {n}" for n in range(30 - size[1] // ROWS_PER_CHAT_ROW, 30)]
    assert many.index(said[0]) == len(many) - 2 - len(said)


def test_who_speaks_from_the_rail_is_marked() -> None:
    drawn = drawn_table(holdem_view(), Chat(name="Robin", text="great", rail=True), size=TALL)
    assert "Robin (rail) great" in drawn.log
    assert drawn.colour_of("Robin (rail)", drawn.geometry.side) == NIGHT.dim


@pytest.mark.parametrize("size", COLUMNS)
def test_a_click_anywhere_in_the_chat_opens_it(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(), LONG, size=size)
    rect = drawn.geometry.side
    area = drawn.canvas.press_at(*drawn.find("three", rect))
    assert area is not None
    assert area.press is TableKey.CHAT


def test_while_a_line_is_typed_its_place_is_free() -> None:
    drawn = drawn_table(holdem_view(), LONG, size=TALL, typing=True)
    assert side(drawn)[-1] == ""
    place = drawn.geometry.chat_input
    assert drawn.words_in(place) == ""
    small = drawn_table(holdem_view(), LONG, size=SMALL, typing=True)
    assert small.words_in(small.geometry.chat_input) == ""


# --- below the table


def test_three_rows_below_a_small_table_hold_the_log_and_the_chat() -> None:
    drawn = drawn_table(holdem_view(), HAND, Chat(name="Heron", text="nice hand"), size=SMALL)
    geometry = drawn.geometry
    assert geometry.log.height == 3
    assert "Heron wins 411 with pair of kings" in drawn.words_in(geometry.log)
    assert drawn.words_in(geometry.chat) == "Heron nice hand"


def test_an_empty_chat_gives_its_room_to_the_log() -> None:
    drawn = drawn_table(holdem_view(), HAND, size=SMALL)
    assert drawn.canvas.press_at(drawn.geometry.chat.x + 2, drawn.geometry.chat.y) is None
    sentence = ev.SatOut(2)
    full = drawn_table(holdem_view(), step_message(*[sentence] * 2), size=SMALL)
    assert full.geometry.log.width < full.geometry.width - 20
    long = step_message(
        ev.HandShown(2, parse_cards("Kh 4d As 2c 9h Td"), "full house, queens full of sevens, and a low of 8-7-6-5-4")
    )
    row = drawn_table(holdem_view(), long, size=SMALL).lines_in(full.geometry.log._replace(width=78))
    assert max(len(line) for line in row) > full.geometry.log.width


def test_more_rows_go_to_the_log_below_a_taller_small_table() -> None:
    assert drawn_table(holdem_view(), size=(80, 30)).geometry.log.height == 9
