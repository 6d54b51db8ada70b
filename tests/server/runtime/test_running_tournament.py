"""What a client asks of a tournament, as the input of its rules."""

from __future__ import annotations

import pytest

from railbird_server.refusal import Refusal
from railbird_server.runtime.players import Player
from railbird_server.runtime.tournaments.running_tournament import input_of
from railbird_server.tournament import inputs
from railbird_server.tournament.state import Entrant, TournamentState
from railbird_shared.tournament.messages import DealAmount, ProposeDeal
from railbird_shared.tournament.view import DealMethod

STATE = TournamentState(entrants={"wren": Entrant(1, "Wren"), "heron": Entrant(2, "Heron")})


def propose(*amounts: DealAmount) -> inputs.Input:
    command = ProposeDeal(tournament="5d0e", method=DealMethod.AMOUNTS, amounts=amounts)
    return input_of(command, Player("wren", b""), STATE)


def test_the_amounts_of_a_deal_go_to_the_players_of_their_numbers() -> None:
    assert propose(DealAmount(2, 30), DealAmount(1, 50)) == inputs.ProposeDeal(
        "wren", DealMethod.AMOUNTS, 0, {"heron": 30, "wren": 50}
    )


@pytest.mark.parametrize("amounts", [(DealAmount(1, 50), DealAmount(1, 30)), (DealAmount(3, 50),)])
def test_amounts_for_nobody_or_twice_for_one_are_refused(amounts: tuple[DealAmount, ...]) -> None:
    with pytest.raises(Refusal):
        propose(*amounts)
