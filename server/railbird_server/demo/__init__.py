"""Demonstrations without a screen: a few hands of bots, and a whole night at a server that is killed meanwhile."""
