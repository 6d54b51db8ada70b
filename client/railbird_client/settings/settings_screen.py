"""The settings page: every setting with all its choices in sight, changed at once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message

from railbird_client.drawing.canvas import Press, Rect
from railbird_client.drawing.card_art import DEFAULT_STYLE
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.palette import find_palette
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.drawing.text_width import cell_width
from railbird_client.settings.player_settings import Settings
from railbird_client.table.paint.pixel_cards import CardDrawing
from railbird_client.table.paint.table_sizes import CardFormat
from railbird_client.table.table_options import LOOK, MOTION, PLAY, BetPreset
from railbird_client.widgets.dialogs import ConfirmDialog, ask
from railbird_client.widgets.page_screen import BACK, ListPage, RowPress
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.game.cards import parse_cards
from railbird_shared.settings.spec import Setting, settings_of

ME = "About me"


class SettingRow(NamedTuple):
    """A setting: its field of the record, its name, one sentence, its values with their words, and which is set.

    The player's name has one value alone; it is changed by typing.
    """

    field: str
    label: str
    sentence: str
    values: tuple[tuple[object, str], ...]
    chosen: int = 0
    group: str = ME

    @property
    def value(self) -> str:
        """The value of the setting, in words."""
        return self.values[self.chosen][1]

    def step(self, by: int, *, around: bool = False) -> SettingRow:
        """Returns the row with the value that many places on; it stops at both ends unless the values go `around`."""
        last = len(self.values) - 1
        at = (self.chosen + by) % (last + 1) if around else min(max(self.chosen + by, 0), last)
        return self._replace(chosen=at)

    def change(self, settings: Settings) -> Settings:
        """Returns the settings with the value of the row."""
        return replace(settings, **{self.field: self.values[self.chosen][0]})


def setting_rows(
    settings: Settings, themes: tuple[str, str], record: type[Settings] = Settings
) -> tuple[SettingRow, ...]:
    """Returns a row for every setting; `themes` are the names of the dark and the light theme."""
    rows: list[SettingRow] = []
    for group in (LOOK, MOTION, PLAY):
        found = (each for each in settings_of(record) if each.spec.group == group)
        rows += [_declared_row(settings, each, themes) for each in sorted(found, key=lambda each: each.spec.place)]
    for place, chosen in enumerate(settings.presets):
        before, after = settings.presets[:place], settings.presets[place + 1 :]
        values = tuple(
            ((*before, preset, *after), preset.value if settings.ascii else preset.label.lower())
            for preset in BetPreset
        )
        sentence = f"The key [{place + 1}] bets or raises by {chosen.description}."
        rows.append(SettingRow("presets", f"Key {place + 1}", sentence, values, [*BetPreset].index(chosen), PLAY))
    return (*rows, SettingRow("name", "Name", "The name that the others see.", ((settings.name, settings.name),)))


def _declared_row(settings: Settings, setting: Setting, themes: tuple[str, str]) -> SettingRow:
    """Returns a row; a value that is none of the declared ones, but was written into the file, is one more of them."""
    value = setting.value_in(settings)
    if setting.name == "theme":
        values, other = tuple(zip(themes, ("dark", "light"), strict=True)), settings.theme
    else:
        words = setting.in_words if setting.spec.words else lambda is_on: "on" if is_on else "off"
        values, other = tuple((each, words(each)) for each in setting.spec.values), setting.in_words(value)
    chosen = next((at for at, (each, _) in enumerate(values) if each == value), len(values))
    values = values if chosen < len(values) else (*values, (value, other))
    return SettingRow(setting.name, setting.spec.label, setting.spec.help, values, chosen, setting.spec.group)


class ValuePress(Struct, Press, frozen=True):
    """A click on a value of a setting, both by their places."""

    row: int
    value: int


_CHANGE = PageKey("←→", "Change", "right", primary=True, width=20)
_UNDO, _FIRST = PageKey("Z", "Undo", "z", width=14), PageKey("D", "As at first", "d", width=21)
_DECK, _CARD = parse_cards("As Kh Qd Jc"), CardFormat(5, 3)


class SettingsScreen(ListPage):
    """Shows the settings over another screen; Esc goes back there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus", "step(-1)", "The value before", show=False),
        Binding("right,plus", "step(1)", "The next value", show=False),
        Binding("enter,space", "choose", "Type it, or go round its values", show=False),
        Binding(with_capitals("z"), "undo", "Undo the last change", show=False),
        Binding(with_capitals("d"), "reset", "Set everything as at first", show=False),
        Binding(with_capitals("n"), "app.change_name", "Change your name", show=False),
        Binding(with_capitals("s,f5"), "dismiss(None)", "Back", show=False),
    ]

    @dataclass
    class Changed(Message):
        """The player has chosen another value."""

        row: SettingRow

    def __init__(self, settings: Settings, themes: tuple[str, str]) -> None:
        """`themes` are the names of the dark and the light theme."""
        super().__init__("settings")
        self._settings, self._themes = settings, themes
        self._undone: list[tuple[SettingRow, ...]] = []
        self._last = ""

    def show(self, settings: Settings, themes: tuple[str, str], *, kept: bool | None = None) -> None:
        """Shows the settings as they are now; `kept` says whether the last change is in the file."""
        self._settings, self._themes = settings, themes
        if not self.is_mounted:
            return
        if kept is not None:
            told = "Saved." if kept else "The file cannot be written; this holds until you leave."
            self.say(f"{self._last} {told}")
        self.call_later(self.redraw)  # the look changes after this

    @property
    def _rows(self) -> tuple[SettingRow, ...]:
        return setting_rows(self._settings, self._themes)

    @property
    def count(self) -> int:
        """How many settings there are."""
        return len(self._rows)

    # --- changes

    def _change(self, *rows: SettingRow, undoes: bool = False) -> None:
        """Shows other values at once, since the next key may come before the change is kept."""
        before = {row.label: row for row in self._rows}
        if changed := [row for row in rows if row.value != before[row.label].value]:
            if not undoes:
                self._undone.append(tuple(before[row.label] for row in changed))
            for row in changed:
                self._settings = row.change(self._settings)
                self._last = f"{row.label}: {row.value}."
                self.post_message(self.Changed(row))
            self._last = self._last if len(changed) == 1 else "Everything is as at first."
            self.redraw()

    def action_step(self, by: int) -> None:
        """Chooses a value before or after."""
        self._change(self._rows[self.index].step(by))

    def action_choose(self) -> None:
        """Asks for a name, or goes round the values."""
        row = self._rows[self.index]
        if row.field == "name":
            self.call_later(self.run_action, "app.change_name")
        else:
            self._change(row.step(1, around=True))

    def action_undo(self) -> None:
        """Takes the last change back."""
        if self._undone:
            self._change(*self._undone.pop(), undoes=True)
        else:
            self.say("There is nothing to undo.")

    def action_reset(self) -> None:
        """Sets everything but the name as at first, if the player is sure."""
        first = setting_rows(Settings(name=self._settings.name, theme=self._themes[0]), self._themes)
        question = "Everything but your name becomes as it was at first."
        ask(self.app, ConfirmDialog(question, "As at first", answer=True), lambda _: self._change(*first))

    @on(PixelCanvasWidget.Pressed)
    def _value_clicked(self, event: PixelCanvasWidget.Pressed) -> None:
        if isinstance(event.press, ValuePress):
            self.index = event.press.row
            row = self._rows[self.index]
            if row.field == "name":
                self.action_choose()
            self._change(row._replace(chosen=event.press.value))
            self.redraw()

    # --- drawing

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the list, and beside it what the marked setting does."""
        wide = painter.width >= 120 and painter.height >= 40
        painter.heading("Settings", "kept on this computer", "Esc  back to the table" if wide else "Esc  back")
        self._draw_list(painter, Rect(2, 3, 57, 22) if wide else Rect(0, 2, 44, painter.height - 4))
        row = self._rows[self.index]
        if wide:
            self._draw_beside(painter, row)
            painter.put(
                2, painter.prompt_row - 2, "The table beside this list shows each choice at once.", TextRole.SOFT
            )
            painter.buttons((_CHANGE, _UNDO, _FIRST))
            named = ("↑↓", "choose", "down"), ("←→", "change", "right"), ("Enter", "type", "enter"), ("N", "name", "n")
            return (*(PageKey(*each) for each in named), PageKey("?", "help", "question_mark"), BACK)
        if painter.has_wood:
            painter.put(46, 2, row.label, TextRole.STRONG)
            y = painter.paragraph(46, 3, row.sentence, painter.end - 46)
            self._draw_deck(painter, 46, y + 1)
        else:
            painter.prompt(Span(row.sentence, TextRole.SOFT))
        keys = PageKey("←→", "change", "right"), _small(_UNDO), _small(_FIRST), PageKey("N", "name", "n")
        return (*keys, *((PageKey("?", "help", "question_mark"),) if painter.has_wood else ()), BACK)

    def _draw_list(self, painter: PagePainter, rect: Rect) -> None:
        """Draws the rows under their groups; without wood they have no groups, and scroll."""
        x, y, width, height = rect
        rows, roomy = self._rows, x > 0
        wide_places = self.rows_in(len(rows) if painter.has_wood else height - 1)
        group = ""
        for place in wide_places:
            row = rows[place]
            if painter.has_wood and row.group != group:
                y += roomy and bool(group)
                painter.put(x + (not roomy), y, row.group, TextRole.STRONG)
                group, y = row.group, y + 1
            self._draw_row(painter, place, row, Rect(x, y, width if painter.has_wood else painter.width, 1))
            y += 1

    def _draw_row(self, painter: PagePainter, place: int, row: SettingRow, rect: Rect) -> None:
        marked, x, y = place == self.index, rect.x, rect.y
        if marked:
            painter.mark(rect)
        painter.canvas.click(*rect, RowPress(place))
        painter.put(x + 3, y, row.label, TextRole.STRONG if marked else TextRole.SOFT)
        at, end = x + (13 if x else 12), x + rect.width
        shown = [*enumerate(words for _, words in row.values)]
        while row.chosen != shown[0][0] and at + sum(cell_width(words) + 2 for _, words in shown) > end:
            shown.pop(0)
        for value, words in shown:
            if at + cell_width(words) + 2 > end:
                return
            chosen = TextRole.CHOSEN if marked else TextRole.CAP
            other = TextRole.SOFT if marked else TextRole.DIM
            text = f"[{words}]" if value == row.chosen and painter.look.outlined and not marked else f" {words} "
            at = painter.put(at, y, text, chosen if value == row.chosen else other, ValuePress(place, value))
        if row.field == "name":
            painter.put(at + 1, y, "Enter types another", TextRole.DIM, max_width=end - at - 1)

    def _draw_beside(self, painter: PagePainter, row: SettingRow) -> None:
        from railbird_client.settings.example_table import draw_example  # noqa: PLC0415  small screens have none

        large = painter.width >= 160
        x = 78 if large else 62
        draw_example(painter.canvas, painter.look, x, 3, name=self._settings.name, large=large)
        painter.put(x, 20, "An example: nobody waits for you here.", TextRole.DIM)
        painter.put(x, 22, row.label, TextRole.STRONG)
        painter.paragraph(x, 23, row.sentence, 56)
        if row.field == "two_colour":
            for place, (two, words) in enumerate(row.values):
                role = TextRole.STRONG if place == row.chosen else TextRole.SOFT
                painter.put(x + 29 * place, 26, words, role)
                self._draw_deck(painter, x + 29 * place, 27, two=bool(two))

    def _draw_deck(self, painter: PagePainter, x: int, y: int, *, two: bool | None = None) -> None:
        palette = painter.look.palette
        suits = find_palette(dark=palette.dark, size=palette.size).card_suits
        two = self._settings.two_colour if two is None else two
        look = replace(painter.look, palette=replace(palette, card_suits=suits.in_two if two else suits))
        drawing = CardDrawing(painter.canvas, look, DEFAULT_STYLE)
        for place, card in enumerate(_DECK):
            drawing.draw_card(x + 6 * place, y, card, _CARD)


def _small(key: PageKey) -> PageKey:
    """Returns a button's key as the last row names it."""
    return replace(key, words=key.words[:1].lower() + key.words[1:])
