"""House rules: the record of every setting, its effect on a game, presets, sentences about it, and TOML files."""

from railbird_server.rules.house.apply import RuledOut, apply_house_rules
from railbird_server.rules.house.describe import differences, facts, summary
from railbird_server.rules.house.effects import effective_rules, settings_without_effect
from railbird_server.rules.house.house_rules import HouseRules
from railbird_server.rules.house.presets import CASINO, DEFAULT, PRESETS
from railbird_server.rules.house.toml import from_toml, to_toml

__all__ = [
    "CASINO",
    "DEFAULT",
    "PRESETS",
    "HouseRules",
    "RuledOut",
    "apply_house_rules",
    "differences",
    "effective_rules",
    "facts",
    "from_toml",
    "settings_without_effect",
    "summary",
    "to_toml",
]
