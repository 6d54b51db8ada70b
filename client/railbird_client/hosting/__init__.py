"""Hosting a game: the form for a table, profiles, the server of one's own, and the dialogs of a host."""
