"""The words of a player's turn: every legal act has one, and the amounts are those of the server's `LegalActions`."""

from __future__ import annotations

import re
from collections.abc import Callable

from railbird_client.lines.replies import Player, Reply, Sentence, Word, either, find_name, number_in
from railbird_client.lines.speech import amount_words, speak
from railbird_client.table.table_options import BetPreset
from railbird_client.table.turn.own_turn import OwnTurn
from railbird_client.table.turn.table_keys import TableKey, key_name
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import LegalActions, WagerKind

NO_TURN = Sentence("It is not your turn.")


def turn_choices(legal: LegalActions) -> tuple[str, ...]:
    """Returns the words of a turn with their amounts: "call 2", "raise 4 to 200", "fold"."""
    told: list[str] = []
    if legal.check:
        told.append("check")
    if legal.call is not None:
        told.append(f"call {amount_words(legal.call)}" if legal.call else "call for free")
    if legal.bring_in is not None:
        told.append(f"bring in {amount_words(legal.bring_in)}")
    if legal.wager is not None:
        told.append(f"{legal.wager.kind} {_range(legal)}")
    if legal.max_discards is not None:
        least, most = legal.min_discards, legal.max_discards
        count = f"{most}" if least == most else f"up to {most}" if not least else f"{least} to {most}"
        told += [f"draw {count} card{'s' * (most != 1)}", *(["pat"] if not least else [])]
    if legal.declare:
        told.append("declare high, low or both")
    if legal.claims:
        told.append(f"claim {' or '.join(legal.claims)}")
    if legal.max_runs is not None:
        told.append(f"run 1 to {legal.max_runs}")
    return (*told, "fold") if legal.fold else tuple(told)


def _turn_word(works: Callable[[LegalActions], bool], read: Callable[[OwnTurn, str], Reply], example: str = "") -> Word:
    """Returns a word of the player's turn; where the turn has no such act, it says which there are."""

    def works_now(player: Player) -> bool:
        turn = player.turn
        return turn is not None and works(turn.legal)

    def reads(player: Player, rest: str) -> Reply:
        turn = player.turn
        if turn is None:
            return NO_TURN
        return read(turn, rest) if works(turn.legal) else Sentence(f"Not now: {either(turn_choices(turn.legal))}.")

    return Word(works_now, reads, example)


def press(turn: OwnTurn, key: TableKey, again: str = "yes") -> Reply:
    """Returns the act that a key leads to in a turn, or the question before it as its table asks it."""
    action = turn.press(key, 0.0)
    asked = turn.unconfirmed if action is None else action
    if asked is None:
        return Sentence(speak(turn.notice or f"Say {either(turn_choices(turn.legal))}"))
    act = (commands.Act(hand=turn.hand, turn=turn.number, action=asked),)
    return act if action else Sentence(speak(turn.notice.replace(f"press {key_name(key)}", f"say {again}")), act)


def _key(key: TableKey, again: str) -> Callable[[OwnTurn, str], Reply]:
    return lambda turn, _: press(turn, key, again)


def _call(turn: OwnTurn, rest: str) -> Reply:
    """Calls, and with a price after it only that price."""
    price = turn.legal.call or 0
    is_other = bool(rest) and number_in(rest) != price
    return (
        Sentence(f"A call costs {amount_words(price)}: say call.") if is_other else press(turn, TableKey.CALL, "call")
    )


_PARTS = {
    "min": BetPreset.MIN,
    "quarter": BetPreset.QUARTER,
    "third": BetPreset.THIRD,
    "half": BetPreset.HALF,
    "two thirds": BetPreset.TWO_THIRDS,
    "three quarters": BetPreset.THREE_QUARTERS,
    "pot": BetPreset.POT,
    "two pots": BetPreset.TWO_POTS,
    "max": BetPreset.MAX,
}
"""The amounts of a bet in words."""


def _wager(turn: OwnTurn, rest: str) -> Reply:
    """Bets or raises to a total, or by a part of the pot."""
    assert turn.bet is not None
    sizing, words = turn.bet.sizing, rest.lower().removeprefix("to ").removesuffix(" chips").strip()
    total = number_in(words) if re.fullmatch(r"[\d,]+", words, re.ASCII) else None
    if total is None and (words in _PARTS or (sizing.is_fixed and not words)):
        total = sizing.preset(_PARTS.get(words, BetPreset.MIN)).total
    if total is None or sizing.clamp(total) != total:
        return Sentence(f"Say {sizing.wager.kind} and a total: {_range(turn.legal)}.")
    turn.bet.set_amount(total)
    return press(turn, TableKey.WAGER)


def _range(legal: LegalActions) -> str:
    assert legal.wager is not None
    least, most = legal.wager.minimum, legal.wager.maximum
    if legal.wager.totals:
        return either(map(amount_words, legal.wager.totals))
    return amount_words(least) if least == most else f"{amount_words(least)} to {amount_words(most)}"


def _draw(turn: OwnTurn, rest: str) -> Reply:
    """Draws for the cards at these places, as dealt."""
    places = {int(number) for number in re.findall(r"\d{1,2}", rest, re.ASCII)}
    most, count = turn.legal.max_discards or 0, len(turn.cards)
    if not places or not places <= set(range(1, count + 1)) or len(places) > most:
        pat = ", or pat" * (not turn.legal.min_discards)
        return Sentence(f"Say draw and up to {most} places from 1 to {count}, as in draw 1{' 3' * (most > 1)}{pat}.")
    turn.discards = frozenset(place - 1 for place in places)
    return press(turn, TableKey.CONFIRM)


def _choose(turn: OwnTurn, rest: str) -> Reply:
    """Declares, claims or says how often the rest is dealt: by words, their beginning or a number."""
    assert turn.action_choice is not None
    options = turn.action_choice.options
    place = find_name(rest, [option.label for option in options])
    if place is None:
        return Sentence(f"Say {either(turn_choices(turn.legal))}.")
    return (commands.Act(hand=turn.hand, turn=turn.number, action=options[place].action),)


def _kind(kind: WagerKind) -> Callable[[LegalActions], bool]:
    return lambda legal: legal.wager is not None and legal.wager.kind is kind


TURN_WORDS = {
    "fold": _turn_word(lambda legal: legal.fold, _key(TableKey.FOLD, "fold")),
    "check": _turn_word(lambda legal: legal.check, _key(TableKey.CALL, "check")),
    "call": _turn_word(lambda legal: legal.call is not None, _call),
    "bring": _turn_word(lambda legal: legal.bring_in is not None, _key(TableKey.CALL, "bring")),
    "bet": _turn_word(_kind(WagerKind.BET), _wager, "40, min, half or pot"),
    "raise": _turn_word(_kind(WagerKind.RAISE), _wager, "40, min, half or pot"),
    "complete": _turn_word(_kind(WagerKind.COMPLETE), _wager),
    "allin": _turn_word(
        lambda legal: legal.wager is not None or legal.call is not None, _key(TableKey.ALL_IN, "allin")
    ),
    "draw": _turn_word(lambda legal: legal.max_discards is not None, _draw, "1 3"),
    "pat": _turn_word(
        lambda legal: legal.max_discards is not None and not legal.min_discards, _key(TableKey.STAND_PAT, "pat")
    ),
    "declare": _turn_word(lambda legal: legal.declare, _choose, "high, low or both"),
    "claim": _turn_word(lambda legal: bool(legal.claims), _choose, "flush"),
    "run": _turn_word(lambda legal: legal.max_runs is not None, _choose, "2"),
}
