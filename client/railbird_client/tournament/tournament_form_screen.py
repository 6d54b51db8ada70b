"""The form for a new tournament, with its levels beside its rows."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.app import App
from textual.content import Content

from railbird_client.hosting.game_host import SupportsHosting
from railbird_client.hosting.profiled_form import ProfiledFormScreen
from railbird_client.hosting.profiles import TournamentProfileFile
from railbird_client.tournament.tournament_form import TournamentForm
from railbird_client.tournament.tournament_page import structure_lines
from railbird_client.tournament.tournament_setup import TournamentSetup
from railbird_shared.game.catalogue import GAMES, GameChoice
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament.messages import OpenTournament

MIN_LEVELS_WIDTH = 20


class TournamentFormScreen(ProfiledFormScreen[TournamentForm, TournamentSetup, OpenTournament]):
    """Asks for everything about a new tournament; answers None where the player goes back.

    `now` is the time in seconds since the beginning of 1970.
    """

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

    def form_of(self, setup: TournamentSetup) -> TournamentForm:
        """Returns the form of a setup, with the games that the server deals."""
        return TournamentForm.of(setup, self._games)

    @property
    def chosen(self) -> TournamentSetup:
        """The choices, as a profile keeps them."""
        return self._form.chosen

    def answer(self) -> OpenTournament:
        """Returns the tournament, which is proposed the next time; a start in some minutes counts from now."""
        self._profiles.remember(self.chosen)
        return OpenTournament(terms=self._form.terms_at(int(self._now())))

    def beside(self) -> Content:
        """Returns the levels as a table."""
        width = max(MIN_LEVELS_WIDTH, self.size.width * 2 // 5 - 4)
        lines = structure_lines(self._form.terms, width, chips=self._form.setup.wish.in_play)
        return Content("\n").join(Content("".join(span.text for span in line)) for line in lines)


def tournament_form(app: App[object], player: str, games: tuple[GameChoice, ...] = GAMES) -> TournamentFormScreen:
    """Returns the form for a tournament of a player, with what they opened last."""
    profiles = app.host.tournament_profiles if isinstance(app, SupportsHosting) else TournamentProfileFile()
    setup = TournamentSetup(name=clean_table_name(f"{player}'s tournament"))
    return TournamentFormScreen(setup, profiles, games=games)
