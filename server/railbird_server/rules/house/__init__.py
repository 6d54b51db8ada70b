"""House rules: one frozen record of every setting, what it makes of a game, presets, plain words, and files."""

from railbird_server.rules.house.presets import AS_KNOWN, CASINO, PRESETS
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.house.saying import differences, facts, summary
from railbird_server.rules.house.shaping import shape
from railbird_server.rules.house.toml import from_toml, to_toml

__all__ = [
    "AS_KNOWN",
    "CASINO",
    "PRESETS",
    "HouseRules",
    "differences",
    "facts",
    "from_toml",
    "shape",
    "summary",
    "to_toml",
]
