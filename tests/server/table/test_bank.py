"""The ledger of a table."""

from __future__ import annotations

import msgspec
import pytest

from railbird_server.table.bank import Bank, Unbalanced
from railbird_shared.protocol.commands import AddChips, Sit, Stand
from railbird_shared.protocol.table_limits import MAX_CHIPS
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
    restored = Bank()
    restored.restore(bank.state)
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
