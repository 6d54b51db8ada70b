"""The options of `railbird host` that fill in the form for a new table or tournament: a flag for each declared setting.

The declarations are read when the command runs, so that the help of the other commands comes at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from msgspec import Struct

    from railbird_shared.settings.spec import Setting

Handler = Callable[..., None]
TypedFlags = Mapping[str, "str | bool"]
"""The declared settings of a command line, as they were typed, by the first flag of the option."""

SIMPLE_FLAGS = frozenset({"--bet", "--seats", "--bots", "--clock"})
"""The flags that a table may have without the form being filled in."""

TOURNAMENT_FLAG = "--players"
"""The flag with which a tournament is opened in place of a table."""


@dataclass(frozen=True, slots=True)
class FormOptions:
    """The options of a table or a tournament besides its game; None for those not given."""

    profile: str | None = None
    rotation: str | None = None
    dealers_choice: bool | None = None
    terms: TypedFlags = field(default_factory=dict)

    @property
    def needs_form(self) -> bool:
        """Whether the command line says anything that only the form has."""
        games = (self.profile, self.rotation, self.dealers_choice)
        return any(each is not None for each in games) or not self.terms.keys() <= SIMPLE_FLAGS

    @property
    def opens_tournament(self) -> bool:
        """Whether a tournament is opened in place of a table."""
        return TOURNAMENT_FLAG in self.terms

    def values(self, record: type[Struct]) -> dict[str, Any]:
        """Returns the values of a record's settings that are named; raises UsageError for one that it has not."""
        from railbird_shared.settings.spec import settings_of

        made = _declared_options()
        settings = {made[each.flag].opts[0]: each for each in settings_of(record)}
        if foreign := self.terms.keys() - settings.keys():
            flag = min(foreign)
            no = f"A tournament has no such option: leave {flag} out."
            raise click.UsageError(no if self.opens_tournament else f"{flag} goes with --tournament PLAYERS.")
        return {settings[flag].name: _value(settings[flag], flag, text) for flag, text in self.terms.items()}


def _value(setting: Setting, flag: str, text: str | bool) -> Any:
    if isinstance(text, bool):
        return text
    try:
        return setting.kind.parse(text)
    except ValueError:
        raise click.UsageError(setting.refusal(flag, text)) from None


class HostCommand(click.Command):
    """A command with an option for each declared setting of tables and tournaments."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Returns the options of the command and those of the declared settings."""
        *own, help_option = super().get_params(ctx)
        return [*own, *dict.fromkeys(_declared_options().values()), help_option]


@functools.cache
def _declared_options() -> dict[str, click.Option]:
    """Returns an option for each setting of a table or of a tournament, by its flags.

    Settings of both that share a flag have one option, which is called as that of a table and tells of both.
    """
    from railbird_client.hosting.host_form import HostSetup
    from railbird_client.tournament.tournament_form import TournamentSetup
    from railbird_shared.settings.spec import settings_of

    made: dict[str, click.Option] = {}
    for record, where in ((HostSetup, ""), (TournamentSetup, "Of a tournament. ")):
        for each in settings_of(record):
            flags = (each.flag, *each.spec.flags)
            option = next((made[flag] for flag in flags if flag in made), None)
            if option is None:
                option = click.Option(
                    each.option_names, default=None, metavar=each.kind.metavar, help=f"{where}{each.help}"
                )
            elif each.help not in (told := option.help or ""):
                option.help = f"{told} {where}{each.help}"
            made |= dict.fromkeys(flags, option)
    return made


def form_options(handler: Handler) -> Handler:
    """Adds the options of the form, and passes them and those of the declared settings as one `FormOptions`."""

    @click.option("--profile", metavar="NAME", help="Open the table that you saved under a name.")
    @click.option("--rotation", metavar="GAMES", help="Games in turn, such as razz,plo8; or horse, 8-game.")
    @click.option("--dealers-choice", is_flag=True, default=None, help="The player with the button names the game.")
    @functools.wraps(handler)
    def wrapper(*, profile: str | None, rotation: str | None, dealers_choice: bool | None, **options: Any) -> None:
        found = {option.opts[0]: options.pop(str(option.name)) for option in {*_declared_options().values()}}
        terms = {flag: text for flag, text in found.items() if text is not None}
        handler(form=FormOptions(profile, rotation, dealers_choice, terms), **options)

    return wrapper


def check_bots(bots: int, seats: int) -> None:
    """Refuses more bots than a table has room for beside the player; raises UsageError."""
    if bots >= seats:
        raise click.UsageError(f"Beside you there is room for {seats - 1} bot{'s' * (seats > 2)} at that table.")
