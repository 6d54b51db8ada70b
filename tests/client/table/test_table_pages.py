"""The pages over the table: history, rulings, large cards, and help."""

from __future__ import annotations

import sys
from subprocess import run
from typing import Any

import pytest
from msgspec.structs import replace

from railbird_client.drawing.text_roles import TextRole
from railbird_client.table.table_log import Log
from railbird_client.table.table_pages import history_page, why_page, zoom_page
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.clauses import clause_texts
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import fold_each
from support.plain_text import plain_lines
from support.view_builders import holdem_view, seat_view, stud_view, table_view


def test_empty_pages_say_so() -> None:
    log = Log()
    assert "Nothing" in plain_lines(history_page(log.sentences)(60))[0]
    assert "No ruling" in plain_lines(why_page(log)(60))[0]
    log.add_transitions(
        fold_each(holdem_view(), (ev.StreetBegan(0, "preflop"), ev.BetReturned(1, 60, because=("AI-10",))))
    )
    assert plain_lines(history_page(log.sentences)(60)) == [
        "— preflop — pot 411",
        "Wren gets 60 back, uncalled",
    ]
    assert plain_lines(why_page(log)(60)) == [
        "Wren gets 60 back, uncalled",
        "  AI-10 An uncalled part of a bet is returned before the",
        "        showdown.",
    ]


def test_the_why_page_says_each_clause_once_and_names_those_of_a_newer_server() -> None:
    log = Log()
    newer: Any = "SD-9999"
    awards = (ev.PotAwarded(1, 0, 60, because=("SD-15", "SD-9")), ev.PotAwarded(2, 0, 60, because=("SD-15", newer)))
    log.add_transitions(fold_each(holdem_view(), awards))
    assert plain_lines(why_page(log)(92)) == [
        "Wren wins 60",
        "  SD-15 Tied best hands share a pot equally.",
        "  SD-9 Cards speak (default): a shown hand counts for the best it contains whatever the",
        "       owner said.",
        "Heron wins 60",
        "  by SD-15, SD-9999",
        "",
        "`railbird-server rules SD-9999` prints a clause.",
    ]


def test_the_why_page_begins_with_what_ended_the_hand() -> None:
    log = Log()
    back = ev.BetReturned(1, 60, because=("AI-10",))
    shown = ev.HandShown(2, parse_cards("As Kd"), "ace high", ("SD-5",), parse_cards("As Kd"))
    log.add_transitions(fold_each(holdem_view(), (back, shown, ev.PotAwarded(2, 0, 60, because=("SD-1",)))))
    lines = plain_lines(why_page(log)(92))
    assert [line for line in lines if not line.startswith("  ")] == [
        "Heron wins 60",
        "Heron shows A♠ K♦: ace high",
        "",
        "Before that",
        "Wren gets 60 back, uncalled",
    ]
    assert "  plays A♠ K♦" in lines


@pytest.mark.parametrize("width", [20, 60, 90])
def test_every_clause_fits_the_why_page(width: int) -> None:
    log = Log()
    log.add_transitions(fold_each(holdem_view(), (ev.BetReturned(1, 60, because=tuple(clause_texts())),)))
    lines = plain_lines(why_page(log)(width))
    assert max(map(len, lines)) <= width
    words = " ".join(" ".join(lines).split())
    if width > 20:  # in fewer cells long words are split
        assert all(f"{clause} {text}" in words for clause, text in clause_texts().items())


def test_no_start_of_the_client_pays_for_the_clauses() -> None:
    code = (
        "import railbird_client.table.table_screen, railbird_shared.game.clauses as clauses;"
        "print(bool(clauses.clause_texts.cache_info().currsize))"
    )
    assert run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_the_zoom_page_shows_large_cards() -> None:
    lines = plain_lines(zoom_page(stud_view())(60))
    assert lines[0].startswith("1 Wren")
    assert lines[2].startswith("  │A♣ │ │9♥ │ │9♦ │ │3♣ │ │A♥ │")
    assert lines[7].startswith("  │▒▒▒│ │▒▒▒│ │K♠ │")
    assert plain_lines(zoom_page(holdem_view())(60))[0].startswith("board")
    assert "No cards" in plain_lines(zoom_page(table_view(seat_view(1)))(60))[0]


def test_folded_hands_are_dimmed_on_the_zoom_page() -> None:
    seats = tuple(replace(seat, folded=True) if seat and seat.seat == 2 else seat for seat in stud_view().seats)
    lines = zoom_page(replace(stud_view(), seats=seats))(60)
    assert {run.role for run in lines[7] if run.text.strip()} <= {TextRole.CARD_BACK, TextRole.CARD_DIMMED}
    assert {run.role for run in lines[2] if run.text.strip()} > {TextRole.CARD}
