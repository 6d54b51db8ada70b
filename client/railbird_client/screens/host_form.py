"""The form for a new table, a screen of its own: pages of rows, what they come to, and the keys that open the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from msgspec.structs import replace as with_fields
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.widgets import Input, Static

from railbird_client.hosting import HostingApp
from railbird_client.launch import NewTable
from railbird_client.model.form_rows import FormRow, RowKind, heading
from railbird_client.model.host_form import HostForm, Page
from railbird_client.model.host_setup import HostSetup
from railbird_client.model.keys_page import keys_page
from railbird_client.profiles import ProfileError, ProfileFile, describe_profile, read_house_file, write_house_file
from railbird_client.screens.dialogs import Dialog, Modal
from railbird_client.screens.dialogs import FormRow as DialogRow
from railbird_client.screens.page import Page as KeysPage
from railbird_client.widgets.ascii_fallback import ASCII_CLASS, apply_ascii_fallback
from railbird_client.widgets.form_list import FormList
from railbird_client.widgets.key_hint import KeyHint
from railbird_client.widgets.line_input import LineInput
from railbird_shared.catalogue import GAMES, GameChoice, find_mix
from railbird_shared.games import Game
from railbird_shared.house.presets import CASINO
from railbird_shared.table_limits import MAX_SEATS
from railbird_shared.text_cleaning import TABLE_NAME_LENGTH

OPEN_ROW = "open"
MAX_TYPED = 200
WIDE = 104
"""From this width on, what the form comes to stands beside it."""

MAX_DIFFERENCES = 30

FORM_KEYS = (
    ("↑ ↓", "another row; PgUp and PgDn ten rows, Home and End the first and the last"),
    ("← →", "change the value of the row"),
    ("Space", "tick the row, or take its next value"),
    ("Enter", "the same, or type a value: Enter keeps it, Esc leaves it"),
    ("letters", "narrow the list to rows with these words; Esc shows all again"),
    ("/", "narrow the list from a row whose value is typed, too"),
    ("Tab", "the next page; Shift+Tab the page before"),
    ("^O", "open the table as it stands"),
    ("R D", "rename or delete the marked profile"),
    ("? F1", "this page; while a value is typed F1 alone"),
    ("Esc", "go back; what is chosen is there the next time"),
)
"""The keys of the form and what they do, for its help."""


class HostFormScreen(Modal[NewTable | None]):
    """Asks for everything about a new table; answers None where the player goes back."""

    AUTO_FOCUS = "FormList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, priority=True),
        Binding("tab", "turn(1)", "Next page", show=False, priority=True),
        Binding("shift+tab", "turn(-1)", "Page before", show=False, priority=True),
        Binding("ctrl+o", "open", "Open the table", show=False, priority=True),
        Binding("f1", "help", "Keys of this form", show=False, priority=True),
        Binding("question_mark", "help", "Keys of this form", show=False),
    ]

    def __init__(
        self, setup: HostSetup, *, title: str, profiles: ProfileFile, games: tuple[GameChoice, ...] = GAMES
    ) -> None:
        super().__init__()
        self._title = title
        self._profiles = profiles
        self._page = Page.GAME
        self._marked: dict[Page, str] = {}
        self._games = games
        self._edited: FormRow | None = None
        self._before_edit: HostForm | None = None
        self._said = ""
        last = profiles.load().last
        if profiles.draft is not None:
            self._form = profiles.draft
        elif last is not None and set(last.games_played) <= {game.id for game in games}:
            self._form = HostForm.of(with_fields(last, name=last.name or setup.name), games)
        else:
            self._form = HostForm.of(setup, games)

    @property
    def form(self) -> HostForm:
        """What is chosen so far."""
        return self._form

    def compose(self) -> ComposeResult:
        """Builds the title with the pages, the rows, the line to type in, and what it all comes to."""
        with Horizontal(id="form-pages"):
            yield Static(Content.styled(self._title, "bold"), id="form-title")
            for number, page in enumerate(Page):
                yield PageTab(page, number)
        with Horizontal(id="form-body"):
            with Vertical(id="form-rows"):
                yield FormList()
                yield LineInput(max_length=MAX_TYPED, widget_id="form-edit")
                yield Static(id="form-sentence")
            yield Static(id="form-summary")
        yield Static(id="form-outcome")
        with Horizontal(id="keys"):
            yield KeyHint("^O", "Open", "screen.open")
            yield KeyHint("Tab", "Next page", "screen.turn(1)")
            yield KeyHint("←→", "Change", "screen.step(1)")
            yield KeyHint("Enter", "Edit", "screen.choose")
            yield KeyHint("Esc", "Back", "screen.back")
            yield KeyHint("?", "Help", "screen.help")

    def on_mount(self) -> None:
        """Shows the first page, and what was wrong with the file of profiles."""
        line = self.query_one("#form-edit", LineInput)
        line.display = line.select_on_focus = False
        self._said = self._profiles.take_error()
        self._show()

    def on_resize(self) -> None:
        """Shows beside the rows or below them what the form comes to."""
        self.call_after_refresh(self._show_outcome)

    # --- what is shown ---

    def _show(self, keep: str = "") -> None:
        for tab in self.query(PageTab):
            problem = self._form.problem
            tab.mark(current=tab.page is self._page, wrong=problem is not None and problem.page is tab.page)
        rows = self.query_one(FormList)
        rows.show((self._open_row, *self._rows()), keep=keep)
        self._show_outcome()

    def _rows(self) -> tuple[FormRow, ...]:
        return _profile_rows(self._profiles) if self._page is Page.PROFILES else self._form.rows(self._page)

    @property
    def _open_row(self) -> FormRow:
        problem = self._form.problem
        words = "Enter, or Ctrl+O from any row" if problem is None else f"first see {problem.page.value}"
        return FormRow(OPEN_ROW, "Open the table", words, RowKind.ACTION, sentence="Opens the table as it stands.")

    def _show_outcome(self) -> None:
        """Shows the sentence of the marked row, and what the form comes to or what is wrong with it."""
        form, row = self._form, self.query_one(FormList).highlighted
        find = self.query_one(FormList).find
        sentence = f'Found by "{find}" ([Esc] all). ' if find else ""
        sentence += row.sentence if row else ""
        self.query_one("#form-sentence", Static).update(apply_ascii_fallback(self.app, Content(sentence)))
        wide = self.size.width >= WIDE
        problem = form.problem
        said = self._said or (f"{problem.page.value}: {problem.sentence}" if problem else "")
        summary = form.summary
        about = [Content(line) for line in summary[:2]]
        different = [Content.assemble(("≠ ", "$text-accent"), said) for said in summary[2 : 2 + MAX_DIFFERENCES]]
        side = self.query_one("#form-summary", Static)
        side.display = wide
        if wide:
            head = [Content.styled("Unlike a casino", "bold $text-accent")] if different else []
            lines = [Content.styled("This table", "bold $text-accent"), *about, Content(""), *head, *different]
            side.update(apply_ascii_fallback(self.app, Content("\n").join(lines)))
        lines = [Content.styled(said, "bold $text-error")] if said else []
        if not wide:
            count = len(summary) - 2
            more = f"{count} rule{'s' * (count != 1)} unlike a casino's" if count > 0 else "as in a casino"
            lines += [*about, Content.styled(more, "$dim")] if summary else []
        outcome = self.query_one("#form-outcome", Static)
        outcome.display = bool(lines)
        outcome.update(apply_ascii_fallback(self.app, Content("\n").join(lines[: 1 if wide else 3])))

    def _change(self, form: HostForm, keep: str = "") -> None:
        self._form, self._said = form, ""
        self._show(keep)

    # --- keys ---

    def action_turn(self, by: int) -> None:
        """Turns to the next page or to the one before."""
        pages = tuple(Page)
        self.turn_to(pages[(pages.index(self._page) + by) % len(pages)])

    def turn_to(self, page: Page, row: str = "") -> None:
        """Shows a page, and marks the row of that id or the one that was marked there."""
        self._end_edit()
        rows = self.query_one(FormList)
        rows.clear_find()
        if rows.highlighted is not None:
            self._marked[self._page] = rows.highlighted.id
        self._page = page
        rows.rows, rows.index = (), 0
        self._said = ""
        self._show(row or self._marked.get(page, ""))

    def action_step(self, by: int) -> None:
        """Changes the marked row."""
        self.query_one(FormList).action_step(by)

    def action_choose(self) -> None:
        """Ticks, does or edits the marked row."""
        if self._edited is None:
            self.query_one(FormList).action_choose()

    def action_back(self) -> None:
        """Ends an edit without it, shows all rows again, or goes back; what was chosen is there the next time."""
        if self._edited is not None:
            form = self._before_edit
            self._end_edit()
            self._change(form if form is not None else self._form)
        elif not self.query_one(FormList).clear_find():
            self._profiles.draft = self._form
            self.dismiss(None)
        else:
            self._show_outcome()

    def action_help(self) -> None:
        """Shows the keys of the form."""
        page = keys_page(FORM_KEYS, "Everything can be clicked, too. Esc closes this page.")
        self.app.push_screen(KeysPage("keys of this form", page, ascii_only=self.app.has_class(ASCII_CLASS)))

    def action_open(self) -> None:
        """Answers with the table, or goes to the row that keeps it from being opened."""
        self._end_edit()
        problem = self._form.problem
        if problem is not None:
            if problem.page is not self._page:
                self.turn_to(problem.page, problem.row)
            else:
                self._show(problem.row)
            return
        form, request = self._form, self._form.request
        self._profiles.remember(form.chosen)
        setup = form.setup
        bet = setup.bet or request.bet
        self.dismiss(NewTable(setup.game, bet, setup.seats, setup.bots, request.name, form.password, opening=request))

    # --- rows ---

    @on(FormList.Highlighted)
    def _highlighted(self) -> None:
        self._show_outcome()

    @on(FormList.Stepped)
    def _stepped(self, message: FormList.Stepped) -> None:
        if message.row.kind in (RowKind.CHOICE, RowKind.TEXT):
            self._change(self._form.step(message.row.id, message.by))

    @on(FormList.Chosen)
    def _chosen(self, message: FormList.Chosen) -> None:
        row = message.row
        if row.id == OPEN_ROW:
            self.action_open()
        elif row.kind is RowKind.TICK:
            self._change(self._form.toggle(row.id))
        elif row.id.startswith("profile:"):
            self._load_profile(row.id.removeprefix("profile:"))

    @on(FormList.KeyPressed)
    def _key_pressed(self, message: FormList.KeyPressed) -> None:
        row, name = message.row, message.row.id.removeprefix("profile:")
        if not row.id.startswith("profile:"):
            return
        if message.key == "d":
            self._profiles.delete(name)
            self._say(f"{name} is deleted.")
        elif message.key == "r":
            self.app.push_screen(RenameProfileDialog(name), lambda to: self._rename_profile(name, to))

    def _load_profile(self, name: str) -> None:
        found = self._profiles.load().find(name)
        if found is not None:
            setup = with_fields(found.setup, name=found.setup.name or self._form.setup.name)
            self._change(HostForm.of(setup, self._games))
            self._say(f"{found.name} is loaded; Ctrl+O opens the table.")

    def _rename_profile(self, name: str, to: str | None) -> None:
        if to is not None:
            self._do(lambda: f"{name} is called {self._profiles.rename(name, to)} now.")

    def _do(self, act: Callable[[], str]) -> None:
        """Does something with a profile or a file, and says how it went."""
        try:
            self._say(act())
        except ProfileError as error:
            self._say(str(error))

    def _say(self, sentence: str) -> None:
        self._said = self._profiles.take_error() or sentence
        self._show()

    # --- typing ---

    @on(FormList.EditRequested)
    def _edit_requested(self, message: FormList.EditRequested) -> None:
        row, line = message.row, self.query_one("#form-edit", LineInput)
        if self._edited is not None:  # this key came before the line had the focus
            if message.text is None:
                self._submit_edit(line.value)
            else:
                line.insert_text_at_cursor(message.text)
            return
        self._edited, self._before_edit = row, self._form
        with line.prevent(Input.Changed):
            line.password = row.kind is RowKind.SECRET
            line.value = row.text if message.text is None else ""
        line.placeholder = f"{row.label}: {row.placeholder}" if row.placeholder else row.label
        line.display = True
        line.focus()
        line.cursor_position = len(line.value)
        if message.text is not None:
            line.insert_text_at_cursor(message.text)

    @on(Input.Changed, "#form-edit")
    def _edit_changed(self, changed: Input.Changed) -> None:
        if self._edited is not None and self._page is not Page.PROFILES:
            self._change(self._form.typed(self._edited.id, changed.value), self._edited.id)

    @on(Input.Submitted, "#form-edit")
    def _edit_submitted(self, submitted: Input.Submitted) -> None:
        self._submit_edit(submitted.value)

    def _submit_edit(self, typed: str) -> None:
        """Takes over what was typed, or does with it what the row says."""
        row = self._edited
        self._end_edit()
        if row is None:
            return
        if self._page is not Page.PROFILES:
            self._change(self._form.typed(row.id, typed), row.id)
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

    def _end_edit(self) -> None:
        self._edited = self._before_edit = None
        self.query_one("#form-edit").display = False
        self.query_one(FormList).focus()


class PageTab(Static):
    """The title of a page, which can be clicked."""

    def __init__(self, page: Page, number: int) -> None:
        super().__init__(classes="form-tab", id=f"tab-{number}")
        self.page = page

    def mark(self, *, current: bool, wrong: bool) -> None:
        """Shows whether the page is the current one, and whether something is wrong there."""
        style = "bold $key on $button" if current else ""
        sign = ("!", "bold $text-error") if wrong else " "
        self.update(Content.assemble((f" {self.page.value}", style), sign))

    def on_click(self, event: Click) -> None:
        """Turns to the page."""
        event.stop()
        if isinstance(self.screen, HostFormScreen):
            self.screen.turn_to(self.page)


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
        FormRow(f"profile:{each.name}", each.name, describe_profile(each.setup), RowKind.ACTION, sentence=keys)
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
