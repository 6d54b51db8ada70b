"""The table: a session at it, what its screen shows, and the pages over it."""
