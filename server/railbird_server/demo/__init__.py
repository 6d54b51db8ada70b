"""Demonstrations without a screen: bots play a few hands, or a tournament to the last place."""
