"""Parses Poker Hand History files: one hand of a .phh file, several of a .phhs file.

The actions of a hand are one line each: "d dh p1 AhKd", "p3 cbr 400", "p2 sm". A player's number counts from 1,
clockwise from the button's left. An unknown card is written "??" and read as None.

Files count in money, often in cents; a recorded hand counts in whole chips, `chips_per_unit` of which make one unit of
the file's money. Finishing stacks may have fractions of a chip, because a file may divide an odd chip (SD-16).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from itertools import chain

from msgspec import Struct

from railbird_shared.game.cards import Card, parse_card
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_SEATS

UNKNOWN_CARD = "??"
SHOWN_AS_KNOWN = "-"
"""The notation for a player who shows the cards that they are known to hold."""

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
    label = re.fullmatch(r"p([0-9]{1,3})", text)
    if label is None or not int(label[1]):
        raise BadHistory(f"{text!r} in {action!r} is no player: write p1, p2 and so on.")
    return int(label[1])


def _parse_amount(text: str, action: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal(0)
    if amount.is_nan() or not 0 < amount <= MAX_CHIPS:
        raise BadHistory(f"{text!r} in {action!r} is no amount of chips.")
    return amount


MIN_EXPONENT = -6
"""The smallest power of ten in an amount: six decimals."""

ASSUMED_STACK = MAX_CHIPS // MAX_SEATS
"""The stack of a player whose stack is unknown, in chips: more than anybody bets."""

MAX_ACTIONS = 2000
"""The most actions of one hand."""

Fields = dict[str, object]


class HistoryStep(Struct, frozen=True):
    """One action: its `number` in the file, counted from 1, its text and its parsed form."""

    number: int
    text: str
    action: DealAction | PlayerAction


class RecordedHand(Struct, frozen=True):
    """One hand of a file, in whole chips; lists are in the order of the players.

    The antes and blinds of two players, which the format lists in reverse, are in that order too. With `antes_trimmed`
    a player short of their ante can win as much of each other ante as they paid, without it all of them.
    """

    game_code: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    steps: tuple[HistoryStep, ...]
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    antes_trimmed: bool = False
    finishing_stacks: tuple[Decimal, ...] = ()
    chips_per_unit: int = 1


def parse_histories(text: str) -> dict[str, Fields]:
    """Returns the fields of each hand of a file by its name, empty for a .phh file; raises BadHistory."""
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise BadHistory(f"This is no hand history, for it is no TOML: {error}.") from None
    if not document:
        raise BadHistory("There is no hand in it.")
    if "variant" in document:
        return {"": document}
    hands: dict[str, Fields] = {name: fields for name, fields in document.items() if isinstance(fields, dict)}
    if len(hands) < len(document):
        raise BadHistory("A hand history needs the field 'variant'.")
    return hands


_BETS = ("bring_in", "small_bet", "big_bet", "min_bet")
_FORCED_BETS = ("antes", "blinds_or_straddles")


def parse_hand(fields: Fields) -> RecordedHand:
    """Parses the fields of one hand; raises BadHistory with a sentence."""
    steps = tuple(_parse_steps(fields))
    code = fields.get("variant")
    if not isinstance(code, str):
        raise BadHistory("A hand history needs the field 'variant'.", field="variant")
    bets = {name: _parse_number(fields.get(name, 0), name) for name in _BETS}
    stacks = _parse_numbers(fields, "starting_stacks")
    forced = {name: _parse_numbers(fields, name) for name in _FORCED_BETS}
    wagers = [step.action.amount for step in steps if isinstance(step.action, PlayerAction)]
    unit: int = 10 ** max(map(_decimal_places, [*bets.values(), *stacks, *chain(*forced.values()), *wagers]))
    players = len(stacks)
    if not 2 <= players <= MAX_SEATS:
        sentence = f"A hand has 2 to {MAX_SEATS} players, and 'starting_stacks' has {players}."
        raise BadHistory(sentence, field="starting_stacks")
    for step in steps:
        if step.action.player > players:
            sentence = f"Action {step.number}, {step.text!r}, is of a player who has no starting stack."
            raise BadHistory(sentence, step.number)
    if "blinds_or_straddles" not in fields:
        forced["blinds_or_straddles"] = [Decimal(0)] * players
    finishing = _parse_numbers(fields, "finishing_stacks")
    for name, amounts in (*forced.items(), ("finishing_stacks", finishing or stacks)):
        if len(amounts) != players:
            raise BadHistory(f"{name!r} has {len(amounts)} amounts for {players} players.", field=name)
    for name, amount in bets.items():
        if amount < 0:
            raise BadHistory(f"{name!r} is an amount of chips, not less than nothing.", field=name)
    # The format lists the forced bets of two players in reverse.
    antes, blinds = (_to_chips(each[::-1] if players == 2 else each, unit) for each in forced.values())
    bring_in, small_bet, big_bet, min_bet = _to_chips(bets.values(), unit)
    return RecordedHand(
        game_code=code,
        antes=antes,
        blinds=blinds,
        starting_stacks=_to_chips(stacks, unit),
        steps=steps,
        bring_in=bring_in,
        small_bet=small_bet or min_bet,
        big_bet=big_bet,
        antes_trimmed=fields.get("ante_trimming_status") is True,
        finishing_stacks=tuple(stack * unit for stack in finishing),
        chips_per_unit=unit,
    )


def _to_chips(amounts: Iterable[Decimal], unit: int) -> tuple[int, ...]:
    """Returns amounts in whole chips, so many of which are one unit of the file's money."""
    return tuple(int(amount * unit) if amount.is_finite() else ASSUMED_STACK for amount in amounts)


def _parse_steps(fields: Fields) -> list[HistoryStep]:
    lines = fields.get("actions")
    if not isinstance(lines, list):
        raise BadHistory("A hand history needs the field 'actions', a list.", field="actions")
    if len(lines) > MAX_ACTIONS:
        raise BadHistory(f"A hand has at most {MAX_ACTIONS:,} actions, and this one {len(lines):,}.", field="actions")
    steps: list[HistoryStep] = []
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str):
            raise BadHistory(f"Action {number} is no text.", number)
        try:
            action = parse_action(line)
        except BadHistory as error:
            raise BadHistory(str(error), number) from None
        if action:
            steps.append(HistoryStep(number, line.strip(), action))
    return steps


def _parse_numbers(fields: Fields, name: str) -> list[Decimal]:
    values = fields.get(name, [])
    if not isinstance(values, list):
        raise BadHistory(f"{name!r} is a list of amounts.", field=name)
    return [_parse_number(value, name) for value in values]


def _parse_number(value: object, name: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise BadHistory(f"{value!r} in {name!r} is no amount of chips.", field=name)
    amount = Decimal(value)
    if amount.is_nan() or (amount.is_finite() and abs(amount) > MAX_CHIPS):
        raise BadHistory(f"{value} in {name!r} is no amount of chips.", field=name)
    return amount


def _decimal_places(amount: Decimal) -> int:
    """Returns how many decimals an amount has, without final zeros."""
    exponent = amount.normalize().as_tuple().exponent
    if not isinstance(exponent, int):
        return 0
    if exponent < MIN_EXPONENT:
        raise BadHistory(f"{amount} has more decimals than any money.")
    return max(0, -exponent)
