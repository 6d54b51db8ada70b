"""A form with profiles: what was opened last is proposed, and setups are kept under names on a page of their own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from msgspec.structs import replace as with_fields

from railbird_client.forms.form import FormRow, RowKind, heading
from railbird_client.forms.form_screen import FormScreen
from railbird_client.hosting.games_form import GamesForm
from railbird_client.hosting.host_setup import GamesSetup
from railbird_client.hosting.profiles import ProfileError, ProfileFile, read_house_file, write_house_file
from railbird_client.shell.dialogs import Dialog
from railbird_client.shell.dialogs import FormRow as DialogRow
from railbird_client.widgets.controls import LineInput
from railbird_shared.game.catalogue import GAMES, GameChoice
from railbird_shared.house.presets import CASINO
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH

FormType = TypeVar("FormType", bound=GamesForm)
SetupT = TypeVar("SetupT", bound=GamesSetup)
AnswerT = TypeVar("AnswerT")

_PROFILE = "profile:"


class ProfiledFormScreen(FormScreen[FormType, AnswerT], Generic[FormType, SetupT, AnswerT]):
    """Shows a form that begins with what was opened last, or as the player left it."""

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

    @abstractmethod
    def form_of(self, setup: SetupT) -> FormType:
        """Returns the form of a setup, with the games that the server deals."""

    @property
    @abstractmethod
    def chosen(self) -> SetupT:
        """The choices, as a profile keeps them."""

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
        if row == "import":
            self._form = self._form.with_house(read_house_file(typed))
            return f"The house rules in {typed.strip()} are taken over."
        problem = self._form.problem
        if problem is not None:
            raise ProfileError(f"{problem.page.value}: {problem.sentence}")
        if row == "export":
            return f"The house rules are written to {write_house_file(typed, self._form.house.rules or CASINO)}."
        return f"{self._profiles.save(typed, self.chosen)} is saved."

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
