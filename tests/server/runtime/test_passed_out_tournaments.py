"""Tournaments of games that can be passed out, at the real server in virtual time: each is played to its last place.

`RAILBIRD_TOURNAMENTS=1000 pytest -m slow -s tests/server/runtime/test_passed_out_tournaments.py` plays that many and
prints what came of them.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Coroutine

import pytest
from msgspec.structs import replace

from railbird_server.bots.bot import Question
from railbird_server.runtime.tournaments.running_tournament import RunningTournament
from railbird_server.table.inputs import Input, Outcome
from railbird_server.table.table import Table
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Action, Check
from railbird_shared.protocol.events import HandStarted, PassedOut
from railbird_shared.tournament.messages import RegisterTournament, TournamentLine, TournamentPage
from railbird_shared.tournament.structure import Level, Rebuys, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentView
from simulation.virtual_time import VirtualTimeLoop
from support.random_play import choose_action
from support.tournament_server import TERMS, Client, in_virtual_time, running, start_server

TOURNAMENTS = int(os.environ.get("RAILBIRD_TOURNAMENTS", "20"))

PASSED_OUT_GAMES = [game for game, variant in VARIANTS.items() if variant.pass_out]
OTHER_GAMES = ["holdem", "razz", "badugi"]

JACKS_FOR_FORTY = replace(
    TERMS,
    game="jacks-or-better",
    chips=600,
    levels=tuple(Level(bet=20 << number, hands=6) for number in range(8)),
    seats=4,
    bots_to=40,
)


def random_terms(chance: random.Random) -> TournamentTerms:
    """Terms with a game that can be passed out, alone or among others, for a few tables and with rebuys for people."""
    games = chance.sample(PASSED_OUT_GAMES, chance.randint(1, 2)) + chance.sample(OTHER_GAMES, chance.choice((0, 0, 1)))
    chance.shuffle(games)
    mix = Rotation(tuple(ChosenGame(game) for game in games), hands=chance.randint(1, 3))
    return replace(
        JACKS_FOR_FORTY,
        game=games[0],
        rotation=mix if len(games) > 1 else None,
        seats=chance.randint(3, min(VARIANTS[game].max_seats for game in games)),
        bots_to=chance.randint(7, 16),
        rebuys=chance.choice((None, Rebuys(600, 5, until_level=3))),
        hand_for_hand=chance.random() < 0.5,
    )


class Witness:
    """Looks on at the tables of a tournament: counts their hands, and compares the stacks with those it knows of."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.tournament: RunningTournament | None = None

    def watch(self, handle: Callable[[Table, Input, int], Outcome]) -> Callable[[Table, Input, int], Outcome]:
        """Returns what handles the inputs of a table under the witness's eyes."""

        def handle_and_look(table: Table, request: Input, now: int) -> Outcome:
            outcome = handle(table, request, now)
            for event in outcome.events:
                if isinstance(event, HandStarted):
                    self._check_stacks(table)
                self.counts["hands"] += isinstance(event, HandStarted)
                self.counts["passed out"] += isinstance(event, PassedOut)
            return outcome

        return handle_and_look

    def _check_stacks(self, table: Table) -> None:
        assert self.tournament is not None
        assert table.current_hand is not None
        entrants = self.tournament._core.state.entrants
        dealt = {entrant.seat: entrant.stack for entrant in table.current_hand.setup.entrants}
        for seat in table.seats.occupied:
            known = entrants[seat.player].chips
            assert dealt.get(seat.number, seat.stack) == known, f"{seat.name} has other chips than the tournament knows"


def play(terms: TournamentTerms, seed: int, *, away: int = 0) -> Counter[str]:
    """Plays a tournament of bots, and of people who are `away`, to its last place; counts hands and pass-outs."""
    witness = Witness()

    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        server._bots._decider = _passing(random.Random(chance.random()))
        host = await Client.connect(server, "Wren")
        tournament = await host.open(terms)
        for name in ("Heron", "Jay")[:away]:
            absent = await Client.connect(server, name)
            await absent.ask(RegisterTournament(tournament=tournament))
            await absent.close()
        witness.tournament = running(server)
        await host.start(tournament)
        ends = {Phase.FINISHED, Phase.PAUSED}
        page = await host.wait_for(TournamentPage, lambda page: page.view.status.phase in ends)
        said = [message.sentence for message in host.got if isinstance(message, TournamentLine)]
        assert page.view.status.phase is Phase.FINISHED, f"seed {seed}: {said[-1]}"
        _check_end(page.view, witness.tournament._core.state.bought_chips)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "handle", witness.watch(Table.handle))
        in_virtual_time(main, seed)
    return witness.counts


def _check_end(view: TournamentView, chips: int) -> None:
    """Every chip that was bought is there, and the prizes are the pool."""
    assert sum(standing.stack for standing in view.standings) == chips
    assert sum(standing.prize for standing in view.standings) == view.status.pool


def _passing(chance: random.Random) -> Callable[[Question], Coroutine[None, None, Action]]:
    """Returns a decider that passes most first rounds, and plays at random else."""

    async def decide(question: Question) -> Action:
        view, legal = question.view, question.view.you.legal
        assert legal is not None
        seat = view.at(legal.seat)
        assert seat is not None
        if legal.check and view.street == 0 and chance.random() < 0.8:
            return Check()
        cards = [card for card in seat.cards if card is not None]
        return choose_action(legal, cards, chance.randrange(1 << 16))

    return decide


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_forty_bots_play_jacks_or_better_to_the_last_place(seed: int) -> None:
    counts = play(JACKS_FOR_FORTY, seed)
    assert counts["passed out"] > 10


@pytest.mark.slow
def test_tournaments_of_every_game_that_can_be_passed_out_come_to_their_last_place() -> None:
    counts: Counter[str] = Counter()
    for seed in range(TOURNAMENTS):
        terms = random_terms(random.Random(seed))
        counts += play(terms, seed, away=2)
        counts[f"with {terms.game}"] += 1
    print(f"\n{TOURNAMENTS} tournaments: {dict(counts)}")
    assert counts["passed out"] > TOURNAMENTS
