"""The picture of the action bar."""

from __future__ import annotations

from railbird_client.model.bar import HINT_HITS, BarFace, Button, Slider
from railbird_client.model.cells import clip, width_of
from railbird_client.model.ink import Ink, Lines
from railbird_client.model.sheet import Sheet, frame, rule

RICH_HEIGHT = 7


def draw_bar(face: BarFace, width: int, height: int) -> Lines:
    """Draws the bar: in seven rows with a border, in four with a line above, or in three without."""
    sheet = Sheet(width, height)
    ink = Ink.TURN if face.turn else Ink.BORDER
    if height >= RICH_HEIGHT:
        frame(sheet, ink=ink)
        x = sheet.put(2, 2, f"{face.lead}  ", Ink.DIM) if face.lead else 2
        _draw_large_buttons(sheet, face.buttons, x, 1, width - 2)
        _draw_amounts(sheet, face, 2, 4, width - 4, split=True)
        _draw_advice(sheet, face, 2, height - 1, framed=True)
        return sheet.lines()
    top = height - 3
    if top > 0:
        rule(sheet, 0, ink=ink)
    x = sheet.put(1, max(0, top), f"{face.lead}  ", Ink.DIM) if face.lead else 1
    _draw_buttons(sheet, face.buttons, x, max(0, top), gap=1 if _long(face.buttons, width) else 3)
    _draw_amounts(sheet, face, 1, max(0, top) + 1, width - 2, split=False)
    _draw_advice(sheet, face, 1, height - 1, framed=False)
    return sheet.lines()


def _long(buttons: tuple[Button, ...], width: int) -> bool:
    return sum(_button_width(button) + 3 for button in buttons) > width


def _button_width(button: Button) -> int:
    return width_of(button.key) + width_of(button.label) + 4


def _draw_buttons(sheet: Sheet, buttons: tuple[Button, ...], x: int, y: int, *, gap: int) -> None:
    for button in buttons:
        ink = Ink.OFF if button.off else Ink.CHOSEN if button.chosen else Ink.BUTTON
        hit = "" if button.off else button.hit
        x = sheet.put(x, y, f"[{button.key}]", _key_ink(button), hit)
        x = sheet.put(x, y, f" {button.label} ", ink, hit) + gap


def _draw_large_buttons(sheet: Sheet, buttons: tuple[Button, ...], x: int, y: int, end: int) -> None:
    """Draws buttons three rows high, as long as there is room."""
    pad = 1 if sum(_button_width(button) + 3 for button in buttons) <= end - x else 0
    for button in buttons:
        ink = Ink.OFF if button.off else Ink.CHOSEN if button.chosen else Ink.BUTTON
        hit = "" if button.off else button.hit
        width = _button_width(button) - 1 + 2 * pad
        if not button.off:
            for row in (y, y + 2):
                sheet.put(x, row, " " * width, ink, hit)
        at = sheet.put(x, y + 1, " " * pad, ink, hit)
        at = sheet.put(at, y + 1, f"[{button.key}]", _key_ink(button), hit)
        sheet.put(at, y + 1, f" {button.label}{' ' * pad}", ink, hit)
        x += width + (2 if pad else 1)


def _key_ink(button: Button) -> Ink:
    return Ink.OFF if button.off else Ink.CHOSEN_KEY if button.chosen else Ink.KEY


def _draw_amounts(sheet: Sheet, face: BarFace, x: int, y: int, room: int, *, split: bool) -> None:
    if face.typed is not None:
        at = sheet.put(x, y, face.caption or "Exact total:", Ink.TEXT)
        at = sheet.put(at + 1, y, f" {face.typed}▏", Ink.CHOSEN)
        return
    if face.slider is None:
        _draw_caption(sheet, face, x, y, room, split=split)
        return
    if split:
        _draw_slider(sheet, face.slider, x, y, room)
        _draw_presets(sheet, face.presets, x, y + 1, wide=True)
    else:
        presets = sum(_preset_width(button) for button in face.presets) + 5
        end = _draw_slider(sheet, face.slider, x, y, room - presets - 2)
        _draw_presets(sheet, face.presets, max(end + 2, x + room - presets), y, wide=False)


def _draw_caption(sheet: Sheet, face: BarFace, x: int, y: int, room: int, *, split: bool) -> None:
    """Writes the caption and the buttons beside or below it; where both would not fit the buttons come first."""
    buttons = sum(_button_width(button) + 1 for button in face.presets)
    if split or width_of(face.caption) + 2 + buttons <= room:
        at = sheet.put(x, y, face.caption, Ink.TEXT if face.turn else Ink.DIM, room=room)
        x = x if split else at + 2
    _draw_buttons(sheet, face.presets, x, y + split, gap=1)


def _draw_slider(sheet: Sheet, slider: Slider, x: int, y: int, room: int) -> int:
    low, high = f"{slider.minimum:,} ", f" {slider.maximum:,}"
    cells = max(4, room - width_of(low) - width_of(high) - 2)
    reach = max(1, slider.maximum - slider.minimum)
    knob = (slider.amount - slider.minimum) * (cells - 1) // reach
    x = sheet.put(x, y, low, Ink.DIM, "min")
    x = sheet.put(x, y, "├", Ink.BORDER)
    for cell in range(cells):
        char = "●" if cell == knob else "━" if cell < knob else "─"
        ink = Ink.TURN if cell <= knob and slider.touched else Ink.TEXT if cell == knob else Ink.BORDER
        sheet.put(x + cell, y, char, ink, f"at:{cell}/{cells - 1}")
    x = sheet.put(x + cells, y, "┤", Ink.BORDER)
    return sheet.put(x, y, high, Ink.DIM, "max")


def _preset_width(button: Button) -> int:
    return width_of(button.key) + width_of(button.label) + 3


def _draw_presets(sheet: Sheet, presets: tuple[Button, ...], x: int, y: int, *, wide: bool) -> None:
    for button in presets:
        x = sheet.put(x, y, f"[{button.key}]" if wide else button.key, _key_ink(button), button.hit)
        label = f" {button.label} {button.detail}" if wide and button.detail != button.label else f" {button.label}"
        x = sheet.put(x, y, label, Ink.CHOSEN if button.chosen else Ink.TEXT, button.hit) + 2
    x = sheet.put(x, y, "[=]" if wide else "=", Ink.KEY, "exact")
    sheet.put(x, y, " exact" if wide else "type", Ink.TEXT, "exact")


def _draw_advice(sheet: Sheet, face: BarFace, x: int, y: int, *, framed: bool) -> None:
    pad = " " if framed else ""
    room = sheet.width - 2 * x - 2 * len(pad)
    if face.notice:
        sheet.put(x, y, f"{pad}{clip(face.notice, room)}{pad}", Ink.NOTICE)
        return
    hints = face.hints
    while hints and width_of("  ".join(hints)) > room:
        hints = hints[:-1]
    x = sheet.put(x, y, pad) if hints else x
    for hint in hints:
        x = sheet.put(x, y, hint, Ink.DIM, HINT_HITS.get(hint, ""))
        x = sheet.put(x, y, "  " if hint is not hints[-1] else pad)
