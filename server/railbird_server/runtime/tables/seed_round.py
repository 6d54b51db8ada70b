"""Collects the seeds of a fair deal: the server commits first, then every player, and only then do they open.

Nobody can choose a seed by those of the others. Nobody is waited for longer than the time of a phase: a hand is dealt
without the seed of a player who does not answer, and says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from railbird_server.refusal import Refusal
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment, server_commitment
from railbird_shared.protocol.commands import CommitSeed, OpenSeed
from railbird_shared.protocol.events import SeedShare
from railbird_shared.protocol.messages import AskSeed, SeedCommitments

PHASE_MS = 750
"""Milliseconds that players have to commit to their seeds, and again to open them."""

NOT_ASKED = "No seed is asked for that hand any more; the deal goes on without it."
WRONG_SEED = "That is not the seed that you committed to; the deal goes on without it."


class SeedRound:
    """The seeds of one shuffle.

    `players` are the seats of those who are asked, by id, and `awaited` the ids of those for whom the deal waits, to
    commit and to open. Times are milliseconds of the table's own time.
    """

    def __init__(
        self,
        table: str,
        hand: int,
        attempt: int,
        server_seed: bytes,
        players: Mapping[str, int],
        *,
        awaited: Collection[str] = (),
        now: int = 0,
    ) -> None:
        self.server_seed = server_seed
        self.hand = hand
        self.attempt = attempt
        self.asked = dict(players)
        self.due = now + PHASE_MS
        self.done = not players
        self._table = table
        self._seats = dict(players)
        self._awaited = set(awaited)
        self._context = context_of(table, hand)
        self._commitments: dict[str, bytes] = {}
        self._seeds: dict[str, bytes] = {}
        self._late: set[str] = set()
        self._opening = False

    def question(self, player: str) -> AskSeed:
        """Returns what a player is asked."""
        commitment = server_commitment(self._context, self.server_seed)
        return AskSeed(
            table=self._table,
            hand=self.hand,
            attempt=self.attempt,
            seat=self._seats[player],
            server=commitment,
            within=PHASE_MS,
        )

    @property
    def shares(self) -> tuple[SeedShare, ...]:
        """What players have given so far, by seat."""
        shares = [
            SeedShare(self._seats[player], commitment, self._seeds.get(player))
            for player, commitment in self._commitments.items()
        ]
        return tuple(sorted(shares, key=lambda share: share.seat))

    @property
    def answered(self) -> frozenset[str]:
        """The ids of the players who have opened their seeds, or committed too late; they are waited for next time."""
        return frozenset(self._seeds) | self._late

    def commit(self, player: str, command: CommitSeed) -> None:
        """Takes a commitment; raises Refusal."""
        self._check(player, command)
        if self._opening or player in self._commitments:
            self._late |= {player} - self._commitments.keys()
            raise Refusal("seed-late", NOT_ASKED)
        self._commitments[player] = command.commitment

    def open(self, player: str, command: OpenSeed) -> None:
        """Takes an opened seed; raises Refusal."""
        self._check(player, command)
        if not self._opening or player not in self._commitments:
            raise Refusal("seed-late", NOT_ASKED)
        if seat_commitment(self._context, self._seats[player], command.seed) != self._commitments[player]:
            raise Refusal("seed-wrong", WRONG_SEED)
        self._seeds[player] = command.seed

    def leave_out(self, players: Iterable[str]) -> None:
        """Asks these players nothing more and waits for none of them, because they are not dealt in.

        A commitment that the others know already stays in the shuffle, so that leaving changes no more than silence.
        """
        for player in players:
            self.asked.pop(player, None)
            self._awaited.discard(player)
            if not self._opening:
                self._commitments.pop(player, None)

    def advance(self, now: int) -> SeedCommitments | None:
        """Goes on to the next phase where the last one is over, and returns what the players have to be told then."""
        if self.done:
            return None
        if not self._opening and (self._awaited <= self._commitments.keys() or now >= self.due):
            self._opening, self.due = True, now + PHASE_MS
            self.done = not self._commitments
            shares = tuple(self.shares)
            return SeedCommitments(
                table=self._table, hand=self.hand, attempt=self.attempt, shares=shares, within=PHASE_MS
            )
        awaited = self._awaited & self._commitments.keys()
        self.done = self._opening and (awaited <= self._seeds.keys() or now >= self.due)
        return None

    def _check(self, player: str, command: CommitSeed | OpenSeed) -> None:
        if self.done or player not in self.asked or (command.hand, command.attempt) != (self.hand, self.attempt):
            raise Refusal("seed-late", NOT_ASKED)
