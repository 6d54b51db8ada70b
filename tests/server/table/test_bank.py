"""The ledger of a table."""

from __future__ import annotations

import pytest

from railbird_server.table.bank import Bank, Unbalanced
from railbird_shared.commands import AddChips, Sit, Stand
from support.table_harness import from_player, start_table


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
