"""The boards of a hand whose rest is dealt more than once: all are seen at once and told apart."""

from __future__ import annotations

import pytest

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.palette import find_look, find_palette
from support.drawn_table import DrawnTable, drawn_table, unreadable
from support.view_builders import run_out

SIZES = ((80, 24), (100, 30), (120, 30), (120, 40), (160, 48), (200, 60))
NIGHT = find_palette(dark=True)
BOARDS = ("Q♣ J♦ 7♣ 8♦ 2♥", "Q♣ J♦ 7♣ 7♠ Q♠", "Q♣ J♦ 7♣ K♠ 9♠")


def run(size: tuple[int, int], times: int, *, runs_done: int | None = None, **facts: object) -> DrawnTable:
    view, messages = run_out(times, runs_done=runs_done)
    look = find_look(**facts)
    return drawn_table(view, *messages, size=size, look=look)


def middle(drawn: DrawnTable) -> Rect:
    """The rows above the single pots between the plates at the sides."""
    return Rect(18, 0, 2 * drawn.geometry.centre_x - 36, drawn.geometry.size.pots_row)


def boards(drawn: DrawnTable) -> dict[str, str]:
    """What stands in the row of each run, by its label."""
    geometry = drawn.geometry
    rows = (drawn.words_in(middle(drawn)._replace(y=y, height=1)) for y in range(geometry.size.own_bet_row))
    return {row[:5]: row[6:] for row in rows if row.startswith("run ")}


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("size", SIZES)
def test_every_run_has_a_board_with_its_number_and_its_winner(size: tuple[int, int], times: int) -> None:
    drawn = run(size, times)
    found = boards(drawn)
    assert list(found) == [f"run {number}" for number in range(1, times + 1)]
    for number, words in enumerate(BOARDS[:times], start=1):
        winner = "Wren" if number == 3 else "Heron"
        assert found[f"run {number}"].startswith(f"{words} {winner}")
    assert unreadable(drawn) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_places_of_the_runs_to_come_are_there_from_the_first(size: tuple[int, int]) -> None:
    first, done = run(size, 3, runs_done=1), run(size, 3)
    assert boards(first)["run 1"] == f"{BOARDS[0]} Heron" + (" 133" if " 133" in boards(done)["run 1"] else "")
    assert boards(first)["run 2"] == boards(first)["run 3"] == BOARDS[0][:8]
    for number in (1, 2, 3):
        assert first.find(f"run {number}", middle(first)) == done.find(f"run {number}", middle(done))


@pytest.mark.parametrize("size", SIZES)
def test_only_the_cards_that_won_a_run_stay_bright_in_it(size: tuple[int, int]) -> None:
    drawn = run(size, 2)
    x, y = drawn.find("run 2", middle(drawn))
    row = Rect(x, y, 60, 1)
    assert drawn.ground_of("J♦", row) == NIGHT.card_out
    assert drawn.ground_of("Q♠", row) == NIGHT.card
    assert drawn.ground_of("J♦", row._replace(y=drawn.find("run 1", middle(drawn))[1])) == NIGHT.card


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("size", SIZES)
def test_without_colours_brackets_tell_the_cards_that_won(size: tuple[int, int], times: int) -> None:
    words = " ".join(run(size, times, coloured=False).lines)
    assert "[Q♠" in words
    assert "(J♦" in words


def test_in_rows_the_number_of_the_run_stands_before_its_board() -> None:
    assert any(line.startswith(" run 2 of 3 Q♣ J♦ 7♣ 7♠ Q♠") for line in drawn_rows(2))


def drawn_rows(runs_done: int) -> list[str]:
    view, messages = run_out(3, runs_done=runs_done)
    return drawn_table(view, *messages, size=(60, 18)).lines


@pytest.mark.parametrize("fact", ["coloured", "ascii_only"])
def test_the_number_of_a_run_is_apart_from_its_chips_where_it_has_no_ground(fact: str) -> None:
    view, messages = run_out(3)
    for outlined, words in ((True, "RUN 1: 133 Heron"), (False, "RUN 1 133 Heron")):
        look = find_look(**{fact: outlined is (fact == "ascii_only")})
        assert words in drawn_table(view, *messages, size=(120, 40), look=look).words
