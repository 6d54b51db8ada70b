"""The actions of a Poker Hand History, one line each: "d dh p1 AhKd", "p3 cbr 400", "p2 sm".

A player's number counts from 1, clockwise from the button's left. An unknown card is written "??" and read as None.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from msgspec import Struct

from railbird_shared.game.cards import Card, parse_card
from railbird_shared.protocol.table_limits import MAX_CHIPS

UNKNOWN_CARD = "??"
SHOWN_AS_KNOWN = "-"
"""The notation for a player who shows the cards that they are known to hold."""

MAX_PLAYER_DIGITS = 3
"""The most digits of a player's number."""

Cards = tuple[Card | None, ...]


class BadHistory(ValueError):
    """A history that cannot be read, or whose `action` of that number contradicts it; the message is one sentence.

    `field` is the field of the file that it is about, empty where it is about none.
    """

    def __init__(self, sentence: str, action: int = 0, *, field: str = "") -> None:
        super().__init__(sentence)
        self.action = action
        self.field = field or ("actions" if action else "")


class ActionCode(StrEnum):
    """The verb of a player's action."""

    FOLD = "f"
    CALL = "cc"
    """Checks or calls."""
    WAGER = "cbr"
    """Completes, bets or raises to an amount."""
    BRING_IN = "pb"
    DRAW = "sd"
    """Stands pat or discards."""
    SHOW = "sm"
    """Shows or mucks."""


class DealAction(Struct, frozen=True):
    """The dealer gives cards to a player, or to the board where `player` is 0."""

    player: int
    cards: Cards


class PlayerAction(Struct, frozen=True):
    """A player acts. `amount` belongs to a wager; `cards` are discarded or shown, None where a hand is mucked."""

    player: int
    code: ActionCode
    amount: Decimal = Decimal(0)
    cards: Cards | None = None


def parse_action(text: str) -> DealAction | PlayerAction | None:
    """Parses one action; None for a comment. Raises BadHistory."""
    match text.partition("#")[0].split():
        case []:
            return None
        case ["d", "db", cards]:
            return DealAction(0, parse_history_cards(cards))
        case ["d", "dh", player, cards]:
            return DealAction(_parse_player(player, text), parse_history_cards(cards))
        case [player, "f" | "cc" | "pb" as verb]:
            return PlayerAction(_parse_player(player, text), ActionCode(verb))
        case [player, "cbr", amount]:
            return PlayerAction(_parse_player(player, text), ActionCode.WAGER, amount=_parse_amount(amount, text))
        case [player, "sd", *cards] if len(cards) < 2:
            return PlayerAction(_parse_player(player, text), ActionCode.DRAW, cards=parse_history_cards("".join(cards)))
        case [player, "sm"]:
            return PlayerAction(_parse_player(player, text), ActionCode.SHOW)
        case [player, "sm", cards]:
            shown = () if cards == SHOWN_AS_KNOWN else parse_history_cards(cards)
            return PlayerAction(_parse_player(player, text), ActionCode.SHOW, cards=shown)
        case _:
            raise BadHistory(f"{text!r} is no action of a hand history.")


def parse_history_cards(text: str) -> Cards:
    """Parses cards written without spaces, None for each unknown one; raises BadHistory."""
    codes = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return tuple(None if code == UNKNOWN_CARD else _parse_card(code) for code in codes)
    except ValueError as error:
        raise BadHistory(str(error)) from None


def format_history_cards(cards: Iterable[Card | None]) -> str:
    """Writes cards without spaces."""
    return "".join(UNKNOWN_CARD if card is None else str(card) for card in cards)


def _parse_card(code: str) -> Card:
    if len(code) != len(UNKNOWN_CARD):
        raise ValueError(f"{code!r} is not a card: write a rank and a suit, or ?? for an unknown card.")
    return parse_card(code)


def _parse_player(text: str, action: str) -> int:
    number = text[1:]
    if (
        text[:1] != "p"
        or not (number.isascii() and number.isdigit())
        or len(number) > MAX_PLAYER_DIGITS
        or not int(number)
    ):
        raise BadHistory(f"{text!r} in {action!r} is no player: write p1, p2 and so on.")
    return int(number)


def _parse_amount(text: str, action: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal(0)
    if amount.is_nan() or not 0 < amount <= MAX_CHIPS:
        raise BadHistory(f"{text!r} in {action!r} is no amount of chips.")
    return amount
