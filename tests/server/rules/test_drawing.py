"""The draw: turns, refusals, and the fifth card."""

from __future__ import annotations

import pytest

from hands import deck_of
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.drawing import DrawRound, Exchange
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import Burned, Dealt, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.actions import Check, Draw
from railbird_shared.cards import PACK, Card, parse_cards

WREN, HERON = "Ah Kd 9c 7s 2d", "Qh Qd 8c 5s 3d"


def drawing(*hands: str) -> tuple[DrawRound, list[Player]]:
    """A draw by players who hold these cards, over a pack that gives 4c 4d 4h 4s 6c 6d 6h 6s next."""
    players = []
    for seat, cards in enumerate(hands, start=1):
        player = Player(seat, 100)
        player.take(parse_cards(cards), face_down=True)
        players.append(player)
    deck = deck_of("".join(hands) + "4c 4d 4h 4s 6c 6d 6h 6s")
    dealer = Dealer(deck, PACK, hold_bottom=True)
    for _ in range(5 * len(hands)):
        dealer.deal()
    return DrawRound(players, dealer, Exchange(5)), players


def draw(betting: DrawRound, discards: str = "") -> list[RulesEvent]:
    return betting.apply(betting.legal(), Draw(parse_cards(discards)))


def test_each_player_in_turn_gets_as_many_cards_as_he_threw_away() -> None:  # VT-5D-6
    draws, players = drawing(WREN, HERON)
    draw(draws, "9c 7s 2d")
    draw(draws, "3d")
    assert players[0].cards == list(parse_cards("Ah Kd 4c 4d 4h"))
    assert players[1].cards == list(parse_cards("Qh Qd 8c 5s 4s"))
    assert draws.to_act is None


def test_standing_pat_changes_nothing() -> None:  # VT-5D-7
    draws, players = drawing(WREN, HERON)
    draw(draws)
    assert players[0].cards == list(parse_cards(WREN))
    assert players[0].drew == 0


def test_nobody_is_given_five_cards_running() -> None:  # VT-5D-12
    draws, players = drawing(WREN, HERON)
    draw(draws, WREN)
    assert len(players[0].cards) == 4
    events = draw(draws, "5s 3d")
    assert players[0].cards == list(parse_cards("4c 4d 4h 4s 6h"))
    assert players[1].cards == list(parse_cards("Qh Qd 8c 6c 6d"))
    assert isinstance(events[-1], Dealt)
    assert not [event for event in events if isinstance(event, Burned)]


def test_a_card_is_burned_before_the_fifth_when_nobody_else_drew() -> None:  # VT-5D-13
    draws, players = drawing(WREN, HERON)
    draw(draws, WREN)
    events = draw(draws)
    assert Burned(Card("6c")) in events
    assert players[0].cards == list(parse_cards("4c 4d 4h 4s 6d"))


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (Check(), "draw-first"),
        (Draw(parse_cards("Ah Kd 9c 7s 2d 2c")), "too-many"),
        (Draw(parse_cards("Qh")), "not-yours"),
        (Draw(parse_cards("Ah Ah")), "not-yours"),
    ],
)
def test_an_illegal_draw_is_refused_and_changes_nothing(act: Check | Draw, code: str) -> None:
    draws, players = drawing(WREN, HERON)
    with pytest.raises(IllegalAction) as refusal:
        draws.apply(draws.legal(), act)
    assert refusal.value.code == code
    assert players[0].cards == list(parse_cards(WREN))
    assert draws.to_act is players[0]
