"""The plates of the seats in every state, on plates with an edge and on plates of two rows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.palette import Look, Palette, find_look, find_palette
from railbird_client.table.paint.plates import is_in_play, plate_colours
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.view import LastAct, SeatView, TableView, Turn, You
from support.drawn_table import DrawnTable, drawn_table
from support.view_builders import (
    SNAPSHOT_TIME_MS,
    draw_view,
    holdem_view,
    seat_view,
    stud_showdown,
    stud_view,
    table_view,
)

SIZES = ((80, 24), (100, 30), (120, 30), (120, 40), (160, 48), (200, 60))
SMALL, TALL = (80, 24), (120, 40)
NIGHT = find_palette(dark=True)
NUMBER = 4


def with_seat(seat: SeatView | None, view: TableView | None = None, **facts: Any) -> TableView:
    """A table of nine in which this seat is the fourth."""
    view = view or holdem_view()
    moved = seat and replace(seat, seat=NUMBER)
    return replace(view, seats=(*view.seats[: NUMBER - 1], moved, *view.seats[NUMBER:]), **facts)


def plate_of(seat: SeatView | None, size: tuple[int, int], **facts: Any) -> DrawnTable:
    return drawn_table(with_seat(seat, **facts), size=size)


KESTREL = seat_view(NUMBER, name="Kestrel", stack=1260, hidden=2)
STATES: dict[str, tuple[SeatView, list[str], list[str]]] = {
    "waiting": (KESTREL, ["Kestrel", "1,260", ""], ["Kestrel 1,260", ""]),
    "called": (replace(KESTREL, last_act=LastAct.CALLED), ["Kestrel", "1,260 call", ""], ["Kestrel 1,260", "call"]),
    "bet": (replace(KESTREL, last_act=LastAct.BET), ["Kestrel", "1,260 bet", ""], ["Kestrel 1,260", "bet"]),
    "raised": (replace(KESTREL, last_act=LastAct.RAISED), ["Kestrel", "1,260 raise", ""], ["Kestrel 1,260", "raise"]),
    "checked": (replace(KESTREL, last_act=LastAct.CHECKED), ["Kestrel", "1,260 check", ""], ["Kestrel 1,260", "check"]),
    "bring-in": (
        replace(KESTREL, last_act=LastAct.BROUGHT_IN),
        ["Kestrel", "1,260 bring-in", ""],
        ["Kestrel 1,260", "bring-in"],
    ),
    "folded": (
        replace(KESTREL, folded=True, cards=(), last_act=LastAct.FOLDED),
        ["Kestrel", "1,260 fold", ""],
        ["Kestrel 1,260", "fold"],
    ),
    "all-in": (replace(KESTREL, stack=0, bet=95), ["Kestrel", "0 ALL-IN", ""], ["Kestrel 0", "ALL-IN"]),
    "offline": (replace(KESTREL, connected=False), ["Kestrel", "1,260 offline", ""], ["Kestrel 1,260", "offline"]),
    "sitting out": (
        replace(KESTREL, in_hand=False, cards=(), sitting_out=True),
        ["Kestrel", "1,260 away", ""],
        ["Kestrel 1,260", "away"],
    ),
    "mucked": (
        replace(KESTREL, last_act=LastAct.MUCKED, cards=()),
        ["Kestrel", "1,260 mucks", ""],
        ["Kestrel 1,260", "mucks"],
    ),
    "bot": (replace(KESTREL, name="Jay", bot=True), ["Jay bot", "1,260", ""], ["Jay bot 1,260", ""]),
    "threw": (
        replace(KESTREL, last_act=LastAct.DREW, drew=1),
        ["Kestrel", "1,260 threw 1", ""],
        ["Kestrel 1,260", "threw 1"],
    ),
}
OUT = {"folded", "sitting out", "mucked"}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", SIZES)
def test_a_plate_shows_the_name_the_stack_and_the_state(state: str, size: tuple[int, int]) -> None:
    seat, tall, small = STATES[state]
    drawn = plate_of(seat, size)
    assert drawn.plate(NUMBER) == (small if size == SMALL else tall)
    palette = drawn.look.palette
    assert drawn.ground_of_plate(NUMBER) == (palette.plate_out if state in OUT else palette.plate)
    name = drawn.run_of(seat.name, drawn.plate_rect(NUMBER))
    assert (name.colour, name.bold) == ((palette.dim, False) if state in OUT else (palette.text, True))


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_seat_names_its_number_and_the_key_to_sit_down(size: tuple[int, int]) -> None:
    view = table_view(seat_view(2), seat_view(1))
    drawn = drawn_table(view, size=size)
    assert drawn.plate(NUMBER)[:2] == ["seat 4", "S sit here"]
    assert drawn.ground_of_plate(NUMBER) == drawn.look.palette.plate_out
    assert drawn.colour_of("S", drawn.plate_rect(NUMBER)._replace(y=drawn.plate_rect(NUMBER).y + 1)) == NIGHT.key
    seated = drawn_table(replace(view, you=You(1)), size=size)
    assert [line for line in seated.plate(NUMBER) if line] == ["seat 4"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("connected", [True, False])
def test_the_plate_in_turn_is_lit_and_shows_the_clock(size: tuple[int, int], *, connected: bool) -> None:
    turn = Turn(NUMBER, 31, SNAPSHOT_TIME_MS + 18_000)
    view = with_seat(replace(KESTREL, bet=240, connected=connected), turn=turn, you=You(1), big_blind=NUMBER)
    drawn = drawn_table(view, size=size)
    palette = drawn.look.palette
    assert drawn.lit_plates() == [NUMBER]
    assert drawn.ground_of_plate(NUMBER) == palette.turn
    assert ("18 s" if connected else "off 18 s") in drawn.plate(NUMBER)[1]
    assert "● 240" in drawn.words
    assert drawn.colour_of("Kestrel", drawn.plate_rect(NUMBER)) == palette.turn_text
    if size == SMALL:
        assert "━" in drawn.lines_in(drawn.plate_rect(NUMBER))[1] or not connected
    else:
        edge = drawn.geometry.seats[NUMBER].rect
        row = drawn.canvas.pixels[2 * (edge.y + 2)][edge.x + 1 : edge.x + edge.width - 1]
        assert set(row) <= {palette.clock_left, palette.clock_spent}
        assert "BB" in drawn.plate(NUMBER)[0]


def test_the_edge_of_the_plate_in_turn_is_its_clock() -> None:
    def edge(seconds: int) -> list[object]:
        turn = Turn(NUMBER, 31, SNAPSHOT_TIME_MS + 1000 * seconds)
        drawn = drawn_table(with_seat(KESTREL, turn=turn, you=You(1)), size=TALL)
        rect = drawn.geometry.seats[NUMBER].rect
        return list(drawn.canvas.pixels[2 * (rect.y + 2)][rect.x + 1 : rect.x + rect.width - 1])

    assert set(edge(4)) == {NIGHT.danger}, "the clock has not moved yet"
    assert set(edge(20)) == {NIGHT.clock_left}


def test_the_last_seconds_of_a_clock_carry_an_exclamation_mark() -> None:
    turn = Turn(NUMBER, 31, SNAPSHOT_TIME_MS + 4_000)
    for size in SIZES:
        assert "4 s!" in drawn_table(with_seat(KESTREL, turn=turn, you=You(1)), size=size).plate(NUMBER)[1]


@pytest.mark.parametrize("size", SIZES)
def test_a_turn_without_a_clock_says_so_in_words(size: tuple[int, int]) -> None:
    drawn = drawn_table(with_seat(KESTREL, turn=Turn(NUMBER, 31), you=You(1)), size=size)
    assert "to act" in drawn.plate(NUMBER)[1]
    assert drawn.lit_plates() == [NUMBER]


WINNER = replace(
    seat_view(NUMBER, name="Finch", stack=2156, up="9h 9c", last=LastAct.SHOWED),
    shown_hand="full house, nines full of kings",
    won=896,
    winning_cards=parse_cards("9c 9h 9s Kd Kc"),
)


@pytest.mark.parametrize("size", SIZES)
def test_a_winner_shows_their_cards_what_they_won_and_with_what(size: tuple[int, int]) -> None:
    drawn = plate_of(WINNER, size, playing=False, turn=None)
    assert drawn.ground_of_plate(NUMBER) == NIGHT.win
    plate = drawn.plate(NUMBER)
    assert plate[0] == "Finch +896"
    if size == SMALL:
        assert plate[1] == "9♥ 9♣ full"
    else:
        assert plate[1] == "2,156"
        assert plate[2].lower() in {"nines full", "nines full of kings"}
        assert drawn.seat_cards(NUMBER) == "9♥ 9♣"


@pytest.mark.parametrize("size", SIZES)
def test_a_beaten_hand_is_named_and_its_cards_are_dimmed(size: tuple[int, int]) -> None:
    beaten = seat_view(NUMBER, name="Wren", stack=1260, up="As Ks", last=LastAct.SHOWED)
    loser = replace(beaten, shown_hand="three kings")
    view = with_seat(loser, playing=False, turn=None)
    seats = (*view.seats[:5], replace(WINNER, seat=6), *view.seats[6:])
    drawn = drawn_table(replace(view, seats=seats), size=size)
    assert drawn.ground_of_plate(NUMBER) == NIGHT.plate
    plate = drawn.plate(NUMBER)
    if size == SMALL:
        assert plate == ["Wren 1,260", "A♠ K♠ trips"]
        card = drawn.run_of("A♠", drawn.plate_rect(NUMBER))
    else:
        assert plate == ["Wren", "1,260 shows", "three kings"]
        rect = drawn.geometry.seats[NUMBER].rect
        card = drawn.run_of("A♠", rect._replace(y=rect.y - 1, height=1))
    assert (card.colour, card.ground) == (NIGHT.card_out_text, NIGHT.card_out)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("cards", "low", "words"),
    [("9c 9h 9s Kd Kc", "", ""), ("", "9h 9c", "low"), ("9c 9h", "9h 9c", "low")],
)
def test_the_halves_of_a_pot_have_their_colours(size: tuple[int, int], cards: str, low: str, words: str) -> None:
    winner = replace(WINNER, winning_cards=parse_cards(cards), winning_low_cards=parse_cards(low))
    drawn = plate_of(winner, size, playing=False, turn=None)
    if size == SMALL:
        return
    rect = drawn.geometry.seats[NUMBER].rect
    edge = drawn.canvas.ground_at(rect.x + 2, rect.y + 2)
    assert edge == (NIGHT.low if low and not cards else NIGHT.win), words


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("cards", "low", "words"),
    [("Ks", "", "high"), ("", "As", "low"), ("Ks", "As", "both")],
    ids=["high", "low", "both"],
)
def test_a_winner_of_a_divided_pot_is_told_which_half(size: tuple[int, int], cards: str, low: str, words: str) -> None:
    """On the own plate and on that of another seat; another player has won a low hand, too."""
    name = "pair of kings, 7-4-3-2-A low"
    won = {"won": 56, "winning_cards": parse_cards(cards), "winning_low_cards": parse_cards(low), "shown_hand": name}
    other = replace(WINNER, winning_cards=(), winning_low_cards=parse_cards("2c"))
    view = with_seat(other, playing=False, turn=None)
    mine = replace(view.occupied[0], last_act=LastAct.SHOWED, **won)
    own_plate = drawn_table(replace(view, seats=(mine, *view.seats[1:])), size=size).plate(1)[1]
    assert own_plate == "7-4-3-2-A low" if words == "low" else own_plate.startswith("Pair of kings")
    assert own_plate.endswith(words) or size == SMALL
    if size != SMALL:
        seat = replace(view.occupied[1], last_act=LastAct.SHOWED, cards=parse_cards("Kc 2d"), **won)
        drawn = drawn_table(replace(view, seats=(view.seats[0], seat, *view.seats[2:])), size=size)
        assert drawn.plate(2)[1].endswith(words)
        rect = drawn.geometry.seats[2].rect
        colour = {"high": NIGHT.high, "low": NIGHT.low, "both": NIGHT.win}[words]
        assert drawn.canvas.ground_at(rect.x + 2, rect.y + 2) == colour


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("low", [True, False], ids=["low", "whole"])
def test_the_own_cards_that_won_have_a_bar_in_their_foot(size: tuple[int, int], *, low: bool) -> None:
    view = holdem_view(playing=False, turn=None)
    cards = {"winning_low_cards" if low else "winning_cards": view.you.cards[:1]}
    mine = replace(view.occupied[0], cards=view.you.cards, won=506, shown_hand="three kings", **cards)
    drawn = drawn_table(replace(view, seats=(mine, *view.seats[1:])), size=size)
    row = drawn.canvas.pixels[2 * drawn.geometry.own.y - 1]
    card, _ = drawn.geometry.own_card_size(2)
    assert row.count(NIGHT.low if low else NIGHT.win) == card.width


@pytest.mark.parametrize("words", ["three kings", "straight, ace high", "ace-high straight", "four kings"])
def test_a_small_plate_names_a_hand_whole_or_not_at_all(words: str) -> None:
    """Four and five open cards leave six and four cells."""
    for cards in ("As Kd Qh 9c", "As Kd Qh 9c 7d"):
        loser = replace(seat_view(NUMBER, name="Wren", up=cards, last=LastAct.SHOWED), shown_hand=words)
        line = plate_of(loser, SMALL, playing=False, turn=None).plate(NUMBER)[1]
        assert "…" not in line
        assert line.rpartition(" ")[2] in {"trips", "quads", line}


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (seat_view(NUMBER, hidden=5, last=LastAct.CHECKED), "drew 3"),
        (seat_view(NUMBER, hidden=5, last=LastAct.RAISED), "drew 3"),
        (seat_view(NUMBER, stack=0, bet=4, hidden=5, last=LastAct.CALLED), "ALL-IN"),
    ],
    ids=["check", "raise", "all-in"],
)
def test_a_small_plate_without_room_for_both_keeps_the_draw_or_that_a_player_is_all_in(
    seat: SeatView, words: str
) -> None:
    view = with_seat(replace(seat, drew=3), draw_view(), turn=None)
    assert drawn_table(view, size=SMALL).plate(NUMBER)[1] == words


def test_thrown_cards_keep_their_corners_and_their_pip() -> None:
    drawn = drawn_table(draw_view(), keys="3", size=TALL)
    x, y = drawn.find("7♣", drawn.own_cards_rect)
    assert drawn.text_in(Rect(x - 1, y, 7, 1)) == "▟7♣   ▙"
    assert 0 < drawn.count_pixels(Rect(x, y + 1, 5, 3), NIGHT.card_out) < 30


@pytest.mark.parametrize(
    ("size", "words"),
    [((80, 24), "1 2 3 4 5"), ((100, 30), "1 2 3 4 5"), ((120, 40), "1 keep 2 keep 3 keep 4 keep 5 keep")],
)
def test_the_words_above_the_own_cards_do_not_touch(size: tuple[int, int], words: str) -> None:
    drawn = drawn_table(draw_view(), size=size)
    assert words in drawn.words_in(drawn.own_cards_rect)


def test_overlapped_cards_in_outlines_keep_both_brackets() -> None:
    view, messages = stud_showdown()
    drawn = drawn_table(view, *messages, size=SMALL, look=find_look(coloured=False))
    assert "(A♣)(9♥)(9♦)(3♣)(A♥)(6♠)(6♦" in drawn.words_in(drawn.own_cards_rect).replace("│", "")


@pytest.mark.parametrize("size", SIZES)
def test_the_upcards_of_a_folded_hand_of_stud_leave_the_table(size: tuple[int, int]) -> None:
    """As a dealer takes them in; the log still names them."""
    live = seat_view(NUMBER, hidden=2, up="7h 7s 2d", last=LastAct.CALLED)
    assert "7♥" in " ".join(drawn_table(with_seat(live, stud_view()), size=size).lines)
    folded = replace(live, folded=True, last_act=LastAct.FOLDED)
    drawn = drawn_table(with_seat(folded, stud_view()), size=size)
    assert "7♥" not in drawn.words_in(Rect(0, 0, 2 * drawn.geometry.centre_x, drawn.geometry.size.own_bet_row))
    assert drawn.plate(NUMBER)[1].endswith("fold")


@pytest.mark.parametrize("look", [find_look(coloured=False), find_look(ascii_only=True)], ids=["no-colour", "ascii"])
def test_seven_open_cards_stay_on_a_small_plate_in_outlines(look: Look) -> None:
    view, messages = stud_showdown()
    drawn = drawn_table(view, *messages, size=SMALL, look=look)
    winner = next(number for number, seat in drawn.model.seats.items() if seat.seat is not None and seat.seat.won)
    line = drawn.plate(winner)[1].replace("(", "[").replace(")", "]").strip("<>▸◂ ")
    assert line.count("[") == line.count("]") == 2
    assert len(line.replace("[", "").replace("]", "")) == 14


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (160, 48)])
@pytest.mark.parametrize("colours", [16, 256])
def test_backs_side_by_side_are_told_apart_in_few_colours(size: tuple[int, int], colours: int) -> None:
    look = find_look(size=colours)
    for hidden in (2, 3, 4):
        view = with_seat(seat_view(NUMBER, hidden=hidden), playing=True, turn=None)
        drawn = drawn_table(view, size=size, look=look)
        rect = drawn.geometry.seats[NUMBER].rect
        row = drawn.canvas.letters[rect.y - 1]
        grounds = [drawn.canvas.ground_at(x, rect.y - 1) for x in range(rect.x, rect.x + rect.width)]
        lines = sum(
            (letter := row.get(x)) is not None and letter.char == "│" and letter.colour != ground
            for x, ground in enumerate(grounds, start=rect.x)
        )
        pieces = sum(
            ground == look.palette.card_back and (not index or grounds[index - 1] != ground)
            for index, ground in enumerate(grounds)
        )
        assert pieces + lines == hidden


def test_marks_stand_at_the_right_of_the_name_or_of_the_state() -> None:
    view = with_seat(replace(KESTREL, folded=True, cards=()), small_blind=NUMBER, button=NUMBER)
    assert drawn_table(view, size=TALL).plate(NUMBER)[0] == "Kestrel SB"
    assert drawn_table(view, size=SMALL).plate(NUMBER)[1] == "fold SB"


def test_the_number_of_a_seat_is_shown_while_it_is_asked_for() -> None:
    bots = with_seat(replace(KESTREL, bot=True), playing=False, turn=None, you=You(1, is_host=True), big_blind=NUMBER)
    for size in SIZES:
        asked = drawn_table(bots, keys="remove-bot", size=size)
        assert "4" in asked.plate(NUMBER)[0 if size != SMALL else 1].split()
        assert asked.colour_of("4", asked.plate_rect(NUMBER)) == NIGHT.key
        assert "BB" in " ".join(drawn_table(bots, size=size).plate(NUMBER))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", [holdem_view(), stud_view(), draw_view()], ids=["holdem", "stud", "draw"])
def test_a_plate_keeps_its_width_whatever_stands_on_it(view: TableView, size: tuple[int, int]) -> None:
    rich = replace(
        seat_view(NUMBER, name="漢字" * 12, stack=123_456_789, bet=9_999_999, hidden=2, last=LastAct.RAISED), bot=True
    )
    drawn = drawn_table(with_seat(rich, view, big_blind=NUMBER), size=size)
    rect = drawn.geometry.seats[NUMBER].rect
    for y in range(rect.y, rect.y + 2):
        for x in (rect.x - 1, rect.x + rect.width):
            letter = drawn.canvas.letters[y].get(x)
            assert letter is None or letter.char in "●▌▐D", (x, y, letter)


# --- the viewer's own plate


def own(view: TableView, size: tuple[int, int] = TALL, keys: str = "") -> list[str]:
    return drawn_table(view, size=size, keys=keys).plate(1)


@pytest.mark.parametrize("size", SIZES)
def test_the_own_plate_shows_the_stack_the_hand_and_the_clock(size: tuple[int, int]) -> None:
    name, state, edge = own(holdem_view(big_blind=1), size)
    assert name == "Wren BB 1,415"
    assert state == "Pair of kings, ace kicker 21 s"
    assert edge == ""


def test_the_own_plate_is_lit_from_edge_to_edge_in_ones_turn() -> None:
    drawn = drawn_table(holdem_view(), size=TALL)
    own_plate = drawn.geometry.own
    assert drawn.ground_of_plate(1) == NIGHT.turn
    row = drawn.canvas.pixels[2 * (own_plate.y + 2)][own_plate.x + 1 : own_plate.x + own_plate.width - 1]
    assert set(row) == {NIGHT.clock_left}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"stack": 238, "bought_in": 200}, "Wren up 38 now 238"),
        ({"stack": 162, "bought_in": 1200}, "Wren down 1,038 now 162"),
        ({"stack": 200, "bought_in": 200}, "Wren 200"),
    ],
)
def test_the_own_plate_shows_what_has_been_won_or_lost(facts: dict[str, int], words: str) -> None:
    view = holdem_view()
    folded = replace(seat_view(1, folded=True), **facts)
    for size in SIZES:
        assert own(replace(view, seats=(folded, *view.seats[1:])), size)[0] == words


@pytest.mark.parametrize("facts", [{"stack": 198, "bought_in": 200}, {"stack": 180, "bet": 20, "bought_in": 150}])
def test_what_lies_in_the_pot_is_not_told_as_lost_while_the_hand_is_played(facts: dict[str, int]) -> None:
    view = holdem_view()
    mine = replace(seat_view(1, hidden=2), **facts)
    for size in (*SIZES, (60, 18)):
        drawn = drawn_table(replace(view, seats=(mine, *view.seats[1:])), size=size)
        assert not re.search(r"\b(up|down) \d", drawn.words)


def test_the_own_plate_names_what_was_won() -> None:
    mine = replace(WINNER, seat=1, name="Wren")
    view = holdem_view(playing=False, turn=None, you=You(1, parse_cards("9h 9c"), "nines full"))
    drawn = drawn_table(replace(view, seats=(mine, *view.seats[1:])), size=TALL)
    assert drawn.plate(1) == ["Wren +896 now 2,156", "Full house, nines full of kings", ""]
    assert drawn.ground_of_plate(1) == NIGHT.win


def test_going_all_in_is_written_on_the_own_plate() -> None:
    view = holdem_view(turn=Turn(2, 31), you=You(1, parse_cards("As Ks"), "pair of kings"))
    mine = replace(seat_view(1, stack=0, bet=95, hidden=2))
    drawn = drawn_table(replace(view, seats=(mine, *view.seats[1:])), size=TALL)
    assert drawn.plate(1)[1] == "Pair of kings ALL-IN"
    assert drawn.colour_of("ALL-IN", drawn.geometry.own) == NIGHT.danger


def test_a_folded_hand_is_not_named_on_the_own_plate() -> None:
    folded = seat_view(1, folded=True, last=LastAct.FOLDED)
    view = replace(stud_view(), seats=(folded, *stud_view().seats[1:]))
    drawn = drawn_table(view, size=TALL)
    assert "two pair" not in " ".join(drawn.plate(1)).lower()
    run = drawn.run_of("A♣", drawn.own_cards_rect)
    assert (run.colour, run.ground) == (NIGHT.card_out_text, NIGHT.card_out)


# --- the viewer's own cards


@pytest.mark.parametrize("size", SIZES)
def test_down_cards_of_stud_have_a_foot(size: tuple[int, int]) -> None:
    drawn = drawn_table(stud_view(), size=size)
    foot = drawn.geometry.own._replace(y=drawn.geometry.own.y - 1, height=1)
    feet = drawn.canvas.pixels[2 * foot.y + 1][foot.x - 6 : foot.x + foot.width + 6]
    width = drawn.geometry.size.own_card.width
    assert feet.count(NIGHT.card_back) in range(2 * width - 4, 2 * width + 1)


@pytest.mark.parametrize(("size", "drop", "keep"), [(SMALL, "3", "1"), (TALL, "3 drop", "1 keep")])
def test_thrown_cards_sink_and_say_so(size: tuple[int, int], drop: str, keep: str) -> None:
    before, after = (drawn_table(draw_view(), keys=keys, size=size) for keys in ("", "3 5"))
    rect = before.own_cards_rect
    (x, y), (_, sunk) = before.find("7♣", rect), after.find("7♣", rect)
    assert sunk == y + (1 if size == SMALL else 2)
    assert after.cell(x, sunk).ground == NIGHT.card_out
    assert before.find("A♠", rect) == after.find("A♠", rect), "kept cards stand"
    above = rect._replace(height=2)
    assert drop in after.words_in(above)
    assert keep in after.words_in(above)
    assert "Draw 2" in after.bar


def test_own_cards_can_be_clicked_in_the_draw_and_only_then() -> None:
    drawn = drawn_table(draw_view(), size=TALL)
    for digit, card in enumerate(("A♠", "A♦", "7♣", "4♥", "2♣"), start=1):
        x, y = drawn.find(card, drawn.own_cards_rect)
        area = drawn.canvas.press_at(x, y)
        assert area is not None
        assert getattr(area.press, "digit", None) == digit
    quiet = drawn_table(holdem_view(), size=TALL)
    assert quiet.canvas.press_at(*quiet.find("A♠", quiet.own_cards_rect)) is None


def test_wild_cards_are_marked_wherever_they_lie() -> None:
    game = replace(holdem_view().game, wild=parse_cards("2c 2d 2h 2s"))
    shown = seat_view(NUMBER, up="2d Kc", last=LastAct.SHOWED)
    view = with_seat(shown, game=game, you=You(1, parse_cards("Ks 2h"), "three kings"), turn=None)
    for size in SIZES:
        drawn = drawn_table(view, size=size)
        assert "2♣*" in drawn.words_in(drawn.geometry.board)
        assert "2♥*" in drawn.words_in(drawn.own_cards_rect)
        if size != SMALL:
            assert "2♦*" in drawn.seat_cards(NUMBER)
    assert "2♣*" in drawn_table(view, size=(60, 18)).words


def test_upcards_of_a_mucked_hand_of_stud_are_gone_from_the_table() -> None:
    folded = seat_view(NUMBER, stack=1240, up="Ks 4d 9c", folded=True, last=LastAct.FOLDED)
    drawn = drawn_table(with_seat(folded, stud_view()), size=TALL)
    assert drawn.seat_cards(NUMBER) == ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cards", ["Kh 4d", "Kh 4d As", "Kh 4d As 2c", "Kh 4d As 2c 9h Td", "Kh 4d As 2c 9h Td 3c"])
def test_every_card_of_a_shown_hand_is_named_behind_its_plate(cards: str, size: tuple[int, int]) -> None:
    view = stud_view() if len(cards.split()) == 7 else holdem_view()
    drawn = drawn_table(with_seat(seat_view(NUMBER, up=cards, last=LastAct.SHOWED), view, turn=None), size=size)
    text = " ".join(drawn.plate(NUMBER)) if size == SMALL else drawn.seat_cards(NUMBER)
    names = [f"{card[0]}{'♠♥♦♣'['shdc'.index(card[1])]}" for card in cards.split()]
    assert [name for name in names if name not in text] == []


@pytest.mark.parametrize("size", SIZES[1:])
def test_six_cards_of_a_shown_hand_are_named_in_outlines(size: tuple[int, int]) -> None:
    shown = seat_view(NUMBER, up="As Kh Td 9h 4d 2c", last=LastAct.SHOWED)
    drawn = drawn_table(with_seat(shown, turn=None), size=size, look=find_look(coloured=False))
    assert "".join(drawn.seat_cards(NUMBER).replace("│", "").split()) == "A♠K♥T♦9♥4♦2♣"


# --- the colours by themselves


@pytest.mark.parametrize("palette", [find_palette(dark=dark, size=size) for dark in (True, False) for size in (0, 256)])
def test_only_who_is_to_act_and_winners_have_a_filled_plate(palette: Palette) -> None:
    seat = KESTREL
    assert plate_colours(palette, seat, to_act=True).ground == palette.turn
    assert plate_colours(palette, replace(seat, won=9), to_act=False).ground == palette.win
    for state, (each, _, _) in STATES.items():
        ground = plate_colours(palette, each, to_act=False).ground
        assert ground == (palette.plate_out if state in OUT else palette.plate)
        assert is_in_play(each) == (state not in OUT)
    assert plate_colours(palette, None, to_act=False).ground == palette.plate_out


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", [find_look(coloured=False), find_look(ascii_only=True)], ids=["no colour", "ascii"])
def test_without_colour_a_bracket_tells_who_is_in_the_hand_and_a_pointer_who_is_to_act(
    look: Any, size: tuple[int, int]
) -> None:
    drawn = drawn_table(
        with_seat(KESTREL, turn=Turn(NUMBER, 31, SNAPSHOT_TIME_MS + 9000), you=You(1)), look=look, size=size
    )
    rect = drawn.geometry.seats[NUMBER].rect
    assert drawn.lit_plates() == [NUMBER]
    pointer, bracket = ("▸", "│") if not look.ascii_only else (">", "|")
    assert drawn.text_in(rect).startswith(pointer)
    assert drawn.text_in(drawn.geometry.seats[2].rect).startswith(bracket), "Heron is in the hand"
    assert drawn.text_in(drawn.geometry.seats[3].rect).startswith(" Jay"), "Jay has folded"


@pytest.mark.parametrize("size", SIZES)
def test_without_colour_brackets_tell_winning_cards_from_others(size: tuple[int, int]) -> None:
    view = with_seat(WINNER, holdem_view(board=parse_cards("Kd 9s 4h 2c Kc")), playing=False, turn=None)
    drawn = drawn_table(view, look=find_look(coloured=False), size=size)
    rect = drawn.geometry.seats[NUMBER].rect
    where = rect if size == SMALL else rect._replace(y=rect.y - 1, height=1)
    assert "[9♥" in "".join(drawn.lines_in(where))
    board = "".join("".join(drawn.lines_in(drawn.geometry.board)).split())
    assert "[K♦]" in board
    assert "(4♥)" in board
