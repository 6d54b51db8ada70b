"""Fair deals at the tables of a tournament."""

from __future__ import annotations

import pytest

from railbird_server.config import ServerSettings
from railbird_server.runtime.tables.new_table_settings import settings_for_tournament
from railbird_server.store.records import OpenedTournament
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.house.house_rules import CASINO
from support.table_harness import HOST
from support.tournament_server import TERMS


@pytest.mark.parametrize(
    ("usual", "fair_deal"),
    [(FairDeal.OFF, FairDeal.OFF), (FairDeal.PROVED, FairDeal.PROVED), (FairDeal.OPENED, FairDeal.PROVED)],
)
def test_the_decks_of_a_tournament_are_proved_and_stay_closed(usual: FairDeal, fair_deal: FairDeal) -> None:
    """A table that breaks up must not open the cards of players who go on elsewhere."""
    opened = OpenedTournament("t", TERMS, HOST, "secret", CASINO)
    settings = settings_for_tournament(opened, 1, 1, ServerSettings(fair_deal=usual), final=False)
    assert settings.fair_deal is fair_deal
