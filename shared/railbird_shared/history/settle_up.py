"""Settling up after a night: the fewest payments that make everybody even, and what chips are worth in money.

All amounts are whole numbers, of chips or of the smallest coin of a currency; there is no float anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

MAX_EXACT_PARTIES = 12
"""Up to so many people the payments are the fewest possible, beyond it nearly so."""

WORTH_DECIMALS = 6
"""The most decimals that a chip's worth may have."""

_UNITS = {
    "€": ("EUR", 1),
    "$": ("USD", 1),
    "£": ("GBP", 1),
    "¥": ("JPY", 1),
    "CT": ("EUR", 100),
    "¢": ("USD", 100),
    "P": ("GBP", 100),
}
"""The currencies that signs and the names of coins stand for, and how many of them are one of the currency."""
_AMOUNT = rf"(?P<whole>[0-9]{{1,7}})(?:\.(?P<decimals>[0-9]{{1,{WORTH_DECIMALS}}}))?"
_UNIT = rf"(?P<unit>[A-Z]{{3}}|{'|'.join(map(re.escape, _UNITS))})"
_WORTHS = (re.compile(f"{_AMOUNT} ?{_UNIT}"), re.compile(f"{_UNIT} ?{_AMOUNT}"))
_WITHOUT_CENTS = frozenset(
    ("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF")
)
_WITH_MILLS = frozenset(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"))


class Payment(NamedTuple):
    """`payer` pays `payee` an amount, in the unit of the results that it settles."""

    payer: str
    payee: str
    amount: int


def settle_up(results: Mapping[str, int]) -> tuple[Payment, ...]:
    """Returns the fewest payments after which everybody has paid what they lost and got what they won.

    `results` are what each party has won, negative if they lost; the house that took rake is a party like any other.
    Raises ValueError unless they add up to zero. With more than `MAX_EXACT_PARTIES` parties, those who owe exactly what
    somebody else is owed aside, the payments may be a few more than the fewest.
    """
    if sum(results.values()):
        raise ValueError("The results do not add up to zero.")
    open_results = {party: result for party, result in results.items() if result}
    payments: list[Payment] = []
    for party, opposite in _opposites(dict(open_results)):
        payments += _settle_group({each: open_results.pop(each) for each in (party, opposite)})
    for group in _zero_groups(open_results) if len(open_results) <= MAX_EXACT_PARTIES else [[*open_results]]:
        payments += _settle_group({party: open_results[party] for party in group})
    return tuple(sorted(payments, key=lambda payment: (-payment.amount, payment.payer, payment.payee)))


def _opposites(results: Mapping[str, int]) -> Iterable[tuple[str, str]]:
    """Yields pairs of which one owes what the other is owed; no settlement without such a payment has fewer."""
    waiting: dict[int, list[str]] = {}
    for party, result in results.items():
        if others := waiting.get(-result):
            yield others.pop(0), party
        else:
            waiting.setdefault(result, []).append(party)


def _zero_groups(results: Mapping[str, int]) -> list[list[str]]:
    """Divides the parties into as many groups as possible whose results add up to zero.

    A group of n needs n - 1 payments, so the most groups need the fewest. `most[s]` is how many groups the set of
    parties s, a bit for each, can be taken apart into one party after the other.
    """
    parties = list(results)
    size = 1 << len(parties)
    sums, most, last = [0] * size, [0] * size, [0] * size
    for chosen in range(1, size):
        lowest = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + results[parties[lowest]]
        best = -1
        for bit in range(len(parties)):
            if chosen >> bit & 1 and most[chosen ^ (1 << bit)] > best:
                best, last[chosen] = most[chosen ^ (1 << bit)], bit
        most[chosen] = best + (sums[chosen] == 0)
    groups: list[list[str]] = []
    chosen = size - 1
    while chosen:
        if not sums[chosen]:
            groups.append([])
        groups[-1].append(parties[last[chosen]])
        chosen ^= 1 << last[chosen]
    return groups


def _settle_group(results: dict[str, int]) -> list[Payment]:
    """Returns one payment less than there are parties: whoever owes most pays whoever is owed most."""
    payments: list[Payment] = []
    left = {party: result for party, result in results.items() if result}
    while left:
        payer = min(left, key=lambda party: (left[party], party))
        payee = max(left, key=lambda party: (left[party], party))
        amount = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
        left = {party: result for party, result in left.items() if result}
    return payments


class ChipWorth(NamedTuple):
    """The worth of one chip: `millionths` of a currency, which is named by its three letters (ISO 4217)."""

    millionths: int
    currency: str

    @property
    def decimals(self) -> int:
        """How many decimals the amounts of the currency have."""
        return 0 if self.currency in _WITHOUT_CENTS else 3 if self.currency in _WITH_MILLS else 2

    def __str__(self) -> str:
        """Returns the worth as it is named: "0.05 EUR"."""
        whole, millionths = divmod(self.millionths, 10**WORTH_DECIMALS)
        decimals = f"{millionths:0{WORTH_DECIMALS}}".rstrip("0").ljust(self.decimals if millionths else 0, "0")
        return f"{whole}{'.' if decimals else ''}{decimals} {self.currency}"

    def coins(self, results: Mapping[str, int]) -> dict[str, int]:
        """Returns results in chips as whole coins, the smallest of the currency, none of which is lost or found.

        Each result is rounded down, and the coins that are missing then go one by one to the player who lost most by
        it, the first of them where several lost as much. So no result differs from its exact worth by a whole coin, and
        results that add up to zero still do.
        """
        unit: int = 10 ** (WORTH_DECIMALS - self.decimals)
        exact = {party: chips * self.millionths for party, chips in results.items()}
        coins = {party: worth // unit for party, worth in exact.items()}
        missing = sum(exact.values()) // unit - sum(coins.values())
        by_loss = sorted(exact, key=lambda party: -(exact[party] % unit))
        for party in by_loss[:missing]:
            coins[party] += 1
        return coins

    def money(self, coins: int) -> str:
        """Returns an amount of the smallest coins in the currency, as in "12.40 EUR"."""
        whole, rest = divmod(abs(coins), 10**self.decimals)
        cents = f".{rest:0{self.decimals}}" if self.decimals else ""
        return f"{'-' if coins < 0 else ''}{whole:,}{cents} {self.currency}"

    def plain(self, coins: int) -> str:
        """Returns such an amount without its currency and without commas, as in "-1240.00"."""
        return self.money(coins).removesuffix(f" {self.currency}").replace(",", "")


def parse_worth(text: str) -> ChipWorth:
    """Returns a chip's worth from a text such as "0.05 EUR", "€0.05" or "5ct"; raises ValueError with a sentence.

    The currency comes before the amount or after it, as its three letters or its sign; an amount may be one of cents
    or pence. The comma of other languages is taken for a point, and letters may be small.
    """
    tidied = " ".join(text.replace(",", ".").upper().split())
    if found := next(filter(None, (form.fullmatch(tidied) for form in _WORTHS)), None):
        currency, coins = _UNITS.get(found["unit"], (found["unit"], 1))
        amount = found["whole"] + (found["decimals"] or "").ljust(WORTH_DECIMALS, "0")
        millionths, rest = divmod(int(amount), coins)
        if millionths and not rest:
            return ChipWorth(millionths, currency)
    raise ValueError("Name what a chip is worth as an amount with up to six decimals and a currency, such as 0.05 EUR.")
