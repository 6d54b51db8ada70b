"""Brings the decks that a table asks for: shuffled at once, or in a fair deal with the seeds of its players.

`shuffled` is the only chance in the game.

In a fair deal the server first commits to a seed of its own, and then every player commits to theirs. Only after that
do the players open their seeds, so that nobody can choose one by those of the others. Each of the two phases of the
players has a limited time: a hand is dealt without the seed of a player who does not answer, and its record says so.
The server opens its seeds when the table closes, if that was settled.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from railbird_server.refusal import Refusal
from railbird_server.rules.dealing import MIN_CUT, SALT_BYTES, Deck, cut_deck, fair_deck, seeds_of_game
from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.monitoring import report_error
from railbird_server.runtime.players import Viewer
from railbird_server.store.protocols import Store
from railbird_server.store.records import HandQuery, StoredHand
from railbird_server.table.table import Table
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment, server_commitment
from railbird_shared.game.cards import Card
from railbird_shared.protocol.commands import CommitSeed, OpenSeed
from railbird_shared.protocol.events import SeedShare
from railbird_shared.protocol.messages import AskSeed, DecksOpened, HandSeed, SeedCommitments

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
        return AskSeed(
            table=self._table,
            hand=self.hand,
            attempt=self.attempt,
            seat=self._seats[player],
            server=server_commitment(self._context, self.server_seed),
            within=PHASE_MS,
        )

    @property
    def shares(self) -> tuple[SeedShare, ...]:
        """The seeds and commitments that players have given so far, by seat."""
        players = sorted(self._commitments, key=self._seats.__getitem__)
        return tuple(SeedShare(self._seats[each], self._commitments[each], self._seeds.get(each)) for each in players)

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
            return SeedCommitments(
                table=self._table, hand=self.hand, attempt=self.attempt, shares=self.shares, within=PHASE_MS
            )
        awaited = self._awaited & self._commitments.keys()
        self.done = self._opening and (awaited <= self._seeds.keys() or now >= self.due)
        return None

    def _check(self, player: str, command: CommitSeed | OpenSeed) -> None:
        if self.done or player not in self.asked or (command.hand, command.attempt) != (self.hand, self.attempt):
            raise Refusal("seed-late", NOT_ASKED)


class DeckSource:
    """The decks of one table.

    People who are dealt in and connected are asked for seeds, and bots are not; a player who stands up or loses the
    connection meanwhile is left out. A player whose last seed was missing is asked again, but not waited for until
    they have answered once, however late.
    """

    def __init__(self, table: Table, members: Members, shuffle: Shuffle) -> None:
        self._table = table
        self._members = members
        self._shuffle = shuffle
        self._round: SeedRound | None = None
        self._begun = (0, 0)
        self._silent: frozenset[str] = frozenset()

    @property
    def due(self) -> int | None:
        """When the time of the players is over whose seeds are awaited, in the table's own time; None without any."""
        return self._round.due if self._round else None

    def next_deck(self, now: int) -> Deck | None:
        """Returns the deck that the table asks for, None while seeds are awaited."""
        if self._table.settings.fair_deal is FairDeal.OFF or not self._table.button.has_dealer:
            return self._shuffle(self._table.settings.played.pack)
        if self._round is None or self._round.hand != self._table.hand_number + 1:
            self._round = self._begin(now)
        givers = self._givers()
        self._round.leave_out([player for player, seat in self._round.asked.items() if givers.get(player) != seat])
        self._advance(self._round, now)
        if not self._round.done:
            return None
        done, self._round = self._round, None
        self._silent = (self._silent | done.asked.keys()) - done.answered
        seeds = seeds_of_game(self._table.settings.played, self._table.id, done.hand, done.server_seed, done.shares)
        return fair_deck(seeds, self._table.settings.played.pack)

    def cancel(self) -> None:
        """Awaits no seeds any more, because no hand is due; for the same hand they are asked for anew."""
        self._round = None

    def take_seed(self, viewer: Viewer, command: CommitSeed | OpenSeed, now: int) -> bool:
        """Takes what a player gives to the shuffle; returns whether the deck can be had now. Raises Refusal."""
        self._silent -= {viewer.player.id}
        if (running := self._round) is None:
            raise Refusal("seed-late", NOT_ASKED)
        if isinstance(command, CommitSeed):
            running.commit(viewer.player.id, command)
        else:
            running.open(viewer.player.id, command)
        self._advance(running, now)
        return running.done

    def _begin(self, now: int) -> SeedRound:
        hand = self._table.hand_number + 1
        attempt = self._begun[1] + 1 if self._begun[0] == hand else 1
        self._begun = hand, attempt
        players = self._givers()
        seed = self._shuffle(self._table.settings.played.pack).salt
        begun = SeedRound(self._table.id, hand, attempt, seed, players, awaited=players.keys() - self._silent, now=now)
        for player in players:
            self._members.viewers[player].reply(begun.question(player))
        return begun

    def _givers(self) -> dict[str, int]:
        """Returns the seats of those who can give a seed to the next hand, by id."""
        people = (seat for seat in self._table.seats.occupied if seat.ready and not seat.bot)
        return {seat.player: seat.number for seat in people if seat.player in self._members.viewers}

    def _advance(self, running: SeedRound, now: int) -> None:
        if (commitments := running.advance(now)) is None:
            return
        for player in running.asked:
            if viewer := self._members.viewers.get(player):
                viewer.reply(commitments)


Shuffle = Callable[[Sequence[Card]], Deck]

_chance = secrets.SystemRandom()


def shuffled(pack: Sequence[Card]) -> Deck:
    """Returns the cards of a pack, shuffled and cut, in an order nobody can predict (DL-13, DL-15), and a new salt.

    Every order is as likely as any other.
    """
    deck = list(pack)
    _chance.shuffle(deck)
    cards = cut_deck(deck, _chance.randint(MIN_CUT, len(deck) - MIN_CUT))
    return Deck(cards, secrets.token_bytes(SALT_BYTES))


MAX_HANDS = 2000
"""The latest hands whose decks are opened."""

SEEDS_PER_MESSAGE = 400
"""How many seeds one message holds, so that it fits into a frame."""


async def open_decks(table: Table, hands: Store, viewers: Iterable[Viewer]) -> None:
    """Sends viewers what opens the decks of a table that closes, where it was opened so.

    A delayed rail gets nothing of it: it has not seen the latest hands yet, nor all their cards.
    """
    if table.settings.fair_deal is not FairDeal.OPENED:
        return
    kept = await _read_hands(table, hands)
    decks = (each.finished.hand.record.deck for each in kept)
    seeds = [HandSeed(deck.seeds.hand, deck.seeds.server) for deck in decks if deck.seeds is not None]
    starts = range(0, len(seeds), SEEDS_PER_MESSAGE)
    opened = [DecksOpened(table=table.id, seeds=tuple(seeds[start : start + SEEDS_PER_MESSAGE])) for start in starts]
    delayed = table.settings.rail.is_delayed
    for viewer in [each for each in viewers if not delayed or table.seats.of(each.player.id)]:
        for message in opened:
            viewer.reply(message)


async def _read_hands(table: Table, hands: Store) -> list[StoredHand]:
    """Returns the latest hands of a table; a damaged one keeps no other from being read."""
    try:
        return [*await hands.read_hands(HandQuery(table=table.id), MAX_HANDS)]
    except Exception as error:  # noqa: BLE001  the members have to be sent home, whatever the store says
        report_error(f"table {table.id}", error)
    last = table.hand_number
    found: list[StoredHand] = []
    for number in range(max(1, last - MAX_HANDS + 1), last + 1):
        with suppress(Exception):
            found += filter(None, [await hands.read_hand(table.id, number)])
    return found
