"""Winning hands: highlighted cards, long hand names, and chips won."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.card_art import CardSize, CardStyle
from railbird_client.model.layout import compute_layout
from railbird_client.model.paint.board import draw_board
from railbird_client.model.paint.own_seat import OwnSeatViewModel, draw_own_seat
from railbird_client.model.paint.panels import draw_rows
from railbird_client.model.paint.seat import SeatViewModel, draw_seat
from railbird_client.model.table_options import TableOptions
from railbird_client.model.table_session import TableSession
from railbird_client.model.table_view_model import ConnectionStatus, TableViewModel, bottom_seat, build_table_view_model
from railbird_client.model.text_roles import TextRole
from railbird_shared.cards import Card, parse_cards
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView, TableView, You
from support.plain_text import plain_lines
from support.view_builders import holdem_view, seat_view, snapshot_message, stud_view

NOW = 100.0
NINES = "full house, nines full of kings"
WINNING = parse_cards("9c 9h 9s Kd Kc")


def finch(shown: str = NINES, **facts: object) -> SeatView:
    """Finch at seat 6, the winner of 506."""
    seat = replace(
        seat_view(6, stack=1891, up="9c 9h", last=LastAct.SHOWED), shown_hand=shown, won=506, winning_cards=WINNING
    )
    return replace(seat, **facts)


def hand_over(view: TableView, winner: SeatView) -> TableView:
    """A view after the end of the hand, with the winner in their seat."""
    seats = tuple(winner if seat and seat.seat == winner.seat else seat for seat in view.seats)
    return replace(view, playing=False, turn=None, pots=(), seats=seats)


def showdown() -> TableView:
    """Hold'em at its end: Finch's full house beats the viewer's three kings."""
    view = hand_over(holdem_view(board=parse_cards("Kd 9s 4h 2c Kc")), finch())
    mine = replace(seat_view(1, stack=1385, up="As Ks", last=LastAct.SHOWED), shown_hand="three kings")
    return replace(view, seats=(mine, *view.seats[1:]), you=You(1, parse_cards("As Ks"), "three kings"))


def view_model_for(view: TableView, size: tuple[int, int] = (120, 40)) -> TableViewModel:
    session = TableSession(TableOptions())
    session.receive(snapshot_message(view), NOW)
    layout = compute_layout(*size, family=view.game.family, seat_count=len(view.seats), viewer=bottom_seat(view))
    return build_table_view_model(session, view, layout, ConnectionStatus(), NOW, typing=False)


def seat_lines(seat: SeatView, width: int, height: int, **facts: object) -> list[str]:
    model = replace(SeatViewModel(seat.seat, seat, Family.BOARD), **facts)
    return [line.rstrip() for line in plain_lines(draw_seat(model, width, height))]


def test_winning_board_cards_are_highlighted_and_others_dimmed() -> None:
    lines = draw_board(view_model_for(showdown()).board, 45, 12)
    row = next(y for y, line in enumerate(plain_lines(lines)) if "K " in line)
    assert plain_lines(lines)[row].strip("│ ") == "┃K    ┃ ┃9    ┃ │4    │ │2    │ ┃K    ┃"
    out = [run.text for run in lines[row] if run.role is TextRole.CARD_DIMMED]
    assert "".join(out).count("4") == 1
    assert "".join(out).count("2") == 1
    assert not any("K" in text or "9" in text for text in out)


def test_winning_cards_are_highlighted_in_the_winners_hand() -> None:
    big, small = (view_model_for(showdown(), size).seats[6] for size in ((120, 40), (80, 24)))
    assert plain_lines(draw_seat(big, 20, 7))[1] == "│ ┏━━━┓┏━━━┓ 1,891 │"
    assert "[9♥ 9♣]" in plain_lines(draw_seat(small, 20, 4))[1]


def test_a_losing_hand_is_dimmed() -> None:
    hero = view_model_for(showdown()).own_seat
    assert isinstance(hero, OwnSeatViewModel)
    lines = draw_own_seat(hero, 80, 7)
    assert {run.role for line in lines for run in line if "♠" in run.text} == {TextRole.CARD_DIMMED}
    assert "┏" not in "".join(plain_lines(lines))


def test_nothing_is_dimmed_until_a_winning_hand_is_shown() -> None:
    unseen = finch(shown="", winning_cards=(), cards=(None, None))
    text = "".join(plain_lines(draw_board(view_model_for(hand_over(holdem_view(), unseen)).board, 45, 12)))
    assert "┏" not in text
    assert view_model_for(holdem_view()).board.card_style.winning_cards is None


def test_small_screens_put_winning_cards_in_brackets() -> None:
    rows = plain_lines(draw_rows(view_model_for(showdown(), (60, 18)).rows, 60, 12))
    assert rows[5].startswith("  6 Finch          1,891  [9♥ 9♣]  +506 Full house, nines")
    assert rows[9].startswith(" board [K♦ 9♠]4♥ 2♣[K♣]")


def test_a_long_hand_name_wraps_into_the_row_below() -> None:
    assert seat_lines(finch("three nines"), 20, 4)[2:] == ["  +506 Three nines", ""]
    assert seat_lines(finch("nines and fours, ace kicker"), 20, 4)[2:] == ["  +506 Nines and", "  fours, ace kicker"]


def test_chips_won_move_beside_the_player_name_for_a_long_hand_name() -> None:
    lines = seat_lines(finch(NINES), 20, 4)
    assert lines[0] == " 6 Finch       +506"
    assert lines[2:] == ["  Full house, nines", "  full of kings"]
    assert seat_lines(finch("a straight to the king"), 20, 3)[2] == "  A straight to the…"


def test_a_box_grows_for_a_long_hand_name() -> None:
    boxed = {"boxed": True, "card_size": CardSize.MEDIUM}
    assert seat_lines(finch("three nines"), 20, 7, **boxed)[4:] == ["╰─ Three nines ────╯", "", ""]
    assert seat_lines(finch("nines and fours, ace kicker"), 20, 7, **boxed)[4:] == [
        "│ Nines and fours, │",
        "│ ace kicker       │",
        "╰──────────────────╯",
    ]
    assert seat_lines(finch("pair of sevens, ace-queen-ten kickers"), 20, 7, **boxed)[4:] == [
        "│ Pair of sevens,  │",
        "│ ace-queen-ten    │",
        "╰─ kickers ────────╯",
    ]


def test_a_long_hand_name_replaces_large_cards_when_there_is_no_room_below() -> None:
    assert seat_lines(finch(NINES), 20, 6, boxed=True, card_size=CardSize.MEDIUM)[1:] == [
        "│ 1,891   9♣ 9♥    │",
        "│ +506 Full house, │",
        "│ nines full of    │",
        "╰─ kings ──────────╯",
        "",
    ]
    assert seat_lines(finch("two pair, nines up"), 20, 4, boxed=True)[2:] == [
        "│ +506 Two pair,   │",
        "╰─ nines up ───────╯",
    ]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 30), (120, 40), (200, 60)])
@pytest.mark.parametrize("number", [3, 6, 8])
def test_the_winning_hand_name_is_never_truncated(size: tuple[int, int], number: int) -> None:
    words = "two pair, kings and fours, 7-low"
    view = hand_over(holdem_view(), replace(finch(words), seat=number))
    place = compute_layout(*size, family=Family.BOARD, seat_count=9, viewer=1).seats[number]
    text = " ".join(plain_lines(draw_seat(view_model_for(view, size).seats[number], place.width, place.height)))
    shown = " ".join("".join(char if char not in "│╰╯─" else " " for char in text).split())
    assert "Two pair, kings" in shown
    assert "7-low" in shown


def test_the_table_result_is_shown_beside_the_stack() -> None:
    def stack(**facts: int) -> str:
        view = holdem_view()
        mine = replace(seat_view(1, hidden=2), **facts)
        view_model = view_model_for(replace(view, seats=(mine, *view.seats[1:]))).own_seat
        return plain_lines(draw_own_seat(view_model, 80, 7))[1].strip("│┃ ").rsplit("stack", 1)[-1].strip()

    assert stack(stack=238, bought_in=200) == "238 up 38"
    assert stack(stack=162, bought_in=1200) == "162 down 1,038"
    assert stack(stack=200, bought_in=200) == "200"
    assert stack(stack=180, bet=20, bought_in=150).startswith("180 up 50  bet ●20")


def test_opponents_results_are_shown_in_the_lower_edge_when_there_is_room() -> None:
    lucky = replace(seat_view(2, stack=1240, hidden=2), bought_in=840)
    assert seat_lines(lucky, 20, 4, boxed=True)[3] == "╰───────── up 400 ─╯"
    assert seat_lines(replace(lucky, bought_in=1240), 20, 4, boxed=True)[3] == "╰──────────────────╯"
    shown = replace(lucky, shown_hand="pair of kings")
    assert seat_lines(shown, 20, 4, boxed=True)[3] == "╰─ Pair of kings ──╯"
    assert seat_lines(shown, 28, 4, boxed=True)[3] == "╰─ Pair of kings ─ up 400 ─╯"


def test_a_player_name_is_not_truncated_for_the_edge() -> None:
    kestrel = seat_view(2, name="Kestrel", hidden=2)
    lines = seat_lines(kestrel, 20, 4, boxed=True, marks=("D", "SB"), to_act=True)
    assert lines[0] == "┏ 2 Kestrel  D  SB ┓"


def test_wild_cards_are_marked_everywhere() -> None:
    game = replace(holdem_view().game, wild=parse_cards("2c 2d 2h 2s"))
    held = replace(holdem_view(), game=game, you=You(1, parse_cards("Ks 2h"), "three kings"), turn=None)
    for size, board, own in (((80, 24), "│2♣*│", "│2♥*│"), ((120, 40), "│2*   │", "│2*   │")):
        view_model = view_model_for(held, size)
        assert board in "".join(plain_lines(draw_board(view_model.board, 45, 12)))
        assert own in "".join(plain_lines(draw_own_seat(view_model.own_seat, 80, 7)))
    assert "2♣*" in plain_lines(draw_rows(view_model_for(held, (60, 18)).rows, 60, 12))[9]
    small = seat_lines(
        replace(seat_view(2), cards=parse_cards("2d Kc")), 20, 3, card_style=CardStyle(wild=frozenset(game.wild))
    )
    assert small[1] == "  200     2♦* K♣"


def test_upcards_of_a_folded_hand_stay_visible() -> None:
    folded = seat_view(2, stack=1240, up="Ks 4d 9c", folded=True, last=LastAct.FOLDED)
    view = stud_view(seats=(stud_view().seats[0], folded, *stud_view().seats[2:]))
    small = draw_seat(view_model_for(view, (80, 24)).seats[2], 40, 2)
    assert plain_lines(small)[1].startswith("   K♠ 4♦ 9♣ ")
    assert {run.role for run in small[1] if run.text.strip()} == {TextRole.FAINT}
    large = draw_seat(view_model_for(view, (120, 40)).seats[2], 41, 6)
    assert "│K♠ │ │4♦ │ │9♣ │" in plain_lines(large)[2]
    assert {run.role for run in large[2] if run.text.strip(" │")} == {TextRole.CARD_DIMMED}


def test_a_long_hand_name_in_stud_is_shown_below_the_cards() -> None:
    words = "straight, five high and a 5-low"
    winner = replace(seat_view(7, up="3h 4c 2d 5d As Kc 9h", last=LastAct.SHOWED), shown_hand=words, won=116)
    lines = seat_lines(winner, 40, 3, family=Family.STUD, card_style=CardStyle(winning_cards=frozenset({Card.SA})))
    assert lines[1] == "   3♥ 4♣ 2♦ 5♦[A♠]K♣ 9♥"
    assert lines[2] == "   Straight, five high and a 5-low"
