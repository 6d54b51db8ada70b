"""Finished hands for tests: played at a harness's table, kept as a store keeps them, and told again."""

from __future__ import annotations

import random

from railbird_server.store.hand_search import index_hand
from railbird_server.store.records import FinishedHand, KeptHand, StoredHand
from railbird_server.table.hand_history import KnownTable, RetoldHand, history_of, retell
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.game.variants import VARIANTS
from railbird_shared.history.hand_history import HandHistory
from railbird_shared.protocol.commands import AddChips
from support.hand_builders import deal_order
from support.network_clients import random_chooser
from support.table_harness import TableHarness, from_player, start_table, table_settings


def kept_hand(harness: TableHarness) -> KeptHand:
    """Returns the hand that has just ended at a table, as a journal keeps it."""
    hand = harness.table.current_hand
    assert hand is not None
    players = {
        seat: PlayerIdentity(name, name) for seat, name in harness.player_by_seat.items() if seat in hand.hand.players
    }
    kept = hand.kept
    assert kept is not None
    digest = HandInProgress.replay(kept).digest if hand.fault else hand.digest
    return KeptHand(FinishedHand(hand.setup.number, kept, digest, players), index_hand(players, hand))


def retold_hand(harness: TableHarness) -> RetoldHand:
    """Returns the hand that has just ended at a table, told again from its record."""
    finished = kept_hand(harness).finished
    return retell(finished.hand, finished.digest)


def stored_hand(harness: TableHarness, *, ended_at: int = 0) -> StoredHand:
    """Returns the hand that has just ended at a table, as a store gives it back."""
    return StoredHand(harness.table.id, "Kitchen", 6, ended_at, kept_hand(harness).finished)


def told_history(harness: TableHarness, seat: int) -> HandHistory:
    """Returns the hand that has just ended at a table, as the player of a seat may know it."""
    players = {number: PlayerIdentity(name, name) for number, name in harness.player_by_seat.items()}
    return history_of(retold_hand(harness), players, seat, KnownTable("t1", "Kitchen", 6), 60)


def chased_hand(*acts: str, magpie: int = 55) -> HandHistory:
    """Returns a hand as Wren knows it, in which they hold a pair of kings on the flop, and Rook a set of nines.

    Jay, Magpie, Rook and Wren are in it on the flop, for 82 chips. Without `acts` from then on Wren's dearest call is
    one of 180 on the turn, and Magpie is all-in and mucks.
    """
    deck = f"{deal_order('As Ks', 'Qh Jh', '8d 7d', '6c 6h', '9h 9c')} 3c Kd 9s 4h 3d 2c 3h Kc"
    settings = table_settings(buy_in=(20, 500))
    harness = start_table("holdem", (500, 500, 500, magpie, 500), decks=[deck], settings=settings)
    harness.deal_next_hand()
    harness.act_each("r 20", "c", "c", "c", "f")
    harness.act_each(*(acts or ("x", "b 40", "c", "c", "c", "x", "b 60", "r 180", "c", "f", "x", "x")))
    assert not harness.hand_running
    return told_history(harness, 1)


def play_random_hand(harness: TableHarness, seed: int) -> None:
    """Plays one hand with random acts, and lets those who have lost all buy chips."""
    choose = random_chooser(random.Random(seed))
    for name in harness.player_by_seat.values():
        if not harness.seat_of(name).stack:
            harness.submit(from_player(name, AddChips()))
    harness.deal_next_hand()
    while harness.hand_running:
        harness.take(choose(harness.view(harness.player_to_act), harness.turn.legal))


GAMES = tuple(VARIANTS)
"""Every game of the catalogue."""
