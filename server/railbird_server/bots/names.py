"""What bots are called."""

BOT_NAMES = (
    "Wren",
    "Heron",
    "Jay",
    "Magpie",
    "Rook",
    "Finch",
    "Plover",
    "Kestrel",
    "Dunlin",
    "Robin",
    "Siskin",
    "Curlew",
    "Linnet",
    "Merlin",
    "Osprey",
    "Swift",
)
"""Names for bots; the first ones are handed out first."""
