"""`railbird-server rules`, `judge` and `schema`: the rules, the winner by them, and the schema of the protocol."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from typing import Any

import click
import msgspec

from railbird_server.cli.console import CommandError, ended_by, print_text
from railbird_server.cli.setting_options import GameParam
from railbird_server.guide.pages import render_page
from railbird_server.guide.rulebook import load_rulebook
from railbird_server.guide.search import NothingFound, find_page
from railbird_server.judge import BadQuestion, parse_question, rule_on, ruling_page, variant_of
from railbird_shared.game import game_rules
from railbird_shared.game.ranking_rules import LOWEST_RANK, SUIT_ORDERS
from railbird_shared.protocol.schema import SCHEMA_FILE, asyncapi_document, document_text, protocol_schema


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME | CLAUSE | WORD]...")
def rules(*, words: tuple[str, ...]) -> None:
    """Print the rules: an overview, a game's page, clauses by id or group, or all clauses with a word."""
    with ended_by(NothingFound):
        page = find_page(words, load_rulebook())
    print_text(render_page(page, shutil.get_terminal_size().columns))


@click.command()
@click.option("--asyncapi", is_flag=True, help=f"Print an AsyncAPI document, which refers to {SCHEMA_FILE} beside it.")
def schema(*, asyncapi: bool) -> None:
    """Print the JSON Schema of the protocol."""
    print_text(document_text(asyncapi_document() if asyncapi else protocol_schema()))


class OneSentenceCommand(click.Command):
    """A command whose every refusal is one sentence: unknown options and missing words too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Returns the remaining arguments; raises CommandError for a usage error."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as fault:
            raise CommandError(
                f"There is no option {fault.option_name}; {ctx.command_path} -h lists those there are."
            ) from None
        except click.UsageError as fault:
            raise CommandError(f"{fault.format_message().rstrip('.')}.") from None


def choice_option(name: str, help_text: str, choices: Iterable[str | int]) -> Callable[[Any], Any]:
    """Returns an option with one of a few values, None if it is not given."""
    values = [str(each) if isinstance(each, str) else each for each in choices]
    return click.option(name, type=click.Choice(values), help=help_text)


def flag_option(name: str, help_text: str, *, setting: str = "") -> Callable[[Any], Any]:
    """Returns an option that turns a setting on, or off the one that is named; None if it is not given."""
    names = (name, setting) if setting else (name,)
    return click.option(*names, is_flag=True, flag_value=not setting, default=None, help=help_text)


@click.command(cls=OneSentenceCommand)
@click.argument("hands", nargs=-1, metavar="HAND...")
@click.option(
    "--game",
    default="",
    type=GameParam(),
    metavar="GAME",
    help="Such as holdem or plo; without it any cards are compared.",
)
@click.option("--board", default="", help='The common cards: "Kh Kc Qc".')
@click.option("--pot", default=0, type=int, help="Chips to share; hands run from the button's left.")
@choice_option(
    "--low",
    "The lowest hand wins, by this order.",
    [order.value for order in game_rules.Order if order != game_rules.Order.HIGH],
)
@click.option("--high", is_flag=True, help="The highest hand wins; with --low each takes a half.")
@choice_option("--qualifier", "The qualifier of a low hand: eight or better.", ("none", "8"))
@click.option("--two-from-hand", is_flag=True, help="Exactly two cards from the hand and three from the board.")
@choice_option("--pack", "Cards in the pack.", LOWEST_RANK)
@choice_option("--packs", "Packs shuffled together.", range(1, 5))
@choice_option("--jokers", "Jokers in the pack.", range(3))
@choice_option("--joker-role", "The role of jokers.", game_rules.JokerRole)
@click.option(
    "--wild", default="", help='Wild cards: deuces, one-eyed-jacks, or any ranks and cards (kings, "3 9 Kh").'
)
@choice_option("--lowest-wild", "Each player's lowest card is wild.", game_rules.LowestWild)
@choice_option("--lowest-wild-scope", "How many lowest cards are.", game_rules.WildScope)
@choice_option("--wild-tiebreak", "Which of equal hands wins by its wild cards.", game_rules.WildTiebreak)
@flag_option("--double-ace-flush", "A wild card may repeat a card of a flush.")
@flag_option("--flush-over-full", "A flush beats a full house.")
@flag_option("--no-straights", "There are no straights.", setting="straights")
@flag_option("--no-flushes", "There are no flushes.", setting="flushes")
@flag_option("--a6-broadway-straight", "In ace to six A-K-Q-J-T is a straight.")
@flag_option("--a6-aces-high-pair", "In ace to six a pair of aces is the highest.")
@choice_option("--suit-tiebreak", "Suits break ties, by this method.", range(4))
@choice_option("--suit-order", "The suits from high to low.", SUIT_ORDERS)
@choice_option("--unbeatable", "A circular order in which no hand is above all others.", game_rules.CircularOrder)
@choice_option("--odd-chip", "The winner of chips that cannot be shared.", game_rules.OddChip)
@click.option("--short", is_flag=True, help="Print the answer without the reasons.")
@click.option("--json", "as_json", is_flag=True, help="Print the ruling for programs.")
def judge(*, hands: tuple[str, ...], board: str, pot: int, short: bool, as_json: bool, **options: Any) -> None:
    """Say who wins, with which five cards, and why.

    Each hand is one argument. In a game its cards come in the order dealt; without one, those behind a slash lie open.

        railbird-server judge --board "Kh Kc Qc 7d 2s" "As Kd" "Qh Qd"
    """
    if short and as_json:
        raise CommandError("--json prints the whole ruling: leave out --short or --json.")
    named = {name: value for name, value in options.items() if value is not None}
    if qualifier := named.get("qualifier"):
        named["qualifier"] = 0 if qualifier == "none" else int(qualifier)
    with ended_by(BadQuestion, game_rules.BadSetup):
        ruling = rule_on(parse_question(variant_of(**named), hands, board, pot), load_rulebook())
    if as_json:
        print_text(msgspec.json.format(msgspec.json.encode(ruling), indent=2).decode())
    else:
        print_text(render_page(ruling_page(ruling, short=short), shutil.get_terminal_size().columns))
