"""Brings the decks that a table asks for: shuffled at once, or in a fair deal with the seeds of its players.

The shuffle is the only chance in the game. The decks of a fair deal are opened when the table closes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from railbird_server.refusal import Refusal
from railbird_server.rules.dealing import MIN_CUT, SALT_BYTES, Deck, cut_deck, fair_deck, seeds_of_game
from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.monitoring.error_reporting import report_error
from railbird_server.runtime.people.players import Viewer
from railbird_server.runtime.tables.live_table import LiveTable
from railbird_server.runtime.tables.seed_round import NOT_ASKED, SeedRound
from railbird_server.store.protocols import Hands
from railbird_server.store.records import HandQuery, StoredHand
from railbird_server.table.table import Table
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.commands import CommitSeed, OpenSeed
from railbird_shared.protocol.messages import DecksOpened, HandSeed


class DeckSource:
    """The decks of one table.

    People who are dealt in and connected are asked for seeds, and bots are not; who stands up or loses the connection
    meanwhile is left out. Who gave none the last time is asked again, but not waited for until they answer, even if it
    is too late.
    """

    def __init__(self, live: LiveTable, members: Members, shuffle: Shuffle) -> None:
        self._live = live
        self._table = live.table
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
            return self._shuffle(self._live.pack)
        if self._round is None or self._round.hand != self._table.hand_number + 1:
            self._round = self._begin(now)
        givers = self._givers()
        self._round.leave_out([player for player, seat in self._round.asked.items() if givers.get(player) != seat])
        self._advance(self._round, now)
        if not self._round.done:
            return None
        done, self._round = self._round, None
        self._silent = (self._silent | done.asked.keys()) - done.answered
        variant = self._table.settings.variant or get_variant(self._table.settings.game.id)
        seeds = seeds_of_game(variant, self._table.id, done.hand, done.server_seed, done.shares)
        return fair_deck(seeds, self._live.pack)

    def cancel(self) -> None:
        """Awaits no seeds any more, because no hand is due; for the same hand they are asked for anew."""
        self._round = None

    def take_seed(self, viewer: Viewer, command: CommitSeed | OpenSeed, now: int) -> bool:
        """Takes what a player gives to the shuffle; returns whether the deck can be had now. Raises Refusal."""
        self._silent -= {viewer.player.id}
        running = self._round
        if running is None:
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
        seed = self._shuffle(self._live.pack).salt
        begun = SeedRound(self._table.id, hand, attempt, seed, players, awaited=players.keys() - self._silent, now=now)
        for player in players:
            self._members.viewers[player].reply(begun.question(player))
        return begun

    def _givers(self) -> dict[str, int]:
        """Returns the seats of those who can give a seed to the next hand, by id."""
        return {
            seat.player: seat.number
            for seat in self._table.seats.occupied
            if seat.ready and not seat.bot and seat.player in self._members.viewers
        }

    def _advance(self, running: SeedRound, now: int) -> None:
        commitments = running.advance(now)
        if commitments is None:
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


async def open_decks(table: Table, hands: Hands, viewers: Iterable[Viewer]) -> None:
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


async def _read_hands(table: Table, hands: Hands) -> list[StoredHand]:
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
