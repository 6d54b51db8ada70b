"""The form for a new table, with what the table comes to beside its rows."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace as with_fields
from textual.app import App
from textual.content import Content

from railbird_client.hosting.game_host import SupportsHosting
from railbird_client.hosting.host_form import HostForm
from railbird_client.hosting.host_setup import HostSetup
from railbird_client.hosting.profiled_form import ProfiledFormScreen
from railbird_client.hosting.profiles import TableProfileFile
from railbird_client.shell.launch import NewTable
from railbird_shared.game.announced_game import Game
from railbird_shared.game.catalogue import GAMES, GameChoice, find_mix
from railbird_shared.protocol.table_limits import MAX_SEATS

MAX_DIFFERENCES = 30

_LINES_ABOUT = 2
"""How many lines of a summary come before the house rules unlike a casino's."""


class HostFormScreen(ProfiledFormScreen[HostForm, HostSetup, NewTable]):
    """Asks for everything about a new table; answers None where the player goes back."""

    opens = "the table"
    open_sentence = "Opens the table as it stands."

    def form_of(self, setup: HostSetup) -> HostForm:
        """Returns the form of a setup, with the games that the server deals."""
        return HostForm.of(setup, self._games)

    @property
    def chosen(self) -> HostSetup:
        """The choices, as a profile keeps them."""
        return self._form.chosen

    def answer(self) -> NewTable:
        """Returns the table, which is proposed the next time."""
        form, request, setup = self._form, self._form.request, self._form.setup
        self._profiles.remember(self.chosen)
        return NewTable(
            setup.game, request.bet, request.seats, setup.bots, request.name, form.password, opening=request
        )

    def beside(self) -> Content:
        """Returns what the table is, with its house rules unlike a casino's."""
        about, rules = self._form.summary[:_LINES_ABOUT], self._form.summary[_LINES_ABOUT:][:MAX_DIFFERENCES]
        different = [Content.assemble(("≠ ", "$text-accent"), rule) for rule in rules]
        head = [Content.styled("Unlike a casino", "bold $text-accent")] if different else []
        lines = [Content(line) for line in about]
        return Content("\n").join(
            [Content.styled("This table", "bold $text-accent"), *lines, Content(""), *head, *different]
        )

    def below(self) -> list[Content]:
        """Returns what the table is and how many house rules are unlike a casino's, where that is not beside."""
        summary = self._form.summary
        if self.is_wide or not summary:
            return []
        count = len(summary) - _LINES_ABOUT
        more = f"{count} rule{'s' * (count != 1)} unlike a casino's" if count else "as in a casino"
        return [*(Content(line) for line in summary[:_LINES_ABOUT]), Content.styled(more, "$dim")]


def setup_for(choice: str, name: str) -> HostSetup:
    """Returns the setup of a table of that name for a game or a mix, by its id."""
    setup, mix = HostSetup(name=name), find_mix(choice)
    return setup.with_mix(mix) if mix is not None else with_fields(setup, game=choice)


def games_of(playable: Iterable[Game]) -> tuple[GameChoice, ...]:
    """Returns the games that a server deals as a list of games shows them, all if it names none."""
    dealt = {game.id: game for game in playable if 1 < game.max_seats <= MAX_SEATS}
    known = tuple(each for each in GAMES if each.id in dealt)
    ids = {each.id for each in known}
    others = (each for each in dealt.values() if each.id not in ids)
    return (*known, *(GameChoice(each.id, each.title, each.title, each.max_seats) for each in others)) or GAMES


def profiles_of(app: App[object]) -> TableProfileFile:
    """Returns the player's profiles of tables, or none for an app that keeps nothing."""
    return app.host.profiles if isinstance(app, SupportsHosting) else TableProfileFile()
