"""Parses Poker Hand History files: one hand of a .phh file, several of a .phhs file.

Files count in money, often in cents; a recorded hand counts in whole chips, `chips_per_unit` of which make one unit of
the file's money. Finishing stacks may have fractions of a chip, because a file may divide an odd chip (SD-16).
"""

from __future__ import annotations

import tomllib
from decimal import Decimal

from msgspec import Struct

from railbird_server.history.notation import BadHistory, DealAction, PlayerAction, parse_action
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_SEATS

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


def parse_hand(fields: Fields) -> RecordedHand:
    """Parses the fields of one hand; raises BadHistory with a sentence."""
    steps = tuple(_parse_steps(fields))
    reader = _AmountReader(fields, steps)
    stacks = reader.chips_list("starting_stacks")
    players = len(stacks)
    if not 2 <= players <= MAX_SEATS:
        raise BadHistory(
            f"A hand has 2 to {MAX_SEATS} players, and 'starting_stacks' has {players}.", field="starting_stacks"
        )
    for step in steps:
        if step.action.player > players:
            sentence = f"Action {step.number}, {step.text!r}, is of a player who has no starting stack."
            raise BadHistory(sentence, step.number)
    return RecordedHand(
        game_code=_game_code(fields),
        antes=reader.forced_bets("antes", players),
        blinds=reader.forced_bets("blinds_or_straddles", players, required=False),
        starting_stacks=stacks,
        steps=steps,
        bring_in=reader.chips("bring_in"),
        small_bet=reader.chips("small_bet") or reader.chips("min_bet"),
        big_bet=reader.chips("big_bet"),
        antes_trimmed=fields.get("ante_trimming_status") is True,
        finishing_stacks=reader.finishing_stacks(players),
        chips_per_unit=reader.chips_per_unit,
    )


class _AmountReader:
    """Converts the amounts of one hand to chips, all in the same unit."""

    def __init__(self, fields: Fields, steps: tuple[HistoryStep, ...]) -> None:
        self._fields = fields
        amounts = [step.action.amount for step in steps if isinstance(step.action, PlayerAction)]
        amounts += [
            _parse_number(fields.get(name, 0), name) for name in ("bring_in", "small_bet", "big_bet", "min_bet")
        ]
        for name in ("antes", "blinds_or_straddles", "starting_stacks"):
            amounts += _parse_numbers(fields, name)
        self.chips_per_unit: int = 10 ** max(map(_decimal_places, amounts))

    def chips(self, name: str) -> int:
        amount = self._to_chips(_parse_number(self._fields.get(name, 0), name))
        if amount < 0:
            raise BadHistory(f"{name!r} is an amount of chips, not less than nothing.", field=name)
        return amount

    def chips_list(self, name: str) -> tuple[int, ...]:
        return tuple(map(self._to_chips, _parse_numbers(self._fields, name)))

    def forced_bets(self, name: str, players: int, *, required: bool = True) -> tuple[int, ...]:
        """Returns forced bets by player; the format lists those of two players in reverse."""
        if name not in self._fields and not required:
            return (0,) * players
        amounts = self.chips_list(name)
        if len(amounts) != players:
            raise BadHistory(f"{name!r} has {len(amounts)} amounts for {players} players.", field=name)
        return amounts[::-1] if players == 2 else amounts

    def finishing_stacks(self, players: int) -> tuple[Decimal, ...]:
        stacks = _parse_numbers(self._fields, "finishing_stacks") if "finishing_stacks" in self._fields else []
        if stacks and len(stacks) != players:
            sentence = f"'finishing_stacks' has {len(stacks)} amounts for {players} players."
            raise BadHistory(sentence, field="finishing_stacks")
        return tuple(stack * self.chips_per_unit for stack in stacks)

    def _to_chips(self, amount: Decimal) -> int:
        return int(amount * self.chips_per_unit) if amount.is_finite() else ASSUMED_STACK


def _game_code(fields: Fields) -> str:
    code = fields.get("variant")
    if not isinstance(code, str):
        raise BadHistory("A hand history needs the field 'variant'.", field="variant")
    return code


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
