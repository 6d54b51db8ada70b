"""The limits of tournaments; the module imports nothing, so a command line shows them without loading the protocol."""

from __future__ import annotations

MAX_ENTRANTS = 100
"""The most players of one tournament."""

MAX_LEVELS = 40
"""The most levels that a schedule may list; a command has room for as many of the longest."""

MAX_LEVEL_SECONDS = 6 * 3600
"""The longest level, in seconds."""

MAX_LEVEL_HANDS = 1000
"""The longest level that is counted in hands."""

MAX_STARTING_CHIPS = 10_000_000
"""The most chips that a player starts with; those of all entrants and rebuys fit into a message."""

MAX_PRICE = 1_000_000_000
"""The highest price of an entry, a rebuy or an add-on, in units of the ledger."""

MAX_PLACES_PAID = 30
"""The most places that a list of payouts may name."""

MAX_SHARE = 10_000
"""The largest share that a list of payouts may give to one place."""

MAX_EXTRA_ENTRIES = 100
"""The most rebuys or re-entries that a tournament may limit its players to."""

MAX_LISTED_TOURNAMENTS = 32
"""How many tournaments the lobby lists; those of the longest status fit into one frame."""

MAX_LINES = 20
"""How many of its latest announcements a tournament keeps."""

MAX_START_DAYS = 366
"""How many days ahead a tournament may be opened that starts at a set time."""

MAX_HOSTED_HOURS = 24
"""The longest tournament that is proposed, in hours."""
