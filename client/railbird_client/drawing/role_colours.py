"""Which colours of a palette the roles of text have."""

from __future__ import annotations

from typing import NamedTuple

from railbird_client.drawing.palette import Colour, Palette
from railbird_client.drawing.pixel_canvas import PixelCanvas
from railbird_client.drawing.text_roles import Lines, TextRole


class RoleColours(NamedTuple):
    """The names of the colours of a role in the palette, `ground` empty for the ground on which it is written."""

    text: str
    ground: str = ""
    bold: bool = False


_BOLD = True

ROLE_COLOURS = {
    TextRole.TEXT: RoleColours("text"),
    TextRole.STRONG: RoleColours("text", "", _BOLD),
    TextRole.DIM: RoleColours("dim"),
    TextRole.FAINT: RoleColours("faint"),
    TextRole.BORDER: RoleColours("plate_edge"),
    TextRole.TITLE: RoleColours("text", "", _BOLD),
    TextRole.HEADING: RoleColours("soft", "", _BOLD),
    TextRole.NAME: RoleColours("text", "", _BOLD),
    TextRole.CHIPS: RoleColours("chips"),
    TextRole.TURN: RoleColours("turn_label", "", _BOLD),
    TextRole.WARN: RoleColours("danger", "", _BOLD),
    TextRole.WIN: RoleColours("win_label", "", _BOLD),
    TextRole.ALL_IN: RoleColours("danger", "", _BOLD),
    TextRole.CARD_BACK: RoleColours("card_back_edge"),
    TextRole.SPADE: RoleColours("suit_spade", "", _BOLD),
    TextRole.HEART: RoleColours("suit_heart", "", _BOLD),
    TextRole.DIAMOND: RoleColours("suit_diamond", "", _BOLD),
    TextRole.CLUB: RoleColours("suit_club", "", _BOLD),
    TextRole.CARD: RoleColours("card_edge", "card"),
    TextRole.CARD_SPADE: RoleColours("card_spade", "card", _BOLD),
    TextRole.CARD_HEART: RoleColours("card_heart", "card", _BOLD),
    TextRole.CARD_DIAMOND: RoleColours("card_diamond", "card", _BOLD),
    TextRole.CARD_CLUB: RoleColours("card_club", "card", _BOLD),
    TextRole.CARD_FRESH: RoleColours("card_fresh", "card", _BOLD),
    TextRole.CARD_DIMMED: RoleColours("card_out_text", "card_out"),
    TextRole.KEY: RoleColours("key", "button", _BOLD),
    TextRole.BUTTON: RoleColours("button_text", "button"),
    TextRole.SELECTED_KEY: RoleColours("turn_text", "turn", _BOLD),
    TextRole.SELECTED: RoleColours("turn_text", "turn", _BOLD),
    TextRole.DISABLED: RoleColours("faint"),
    TextRole.BUTTON_MARK: RoleColours("dealer_text", "dealer", _BOLD),
    TextRole.NOTICE: RoleColours("danger", "", _BOLD),
    TextRole.QR_CODE: RoleColours("card_spade", "card"),
}
"""The colours of every role."""

_SUITS = ("spade", "heart", "diamond", "club")


def find_colour(palette: Palette, name: str) -> Colour:
    """Returns a colour of a palette by its name, that of a suit as "suit_heart" in text and "card_heart" on cards."""
    kind, _, suit = name.partition("_")
    if suit in _SUITS:
        suits = palette.text_suits if kind == "suit" else palette.card_suits
        return suits[_SUITS.index(suit)]
    colour: Colour = getattr(palette, name)
    return colour


def paste_lines(canvas: PixelCanvas, palette: Palette, x: int, y: int, lines: Lines) -> None:
    """Writes drawn lines on a canvas, with their upper left corner at x, y, in the colours of a palette."""
    for row, line in enumerate(lines, start=y):
        at = x
        for text, role, click in line:
            colours = ROLE_COLOURS[role]
            begin = at
            at = canvas.put(at, row, text, find_colour(palette, colours.text), bold=colours.bold)
            if colours.ground and 0 <= row < canvas.height:
                for column in range(max(0, begin), min(canvas.width, at)):
                    canvas.dot(column, 2 * row, find_colour(palette, colours.ground))
                    canvas.dot(column, 2 * row + 1, find_colour(palette, colours.ground))
            if click is not None:
                canvas.click(begin, row, at - begin, 1, click)
