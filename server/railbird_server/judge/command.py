"""`railbird-server judge`: who wins, and why."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from enum import StrEnum
from typing import Any

import click
import msgspec

from railbird_server.guide.catalogue import catalogue
from railbird_server.guide.layout import lay_out
from railbird_server.judge.question import BadQuestion, asked
from railbird_server.judge.ruling import rule
from railbird_server.judge.settings import Value, Wishes, variant_of
from railbird_server.judge.telling import told
from railbird_server.printing import tell
from railbird_server.refusal import Refusal
from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking import (
    SUIT_ORDERS,
    JokerRole,
    LowestWild,
    Order,
    Unbeatable,
    WildScope,
    WildTiebreak,
)
from railbird_server.rules.variants import OddChip


class OneOf(click.Choice[str]):
    """A choice that is refused in one sentence."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the choice; raises Refusal for another word."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            name = param.opts[0] if param else ""
            raise Refusal(f"There is no {name} {value}; choose one of {', '.join(self.choices)}.") from None


class Sentences(click.Command):
    """A command whose every refusal is one sentence: unknown options and missing words too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Returns the words left over; raises Refusal for words that make no command."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as fault:
            raise Refusal(
                f"There is no option {fault.option_name}; {ctx.command_path} -h lists those there are."
            ) from None
        except click.UsageError as fault:
            raise Refusal(f"{fault.format_message().rstrip('.')}.") from None


class Chips(click.ParamType[int]):
    """A whole number of chips; how many there may be, the question says."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        """Returns the number; raises Refusal for a word that is none."""
        try:
            return int(value)
        except ValueError:
            raise Refusal(f"A pot is a number of chips, not {value!r}.") from None


def option(name: str, explained: str, choices: type[StrEnum] | tuple[str, ...]) -> Callable[[Any], Any]:
    """Returns an option with the values of an enumeration, or with those named."""
    words = choices if isinstance(choices, tuple) else tuple(member.value for member in choices)
    return click.option(name, type=OneOf(words), help=explained)


def switch(name: str, explained: str) -> Callable[[Any], Any]:
    """Returns an option that is there or not."""
    return click.option(name, is_flag=True, default=None, help=explained)


@click.command(cls=Sentences)
@click.argument("hands", nargs=-1, metavar="HAND...")
@click.option("--game", default="", help="A game by its id, such as holdem; without it any cards are compared.")
@click.option("--board", default="", help='The common cards: "Kh Kc Qc".')
@click.option("--pot", default=0, type=Chips(), help="Chips to share; hands run from the button's left.")
@option("--low", "The lowest hand wins, by this order.", tuple(order.value for order in Order if order != Order.HIGH))
@click.option("--high", is_flag=True, help="The highest hand wins; with --low each takes a half.")
@option("--qualifier", "What a low hand needs: eight or better.", ("none", "8"))
@click.option("--two-from-hand", is_flag=True, help="Exactly two cards from the hand and three from the board.")
@option("--pack", "Cards in the pack.", ("52", "40", "36", "32", "20"))
@option("--packs", "Packs shuffled together.", ("1", "2", "3", "4"))
@option("--jokers", "Jokers in the pack.", ("0", "1", "2"))
@option("--joker-role", "What jokers are.", JokerRole)
@click.option(
    "--wild", default="", help='Wild cards: deuces, one-eyed-jacks, or any ranks and cards (kings, "3 9 Kh").'
)
@option("--lowest-wild", "Each player's lowest card is wild.", LowestWild)
@option("--lowest-wild-scope", "How many lowest cards are.", WildScope)
@option("--wild-tiebreak", "Which of equal hands wins by its wild cards.", WildTiebreak)
@switch("--double-ace-flush", "A wild card may repeat a card of a flush.")
@switch("--flush-over-full", "A flush beats a full house.")
@switch("--no-straights", "There are no straights.")
@switch("--no-flushes", "There are no flushes.")
@switch("--a6-broadway-straight", "In ace to six A-K-Q-J-T is a straight.")
@switch("--a6-aces-high-pair", "In ace to six a pair of aces is the highest.")
@option("--suit-tiebreak", "Suits break ties, by this method.", ("0", "1", "2", "3"))
@option("--suit-order", "The suits from high to low.", SUIT_ORDERS)
@option("--unbeatable", "A circular order in which no hand is above all others.", Unbeatable)
@option("--odd-chip", "Who gets chips that cannot be shared.", OddChip)
@click.option("--json", "as_json", is_flag=True, help="Print the ruling for programs.")
def judge(
    *,
    hands: tuple[str, ...],
    game: str,
    board: str,
    pot: int,
    low: str | None,
    high: bool,
    two_from_hand: bool,
    wild: str,
    odd_chip: str | None,
    as_json: bool,
    **settings: str | bool | None,
) -> None:
    """Say who wins, with which five cards, and why.

    Each hand is one argument. In a game its cards come in the order dealt; without one, those behind a slash lie open.

        railbird-server judge --board "Kh Kc Qc 7d 2s" "As Kd" "Qh Qd"
    """
    wishes = Wishes(game, low or "", high, two_from_hand, wild, odd_chip or "", ranking_of(settings))
    try:
        ruling = rule(asked(variant_of(wishes), hands, board, pot), catalogue())
    except (BadQuestion, BadSetup) as fault:
        raise Refusal(str(fault)) from None
    if as_json:
        tell(msgspec.json.format(msgspec.json.encode(ruling), indent=2).decode())
    else:
        tell(lay_out(told(ruling), shutil.get_terminal_size().columns))


def ranking_of(settings: dict[str, str | bool | None]) -> dict[str, Value]:
    """Returns the fields of `RankingRules` that options name; an option that is not there changes nothing."""
    fields: dict[str, Value] = {}
    for name, value in settings.items():
        if value is None:
            continue
        if name.startswith("no_"):
            fields[name.removeprefix("no_")] = False
        elif name == "qualifier":
            fields[name] = 0 if value == "none" else int(value)
        else:
            fields[name] = int(value) if isinstance(value, str) and value.isdecimal() else value
    return fields
