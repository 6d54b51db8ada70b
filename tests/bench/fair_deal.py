"""What a fair deal costs a hand, beside the same hand without it: time on the server and the client, and bytes.

    python tests/bench/fair_deal.py [--json]

Six players, random legal acts of one seed, and a new table whenever a player is broke. "A hand on the server" is the
table from its deck to its last event, with the frames for all players; the shuffle and its commitment count. The bytes
are those of all frames of one player.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec.structs import replace

from bench.report import Row, print_report
from railbird_client.fair_deal.deal_witness import DealWitness
from railbird_server.rules.dealing import Deck, fair_deck, seeds_of_game
from railbird_server.table import audience
from railbird_server.table.inputs import Deal, Outcome, PlayerCommand, PlayerIdentity, Tick
from railbird_server.table.table import Table
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Act, Sit
from railbird_shared.protocol.messages import Step
from railbird_shared.protocol.view import TableView, You
from support.fair_deals import seed_of, share_of
from support.hand_builders import salted, shuffled_deck
from support.random_play import choose_action
from support.table_harness import table_settings
from support.view_builders import PLAYER_NAMES

GAMES = ("holdem", "seven-card-stud", "triple-draw")
SEATS = 6
HANDS = 150
SEED = 7


class Night:
    """Hands of one game; counts seconds, bytes and cards."""

    def __init__(self, game: str, *, fair: bool) -> None:
        self.variant = VARIANTS[game]
        self.fair = fair
        self.seconds = self.check_seconds = 0.0
        self.bytes = self.cards = self.hands = 0
        self.dice = random.Random(SEED)
        self.open_table()

    def open_table(self) -> None:
        """Seats all players at a new table."""
        settings = table_settings(self.variant.id, seats=SEATS, clock=0, buy_in=(20, 100_000))
        self.table = Table("bench", replace(settings, return_ms=0), PlayerIdentity("Wren", "Wren"))
        self.witness = DealWitness("bench", lambda: bytes(32))
        self.outcome = Outcome()
        for name in PLAYER_NAMES[:SEATS]:
            self.put(PlayerCommand(PlayerIdentity(name, name), Sit(chips=100_000)))

    @property
    def view(self) -> TableView:
        """The table as the first player sees it, but for what has happened there."""
        return replace(audience.terms_alone(self.table), you=You(seat=1))

    def deck(self) -> Deck:
        hand = self.table.hand_number + 1
        if not self.fair or not self.table.button.has_dealer:
            return salted(shuffled_deck(hand, self.variant), hand)
        shares = tuple(share_of("bench", hand, seat) for seat in range(2, SEATS + 1))  # the witness is never asked
        seeds = seeds_of_game(self.variant, "bench", hand, seed_of("server", hand), shares)
        return fair_deck(seeds, self.variant.pack)

    def put(self, request: PlayerCommand | Deal | Tick) -> None:
        """Puts an input to the table, and makes the frames of what came of it."""
        begun = time.perf_counter()
        self.outcome = self.table.handle(request, 0)
        parts = audience.split(self.outcome.events)
        step = Step(epoch="e", seq=1, at=0, public=parts.public)
        public = codec.encode(step)
        frames = {seat: codec.encode(replace(step, private=own)) for seat, own in parts.private.items()}
        self.seconds += time.perf_counter() - begun
        if self.outcome.events:
            self.bytes += len(frames.get(1, public))
        begun = time.perf_counter()
        self.witness.see_step(replace(step, private=parts.private.get(1, ())), self.view)
        self.check_seconds += time.perf_counter() - begun

    def play_hand(self) -> None:
        while not self.table.hand_runs:
            begun = time.perf_counter()
            deck = self.deck() if self.outcome.wants_deck else None
            self.seconds += time.perf_counter() - begun if self.table.button.has_dealer else 0
            self.put(Tick() if deck is None else Deal(deck))
        while self.table.hand_runs:
            current = self.table.current_hand
            assert current is not None
            assert current.turn is not None
            seat, legal = current.turn.seat, current.turn.legal
            action = choose_action(legal, list(current.known_cards[seat]), self.dice.randrange(10_000))
            who = next(each for each in self.table.seats.occupied if each.number == seat)
            command = Act(hand=self.table.hand_number, turn=current.turn.turn, action=action)
            self.put(PlayerCommand(PlayerIdentity(who.player, who.name), command))
        self.hands += 1
        assert not self.witness.faults, self.witness.faults

    def play(self) -> None:
        """Plays as many hands as are measured."""
        while self.hands < HANDS:
            self.play_hand()
            self.cards += self.witness.report.cards if self.witness.report else 0
            if len(self.table.seats.ready) < SEATS:
                self.open_table()


def night_of(game: str, *, fair: bool) -> Night:
    """Returns hands of a game that were played."""
    night = Night(game, fair=fair)
    night.play()
    return night


def rows_of(game: str) -> list[Row]:
    night_of(game, fair=False)  # fills the tables of the ranking, which both have then
    proved, plain = night_of(game, fair=True), night_of(game, fair=False)
    cards = proved.cards / proved.hands
    return [
        Row(
            "a hand on the server, us",
            game,
            1e6 * proved.seconds / proved.hands,
            1e6 * plain.seconds / plain.hands,
            True,
        ),
        Row("bytes of a hand to one player", game, proved.bytes / proved.hands, plain.bytes / plain.hands, True),
        Row("cards of a hand that a player checks", game, cards),
        Row("checking them, us a hand", game, 1e6 * proved.check_seconds / proved.hands),
    ]


def main() -> None:
    notes = (f"{HANDS} hands of {SEATS} players, seed {SEED}; the peer is the same without a proof.",)
    print_report([row for game in GAMES for row in rows_of(game)], notes)


if __name__ == "__main__":
    main()
