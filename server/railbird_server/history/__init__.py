"""Hands recorded in Poker Hand History files: reading them, replaying them through the rules, writing them."""
