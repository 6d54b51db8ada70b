"""House rules: the record of every setting, its effect on a game, presets, sentences about it, and TOML files."""

from railbird_server.rules.house.apply import apply_house_rules
from railbird_server.rules.house.describe import differences, facts, summary
from railbird_server.rules.house.house_rules import HouseRules
from railbird_server.rules.house.presets import CASINO, DEFAULT, PRESETS
from railbird_server.rules.house.toml import from_toml, to_toml

__all__ = [
    "CASINO",
    "DEFAULT",
    "PRESETS",
    "HouseRules",
    "apply_house_rules",
    "differences",
    "facts",
    "from_toml",
    "summary",
    "to_toml",
]
