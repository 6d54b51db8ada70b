"""The books of a table against a recount of its evening from the history of its hands, which knows nothing of them.

What a player has won is what they won in the finished hands, and what went from stack to stack outside them: bounties,
a carried pot that was divided, and corrections. The house has won what was raked in the hands.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from railbird_server.history.table_books import chips_between_hands, state_books
from railbird_server.store.records import BookedTable, FinishedHand, StoredMovement, renamed_movements
from railbird_server.table import inputs
from railbird_server.table.audience import statement
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.host_commands import OWNER
from railbird_server.table.inputs import FullEvent
from railbird_shared.game.game_rules import Rake
from railbird_shared.protocol.events import BooksCorrected, BountyPaid, CarriedPotTaken
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.messages import Statement, StatementLine
from support.journaled_tables import JournaledTable, play_evening
from support.random_evenings import GAMES, attempt, random_terms, seated_evening, some_correction

RAKE = Rake(20)
SEEDS = [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 9))]


class RecountedTable(JournaledTable):
    """A table beside which everything that goes from stack to stack outside its hands is noted, by player."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.beside: Counter[str] = Counter()
        self.corrected: Counter[str] = Counter()

    def submit(self, request: inputs.Input) -> list[FullEvent]:
        holders = self.player_by_seat
        events = super().submit(request)
        holders |= self.player_by_seat
        for event in events:
            match event:
                case CarriedPotTaken(seat, chips):
                    self.beside[holders[seat]] += chips
                case BountyPaid(seat, paid):
                    for payer, chips in paid:
                        self.beside[holders[payer]] -= chips
                        self.beside[holders[seat]] += chips
                case BooksCorrected(players=players):
                    ids = {account.name: player for player, account in self.table.bank.accounts.items()}
                    self.corrected.update({ids[each.name]: each.chips for each in players})
                case _:
                    pass
        return events

    @property
    def finished(self) -> list[FinishedHand]:
        """The history: every hand that counts."""
        return [kept.finished for change in self.changes for kept in change.hands]


@cache
def played(seed: int) -> RecountedTable:
    """A random evening up to a moment between two hands; the house rakes in every other one, and the host corrects."""
    dice = random.Random(seed)
    terms = random_terms(dice, *GAMES[seed % len(GAMES)])
    terms = replace(
        terms, rake=RAKE if seed % 2 else None, effective_rules=replace(terms.effective_rules, seven_deuce=seed % 3)
    )
    evening = seated_evening(dice, RecountedTable(terms))
    for inputs_wanted in range(10, 300, 10):
        play_evening(evening, dice, inputs_wanted=inputs_wanted)
        attempt(evening, inputs.PlayerCommand(evening.table.host, some_correction(dice, evening)))
    if evening.hand_running:
        evening.submit(inputs.VoidHand("The night is over."))
    payer = max(evening.table.seats.occupied, key=lambda seat: seat.stack)
    payee = next(account.name for player, account in evening.table.bank.accounts.items() if player != payer.player)
    players = (CorrectedPlayer(payee, payer.stack), CorrectedPlayer(payer.name, -payer.stack))
    attempt(evening, inputs.PlayerCommand(OWNER, CorrectBooks(players=players, reason="A lost bet.")))
    return evening


def won_in(finished: FinishedHand) -> tuple[Counter[str], int]:
    """What each player won in a hand, and what was raked, by playing it again from its record."""
    hand = HandInProgress.replay(finished.hand)
    before = {entrant.seat: entrant.stack for entrant in hand.setup.entrants}
    won = Counter({finished.players[seat].id: hand.hand.stacks[seat] - before[seat] for seat in before})
    return won, hand.hand.raked


@pytest.mark.parametrize("seed", SEEDS)
def test_the_books_are_those_of_the_history_of_hands(seed: int) -> None:
    evening = played(seed)
    assert evening.finished
    assert evening.corrected
    results = Counter(evening.beside)
    results.update(evening.corrected)
    raked = 0
    for finished in evening.finished:
        won, taken = won_in(finished)
        results.update(won)
        raked += taken
    stated = statement(evening.table)
    names = {player: account.name for player, account in evening.table.bank.accounts.items()}
    assert {line.name: line.result for line in stated.lines if line.result} == {
        names[player]: chips for player, chips in results.items() if chips
    }
    assert stated.rake == raked == evening.table.bank.raked
    assert {line.name: line.corrected for line in stated.lines if line.corrected} == {
        names[player]: chips for player, chips in evening.corrected.items() if chips
    }
    assert sum(results.values()) + raked + stated.carried == 0


def _lines(stated: Statement) -> dict[str, StatementLine]:
    """The lines of those who had chips; who comes as a person and as a bot, as here, is what they were with chips."""
    return {line.name: replace(line, account=0, bot=False) for line in stated.lines if line.bought_in}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_movements_alone_make_the_same_statement(seed: int) -> None:
    """What `railbird-server statement` says is what the table says."""
    evening = played(seed)
    movements: tuple[StoredMovement, ...] = ()
    for number, change in enumerate(evening.changes):
        moved = [StoredMovement(evening.table.id, number, 0, movement) for movement in change.movements]
        movements = renamed_movements((*movements, *moved), change.renamed)
    booked = BookedTable(evening.table.id, evening.opened, 0, None)
    hands = {player: account.hands for player, account in evening.table.bank.accounts.items()}
    books = state_books(booked, movements, hands, chips_between_hands(evening.table))
    stated = statement(evening.table)
    assert _lines(books.statement) == _lines(stated)
    assert (books.statement.rake, books.statement.carried) == (stated.rake, stated.carried)
    assert books.statement.corrections == stated.corrections
