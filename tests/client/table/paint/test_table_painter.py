"""The whole table: nothing covers anything else, nothing jumps, one plate is lit, and every letter can be read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.drawing.canvas import Ground, Layer, Letter, Rect
from railbird_client.drawing.palette import find_look
from railbird_client.drawing.text_width import cell_width
from railbird_client.table.paint.geometry import Side, TableGeometry, compute_geometry, overlap
from railbird_client.table.paint.table_painter import TablePainter
from railbird_client.table.paint.table_sizes import TABLE_SIZES
from railbird_shared.game.announced_game import Family
from railbird_shared.protocol.view import TableView
from support.drawn_table import DrawnTable, drawn_table, unreadable
from support.examples import examples
from support.random_views import HOSTILE_NAMES, all_seat_counts, random_view
from support.view_builders import holdem_view, seat_view

SIZES = tuple((size.width, size.height) for size in TABLE_SIZES)
GAMES = ("holdem", "omaha", "omaha-6", "pineapple", "five-card-draw", "badugi", "seven-card-stud", "five-card-stud")
TABLES = all_seat_counts(GAMES)
LOOKS = {
    "night": find_look(),
    "day": find_look(dark=False),
    "256": find_look(size=256),
    "16": find_look(size=16),
    "no colour": find_look(coloured=False),
    "ascii": find_look(ascii_only=True),
}


READ_LOOKS = {**LOOKS, "day 256": find_look(dark=False, size=256)}


# --- places


def places(geometry: TableGeometry, cards: int) -> dict[str, Rect]:
    """Everything that has a place of its own: plates with their cards and edges, cards, chips, the bar, the log."""
    above = -(-geometry.size.seat_card_pixels // 2)
    below = 1 if geometry.size.has_edge else 0
    found: dict[str, Rect] = {}
    for count in range(1, cards + 1):
        card, pitch = geometry.own_card_size(count)
        width = (count - 1) * pitch + card.width
        begin = (2 * geometry.centre_x - width) // 2
        found[f"own cards {count}"] = Rect(begin, geometry.own.y - card.height, width, card.height)
    for seat, (rect, side) in geometry.seats.items():
        over = 0 if side is Side.BOTTOM else above
        found[f"plate {seat}"] = Rect(rect.x, rect.y - over, rect.width, rect.height + over + below)
        found[f"bet {seat}"] = geometry.chips.bets[seat]
        found[f"button {seat}"] = geometry.chips.buttons[seat]
    if geometry.has_board:
        found["board"] = geometry.board
    found["pot"] = Rect(geometry.centre_x - 9, geometry.size.pot_row, 18, 1)
    found["bar"] = geometry.bar
    if geometry.side is not None:
        found["side"] = geometry.side
    else:
        found["log"], found["chat"] = geometry.log, geometry.chat
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("family", "seats", "cards"), [
    *((Family.BOARD, seats, cards) for cards, most in ((2, 10), (4, 10), (6, 7)) for seats in range(2, most + 1)),
    *((Family.DRAW, seats, 5) for seats in range(2, 9)),
    *((Family.STUD, seats, 7) for seats in range(2, 9)),
    (Family.STUD, 10, 5),
])  # fmt: skip
def test_chips_cards_and_plates_have_places_of_their_own(
    size: tuple[int, int], family: Family, seats: int, cards: int
) -> None:
    geometry = compute_geometry(*size, family=family, seat_count=seats, viewer=1, cards=cards)
    assert geometry is not None
    found = places(geometry, cards)
    pairs = [pair for pair in combinations(found, 2) if not all("own cards" in name for name in pair)]
    assert [pair for pair in pairs if overlap(found[pair[0]], found[pair[1]])] == []


# --- letters


Cells = dict[tuple[int, int], Letter]


class Overwrites:
    """Which letters were drawn over or erased: where, the old one, and the new one if there is one."""

    def __init__(self) -> None:
        self.found: list[tuple[int, int, str, str]] = []

    def note(self, before: Cells, after: Cells) -> None:
        """Notes the letters and digits that have become others, or were erased."""
        for (x, y), old in before.items():
            new = after.get((x, y))
            if old != new and any(char.isalnum() for char in old.char):
                self.found.append((x, y, old.char, new.char if new else ""))


def letters_of(layer: Layer) -> Cells:
    """The letters on a layer by their cells."""
    return {(x, y): letter for y, row in layer.rows.items() for x, letter in row.letters.items()}


@contextmanager
def watched_letters() -> Iterator[Overwrites]:
    """Notes what a part of the screen draws over itself."""
    seen = Overwrites()
    put, fill = Layer.put, Layer.fill

    def watched_put(
        self: Layer,
        x: int,
        y: int,
        text: str,
        colour: Ground,
        *,
        bold: bool = False,
        reverse: bool = False,
        max_width: int | None = None,
    ) -> int:
        before = letters_of(self)
        after = put(self, x, y, text, colour, bold=bold, reverse=reverse, max_width=max_width)
        seen.note(before, letters_of(self))
        return after

    def watched_fill(self: Layer, x: int, py: int, width: int, height: int, colour: Ground) -> None:  # noqa: PLR0917
        before = letters_of(self)
        fill(self, x, py, width, height, colour)
        seen.note(before, letters_of(self))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Layer, "put", watched_put)
        patch.setattr(Layer, "fill", watched_fill)
        yield seen


def note_layers(layers: tuple[Layer, ...], seen: Overwrites) -> None:
    """Notes what the parts of the screen draw over each other."""
    cells: Cells = {}
    for layer in layers:
        erased = {(x, y) for y, row in layer.rows.items() for x in row.erased}
        after = {cell: letter for cell, letter in cells.items() if cell not in erased} | letters_of(layer)
        seen.note(cells, after)
        cells = after


def is_in(rect: Rect, x: int, y: int) -> bool:
    """Whether a cell lies in a rectangle; own cards may overlap, and their names are tested apart."""
    return rect.x <= x < rect.x + rect.width and rect.y + 1 < y < rect.y + rect.height


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", ["night", "no colour", "ascii"])
@pytest.mark.parametrize("game", GAMES)
def test_every_own_card_can_be_read(game: str, look: str, size: tuple[int, int]) -> None:
    view = next(
        view
        for seed in range(1000)
        if (view := random_view(random.Random(seed), game, 6)).you.cards and view.you.seat and view.playing
    )
    drawn = drawn_table(view, size=size, look=LOOKS[look])
    text = drawn.words_in(drawn.own_cards_rect)
    for card in view.you.cards:
        symbol = card.suit.symbol if look != "ascii" else card.suit.letter
        assert f"{card.rank.letter}{symbol}" in text


@pytest.mark.parametrize("size", SIZES)
@given(st.integers(0, 10**9), st.sampled_from(TABLES), st.booleans(), st.sampled_from(["night", "no colour"]))
@settings(max_examples=examples(60), deadline=None)
def test_nothing_that_is_drawn_covers_a_letter(
    size: tuple[int, int], seed: int, table: tuple[str, int], crowded: bool, look: str
) -> None:
    view = random_view(random.Random(seed), *table, everybody_bets=crowded)
    with watched_letters() as seen:
        drawn = drawn_table(view, size=size, look=LOOKS[look])
    note_layers(drawn.canvas.layers, seen)
    covered = [each for each in seen.found if not is_in(drawn.own_cards_rect, each[0], each[1])]
    assert covered == [], "\n".join(drawn.lines)


@pytest.mark.parametrize("size", SIZES)
@given(st.integers(0, 10**9), st.sampled_from(TABLES))
@example(631, ("omaha", 8))  # a small blind has won nine millions to its ninety-eight
@settings(max_examples=examples(40), deadline=None)
def test_every_name_bet_button_and_card_is_on_the_screen(
    size: tuple[int, int], seed: int, table: tuple[str, int]
) -> None:
    view = random_view(random.Random(seed), *table, everybody_bets=True)
    drawn = drawn_table(view, size=size)
    for seat in view.occupied:
        if seat.seat == drawn.geometry.viewer and drawn.model.own_seat is not None:
            assert seat.name in drawn.plate(seat.seat)[0]
        else:
            assert seat.name[:2] in drawn.plate(seat.seat)[0]
        if not seat.bet:
            continue
        place = drawn.geometry.chips.bets[seat.seat]
        bet = drawn.words_in(place).replace(",", "")
        assert bet.startswith("● "), (place, bet)
        assert bet == f"● {seat.bet}" or bet.endswith(("M", "k")), bet
    assert view.button is not None
    assert drawn.words_in(drawn.geometry.chips.buttons[view.button]) == "D"
    for card in view.board if drawn.geometry.has_board else ():
        assert f"{card.rank.letter}{card.suit.symbol}" in drawn.words_in(drawn.geometry.board)


@pytest.mark.parametrize("size", [*SIZES, (60, 18), (70, 20)])
@given(st.integers(0, 10**9), st.sampled_from(TABLES))
@settings(max_examples=examples(25), deadline=None)
def test_hostile_names_break_nothing(size: tuple[int, int], seed: int, table: tuple[str, int]) -> None:
    drawn = drawn_table(random_view(random.Random(seed), *table, hostile=True), size=size)
    for y, row in enumerate(drawn.canvas.letters):
        assert all(0 <= x < size[0] for x in row)
        assert sum(cell_width(run.text) for run in drawn.canvas.runs(y)) == size[0]
        for x, letter in row.items():
            wide = cell_width(letter.char) if letter.char else 1
            assert wide <= 2
            if wide == 2:
                assert x + 1 in row, "the second half of a wide letter"
                assert row[x + 1].char == ""
            if letter.char == "":
                assert x - 1 in row
                assert cell_width(row[x - 1].char) == 2


@pytest.mark.parametrize("name", HOSTILE_NAMES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_hostile_name_stays_on_its_plate(name: str, size: tuple[int, int]) -> None:
    view = holdem_view()
    seat = replace(seat_view(4, stack=12_345_678, hidden=2), name=name)
    plain = drawn_table(replace(view, seats=(*view.seats[:3], replace(seat, name="Jay"), *view.seats[4:])), size=size)
    drawn = drawn_table(replace(view, seats=(*view.seats[:3], seat, *view.seats[4:])), size=size)
    rect = drawn.geometry.seats[4].rect
    for y in range(drawn.canvas.height):
        for begin, end in drawn.canvas.changes(plain.canvas, y):
            inside = rect.x <= begin and end <= rect.x + rect.width and rect.y == y
            assert inside or (drawn.geometry.side is None and y >= drawn.geometry.log.y), (y, begin, end)


# --- calm


def hand_states() -> dict[str, TableView]:
    """The same table before, during and after a hand."""
    view = holdem_view()
    quiet = tuple(replace(seat, bet=0, cards=()) for seat in view.occupied)
    return {
        "before": replace(view, playing=False, turn=None, board=(), pots=(), seats=quiet),
        "preflop": replace(view, board=()),
        "turn": view,
        "river": holdem_view(board=(*view.board, view.board[0])),
        "over": replace(view, playing=False, turn=None),
    }


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_during_a_hand(size: tuple[int, int]) -> None:
    states = {name: drawn_table(view, size=size) for name, view in hand_states().items()}
    assert len({id(drawn.geometry) for drawn in states.values()}) == 1, "all places come from one geometry"
    for name, drawn in states.items():
        for number, place in drawn.geometry.seats.items():
            run = drawn.cell(*corner_of_name(place.rect, own=number == 1))
            assert run.text == view_name(drawn, number)[0], (name, number)


def corner_of_name(rect: Rect, *, own: bool) -> tuple[int, int]:
    return rect.x + (2 if own else 1), rect.y


def view_name(drawn: DrawnTable, number: int) -> str:
    seat = drawn.model.seats[number].seat
    assert seat is not None
    return seat.name


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("family", Family)
def test_the_plates_of_the_left_mirror_those_of_the_right(size: tuple[int, int], family: Family) -> None:
    for seats in range(2, 11):
        geometry = compute_geometry(*size, family=family, seat_count=seats, viewer=1)
        assert geometry is not None
        for number in range(2, (seats + 1) // 2 + 1):
            one, other = geometry.seats[number].rect, geometry.seats[seats + 2 - number].rect
            assert one.y == other.y
            assert one.x + other.x + one.width == 2 * geometry.centre_x


@pytest.mark.parametrize("look", LOOKS)
@given(st.integers(0, 10**9), st.sampled_from(TABLES), st.sampled_from(SIZES))
@settings(max_examples=examples(40), deadline=None)
def test_exactly_the_plate_of_who_is_to_act_is_lit(
    look: str, seed: int, table: tuple[str, int], size: tuple[int, int]
) -> None:
    view = random_view(random.Random(seed), *table)
    lit = set(drawn_table(view, size=size, look=LOOKS[look]).lit_plates())
    wanted = {view.turn.seat} if view.turn is not None else set()
    if LOOKS[look].outlined:
        wanted |= {seat.seat for seat in view.occupied if seat.won}
    assert lit == wanted


# --- readable


@pytest.mark.parametrize("look", ["night", "day", "256", "day 256"])
@given(st.integers(0, 10**9), st.sampled_from(TABLES), st.sampled_from(SIZES), st.booleans())
@settings(max_examples=examples(60), deadline=None)
def test_every_letter_can_be_read_on_its_ground(
    look: str, seed: int, table: tuple[str, int], size: tuple[int, int], crowded: bool
) -> None:
    view = random_view(random.Random(seed), *table, everybody_bets=crowded)
    drawn = drawn_table(view, size=size, look=READ_LOOKS[look])
    assert unreadable(drawn) == []


# --- drawing again


@pytest.mark.parametrize("size", SIZES)
@given(st.lists(st.integers(0, 10**9), min_size=4, max_size=8), st.sampled_from(TABLES), st.sampled_from([*LOOKS]))
@settings(max_examples=examples(20), deadline=None)
def test_a_table_drawn_again_looks_like_one_drawn_for_the_first_time(
    size: tuple[int, int], seeds: list[int], table: tuple[str, int], look: str
) -> None:
    painters: dict[int, TablePainter] = {}
    for seed in seeds:
        drawn = drawn_table(random_view(random.Random(seed), *table), size=size, look=LOOKS[look])
        assert isinstance(drawn.geometry, TableGeometry)
        painter = painters.setdefault(id(drawn.geometry), TablePainter(drawn.geometry, drawn.look))
        again = painter.draw(drawn.model)
        assert again.pixels == drawn.canvas.pixels
        assert again.letters == drawn.canvas.letters
        assert again.clicks == drawn.canvas.clicks


def test_only_what_has_changed_is_drawn_again() -> None:
    drawn = drawn_table(holdem_view(), size=(120, 40))
    assert isinstance(drawn.geometry, TableGeometry)
    painter = TablePainter(drawn.geometry, drawn.look)
    before = painter.draw(drawn.model)
    after = painter.draw(replace(drawn.model, log=replace(drawn.model.log, sentences=("Wren folds",))))
    assert sum(layer not in before.layers for layer in after.layers) == 1
