"""A player's part in fair deals: seeds, the check of every card, and the records."""
