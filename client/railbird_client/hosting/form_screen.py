"""The forms for a table and a tournament: pages of rows, what they come to, and the keys to change and send them."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace as with_fields
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, HorizontalScroll, Vertical
from textual.content import Content
from textual.events import Click, Key
from textual.widgets import Input, Static

from railbird_client.forms.form_list import Choose, Edit, FormList, KeyHandler, Press, RowAct, Step
from railbird_client.forms.form_rows import FormPage, FormRow, RowKind, heading
from railbird_client.hosting.games_form import GamesForm, GamesSetup
from railbird_client.hosting.host_form import HostForm, HostSetup
from railbird_client.hosting.profiles import ProfileError, ProfileFile, profiles_of, read_house_file, write_house_file
from railbird_client.player_requests import NewTable
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_client.tournament.tournament_page import structure_lines
from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import KeyHint, LineInput
from railbird_client.widgets.dialogs import LineDialog, Modal, ask
from railbird_client.widgets.page_screen import Page, keys_page
from railbird_client.widgets.terminal import MOVES
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
OPEN_ROW = "open"
MAX_TYPED = 200
"""The most characters of a value that is typed."""

WIDE = 104
"""From this width on, in columns, what the form comes to stands beside it."""

NARROW = 76
"""Below this width, in columns, the title and what the rows show themselves are left out."""

MAX_LINES_BELOW = 3
MAX_DIFFERENCES = 30
MIN_LEVELS_WIDTH = 20

ROW_MOVES = MOVES.keys() - {"home", "end"}
"""The keys that lead from the line to another row; the others of a row move its cursor."""

MOVING_KEYS = (
    ("↑ ↓", "another row; PgUp and PgDn ten rows, Home and End the first and the last"),
    ("← →", "change the value of the row"),
    ("Space", "tick the row, or take its next value"),
    ("Enter", "the same, or type a value: Enter keeps it, Esc leaves it"),
    ("letters", "narrow the list to rows with these words; Esc shows all again"),
    ("/", "narrow the list from a row whose value is typed, too"),
    ("Tab", "the next page; Shift+Tab the page before"),
)
LEAVING_KEYS = (
    ("R D", "rename or delete the marked profile"),
    ("? F1", "this page; while a value is typed F1 alone"),
    ("Esc", "go back; your choices are there the next time"),
)


class FormLine(LineInput):
    """The line in which a value is typed; `key_handler` takes every key before the line does."""

    key_handler: KeyHandler | None = None

    async def on_key(self, event: Key) -> None:
        """Hands the key on, or edits the line with it."""
        if self.key_handler is not None and self.key_handler(event):
            event.stop()
            event.prevent_default()
        else:
            await super().on_key(event)


class FormScreen(Modal[AnswerT | None], Generic[FormType, SetupT, AnswerT]):
    """Shows a form that begins with what was opened last, or as the player left it, and has the player change it.

    It answers None where the player goes back.
    """

    AUTO_FOCUS = "FormList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False),
        Binding("tab", "turn(1)", "Next page", show=False),
        Binding("shift+tab", "turn(-1)", "Page before", show=False),
        Binding("ctrl+o", "open", "Open it", show=False),
        Binding("f1", "help", "Keys of this form", show=False, priority=True),
        Binding("question_mark", "help", "Keys of this form", show=False),
    ]

    form_type: type[FormType]
    open_sentence: ClassVar[str]
    """The effect of opening it."""

    first_row: ClassVar[str] = OPEN_ROW
    """The row that is marked first."""

    def __init__(
        self,
        setup: SetupT,
        profiles: ProfileFile[SetupT, FormType],
        *,
        title: str,
        games: tuple[GameChoice, ...] = GAMES,
    ) -> None:
        """Shows the first page; `setup` counts where nothing was opened that the server deals."""
        super().__init__()
        self._profiles = profiles
        self._games = games
        form, last, draft = self.form_of(setup), profiles.load().last, profiles.draft
        dealt = {game.id for game in games}
        if draft is not None and dealt.issuperset(draft.setup.games_played):
            form = replace(draft, games=games)
        elif last is not None and dealt.issuperset(last.games_played):
            form = self.form_of(with_fields(last, name=last.name or setup.name))
        self.form = form
        """The choices so far."""
        self._title = title
        self._page = form.pages[0]
        self._marked: dict[FormPage, str] = {self._page: self.first_row}
        self._edited: FormRow | None = None
        self._before_edit: FormType | None = None
        self._said = profiles.take_error()
        self._rows = FormList(self._act)
        self._line = FormLine(max_length=MAX_TYPED, widget_id="form-edit")

    def form_of(self, setup: SetupT) -> FormType:
        """Returns the form of a setup, with the games that the server deals."""
        return self.form_type.of(setup, self._games)

    # --- what a kind of form defines ---

    @abstractmethod
    def answer(self) -> AnswerT:
        """Returns what the form opens, once nothing is wrong with it."""

    @abstractmethod
    def beside(self) -> Content:
        """Returns what stands beside the rows where there is room."""

    def below(self) -> list[Content]:
        """Returns the lines below the rows."""
        return [*map(Content, self.form.summary)]

    @property
    def _edits_form(self) -> bool:
        """Whether what is typed on the page in sight is a value of the form: not on that of the profiles."""
        return self._page is not FormPage.PROFILES

    # --- what is shown ---

    @property
    def is_wide(self) -> bool:
        """Whether there is room beside the rows."""
        return self.size.width >= WIDE

    def compose(self) -> ComposeResult:
        """Builds the title with the pages, the rows, the line to type in, and what it all comes to."""
        with HorizontalScroll(id="form-pages", can_focus=False):
            yield Static(Content.styled(self._title, "bold"), id="form-title")
            # Textual's own Tabs are two rows high and focused: the arrow keys would not reach the rows of the form
            for number, page in enumerate(self.form.pages):
                yield Static(name=page.value, classes="form-tab", id=f"tab-{number}")
        with Horizontal(id="form-body"):
            with Vertical(id="form-rows"):
                yield self._rows
                yield self._line
                yield Static(id="form-sentence")
            yield Static(id="form-summary")
        yield Static(id="form-outcome")
        with Horizontal(id="keys"):
            yield KeyHint("^O", "Open", "screen.open")
            yield KeyHint("Tab", "Next page", "screen.turn(1)")
            yield KeyHint("←→", "Change", "screen.step(1)", classes="of-wider")
            yield KeyHint("Enter", "Edit", "screen.choose")
            yield KeyHint("Esc", "Back", "screen.back")
            yield KeyHint("?", "Help", "screen.help")

    def on_mount(self) -> None:
        """Shows the first page."""
        self._line.display = self._line.select_on_focus = False
        self._rows.key_handler, self._line.key_handler = self._take_key_of_rows, self._take_key
        self.show(self._marked[self._page])

    def on_resize(self) -> None:
        """Shows beside the rows or below them what the form comes to."""
        for widget in self.query("#form-title, .of-wider"):
            widget.display = self.size.width >= NARROW
        self.call_after_refresh(self.show)

    def show(self, keep: str = "") -> None:
        """Shows the page in sight anew; the mark goes to the row of that id, or stays where it is."""
        problem = self.form.problem
        for tab in self.query(".form-tab").results(Static):
            style = "bold $key on $button" if tab.name == self._page else ""
            sign = ("!", "bold $text-error") if problem is not None and problem.page == tab.name else " "
            tab.update(Content.assemble((f" {tab.name}", style), sign))
            if tab.name == self._page:
                tab.call_after_refresh(tab.scroll_visible, animate=False)
        words = "Enter, or Ctrl+O from any row" if problem is None else f"first see {problem.page.value}"
        opens = FormRow(OPEN_ROW, f"Open {self._opens}", words, RowKind.ACTION, sentence=self.open_sentence)
        rows = self.form.rows(self._page) if self._edits_form else self._profile_rows()
        self._rows.show((opens, *rows), keep=keep)
        self._show_outcome()

    @property
    def _opens(self) -> str:
        return f"the {self.form.noun}"

    @on(FormList.Highlighted)
    def _show_outcome(self) -> None:
        """Shows the sentence of the marked row, and what the form comes to or what is wrong with it."""
        find, marked = self._rows.find, self._rows.highlighted
        found = f'Found by "{find}" ([Esc] all). ' if find else ""
        problem = self.form.problem
        said = self._said or (f"{problem.page.value}: {problem.sentence}" if problem else "")
        lines = [Content.styled(said, "bold $text-error")] if said else []
        shown = {
            "#form-sentence": Content(found + (marked.sentence if marked else "")),
            "#form-summary": self.beside() if self.is_wide else Content(""),
            "#form-outcome": Content("\n").join([*lines, *self.below()][:MAX_LINES_BELOW]),
        }
        for widget, content in shown.items():
            self.query_one(widget, Static).update(apply_ascii_fallback(self.app, content))
        self.query_one("#form-summary").display = self.is_wide
        self.query_one("#form-outcome").display = bool(shown["#form-outcome"])

    def change(self, form: FormType, keep: str = "") -> None:
        """Shows another form in place of this one."""
        self.form, self._said = form, ""
        self.show(keep)

    def say(self, sentence: str) -> None:
        """Shows a sentence below the rows until something is changed, or what is wrong with the file of profiles."""
        self._said = self._profiles.take_error() or sentence
        self.show()

    # --- keys ---

    def action_turn(self, by: int) -> None:
        """Turns to the next page or to the one before."""
        pages = self.form.pages
        self.turn_to(pages[(pages.index(self._page) + by) % len(pages)])

    @on(Click, ".form-tab")
    def _tab_clicked(self, event: Click) -> None:
        event.stop()
        if event.widget is not None and event.widget.name:
            self.turn_to(FormPage(event.widget.name))

    def turn_to(self, page: FormPage, row: str = "") -> None:
        """Shows a page, and marks the row of that id or the one that was marked there."""
        self._take_edit()
        self._rows.clear_find()
        if self._rows.highlighted is not None:
            self._marked[self._page] = self._rows.highlighted.id
        self._page = page
        self._rows.rows, self._rows.index = (), 0
        self._said = ""
        self.show(row or self._marked.get(page, ""))

    def action_step(self, by: int) -> None:
        """Changes the marked row."""
        self._rows.action_step(by)

    def action_choose(self) -> None:
        """Ticks, does or edits the marked row."""
        if self._edited is None:
            self._rows.action_choose()

    def action_back(self) -> None:
        """Ends an edit without it, shows all rows again, or goes back; the choices are there the next time."""
        if self._edited is not None:
            form = self._before_edit
            self._end_edit()
            self.change(form if form is not None else self.form)
        elif self._rows.clear_find():
            self._show_outcome()
        else:
            self._profiles.draft = self.form
            self.dismiss(None)

    def action_help(self) -> None:
        """Shows the keys of the form."""
        keys = (*MOVING_KEYS, ("^O", f"open {self._opens} as it stands"), *LEAVING_KEYS)
        page = keys_page(keys, "Everything can be clicked, too. Esc closes this page.")
        self.app.push_screen(Page("keys of this form", page))

    def action_open(self) -> None:
        """Answers with what the form opens, which is proposed the next time, or goes to the row that is wrong."""
        self._take_edit()
        problem = self.form.problem
        if problem is None:
            self._profiles.remember(self.form.chosen)
            self.dismiss(self.answer())
        elif problem.page is self._page:
            self._rows.clear_find()
            self.show(problem.row)
        else:
            self.turn_to(problem.page, problem.row)

    # --- keys of the rows and the line, each of which is done before the next, however fast they come ---

    def _take_key(self, event: Key) -> bool:
        """Acts on a key of the screen, or of the rows or the line; returns False for one that edits the line."""
        acts: dict[str, Callable[[], None]] = {
            "escape": self.action_back,
            "tab": partial(self.action_turn, 1),
            "shift+tab": partial(self.action_turn, -1),
            "ctrl+o": self.action_open,
        }
        if (act := acts.get(event.key)) is not None:
            act()
        elif self._edited is None:  # the key may have come to the line before the rows had the focus again
            return self._rows.act_on_key(event)
        elif event.key == "enter":
            self._take_edit(entered=True)
        elif event.key in ROW_MOVES:
            self._take_edit()
            self._rows.action_move(MOVES[event.key])
        else:
            return False
        return True

    def _take_key_of_rows(self, event: Key) -> bool:
        """Acts on a key that came to the rows, maybe before the line had the focus."""
        is_taken = self._take_key(event)
        if not is_taken and self._edited is not None and event.is_printable and event.character:
            self._line.insert_text_at_cursor(event.character)
        return is_taken or self._edited is not None

    # --- rows ---

    def _act(self, act: RowAct) -> None:
        """Carries out what is wanted of a row, which a click may want while another one is edited."""
        if self._edited is not None:
            self._take_edit()
            self._rows.highlight(act.row.id)
        match act:
            case Step(row, by):
                if row.kind is RowKind.CHOICE or row.is_typed:
                    self.change(self.form.step(row.id, by))
            case Edit(row, text):
                self._begin_edit(row, text)
            case Press(row, letter):
                self._press_letter(row, letter)
            case Choose(row) if row.id == OPEN_ROW:
                self.action_open()
            case Choose(row) if row.kind is RowKind.TICK:
                self.change(self.form.toggle(row.id))
            case Choose(row) if row.id.startswith(_PROFILE):
                if (found := self._profiles.load().find(row.id.removeprefix(_PROFILE))) is not None:
                    self.change(self.form_of(with_fields(found.setup, name=found.setup.name or self.form.setup.name)))
                    self.say(f"{found.name} is loaded; Ctrl+O opens {self._opens}.")

    # --- typing ---

    def _begin_edit(self, row: FormRow, text: str | None) -> None:
        line, self._edited, self._before_edit = self._line, row, self.form
        with line.prevent(Input.Changed):
            line.password = row.kind is RowKind.SECRET
            line.value = row.text if text is None else ""
        line.placeholder = f"{row.label}: {row.placeholder}" if row.placeholder else row.label
        line.display = True
        line.focus()
        line.cursor_position = len(line.value)
        if text is not None:
            line.insert_text_at_cursor(text)

    @on(Input.Changed, "#form-edit")
    def _edit_changed(self) -> None:
        if self._edited is not None and self._edits_form:
            typed = self._line.value
            self.change(self.form.typed(self._edited.id, typed), self._edited.id)

    def _take_edit(self, *, entered: bool = False) -> None:
        """Ends an edit, and keeps a value of the form; if it is `entered`, does with another what the row says."""
        row, typed = self._edited, self._line.value
        self._end_edit()
        if row is not None and self._edits_form:
            self.change(self.form.typed(row.id, typed), row.id)
        elif row is not None and entered and typed.strip():
            self._do(lambda: self._done_with(row.id, typed))

    def _end_edit(self) -> None:
        self._edited = self._before_edit = None
        self._line.display = False
        self._rows.focus()

    # --- profiles, and house rules as a file ---

    def _profile_rows(self) -> tuple[FormRow, ...]:
        saved: list[FormRow] = []
        keys = "Enter loads it, R renames it and D deletes it."
        for each in self._profiles.load().profiles:
            summary = self.form_of(with_fields(each.setup, name=each.setup.name or "nameless")).summary
            opens = summary[0] if summary else ""  # nothing where it can be opened no more
            row = f"{_PROFILE}{each.name}"
            saved.append(FormRow(row, each.name, opens, RowKind.ACTION, sentence=keys, letters="rd"))
        save = f"Keeps this {self.form.noun} under a name; its password is not kept."
        read = "Takes over the house rules of a file, as `railbird-server house --toml` writes them."
        write = "Writes the house rules into a new file, for `railbird-server house` and `--house`."
        return (
            FormRow("save", "Save as", "", RowKind.TEXT, placeholder="Friday at ours", sentence=save),
            *((heading("Profiles"), *saved) if saved else ()),
            heading("House rules as a file"),
            FormRow("import", "Read from", "", RowKind.TEXT, placeholder="house.toml", sentence=read),
            FormRow("export", "Write to", "", RowKind.TEXT, placeholder="house.toml", sentence=write),
        )

    def _press_letter(self, row: FormRow, letter: str) -> None:
        """Renames or deletes a profile."""
        name = row.id.removeprefix(_PROFILE)
        if letter == "d":
            self._profiles.delete(name)
            self.say(f"{name} is deleted.")
        else:
            dialog = LineDialog(name, "Name", str, accept="Rename", value=name, max_length=TABLE_NAME_LENGTH)
            rename = self._profiles.rename
            ask(self.app, dialog, lambda to: self._do(lambda: f"{name} is called {rename(name, to)} now."))

    def _done_with(self, row: str, typed: str) -> str:
        """Saves a profile, or reads or writes a file of house rules; returns what was done. Raises ProfileError."""
        if row == "import":
            self.form = self.form.with_house(read_house_file(typed))
            return f"The house rules in {typed.strip()} are taken over."
        problem = self.form.problem
        if problem is not None:
            raise ProfileError(f"{problem.page.value}: {problem.sentence}")
        if row == "export":
            return f"The house rules are written to {write_house_file(typed, self.form.house.rules or CASINO)}."
        return f"{self._profiles.save(typed, self.form.chosen)} is saved."

    def _do(self, act: Callable[[], str]) -> None:
        try:
            self.say(act())
        except ProfileError as error:
            self.say(str(error))


class HostFormScreen(FormScreen[HostForm, HostSetup, NewTable]):
    """Asks for everything about a new table; answers None where the player goes back."""

    form_type = HostForm
    open_sentence = "Opens the table as it stands."

    def answer(self) -> NewTable:
        """Returns the table."""
        request, setup = self.form.request, self.form.setup
        return NewTable(setup.game, request.bet, request.seats, setup.bots, opening=request)

    def beside(self) -> Content:
        """Returns what the table is, with its house rules unlike a casino's."""
        about = self.form.summary
        lines = [Content.styled("This table", "bold $text-accent"), *map(Content, about), Content("")]
        if about and (rules := self.form.house.differences[:MAX_DIFFERENCES]):
            lines.append(Content.styled("Unlike a casino", "bold $text-accent"))
            lines += [Content.assemble(("≠ ", "$text-accent"), rule) for rule in rules]
        return Content("\n").join(lines)

    def below(self) -> list[Content]:
        """Returns what the table is and how many house rules are unlike a casino's, where that is not beside."""
        if self.is_wide or not self.form.summary:
            return []
        count = len(self.form.house.differences)
        more = f"{count} rule{'s' * (count != 1)} unlike a casino's" if count else "as in a casino"
        return [*super().below(), Content.styled(more, "$dim")]


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


class TournamentFormScreen(FormScreen[TournamentForm, TournamentSetup, OpenTournament]):
    """Asks for everything about a new tournament; answers None where the player goes back."""

    form_type = TournamentForm
    open_sentence = "Opens it for entries as it stands; it starts later."
    first_row = "players"
    now: Callable[[], float] = staticmethod(time.time)
    """The time in seconds since the beginning of 1970."""

    def answer(self) -> OpenTournament:
        """Returns the tournament; a start in some minutes counts from now."""
        return OpenTournament(terms=self.form.terms_at(int(self.now())))

    def beside(self) -> Content:
        """Returns the levels as a table."""
        width = max(MIN_LEVELS_WIDTH, self.size.width * 2 // 5 - 4)
        lines = structure_lines(self.form.terms, width, chips=self.form.setup.wish.in_play)
        return Content("\n").join(Content("".join(span.text for span in line)) for line in lines)


def tournament_form(app: App[object], player: str, games: tuple[GameChoice, ...] = GAMES) -> TournamentFormScreen:
    """Returns the form for a tournament of a player, with what they opened last."""
    setup = TournamentSetup(name=clean_table_name(f"{player}'s tournament"))
    return TournamentFormScreen(setup, profiles_of(app).tournaments, title="Tournament", games=games)
