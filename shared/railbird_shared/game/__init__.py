"""Poker as both sides know it: cards, variants, rankings, the list of games and the ids of the clauses."""
