"""The rail as a client shows it."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.action_bar import _offer_buttons
from railbird_client.table.input_state import InputState
from railbird_client.table.prompts import refusal_of, request_of
from railbird_client.table.table_pages import watchers_page
from railbird_client.table.table_words import is_shown_to_rail, owner_sentence, owner_words, watching_text
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.protocol.host_commands import LetRailSee
from railbird_shared.protocol.messages import Watcher, Watchers
from railbird_shared.protocol.view import You
from railbird_shared.settings.table_terms import RailTerms
from support.plain_text import plain_lines
from support.view_builders import seat_view, table_view

SEATED = table_view(seat_view(1), seat_view(2), you=You(1), rail=RailTerms(delay_hands=2))
WATCHING = replace(SEATED, you=You())


def test_a_player_lets_a_delayed_rail_see_their_cards_or_no_longer() -> None:
    assert request_of(TableKey.SHOW_TO_RAIL, SEATED) == LetRailSee()
    shown = table_view(replace(seat_view(1), shown_to_rail=True), you=You(1), rail=RailTerms(delay_seconds=30))
    assert request_of(TableKey.SHOW_TO_RAIL, shown) == LetRailSee(on=False)
    assert not refusal_of(TableKey.SHOW_TO_RAIL, SEATED)
    assert TableKey.SHOW_TO_RAIL in {button.key for button in _offer_buttons(InputState(), SEATED)}


def test_who_watches_or_sits_at_a_table_with_a_live_rail_has_nothing_to_show() -> None:
    live = replace(SEATED, rail=RailTerms())
    assert request_of(TableKey.SHOW_TO_RAIL, WATCHING) == "Take a seat first."
    assert request_of(TableKey.SHOW_TO_RAIL, live) == "The rail of this table sees no hidden cards."
    assert is_shown_to_rail(live) is is_shown_to_rail(WATCHING) is None
    assert refusal_of(TableKey.SHOW_TO_RAIL, live)


def test_who_watches_reads_how_far_they_are_behind() -> None:
    assert watching_text(WATCHING, 3) == "3 watching, 2 hands behind"
    assert watching_text(SEATED, 3) == "3 watching"
    assert not watching_text(SEATED, 0)


def test_the_owner_of_the_server_plays_does_not_or_is_not_known() -> None:
    known, seated = replace(SEATED, owner_known=True), replace(SEATED, owner_known=True, owner_seat=2)
    assert [owner_words(each) for each in (SEATED, known, seated)] == [
        "owner not known",
        "owner does not play",
        "owner plays",
    ]
    assert owner_words(table_view(seat_view(1), replace(seat_view(2), bot=True), you=You(1))) == "", (
        "nobody has a secret there"
    )
    assert [owner_sentence(each) for each in (SEATED, known, seated)] == [
        "The owner of the server is not known; an owner could read all cards on it.",
        "The owner of the server does not play here; an owner could read all cards on it.",
        f"{SEATED.name_at(2)} plays here, owns the server, and could read all cards on it.",
    ]


def test_the_page_tells_the_terms_and_who_watches() -> None:
    people = (
        Watcher("Heron", 3_900_000, host=True),
        Watcher("Jay", 61_000, played=True),
        Watcher("Rook", 5, waits=True),
        Watcher("Teal", 5, visits=True),
    )
    text = "\n".join(plain_lines(watchers_page(SEATED, Watchers(table="t1", watchers=people, others=4))(76)))
    assert "The rail is 2 hands behind, and sees the cards of the players who let it." in text
    assert "for 1 h 5 min \N{MIDDLE DOT} hosts the table" in text
    assert "for 1 min \N{MIDDLE DOT} has played here" in text
    assert "for less than a minute \N{MIDDLE DOT} waits for a seat" in text
    assert "for less than a minute \N{MIDDLE DOT} has a minute to sit down" in text
    assert "and 4 others" in text


def test_the_page_waits_for_the_server_and_says_that_nobody_watches() -> None:
    assert "Asking the server" in "\n".join(plain_lines(watchers_page(SEATED, None)(60)))
    assert "Nobody watches." in "\n".join(plain_lines(watchers_page(SEATED, Watchers(table="t1"))(60)))
