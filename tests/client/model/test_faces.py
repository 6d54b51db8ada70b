"""Cards in their three sizes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pictures import text_of
from railbird_client.model.faces import (
    Finish,
    Manner,
    Size,
    draw_card,
    draw_fan,
    draw_slot,
    fan_width,
    given_up,
    label,
    small_row,
)
from railbird_client.model.ink import Ink, suit_ink
from railbird_client.model.sheet import Sheet
from railbird_shared.cards import JOKER, Card, Suit, parse_cards
from railbird_shared.view import LastAct
from tables import at


def test_a_hand_that_was_folded_is_given_up_unless_it_was_shown() -> None:
    folded = at(1, folded=True, last=LastAct.FOLDED)
    assert given_up(folded)
    assert not given_up(replace(folded, last=LastAct.SHOWED))
    assert not given_up(at(1, last=LastAct.SHOWED))


def drawn(card: Card | None, size: Size, finish: Finish = Finish.PLAIN, mark: str = "") -> list[str]:
    sheet = Sheet(size.width + 1, size.height)
    draw_card(sheet, 0, 0, card, size, finish=finish, mark=mark)
    return [line.rstrip() for line in text_of(sheet.lines())]


def row(cards: str, manner: Manner, gap: str = " ") -> str:
    return "".join(run.text for run in small_row(parse_cards(cards), manner, gap=gap))


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


def test_a_card_that_won_has_a_heavy_edge() -> None:
    assert drawn(Card.DK, Size.MEDIUM, Finish.READ) == ["┏━━━┓", "┃K♦ ┃", "┗━━━┛"]
    assert drawn(Card.DK, Size.LARGE, Finish.READ)[0] == "┏━━━━━┓"
    assert drawn(Card.DK, Size.MEDIUM, Finish.OUT)[0] == "╭───╮"


def test_a_wild_card_is_marked_in_every_size() -> None:
    assert drawn(Card.S2, Size.SMALL, mark="*") == ["2♠*"]
    assert drawn(Card.S2, Size.MEDIUM, mark="*")[1] == "│2♠*│"
    assert drawn(Card.S2, Size.LARGE, mark="*")[1:4] == ["│2*   │", "│  ♠  │", "│   *2│"]


def test_a_joker_needs_no_mark() -> None:
    deuces = Manner(wild=frozenset({Card.S2, JOKER}))
    assert row("2s 2h X", deuces) == "2♠* 2♥ X☻"


def test_what_is_special_about_a_card_follows_from_the_hand() -> None:
    shown = Manner(read=frozenset({Card.DK}))
    assert [shown.finish(card) for card in (Card.DK, Card.CK, None)] == [Finish.READ, Finish.OUT, Finish.PLAIN]
    assert Manner().finish(Card.DK) is Finish.PLAIN


def test_small_cards_that_won_stand_in_brackets() -> None:
    won = Manner(read=frozenset(parse_cards("Kd 9s Kc")))
    assert row("Kd 9s 4h 2c Kc", won) == "[K♦ 9♠]4♥ 2♣[K♣]"
    assert row("Kd 9s 4h 2c", won, gap="") == "[K♦9♠]4♥2♣"
    assert row("4h 2c", won) == "4♥ 2♣"
    assert {run.ink for run in small_row(parse_cards("4h 2c"), won) if run.text.strip()} == {Ink.FAINT}


@pytest.mark.parametrize(("count", "room", "width"), [(2, 11, 11), (2, 10, 10), (5, 18, 17), (5, 16, 0), (0, 9, 0)])
def test_cards_side_by_side_overlap_where_they_have_to(count: int, room: int, width: int) -> None:
    assert fan_width(count, room) == width


def test_the_names_of_overlapping_cards_stay_readable() -> None:
    sheet = Sheet(17, 3)
    assert draw_fan(sheet, 0, 0, parse_cards("As Ad 7c 4h 2c"), 17)
    assert text_of(sheet.lines())[1] == "│A♠│A♦│7♣│4♥│2♣ │"
    assert not draw_fan(sheet, 0, 0, parse_cards("As Ad"), 5)


@pytest.mark.parametrize(("room", "edge", "names"), [(17, "╭*─╭──", "│2♠│A♦"), (21, "╭───╭─", "│2♠*│A")])
def test_the_mark_of_a_wild_card_is_seen_below_the_next_one(room: int, edge: str, names: str) -> None:
    sheet = Sheet(room, 3)
    draw_fan(sheet, 0, 0, parse_cards("2s Ad 7c 4h Kc"), room, manner=Manner(wild=frozenset({Card.S2})))
    assert [line[:6] for line in text_of(sheet.lines())[:2]] == [edge, names[:6]]
