"""House rules: the record of every setting, its effect on a game, presets, sentences about it, and TOML files."""

from railbird_shared.house.apply import RuledOut, apply_house_rules
from railbird_shared.house.describe import differences, facts, summary
from railbird_shared.house.effects import effective_rules, settings_without_effect
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import CASINO, DEFAULT, PRESETS
from railbird_shared.house.toml import from_toml, to_toml

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
