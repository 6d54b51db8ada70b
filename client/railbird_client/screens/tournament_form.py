"""The form for a new tournament, with the proposed levels beside its rows."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.content import Content

from railbird_client.model.tournament_form import TournamentForm
from railbird_client.model.tournament_levels import structure_lines
from railbird_client.screens.form_screen import FormScreen
from railbird_shared.tournament.commands import OpenTournament

MIN_LEVELS_WIDTH = 20


class TournamentFormScreen(FormScreen[TournamentForm, OpenTournament]):
    """Asks for everything about a new tournament; answers None where the player goes back.

    `now` is the time in seconds since the beginning of 1970.
    """

    opens = "the tournament"
    open_sentence = "Opens it for entries as it stands; it starts later."
    own_keys = (("Esc", "go back"),)

    def __init__(self, form: TournamentForm, *, now: Callable[[], float] = time.time) -> None:
        super().__init__(form, title="New tournament", row="players")
        self._now = now

    def answer(self) -> OpenTournament:
        """Returns the tournament; a start in some minutes counts from now."""
        return OpenTournament(terms=self._form.terms_at(int(self._now())))

    def beside(self) -> Content:
        """Returns the proposed levels as a table."""
        width = max(MIN_LEVELS_WIDTH, self.size.width * 2 // 5 - 4)
        lines = structure_lines(self._form.terms, width, chips=self._form.wish.in_play)
        return Content("\n").join(Content("".join(span.text for span in line)) for line in lines)
