"""Draws the action bar below the table: the prompt, the buttons, the amounts, and the keys.

Exactly one button is lit: the one that Enter presses.
"""

from __future__ import annotations

from railbird_client.drawing.canvas import Rect, SliderClick, Surface, Words
from railbird_client.drawing.palette import Colour, Look
from railbird_client.drawing.text_roles import TextPainter, TextRole
from railbird_client.drawing.text_width import cell_width, truncate
from railbird_client.table.paint.geometry import TableGeometry
from railbird_client.table.paint.pixel_cards import draw_box
from railbird_client.table.paint.table_sizes import LARGEST
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_models import ActionBarViewModel, Button, Chance, Question, Slider

_WEIGHTS = {TableKey.FOLD: 18, TableKey.CALL: 26, TableKey.WAGER: 34, TableKey.ALL_IN: 22}
_MAX_BUTTON_WIDTH = 30
_BUTTON_MARGINS = (5, 3)
"""The cells of a button beside its key and its label, a gap or brackets and the sides, and the least of them."""
_MIN_SLIDER = 6
_LEAST_NAME = 3
_SMALL_BUTTON_SIDE = 3
"""The cells of a small button at each side of its words."""


class ActionBar:
    """Draws the action bar of one table."""

    def __init__(self, canvas: Surface, geometry: TableGeometry, look: Look) -> None:
        self.canvas, self.geometry, self.look = canvas, geometry, look
        self.palette = look.palette
        self.rect = geometry.bar
        self.tall = geometry.size.has_tall_bar
        self._button_row = self.rect.y + (2 if geometry.size.name == LARGEST.name else 1)
        self._amount_row = self._button_row + (3 if self.tall else 1)

    def draw(self, model: ActionBarViewModel, status: str) -> None:
        """Draws the bar; `status` is what the viewer should know of their seat."""
        self._write_prompt(model, "" if model.chances else status)
        if model.chances:
            self._draw_chances(model)
        else:
            self._draw_buttons(model.buttons)
            if model.question is None or model.fills_amounts or self.tall:
                self._draw_amounts(model)
        rect, is_last = self.rect, model.fills_amounts and not self.tall
        x = begin = max(0, rect.x - 2)
        if model.question is not None:
            end = min(self.geometry.width, rect.x + rect.width + 2)
            strip = Rect(begin, self.geometry.height - (1 if is_last else 2), end - begin, 1)
            x += draw_question(TextPainter(self.canvas, self.look, strip), model.question, whole=not is_last)
        self._write_keys(model, max(x, rect.x) if is_last else rect.x)

    # --- the prompt

    def _write_prompt(self, model: ActionBarViewModel, status: str) -> None:
        palette, y, end = self.palette, self.rect.y, self.rect.x + self.rect.width
        x = self.rect.x
        beside = cell_width(model.label) + (3 if self.tall else 2)
        if model.label and x + beside + cell_width(model.notice) <= end:
            colour = palette.turn_label if model.active else palette.soft
            x = self.canvas.put(x, y, model.label, colour, bold=True) + (3 if self.tall else 2)
        if model.notice:
            self.canvas.put(x, y, model.notice, palette.danger, bold=True, max_width=end - x)
        elif model.price:
            self._write_price(model.price, x, end)
        else:
            colour = palette.soft if model.active or not model.label else palette.dim
            words = f"{status} {model.caption}".strip()
            while cell_width(words) > end - x and ". " in words:  # whole sentences, at least the first
                words = f"{words.rpartition('. ')[0]}."
            self.canvas.put(x, y, words, colour, max_width=end - x)

    def _write_price(self, parts: tuple[str, ...], x: int, end: int) -> None:
        """Writes the price of a call, with its amounts in the colour of chips; parts without room are left out."""
        palette, y = self.palette, self.rect.y
        for part in parts:
            if x + cell_width(part) > end:
                break
            for word in part.split(" "):
                chips = word.replace(",", "").isdecimal() and "into" in part
                x = self.canvas.put(x, y, word, palette.chips if chips else palette.dim, bold=chips) + 1
            x += 2

    # --- buttons

    def _draw_buttons(self, buttons: tuple[Button, ...]) -> None:
        gap = 2 if self.tall else 1
        x = self.rect.x
        for button, width in zip(buttons, self._widths(buttons, gap), strict=True):
            self._draw_button(button, Rect(x, self._button_row, width, 3 if self.tall else 1))
            x += width + gap

    def _draw_chances(self, model: ActionBarViewModel) -> None:
        """Draws the chances of all hands in the rows of the buttons, and the buttons in the row below."""
        rect = self.rect
        bar = Rect(rect.x, self._button_row, rect.width, 3 if self.tall else 1)
        left_over = self._draw_chances_bar(bar, model.chances)
        x, end, y = rect.x, rect.x + rect.width, self._amount_row
        if left_over and cell_width(left_over) < rect.width // 2:
            end = self.canvas.put_right(end, y, left_over, self.palette.soft) - 2
        for button in model.buttons:
            width = button.width + 2 * _SMALL_BUTTON_SIDE
            if x + width > end:
                break
            self._draw_button(button, Rect(x, y, width, 1))
            x += width + 2

    def _draw_chances_bar(self, rect: Rect, chances: tuple[Chance, ...]) -> str:
        """Draws one bar of all hands, the best first, and returns in words those that have no room in it."""
        canvas, palette = self.canvas, self.palette
        left_over: list[str] = []
        x, row = rect.x, rect.y + rect.height // 2
        for place, (chance, cells) in enumerate(zip(chances, bar_cells(chances, rect.width), strict=True)):
            if self.look.outlined:
                text = palette.text
                canvas.put(x, row, f"│{'─' * (cells - 1)}" if cells else "", text)
            else:  # neighbours differ
                text = palette.felt_text if place else palette.text
                ground = palette.equity if place == 0 else palette.card_back if place % 2 else palette.slot
                _fill_rows(canvas, rect._replace(x=x, width=cells), ground)
            room = cells - 4 - cell_width(chance.words) - 1
            if room < _LEAST_NAME:
                left_over.append(f"{chance.name} {chance.words}")
            else:
                canvas.put(x + 2, row, f"{truncate(chance.name, room)} ", text, bold=True)
                canvas.put_right(x + cells - 2, row, f" {chance.words}", text, bold=True)
            x += cells
        return "   ".join(left_over)

    def _widths(self, buttons: tuple[Button, ...], gap: int) -> list[int]:
        """Returns the widths of buttons; those of a bet keep theirs whatever is written on them."""
        if not buttons:
            return []
        room = self.rect.width - gap * (len(buttons) - 1)
        if all(button.key in _WEIGHTS for button in buttons):
            whole = sum(_WEIGHTS[button.key] for button in buttons)
            widths = [room * _WEIGHTS[button.key] // whole for button in buttons]
            widths[-1] += room - sum(widths)
            return widths
        equal = min(_MAX_BUTTON_WIDTH, room // len(buttons))
        words = [each.width for each in buttons]
        margin = next((each for each in _BUTTON_MARGINS if sum(words) + each * len(buttons) <= room), 0)
        if max(words) + margin <= equal or not margin:
            return [equal] * len(buttons)
        spare = (room - sum(words)) // len(buttons)
        return [each + spare for each in words]

    def _draw_button(self, button: Button, rect: Rect) -> None:
        palette, canvas = self.palette, self.canvas
        ground, text, key = palette.plate_out, palette.dim, palette.dim
        if not button.disabled:
            canvas.click(*rect, button.key)
        if not (button.disabled or button.dimmed):
            lit = palette.turn, palette.turn_text, palette.turn_text
            ground, text, key = lit if button.selected else (palette.button, palette.button_text, palette.key)
        if self.look.outlined:
            self._draw_outlined_button(button, rect)
            return
        _fill_rows(canvas, rect, ground)
        row, gap = rect.y + rect.height // 2, 2
        label = truncate(button.label, rect.width - cell_width(button.display) - 1)
        width = cell_width(button.display) + gap + cell_width(label)
        if width > rect.width:
            gap, width = 1, width - 1
        x = canvas.put(rect.x + (rect.width - width) // 2, row, button.display, key, bold=True)
        canvas.put(x + gap, row, label, text, bold=button.selected and not button.dimmed)

    def _draw_outlined_button(self, button: Button, rect: Rect) -> None:
        canvas, palette, row = self.canvas, self.palette, rect.y + rect.height // 2
        dimmed = button.disabled or button.dimmed
        lit = button.selected and not dimmed
        colour = palette.dim if dimmed else palette.text
        words = f"[{button.display}] {button.label}"
        sides = 1 if rect.height > 1 else 0
        room = rect.width - 2 * sides
        words = truncate(f"▸ {words} ◂" if lit and cell_width(words) + 6 <= rect.width else words, room)
        if sides:
            draw_box(canvas, rect, colour)
        pad = room - cell_width(words)
        text = f"{' ' * (pad // 2)}{words}{' ' * (pad - pad // 2)}"
        canvas.put(rect.x + sides, row, text, colour, bold=lit, reverse=lit)

    # --- amounts

    def _draw_amounts(self, model: ActionBarViewModel) -> None:
        y, x, end = self._amount_row, self.rect.x, self.rect.x + self.rect.width
        if model.typed is not None:
            self._draw_typed(model, x, y, end)
            return
        if model.slider is not None:
            width = sum(each.width + 4 for each in model.second_row) + cell_width("=type")
            self._draw_slider(model.slider, x, y, end - width - 4)
            x = self._draw_second_row(model.second_row, end - width - 1, y, end)
            self.canvas.click(x, y, 6, 1, TableKey.EXACT)
            x = self.canvas.put(x, y, "=", self.palette.key, bold=True)
            self.canvas.put(x + 1, y, "type", self.palette.soft)
            return
        if model.caption and (model.notice or model.price):
            x = self.canvas.put(x, y, model.caption, self.palette.dim) + 3
        self._draw_second_row(model.second_row, x, y, end)

    def _draw_typed(self, model: ActionBarViewModel, x: int, y: int, end: int) -> None:
        palette = self.palette
        x = self.canvas.put(x, y, "Exact total" if not model.caption else "Amount", palette.soft) + 2
        text = f" {model.typed}▏"
        width = max(12, cell_width(text) + 1)
        if not self.look.outlined:
            self.canvas.fill(x, 2 * y, width, 2, palette.turn)
        self.canvas.put(x, y, text.ljust(width), palette.turn_text, bold=True, reverse=self.look.outlined)
        self.canvas.put(x + width + 2, y, model.typed_range, palette.dim, max_width=max(0, end - x - width - 2))

    def _draw_slider(self, slider: Slider, x: int, y: int, end: int) -> None:
        palette, canvas = self.palette, self.canvas
        low, high = f"{slider.minimum:,} ", f" {slider.maximum:,}"
        cells = max(_MIN_SLIDER, end - x - cell_width(low) - cell_width(high))
        knob = slider.knob(cells)
        canvas.click(x, y, cell_width(low), 1, TableKey.MINIMUM)
        x = canvas.put(x, y, low, palette.soft)
        for cell in range(cells):
            canvas.click(x + cell, y, 1, 1, SliderClick(cell, cells - 1))
        canvas.put(x, y, "━" * knob, palette.turn_label)
        canvas.put(x + knob, y, "●", palette.turn_label)
        canvas.put(x + knob + 1, y, "─" * (cells - 1 - knob), palette.faint)
        canvas.click(x + cells, y, cell_width(high), 1, TableKey.MAXIMUM)
        canvas.put(x + cells, y, high, palette.soft)

    def _draw_second_row(self, buttons: tuple[Button, ...], x: int, y: int, end: int) -> int:
        """Draws small buttons as far as there is room, and returns the x after them."""
        palette, canvas = self.palette, self.canvas
        for preset in buttons:
            width, chosen = preset.width + 1, preset.selected
            if x + width > end:
                break
            if chosen and not self.look.outlined:
                canvas.fill(x - 1, 2 * y, width + 2, 2, palette.button)
            if not preset.disabled:
                canvas.click(x - 1, y, width + 2, 1, preset.key)
            key, colour = palette.key, palette.text if chosen else palette.soft
            if preset.dimmed:
                key = colour = palette.dim
            after = canvas.put(x, y, preset.display, key, bold=True)
            canvas.put(after + 1, y, preset.label, colour, bold=chosen, reverse=chosen and self.look.outlined)
            x += width + 3
        return x

    # --- keys

    def _write_keys(self, model: ActionBarViewModel, x: int) -> None:
        y, end = self.geometry.height - 1, self.rect.x + self.rect.width
        for hint, press in model.all_hints:
            key, _, words = hint.partition(" ")
            width = cell_width(hint)
            if x + width > end:
                break
            if press is not None:
                self.canvas.click(x, y, width, 1, press)
            spans = [Words(key, self.palette.soft), Words(f" {words}", self.palette.dim)]
            x = self.canvas.put_words(x, y, spans) + 3


def draw_question(canvas: TextPainter, question: Question, y: int = 0, *, whole: bool) -> int:
    """Draws a question on a strip, its keys on caps and that of the menu at the right; returns the x after it.

    Without a menu only a strip that is `whole` takes the whole row.
    """
    role, menu, end = TextRole.NOTICE, question.menu, canvas.width - 2
    keys = sum(each.width + 5 for each in question.answers)
    canvas.put(0, y, " ", TextRole.CHOSEN)
    x = canvas.put(1, y, f" {truncate(question.words, end - keys - 2)} ", role)
    for each in question.answers:
        x = canvas.put(x, y, " ", role)
        x = canvas.put(x, y, f" {each.display} ", TextRole.DIM if each.dimmed else TextRole.CHOSEN, each.key)
        x = canvas.put(x, y, f" {each.label} ", role, each.key)
    if menu is None and not whole:
        return x + 2
    canvas.put(x, y, " " * (canvas.width - x), role)
    if menu is not None and x + menu.width < end:
        canvas.put(end - menu.width - 1, y, f"{menu.display} {menu.label}", role, menu.key)
    return canvas.width


def bar_cells(chances: tuple[Chance, ...], width: int) -> list[int]:
    """Returns how many of `width` cells each chance takes; together they take all."""
    whole = sum(chance.part for chance in chances)
    exact = [chance.part * width / whole if whole else 0.0 for chance in chances]
    cells = [int(each) for each in exact]
    order = sorted(range(len(cells)), key=lambda place: cells[place] - exact[place])
    for place in order[: width - sum(cells)]:
        cells[place] += 1
    return cells


def _fill_rows(canvas: Surface, rect: Rect, ground: Colour) -> None:
    """Fills a rectangle without half a row at each end, or all of one that is a single row."""
    edge = 1 if rect.height > 1 else 0
    canvas.fill(rect.x, 2 * rect.y + edge, rect.width, 2 * (rect.height - edge), ground)
