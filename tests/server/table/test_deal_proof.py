from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.table import audience
from railbird_server.table.table import Table
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.rotation import ChosenGame
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import game_terms
from railbird_shared.protocol.actions import Draw
from railbird_shared.protocol.events import (
    BoardDealt,
    CardsOpened,
    CardsShown,
    DeckDealt,
    HandShown,
    YourCards,
    YourOpenings,
)
from support.fair_deals import FairHarness, check_record, play_evening, second_faults
from support.house_builders import few_settings
from support.table_harness import RAIL, TableHarness, table_settings
from support.view_builders import PLAYER_NAMES


@pytest.mark.parametrize("game", VARIANTS)
def test_every_card_of_every_game_is_opened_to_those_who_see_it(game: str) -> None:
    players = min(VARIANTS[game].max_seats, len(PLAYER_NAMES))
    harness = play_evening(game, players, random.Random(game), 2)
    records = [record for by_hand in harness.records.values() for record in by_hand.values()]
    assert len(harness.records) == players + 1
    reports = [check_record(record) for record in records]
    assert sum(report.cards for report in reports) > 2 * len(records)
    assert {report.faults for report in reports} == {()}
    for record in harness.records[PLAYER_NAMES[0]].values():
        assert second_faults(record) == []


@pytest.mark.slow
@settings(deadline=None)
@given(few_settings, st.sampled_from(sorted(VARIANTS)), st.integers(2, 6), st.integers(0, 10_000))
def test_every_card_is_opened_whatever_the_house(
    changes: dict[str, object], game: str, players: int, seed: int
) -> None:
    try:
        terms = game_terms(HouseRules(**{"rabbit_hunt": True} | changes), ChosenGame(game))  # type: ignore[arg-type]
    except BadSetup:
        return
    if not terms.can_be_dealt_to(players):
        return
    harness = play_evening(game, players, random.Random(seed), 2, terms)
    for by_hand in harness.records.values():
        for record in by_hand.values():
            assert check_record(record).faults == ()
            assert second_faults(record) == []


def test_a_pack_that_runs_out_is_reshuffled_in_the_order_that_was_committed_to() -> None:
    harness = FairHarness(table_settings("triple-draw", seats=6, buy_in=(20, 4000)))
    harness.sit(*PLAYER_NAMES[:6], chips=4000)
    harness.deal_next_hand()
    while harness.hand_running:
        legal = harness.turn.legal
        if legal.max_discards is None:
            harness.act("x" if legal.check else "c")
        else:
            assert harness.table.current_hand
            held = harness.table.current_hand.known_cards[legal.seat]
            harness.take(Draw(held[: legal.max_discards]))
    (record,) = harness.records[RAIL].values()
    orders = {event.order for step in record.steps for event in step if isinstance(event, DeckDealt)}
    assert {0, 1} <= orders
    current = harness.table.current_hand
    assert current
    assert current.record.deck.seeds
    for by_hand in harness.records.values():
        opened = replace(by_hand[1], server_seed=current.record.deck.seeds.server)
        assert check_record(opened).faults == ()
        assert second_faults(opened) == []


def test_an_opened_deck_follows_from_all_seeds() -> None:
    harness = play_evening("triple-draw", 4, random.Random(5), 2)
    for by_hand in harness.records.values():
        for number, record in by_hand.items():
            current = harness.table.current_hand
            assert current
            if number == current.setup.number:
                seeds = current.record.deck.seeds
                assert seeds
                opened = replace(record, server_seed=seeds.server)
                assert check_record(opened).faults == ()
                assert second_faults(opened) == []
                other = replace(record, server_seed=bytes(32))
                assert len(check_record(other).faults) == 1
                assert len(second_faults(other)) == 1


def test_nobody_gets_the_opening_of_a_card_that_they_do_not_see() -> None:
    """Mucked, burned and folded cards, and those still in the deck, are opened to nobody but their players."""
    harness = play_evening("holdem", 6, random.Random(3), 4)
    for viewer, by_hand in harness.records.items():
        for record in by_hand.values():
            steps = [event for step in record.steps for event in step]
            public = [opening for event in steps if isinstance(event, CardsOpened) for opening in event.openings]
            own = [opening for event in steps if isinstance(event, YourOpenings) for opening in event.openings]
            faces = {card for event in steps if isinstance(event, BoardDealt) for card in event.cards}
            faces |= {card for event in steps if isinstance(event, HandShown) for card in event.cards}
            faces |= {card for event in steps if isinstance(event, CardsShown) for card in event.shown}
            assert {opening.card for opening in public} == faces
            held = {card for event in steps if isinstance(event, YourCards) for card in event.cards}
            assert {opening.card for opening in own} == held, viewer


def test_a_restored_table_tells_the_same_of_the_last_deal() -> None:
    harness = play_evening("triple-draw", 4, random.Random(7), 2)
    table = harness.table
    restored = Table.restored(table.id, table.settings, table.state)
    for viewer in (RAIL, *PLAYER_NAMES[:4]):
        before, after = audience.snapshot(table, viewer), audience.snapshot(restored, viewer)
        assert before.deal is not None
        assert (after.deal, after.you.openings) == (before.deal, before.you.openings)


def test_the_same_hand_without_seeds_proves_nothing_and_deals_as_before() -> None:
    harness = TableHarness(table_settings())
    harness.sit("Wren", "Heron")
    harness.deal_next_hand()
    assert harness.table.current_hand
    assert harness.table.current_hand.proof is None
    assert harness.view().deal is None
