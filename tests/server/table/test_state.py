"""A table brought back from its state goes on as the one that the state was taken from."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_server.table import audience, inputs
from railbird_server.table.table import Table, TableState
from railbird_shared.protocol.commands import ShowHand, Sit, Stand
from support.examples import examples
from support.random_evenings import GAMES, evening_of, play_or_disturb
from support.table_harness import RAIL, TableHarness, from_player, start_table
from support.view_builders import PLAYER_NAMES

STEPS = 80


def bring_back(table: Table) -> Table:
    """The table as it comes back from its state in a journal."""
    kept = msgspec.json.encode(table.state)
    return Table.restored(table.id, table.settings, msgspec.json.decode(kept, type=TableState))


def views_of(table: Table) -> list[object]:
    return [audience.snapshot(table, player) for player in (RAIL, *PLAYER_NAMES)]


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(12))
@given(seed=st.integers(0, 2**32))
def test_a_table_brought_back_between_hands_goes_on_as_before(game: str, ante: int, seed: int) -> None:
    dice = random.Random(seed)
    harness = evening_of(dice, game, ante)
    for _ in range(STEPS):
        if dice.random() < 0.2 and not harness.table.hand_runs:
            before = harness.table
            harness.table = bring_back(before)
            assert views_of(harness.table) == views_of(before)
            assert harness.table.state == before.state
        play_or_disturb(harness, dice)  # the harness folds what the old table said with what the new one says


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(6))
@given(seed=st.integers(0, 2**32))
def test_both_give_the_same_outcome_for_the_same_inputs(game: str, ante: int, seed: int) -> None:
    dice = random.Random(seed)
    harness = Twins(dice, game, ante)
    for _ in range(STEPS):
        if dice.random() < 0.1 and not harness.table.hand_runs:
            harness.twin = bring_back(harness.table)
        play_or_disturb(harness, dice)


class Twins(TableHarness):
    """A table whose twin, brought back from its state, gets every input as well."""

    def __init__(self, dice: random.Random, game: str, ante: int) -> None:
        evening = evening_of(dice, game, ante)
        self.__dict__.update(evening.__dict__)
        self.twin: Table | None = None

    def submit(self, request: inputs.Input) -> list[object]:  # type: ignore[override]
        request = self.with_present_names(request)
        events = super().submit(request)
        if self.twin is not None:
            assert self.twin.handle(request, self.now) == self.outcome
        return [*events]


def test_what_was_shown_after_the_hand_is_still_on_the_table() -> None:
    harness = start_table(stacks=(200, 200))
    harness.deal_next_hand()
    harness.act("f")
    winner = next(seat.name for seat in harness.table.seats.occupied if seat.stack > 200)
    harness.submit(from_player(winner, ShowHand()))
    back = bring_back(harness.table)
    assert views_of(back) == views_of(harness.table)


def test_a_hand_voided_by_the_server_comes_back_voided() -> None:
    harness = start_table(stacks=(200, 200))
    harness.deal_next_hand()
    harness.submit(inputs.VoidHand("The journal cannot be read."))
    assert not harness.table.hand_runs
    back = bring_back(harness.table)
    assert views_of(back) == views_of(harness.table)


def test_a_player_who_left_comes_back_to_a_restored_table_with_what_they_took_away() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.fold_to_end()
    (leaver, *_) = sorted(harness.table.seats.occupied, key=lambda seat: -seat.stack)
    harness.submit(from_player(leaver.name, Stand()))
    harness.table = bring_back(harness.table)
    harness.submit(from_player(leaver.name, Sit()))
    assert harness.seat_of(leaver.name).stack == leaver.stack


def test_a_checkpoint_has_the_keys_of_earlier_releases() -> None:
    """Journals outlive the names of the code."""
    assert TableState.__struct_encode_fields__ == (
        *("host", "seating", "bank", "last_hand", "carried", "passed_out", "carried_from", "halted", "button"),
        *("rotation", "hand_number", "cleared_button", "deal_at", "rest_until", "patience_until", "next_hand_at"),
        *("hands_in_a_row", "faults_in_a_row"),
        *("time_banks", "host_acts", "pause", "waiting", "bomb_pots", "tournament_play", "rail", "owner"),
    )
