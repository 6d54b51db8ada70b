"""Corrections of a table's books by its host: chips that go from some players to others, for a reason all can read.

Whoever sits at the table gets the chips there or gives them from there; who has left it takes them away, or brings
them. So a correction changes the result of each player by its chips, and the results still add up to zero.
"""

from __future__ import annotations

from railbird_server.refusal import Refusal
from railbird_server.table.bank import Bank, BookCorrection, CorrectedAccount
from railbird_server.table.seats import Seats
from railbird_shared.protocol.bank_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.events import BooksCorrected, Correction


def plan_correction(seats: Seats, bank: Bank, command: CorrectBooks, *, by: str, hand: int) -> BookCorrection:
    """Returns the correction that a command makes after hand `hand`; raises Refusal."""
    if any(seat.in_hand for seat in seats.occupied):
        raise Refusal("hand-runs", "The books are corrected between hands: take a break, and do it when it has begun.")
    if not command.reason:
        raise Refusal("correction", "Say in a few words why the books are corrected.")
    _check_balance(command.players)
    accounts = tuple(_account(seats, bank, each) for each in command.players)
    if len({each.player for each in accounts}) < len(accounts):
        raise Refusal("correction", "Name each player of a correction once.")
    correction = BookCorrection(by, command.reason, hand, accounts)
    _check_total(bank, correction)
    return correction


def correction_event(correction: BookCorrection, seats: Seats) -> BooksCorrected:
    """Returns what everybody learns of a correction that has been made."""
    return BooksCorrected(correction.by, correction.reason, tuple(_told(each, seats) for each in correction.accounts))


def _told(account: CorrectedAccount, seats: Seats) -> Correction:
    seat = seats.of(account.player)
    return Correction(account.name, account.chips, seat.number if seat else None, seat.stack if seat else 0)


def _check_balance(players: tuple[CorrectedPlayer, ...]) -> None:
    """Raises Refusal unless as many chips are given as are taken."""
    balance = sum(each.chips for each in players)
    if balance:
        more, less = ("given", "taken") if balance > 0 else ("taken", "given")
        raise Refusal("correction", f"The correction does not balance: {abs(balance):,} more are {more} than {less}.")
    if not players or any(not each.chips for each in players):
        raise Refusal("correction", "Name who gets chips and who gives them, each with a number that is not zero.")


def _account(seats: Seats, bank: Bank, wanted: CorrectedPlayer) -> CorrectedAccount:
    """Returns the account that a name means, with the chips that it gets; raises Refusal."""
    seat = next((seat for seat in seats.occupied if seat.name == wanted.name), None)
    if seat is not None:
        if seat.stack + wanted.chips < 0:
            has = f"{seat.name} has {seat.stack:,} chips"
            raise Refusal("correction", f"{has}, so {-wanted.chips:,} cannot be taken from them.")
        return CorrectedAccount(seat.player, seat.name, wanted.chips, seated=True)
    gone = [player for player, account in bank.accounts.items() if account.name == wanted.name]
    gone = [player for player in gone if seats.of(player) is None]
    if not gone:
        raise Refusal("no-player", f"Nobody called {wanted.name} has played at this table; look at the statement.")
    if len(gone) > 1:
        sentence = f"Several players who have left were called {wanted.name}; correct it when the one meant sits again."
        raise Refusal("no-player", sentence)
    return CorrectedAccount(gone[0], wanted.name, wanted.chips, seated=False)


def _check_total(bank: Bank, correction: BookCorrection) -> None:
    """Raises Refusal where who has left would bring more chips than a message may name."""
    bringing = [each for each in correction.accounts if not each.seated and each.chips < 0]
    if bringing and -sum(each.chips for each in bringing) > min(bank.room_for(each.player) for each in bringing):
        raise Refusal("table-total", "The table cannot count so many chips; correct it by fewer.")
