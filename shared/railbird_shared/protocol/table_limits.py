"""The limits of the protocol and of every table, and what a new table gets unless its host chooses.

Both sides use them: the server to refuse and to fill in, the client to offer only what a server takes. The module
imports nothing, so a command line can show a limit without loading the protocol.
"""

from __future__ import annotations

MAX_CHIPS = 10**12
"""The largest amount a message may name, in chips; small enough to be exact in any language's numbers."""

MAX_COUNT = 2**53
"""The largest count, id or time a message may name; the largest that every language's numbers hold exactly."""

MIN_SEATS = 2
MAX_WAITING = 20
"""The most players on the waiting list of a table."""

MAX_SEATS = 10
"""How many seats a table may have; a game may set a lower maximum (DL-22)."""

DEFAULT_SEATS = 6
"""How many seats a new table has, or as many as the game allows if those are fewer."""

PACK_SIZE = 54
"""The cards of one pack with two jokers: the most that a hand, a board or a message may hold."""

DIGEST_BYTES = 32
"""How long a digest is, and a seed of a fair deal."""

CARD_SALT_BYTES = 16
"""How long the salt of a card is that is committed to."""

MAX_RESHUFFLE_ORDERS = 4
"""To how many orders of a reshuffle a fair deal commits; the next reshuffle takes the first of them again."""

MAX_RUNS = 3
"""How often the rest of a hand may be dealt at most (SD-26)."""

MIN_BET = 2
MAX_BET = 1_000_000
"""The minimum bet a table may be opened on, in chips; a night of rebuys at the largest still fits into a message."""

DEFAULT_BUY_IN_BETS = 100
"""The chips of a player who names no amount, in minimum bets."""

DEFAULT_MAX_BUY_IN_BETS = 200
"""The largest buy-in of a table whose host chooses none, in minimum bets."""

MIN_BUY_IN_BETS = 10
MAX_BUY_IN_BETS = 1000
"""The buy-ins that a host may choose, in minimum bets (AI-14)."""

MAX_BOMB_POT_HANDS = 100
"""The most hands after which one is a bomb pot (HS-47)."""

MAX_CLOCK_SECONDS = 3600
"""The longest time for a turn that a host may choose, in seconds."""

MAX_PAUSE_SECONDS = 60
"""How long the rest between two hands may be."""

DEFAULT_BREAK_MINUTES = 10
MAX_BREAK_MINUTES = 120
"""How long a break is for which nobody names the minutes, and how long it may be."""

LOBBY_PAGE_SIZE = 32
"""How many tables one page of the lobby lists; as many of the longest descriptions fit into one frame."""

MAX_FOLLOWED = 8
"""How many tables a client may follow besides the one that it is at."""

MAX_STATEMENT_LINES = 200
"""How many players a statement names, those with seats and then those who have won or lost most."""

MAX_REBUYS = 1000
"""The most rebuys that a table may limit its players to."""

MAX_STATEMENT_CORRECTIONS = 20
"""How many corrections a statement names, the latest."""

HANDS_PAGE_SIZE = 20
"""How many finished hands one page lists."""

MAX_TOKEN_LENGTH = 64
"""The longest token, or id of a table, an epoch or a game, in characters; a hello has no room for a longer secret."""

MAX_PASSWORD_LENGTH = 128
"""The longest password of a server or a table, in characters."""

MAX_INVITES = 32
"""The most invites that one table may have at a time."""

MAX_LISTED_WATCHERS = 200
"""The most people whom the list of those who watch names, those who came first."""

MAX_BANS = 200
"""The most people who are banned from one table, or muted there; those of the longest time are forgotten first."""

MAX_TEXT_LENGTH = 1000
"""The longest text of a command before the server cleans and cuts it, in characters."""

MAX_ROTATION_GAMES = 40
"""Games that a rotation or the dealer's choice of a table may have."""
