"""Tournaments as both sides speak of them: their terms, their state as everybody sees it, commands and messages."""
