"""A hand at a table: its game and button, the hand itself, what is offered after it, and its history."""
