"""Hands and evenings in words: events as sentences, finished hands as text, statements and settling up."""
