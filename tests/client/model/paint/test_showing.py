"""What is seen once hands lie open: the cards that won, and words that find their room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pictures import text_of
from railbird_client.model.faces import Manner, Size
from railbird_client.model.ink import Ink
from railbird_client.model.layout import plan
from railbird_client.model.options import Options
from railbird_client.model.paint.hero import HeroFace, draw_hero
from railbird_client.model.paint.middle import draw_middle
from railbird_client.model.paint.seat import SeatFace, draw_seat
from railbird_client.model.paint.strips import draw_rows
from railbird_client.model.scene import Connection, Scene, scene, viewer_of
from railbird_client.model.sitting import Sitting
from railbird_shared.cards import Card, parse_cards
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView, TableView, You
from tables import at, holdem, snapshot, stud

NOW = 100.0
NINES = "full house, nines full of kings"
READ = parse_cards("9c 9h 9s Kd Kc")


def finch(shown: str = NINES, **facts: object) -> SeatView:
    """The winner of 506 at seat 6, with two nines."""
    seat = replace(at(6, stack=1891, up="9c 9h", last=LastAct.SHOWED), shown=shown, won=506, read=READ)
    return replace(seat, **facts)


def over(view: TableView, winner: SeatView) -> TableView:
    """A hand that is over, with its winner in his seat."""
    seats = tuple(winner if seat and seat.seat == winner.seat else seat for seat in view.seats)
    return replace(view, playing=False, turn=None, pots=(), seats=seats)


def showdown() -> TableView:
    """Hold'em at its end: Finch's full house beats the viewer's three kings."""
    view = over(holdem(board=parse_cards("Kd 9s 4h 2c Kc")), finch())
    mine = replace(at(1, stack=1385, up="As Ks", last=LastAct.SHOWED), shown="three kings")
    return replace(view, seats=(mine, *view.seats[1:]), you=You(1, parse_cards("As Ks"), "three kings"))


def seen(view: TableView, size: tuple[int, int] = (120, 40)) -> Scene:
    sitting = Sitting(Options())
    sitting.hear(snapshot(view), NOW)
    laid = plan(*size, family=view.game.family, places=len(view.seats), viewer=viewer_of(view))
    return scene(sitting, view, laid, Connection(), NOW, typing=False)


def drawn(seat: SeatView, width: int, height: int, **facts: object) -> list[str]:
    face = replace(SeatFace(seat.seat, seat, Family.BOARD), **facts)
    return [line.rstrip() for line in text_of(draw_seat(face, width, height))]


def test_the_cards_that_won_are_lit_on_the_board_and_the_others_go_out() -> None:
    lines = draw_middle(seen(showdown()).middle, 45, 12)
    row = next(y for y, line in enumerate(text_of(lines)) if "K " in line)
    assert text_of(lines)[row].strip("│ ") == "┃K    ┃ ┃9    ┃ │4    │ │2    │ ┃K    ┃"
    out = [run.text for run in lines[row] if run.ink is Ink.CARD_OUT]
    assert "".join(out).count("4") == 1
    assert "".join(out).count("2") == 1
    assert not any("K" in text or "9" in text for text in out)


def test_the_cards_that_won_are_lit_in_the_winners_hand() -> None:
    big, small = (seen(showdown(), size).seats[6] for size in ((120, 40), (80, 24)))
    assert text_of(draw_seat(big, 20, 7))[1] == "│ ┏━━━┓┏━━━┓ 1,891 │"
    assert "[9♥ 9♣]" in text_of(draw_seat(small, 20, 4))[1]


def test_a_hand_that_lost_goes_out() -> None:
    hero = seen(showdown()).hero
    assert isinstance(hero, HeroFace)
    lines = draw_hero(hero, 80, 7)
    assert {run.ink for line in lines for run in line if "♠" in run.text} == {Ink.CARD_OUT}
    assert "┏" not in "".join(text_of(lines))


def test_nothing_goes_out_while_nobody_has_shown_a_winning_hand() -> None:
    unseen = finch(shown="", read=(), cards=(None, None))
    text = "".join(text_of(draw_middle(seen(over(holdem(), unseen)).middle, 45, 12)))
    assert "┏" not in text
    assert seen(holdem()).middle.manner.read is None


def test_small_screens_hold_the_cards_that_won_in_brackets() -> None:
    rows = text_of(draw_rows(seen(showdown(), (60, 18)).rows, 60, 12))
    assert rows[5].startswith("  6 Finch          1,891  [9♥ 9♣]  +506 Full house, nines")
    assert rows[9].startswith(" board [K♦ 9♠]4♥ 2♣[K♣]")


def test_the_words_of_a_hand_go_on_in_the_row_below() -> None:
    assert drawn(finch("three nines"), 20, 4)[2:] == ["  +506 Three nines", ""]
    assert drawn(finch("nines and fours, ace kicker"), 20, 4)[2:] == ["  +506 Nines and", "  fours, ace kicker"]


def test_chips_won_stand_by_the_name_where_the_hand_needs_their_room() -> None:
    lines = drawn(finch(NINES), 20, 4)
    assert lines[0] == " 6 Finch       +506"
    assert lines[2:] == ["  Full house, nines", "  full of kings"]
    assert drawn(finch("a straight to the king"), 20, 3)[2] == "  A straight to the…"


def test_a_box_grows_by_the_rows_that_the_words_need() -> None:
    boxed = {"boxed": True, "cards": Size.MEDIUM}
    assert drawn(finch("three nines"), 20, 7, **boxed)[4:] == ["╰─ Three nines ────╯", "", ""]
    assert drawn(finch("nines and fours, ace kicker"), 20, 7, **boxed)[4:] == [
        "│ Nines and fours, │",
        "│ ace kicker       │",
        "╰──────────────────╯",
    ]
    assert drawn(finch("pair of sevens, ace-queen-ten kickers"), 20, 7, **boxed)[4:] == [
        "│ Pair of sevens,  │",
        "│ ace-queen-ten    │",
        "╰─ kickers ────────╯",
    ]


def test_words_without_room_below_take_that_of_large_cards() -> None:
    assert drawn(finch(NINES), 20, 6, boxed=True, cards=Size.MEDIUM)[1:] == [
        "│ 1,891   9♣ 9♥    │",
        "│ +506 Full house, │",
        "│ nines full of    │",
        "╰─ kings ──────────╯",
        "",
    ]
    assert drawn(finch("two pair, nines up"), 20, 4, boxed=True)[2:] == ["│ +506 Two pair,   │", "╰─ nines up ───────╯"]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 30), (120, 40), (200, 60)])
@pytest.mark.parametrize("number", [3, 6, 8])
def test_the_hand_of_a_winner_is_told_in_full(size: tuple[int, int], number: int) -> None:
    words = "two pair, kings and fours, 7-low"
    view = over(holdem(), replace(finch(words), seat=number))
    place = plan(*size, family=Family.BOARD, places=9, viewer=1).seats[number]
    text = " ".join(text_of(draw_seat(seen(view, size).seats[number], place.width, place.height)))
    told = " ".join("".join(char if char not in "│╰╯─" else " " for char in text).split())
    assert "Two pair, kings" in told
    assert "7-low" in told


def test_what_was_won_at_the_table_stands_beside_the_stack() -> None:
    def stack(**facts: int) -> str:
        view = holdem()
        mine = replace(at(1, hidden=2), **facts)
        face = seen(replace(view, seats=(mine, *view.seats[1:]))).hero
        return text_of(draw_hero(face, 80, 7))[1].strip("│┃ ").rsplit("stack", 1)[-1].strip()

    assert stack(stack=238, brought=200) == "238 +38"
    assert stack(stack=162, brought=1200) == "162 −1,038"
    assert stack(stack=200, brought=200) == "200"
    assert stack(stack=180, bet=20, brought=150).startswith("180 +50  bet ●20")


def test_the_others_results_stand_in_their_edges_where_there_is_room() -> None:
    lucky = replace(at(2, stack=1240, hidden=2), brought=840)
    assert drawn(lucky, 20, 4, boxed=True)[3] == "╰─────────── +400 ─╯"
    assert drawn(replace(lucky, brought=1240), 20, 4, boxed=True)[3] == "╰──────────────────╯"
    shown = replace(lucky, shown="pair of kings")
    assert drawn(shown, 20, 4, boxed=True)[3] == "╰─ Pair of kings ──╯"
    assert drawn(shown, 26, 4, boxed=True)[3] == "╰─ Pair of kings ─ +400 ─╯"


def test_a_name_is_not_cut_for_the_edge() -> None:
    kestrel = at(2, name="Kestrel", hidden=2)
    lines = drawn(kestrel, 20, 4, boxed=True, marks=("D", "SB"), turn=True)
    assert lines[0] == "┏ 2 Kestrel  D  SB ┓"


def test_wild_cards_are_marked_in_every_picture() -> None:
    game = replace(holdem().game, wild=parse_cards("2c 2d 2h 2s"))
    held = replace(holdem(), game=game, you=You(1, parse_cards("Ks 2h"), "three kings"), turn=None)
    for size, board, own in (((80, 24), "│2♣*│", "│2♥*│"), ((120, 40), "│2*   │", "│2*   │")):
        found = seen(held, size)
        assert board in "".join(text_of(draw_middle(found.middle, 45, 12)))
        assert own in "".join(text_of(draw_hero(found.hero, 80, 7)))
    assert "2♣*" in text_of(draw_rows(seen(held, (60, 18)).rows, 60, 12))[9]
    small = drawn(replace(at(2), cards=parse_cards("2d Kc")), 20, 3, manner=Manner(wild=frozenset(game.wild)))
    assert small[1] == "  200     2♦* K♣"


def test_cards_that_lay_open_stay_in_sight_when_the_hand_is_folded() -> None:
    folded = at(2, stack=1240, up="Ks 4d 9c", folded=True, last=LastAct.FOLDED)
    view = stud(seats=(stud().seats[0], folded, *stud().seats[2:]))
    small = draw_seat(seen(view, (80, 24)).seats[2], 40, 2)
    assert text_of(small)[1].startswith("   K♠ 4♦ 9♣ ")
    assert {run.ink for run in small[1] if run.text.strip()} == {Ink.FAINT}
    large = draw_seat(seen(view, (120, 40)).seats[2], 41, 6)
    assert "│K♠ │ │4♦ │ │9♣ │" in text_of(large)[2]
    assert {run.ink for run in large[2] if run.text.strip(" │")} == {Ink.CARD_OUT}


def test_long_words_in_stud_have_the_row_below_the_cards() -> None:
    words = "straight, five high and a 5-low"
    winner = replace(at(7, up="3h 4c 2d 5d As Kc 9h", last=LastAct.SHOWED), shown=words, won=116)
    lines = drawn(winner, 40, 3, family=Family.STUD, manner=Manner(read=frozenset({Card.SA})))
    assert lines[1] == "   3♥ 4♣ 2♦ 5♦[A♠]K♣ 9♥"
    assert lines[2] == "   Straight, five high and a 5-low"
