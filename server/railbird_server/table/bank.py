"""The table's ledger: who bought chips, who took chips away, and how many have to be on the table.

Every movement is booked twice, for the player and for the table, so the books sum to zero and say alone how many chips
are on the table.

The host corrects the books: chips go from some players to others, for a reason that all can read. A player at the table
gets the chips there or gives them from there; one who has left takes them away, or brings them. So a correction changes
the result of each player by its chips, and the results still add up to zero.
"""

from __future__ import annotations

from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.seats import Seats
from railbird_shared.protocol.events import BooksCorrected, Correction
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_STATEMENT_CORRECTIONS


class Unbalanced(Exception):
    """The chips on the table are not those of the books."""


class Account(Struct):
    """The chips that a player bought and took away over all visits, their hands, and their `name` on the last visit."""

    bought_in: int = 0
    cashed_out: int = 0
    hands: int = 0
    most_brought: int = 0
    """The most that the player had bought, less what they took away, at any time."""
    rebuys: int = 0
    """How often they bought more than that after their first buy-in."""
    name: str = ""
    bot: bool = False
    corrected: int = 0
    """The chips that they got by corrections, less those they gave."""

    @property
    def net_buy_in(self) -> int:
        """The chips bought less those taken away; negative where the player took more."""
        return self.bought_in - self.cashed_out


class CorrectedAccount(Struct, frozen=True):
    """The chips that a player, `seated` or gone, gets by a correction, negative if they give them."""

    player: str
    name: str
    chips: int
    seated: bool


class BookCorrection(Struct, frozen=True):
    """A correction of the books after hand `hand`, and why; `by` is the name of the host who corrected them."""

    by: str
    reason: str
    hand: int
    accounts: tuple[CorrectedAccount, ...]


class Bank(Struct):
    """The books of one table by player id, in chips; `raked` went to the house, `corrections` are the latest."""

    accounts: dict[str, Account] = {}
    on_table: int = 0
    raked: int = 0
    corrections: tuple[BookCorrection, ...] = ()

    def copied(self) -> Bank:
        """Returns books that stay as they are now."""
        return replace(self, accounts={player: copy(account) for player, account in self.accounts.items()})

    def rename(self, player: str, name: str) -> None:
        """Calls a player by another name, in their account and in the corrections; does nothing without an account."""
        if player not in self.accounts:
            return
        self.accounts[player].name = name
        self.corrections = tuple(
            replace(
                each, accounts=tuple(replace(one, name=name) if one.player == player else one for one in each.accounts)
            )
            for each in self.corrections
        )

    def buy_in(self, player: str, chips: int) -> None:
        """Books chips that a player buys."""
        account = self.accounts.setdefault(player, Account())
        if account.net_buy_in + chips > account.most_brought > 0:
            account.rebuys += 1
        self._bring(player, chips)

    def _bring(self, player: str, chips: int) -> None:
        account = self.accounts.setdefault(player, Account())
        account.bought_in += chips
        account.most_brought = max(account.most_brought, account.net_buy_in)
        self.on_table += chips

    def cash_out(self, player: str, chips: int) -> None:
        """Books chips that a player takes away (AI-13)."""
        self.accounts.setdefault(player, Account()).cashed_out += chips
        self.on_table -= chips

    def correct(self, correction: BookCorrection) -> None:
        """Books a correction, which balances; chips that somebody brings by it are no rebuy."""
        for each in correction.accounts:
            self.accounts[each.player].corrected += each.chips
            if not each.seated and each.chips > 0:
                self.cash_out(each.player, each.chips)
            elif not each.seated:
                self._bring(each.player, -each.chips)
        self.corrections = (*self.corrections, correction)[-MAX_STATEMENT_CORRECTIONS:]

    @property
    def net_bought(self) -> int:
        """The chips bought by players who have bought more than they took away.

        No stack, pot, total or result is larger than it, so it is kept within what a message may name.
        """
        return sum(bought for account in self.accounts.values() if (bought := account.net_buy_in) > 0)

    def room_for(self, player: str) -> int:
        """Returns how many chips a player may still buy before an amount is larger than a message may name."""
        return MAX_CHIPS - self.net_bought + max(0, -self.net_buy_in(player))

    def allowance(self, player: str, *, most_rebuys: int | None, most_brought: int) -> int:
        """Returns how many chips a player may still buy, with so many rebuys and so many chips in all (0: any number).

        They may always bring back the chips that they took away.
        """
        if most_rebuys is None and not most_brought:
            return MAX_CHIPS
        account = self.accounts.get(player) or Account()
        allowed = most_brought - account.net_buy_in if most_brought else MAX_CHIPS
        if most_rebuys is not None and account.most_brought and account.rebuys >= most_rebuys:
            allowed = min(allowed, account.most_brought - account.net_buy_in)
        return max(0, allowed)

    def net_buy_in(self, player: str) -> int:
        """Returns what a player has bought, less what they took away."""
        account = self.accounts.get(player)
        return account.net_buy_in if account else 0

    def rake(self, chips: int) -> None:
        """Books chips that the house takes from the pots (AI-16)."""
        self.raked += chips
        self.on_table -= chips

    def check(self, counted: int) -> None:
        """Raises Unbalanced unless the chips counted on the table are those of the books (BT-42)."""
        owed = sum(account.net_buy_in for account in self.accounts.values()) - self.raked
        if not counted == self.on_table == owed:
            raise Unbalanced(f"The table holds {counted:,} chips where its books say {self.on_table:,} and {owed:,}.")


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
    bringing = [each for each in accounts if not each.seated and each.chips < 0]
    if bringing and -sum(each.chips for each in bringing) > min(bank.room_for(each.player) for each in bringing):
        raise Refusal("table-total", "The table cannot count so many chips; correct it by fewer.")
    return BookCorrection(by, command.reason, hand, accounts)


def correction_event(correction: BookCorrection, seats: Seats) -> BooksCorrected:
    """Returns what everybody learns of a correction that has been made."""
    told: list[Correction] = []
    for each in correction.accounts:
        seat = seats.of(each.player)
        told.append(Correction(each.name, each.chips, seat.number if seat else None, seat.stack if seat else 0))
    return BooksCorrected(correction.by, correction.reason, tuple(told))


def _check_balance(players: tuple[CorrectedPlayer, ...]) -> None:
    balance = sum(each.chips for each in players)
    if balance:
        more, less = ("given", "taken") if balance > 0 else ("taken", "given")
        raise Refusal("correction", f"The correction does not balance: {abs(balance):,} more are {more} than {less}.")
    if not players or any(not each.chips for each in players):
        sentence = "Name the players that get chips and those that give them, each with a number that is not zero."
        raise Refusal("correction", sentence)


def _account(seats: Seats, bank: Bank, wanted: CorrectedPlayer) -> CorrectedAccount:
    """Returns the account that a name means, with the chips that it gets; raises Refusal."""
    seat = next((seat for seat in seats.occupied if seat.name == wanted.name), None)
    if seat is not None:
        if seat.stack + wanted.chips < 0:
            has = f"{seat.name} has {seat.stack:,} chips"
            raise Refusal("correction", f"{has}, so {-wanted.chips:,} cannot be taken from them.")
        return CorrectedAccount(seat.player, seat.name, wanted.chips, seated=True)
    gone = [player for player, kept in bank.accounts.items() if kept.name == wanted.name and not seats.of(player)]
    if not gone:
        raise Refusal("no-player", f"Nobody called {wanted.name} has played at this table; look at the statement.")
    if len(gone) > 1:
        sentence = f"Several players who have left were called {wanted.name}; correct it when the one meant sits again."
        raise Refusal("no-player", sentence)
    return CorrectedAccount(gone[0], wanted.name, wanted.chips, seated=False)
