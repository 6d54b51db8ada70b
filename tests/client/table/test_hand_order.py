"""The order in which a player sees their cards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.card_art import dealt_positions, own_cards, sort_hand
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_models import OwnSeatViewModel
from railbird_shared.game.announced_game import Game
from railbird_shared.game.cards import Card, format_cards, parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Draw, LegalActions
from railbird_shared.protocol.commands import Act
from railbird_shared.protocol.view import TableView, You
from support.drawn_table import draw_session
from support.key_presses import parse_presses
from support.view_builders import (
    FIVE_CARD_DRAW,
    HOLDEM,
    SEVEN_CARD_STUD,
    draw_view,
    holdem_view,
    snapshot_message,
    step_message,
    stud_view,
)

NOW = 100.0
DEUCES_WILD = replace(FIVE_CARD_DRAW, wild=parse_cards("2s 2h 2d 2c"))


def own_seat_of(session: TableModel, now: float = NOW) -> OwnSeatViewModel:
    model = draw_session(session, now=now).model.own_seat
    assert isinstance(model, OwnSeatViewModel)
    return model


def session_at(view: TableView) -> TableModel:
    session = TableModel(TableOptions())
    session.receive(snapshot_message(view), NOW)
    return session


@pytest.mark.parametrize(
    ("game", "dealt", "shown"),
    [
        (FIVE_CARD_DRAW, "Js 4d 9c 3d 4h", "Js 9c 4h 4d 3d"),
        (FIVE_CARD_DRAW, "9c X Ad As X", "X X As Ad 9c"),
        (DEUCES_WILD, "6c 6s 2s Jd 2h", "2s 2h Jd 6s 6c"),
        (HOLDEM, "8s Th 8c 7d", "Th 8s 8c 7d"),
        (HOLDEM, "4c Ah", "Ah 4c"),
        (SEVEN_CARD_STUD, "4c Ah 2d Kc 4s", "4c Ah 2d Kc 4s"),
    ],
)
def test_cards_are_sorted_high_to_low_except_in_stud(game: Game, dealt: str, shown: str) -> None:
    assert sort_hand(game, parse_cards(dealt)) == parse_cards(shown)


def test_a_partly_hidden_hand_keeps_its_dealt_order() -> None:
    assert sort_hand(FIVE_CARD_DRAW, (None, Card.D4, Card.SA)) == (None, Card.D4, Card.SA)


def test_winning_cards_come_first() -> None:
    shown = sort_hand(HOLDEM, parse_cards("As Kh 4d 2c"), frozenset(parse_cards("4d Kh")))
    assert format_cards(card for card in shown if card) == "Kh 4d As 2c"


def test_two_jokers_have_two_positions() -> None:
    assert dealt_positions(parse_cards("X X As"), parse_cards("X As X")) == (0, 2, 1)


def test_own_cards_are_sorted() -> None:
    view = holdem_view(you=You(1, parse_cards("4c Ah"), "ace high"), turn=None)
    assert own_seat_of(session_at(view)).cards == parse_cards("Ah 4c") == own_cards(view)
    assert own_cards(replace(view, you=You())) == ()
    assert own_seat_of(session_at(stud_view())).cards == parse_cards("Ac 9h 9d 3c Ah")


def test_drawn_cards_are_marked_at_their_sorted_position() -> None:
    view = draw_view(turn=None, you=You(1, parse_cards("Ad Qc 9h 5s 2c"), "ace high"))
    session = session_at(view)
    mine = parse_cards("Ad Qc 2c Ah Kd")
    session.receive(step_message(ev.Drew(1, 2), ev.CardsDealt(1, 2), private=(ev.YourCards(mine, mine[3:]),)), NOW)
    own_seat = own_seat_of(session)
    assert own_seat.cards == parse_cards("Ah Ad Kd Qc 2c")
    assert {own_seat.cards[index] for index in own_seat.fresh} == set(mine[3:])


@pytest.mark.parametrize("digits", ["1", "2 5", "1 3 4", "5 1"])
def test_a_digit_discards_the_card_at_its_displayed_position(digits: str) -> None:
    session = session_at(
        draw_view(you=You(1, parse_cards("4d Js 9c 3d 4h"), "", LegalActions(1, 1415, max_discards=5)))
    )
    for index, press in enumerate(parse_presses(digits)):
        session.press(press, NOW + 1 + index)
    own_seat = own_seat_of(session)
    command = session.press(TableKey.CONFIRM, NOW + 9)
    assert isinstance(command, Act)
    assert isinstance(command.action, Draw)
    assert {own_seat.cards[int(digit) - 1] for digit in digits.split()} == set(command.action.discards)
    assert {own_seat.cards[index] for index in own_seat.discards} == set(command.action.discards)
