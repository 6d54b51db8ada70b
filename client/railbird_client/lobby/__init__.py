"""The lobby of a server: its tables, each with a small picture, and the chat."""
