"""Draws the action bar of a small terminal."""

from __future__ import annotations

from railbird_client.drawing.text_painter import TextPainter
from railbird_client.drawing.text_roles import TextRole
from railbird_client.drawing.text_width import cell_width, truncate
from railbird_client.table.turn.action_bar import HINT_KEYS, ActionBarViewModel, Button, Slider
from railbird_client.table.turn.table_keys import SliderClick, TableKey


def draw_action_bar(canvas: TextPainter, model: ActionBarViewModel) -> None:
    """Draws the bar in three rows: the buttons, the amounts, and the keys."""
    label = "" if model.in_turn else model.label  # the buttons stay where they are once they can be pressed
    x = canvas.put(1, 0, f"{label}  ", TextRole.DIM) if label else 1
    _draw_buttons(canvas, model.buttons, x, 0, gap=1 if _is_long(model.buttons, canvas.width) else 3)
    _draw_amounts(canvas, model, 1, 1, canvas.width - 2)
    _draw_hints(canvas, model, 1, canvas.height - 1)


def _is_long(buttons: tuple[Button, ...], width: int) -> bool:
    return sum(_button_width(button) + 3 for button in buttons) > width


def _button_width(button: Button) -> int:
    return cell_width(button.display) + cell_width(button.label) + 4


def _draw_buttons(canvas: TextPainter, buttons: tuple[Button, ...], x: int, y: int, *, gap: int) -> None:
    for button in buttons:
        role = TextRole.DISABLED if button.disabled else TextRole.SELECTED if button.selected else TextRole.BUTTON
        click = None if button.disabled else button.key
        x = canvas.put(x, y, f"[{button.display}]", _key_role(button), click)
        x = canvas.put(x, y, f" {button.label} ", role, click) + gap


def _key_role(button: Button) -> TextRole:
    return TextRole.DISABLED if button.disabled else TextRole.SELECTED if button.selected else TextRole.KEY


def _draw_amounts(canvas: TextPainter, model: ActionBarViewModel, x: int, y: int, room: int) -> None:
    if model.typed is not None:
        at = canvas.put(x, y, model.caption or "Exact total:", TextRole.TEXT)
        at = canvas.put(at + 1, y, f" {model.typed}▏", TextRole.SELECTED)
        canvas.put(at + 2, y, model.typed_range, TextRole.DIM, max_width=max(0, x + room - at - 2))
        return
    if model.slider is None:
        _draw_caption(canvas, model, x, y, room)
        return
    presets = sum(_preset_width(button) for button in model.presets) + 5
    end = _draw_slider(canvas, model.slider, x, y, room - presets - 2)
    _draw_presets(canvas, model.presets, max(end + 2, x + room - presets), y)


def _draw_caption(canvas: TextPainter, model: ActionBarViewModel, x: int, y: int, room: int) -> None:
    """Writes the caption and the buttons beside it; without room for both only the buttons."""
    buttons = sum(_button_width(button) + 1 for button in model.presets)
    if cell_width(model.caption) + 2 + buttons <= room:
        x = canvas.put(x, y, model.caption, TextRole.TEXT if model.active else TextRole.DIM, max_width=room) + 2
    _draw_buttons(canvas, model.presets, x, y, gap=1)


def _draw_slider(canvas: TextPainter, slider: Slider, x: int, y: int, room: int) -> int:
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


def _draw_presets(canvas: TextPainter, presets: tuple[Button, ...], x: int, y: int) -> None:
    for button in presets:
        x = canvas.put(x, y, button.display, _key_role(button), button.key)
        x = (
            canvas.put(x, y, f" {button.label}", TextRole.SELECTED if button.selected else TextRole.TEXT, button.key)
            + 2
        )
    x = canvas.put(x, y, "=", TextRole.KEY, TableKey.EXACT)
    canvas.put(x, y, "type", TextRole.TEXT, TableKey.EXACT)


def _draw_hints(canvas: TextPainter, model: ActionBarViewModel, x: int, y: int) -> None:
    room = canvas.width - 2 * x
    if model.notice:
        canvas.put(x, y, truncate(model.notice, room), TextRole.WARN)
        return
    for hint in model.hints:
        if x + cell_width(hint) > canvas.width - 1:
            break
        x = canvas.put(x, y, hint, TextRole.DIM, HINT_KEYS.get(hint)) + 2
