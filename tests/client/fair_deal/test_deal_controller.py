"""A player's part in fair deals: seeds, notices, files, and `railbird verify-deal`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from railbird_client.fair_deal.deal_controller import FairDeals, new_seed
from railbird_client.fair_deal.deal_files import (
    NO_RECORDS,
    NONE_OPENED,
    OTHER_DECK,
    DealFiles,
    DealUnreadable,
    OpenedDecks,
    read_deal,
    record_paths,
    verify_deals,
)
from railbird_server.table import audience
from railbird_shared.fair_deal.checker import replay_record
from railbird_shared.fair_deal.record import DealRecord
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment
from railbird_shared.protocol.events import (
    CameBack,
    CardsOpened,
    PlayerLeft,
    PrivateEvent,
    PublicEvent,
    SatOut,
    SeedShare,
)
from railbird_shared.protocol.messages import (
    Accepted,
    AskSeed,
    DecksOpened,
    HandSeed,
    Message,
    SeedCommitments,
    Snapshot,
    Step,
)
from support.fair_deals import FairHarness, check_record
from support.fake_server import welcome_message
from support.table_harness import table_settings


def played_hand() -> tuple[FairHarness, DealRecord]:
    """A hand between two players to its showdown, and the record of the first."""
    harness = FairHarness(table_settings(seats=2))
    harness.sit("Wren", "Heron")
    harness.deal_next_hand()
    while harness.hand_running:
        harness.act("x" if harness.turn.legal.check else "c")
    return harness, harness.records["Wren"][1]


def server_seed(harness: FairHarness) -> bytes:
    current = harness.table.current_hand
    assert current is not None
    seeds = current.record.deck.seeds
    assert seeds is not None
    return seeds.server


def snapshot_of(harness: FairHarness, player: str) -> Snapshot:
    return Snapshot(epoch="e", seq=0, at=0, view=audience.snapshot(harness.table, player))


# --- seeds


def test_a_player_commits_to_a_new_seed_and_opens_it_once_all_have_committed() -> None:
    harness = FairHarness(table_settings(seats=2))
    harness.sit("Wren", "Heron")
    deals = FairDeals(None, lambda: 41)
    snapshot = snapshot_of(harness, "Wren")
    deals.receive(snapshot, None)
    question = AskSeed(table="t1", hand=1, attempt=1, seat=1, server=bytes(32), within=750)
    commit = deals.receive(question, snapshot.view)
    assert commit is not None
    share = SeedShare(1, commit.commitment)  # type: ignore[union-attr]
    told = SeedCommitments(table="t1", hand=1, attempt=1, shares=(share,), within=750)
    opened = deals.receive(told, snapshot.view)
    assert opened is not None
    assert opened.id == 41
    assert seat_commitment(context_of("t1", 1), 1, opened.seed) == share.commitment  # type: ignore[union-attr]
    deals.receive(Accepted(id=41), snapshot.view)
    again = deals.receive(replace(question, attempt=2), snapshot.view)
    assert again != replace(commit, attempt=2)
    assert deals.take_findings()[1] == (
        "The server began the deal of hand 1 anew after it knew all seeds; note it if that happens often.",
    )


@pytest.mark.parametrize("change", [{"table": "t2"}, {"hand": 2}, {"attempt": 2}, {"shares": ()}])
def test_a_seed_is_opened_for_that_shuffle_alone_and_only_if_it_is_in_it(change: dict[str, object]) -> None:
    harness = FairHarness(table_settings(seats=2))
    deals = FairDeals(None, lambda: 41)
    snapshot = snapshot_of(harness, "Wren")
    deals.receive(snapshot, None)
    commit = deals.receive(AskSeed(table="t1", hand=1, attempt=1, seat=1, server=bytes(32), within=750), snapshot.view)
    share = SeedShare(1, commit.commitment)  # type: ignore[union-attr]
    told = SeedCommitments(table="t1", hand=1, attempt=1, shares=(share,), within=750)
    assert deals.receive(replace(told, **change), snapshot.view) is None


ABSENCES: tuple[tuple[Message, ...], ...] = (
    (welcome_message(table="t1"),),
    (Step(epoch="e", seq=1, at=0, public=(SatOut(1), CameBack(1))),),
    (Step(epoch="e", seq=1, at=0, public=(PlayerLeft(1, "Wren", 200),)),),
)


@pytest.mark.parametrize("absence", [(), (Step(epoch="e", seq=1, at=0, public=(SatOut(2),)),), *ABSENCES])
def test_a_shuffle_that_begins_anew_unseen_is_a_fault_unless_the_player_was_away(absence: tuple[Message, ...]) -> None:
    away = absence in ABSENCES
    harness = FairHarness(table_settings(seats=2))
    harness.sit("Wren", "Heron")
    deals = FairDeals(None, lambda: 41)
    snapshot = snapshot_of(harness, "Wren")
    deals.receive(snapshot, None)
    deals.receive(AskSeed(table="t1", hand=1, attempt=1, seat=1, server=bytes(32), within=750), snapshot.view)
    for message in absence:
        deals.receive(message, snapshot.view)
    harness.deal_next_hand()
    deals.receive(Step(epoch="e", seq=1, at=0, public=audience.split(harness.events).public), snapshot.view)
    changed = "The deal is not proved: Hand 1: The server has changed its seed after it had asked for yours."
    assert any(fault.startswith(changed) for fault in deals.take_findings()[0]) is not away
    assert deals.report
    assert ("The shuffle began anew while you were away, and your seed is not in it." in deals.report.remarks) is away


def test_seeds_are_new_each_time() -> None:
    assert len({new_seed() for _ in range(20)}) == 20
    assert len(new_seed()) == 32


# --- notices


def test_a_forged_card_is_told_at_once() -> None:
    harness, record = played_hand()
    deals = FairDeals(None, lambda: 1)
    fresh = FairHarness(table_settings(seats=2))
    snapshot = snapshot_of(fresh, "Wren")
    view = replace(snapshot.view, you=replace(snapshot.view.you, seat=1))
    deals.receive(replace(snapshot, view=view), None)
    steps = [list(step) for step in record.steps]
    assert not deals.take_findings()[0]
    for step in steps:
        for place, event in enumerate(step):
            if isinstance(event, CardsOpened):
                first, *rest = event.openings
                step[place] = CardsOpened((replace(first, salt=bytes(16)), *rest))
        public = tuple(event for event in step if isinstance(event, PublicEvent))
        private = tuple(event for event in step if isinstance(event, PrivateEvent))
        deals.receive(Step(epoch="e", seq=1, at=0, public=public, private=private), view)
    faults = deals.take_findings()[0]
    assert faults
    assert all(fault.startswith("The deal is not proved: Hand 1: The opening of the ") for fault in faults)
    assert not deals.take_findings()[0]
    assert deals.report is not None
    assert deals.report.faults
    assert harness.table.id == "t1"


# --- files


def test_a_record_is_kept_for_its_player_alone_and_read_again(tmp_path: Path) -> None:
    _, record = played_hand()
    files = DealFiles(tmp_path / "deals")
    files.keep(record)
    path = tmp_path / "deals" / "t1" / "hand-0001.json"
    assert read_deal(path) == record
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o077 == 0
    assert not files.error


def test_records_that_cannot_be_kept_are_told_of_once(tmp_path: Path) -> None:
    (tmp_path / "deals").write_text("a file in the way")
    _, record = played_hand()
    deals = FairDeals(tmp_path / "deals", lambda: 1)
    deals.files.keep(record)
    (sentence,) = deals.take_findings()[0]
    assert sentence.startswith("The records of deals cannot be kept in ")
    deals.files.keep(record)
    assert not deals.take_findings()[0]


def open_with(files: DealFiles, opened: DecksOpened, *, announced: bool = False) -> OpenedDecks | None:
    """What is told when a table closes after these decks were opened."""
    files.open_decks(opened)
    return files.take_opened(opened.table, announced=announced)


def test_opened_decks_are_added_to_the_records_and_checked(tmp_path: Path) -> None:
    harness, record = played_hand()
    files = DealFiles(tmp_path)
    files.keep(record)
    right = DecksOpened(table="t1", seeds=(HandSeed(1, server_seed(harness)), HandSeed(2, bytes(32))))
    assert open_with(files, right) == ("The deck of 1 hand is opened, and follows from the seeds.", True)
    assert read_deal(tmp_path / "t1" / "hand-0001.json").server_seed == server_seed(harness)
    wrong = DecksOpened(table="t1", seeds=(HandSeed(1, bytes(32)),))
    found = open_with(files, wrong)
    assert found
    assert found.sentence.startswith("The opened decks are not what was dealt. Hand 1: ")
    assert not found.proved
    assert read_deal(tmp_path / "t1" / "hand-0001.json").server_seed == server_seed(harness)
    assert open_with(files, DecksOpened(table="t9", seeds=wrong.seeds)) is None
    assert open_with(files, DecksOpened(table="t1", seeds=())) is None
    assert open_with(DealFiles(None), right) is None


@pytest.mark.parametrize(
    ("kept", "sentence"),
    [
        ((), ""),
        ((2,), " The server has kept that of hand 2 closed."),
        ((2, 5), " The server has kept those of hands 2, 5 closed."),
        ((0, 2, 3, 4, 7), " The server has kept those of hands 0, 2 to 4, 7 closed."),
    ],
)
def test_a_deck_that_the_server_keeps_closed_is_named(tmp_path: Path, kept: tuple[int, ...], sentence: str) -> None:
    """Whichever it is: one of before the first that is opened, too."""
    harness, record = played_hand()
    files = DealFiles(tmp_path)
    for hand in (1, *kept):
        files.keep(replace(record, hand=hand))
    (tmp_path / "t1" / "hand-0009.json").write_text("damaged")
    opened = DecksOpened(table="t1", seeds=(HandSeed(1, server_seed(harness)),))
    told = f"The deck of 1 hand is opened, and follows from the seeds.{sentence}"
    assert open_with(files, opened) == (told, not kept)


def test_decks_that_come_in_several_messages_are_told_of_once(tmp_path: Path) -> None:
    harness, record = played_hand()
    files = DealFiles(tmp_path)
    files.keep(record)
    files.keep(replace(record, hand=2))
    files.open_decks(DecksOpened(table="t1", seeds=(HandSeed(1, server_seed(harness)),)))
    files.open_decks(DecksOpened(table="t1", seeds=(HandSeed(2, server_seed(harness)),)))
    found = files.take_opened("t1", announced=True)
    assert found
    assert found.sentence.startswith("The opened decks are not what was dealt. Hand 2: ")  # the record of another hand
    assert files.take_opened("t2", announced=True) is None


def test_a_server_that_opens_no_deck_as_it_had_announced_is_told_of(tmp_path: Path) -> None:
    _, record = played_hand()
    files = DealFiles(tmp_path)
    files.keep(record)
    assert files.take_opened("t1", announced=False) is None
    assert files.take_opened("t1", announced=True) == (NONE_OPENED, False)
    assert DealFiles(None).take_opened("t1", announced=True) is None


def test_a_damaged_record_accuses_nobody_when_decks_are_opened(tmp_path: Path) -> None:
    harness, record = played_hand()
    files = DealFiles(tmp_path)
    files.keep(record)
    damaged = tmp_path / "t1" / "hand-0002.json"
    damaged.write_text("damaged")
    told = f"{damaged} is no record of a deal, or it is damaged."
    seeds = (HandSeed(1, server_seed(harness)), HandSeed(2, bytes(32)))
    assert open_with(files, DecksOpened(table="t1", seeds=seeds)) == (
        f"The deck of 1 hand is opened, and follows from the seeds. {told}",
        False,
    )
    assert open_with(files, DecksOpened(table="t1", seeds=seeds[1:])) == (told, False)


def test_a_record_is_continued_and_never_replaced(tmp_path: Path) -> None:
    """A second hand of the same number, another table of a like name, and a part of the same hand stand beside it."""
    _, record = played_hand()
    files = DealFiles(tmp_path)
    begun = replace(record, steps=record.steps[:1])
    files.keep(begun)
    files.keep(record)
    assert [read_deal(path) for path in tmp_path.rglob("*.json")] == [record]
    others = [
        replace(record, own=None, unasked=True),
        replace(record, table="t-1"),
        replace(record, steps=record.steps[1:]),
    ]
    for other in others:
        files.keep(other)
        files.keep(other)
    names = ["hand-0001.json", "hand-0001-2.json", "hand-0001-3.json", "hand-0001-4.json"]
    assert [read_deal(tmp_path / "t1" / name) for name in names] == [record, *others]
    assert len(list(tmp_path.rglob("*"))) == 5


# --- railbird verify-deal


def write(folder: Path, name: str, record: DealRecord) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(msgspec.json.encode(record))
    return path


def test_honest_records_are_verified(tmp_path: Path) -> None:
    harness, record = played_hand()
    write(tmp_path, "a.json", record)
    write(tmp_path, "b.json", harness.records["Heron"][1])
    lines, sound = verify_deals(record_paths(tmp_path))
    assert sound
    counts = [check_record(each).cards for each in (record, harness.records["Heron"][1])]
    assert lines == [
        f"table t1 hand 1: proved, {counts[0]} cards checked, 1 seed of a player, deck closed",
        f"table t1 hand 1: proved, {counts[1]} cards checked, 1 seed of a player, deck closed",
        "  note   Your seed came too late for the shuffle, or the server left it out.",
    ]


def test_who_left_before_the_decks_were_opened_opens_theirs_with_the_record_of_another(tmp_path: Path) -> None:
    harness, record = played_hand()
    write(tmp_path, "a.json", record)
    write(tmp_path, "b.json", replace(harness.records["Heron"][1], server_seed=server_seed(harness)))
    lines, sound = verify_deals(record_paths(tmp_path))
    assert sound
    assert [line.rpartition(", ")[2] for line in lines if line.startswith("table")] == ["the whole deck opened"] * 2
    told, _ = verify_deals(record_paths(tmp_path), cards=True)
    assert told[1:6] == told[8:13]
    assert [line.split()[0] for line in told[1:6]] == ["seat", "seat", "board", "burned", "rest"]


def test_a_wrong_seed_in_the_record_of_another_accuses_nobody_else(tmp_path: Path) -> None:
    harness, record = played_hand()
    write(tmp_path, "a.json", record)
    write(tmp_path, "b.json", replace(harness.records["Heron"][1], server_seed=bytes(32)))
    lines, sound = verify_deals(record_paths(tmp_path))
    assert not sound
    assert lines[0].startswith("table t1 hand 1: proved, ")
    assert lines[-1] == f"  file   {tmp_path / 'b.json'}"


def test_what_is_wrong_with_a_record_is_named(tmp_path: Path) -> None:
    harness, record = played_hand()
    path = write(tmp_path, "a.json", replace(record, server_seed=bytes(32)))
    lines, sound = verify_deals([path])
    assert not sound
    assert lines[0].startswith("table t1 hand 1: NOT PROVED, ")
    assert lines[1] == "  WRONG  The opened seed is not the one that the server committed to."
    assert harness.table.id == "t1"


def test_records_of_one_hand_have_to_tell_of_one_deck(tmp_path: Path) -> None:
    harness, record = played_hand()
    committed = replay_record(record).committed
    assert committed is not None
    other = FairHarness(table_settings(seats=3))
    other.sit("Wren", "Heron", "Dipper")
    other.deal_next_hand()
    while other.hand_running:
        other.act("x" if other.turn.legal.check else "c")
    write(tmp_path, "a.json", record)
    write(tmp_path, "b.json", other.records["Wren"][1])
    lines, sound = verify_deals(record_paths(tmp_path))
    assert not sound
    assert lines[-3].startswith("table t1 hand 1: NOT PROVED, ")
    assert lines[-2:] == [f"  WRONG  {OTHER_DECK}", f"  file   {tmp_path / 'b.json'}"]
    assert harness.table.id == other.table.id


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    lines, sound = verify_deals(record_paths(tmp_path))
    assert (lines, sound) == ([f"{tmp_path / 'a.json'} is no record of a deal, or it is damaged."], False)
    assert verify_deals([]) == ([NO_RECORDS], False)
    _, record = played_hand()
    later = write(tmp_path, "later.json", replace(record, format=3))
    with pytest.raises(DealUnreadable, match=r"later\.json is in another format"):
        read_deal(later)
    with pytest.raises(DealUnreadable, match="cannot be read"):
        read_deal(tmp_path / f"gone{os.sep}b.json")
