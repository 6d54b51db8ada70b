"""A table is its inputs replayed: cut off at any entry, it comes back as it was, and damage costs one hand at most."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.runtime.tables.recovery import (
    HAND_VOIDED,
    TABLE_SET_BACK,
    Recovered,
    ReplayFailed,
    recover,
    replay_faults,
)
from railbird_server.runtime.tables.table_journal import checkpoint_of
from railbird_server.store.records import Change, Entry, StoredTable
from railbird_server.table import hand_in_progress, inputs
from railbird_server.table.table import Table
from railbird_shared.protocol.actions import Fold
from railbird_shared.protocol.commands import Act, AddChips, Resume, Sit, Stand
from support.examples import examples
from support.journaled_tables import (
    FIRST_EPOCH,
    VIEWERS,
    JournaledTable,
    adopt,
    balances_of,
    check_books,
    damaged,
    play_evening,
    stored_table,
    views_of,
)
from support.random_evenings import GAMES, play_or_disturb, random_terms, seated_evening
from support.table_harness import from_player, table_settings

pytestmark = pytest.mark.slow

INPUTS = 60


def evening(game: str, ante: int, seed: int) -> tuple[JournaledTable, random.Random]:
    """A random evening of some hands."""
    dice = random.Random(seed)
    harness = seated_evening(dice, JournaledTable(random_terms(dice, game, ante)))
    play_evening(harness, dice, inputs_wanted=INPUTS)
    return harness, dice


def three_in_a_hand() -> JournaledTable:
    """Three players with 200 each, the first of whom has raised in the second hand; the first hand was folded."""
    harness = JournaledTable(table_settings())
    harness.sit("Wren", "Heron", "Jay", chips=200)
    harness.deal_next_hand()
    harness.fold_to_end()
    harness.deal_next_hand()
    harness.act("r 20")
    harness.act("c")
    return harness


def entry_of(stored: StoredTable, test: Callable[[Entry], bool]) -> int:
    """The number of the last entry that passes the test."""
    return next(entry.number for entry in reversed(stored.entries) if test(entry))


def is_deal(entry: Entry) -> bool:
    return isinstance(entry.input, inputs.Deal)


def is_act(entry: Entry) -> bool:
    return isinstance(entry.input, inputs.PlayerCommand) and isinstance(entry.input.command, Act)


def stacks(table: Table) -> dict[str, int]:
    return {seat.name: seat.stack for seat in table.seats.occupied}


# --- cut off anywhere


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(8))
@given(seed=st.integers(0, 2**32))
def test_a_table_cut_off_at_any_entry_comes_back_as_it_was(game: str, ante: int, seed: int) -> None:
    harness, dice = evening(game, ante, seed)
    for cut in dice.sample(range(1, len(harness.moments) + 1), 12):
        recovered, moment = harness.recover(cut), harness.moments[cut - 1]
        live = recovered.live
        assert (recovered.fault, live.notice, recovered.corrections) == ("", "", ())
        assert views_of(live.table) == moment.views
        assert (live.steps.epoch, live.steps.seq, live.steps.digest) == (moment.epoch, moment.seq, moment.digest)
        assert live.table.hand_runs == moment.hand_runs
        assert live.journal.last_entry == cut
        assert live.time.now() == moment.at
        check_books(live.table, harness.balances(cut))


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(8))
@given(seed=st.integers(0, 2**32))
def test_it_goes_on_as_the_one_that_was_never_cut_off(game: str, ante: int, seed: int) -> None:
    harness, dice = evening(game, ante, seed)
    cut = dice.randrange(1, len(harness.moments))
    live = harness.recover(cut).live
    for change, moment in zip(harness.changes[cut:], harness.moments[cut:], strict=True):
        outcome = live.table.handle(moment.request, moment.at)
        assert outcome == moment.outcome
        if isinstance(moment.request, inputs.HostChanged):
            live.journal.note_epoch(moment.request, outcome, moment.epoch, moment.at)
        else:
            live.journal.note(moment.request, outcome, moment.at)
        kept = live.journal.take()
        assert (kept.entries, kept.movements, kept.hands) == (change.entries, change.movements, change.hands)
        assert views_of(live.table) == moment.views


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(8))
@given(seed=st.integers(0, 2**32))
def test_whoever_resumes_gets_the_very_frames_they_missed(game: str, ante: int, seed: int) -> None:
    harness, _ = evening(game, ante, seed)
    entries = len(harness.moments)
    stored = harness.stored(entries)
    steps = harness.recover(entries).live.steps
    earlier = stored.checkpoints[:-1]
    first = max((start.seq for start in earlier if start.epoch == steps.epoch), default=0)
    assert first == 0 or steps.seq >= first
    for viewer in VIEWERS:
        for seq in range(max(first, steps.seq - 64), steps.seq + 1):
            sent = [step.private.get(viewer, step.public) for step in harness.steps if step.seq > seq]
            assert steps.missed_frames(Resume("t1", steps.epoch, seq), viewer) == sent
        assert steps.missed_frames(Resume("t1", steps.epoch, steps.seq + 1), viewer) is None
        assert steps.missed_frames(Resume("t1", "another", 0), viewer) is None


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(6))
@given(seed=st.integers(0, 2**32))
def test_a_checkpoint_is_the_table_replayed_up_to_it(game: str, ante: int, seed: int) -> None:
    harness, _ = evening(game, ante, seed)
    entries = tuple(entry for change in harness.changes for entry in change.entries)
    whole = replace(harness.stored(0), entries=entries)
    for change in harness.changes:
        if kept := change.checkpoint:
            before = tuple(entry for entry in entries if entry.number <= kept.entry)
            balances = harness.balances(kept.entry)
            live = recover(replace(whole, entries=before, last_entry=kept.entry, balances=balances), lambda: 0).live
            commands = live.journal.commands
            assert checkpoint_of(live.table, live.steps, entry=kept.entry, at=kept.at, commands=commands) == kept


def test_who_has_not_heard_of_the_first_hand_s_end_gets_its_very_frames() -> None:
    harness = JournaledTable(table_settings())
    harness.sit("Wren", "Heron", chips=200)
    harness.deal_next_hand()
    heard = harness.journal.last_entry
    harness.fold_to_end()
    harness.deal_next_hand()  # with which the checkpoint of the first hand is kept
    stored = harness.stored(len(harness.moments))
    assert len(stored.checkpoints) == 1
    steps = harness.recover(len(harness.moments)).live.steps
    sent = [step.private.get("Wren", step.public) for step in harness.steps[heard:]]
    assert sent
    assert steps.missed_frames(Resume("t1", steps.epoch, steps.seq - len(sent)), "Wren") == sent


def test_a_hand_that_ended_after_the_return_is_kept_with_its_players() -> None:
    harness = three_in_a_hand()
    live = harness.recover(len(harness.moments)).live
    while live.table.hand_runs:
        assert live.table.current_hand
        assert live.table.current_hand.turn
        turn = live.table.current_hand.turn
        seat = live.table.seats.at(turn.seat)
        assert seat
        request = from_player(seat.name, Act(hand=live.table.hand_number, turn=turn.turn, action=Fold()))
        live.journal.note(request, live.table.handle(request, 0), 0)
    hand = live.journal.take().hands[0].finished
    assert {player.name for player in hand.players.values()} == {"Wren", "Heron", "Jay"}


def test_several_hands_in_one_request_leave_a_checkpoint_after_the_last_that_ended() -> None:
    harness = three_in_a_hand()
    harness.fold_to_end()
    harness.changes.clear()
    live = harness.recover(0).live
    assert live.table.hand_number == 0
    harness = JournaledTable(table_settings())
    harness.sit("Wren", "Heron", chips=200)
    harness.deal_next_hand()
    request = from_player(harness.player_to_act, Act(hand=1, turn=harness.turn.turn, action=Fold()))
    harness.journal.note(request, harness.table.handle(request, 0), 0)
    ended = harness.journal.last_entry
    deal = inputs.Deal(harness.next_deck())
    harness.journal.note(deal, harness.table.handle(deal, 0), 0)
    change = harness.journal.take()
    assert [entry.number for entry in change.entries] == [ended, ended + 1]
    assert change.checkpoint
    assert change.checkpoint.entry == ended
    assert harness.table.hand_runs


# --- damage


def alter_deck(stored: StoredTable) -> StoredTable:
    number = entry_of(stored, is_deal)
    (deal,) = (entry.input for entry in stored.entries if entry.number == number)
    assert isinstance(deal, inputs.Deal)
    cards = deal.deck.cards
    return damaged(stored, number, input=inputs.Deal(replace(deal.deck, cards=cards[::-1])))


def alter_act(stored: StoredTable) -> StoredTable:
    number = entry_of(stored, is_act)
    (act,) = (entry.input for entry in stored.entries if entry.number == number)
    assert isinstance(act, inputs.PlayerCommand)
    assert isinstance(act.command, Act)
    return damaged(stored, number, input=replace(act, command=replace(act.command, action=Fold())))


def alter_digest(stored: StoredTable) -> StoredTable:
    return damaged(stored, stored.last_entry, digest="0" * 64)


def drop_deal(stored: StoredTable) -> StoredTable:
    number = entry_of(stored, is_deal)
    return replace(stored, entries=tuple(entry for entry in stored.entries if entry.number != number))


def drop_act(stored: StoredTable) -> StoredTable:
    return replace(stored, entries=(*stored.entries[:-2], stored.entries[-1]))


def drop_last(stored: StoredTable) -> StoredTable:
    return replace(stored, entries=stored.entries[:-1])


def swap_two(stored: StoredTable) -> StoredTable:
    *first, one, other = stored.entries
    return replace(stored, entries=(*first, other, one))


DAMAGES = (alter_deck, alter_act, alter_digest, drop_deal, drop_act, drop_last, swap_two)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_hand_that_does_not_come_out_as_it_was_is_void_and_all_chips_are_back(
    damage: Callable[[StoredTable], StoredTable],
) -> None:
    harness = three_in_a_hand()
    before = harness.recover(entry_before_hand(harness)).live.table
    recovered = recover(damage(harness.stored(len(harness.moments))), lambda: 0)
    live = recovered.live
    assert recovered.set_back
    assert recovered.fault
    assert live.notice == HAND_VOIDED.format(2)
    assert not live.table.hand_runs
    assert stacks(live.table) == stacks(before)
    assert live.table.bank.accounts == before.bank.accounts
    assert recovered.corrections == ()
    assert live.steps.epoch != FIRST_EPOCH
    assert live.steps.missed_frames(Resume("t1", FIRST_EPOCH, 1), "Wren") is None
    check_goes_on(recovered, harness.changes, harness)


def entry_before_hand(harness: JournaledTable) -> int:
    (number,) = (entry.number for change in harness.changes[-3:-2] for entry in change.entries)
    return number - 1


def check_goes_on(recovered: Recovered, changes: list[Change], harness: JournaledTable) -> None:
    """The table begins afresh, comes back from that as well, and plays on."""
    live = recovered.live
    entry, at = live.journal.last_entry, live.time.now()
    start = checkpoint_of(live.table, live.steps, entry=entry, at=at, commands=live.journal.commands)
    afresh = [*changes, Change(movements=recovered.corrections, checkpoint=start, afresh=True)]
    check_books(live.table, balances_of(afresh, live.table.id))
    again = recover(stored_table(harness.opened, afresh), lambda: 0)
    assert (again.fault, again.live.notice) == ("", "")
    assert views_of(again.live.table) == views_of(live.table)
    assert (again.live.steps.epoch, again.live.steps.seq) == (live.steps.epoch, 0)
    player = adopt(again)
    dice = random.Random(7)
    for _ in range(40):
        play_or_disturb(player, dice)


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(8))
@example(seed=42215000)  # the very first entry, beside a checkpoint
@given(seed=st.integers(0, 2**32))
def test_damage_anywhere_never_makes_or_loses_chips(game: str, ante: int, seed: int) -> None:
    harness, dice = evening(game, ante, seed)
    entries = dice.randrange(INPUTS // 2, INPUTS)
    stored = harness.stored(entries)
    assume(stored.entries)
    victim = dice.choice(stored.entries).number
    if dice.random() < 0.5:
        hurt = damaged(stored, victim, digest="0" * 64)
    else:
        hurt = replace(stored, entries=tuple(entry for entry in stored.entries if entry.number != victim))
    recovered = recover(hurt, lambda: 0)
    assert replay_faults(hurt)
    newest = stored.checkpoints[-1].entry if stored.checkpoints else 0
    if victim <= newest:
        assert (recovered.fault, recovered.set_back) == ("", False), "the later checkpoint is as good"
        assert views_of(recovered.live.table) == harness.moments[entries - 1].views
    else:
        assert recovered.set_back
        check_goes_on(recovered, harness.changes[:entries], harness)


def test_damage_between_two_hands_leaves_the_hand_before_as_it_ended() -> None:
    harness = three_in_a_hand()
    harness.fold_to_end()
    chips = stacks(harness.table)
    (broke, *_) = sorted(chips, key=lambda name: chips[name])
    harness.submit(from_player(broke, AddChips(chips=200 - chips[broke])))
    stored = harness.stored(len(harness.moments))
    recovered = recover(damaged(stored, stored.last_entry, digest="0" * 64), lambda: 0)
    assert recovered.live.notice == TABLE_SET_BACK
    assert stacks(recovered.live.table) == stacks(harness.table)
    assert recovered.live.table.hand_number == 2


def test_a_seat_whose_entry_is_lost_is_empty_and_its_chips_go_back() -> None:
    harness = JournaledTable(table_settings())
    harness.sit("Wren", "Heron", chips=200)
    stored = harness.stored(2)
    recovered = recover(replace(stored, entries=stored.entries[:1]), lambda: 0)
    assert stacks(recovered.live.table) == {"Wren": 200}
    (back,) = recovered.corrections
    assert (back.payer, back.payee, back.chips) == ("table/t1", "player/Heron", 200)


def test_what_players_did_beside_the_void_hand_stays_done() -> None:
    harness = three_in_a_hand()
    harness.submit(from_player("Finch", Sit(chips=100)))
    folded = harness.player_to_act
    harness.act("f")
    harness.submit(from_player(folded, Stand()))
    recovered = recover(alter_deck(harness.stored(len(harness.moments))), lambda: 0)
    table = recovered.live.table
    assert table.seats.of("Finch")
    assert table.seats.of(folded) is None
    assert table.chips == table.bank.on_table
    check_goes_on(recovered, harness.changes, harness)


def test_an_older_checkpoint_serves_where_the_newer_is_damaged() -> None:
    harness = three_in_a_hand()
    harness.fold_to_end()
    harness.deal_next_hand()
    entries = len(harness.moments)
    stored = harness.stored(entries)
    older, _ = stored.checkpoints
    live = recover(replace(stored, checkpoints=(older,)), lambda: 0).live
    assert views_of(live.table) == harness.moments[-1].views


def test_a_fault_in_the_rules_voids_the_hand_and_not_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = three_in_a_hand()
    chips = stacks(harness.recover(entry_before_hand(harness)).live.table)

    def fail(*_: object) -> None:
        raise RuntimeError("the rules are wrong")

    with monkeypatch.context() as patches:
        patches.setattr(hand_in_progress.HandInProgress, "_check_chips", fail)
        recovered = recover(harness.stored(len(harness.moments)), lambda: 0)
    assert "tells something else" in recovered.fault
    assert recovered.live.notice == HAND_VOIDED.format(2)
    assert stacks(recovered.live.table) == chips
    assert (
        recovered.live.table.state.last_hand == harness.recover(entry_before_hand(harness)).live.table.state.last_hand
    )


def test_a_table_that_fails_everywhere_is_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = three_in_a_hand()

    def fail(*_: object) -> None:
        raise RuntimeError("As Kd")

    monkeypatch.setattr(Table, "handle", fail)
    with pytest.raises(ReplayFailed) as failure:
        harness.recover(len(harness.moments))
    assert "As Kd" not in str(failure.value), "a fault may hold cards"


def test_a_table_whose_checkpoint_makes_no_sense_fails_alone() -> None:
    harness = three_in_a_hand()
    harness.fold_to_end()
    harness.deal_next_hand()
    stored = harness.stored(len(harness.moments))
    _, start = stored.checkpoints
    last = start.state.last_hand
    assert last
    setup = replace(last.record.setup, entrants=())
    impossible = replace(start.state, last_hand=replace(last, record=replace(last.record, setup=setup)))
    with pytest.raises(ReplayFailed):
        recover(replace(stored, checkpoints=(replace(start, state=impossible),)), lambda: 0)


def test_a_first_checkpoint_that_makes_no_sense_costs_nothing() -> None:
    harness = three_in_a_hand()
    stored = harness.stored(len(harness.moments))
    (start,) = stored.checkpoints
    impossible = replace(start, state=replace(start.state, carried=5))
    recovered = recover(replace(stored, checkpoints=(impossible,)), lambda: 0)
    assert not recovered.set_back
    assert views_of(recovered.live.table) == harness.moments[-1].views


def test_a_last_hand_that_other_rules_refuse_costs_nobody_anything() -> None:
    harness = three_in_a_hand()
    harness.fold_to_end()
    stored = harness.stored(len(harness.moments))
    start = stored.checkpoints[-1]
    last = start.state.last_hand
    assert last
    changed = replace(start.state, last_hand=replace(last, record=replace(last.record, actions=((9, Fold()),))))
    recovered = recover(replace(stored, checkpoints=(replace(start, state=changed),)), lambda: 0)
    assert stacks(recovered.live.table) == stacks(harness.table)
    assert recovered.live.table.hand_number == 2
    player = adopt(recovered)
    player.deal_next_hand()


def test_a_table_that_was_about_to_close_deals_again() -> None:
    harness = three_in_a_hand()
    harness.close("The server stops.")
    recovered = harness.recover(len(harness.moments))
    player = adopt(recovered)
    player.deal_next_hand()
    assert player.table.hand_number == 3
