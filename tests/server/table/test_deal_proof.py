from __future__ import annotations

import random

import pytest

from railbird_shared.variants import VARIANTS
from support.fair_deals import FairHarness
from support.random_play import choose_action
from support.table_harness import RAIL, table_settings
from support.view_builders import PLAYER_NAMES


def evening(game: str, players: int, dice: random.Random, hands: int) -> FairHarness:
    """A table with fair deals at which random hands were played to their ends; every viewer has checked every card."""
    harness = FairHarness(table_settings(game, seats=players, buy_in=(20, 4000)))
    harness.sit(*PLAYER_NAMES[:players], chips=4000)
    while harness.table.hand_number < hands and harness.outcome.wake_at is not None:
        harness.deal_next_hand()
        while harness.hand_running:
            hand = harness.table.current_hand
            assert hand is not None
            legal = harness.turn.legal
            harness.take(choose_action(legal, list(hand.known_cards[legal.seat]), dice.randrange(10_000)))
    return harness


@pytest.mark.parametrize("game", VARIANTS)
def test_every_card_of_every_game_is_opened_to_those_who_see_it(game: str) -> None:
    players = min(VARIANTS[game].max_seats, len(PLAYER_NAMES))
    harness = evening(game, players, random.Random(game), 3)
    assert len({viewer for viewer, _ in harness.checked}) == players + 1
    assert sum(report.cards for viewer, report in harness.checked if viewer != RAIL) > 2 * players
