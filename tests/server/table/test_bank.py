"""The ledger of a table."""

from __future__ import annotations

import msgspec
import pytest

from railbird_server.refusal import Refusal
from railbird_server.table.audience import statement
from railbird_server.table.bank import Bank, Unbalanced
from railbird_server.table.host_commands import OWNER
from railbird_server.table.inputs import ForSeat, PlayerCommand
from railbird_server.table.table import Table
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import AddChips, Sit, Stand
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.messages import StatementCorrection
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_STATEMENT_CORRECTIONS
from railbird_shared.protocol.view import TableView
from support.table_harness import TableHarness, from_player, start_table, table_settings


def test_every_movement_is_booked_twice() -> None:
    bank = Bank()
    bank.buy_in("Wren", 100)
    bank.buy_in("Wren", 50)
    bank.cash_out("Wren", 210)
    bank.buy_in("Heron", 80)
    assert (bank.accounts["Wren"].bought_in, bank.accounts["Wren"].cashed_out) == (150, 210)
    assert bank.on_table == 20
    bank.check(20)


def test_surplus_chips_on_the_table_are_detected() -> None:
    bank = Bank()
    bank.buy_in("Wren", 100)
    with pytest.raises(Unbalanced, match="holds 101 chips where its books say 100"):
        bank.check(101)


def test_books_that_do_not_agree_are_detected() -> None:
    bank = Bank()
    bank.buy_in("Wren", 100)
    bank.accounts["Wren"].cashed_out = 1
    with pytest.raises(Unbalanced):
        bank.check(100)


def test_a_table_total_that_differs_from_the_accounts_is_detected() -> None:
    """The accounts agree with the chips that lie there; the sum that the table keeps besides does not."""
    bank = Bank()
    bank.buy_in("Wren", 100)
    bank.on_table += 1
    with pytest.raises(Unbalanced, match="100 chips where its books say 101 and 100"):
        bank.check(100)


def test_buy_ins_and_cash_outs_are_booked() -> None:
    harness = start_table(stacks=(100, 100))
    harness.submit(from_player("Wren", AddChips(chips=60)))
    harness.deal_next_hand()
    harness.fold_to_end()
    harness.submit(from_player("Wren", Stand()))
    harness.now += harness.table.settings.return_ms
    harness.submit(from_player("Wren", Sit(chips=40)))
    account = harness.table.bank.accounts["Wren"]
    assert account.bought_in == 200
    assert account.cashed_out in {159, 161}
    assert harness.table.bank.on_table == 300 - account.cashed_out


def test_no_stack_pot_or_result_passes_what_a_message_may_name() -> None:
    """Players lose all to Wren, who takes it away, again and again: what was won and lost stays countable."""
    bank = Bank()
    while (chips := min(4 * 10**11, bank.room_for("Heron"))) > 0:
        bank.buy_in("Heron", chips)
        bank.cash_out("Wren", chips)
    assert bank.on_table == 0
    assert bank.net_buy_in("Heron") == -bank.net_buy_in("Wren") == MAX_CHIPS
    assert (bank.room_for("Heron"), bank.room_for("Jay"), bank.room_for("Wren")) == (0, 0, MAX_CHIPS)


def test_who_comes_and_goes_with_the_same_chips_uses_up_nothing() -> None:
    bank = Bank()
    for _ in range(5):
        bank.buy_in("Wren", 10**12)
        bank.cash_out("Wren", 10**12)
    assert bank.room_for("Wren") == MAX_CHIPS


def test_books_brought_back_leave_room_for_as_many_chips_as_before() -> None:
    bank = Bank()
    bank.buy_in("Wren", 300)
    bank.cash_out("Wren", 500)
    bank.buy_in("Heron", 700)
    bank.cash_out("Heron", 100)
    restored = bank.copied()
    for books in (bank, restored):
        assert books.net_bought == 600
        assert books.room_for("Wren") == MAX_CHIPS - 400
        assert books.room_for("Jay") == MAX_CHIPS - 600


def test_a_table_takes_chips_up_to_the_last_it_can_count() -> None:
    """Wren and Heron bring all but 100 chips, which is all that Jay may bring; an addition that waits is counted."""
    half = MAX_CHIPS // 2
    harness = TableHarness(table_settings(buy_in=(20, half)))
    harness.sit("Wren", chips=half)
    harness.sit("Heron", chips=half - 100)
    assert harness.expect_refusal(from_player("Jay", Sit(chips=101))) == "table-total"
    assert harness.view("Heron").you.offers.max_top_up == 100
    harness.sit("Jay", chips=40)
    harness.deal_next_hand()
    harness.submit(from_player("Jay", AddChips(chips=20)))
    assert harness.expect_refusal(from_player("Robin", Sit(chips=41))) == "table-total"
    harness.sit("Robin", chips=40)
    assert harness.expect_refusal(from_player("Heron", AddChips(chips=1))) == "table-total"
    harness.fold_to_end()
    assert harness.table.bank.on_table == MAX_CHIPS
    assert msgspec.json.decode(msgspec.json.encode(harness.view()), type=TableView) == harness.view()


REASON = "The pot of hand 3 was Heron's."


def correction(reason: str = REASON, /, **chips: int) -> CorrectBooks:
    """A correction by which each player named gets so many chips."""
    return CorrectBooks(players=tuple(CorrectedPlayer(name, each) for name, each in chips.items()), reason=reason)


def correct(harness: TableHarness, **chips: int) -> list[object]:
    """Has the host, Wren, correct the books; returns what is told, but for offers."""
    events = harness.submit(from_player("Wren", correction(**chips)))
    return [event for event in events if not (isinstance(event, ForSeat) and isinstance(event.event, ev.YourOffers))]


def results(harness: TableHarness) -> dict[str, int]:
    """What each player has won, by the statement."""
    return {line.name: line.result for line in statement(harness.table).lines}


def test_a_correction_moves_chips_between_players_and_everybody_reads_why() -> None:
    harness = start_table(stacks=(100, 100, 100))
    told = correct(harness, Heron=30, Wren=-20, Jay=-10)
    corrections = (
        ev.Correction("Heron", 30, 2, 130),
        ev.Correction("Wren", -20, 1, 80),
        ev.Correction("Jay", -10, 3, 90),
    )
    assert told == [ev.BooksCorrected("Wren", REASON, corrections)]
    assert harness.stacks() == {"Wren": 80, "Heron": 130, "Jay": 90}
    assert results(harness) == {"Wren": -20, "Heron": 30, "Jay": -10}


def test_who_has_left_takes_the_chips_away_or_brings_them() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(from_player("Jay", Stand()))
    correct(harness, Jay=30, Wren=-30)
    assert harness.stacks() == {"Wren": 70, "Heron": 100}
    correct(harness, Jay=-50, Heron=50)
    assert results(harness) == {"Wren": -30, "Heron": 50, "Jay": -20}
    account = harness.table.bank.accounts["Jay"]
    assert (account.bought_in, account.cashed_out, account.corrected, account.rebuys) == (150, 130, -20, 0)


def test_who_comes_back_brings_what_a_correction_has_left_them() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(from_player("Jay", Stand()))
    correct(harness, Jay=30, Wren=-30)
    harness.submit(from_player("Jay", Sit(chips=20)))
    assert harness.stacks()["Jay"] == 130


def test_who_has_nothing_left_sits_out_and_who_had_nothing_plays_again() -> None:
    harness = start_table(stacks=(100, 100, 100))
    told = correct(harness, Heron=100, Wren=-100)
    assert told[1:] == [ev.SatOut(1)]
    told = correct(harness, Wren=200, Heron=-200)
    assert told[1:] == [ev.CameBack(1), ev.SatOut(2)]


def test_the_statement_has_each_correction_with_its_reason() -> None:
    harness = start_table(stacks=(100, 100, 100))
    correct(harness, Heron=30, Wren=-30)
    stated = statement(harness.table)
    players = (ev.Correction("Heron", 30), ev.Correction("Wren", -30))
    assert stated.corrections == (StatementCorrection(0, "Wren", REASON, players),)
    assert {line.name: line.corrected for line in stated.lines} == {"Heron": 30, "Wren": -30, "Jay": 0}
    restored = Table.restored(harness.table.id, harness.table.settings, harness.table.state)
    assert statement(restored) == stated


def test_a_statement_names_the_latest_corrections() -> None:
    harness = start_table(stacks=(100, 100, 100))
    for _ in range(MAX_STATEMENT_CORRECTIONS + 3):
        correct(harness, Heron=1, Wren=-1)
    stated = statement(harness.table)
    assert len(stated.corrections) == MAX_STATEMENT_CORRECTIONS
    assert next(line.corrected for line in stated.lines if line.name == "Heron") == MAX_STATEMENT_CORRECTIONS + 3


def test_the_owner_of_the_server_corrects_as_the_house() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(PlayerCommand(OWNER, correction(Heron=30, Wren=-30)))
    assert statement(harness.table).corrections[0].by == "the house"


@pytest.mark.parametrize(
    ("wanted", "code", "sentence"),
    [
        (correction(Heron=30, Wren=-20), "correction", "does not balance: 10 more are given than taken"),
        (correction(Heron=30, Wren=-50), "correction", "does not balance: 20 more are taken than given"),
        (correction(), "correction", "Name the players that get chips"),
        (correction(Heron=0, Wren=0), "correction", "Name the players that get chips"),
        (correction(Heron=101, Wren=-101), "correction", "Wren has 100 chips, so 101 cannot be taken from them"),
        (correction("", Heron=5, Wren=-5), "correction", "why the books are corrected"),
        (correction(Heron=5, Robin=-5), "no-player", "Nobody called Robin has played"),
        (
            CorrectBooks(players=(CorrectedPlayer("Wren", 5), CorrectedPlayer("Wren", -5)), reason=REASON),
            "correction",
            "each player of a correction once",
        ),
    ],
)
def test_a_correction_that_cannot_be_is_refused_in_a_sentence(wanted: CorrectBooks, code: str, sentence: str) -> None:
    harness = start_table(stacks=(100, 100, 100))
    with pytest.raises(Refusal, match=sentence) as refusal:
        harness.submit(from_player("Wren", wanted))
    assert refusal.value.code == code


def test_only_the_host_corrects_the_books() -> None:
    harness = start_table(stacks=(100, 100, 100))
    assert harness.expect_refusal(from_player("Heron", correction(Heron=30, Wren=-30))) == "not-host"


def test_books_are_corrected_between_hands_only() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.deal_next_hand()
    assert harness.expect_refusal(from_player("Wren", correction(Heron=30, Wren=-30))) == "hand-runs"
    harness.fold_to_end()
    correct(harness, Heron=30, Wren=-30)


def test_two_who_have_left_under_one_name_are_not_told_apart() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(from_player("Jay", Stand()))
    harness.table.bank.accounts["another"] = harness.table.bank.accounts["Jay"]
    assert harness.expect_refusal(from_player("Wren", correction(Jay=30, Wren=-30))) == "no-player"


def test_no_correction_brings_more_chips_than_a_message_may_name() -> None:
    half = MAX_CHIPS // 2
    harness = TableHarness(table_settings(buy_in=(20, half)))
    harness.sit("Wren", "Heron", chips=half)
    harness.submit(from_player("Heron", Stand()))
    correct(harness, Heron=-half, Wren=half)
    assert harness.stacks() == {"Wren": MAX_CHIPS}
    assert harness.expect_refusal(from_player("Wren", correction(Heron=-1, Wren=1))) == "table-total"
