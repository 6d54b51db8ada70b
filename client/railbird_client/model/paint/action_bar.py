"""Draws the action bar."""

from __future__ import annotations

from railbird_client.model.action_bar import HINT_KEYS, ActionBarViewModel, Button, Slider
from railbird_client.model.canvas import Canvas, draw_frame, draw_rule
from railbird_client.model.keys import SliderClick, TableKey
from railbird_client.model.text_roles import Lines, TextRole
from railbird_client.model.text_width import cell_width, truncate

LARGE_BAR_HEIGHT = 7


def draw_action_bar(model: ActionBarViewModel, width: int, height: int) -> Lines:
    """Draws the bar in seven rows with a border, in four with a line above, or in three without."""
    canvas = Canvas(width, height)
    role = TextRole.TURN if model.active else TextRole.BORDER
    if height >= LARGE_BAR_HEIGHT:
        draw_frame(canvas, role=role)
        x = canvas.put(2, 2, f"{model.label}  ", TextRole.DIM) if model.label else 2
        _draw_large_buttons(canvas, model.buttons, x, 1, width - 2)
        _draw_amounts(canvas, model, 2, 4, width - 4, split=True)
        _draw_hints(canvas, model, 2, height - 1, framed=True)
        return canvas.lines()
    top = height - 3
    if top > 0:
        draw_rule(canvas, 0, role=role)
    x = canvas.put(1, max(0, top), f"{model.label}  ", TextRole.DIM) if model.label else 1
    _draw_buttons(canvas, model.buttons, x, max(0, top), gap=1 if _is_long(model.buttons, width) else 3)
    _draw_amounts(canvas, model, 1, max(0, top) + 1, width - 2, split=False)
    _draw_hints(canvas, model, 1, height - 1, framed=False)
    return canvas.lines()


def _is_long(buttons: tuple[Button, ...], width: int) -> bool:
    return sum(_button_width(button) + 3 for button in buttons) > width


def _button_width(button: Button) -> int:
    return cell_width(button.display) + cell_width(button.label) + 4


def _draw_buttons(canvas: Canvas, buttons: tuple[Button, ...], x: int, y: int, *, gap: int) -> None:
    for button in buttons:
        role = TextRole.DISABLED if button.disabled else TextRole.SELECTED if button.selected else TextRole.BUTTON
        click = None if button.disabled else button.key
        x = canvas.put(x, y, f"[{button.display}]", _key_role(button), click)
        x = canvas.put(x, y, f" {button.label} ", role, click) + gap


def _draw_large_buttons(canvas: Canvas, buttons: tuple[Button, ...], x: int, y: int, end: int) -> None:
    """Draws buttons three rows high."""
    pad = 1 if sum(_button_width(button) + 3 for button in buttons) <= end - x else 0
    for button in buttons:
        role = TextRole.DISABLED if button.disabled else TextRole.SELECTED if button.selected else TextRole.BUTTON
        click = None if button.disabled else button.key
        width = _button_width(button) - 1 + 2 * pad
        if not button.disabled:
            for row in (y, y + 2):
                canvas.put(x, row, " " * width, role, click)
        at = canvas.put(x, y + 1, " " * pad, role, click)
        at = canvas.put(at, y + 1, f"[{button.display}]", _key_role(button), click)
        canvas.put(at, y + 1, f" {button.label}{' ' * pad}", role, click)
        x += width + (2 if pad else 1)


def _key_role(button: Button) -> TextRole:
    return TextRole.DISABLED if button.disabled else TextRole.SELECTED_KEY if button.selected else TextRole.KEY


def _draw_amounts(canvas: Canvas, model: ActionBarViewModel, x: int, y: int, room: int, *, split: bool) -> None:
    if model.typed is not None:
        at = canvas.put(x, y, model.caption or "Exact total:", TextRole.TEXT)
        at = canvas.put(at + 1, y, f" {model.typed}▏", TextRole.SELECTED)
        canvas.put(at + 2, y, model.typed_range, TextRole.DIM, max_width=max(0, x + room - at - 2))
        return
    if model.slider is None:
        _draw_caption(canvas, model, x, y, room, split=split)
        return
    if split:
        _draw_slider(canvas, model.slider, x, y, room)
        _draw_presets(canvas, model.presets, x, y + 1, wide=True)
    else:
        presets = sum(_preset_width(button) for button in model.presets) + 5
        end = _draw_slider(canvas, model.slider, x, y, room - presets - 2)
        _draw_presets(canvas, model.presets, max(end + 2, x + room - presets), y, wide=False)


def _draw_caption(canvas: Canvas, model: ActionBarViewModel, x: int, y: int, room: int, *, split: bool) -> None:
    """Writes the caption and the buttons beside or below it; without room for both only the buttons."""
    buttons = sum(_button_width(button) + 1 for button in model.presets)
    if split or cell_width(model.caption) + 2 + buttons <= room:
        at = canvas.put(x, y, model.caption, TextRole.TEXT if model.active else TextRole.DIM, max_width=room)
        x = x if split else at + 2
    _draw_buttons(canvas, model.presets, x, y + split, gap=1)


def _draw_slider(canvas: Canvas, slider: Slider, x: int, y: int, room: int) -> int:
    low, high = f"{slider.minimum:,} ", f" {slider.maximum:,}"
    cells = max(4, room - cell_width(low) - cell_width(high) - 2)
    reach = max(1, slider.maximum - slider.minimum)
    knob = (slider.amount - slider.minimum) * (cells - 1) // reach
    x = canvas.put(x, y, low, TextRole.DIM, TableKey.MINIMUM)
    x = canvas.put(x, y, "├", TextRole.BORDER)
    for cell in range(cells):
        char = "●" if cell == knob else "━" if cell < knob else "─"
        role = TextRole.TURN if cell <= knob and slider.touched else TextRole.TEXT if cell == knob else TextRole.BORDER
        canvas.put(x + cell, y, char, role, SliderClick(cell, cells - 1))
    x = canvas.put(x + cells, y, "┤", TextRole.BORDER)
    return canvas.put(x, y, high, TextRole.DIM, TableKey.MAXIMUM)


def _preset_width(button: Button) -> int:
    return cell_width(button.display) + cell_width(button.label) + 3


def _draw_presets(canvas: Canvas, presets: tuple[Button, ...], x: int, y: int, *, wide: bool) -> None:
    for button in presets:
        x = canvas.put(x, y, f"[{button.display}]" if wide else button.display, _key_role(button), button.key)
        label = f" {button.label} {button.detail}" if wide and button.detail != button.label else f" {button.label}"
        x = canvas.put(x, y, label, TextRole.SELECTED if button.selected else TextRole.TEXT, button.key) + 2
    x = canvas.put(x, y, "[=]" if wide else "=", TextRole.KEY, TableKey.EXACT)
    canvas.put(x, y, " exact" if wide else "type", TextRole.TEXT, TableKey.EXACT)


def _draw_hints(canvas: Canvas, model: ActionBarViewModel, x: int, y: int, *, framed: bool) -> None:
    pad = " " if framed else ""
    room = canvas.width - 2 * x - 2 * len(pad)
    if model.notice:
        canvas.put(x, y, f"{pad}{truncate(model.notice, room)}{pad}", TextRole.NOTICE)
        return
    hints = model.hints
    while hints and cell_width("  ".join(hints)) > room:
        hints = hints[:-1]
    x = canvas.put(x, y, pad) if hints else x
    for hint in hints:
        x = canvas.put(x, y, hint, TextRole.DIM, HINT_KEYS.get(hint))
        x = canvas.put(x, y, "  " if hint is not hints[-1] else pad)
