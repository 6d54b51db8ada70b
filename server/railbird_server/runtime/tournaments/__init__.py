"""Tournaments that run: their tasks and inboxes, what they have tables do, what they book and tell."""
