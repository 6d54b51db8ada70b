"""The table's ledger: who bought chips, who took chips away, and what has to lie on the table.

Every movement is booked twice, against the player and against the table, so the books as a whole sum to zero and the
chips on the table can be told from the books alone.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_server.rules.errors import RulesError


class Unbalanced(RulesError):
    """The chips on the table are not those of the books."""


class Account(Struct):
    """One player's dealings with the table over all his visits, in chips."""

    bought_in: int = 0
    cashed_out: int = 0

    @property
    def net_buy_in(self) -> int:
        """What the player has brought to the table, less what he took away; negative where he took more."""
        return self.bought_in - self.cashed_out


class Bank:
    """The books of one table, by player id; `raked` is what the house took, in chips."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.on_table = 0
        self.raked = 0

    def buy_in(self, player: str, chips: int) -> None:
        """Books chips that a player brings to the table."""
        self.accounts.setdefault(player, Account()).bought_in += chips
        self.on_table += chips

    def cash_out(self, player: str, chips: int) -> None:
        """Books chips that a player takes away (AI-13)."""
        self.accounts.setdefault(player, Account()).cashed_out += chips
        self.on_table -= chips

    def net_buy_in(self, player: str) -> int:
        """Returns what a player has brought to the table in all, less what he took away."""
        return self.accounts.get(player, Account()).net_buy_in

    def rake(self, chips: int) -> None:
        """Books chips that the house took from the pots (AI-16)."""
        self.raked += chips
        self.on_table -= chips

    def check(self, counted: int) -> None:
        """Raises Unbalanced unless the chips counted on the table are those of the books (BT-42)."""
        owed = sum(account.net_buy_in for account in self.accounts.values()) - self.raked
        if not counted == self.on_table == owed:
            raise Unbalanced(f"The table holds {counted:,} chips where its books say {self.on_table:,} and {owed:,}.")
