"""docs/verify_deal.py, the second implementation of the check: it finds what the first one finds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from railbird_shared.fair_deal.record import DealRecord
from railbird_shared.game.cards import PACK
from support.fair_deals import SECOND_CHECK, SECOND_CHECK_FILE, FairHarness, check_record
from support.table_harness import table_settings

Record = dict[str, Any]
"""A record as it is in a file."""


@cache
def honest_record() -> bytes:
    """A hand that went to its showdown, with its deck opened."""
    harness = FairHarness(table_settings(seats=3))
    harness.sit("Wren", "Heron", "Dipper")
    harness.deal_next_hand()
    while harness.hand_running:
        harness.act("x" if harness.turn.legal.check else "c")
    current = harness.table.current_hand
    assert current
    assert current.record.deck.seeds
    opened = replace(harness.records["Wren"][1], server_seed=current.record.deck.seeds.server)
    return msgspec.json.encode(opened)


def events(record: Record, kind: str) -> list[Record]:
    return [event for step in record["steps"] for event in step if event["event"] == kind]


def unseen_card(record: Record) -> str:
    """A card that the record does not name."""
    told = repr(record)
    return next(str(card) for card in PACK if repr(str(card)) not in told)


def other_bytes(text: str) -> str:
    """Other bytes of the same length in Base64."""
    return ("B" if text[0] == "A" else "A") + text[1:]


def change_card_of_the_board(record: Record) -> None:
    events(record, "board-dealt")[0]["cards"][1] = unseen_card(record)


def change_own_card(record: Record) -> None:
    events(record, "your-cards")[0]["new"][0] = unseen_card(record)


def change_shown_card(record: Record) -> None:
    events(record, "hand-shown")[0]["cards"][0] = unseen_card(record)


def change_opened_card(record: Record) -> None:
    events(record, "cards-opened")[0]["openings"][0]["card"] = unseen_card(record)


def swap_openings(record: Record) -> None:
    first, second = events(record, "cards-opened")[0]["openings"][:2]
    first["card"], second["card"] = second["card"], first["card"]


def change_salt(record: Record) -> None:
    opening = events(record, "your-openings")[0]["openings"][0]
    opening["salt"] = other_bytes(opening["salt"])


def change_path(record: Record) -> None:
    opening = events(record, "your-openings")[0]["openings"][0]
    opening["path"] = other_bytes(opening["path"])


def change_place(record: Record) -> None:
    events(record, "your-openings")[0]["openings"][0]["place"] += 1


def change_root(record: Record) -> None:
    roots = events(record, "deal-committed")[0]["roots"]
    roots[0] = other_bytes(roots[0])


def change_seed(record: Record) -> None:
    share = events(record, "deal-committed")[0]["seeds"][0]
    share["seed"] = other_bytes(share["seed"])


def leave_out_own_seed(record: Record) -> None:
    record["own"] = {"seat": 1, "server": events(record, "deal-committed")[0]["server"], "opened": True}
    share = events(record, "deal-committed")[0]["seeds"].pop(0)
    record["own"] |= {"commitment": share["commitment"], "seed": share["seed"]}


def change_the_order_of_the_deal(record: Record) -> None:
    events(record, "deck-dealt")[0]["to"].reverse()


def burn_in_the_midst(record: Record) -> None:
    events(record, "deck-dealt")[0]["to"].insert(1, -1)


def withhold_an_opening(record: Record) -> None:
    events(record, "cards-opened")[0]["openings"].pop()


def commit_twice(record: Record) -> None:
    record["steps"][-1].append(events(record, "deal-committed")[0])


def commit_to_nothing(record: Record) -> None:
    events(record, "deal-committed")[0]["roots"] = []


def change_hand(record: Record) -> None:
    record["hand"] += 1


def change_table(record: Record) -> None:
    record["table"] += "x"


def change_server_seed(record: Record) -> None:
    record["server_seed"] = other_bytes(record["server_seed"])


FORGERIES = (
    change_card_of_the_board,
    change_own_card,
    change_shown_card,
    change_opened_card,
    swap_openings,
    change_salt,
    change_path,
    change_place,
    change_root,
    change_seed,
    leave_out_own_seed,
    change_the_order_of_the_deal,
    burn_in_the_midst,
    withhold_an_opening,
    commit_twice,
    commit_to_nothing,
    change_hand,
    change_table,
    change_server_seed,
)


@pytest.mark.parametrize("forge", FORGERIES)
def test_both_checks_find_each_forgery(forge: Callable[[Record], None]) -> None:
    record: Record = msgspec.json.decode(honest_record())
    assert SECOND_CHECK.faults_of(record) == []
    forge(record)
    assert SECOND_CHECK.faults_of(record)
    assert check_record(msgspec.convert(record, DealRecord)).faults


def test_cards_of_a_reshuffle_out_of_their_order_are_found_by_both() -> None:
    record: Record = msgspec.json.decode(honest_record())
    events(record, "deck-dealt")[-1] |= {"order": 1, "places": list(range(len(events(record, "deck-dealt")[-1]["to"])))}
    assert "the deck was reshuffled before it was used up" in SECOND_CHECK.faults_of(record)
    assert check_record(msgspec.convert(record, DealRecord)).faults


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b'{"hello": 1}',
        b"\xff\x00",
        b'{"table": "t", "hand": 1, "steps": [[{"event": "deal-comm',
        b'{"table": "t", "hand": "one"}',
    ],
)
def test_what_is_no_record_is_named_as_such(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hand-0001.json"
    path.write_bytes(content)
    assert SECOND_CHECK.verdict(path, {})[0].startswith("no record of a deal, or it is damaged (")


def test_a_file_that_is_not_there_is_named_as_such(tmp_path: Path) -> None:
    assert (
        SECOND_CHECK.verdict(tmp_path / "none.json", {})[0]
        == "no record of a deal, or it is damaged (FileNotFoundError)"
    )


def test_the_program_needs_nothing_but_python_and_its_exit_code_tells_the_worst(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(honest_record())
    bad.write_bytes(b"")

    def run(*files: Path) -> tuple[int, list[str]]:
        done = subprocess.run(
            [sys.executable, "-I", "-S", SECOND_CHECK_FILE, *files], capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    assert run(good) == (0, [f"{good}: proved"])
    code, lines = run(good, bad)
    assert code == 1
    assert lines == [f"{good}: proved", f"{bad}: no record of a deal, or it is damaged (JSONDecodeError)"]
    assert run() == (1, [])
