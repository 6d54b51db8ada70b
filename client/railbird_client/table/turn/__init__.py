"""The player's turn: keys, amounts, planned actions, hints and the time left."""
