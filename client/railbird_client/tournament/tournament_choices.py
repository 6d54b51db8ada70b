"""The values that the rows of the form for a tournament offer, what they are called, and how typed ones are read."""

from __future__ import annotations

from collections.abc import Callable

from railbird_client.hosting.games_form import bank_words, clock_words
from railbird_client.tournament.tournament_setup import MIN_MINUTES
from railbird_shared.history.settle_up import parse_worth
from railbird_shared.protocol.table_limits import MAX_BET, MIN_BET
from railbird_shared.tournament.limits import (
    MAX_ENTRANTS,
    MAX_HOSTED_HOURS,
    MAX_PLACES_PAID,
    MAX_PRICE,
    MAX_SHARE,
    MAX_STARTING_CHIPS,
)
from railbird_shared.tournament.structure import StartRule, next_bet

PLAYER_COUNTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 27, 30, 36, 40, 45, 50, 60, 70, 80, 90, 100)
CHIP_COUNTS = (500, 1000, 1500, 2000, 3000, 5000, 10_000, 15_000, 20_000, 30_000, 50_000, 100_000)
MINUTES = (20, 30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480, 600)
LEVEL_LENGTHS = (0, 1, 2, 3, 5, 6, 8, 10, 12, 15, 20, 30, 60, -6, -8, -10, -12, -20)
"""The lengths of a level to choose from: 0 for the proposed one, minutes, or below 0 hands."""
PRICES = (0, 1, 2, 5, 10, 20, 30, 50, 100)
STARTS = (StartRule.BY_HOST, StartRule.WHEN_FULL, 5, 10, 15, 20, 30, 45, 60, 90, 120)
"""When it starts: by a rule, or in so many minutes."""
PAYOUTS: tuple[tuple[int, ...], ...] = ((), (1,), (65, 35), (50, 30, 20), (40, 30, 20, 10), (35, 25, 18, 13, 9))
"""The shares of places to choose from, () for the usual ones."""
FIRST_BETS = (0, 2, 4, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 500, 1000, 2000)
STRIDE_WORDS = {0: "as proposed", 1: "by a third or a half each", 2: "to about the double each"}


def choice_words(row: str, value: object, players: int) -> str:
    """Returns a value of a row in words; `players` is how many may enter."""
    if row in _WORDS and not isinstance(value, bool):
        return _WORDS[row](value)
    match row, value:
        case "start", StartRule():
            return "when you say so" if value is StartRule.BY_HOST else f"when {players} have entered"
        case "start", int():
            return f"in {value} minutes"
        case "hand_for_hand", bool():
            return "hand-for-hand" if value else "all tables play on"
        case "listed", bool():
            return "who comes to the lobby" if value else "who knows its code"
        case _, bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def hours_words(minutes: int) -> str:
    """Returns minutes as hours are typed: "2:30"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}"


def payout_words(shares: tuple[int, ...]) -> str:
    """Returns the shares of places as they are typed."""
    return " ".join(str(share) for share in shares)


def usual_bets(least: int) -> tuple[int, ...]:
    """Returns the bets from `least` chips on that levels usually have."""
    bets = [MIN_BET]
    while next_bet(bets[-1]) <= MAX_BET:
        bets.append(next_bet(bets[-1]))
    return tuple(bet for bet in bets if bet >= least) or (least,)


def _level_words(value: object) -> str:
    return f"to the end of level {value}" if value else "none"


def _times_words(value: object) -> str:
    return "any number" if value == -1 else f"{value} for each player" if value else "none"


def _length_words(value: object) -> str:
    if not isinstance(value, int) or not value:
        return "as proposed"
    return f"{-value} hands" if value < 0 else f"{value} minute{'s' * (value > 1)}"


_WORDS: dict[str, Callable[[object], str]] = {
    "bots": lambda value: f"fill up to {value} players" if value else "none",
    "clock": lambda value: clock_words(value) if isinstance(value, int | None) else "",
    "time_bank": lambda value: bank_words(value) if isinstance(value, int | None) else "",
    "stride": lambda value: next((words for stride, words in STRIDE_WORDS.items() if stride == value), ""),
    "late_entry": _level_words,
    "rebuys_until": lambda value: f"level {value}",
    "re_entries": _times_words,
    "rebuys": _times_words,
    "length": _length_words,
}


def parse_number(what: str, least: int, most: int) -> Callable[[str], int]:
    """Returns what reads a whole number, or raises ValueError with a sentence."""

    def parse(text: str) -> int:
        digits = "".join(char for char in text if char not in " ,._'")
        if digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)) and least <= int(digits) <= most:
            return int(digits)
        raise ValueError(f"Write {what} as a number from {least:,} to {most:,}.")

    return parse


def _parse_hours(text: str) -> int:
    """Returns minutes from hours as in "3", "2.5" or "2:30"; raises ValueError with a sentence."""
    hours, colon, rest = text.strip().replace(",", ".").partition(":")
    try:
        minutes = int(hours) * 60 + int(rest) if colon else round(float(hours) * 60)
    except (ValueError, OverflowError):
        minutes = 0
    if not MIN_MINUTES <= minutes <= MAX_HOSTED_HOURS * 60:
        raise ValueError(f"Write the hours as in 3, 2.5 or 2:30, up to {MAX_HOSTED_HOURS}.")
    return minutes


def _parse_payouts(text: str) -> tuple[int, ...]:
    """Returns the shares of the places; raises ValueError with a sentence."""
    shares = text.replace(",", " ").replace("%", " ").replace("/", " ").split()
    parse = parse_number("each share", 1, MAX_SHARE)
    if len(shares) > MAX_PLACES_PAID:
        raise ValueError(f"Pay at most {MAX_PLACES_PAID} places.")
    return tuple(parse(share) for share in shares)


def _parse_first_bet(text: str) -> int:
    """Returns the first bet, 0 for a usual one; raises ValueError with a sentence."""
    return parse_number("the first bet", MIN_BET, MAX_BET)(text) if text.strip() else 0


PARSERS: dict[str, Callable[[str], object]] = {
    "name": str,
    "players": parse_number("the players", 2, MAX_ENTRANTS),
    "chips": parse_number("the chips", 20, MAX_STARTING_CHIPS),
    "minutes": _parse_hours,
    "buy_in": parse_number("the price", 0, MAX_PRICE),
    "bounty": parse_number("the bounty", 0, MAX_PRICE),
    "unit": lambda text: str(parse_worth(text)) if text.strip() else "",
    "payouts": _parse_payouts,
    "first_bet": _parse_first_bet,
}
"""What reads the values that are typed, by row; each raises ValueError with a sentence."""
