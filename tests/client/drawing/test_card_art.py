"""Drawn cards in every size and state."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.canvas import Canvas
from railbird_client.drawing.card_art import (
    CardSize,
    CardState,
    CardStyle,
    card_label,
    card_row,
    draw_card,
    draw_fan,
    is_given_up,
)
from railbird_client.drawing.text_roles import TextRole, suit_role
from railbird_shared.game.cards import JOKER, Card, Suit, parse_cards
from railbird_shared.protocol.view import LastAct
from support.plain_text import plain_lines
from support.view_builders import seat_view


def test_a_folded_hand_is_given_up_unless_shown() -> None:
    folded = seat_view(1, folded=True, last=LastAct.FOLDED)
    assert is_given_up(folded)
    assert not is_given_up(replace(folded, last_act=LastAct.SHOWED))
    assert not is_given_up(seat_view(1, last=LastAct.SHOWED))


def card_lines(card: Card | None, size: CardSize, state: CardState = CardState.PLAIN, mark: str = "") -> list[str]:
    canvas = Canvas(size.width + 1, size.height)
    draw_card(canvas, 0, 0, card, size, state=state, mark=mark)
    return [line.rstrip() for line in plain_lines(canvas.lines())]


def card_row_text(cards: str, style: CardStyle, gap: str = " ") -> str:
    return "".join(span.text for span in card_row(parse_cards(cards), style, gap=gap))


def test_a_card_in_every_size() -> None:
    assert card_lines(Card.DK, CardSize.SMALL) == ["K♦"]
    assert card_lines(Card.DK, CardSize.MEDIUM) == ["╭───╮", "│K♦ │", "╰───╯"]
    assert card_lines(Card.DK, CardSize.LARGE) == ["╭─────╮", "│K    │", "│  ♦  │", "│    K│", "╰─────╯"]


def test_card_backs() -> None:
    assert card_lines(None, CardSize.SMALL) == ["▒▒"]
    assert card_lines(None, CardSize.MEDIUM) == ["╭───╮", "│▒▒▒│", "╰───╯"]


def test_the_joker_label_takes_two_cells() -> None:
    assert card_label(JOKER) == "X☻"
    assert card_lines(JOKER, CardSize.LARGE)[1:4] == ["│X    │", "│  ☻  │", "│    X│"]


@pytest.mark.parametrize(
    ("state", "role"),
    [
        (CardState.PLAIN, TextRole.CARD),
        (CardState.FRESH, TextRole.CARD_FRESH),
        (CardState.DIMMED, TextRole.CARD_DIMMED),
    ],
)
def test_the_card_state_is_shown_at_the_edge(state: CardState, role: TextRole) -> None:
    canvas = Canvas(5, 3)
    draw_card(canvas, 0, 0, Card.DK, CardSize.MEDIUM, state=state)
    assert canvas.lines()[0][0].role is role


def test_four_colours_or_two() -> None:
    assert len({suit_role(suit) for suit in Suit if suit is not Suit.NONE}) == 4
    assert suit_role(Suit.DIAMONDS, two_colour=True) is TextRole.HEART
    assert suit_role(Suit.CLUBS, two_colour=True, on_card=True) is TextRole.CARD_SPADE


def test_a_row_of_small_cards() -> None:
    cards = (None, *parse_cards("Ks 4d"))
    assert "".join(span.text for span in card_row(cards)) == "▒▒ K♠ 4♦"
    assert "".join(span.text for span in card_row(cards, gap="")) == "▒▒K♠4♦"
    assert card_row(()) == []


def test_a_winning_card_has_a_heavy_edge() -> None:
    assert card_lines(Card.DK, CardSize.MEDIUM, CardState.WINNING) == ["┏━━━┓", "┃K♦ ┃", "┗━━━┛"]
    assert card_lines(Card.DK, CardSize.LARGE, CardState.WINNING)[0] == "┏━━━━━┓"
    assert card_lines(Card.DK, CardSize.MEDIUM, CardState.DIMMED)[0] == "╭───╮"


def test_a_wild_card_is_marked_in_every_size() -> None:
    assert card_lines(Card.S2, CardSize.SMALL, mark="*") == ["2♠*"]
    assert card_lines(Card.S2, CardSize.MEDIUM, mark="*")[1] == "│2♠*│"
    assert card_lines(Card.S2, CardSize.LARGE, mark="*")[1:4] == ["│2*   │", "│  ♠  │", "│   *2│"]


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


def test_labels_of_overlapping_cards_stay_readable() -> None:
    canvas = Canvas(17, 3)
    assert draw_fan(canvas, 0, 0, parse_cards("As Ad 7c 4h 2c"), 17)
    assert plain_lines(canvas.lines())[1] == "│A♠│A♦│7♣│4♥│2♣ │"
    assert not draw_fan(canvas, 0, 0, parse_cards("As Ad"), 5)


@pytest.mark.parametrize(("room", "edge", "names"), [(17, "╭*─╭──", "│2♠│A♦"), (21, "╭───╭─", "│2♠*│A")])
def test_the_wild_mark_of_an_overlapped_card_stays_visible(room: int, edge: str, names: str) -> None:
    canvas = Canvas(room, 3)
    draw_fan(canvas, 0, 0, parse_cards("2s Ad 7c 4h Kc"), room, style=CardStyle(wild=frozenset({Card.S2})))
    assert [line[:6] for line in plain_lines(canvas.lines())[:2]] == [edge, names[:6]]


def test_cards_of_the_low_half_are_lit_apart_from_those_of_the_high() -> None:
    ace, king, two, nine = parse_cards("As Ks 2d 9c")
    style = CardStyle(winning_cards=frozenset({ace, king}), winning_low_cards=frozenset({ace, two}))
    assert "".join(span.text for span in card_row((king, ace, two, nine), style)) == "[K♠]{A♠}(2♦)9♣"
    states = [style.state_of(card) for card in (king, ace, two, nine)]
    assert states == [CardState.WINNING, CardState.WINNING_BOTH, CardState.WINNING_LOW, CardState.DIMMED]
