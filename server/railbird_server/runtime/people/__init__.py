"""Who is there and what they may: players, their names and tokens, passwords and invites."""
