"""What outlives the server's process: the journal of every table, its players, and the hands that were played."""
