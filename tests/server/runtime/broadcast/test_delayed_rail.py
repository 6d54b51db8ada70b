"""A delayed rail is sent nothing of a hand before its time, and no card of a player who has not consented."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

import pytest

from railbird_server.rules.events import Dealt
from railbird_server.runtime.broadcast import delay_queue
from railbird_server.runtime.broadcast.broadcaster import Broadcaster
from railbird_server.runtime.broadcast.bus import public_frame
from railbird_server.runtime.broadcast.delay_queue import DelayQueue, Shown
from railbird_server.table import audience
from railbird_server.table.outcome import FullEvent
from railbird_server.table.seats import Seat
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.events import RailCards
from railbird_shared.protocol.messages import HandChances
from railbird_shared.protocol.rail_terms import RailTerms
from support.delayed_rails import watch_delayed_rail

BY_HANDS, BY_SECONDS = RailTerms(delay_hands=2), RailTerms(delay_seconds=20)


@pytest.mark.parametrize(("game", "terms"), [("holdem", BY_HANDS), ("five-card-draw", BY_SECONDS)])
def test_a_delayed_rail_is_sent_no_secret_and_nothing_before_its_time(game: str, terms: RailTerms) -> None:
    search = watch_delayed_rail(game, terms, seconds=120)
    assert not search.found, search.found[:3]
    assert search.searched > 300
    assert search.truth.secrets_shown, "the rail has seen cards of players who consented"
    assert search.truth.chances_told, "the rail has been told chances"
    assert search.compared, "a view folded from what the rail is sent is the snapshot"


@pytest.mark.parametrize("terms", [RailTerms(delay_hands=8), RailTerms(delay_seconds=60)])
def test_a_rail_with_more_to_see_than_there_is_room_for_goes_on_from_whole_tables(
    monkeypatch: pytest.MonkeyPatch, terms: RailTerms
) -> None:
    monkeypatch.setattr(delay_queue, "MAX_WAITING", 40)
    search = watch_delayed_rail("holdem", terms, seconds=200)
    assert not search.found, search.found[:3]
    assert search.truth.secrets_shown, "the rail has gone on"
    assert search.left_out, "something was left out"


def test_a_rail_that_is_shown_the_present_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broadcaster, "sees_past", lambda _self, _viewer: False)
    assert "before its time" in watch_delayed_rail("holdem", BY_HANDS, seconds=20).found[0]


def test_chances_of_the_present_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_everybody(self: Broadcaster, chances: HandChances) -> None:
        self._broadcast(public_frame(chances))

    monkeypatch.setattr(Broadcaster, "send_chances", tell_everybody)
    found = watch_delayed_rail("holdem", BY_HANDS, seconds=120).found
    assert any("chances of hand" in each for each in found)


def test_a_queue_that_does_not_wait_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def take_at_once(self: DelayQueue, _now: int) -> Shown | None:
        return self._waiting.popleft().shown if self._waiting else None

    monkeypatch.setattr(DelayQueue, "take", take_at_once)
    assert watch_delayed_rail("holdem", BY_HANDS, seconds=20).found
    assert watch_delayed_rail("holdem", BY_SECONDS, seconds=20).found


def test_cards_shown_without_consent_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def cards_of_all(events: Iterable[FullEvent], _occupied: Iterable[Seat]) -> tuple[RailCards, ...]:
        return tuple(RailCards(event.seat, event.holding) for event in events if isinstance(event, Dealt))

    monkeypatch.setattr(audience, "rail_cards", cards_of_all)
    assert any("of hand" in each for each in watch_delayed_rail("holdem", BY_HANDS, seconds=60).found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "terms"),
    list(
        zip(
            VARIANTS,
            cycle([BY_HANDS, BY_SECONDS, RailTerms(delay_hands=1, delay_seconds=5, speaks=True)]),
            strict=False,
        )
    ),
)
def test_no_game_tells_a_delayed_rail_a_secret(game: str, terms: RailTerms) -> None:
    search = watch_delayed_rail(game, terms, seconds=200)
    assert not search.found, search.found[:3]
