"""Drawn cards in every size and state."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.card_art import (
    DEFAULT_STYLE,
    CardState,
    CardStyle,
    card_faces,
    card_label,
    card_row,
    card_span,
    is_given_up,
)
from railbird_client.drawing.palette import find_look
from railbird_client.drawing.text_roles import TextRole, find_colour, suit_role
from railbird_shared.game.cards import JOKER, Card, Suit, parse_cards
from railbird_shared.protocol.view import LastAct
from support.plain_text import plain_lines
from support.view_builders import seat_view


def test_a_folded_hand_is_given_up_unless_shown() -> None:
    folded = seat_view(1, folded=True, last=LastAct.FOLDED)
    assert is_given_up(folded)
    assert not is_given_up(replace(folded, last_act=LastAct.SHOWED))
    assert not is_given_up(seat_view(1, last=LastAct.SHOWED))


def face(card: Card | None, style: CardStyle = DEFAULT_STYLE) -> list[str]:
    return plain_lines(card_faces((card,), style))


def card_row_text(cards: str, style: CardStyle, gap: str = " ") -> str:
    return "".join(span.text for span in card_row(parse_cards(cards), style, gap=gap))


def test_the_face_of_a_card() -> None:
    assert face(Card.DK) == ["╭───╮", "│K♦ │", "╰───╯"]


def test_card_backs() -> None:
    assert card_span(None).text == "▒▒"
    assert face(None) == ["╭───╮", "│▒▒▒│", "╰───╯"]


def test_faces_lie_side_by_side() -> None:
    assert plain_lines(card_faces(parse_cards("As Ad")))[1] == "│A♠ │ │A♦ │"


def test_the_joker_label_takes_two_cells() -> None:
    assert card_label(JOKER) == "X☻"
    assert face(JOKER)[1] == "│X☻ │"


@pytest.mark.parametrize(
    ("winning", "role"),
    [(None, TextRole.CARD), (Card.DK, TextRole.CARD_FRESH), (Card.CK, TextRole.CARD_DIMMED)],
)
def test_the_card_state_is_shown_at_the_edge(winning: Card | None, role: TextRole) -> None:
    style = CardStyle(winning_cards=None if winning is None else frozenset({winning}))
    assert card_faces((Card.DK,), style)[0][0].role is role
    assert card_faces((Card.DK,), dimmed=True)[1][1].role is TextRole.CARD_DIMMED


def test_four_colours_or_two() -> None:
    assert len({suit_role(suit) for suit in Suit if suit is not Suit.NONE}) == 4
    palette = find_look(two_colour=True).palette
    colours = {suit: find_colour(palette, suit_role(suit).value.text) for suit in Suit}
    assert colours[Suit.DIAMONDS] == colours[Suit.HEARTS]
    on_cards = {suit: find_colour(palette, suit_role(suit, on_card=True).value.text) for suit in Suit}
    assert on_cards[Suit.CLUBS] == on_cards[Suit.SPADES] != on_cards[Suit.HEARTS]


def test_a_row_of_small_cards() -> None:
    cards = (None, *parse_cards("Ks 4d"))
    assert "".join(span.text for span in card_row(cards)) == "▒▒ K♠ 4♦"
    assert "".join(span.text for span in card_row(cards, gap="")) == "▒▒K♠4♦"
    assert card_row(()) == []


def test_a_winning_card_has_a_heavy_edge() -> None:
    won = CardStyle(winning_cards=frozenset({Card.DK}))
    assert face(Card.DK, won) == ["┏━━━┓", "┃K♦ ┃", "┗━━━┛"]
    assert face(Card.CK, won)[0] == "╭───╮"


def test_a_wild_card_is_marked() -> None:
    deuces = CardStyle(wild=frozenset({Card.S2}))
    assert card_row_text("2s", deuces) == "2♠*"
    assert face(Card.S2, deuces)[1] == "│2♠*│"


def test_a_joker_needs_no_mark() -> None:
    deuces = CardStyle(wild=frozenset({Card.S2, JOKER}))
    assert card_row_text("2s 2h X", deuces) == "2♠* 2♥ X☻"


def test_the_card_state_follows_from_the_winning_cards() -> None:
    shown = CardStyle(winning_cards=frozenset({Card.DK}))
    assert [shown.state_of(card) for card in (Card.DK, Card.CK, None)] == [
        CardState.WINNING,
        CardState.DIMMED,
        CardState.PLAIN,
    ]
    assert CardStyle().state_of(Card.DK) is CardState.PLAIN


def test_small_winning_cards_are_in_brackets() -> None:
    won = CardStyle(winning_cards=frozenset(parse_cards("Kd 9s Kc")))
    assert card_row_text("Kd 9s 4h 2c Kc", won) == "[K♦ 9♠]4♥ 2♣[K♣]"
    assert card_row_text("Kd 9s 4h 2c", won, gap="") == "[K♦9♠]4♥2♣"
    assert card_row_text("4h 2c", won) == "4♥ 2♣"
    assert {run.role for run in card_row(parse_cards("4h 2c"), won) if run.text.strip()} == {TextRole.FAINT}


def test_cards_of_the_low_half_are_lit_apart_from_those_of_the_high() -> None:
    ace, king, two, nine = parse_cards("As Ks 2d 9c")
    style = CardStyle(winning_cards=frozenset({ace, king}), winning_low_cards=frozenset({ace, two}))
    assert "".join(span.text for span in card_row((king, ace, two, nine), style)) == "[K♠]{A♠}(2♦)9♣"
    states = [style.state_of(card) for card in (king, ace, two, nine)]
    assert states == [CardState.WINNING, CardState.WINNING_BOTH, CardState.WINNING_LOW, CardState.DIMMED]
