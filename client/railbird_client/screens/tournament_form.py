"""The form for a new tournament: pages of rows, the proposed levels beside them, and the keys that open it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.widgets import Input, Static

from railbird_client.model.form_rows import FormRow, RowKind
from railbird_client.model.keys_page import keys_page
from railbird_client.model.tournament_form import TournamentForm, TournamentFormPage
from railbird_client.model.tournament_page import structure_lines
from railbird_client.screens.dialogs import Modal
from railbird_client.screens.page import Page as KeysPage
from railbird_client.widgets.ascii_fallback import ASCII_CLASS, apply_ascii_fallback
from railbird_client.widgets.form_list import FormList
from railbird_client.widgets.key_hint import KeyHint
from railbird_client.widgets.line_input import LineInput
from railbird_shared.tournament.commands import OpenTournament

OPEN_ROW = "open"
MAX_TYPED = 100
WIDE = 104
"""From this width on, the proposed levels stand beside the form."""

FORM_KEYS = (
    ("↑ ↓", "another row; PgUp and PgDn ten rows, Home and End the first and the last"),
    ("← →", "change the value of the row"),
    ("Enter", "the same, or type a value: Enter keeps it, Esc leaves it"),
    ("letters", "narrow the list to rows with these words; Esc shows all again"),
    ("Tab", "the next page; Shift+Tab the page before"),
    ("^O", "open the tournament as it stands"),
    ("? F1", "this page; while a value is typed F1 alone"),
    ("Esc", "go back"),
)
"""The keys of the form and what they do, for its help."""


class TournamentFormScreen(Modal[OpenTournament | None]):
    """Asks for everything about a new tournament; answers None where the player goes back.

    `now` is the time in seconds since the beginning of 1970.
    """

    AUTO_FOCUS = "FormList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, priority=True),
        Binding("tab", "turn(1)", "Next page", show=False, priority=True),
        Binding("shift+tab", "turn(-1)", "Page before", show=False, priority=True),
        Binding("ctrl+o", "open", "Open the tournament", show=False, priority=True),
        Binding("f1", "help", "Keys of this form", show=False, priority=True),
        Binding("question_mark", "help", "Keys of this form", show=False),
    ]

    def __init__(self, form: TournamentForm, *, now: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._form = form
        self._now = now
        self._page = TournamentFormPage.BASICS
        self._marked: dict[TournamentFormPage, str] = {TournamentFormPage.BASICS: "players"}
        self._edited: FormRow | None = None
        self._before_edit: TournamentForm | None = None

    @property
    def form(self) -> TournamentForm:
        """What is chosen so far."""
        return self._form

    def compose(self) -> ComposeResult:
        """Builds the title with the pages, the rows, the line to type in, and the levels."""
        with Horizontal(id="form-pages"):
            yield Static(Content.styled("New tournament", "bold"), id="form-title")
            for number, page in enumerate(TournamentFormPage):
                yield FormTab(page, number)
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
        """Shows the first page."""
        line = self.query_one("#form-edit", LineInput)
        line.display = line.select_on_focus = False
        self._show(self._marked[self._page])

    def on_resize(self) -> None:
        """Shows the levels beside the rows where there is room."""
        self.call_after_refresh(self._show_outcome)

    # --- what is shown ---

    def _show(self, keep: str = "") -> None:
        problem = self._form.problem
        for tab in self.query(FormTab):
            tab.mark(current=tab.page is self._page, wrong=problem is not None and problem.page is tab.page)
        self.query_one(FormList).show((self._open_row, *self._form.rows(self._page)), keep=keep)
        self._show_outcome()

    @property
    def _open_row(self) -> FormRow:
        problem = self._form.problem
        words = "Enter, or Ctrl+O from any row" if problem is None else f"first see {problem.page.value}"
        sentence = "Opens it for entries as it stands; it starts later."
        return FormRow(OPEN_ROW, "Open the tournament", words, RowKind.ACTION, sentence=sentence)

    def _show_outcome(self) -> None:
        """Shows the sentence of the marked row, and the levels or what is wrong."""
        row, find = self.query_one(FormList).highlighted, self.query_one(FormList).find
        sentence = (f'Found by "{find}" ([Esc] all). ' if find else "") + (row.sentence if row else "")
        self.query_one("#form-sentence", Static).update(apply_ascii_fallback(self.app, Content(sentence)))
        problem, wide = self._form.problem, self.size.width >= WIDE
        side = self.query_one("#form-summary", Static)
        side.display = wide
        if wide:
            side.update(apply_ascii_fallback(self.app, self._levels()))
        about = [Content(line) for line in self._form.summary]
        if problem is not None:
            about = [Content.styled(f"{problem.page.value}: {problem.sentence}", "bold $text-error")]
        self.query_one("#form-outcome", Static).update(apply_ascii_fallback(self.app, Content("\n").join(about)))

    def _levels(self) -> Content:
        """The proposed levels as a table."""
        form = self._form
        width = max(20, self.size.width * 2 // 5 - 4)
        lines = structure_lines(form.terms, width, chips=form.wish.in_play)
        return Content("\n").join(Content("".join(span.text for span in line)) for line in lines)

    def _change(self, form: TournamentForm, keep: str = "") -> None:
        self._form = form
        self._show(keep)

    # --- keys ---

    def action_turn(self, by: int) -> None:
        """Turns to the next page or to the one before."""
        pages = tuple(TournamentFormPage)
        self.turn_to(pages[(pages.index(self._page) + by) % len(pages)])

    def turn_to(self, page: TournamentFormPage, row: str = "") -> None:
        """Shows a page, and marks the row of that id or the one that was marked there."""
        self._end_edit()
        rows = self.query_one(FormList)
        rows.clear_find()
        if rows.highlighted is not None:
            self._marked[self._page] = rows.highlighted.id
        self._page = page
        rows.rows, rows.index = (), 0
        self._show(row or self._marked.get(page, ""))

    def action_step(self, by: int) -> None:
        """Changes the marked row."""
        self.query_one(FormList).action_step(by)

    def action_choose(self) -> None:
        """Ticks, does or edits the marked row."""
        if self._edited is None:
            self.query_one(FormList).action_choose()

    def action_back(self) -> None:
        """Ends an edit without it, shows all rows again, or goes back."""
        if self._edited is not None:
            form = self._before_edit
            self._end_edit()
            self._change(form if form is not None else self._form)
        elif not self.query_one(FormList).clear_find():
            self.dismiss(None)
        else:
            self._show_outcome()

    def action_help(self) -> None:
        """Shows the keys of the form."""
        page = keys_page(FORM_KEYS, "Everything can be clicked, too. Esc closes this page.")
        self.app.push_screen(KeysPage("keys of this form", page, ascii_only=self.app.has_class(ASCII_CLASS)))

    def action_open(self) -> None:
        """Answers with the tournament, or goes to the row that keeps it from being opened."""
        self._end_edit()
        problem = self._form.problem
        if problem is None:
            self.dismiss(OpenTournament(terms=self._form.terms_at(int(self._now()))))
        elif problem.page is not self._page:
            self.turn_to(problem.page, problem.row)
        else:
            self._show(problem.row)

    # --- rows ---

    @on(FormList.Highlighted)
    def _highlighted(self) -> None:
        self._show_outcome()

    @on(FormList.Stepped)
    def _stepped(self, message: FormList.Stepped) -> None:
        self._change(self._form.step(message.row.id, message.by))

    @on(FormList.Chosen)
    def _chosen(self, message: FormList.Chosen) -> None:
        if message.row.id == OPEN_ROW:
            self.action_open()
        elif message.row.kind is RowKind.TICK:
            self._change(self._form.toggle(message.row.id))

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
        if self._edited is not None:
            self._change(self._form.typed(self._edited.id, changed.value), self._edited.id)

    @on(Input.Submitted, "#form-edit")
    def _edit_submitted(self, submitted: Input.Submitted) -> None:
        self._submit_edit(submitted.value)

    def _submit_edit(self, typed: str) -> None:
        row = self._edited
        self._end_edit()
        if row is not None:
            self._change(self._form.typed(row.id, typed), row.id)

    def _end_edit(self) -> None:
        self._edited = self._before_edit = None
        self.query_one("#form-edit").display = False
        self.query_one(FormList).focus()


class FormTab(Static):
    """The title of a page, which can be clicked."""

    def __init__(self, page: TournamentFormPage, number: int) -> None:
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
        if isinstance(self.screen, TournamentFormScreen):
            self.screen.turn_to(self.page)
