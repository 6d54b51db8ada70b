"""What a player of a tournament may do, as its view says."""

from __future__ import annotations

import pytest

from railbird_server.runtime.players import Players
from railbird_server.runtime.tournaments.tournament_views import Moment, TournamentViews
from railbird_server.store.records import OpenedTournament
from railbird_server.tournament.state import Entrant, EntrantState, Proposal, Stage, TournamentState
from railbird_shared.house.house_rules import CASINO
from railbird_shared.tournament.view import DealMethod, TournamentOffer
from support.table_harness import HOST
from support.tournament_server import TERMS

SHARES = {"wren": 50, "heron": 30}


def offers(player: str, proposal: Proposal) -> tuple[TournamentOffer, ...]:
    entrants = {
        name: Entrant(number, name.title(), state=EntrantState.PLAYING, chips=100)
        for number, name in enumerate(("wren", "heron"), 1)
    }
    entrants["teal"] = Entrant(3, "Teal", state=EntrantState.OUT)
    state = TournamentState(stage=Stage.PLAYING, entrants=entrants, out=(("teal",),), proposal=proposal)
    opened = OpenedTournament("t", TERMS, HOST, "secret", CASINO)
    return TournamentViews(opened, Players(lambda: 0, 0), lambda: state, lambda: Moment(0, 0)).own(player).offers


@pytest.mark.parametrize(
    ("player", "proposal", "may_answer"),
    [
        ("heron", Proposal("wren", DealMethod.ICM), False),
        ("heron", Proposal("wren", DealMethod.ICM, shares=SHARES, agreed=("wren",)), True),
        ("wren", Proposal("wren", DealMethod.ICM, shares=SHARES, agreed=("wren",)), False),
        ("teal", Proposal("wren", DealMethod.ICM, shares=SHARES, agreed=("wren",)), False),
    ],
)
def test_a_deal_is_answered_once_by_each_player_left_when_its_shares_are_known(
    player: str, proposal: Proposal, may_answer: bool
) -> None:
    assert (TournamentOffer.ANSWER_DEAL in offers(player, proposal)) is may_answer
