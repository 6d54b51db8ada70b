"""The events of a table in words: the log, the last event, and the end of a hand."""
