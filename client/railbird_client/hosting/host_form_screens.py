"""The forms for a new table and a new tournament on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from msgspec.structs import replace as with_fields
from textual.app import App
from textual.content import Content

from railbird_client.hosting.form_screen import FormScreen
from railbird_client.hosting.host_form import HostForm, HostSetup
from railbird_client.hosting.profiles import TournamentProfileFile, profiles_of
from railbird_client.start.launch import NewTable
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_client.tournament.tournament_page import structure_lines
from railbird_shared.game.announced_game import Game
from railbird_shared.game.catalogue import GAMES, GameChoice, find_mix
from railbird_shared.protocol.table_limits import MAX_SEATS
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament.messages import OpenTournament

MAX_DIFFERENCES = 30

_LINES_ABOUT = 2
"""How many lines of a summary come before the house rules unlike a casino's."""


class HostFormScreen(FormScreen[HostForm, HostSetup, NewTable]):
    """Asks for everything about a new table; answers None where the player goes back."""

    form_type = HostForm
    opens = "the table"
    open_sentence = "Opens the table as it stands."

    def answer(self) -> NewTable:
        """Returns the table, which is proposed the next time."""
        request, setup = self._form.request, self._form.setup
        self._profiles.remember(self._form.chosen)
        return NewTable(setup.game, request.bet, request.seats, setup.bots, opening=request)

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


MIN_LEVELS_WIDTH = 20


class TournamentFormScreen(FormScreen[TournamentForm, TournamentSetup, OpenTournament]):
    """Asks for everything about a new tournament; answers None where the player goes back.

    `now` is the time in seconds since the beginning of 1970.
    """

    form_type = TournamentForm
    opens = "the tournament"
    open_sentence = "Opens it for entries as it stands; it starts later."

    def __init__(
        self,
        setup: TournamentSetup,
        profiles: TournamentProfileFile,
        *,
        games: tuple[GameChoice, ...] = GAMES,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(setup, profiles, title="Tournament", games=games, row="players")
        self._now = now

    def answer(self) -> OpenTournament:
        """Returns the tournament, which is proposed the next time; a start in some minutes counts from now."""
        self._profiles.remember(self._form.chosen)
        return OpenTournament(terms=self._form.terms_at(int(self._now())))

    def beside(self) -> Content:
        """Returns the levels as a table."""
        width = max(MIN_LEVELS_WIDTH, self.size.width * 2 // 5 - 4)
        lines = structure_lines(self._form.terms, width, chips=self._form.setup.wish.in_play)
        return Content("\n").join(Content("".join(span.text for span in line)) for line in lines)


def tournament_form(app: App[object], player: str, games: tuple[GameChoice, ...] = GAMES) -> TournamentFormScreen:
    """Returns the form for a tournament of a player, with what they opened last."""
    profiles = profiles_of(app).tournaments
    setup = TournamentSetup(name=clean_table_name(f"{player}'s tournament"))
    return TournamentFormScreen(setup, profiles, games=games)
