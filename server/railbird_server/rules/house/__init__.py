"""House rules: one frozen record of every setting, what it makes of a game, presets, plain words, and files."""

from railbird_server.rules.house.record import HouseRules

__all__ = ["HouseRules"]
