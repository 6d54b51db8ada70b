"""Tournaments as a player or a host sees them: list, clock, entry, deals, and the form for a new one."""
