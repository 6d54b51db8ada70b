"""`LegalActions` and `Wager`: what a player may do, as one value."""

from __future__ import annotations

from railbird_shared.protocol.actions import Bet, LegalActions, Raise, Wager, WagerKind


def test_a_bet_opens_and_everything_else_raises() -> None:
    assert Wager(WagerKind.BET, 2, 100).action(6) == Bet(6)
    assert Wager(WagerKind.RAISE, 4, 100).action(6) == Raise(6)
    assert Wager(WagerKind.COMPLETE, 2, 2).action(2) == Raise(2)


def test_all_in_total_includes_the_bet_in_front_of_the_player() -> None:
    assert LegalActions(seat=1, stack=95, bet=5).all_in_to == 100


def test_nothing_is_legal_unless_named() -> None:
    nothing = LegalActions(seat=1, stack=10)
    assert not nothing.fold
    assert not nothing.check
    assert (nothing.call, nothing.wager, nothing.bring_in, nothing.max_discards) == (None, None, None, None)
