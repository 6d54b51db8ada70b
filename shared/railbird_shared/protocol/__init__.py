"""The protocol: commands, events, messages, the view of a table, and how events change it."""
