"""The keys of the replayer."""

from __future__ import annotations

from railbird_client.drawing.canvas import KeyPress


class ReplayKey(KeyPress):
    """The keys of the replayer."""

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
