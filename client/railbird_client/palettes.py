"""The colours of both themes in terminals of 256 and of 16 colours.

A palette is written in numbers of the terminal's own colours, because the nearest ones of a theme in true colour merge
what it keeps apart. Textual wants red, green and blue; it gets those from which Rich finds the number again.
"""

from __future__ import annotations

from rich.color import Color as RichColor
from textual.theme import Theme

_STANDARD = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
_FIRST_GREY, _GREY_STEPS = 231, 25

# (name of the colour, number among 256, number among 16)
_NIGHT = (
    *(("foreground", 254, 15), ("background", 233, 0), ("surface", 232, 0), ("panel", 235, 0)),
    *(("primary", 152, 15), ("secondary", 117, 14), ("accent", 215, 11)),
    *(("warning", 209, 9), ("error", 209, 9), ("success", 115, 10)),
    *(("felt", 234, 0), ("felt-edge", 30, 2), ("dim", 246, 7), ("faint", 240, 8), ("edge", 240, 8)),
    *(("chips", 222, 11), ("turn", 215, 11), ("win", 115, 10), ("alarm", 209, 9), ("back", 104, 12)),
    *(("suit-spade", 254, 15), ("suit-heart", 210, 9), ("suit-diamond", 111, 14), ("suit-club", 115, 10)),
    *(("card", 255, 15), ("card-edge", 249, 8), ("card-out", 244, 8), ("card-out-ink", 16, 15), ("card-fresh", 172, 3)),
    *(("card-spade", 234, 0), ("card-heart", 124, 1), ("card-diamond", 25, 4), ("card-club", 22, 2)),
    *(("key", 215, 11), ("button", 237, 8), ("chosen", 215, 11), ("chosen-ink", 16, 0)),
    *(("text-accent", 215, 11), ("text-warning", 209, 9), ("primary-muted", 237, 8), ("boost", 235, 0)),
)
_DAY = (
    *(("foreground", 235, 0), ("background", 255, 15), ("surface", 254, 15), ("panel", 253, 15)),
    *(("primary", 23, 0), ("secondary", 25, 4), ("accent", 58, 3)),
    *(("warning", 124, 1), ("error", 124, 1), ("success", 22, 2)),
    *(("felt", 194, 15), ("felt-edge", 72, 2), ("dim", 240, 8), ("faint", 247, 7), ("edge", 247, 7)),
    *(("chips", 58, 3), ("turn", 94, 3), ("win", 22, 2), ("alarm", 124, 1), ("back", 61, 4)),
    *(("suit-spade", 235, 0), ("suit-heart", 124, 1), ("suit-diamond", 25, 4), ("suit-club", 22, 2)),
    *(("card", 231, 15), ("card-edge", 246, 8), ("card-out", 249, 7), ("card-out-ink", 236, 0), ("card-fresh", 136, 3)),
    *(("card-spade", 234, 0), ("card-heart", 124, 1), ("card-diamond", 25, 4), ("card-club", 22, 2)),
    *(("key", 58, 4), ("button", 254, 7), ("chosen", 94, 4), ("chosen-ink", 231, 15)),
    *(("text-accent", 58, 3), ("text-warning", 124, 1), ("primary-muted", 252, 7), ("boost", 253, 15)),
)


_BASE_COLOURS = frozenset(
    (
        *("foreground", "background", "surface", "panel", "primary"),
        *("secondary", "accent", "warning", "error", "success"),
    )
)
"""The colours that a Textual theme has by itself; the others are its variables."""


def indexed_theme(theme: Theme, colour_count: int) -> Theme:
    """Returns a theme in the colours of a terminal that has 256 or 16; the name stays."""
    rows = _NIGHT if theme.dark else _DAY
    colours = {name: _colour_256(many) if colour_count > len(_STANDARD) else _STANDARD[few] for name, many, few in rows}
    return Theme(
        name=theme.name,
        dark=theme.dark,
        primary=colours["primary"],
        secondary=colours["secondary"],
        accent=colours["accent"],
        warning=colours["warning"],
        error=colours["error"],
        success=colours["success"],
        foreground=colours["foreground"],
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["panel"],
        variables={**theme.variables, **{name: colours[name] for name, _, _ in rows if name not in _BASE_COLOURS}},
    )


def _colour_256(number: int) -> str:
    """Returns the colour that Rich shows as that one of 256; it rounds greys by its own steps."""
    if number > _FIRST_GREY:
        level = round(255 * (number - _FIRST_GREY) / _GREY_STEPS)
        return f"#{level:02x}{level:02x}{level:02x}"
    return RichColor.from_ansi(number).get_truecolor().hex
