"""The texts of the seats, the board and the viewer's own seat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.text_roles import TextRole
from railbird_client.table.paint.seat_words import seat_card_spans, status_text
from railbird_client.table.table_options import TableOptions
from railbird_client.table.view_models import SeatViewModel, TableViewModel
from railbird_shared.game.announced_game import Family
from railbird_shared.protocol.view import LastAct, PauseView, TableView, WaitingPlayer
from support.drawn_table import drawn_table
from support.view_builders import SNAPSHOT_TIME_MS, draw_view, holdem_view, seat_view, stud_view


def view_model_for(view: TableView) -> TableViewModel:
    """The view model of a table on a screen of 80 by 24."""
    return drawn_table(view, options=TableOptions()).model


def test_the_title_counts_who_waits_and_says_that_the_table_is_locked() -> None:
    view = replace(holdem_view(), seats_locked=True, waiting=(WaitingPlayer("Rook"), WaitingPlayer("Finch")))
    assert view_model_for(view).title.right_variants[0].endswith("   9 of 9 locked · 2 waiting")


def test_sitting_out_mid_hand_takes_effect_after_the_hand() -> None:
    sitter = replace(seat_view(1, hidden=2), sitting_out=True)
    view = stud_view(seats=(sitter, *stud_view().seats[1:]))
    for size in ((80, 24), (120, 40)):
        assert "You sit out after this hand." in drawn_table(view, size=size).words


@pytest.mark.parametrize(
    ("last", "marks"),
    [(LastAct.DREW, ()), (LastAct.CHECKED, ("drew 2",)), (LastAct.CALLED, ("drew 2",)), (LastAct.SHOWED, ())],
)
def test_the_number_of_cards_drawn_stays_visible_after_the_draw(last: LastAct, marks: tuple[str, ...]) -> None:
    view = draw_view()
    drawer = replace(seat_view(6, hidden=5, drew=2), last_act=last)
    assert view_model_for(replace(view, seats=(*view.seats[:5], drawer))).seats[6].marks == marks


def test_standing_pat_stays_visible_after_the_draw() -> None:
    view = draw_view()
    pat = replace(seat_view(4, hidden=5, drew=0), last_act=LastAct.RAISED)
    assert view_model_for(replace(view, seats=(*view.seats[:3], pat, *view.seats[4:]))).seats[4].marks == ("pat",)


@pytest.mark.parametrize(("last", "words"), [(LastAct.SHOWED, "shows"), (LastAct.MUCKED, "mucks")])
def test_the_all_in_label_ends_when_the_hand_is_shown_or_mucked(last: LastAct, words: str) -> None:
    assert status_text(seat_view(2, stack=0, last=last), Family.BOARD)[0] == words
    assert status_text(seat_view(2, stack=0, last=LastAct.CALLED), Family.BOARD)[0] == "ALL-IN"


@pytest.mark.parametrize(
    ("family", "dealt", "dots"),
    [
        (Family.BOARD, 2, "· ·"),
        (Family.BOARD, 4, "····"),
        (Family.DRAW, 4, "····"),
        (Family.DRAW, 5, "·····"),
        (Family.STUD, 7, "· · ·"),
    ],
)
def test_a_folded_hand_leaves_as_many_marks_as_it_had_cards(family: Family, dealt: int, dots: str) -> None:
    folded = replace(seat_view(2, last=LastAct.FOLDED), folded=True)
    model = SeatViewModel(2, folded, family, dealt_count=dealt)
    assert [span.text for span in seat_card_spans(model, folded)] == [dots]


def test_a_mucked_stud_hand_keeps_its_open_cards_in_sight() -> None:
    mucked = seat_view(2, up="Kc 7d", last=LastAct.MUCKED)
    spans = seat_card_spans(SeatViewModel(2, mucked, Family.STUD), mucked)
    assert [span.text for span in spans if span.text.strip()] == ["K♣", "7♦"]
    assert {span.role for span in spans if span.text.strip()} == {TextRole.FAINT}


def test_the_bring_in_is_called_that() -> None:
    assert status_text(seat_view(2, last=LastAct.BROUGHT_IN), Family.STUD)[0] == "bring-in"


def test_status_parts_that_do_not_fit_are_stacked() -> None:
    paused = PauseView(SNAPSHOT_TIME_MS - 180_000, "Wren")
    view = stud_view(pause=paused)
    drawn = drawn_table(view, size=(120, 40))
    rows = [drawn.words_in(drawn.geometry.board._replace(y=y, height=1)) for y in range(4, 25)]
    at = next(index for index, row in enumerate(rows) if "paused by Wren" in row)
    assert "paused by Wren for 3 minutes" in " ".join(rows)
    assert "fifth street" in rows[at + 1 :]
