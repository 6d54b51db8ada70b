"""The options of `railbird host` that fill in the form for a new table; what they make of it, `host_plan` says."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import click

from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.protocol.table_limits import MAX_BET, MAX_CHIPS, MAX_CLOCK_SECONDS, MAX_RAIL_HANDS, MAX_REBUYS
from railbird_shared.tournament.limits import MAX_ENTRANTS, MAX_HOSTED_HOURS, MAX_STARTING_CHIPS

Handler = Callable[..., None]

ANY_NUMBER = "any"


class RebuysType(click.ParamType[int]):
    """How often players may rebuy, on the command line."""

    name = "rebuys"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Returns the number, -1 for any; fails with a sentence."""
        text = str(value)
        if text == ANY_NUMBER:
            return -1
        if not (text.isascii() and text.isdigit()) or int(text[:9]) > MAX_REBUYS:
            self.fail(f"{text!r} is no number of rebuys: name one from 0 to {MAX_REBUYS}, or {ANY_NUMBER}.", param, ctx)
        return int(text)


FAIR_DEALS = tuple(each.value for each in FairDeal)


@dataclass(frozen=True, slots=True)
class FormOptions:
    """What the command line says of a table besides its game, bet, seats, bots and clock; None for what it does not."""

    profile: str | None = None
    rotation: str | None = None
    dealers_choice: bool | None = None
    hands: int | None = None
    ante: int | None = None
    buy_in: int | None = None
    rebuys: int | None = None
    most_brought: int | None = None
    approve_buy_ins: bool | None = None
    time_bank: int | None = None
    chip_worth: str | None = None
    unlisted: bool | None = None
    fair_deal: str | None = None
    rail_limit: int | None = None
    rail_delay: int | None = None
    rail_speaks: bool | None = None

    @property
    def named(self) -> bool:
        """Whether the command line says anything of it."""
        return any(getattr(self, each.name) is not None for each in fields(self))


def form_options(handler: Handler) -> Handler:
    """Adds the options of the form, and passes them as one `FormOptions`."""
    seconds, chips = click.IntRange(0, MAX_CLOCK_SECONDS), click.IntRange(1, MAX_CHIPS)

    @click.option("--profile", metavar="NAME", help="Open the table that you saved under a name.")
    @click.option("--rotation", metavar="GAMES", help="Games in turn, such as razz,stud8; or horse, 8-game.")
    @click.option("--dealers-choice", is_flag=True, default=None, help="Who has the button names the game.")
    @click.option("--hands", type=click.IntRange(0, 1000), help="Hands of each game; 0: an orbit.")
    @click.option("--ante", type=click.IntRange(1, MAX_BET), help="What everybody posts, in chips.")
    @click.option("--buy-in", type=chips, help="What a player brings who names nothing.")
    @click.option("--rebuys", type=RebuysType(), metavar="COUNT", help="How often a player may rebuy, or any.")
    @click.option("--most-brought", type=click.IntRange(0, MAX_CHIPS), help="Most chips of a player; 0: any number.")
    @click.option("--approve-buy-ins/--no-approve-buy-ins", default=None, help="You approve what others buy.")
    @click.option("--time-bank", type=seconds, help="Seconds of each player's time bank; 0: none.")
    @click.option("--chip-worth", metavar="WORTH", help="What a chip is worth, such as 0.05EUR.")
    @click.option("--fair-deal", type=click.Choice(FAIR_DEALS), help="Prove each deal; or open decks at the end, too.")
    @click.option("--rail-limit", type=click.IntRange(0), help="Most people who watch; 0: nobody.")
    @click.option("--rail-delay", type=click.IntRange(0, MAX_RAIL_HANDS), help="Hands that who watches is behind.")
    @click.option("--rail-speaks", is_flag=True, default=None, help="Players read what who watches writes.")
    @click.option("--unlisted", is_flag=True, default=None, help="Only those whom you invite find the table.")
    @functools.wraps(handler)
    def wrapper(**options: Any) -> None:
        chosen = {each.name: options.pop(each.name) for each in fields(FormOptions)}
        handler(form=FormOptions(**chosen), **options)

    return wrapper


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """What the command line says of a tournament; without `tournament`, its players, a table is opened."""

    tournament: int | None = None
    chips: int | None = None
    hours: float | None = None

    @property
    def named(self) -> bool:
        """Whether the command line says anything of a tournament."""
        return any(getattr(self, each.name) is not None for each in fields(self))


def tournament_options(handler: Handler) -> Handler:
    """Adds the options of a tournament, and passes them as one `TournamentOptions`."""
    players, chips = click.IntRange(2, MAX_ENTRANTS), click.IntRange(20, MAX_STARTING_CHIPS)

    @click.option("--tournament", type=players, metavar="PLAYERS", help="Open a tournament for so many, not a table.")
    @click.option("--chips", type=chips, help="What everybody in a tournament starts with.")
    @click.option("--hours", type=click.FloatRange(0.25, MAX_HOSTED_HOURS), help="How long a tournament may last.")
    @functools.wraps(handler)
    def wrapper(**options: Any) -> None:
        chosen = {each.name: options.pop(each.name) for each in fields(TournamentOptions)}
        handler(tournament=TournamentOptions(**chosen), **options)

    return wrapper
