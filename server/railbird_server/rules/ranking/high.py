"""High hands of one 52-card pack (HR-1..HR-32)."""

from __future__ import annotations

from railbird_server.rules.ranking.rules import RankingRules
from railbird_server.rules.ranking.scales import scale_of

HIGH_SCALE = scale_of(RankingRules())
"""The scale on which the highest hand of a plain pack wins."""
