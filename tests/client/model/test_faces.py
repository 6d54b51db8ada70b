"""Cards in their three sizes."""

from __future__ import annotations

import pytest

from railbird_client.model.faces import Finish, Size, draw_card, draw_fan, draw_slot, fan_width, label, small_row
from railbird_client.model.ink import Ink, suit_ink
from railbird_client.model.sheet import Sheet, text_of
from railbird_shared.cards import JOKER, Card, Suit, parse_cards


def drawn(card: Card | None, size: Size, finish: Finish = Finish.PLAIN) -> list[str]:
    sheet = Sheet(size.width, size.height)
    draw_card(sheet, 0, 0, card, size, finish=finish)
    return text_of(sheet.lines())


def test_a_card_in_every_size() -> None:
    assert drawn(Card.DK, Size.SMALL) == ["K♦"]
    assert drawn(Card.DK, Size.MEDIUM) == ["╭───╮", "│K♦ │", "╰───╯"]
    assert drawn(Card.DK, Size.LARGE) == ["╭─────╮", "│K    │", "│  ♦  │", "│    K│", "╰─────╯"]


def test_backs_and_places() -> None:
    assert drawn(None, Size.SMALL) == ["▒▒"]
    assert drawn(None, Size.MEDIUM) == ["╭───╮", "│▒▒▒│", "╰───╯"]
    sheet = Sheet(7, 3)
    draw_slot(sheet, 0, 0, Size.MEDIUM)
    draw_slot(sheet, 5, 1, Size.SMALL)
    assert text_of(sheet.lines()) == ["╭╌╌╌╮  ", "╎   ╎╌╌", "╰╌╌╌╯  "]


def test_the_joker_has_a_name_of_two_cells() -> None:
    assert label(JOKER) == "X☻"
    assert drawn(JOKER, Size.LARGE)[1:4] == ["│X    │", "│  ☻  │", "│    X│"]


@pytest.mark.parametrize(
    ("finish", "ink"), [(Finish.PLAIN, Ink.CARD), (Finish.FRESH, Ink.CARD_FRESH), (Finish.OUT, Ink.CARD_OUT)]
)
def test_the_finish_shows_at_the_edge(finish: Finish, ink: Ink) -> None:
    sheet = Sheet(5, 3)
    draw_card(sheet, 0, 0, Card.DK, Size.MEDIUM, finish=finish)
    assert sheet.lines()[0][0].ink is ink


def test_four_colours_or_two() -> None:
    assert len({suit_ink(suit) for suit in Suit if suit is not Suit.NONE}) == 4
    assert suit_ink(Suit.DIAMONDS, two_colour=True) is Ink.HEART
    assert suit_ink(Suit.CLUBS, two_colour=True, on_card=True) is Ink.CARD_SPADE


def test_a_row_of_small_cards() -> None:
    cards = (None, *parse_cards("Ks 4d"))
    assert "".join(run.text for run in small_row(cards)) == "▒▒ K♠ 4♦"
    assert "".join(run.text for run in small_row(cards, gap="")) == "▒▒K♠4♦"
    assert small_row(()) == []


@pytest.mark.parametrize(("count", "room", "width"), [(2, 11, 11), (2, 10, 10), (5, 18, 17), (5, 16, 0), (0, 9, 0)])
def test_cards_side_by_side_overlap_where_they_have_to(count: int, room: int, width: int) -> None:
    assert fan_width(count, room) == width


def test_the_names_of_overlapping_cards_stay_readable() -> None:
    sheet = Sheet(17, 3)
    assert draw_fan(sheet, 0, 0, parse_cards("As Ad 7c 4h 2c"), 17)
    assert text_of(sheet.lines())[1] == "│A♠│A♦│7♣│4♥│2♣ │"
    assert not draw_fan(sheet, 0, 0, parse_cards("As Ad"), 5)
