"""The keys of the replayer."""

from __future__ import annotations

from enum import Enum

from railbird_client.drawing.canvas import Press


class ReplayKey(Press, Enum):
    """The keys of the replayer, with Textual's names of the keys that press each (separated by commas).

    `display` is how a key is shown and `description` what it does.
    """

    keys: str
    display: str
    description: str

    def __init__(self, keys: str, display: str, description: str) -> None:
        self.keys = keys
        self.display = display
        self.description = description

    NEXT = "right,enter", "→", "The next step"
    BACK = "left,backspace", "←", "The step before"
    NEXT_STREET = "down", "↓", "To the next street, or to the showdown"
    STREET_BEFORE = "up", "↑", "To the beginning of the street, or to the street before"
    BEGIN = "home", "Home", "To the table before the hand"
    END = "end", "End", "To the end of the hand"
    HAND_BEFORE = "pageup,p", "PgUp", "The hand before"
    NEXT_HAND = "pagedown,n", "PgDn", "The next hand"
    PLAY = "space", "Space", "Go on by itself, or stop"
    SLOW = "1", "1", "Go on slowly"
    NORMAL = "2", "2", "Go on at the usual speed"
    FAST = "3", "3", "Go on fast"
    OPEN_CARDS = "o", "O", "Show all cards that are known, or only those that lay open then"
    WHY = "w", "W", "The winners, and the rules that decided"
    GAME = "f2", "F2", "The rules of the game"
    RANKING = "f6", "F6", "Which hand beats which"
    HELP = "question_mark", "?", "The keys of the replayer"
    CLOSE = "escape,q", "Esc", "Back"
