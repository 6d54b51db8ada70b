"""Replaces the symbols of the client by ASCII characters of the same width; names and chat keep their letters."""

from __future__ import annotations

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


def text_to_ascii(text: str) -> str:
    """Returns a text with the symbols of the client in ASCII."""
    return text.translate(_TABLE)
