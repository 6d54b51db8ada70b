"""The pages that are read over the table: the history, the reasons, the boards in large, and the help."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pictures import text_of
from railbird_client.model.ink import Ink
from railbird_client.model.keys import HELP, KEYS
from railbird_client.model.log import Log
from railbird_client.model.pages import help_page, history_page, why_page, zoom_page
from railbird_shared import events as ev
from tables import at, holdem, stud
from viewing import view_of


def test_pages_say_what_there_is_to_read() -> None:
    log = Log()
    assert "Nothing" in text_of(history_page(log, two_colour=False)(60))[0]
    assert "No ruling" in text_of(why_page(log)(60))[0]
    log.heard((ev.StreetBegan(0, "preflop"), ev.BetReturned(1, 60, because=("AI-10",))), holdem())
    assert text_of(history_page(log, two_colour=False)(60)) == ["— preflop — pot 411", "Wren gets 60 back, uncalled"]
    assert text_of(why_page(log)(60))[:2] == ["Wren gets 60 back, uncalled", "  because of AI-10"]


def test_the_boards_can_be_seen_large() -> None:
    lines = text_of(zoom_page(stud(), two_colour=False)(60))
    assert lines[0].startswith("1 Wren")
    assert lines[2].startswith("  │A♣ │ │9♥ │ │9♦ │ │3♣ │ │A♥ │")
    assert lines[7].startswith("  │▒▒▒│ │▒▒▒│ │K♠ │")
    assert text_of(zoom_page(holdem(), two_colour=False)(60))[0].startswith("board")
    assert "No cards" in text_of(zoom_page(view_of(at(1)), two_colour=False)(60))[0]


def test_who_has_folded_is_seen_large_but_faint() -> None:
    seats = tuple(replace(seat, folded=True) if seat and seat.seat == 2 else seat for seat in stud().seats)
    lines = zoom_page(replace(stud(), seats=seats), two_colour=False)(60)
    assert {run.ink for run in lines[7] if run.text.strip()} <= {Ink.BACK, Ink.CARD_OUT}
    assert {run.ink for run in lines[2] if run.text.strip()} > {Ink.CARD}


@pytest.mark.parametrize("width", [40, 60, 70, 92])
def test_the_help_names_every_key(width: int) -> None:
    lines = text_of(help_page(friends=True)(width))
    assert max(map(len, lines)) <= width
    explained = set(" ".join(keys for column in HELP for topic in column for keys, _ in topic.lines).split())
    digits = {"0", *"123456789"}
    assert {shown for key in KEYS for shown in key.shown.split(" or ")} - digits - {"Backspace"} <= explained
    assert all(word in " ".join(lines) for word in explained)


def test_the_help_fits_a_screen_of_24_rows() -> None:
    assert len(help_page(friends=True)(70)) <= 21


def test_the_help_tells_how_friends_join_only_where_they_can() -> None:
    assert "how friends join, leave" in " ".join(text_of(help_page(friends=True)(70)))
    alone = " ".join(text_of(help_page(friends=False)(70)))
    assert "friends join" not in alone
    assert "leave" in alone
