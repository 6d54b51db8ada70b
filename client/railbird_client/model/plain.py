"""Pictures in plain letters: every sign of ours becomes one of ASCII's, cell for cell."""

from __future__ import annotations

from railbird_client.model.ink import Line, Lines, Run

_SIGNS = {
    **dict.fromkeys("╭╮╰╯┏┓┗┛", "+"),
    **dict.fromkeys("─╌—–−", "-"),
    **dict.fromkeys("━", "="),
    **dict.fromkeys("│┃╎┊├┤", "|"),
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
    "½": "h",
    "¾": "q",
    "☻": " ",
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    "’": "'",
}
_TABLE = str.maketrans(_SIGNS)


def in_ascii(lines: Lines) -> Lines:
    """Returns the picture without any sign of ours beyond ASCII; letters of names and chat stay."""
    return tuple(map(_plain, lines))


def plain_text(text: str) -> str:
    """Returns a text without any sign of ours beyond ASCII."""
    return text.translate(_TABLE)


def _plain(line: Line) -> Line:
    return tuple(run if run.text.isascii() else Run(plain_text(run.text), run.ink, run.hit) for run in line)
