"""The order in which a player sees his cards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.layout import plan
from railbird_client.model.options import Options
from railbird_client.model.paint.hero import HeroFace
from railbird_client.model.scene import Connection, scene
from railbird_client.model.sitting import Sitting
from railbird_client.model.sorting import in_order, own_cards, places
from railbird_shared import events as ev
from railbird_shared.actions import Draw, LegalActions
from railbird_shared.cards import Card, parse_cards, write_cards
from railbird_shared.commands import Act
from railbird_shared.games import Game
from railbird_shared.view import TableView, You
from tables import draw, holdem, snapshot, step, stud
from viewing import FIVE_CARD_DRAW, HOLDEM, SEVEN_CARD_STUD

NOW = 100.0
DEUCES_WILD = replace(FIVE_CARD_DRAW, wild=parse_cards("2s 2h 2d 2c"))


def hero_of(sitting: Sitting, now: float = NOW) -> HeroFace:
    view = sitting.shown
    assert view is not None
    laid = plan(80, 24, family=view.game.family, places=len(view.seats), viewer=1)
    face = scene(sitting, view, laid, Connection(), now, typing=False).hero
    assert isinstance(face, HeroFace)
    return face


def sitting_at(view: TableView) -> Sitting:
    sitting = Sitting(Options())
    sitting.hear(snapshot(view), NOW)
    return sitting


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
def test_cards_are_sorted_where_their_order_means_nothing(game: Game, dealt: str, shown: str) -> None:
    assert in_order(game, parse_cards(dealt)) == parse_cards(shown)


def test_a_hand_that_is_not_known_in_full_stays_as_it_was_dealt() -> None:
    assert in_order(FIVE_CARD_DRAW, (None, Card.D4, Card.SA)) == (None, Card.D4, Card.SA)


def test_those_that_won_come_first() -> None:
    shown = in_order(HOLDEM, parse_cards("As Kh 4d 2c"), frozenset(parse_cards("4d Kh")))
    assert write_cards(card for card in shown if card) == "Kh 4d As 2c"


def test_two_jokers_lie_in_two_places() -> None:
    assert places(parse_cards("X X As"), parse_cards("X As X")) == (0, 2, 1)


def test_the_own_cards_are_seen_sorted() -> None:
    view = holdem(you=You(1, parse_cards("4c Ah"), "ace high"), turn=None)
    assert hero_of(sitting_at(view)).cards == parse_cards("Ah 4c") == own_cards(view)
    assert own_cards(replace(view, you=None)) == ()
    assert hero_of(sitting_at(stud())).cards == parse_cards("Ac 9h 9d 3c Ah")


def test_drawn_cards_are_marked_where_they_stand_now() -> None:
    view = draw(turn=None, you=You(1, parse_cards("Ad Qc 9h 5s 2c"), "ace high"))
    sitting = sitting_at(view)
    mine = parse_cards("Ad Qc 2c Ah Kd")
    sitting.hear(step(ev.Drew(1, 2), ev.CardsDealt(1, 2), yours=(ev.YourCards(mine, mine[3:]),)), NOW)
    face = hero_of(sitting)
    assert face.cards == parse_cards("Ah Ad Kd Qc 2c")
    assert {face.cards[index] for index in face.fresh} == set(mine[3:])


@pytest.mark.parametrize("digits", ["1", "2 5", "1 3 4", "5 1"])
def test_a_digit_throws_away_the_card_that_stands_in_its_place(digits: str) -> None:
    sitting = sitting_at(draw(you=You(1, parse_cards("4d Js 9c 3d 4h"), "", LegalActions(1, 1415, draw=5))))
    for index, digit in enumerate(digits.split()):
        sitting.desk.press(digit, NOW + 1 + index)
    face = hero_of(sitting)
    command = sitting.desk.press("confirm", NOW + 9)
    assert isinstance(command, Act)
    assert isinstance(command.action, Draw)
    assert {face.cards[int(digit) - 1] for digit in digits.split()} == set(command.action.discards)
    assert {face.cards[index] for index in face.thrown} == set(command.action.discards)
