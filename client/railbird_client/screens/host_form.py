"""The form for a new table: what it comes to, and the profiles under which tables are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace as with_fields
from textual.app import App
from textual.content import Content

from railbird_client.hosting import HostingApp
from railbird_client.launch import NewTable
from railbird_client.model.form_rows import FormRow, RowKind, heading
from railbird_client.model.host_form import HostForm, Page
from railbird_client.model.host_setup import HostSetup
from railbird_client.profiles import ProfileError, ProfileFile, describe_profile, read_house_file, write_house_file
from railbird_client.screens.dialogs import Dialog
from railbird_client.screens.dialogs import FormRow as DialogRow
from railbird_client.screens.form_screen import FormScreen
from railbird_client.widgets.line_input import LineInput
from railbird_shared.catalogue import GAMES, GameChoice, find_mix
from railbird_shared.games import Game
from railbird_shared.house.presets import CASINO
from railbird_shared.table_limits import MAX_SEATS
from railbird_shared.text_cleaning import TABLE_NAME_LENGTH

MAX_DIFFERENCES = 30

_PROFILE = "profile:"
_LINES_ABOUT = 2
"""How many lines of a summary come before the house rules unlike a casino's."""


class HostFormScreen(FormScreen[HostForm, NewTable]):
    """Asks for everything about a new table; answers None where the player goes back."""

    opens = "the table"
    open_sentence = "Opens the table as it stands."
    own_keys = (
        ("R D", "rename or delete the marked profile"),
        ("Esc", "go back; what is chosen is there the next time"),
    )

    def __init__(
        self, setup: HostSetup, *, title: str, profiles: ProfileFile, games: tuple[GameChoice, ...] = GAMES
    ) -> None:
        self._profiles = profiles
        self._games = games
        last = profiles.load().last
        form = HostForm.of(setup, games)
        if profiles.draft is not None:
            form = profiles.draft
        elif last is not None and set(last.games_played) <= {game.id for game in games}:
            form = HostForm.of(with_fields(last, name=last.name or setup.name), games)
        super().__init__(form, title=title)

    def on_mount(self) -> None:
        """Shows the first page, and what was wrong with the file of profiles."""
        self._said = self._profiles.take_error()
        super().on_mount()

    def answer(self) -> NewTable:
        """Returns the table, which is proposed the next time."""
        form, request, setup = self._form, self._form.request, self._form.setup
        self._profiles.remember(form.chosen)
        bet = setup.bet or request.bet
        return NewTable(setup.game, bet, setup.seats, setup.bots, request.name, form.password, opening=request)

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

    def keep_draft(self) -> None:
        """Keeps the form for the next time, because the player goes back without opening a table."""
        self._profiles.draft = self._form

    # --- profiles ---

    def rows(self) -> tuple[FormRow, ...]:
        """Returns the rows of the page in sight."""
        return super().rows() if self.edits_form else _profile_rows(self._profiles)

    @property
    def edits_form(self) -> bool:
        """Whether what is typed on the page in sight is a value of the form: not on that of the profiles."""
        return self._page is not Page.PROFILES

    def choose(self, row: FormRow) -> None:
        """Loads a profile."""
        found = self._profiles.load().find(row.id.removeprefix(_PROFILE)) if row.id.startswith(_PROFILE) else None
        if found is not None:
            setup = with_fields(found.setup, name=found.setup.name or self._form.setup.name)
            self.change(HostForm.of(setup, self._games))
            self.say(f"{found.name} is loaded; Ctrl+O opens the table.")

    def press_letter(self, row: FormRow, letter: str) -> None:
        """Renames or deletes a profile."""
        if not row.id.startswith(_PROFILE):
            return
        name = row.id.removeprefix(_PROFILE)
        if letter == "d":
            self._profiles.delete(name)
            self.say(f"{name} is deleted.")
        elif letter == "r":
            self.app.push_screen(RenameProfileDialog(name), lambda to: self._rename_profile(name, to))

    def _rename_profile(self, name: str, to: str | None) -> None:
        if to is not None:
            self._do(lambda: f"{name} is called {self._profiles.rename(name, to)} now.")

    def enter_text(self, row: FormRow, typed: str) -> None:
        """Takes over a value, saves a profile, or reads or writes a file of house rules."""
        if self.edits_form:
            super().enter_text(row, typed)
        elif typed.strip():
            self._do(lambda: self._done_with(row.id, typed))

    def _done_with(self, row: str, typed: str) -> str:
        """Saves a profile, or reads or writes a file of house rules; returns what was done. Raises ProfileError."""
        problem = self._form.problem
        if row == "import":
            rules = read_house_file(typed)
            self._form = HostForm.of(with_fields(self._form.setup, house=rules), self._games)
            return f"The house rules in {typed.strip()} are taken over."
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


class RenameProfileDialog(Dialog[str]):
    """Asks for another name of a profile."""

    accept_label = "Rename"

    def __init__(self, name: str) -> None:
        super().__init__()
        self.heading = name
        self._name_before = name

    def rows(self) -> tuple[DialogRow, ...]:
        """Returns the row of the name."""
        return (DialogRow("Name", LineInput(self._name_before, max_length=TABLE_NAME_LENGTH)),)

    def read_answer(self) -> str | None:
        """Reads the name."""
        return self.query_one(LineInput).value


def _profile_rows(profiles: ProfileFile) -> tuple[FormRow, ...]:
    """Returns the rows of the page with the profiles."""
    keys = "Enter loads it, R renames it and D deletes it."
    saved = tuple(
        FormRow(f"{_PROFILE}{each.name}", each.name, describe_profile(each.setup), RowKind.ACTION, sentence=keys)
        for each in profiles.load().profiles
    )
    save = "Keeps this table under a name; its password is not kept."
    read = "Takes over the house rules of a file, as `railbird-server house --toml` writes them."
    write = "Writes the house rules into a new file, for `railbird-server house` and `--house`."
    return (
        FormRow("save", "Save as", "", RowKind.TEXT, placeholder="Friday at ours", sentence=save),
        *((heading("Profiles"), *saved) if saved else ()),
        heading("House rules as a file"),
        FormRow("import", "Read from", "", RowKind.TEXT, placeholder="house.toml", sentence=read),
        FormRow("export", "Write to", "", RowKind.TEXT, placeholder="house.toml", sentence=write),
    )


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


def profiles_of(app: App[object]) -> ProfileFile:
    """Returns the profiles of the player, or none for an app that keeps nothing."""
    return app.profiles if isinstance(app, HostingApp) else ProfileFile()
