from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from railbird_server.rules.variants import VARIANTS
from railbird_shared import events as ev
from railbird_shared.actions import LegalActions
from railbird_shared.cards import Card
from railbird_shared.events import Pot
from railbird_shared.folding import fold
from railbird_shared.messages import Snapshot
from railbird_shared.narration import event_sentence
from railbird_shared.table_limits import PACK_SIZE
from railbird_shared.validation import is_valid
from railbird_shared.view import SeatView, TableView, Turn, You
from support.fake_server import HIGH_HANDS, HOLDEM, empty_step, table_snapshot
from support.type_strategies import strategy_for

SOUND = TableView("t1", "Den", "Wren", HOLDEM, HIGH_HANDS, 40, 400, (SeatView(1, "Wren", 200), None), you=You(1))


def showing(view: TableView) -> Snapshot:
    return replace(table_snapshot(), view=view)


def test_what_a_table_of_two_can_be() -> None:
    assert is_valid(showing(SOUND), 0)
    assert is_valid(showing(replace(SOUND, turn=Turn(2, 1), button=2, pots=(Pot(5, (1, 2)),))), 0)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_at_any_stakes_can_be(game: str) -> None:
    for bet in (0, 500):
        assert is_valid(showing(replace(SOUND, game=VARIANTS[game].make_game(bet))), 0)


@pytest.mark.parametrize(
    "view",
    [
        replace(SOUND, seats=()),
        replace(SOUND, seats=(SeatView(1, "Wren", 200),)),
        replace(SOUND, seats=(None,) * 11, you=You()),
        replace(SOUND, seats=(SeatView(2, "Wren", 200), None)),
        replace(SOUND, seats=(SeatView(1, "Wren", 200, cards=(None,) * 1000), None)),
        replace(SOUND, you=You(2)),
        replace(SOUND, you=You(3)),
        replace(SOUND, you=You(1, legal=LegalActions(seat=3, stack=5))),
        replace(SOUND, turn=Turn(3, 1)),
        replace(SOUND, button=3),
        replace(SOUND, small_blind=3),
        replace(SOUND, big_blind=3),
        replace(SOUND, pots=(Pot(5, (1, 3)),)),
        replace(SOUND, game=replace(HOLDEM, board=10**9)),
        replace(SOUND, game=replace(HOLDEM, cards=-1)),
        replace(SOUND, board=(Card.SA,) * 1000),
        replace(SOUND, you=You(1, (Card.SA,) * 1000)),
    ],
)
def test_what_a_table_of_two_cannot_be(view: TableView) -> None:
    assert not is_valid(showing(view), 0)


def test_news_of_the_seats_that_there_are() -> None:
    news = (ev.HandStarted(1, 1, (1, 2)), ev.CardsDealt(2, down=2), ev.TurnBegan(2, 1), ev.HandVoided(1, "", ((2, 5),)))
    assert is_valid(replace(empty_step(2), public=news, private=(ev.YourSeat(), ev.YourSeat(1))), 2)


@pytest.mark.parametrize(
    "event",
    [
        ev.Folded(3),
        ev.HandStarted(1, 3, (1, 2)),
        ev.HandStarted(1, 1, (1, 3)),
        ev.CardsDealt(1, down=10**9),
        ev.CardsDealt(1, down=-1),
        ev.PotsMade((Pot(5, (3,)),)),
        ev.HandVoided(1, "", ((3, 5),)),
        ev.DealerDrawn(1, ((1, Card.SA), (3, Card.S2))),
        ev.RunChosen(1, 0),
        ev.RunChosen(1, 4),
    ],
)
def test_news_of_seats_or_cards_that_there_are_not(event: ev.PublicEvent) -> None:
    assert not is_valid(replace(empty_step(2), public=(event,)), 2)


def test_private_news_are_looked_at_too() -> None:
    assert not is_valid(replace(empty_step(2), private=(ev.YourSeat(3),)), 2)
    assert not is_valid(replace(empty_step(2), private=(ev.YourTurn(LegalActions(seat=3, stack=5)),)), 2)


@given(strategy_for(ev.PublicEvent | ev.PrivateEvent))
def test_what_is_sound_can_be_folded_and_told(event: object) -> None:
    assert isinstance(event, ev.PublicEvent | ev.PrivateEvent)
    news = (event,) if isinstance(event, ev.PublicEvent) else ()
    yours = () if isinstance(event, ev.PublicEvent) else (event,)
    if is_valid(replace(empty_step(2), public=news, private=yours), len(SOUND.seats)):
        fold(SOUND, event)
        event_sentence(event, SOUND)


def test_a_view_never_grows_beyond_its_seats_nor_a_pack() -> None:
    view = SOUND
    for _ in range(9):
        view = fold(fold(view, ev.CardsDealt(1, down=10)), ev.BoardDealt((Card.SA,) * 10))
    assert (len(view.seats[0].cards if view.seats[0] else ()), len(view.board)) == (PACK_SIZE, PACK_SIZE)
    assert fold(view, ev.PlayerSat(7, "Heron", 100)) == view
