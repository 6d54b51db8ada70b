"""Why an act is refused in a betting round: the sentence for the player, and the clause that it breaks."""

from __future__ import annotations

from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.terms import BettingLimits
from railbird_shared.actions import Bet, LegalActions, Raise, Wager, WagerKind
from railbird_shared.games import Structure

MAXIMUM_CLAUSES = {
    Structure.FIXED: "BT-24",
    Structure.SPREAD: "BT-25",
    Structure.POT: "BT-27",
    Structure.HALF_POT: "BT-28",
    Structure.NO_LIMIT: "BT-26",
}
"""The clauses that set the largest wager of a structure."""


def validate_wager(legal: LegalActions, wager: Wager, action: Bet | Raise, limits: BettingLimits) -> None:
    """Raises IllegalAction unless a bet or raise is one of the legal ones (BT-5)."""
    opening = isinstance(action, Bet)
    if opening != (wager.kind is WagerKind.BET):
        right = "bet" if wager.kind is WagerKind.BET else str(wager.kind)
        raise IllegalAction("wrong-verb", f"The move is called a {right} here: {right} to {wager.minimum:,}.", "BT-4")
    to = action.to
    if type(to) is not int:
        raise IllegalAction("no-amount", "An amount is a whole number of chips.", "BT-41")
    if wager.totals and to not in wager.totals:
        amounts = " or ".join(f"{amount:,}" for amount in wager.totals)
        raise IllegalAction("wrong-size", f"The {wager.kind} is to {amounts}.", "BT-24")
    if to < wager.minimum:
        raise IllegalAction(
            "too-little", f"The least you can {wager.kind} to is {wager.minimum:,}.", _minimum_clause(wager, limits)
        )
    if to > wager.maximum:
        clause = "AI-11" if wager.maximum == legal.all_in_to else MAXIMUM_CLAUSES[limits.structure]
        raise IllegalAction("too-much", f"The most you can {wager.kind} to is {wager.maximum:,}.", clause)


def _minimum_clause(wager: Wager, limits: BettingLimits) -> str:
    """The clause that sets the least wager."""
    if limits.constant_min_raise:
        return "SIMPLE-18"
    spread = limits.structure is Structure.SPREAD
    match wager.kind:
        case WagerKind.COMPLETE:
            return "VT-S7-5"
        case WagerKind.BET:
            return "BT-25" if spread else "BT-32"
        case WagerKind.RAISE:
            return "BT-36" if spread else "BT-33"


def explain_no_check(legal: LegalActions, forced_bet_clause: str) -> tuple[str, str]:
    """Why a player cannot check, and the clause; `forced_bet_clause` is the one of the forced opening bet."""
    if legal.call == 0:
        return "Nobody checks here: see the bet, which costs you nothing, or raise it.", "SIMPLE-6"
    if legal.bring_in is not None:
        instead = " or complete" if legal.wager else ""
        return f"You must bring it in for {legal.bring_in:,}{instead}.", forced_bet_clause
    if legal.call is None:
        return "A seven or better has to bet.", "VT-LB-5"
    return f"You cannot check: it is {legal.call:,} to call.", "BT-4"


def explain_no_raise(legal: LegalActions) -> str:
    """Why a player who may not raise cannot."""
    if legal.bring_in is not None:
        return f"You must bring it in for {legal.bring_in:,} first."
    if legal.call is not None:
        return f"Raising is not open to you now; call {legal.call:,} or fold."
    return "Raising is not open to you now; check or fold."


def require(allowed: bool, code: str, sentence: str, clause: str) -> None:
    """Raises IllegalAction unless something is allowed."""
    if not allowed:
        raise IllegalAction(code, sentence, clause)
