"""Replaces the symbols of drawn lines by ASCII characters of the same width."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Line, Lines, Span

_REPLACEMENTS = {
    **dict.fromkeys("╭╮╰╯┏┓┗┛╔╗╚╝", "+"),
    **dict.fromkeys("─╌—–−", "-"),
    **dict.fromkeys("━", "="),
    **dict.fromkeys("═", "~"),
    **dict.fromkeys("│┃║╎┊├┤", "|"),
    **dict.fromkeys("▒█", "#"),
    **dict.fromkeys("●○", "o"),
    **dict.fromkeys("▶▸→", ">"),
    **dict.fromkeys("◂←", "<"),
    "░": ".",
    "▕": "[",
    "▏": "]",
    "·": "-",
    "…": "~",
    "↑": "^",
    "↓": "v",
    "¼": "r",
    "⅓": "t",
    "⅔": "T",
    "½": "h",
    "¾": "q",
    "☻": " ",
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    "’": "'",
}
_TABLE = str.maketrans(_REPLACEMENTS)


def lines_to_ascii(lines: Lines) -> Lines:
    """Returns the lines with the symbols of the client in ASCII; names and chat keep their letters."""
    return tuple(map(_line_to_ascii, lines))


def text_to_ascii(text: str) -> str:
    """Returns a text with the symbols of the client in ASCII."""
    return text.translate(_TABLE)


def _line_to_ascii(line: Line) -> Line:
    return tuple(
        span if span.text.isascii() else Span(text_to_ascii(span.text), span.role, span.click) for span in line
    )
