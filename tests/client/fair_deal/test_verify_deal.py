"""Where every card of an opened deck went, told from a record."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.fair_deal.deal_files import deck_lines
from railbird_client.fair_deal.deal_witness import snapshot_seen
from railbird_shared.fair_deal.checker import replay_record
from railbird_shared.fair_deal.record import DealRecord
from railbird_shared.game.cards import PACK, format_cards
from railbird_shared.protocol.actions import Draw
from railbird_shared.protocol.events import DeckDealt
from support.fair_deals import FairHarness
from support.table_harness import table_settings
from support.view_builders import PLAYER_NAMES


def played_hand(game: str, players: int) -> FairHarness:
    """A hand in which everybody calls, and changes as many cards as they may."""
    harness = FairHarness(table_settings(game, seats=players, buy_in=(20, 4000)))
    harness.sit(*PLAYER_NAMES[:players], chips=4000)
    harness.deal_next_hand()
    while harness.hand_running:
        legal = harness.turn.legal
        if legal.max_discards is None:
            harness.act("x" if legal.check else "c")
        else:
            assert harness.table.current_hand
            harness.take(Draw(harness.table.current_hand.known_cards[legal.seat][: legal.max_discards]))
    return harness


def lines_of(harness: FairHarness, record: DealRecord) -> dict[str, str]:
    current = harness.table.current_hand
    assert current
    assert current.record.deck.seeds
    assert deck_lines(replay_record(record)) == []
    lines = deck_lines(replay_record(replace(record, server_seed=current.record.deck.seeds.server)))
    return {line[:8].strip(): line[8:] for line in lines}


def test_every_card_of_the_pack_is_told_once() -> None:
    harness = played_hand("holdem", 3)
    for by_hand in harness.records.values():
        lines = lines_of(harness, by_hand[1])
        assert list(lines) == ["seat 1", "seat 2", "seat 3", "board", "burned", "rest"]
        assert sorted(" ".join(lines.values()).split()) == sorted(map(str, PACK))
        current = harness.table.current_hand
        assert current
        for seat, cards in current.known_cards.items():
            assert lines[f"seat {seat}"] == format_cards(cards)
        assert lines["board"] == format_cards(harness.view().board)


def test_cards_that_were_dealt_before_somebody_came_are_told_as_well() -> None:
    harness = played_hand("holdem", 3)
    record = harness.records[PLAYER_NAMES[0]][1]
    late = replace(record, seat=None, own=None, unasked=False, steps=((snapshot_seen(harness.view(), asked=True),),))
    assert lines_of(harness, late) == lines_of(harness, record)


def test_cards_of_a_reshuffle_are_told_with_those_of_the_deck() -> None:
    harness = played_hand("triple-draw", 6)
    record = harness.records[PLAYER_NAMES[0]][1]
    assert any(event.order for step in record.steps for event in step if isinstance(event, DeckDealt))
    lines = lines_of(harness, record)
    current = harness.table.current_hand
    assert current
    for seat, cards in current.known_cards.items():
        assert {str(card) for card in cards} <= set(lines[f"seat {seat}"].split())


def test_who_came_later_is_told_the_same() -> None:
    harness = played_hand("holdem", 3)
    record = harness.records["Wren"][1]
    view = harness.view("Wren")
    assert view.deal
    late = replace(record, steps=(), resumed=view.deal)
    assert lines_of(harness, late) == lines_of(harness, record)
