"""The forms for a new table and a new tournament on the screen, with their profiles.

What was opened last is proposed, and setups are kept under names on a page of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Generic, TypeVar

from msgspec.structs import replace as with_fields
from textual.app import App
from textual.content import Content

from railbird_client.forms.form import FormRow, RowKind, heading
from railbird_client.forms.form_screen import FormScreen
from railbird_client.hosting.games_form import GamesForm, GamesSetup
from railbird_client.hosting.host_form import HostForm, HostSetup
from railbird_client.hosting.profiles import (
    ProfileError,
    ProfileFile,
    TournamentProfileFile,
    read_house_file,
    tournament_profiles_of,
    write_house_file,
)
from railbird_client.start.launch import NewTable
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_client.tournament.tournament_page import structure_lines
from railbird_client.widgets.dialogs import LineDialog
from railbird_shared.game.announced_game import Game
from railbird_shared.game.catalogue import GAMES, GameChoice, find_mix
from railbird_shared.house.house_rules import CASINO
from railbird_shared.protocol.table_limits import MAX_SEATS
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH, clean_table_name
from railbird_shared.tournament.messages import OpenTournament

FormType = TypeVar("FormType", bound=GamesForm[Any])
SetupT = TypeVar("SetupT", bound=GamesSetup)
AnswerT = TypeVar("AnswerT")

_PROFILE = "profile:"


class ProfiledFormScreen(FormScreen[FormType, AnswerT], Generic[FormType, SetupT, AnswerT]):
    """Shows a form that begins with what was opened last, or as the player left it."""

    form_type: type[FormType]
    own_keys = (("R D", "rename or delete the marked profile"),)

    def __init__(
        self,
        setup: SetupT,
        profiles: ProfileFile[SetupT, FormType],
        *,
        title: str,
        games: tuple[GameChoice, ...] = GAMES,
        row: str = "",
    ) -> None:
        """Begins with the setup where nothing was opened before, or only what the server does not deal."""
        self._profiles = profiles
        self._games = games
        form, last, draft = self.form_of(setup), profiles.load().last, profiles.draft
        dealt = {game.id for game in games}
        if draft is not None and dealt.issuperset(draft.setup.games_played):
            form = replace(draft, games=games)
        elif last is not None and dealt.issuperset(last.games_played):
            form = self.form_of(with_fields(last, name=last.name or setup.name))
        super().__init__(form, title=title, row=row)

    def form_of(self, setup: SetupT) -> FormType:
        """Returns the form of a setup, with the games that the server deals."""
        return self.form_type.of(setup, self._games)

    def on_mount(self) -> None:
        """Shows the first page, and what was wrong with the file of profiles."""
        self._said = self._profiles.take_error()
        super().on_mount()

    def keep_draft(self) -> None:
        """Keeps the form for the next time, because the player goes back without opening anything."""
        self._profiles.draft = self._form

    def rows(self) -> tuple[FormRow, ...]:
        """Returns the rows of the page in sight."""
        return super().rows() if self.edits_form else self._profile_rows()

    @property
    def edits_form(self) -> bool:
        """Whether what is typed on the page in sight is a value of the form: not on that of the profiles."""
        return self._page is not self._form.profile_page

    def _profile_rows(self) -> tuple[FormRow, ...]:
        keys = "Enter loads it, R renames it and D deletes it."
        saved = tuple(
            FormRow(
                f"{_PROFILE}{each.name}",
                each.name,
                self._describe(each.setup),
                RowKind.ACTION,
                sentence=keys,
                letters="rd",
            )
            for each in self._profiles.load().profiles
        )
        save = f"Keeps {self.opens.replace('the', 'this', 1)} under a name; its password is not kept."
        read = "Takes over the house rules of a file, as `railbird-server house --toml` writes them."
        write = "Writes the house rules into a new file, for `railbird-server house` and `--house`."
        return (
            FormRow("save", "Save as", "", RowKind.TEXT, placeholder="Friday at ours", sentence=save),
            *((heading("Profiles"), *saved) if saved else ()),
            heading("House rules as a file"),
            FormRow("import", "Read from", "", RowKind.TEXT, placeholder="house.toml", sentence=read),
            FormRow("export", "Write to", "", RowKind.TEXT, placeholder="house.toml", sentence=write),
        )

    def _describe(self, setup: SetupT) -> str:
        """Returns in a few words what a profile opens, empty where it can be opened no more."""
        summary = self.form_of(with_fields(setup, name=setup.name or "nameless")).summary
        return summary[0] if summary else ""

    def choose(self, row: FormRow) -> None:
        """Loads a profile."""
        found = self._profiles.load().find(row.id.removeprefix(_PROFILE)) if row.id.startswith(_PROFILE) else None
        if found is not None:
            self.change(self.form_of(with_fields(found.setup, name=found.setup.name or self._form.setup.name)))
            self.say(f"{found.name} is loaded; Ctrl+O opens {self.opens}.")

    def press_letter(self, row: FormRow, letter: str) -> None:
        """Renames or deletes a profile."""
        name = row.id.removeprefix(_PROFILE)
        if letter == "d":
            self._profiles.delete(name)
            self.say(f"{name} is deleted.")
        elif letter == "r":
            dialog = LineDialog(name, "Name", str, accept="Rename", value=name, max_length=TABLE_NAME_LENGTH)

            def on_answer(to: str | None) -> None:
                if to is not None:
                    self._do(lambda: f"{name} is called {self._profiles.rename(name, to)} now.")

            self.app.push_screen(dialog, on_answer)

    def enter_text(self, row: FormRow, typed: str) -> None:
        """Takes over a value, saves a profile, or reads or writes a file of house rules."""
        if self.edits_form:
            super().enter_text(row, typed)
        elif typed.strip():
            self._do(lambda: self._done_with(row.id, typed))

    def _done_with(self, row: str, typed: str) -> str:
        """Saves a profile, or reads or writes a file of house rules; returns what was done. Raises ProfileError."""
        if row == "import":
            self._form = self._form.with_house(read_house_file(typed))
            return f"The house rules in {typed.strip()} are taken over."
        problem = self._form.problem
        if problem is not None:
            raise ProfileError(f"{problem.page.value}: {problem.sentence}")
        if row == "export":
            return f"The house rules are written to {write_house_file(typed, self._form.house.rules or CASINO)}."
        return f"{self._profiles.save(typed, self._form.chosen)} is saved."

    def _do(self, act: Callable[[], str]) -> None:
        """Does something with a profile or a file, and says how it went."""
        try:
            self.say(act())
        except ProfileError as error:
            self.say(str(error))

    def say(self, sentence: str) -> None:
        """Shows a sentence below the rows, or what is wrong with the file of profiles."""
        super().say(self._profiles.take_error() or sentence)


MAX_DIFFERENCES = 30

_LINES_ABOUT = 2
"""How many lines of a summary come before the house rules unlike a casino's."""


class HostFormScreen(ProfiledFormScreen[HostForm, HostSetup, NewTable]):
    """Asks for everything about a new table; answers None where the player goes back."""

    form_type = HostForm
    opens = "the table"
    open_sentence = "Opens the table as it stands."

    def answer(self) -> NewTable:
        """Returns the table, which is proposed the next time."""
        form, request, setup = self._form, self._form.request, self._form.setup
        self._profiles.remember(self._form.chosen)
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


MIN_LEVELS_WIDTH = 20


class TournamentFormScreen(ProfiledFormScreen[TournamentForm, TournamentSetup, OpenTournament]):
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
    profiles = tournament_profiles_of(app)
    setup = TournamentSetup(name=clean_table_name(f"{player}'s tournament"))
    return TournamentFormScreen(setup, profiles, games=games)
