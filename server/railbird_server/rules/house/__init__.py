"""House rules: one frozen record of every setting, what it makes of a game, presets, plain words, and files."""

from railbird_server.rules.house.presets import DEFAULT, CASINO, PRESETS
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.house.saying import differences, facts, summary
from railbird_server.rules.house.shaping import apply_house_rules
from railbird_server.rules.house.toml import from_toml, to_toml

__all__ = [
    "DEFAULT",
    "CASINO",
    "PRESETS",
    "HouseRules",
    "differences",
    "facts",
    "from_toml",
    "apply_house_rules",
    "summary",
    "to_toml",
]
