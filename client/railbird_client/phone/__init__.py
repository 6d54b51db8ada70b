"""The page for phones: the facts of a session that it draws, one player on it, and the page itself."""
