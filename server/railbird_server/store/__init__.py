"""The store, which outlives the server's process: the journal of every table, its players, and its hands."""
