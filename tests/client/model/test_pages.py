"""The pages over the table: history, rulings, large cards, and help."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.keys import HELP, TableKey
from railbird_client.model.log import Log
from railbird_client.model.pages import help_page, history_page, why_page, zoom_page
from railbird_client.model.text_roles import TextRole
from railbird_shared import events as ev
from railbird_shared.folding import fold_each
from support.plain_text import plain_lines
from support.view_builders import holdem_view, seat_view, stud_view, table_view


def test_empty_pages_say_so() -> None:
    log = Log()
    assert "Nothing" in plain_lines(history_page(log, two_colour=False)(60))[0]
    assert "No ruling" in plain_lines(why_page(log)(60))[0]
    log.add_transitions(
        fold_each(holdem_view(), (ev.StreetBegan(0, "preflop"), ev.BetReturned(1, 60, because=("AI-10",))))
    )
    assert plain_lines(history_page(log, two_colour=False)(60)) == [
        "— preflop — pot 411",
        "Wren gets 60 back, uncalled",
    ]
    assert plain_lines(why_page(log)(60))[:2] == ["Wren gets 60 back, uncalled", "  because of AI-10"]


def test_the_zoom_page_shows_large_cards() -> None:
    lines = plain_lines(zoom_page(stud_view(), two_colour=False)(60))
    assert lines[0].startswith("1 Wren")
    assert lines[2].startswith("  │A♣ │ │9♥ │ │9♦ │ │3♣ │ │A♥ │")
    assert lines[7].startswith("  │▒▒▒│ │▒▒▒│ │K♠ │")
    assert plain_lines(zoom_page(holdem_view(), two_colour=False)(60))[0].startswith("board")
    assert "No cards" in plain_lines(zoom_page(table_view(seat_view(1)), two_colour=False)(60))[0]


def test_folded_hands_are_dimmed_on_the_zoom_page() -> None:
    seats = tuple(replace(seat, folded=True) if seat and seat.seat == 2 else seat for seat in stud_view().seats)
    lines = zoom_page(replace(stud_view(), seats=seats), two_colour=False)(60)
    assert {run.role for run in lines[7] if run.text.strip()} <= {TextRole.CARD_BACK, TextRole.CARD_DIMMED}
    assert {run.role for run in lines[2] if run.text.strip()} > {TextRole.CARD}


@pytest.mark.parametrize("width", [40, 60, 70, 92])
def test_the_help_names_every_key(width: int) -> None:
    lines = plain_lines(help_page(friends=True)(width))
    assert max(map(len, lines)) <= width
    explained = set(" ".join(keys for column in HELP for topic in column for keys, _ in topic.lines).split())
    not_explained = {*"0123456789", TableKey.ERASE.display}
    assert {shown for key in TableKey for shown in key.display.split(" or ")} - not_explained <= explained
    assert all(word in " ".join(lines) for word in explained)


def test_the_help_fits_a_screen_of_24_rows() -> None:
    assert len(help_page(friends=True)(70)) <= 21


def test_the_help_mentions_invites_only_if_friends_can_join() -> None:
    assert "how friends join, leave" in " ".join(plain_lines(help_page(friends=True)(70)))
    alone = " ".join(plain_lines(help_page(friends=False)(70)))
    assert "friends join" not in alone
    assert "leave" in alone
