"""The table in plain rows of text, for a terminal that is too small for an oval."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.palette import find_palette
from railbird_client.table.paint.rows import TOO_SMALL, TURN_TOO_SMALL
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.view import LastAct, SeatView, TableView, Turn, You
from support.contrast import contrast
from support.drawn_table import drawn_table
from support.view_builders import SNAPSHOT_TIME_MS, draw_view, holdem_view, seat_view, stud_view

SIZES = ((60, 18), (70, 20), (79, 30), (120, 20))
NIGHT = find_palette(dark=True)


def row_of(view: TableView, number: int, size: tuple[int, int] = (60, 18)) -> str:
    return drawn_table(view, size=size).lines[number]


def with_seat(number: int, seat: SeatView, view: TableView | None = None, **facts: object) -> TableView:
    view = view or holdem_view()
    seats = (*view.seats[: number - 1], replace(seat, seat=number), *view.seats[number:])
    return replace(view, seats=seats, **facts)


def test_every_seat_the_board_and_the_own_cards_have_a_row() -> None:
    lines = drawn_table(holdem_view(), size=(70, 20)).lines
    assert lines[1].startswith("▶ 1 Wren           1,415  ▒▒ ▒▒  to act 21 s")
    assert lines[6].startswith("  6 Finch              0  ▒▒ ▒▒  ALL-IN ●95")
    assert lines[10].startswith(" board K♦ 9♠ 4♥ 2♣  pot 411")
    assert lines[12].startswith(" A♠ K♠  1,415  Pair of kings")


def test_chosen_discards_stand_in_parentheses() -> None:
    lines = drawn_table(draw_view(), keys="3", size=(70, 20)).lines
    assert any(line.startswith(" A♠ A♦ (7♣) 4♥ 2♣") for line in lines)


@pytest.mark.parametrize("connected", [True, False])
def test_a_row_in_turn_shows_its_bet_its_state_and_its_clock(*, connected: bool) -> None:
    seat = replace(seat_view(4, stack=1003, bet=240, hidden=2), connected=connected)
    row = row_of(with_seat(4, seat, turn=Turn(4, 31, SNAPSHOT_TIME_MS + 18_000), you=You(1)), 4)
    assert "●240" in row
    assert f"{'to act' if connected else 'offline'} 18 s" in row


def test_winning_cards_stand_in_brackets() -> None:
    winner = replace(
        seat_view(6, stack=1891, up="9c 9h", last=LastAct.SHOWED),
        shown_hand="full house, nines full of kings",
        won=506,
        winning_cards=parse_cards("9c 9h 9s Kd Kc"),
    )
    view = with_seat(6, winner, holdem_view(board=parse_cards("Kd 9s 4h 2c Kc")), playing=False, turn=None, pots=())
    lines = drawn_table(view, size=(60, 18)).lines
    assert lines[6].startswith("  6 Finch          1,891  [9♥ 9♣]  +506 Full house, nines")
    assert lines[10].startswith(" board [K♦ 9♠]4♥ 2♣[K♣]")


def test_upcards_of_a_folded_hand_stay_visible_in_a_row() -> None:
    folded = seat_view(2, stack=1240, up="Ks 4d 9c", folded=True, last=LastAct.FOLDED)
    assert "K♠ 4♦ 9♣" in row_of(with_seat(2, folded, stud_view()), 2)


def test_wild_cards_are_marked() -> None:
    game = replace(holdem_view().game, wild=parse_cards("2c 2d 2h 2s"))
    drawn = drawn_table(holdem_view(game=game, you=You(1, parse_cards("Ks 2h")), turn=None), size=(60, 18))
    assert "2♣*" in drawn.words
    assert "2♥*" in drawn.words


@pytest.mark.parametrize("keys", ["", "minimum", "call"])
def test_a_smaller_screen_asks_for_more_room_and_tells_of_ones_turn(keys: str) -> None:
    words = drawn_table(holdem_view(), keys=keys, size=(50, 14)).words
    assert TURN_TOO_SMALL in words
    waiting = drawn_table(holdem_view(turn=Turn(2, 31), you=You(1)), size=(50, 14))
    assert TOO_SMALL in waiting.words
    assert TURN_TOO_SMALL not in waiting.words
    assert waiting.canvas.clicks == []


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (79, " Kitchen · Limit Five Card Draw 2/4 · ante 1"),
        (62, " Kitchen · Limit Five Card Draw 2/4"),
        (60, " Kitchen · Five Card Draw 2/4"),
        (50, " Five Card Draw 2/4"),
    ],
)
def test_a_narrow_title_is_shortened(width: int, words: str) -> None:
    line = drawn_table(draw_view(), size=(width, 18)).lines[0]
    right = "hand 12 · draw   6 of 6"
    assert line.endswith(right)
    assert line[: -len(right)].rstrip() == words


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", [holdem_view(), stud_view(), draw_view()], ids=["holdem", "stud", "draw"])
def test_every_letter_can_be_read(view: TableView, size: tuple[int, int]) -> None:
    drawn = drawn_table(view, size=size)
    for y, row in enumerate(drawn.canvas.letters):
        for x, letter in row.items():
            ground = drawn.canvas.ground_at(x, y)
            assert letter.colour is not None
            assert ground is not None
            if letter.char not in "─│▒·▕▏░█├┤" and letter.colour != NIGHT.faint:
                assert contrast(letter.colour, ground) >= 4.5, (x, y, letter)
