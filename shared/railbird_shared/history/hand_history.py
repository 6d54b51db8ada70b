"""Finished hands as their players may read them, and hands of a file to be looked at step by step.

A history holds what one viewer was told and nothing else: it is made of the same events that went to their seat while
the hand was played. docs/histories.md defines every number of a `Tally`.

The hands are told as the rail was told them, so that they are folded as every other hand. The hole cards that the file
names stand beside the events.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.protocol.events import PrivateEvent, PublicEvent
from railbird_shared.protocol.quantities import Balance, Chips, Count, SeatNumber, Share
from railbird_shared.protocol.view import TableView


class HandHistory(Struct, frozen=True, omit_defaults=True):
    """A finished hand as one viewer knows it: `view` is the table before it, and `events` are what they were told.

    `ended_at` is in seconds since the beginning of 1970, UTC. `view.you` names the viewer's seat, none on the rail.
    """

    table: str
    hand: Count
    ended_at: Count
    view: TableView
    events: tuple[PublicEvent | PrivateEvent, ...]


class HandSummary(Struct, frozen=True, omit_defaults=True):
    """A finished hand as a list names it: `game` is its title, `pot` all chips that were in it.

    `players` are those dealt in, by seat, and `net` is what the viewer won, negative if they lost. `cards` are those
    that they held last, `made` says what they made of them or when they folded, and `decided` what decided the hand, as
    far as they know it. All are empty for a hand that can be told no more.
    """

    table: str
    name: str
    hand: Count
    ended_at: Count
    game: str
    pot: Chips
    players: tuple[str, ...]
    net: Balance = 0
    cards: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    made: str = ""
    decided: str = ""


class Tally(Struct, frozen=True, omit_defaults=True):
    """The statistics of one player over some hands.

    `hands` are those they were dealt in. In `entered` they put chips in voluntarily in the first betting round (VPIP),
    in `raised` they bet, raised or completed there (PFR); the `bomb_pots` among the hands have no such round. `wagers`
    are their bets, raises and completions of all later rounds, and `calls` their calls there. `showdowns` are those
    they came to, `showdowns_won` those in which they won chips. `net` is what they won over all, negative if they lost.
    `walks` are the hands that were over before their first turn, because all others had folded or the blinds chopped.
    `flops` are those in which they had not folded when the second betting round began, or at a showdown.
    """

    hands: Count = 0
    bomb_pots: Count = 0
    entered: Count = 0
    raised: Count = 0
    wagers: Count = 0
    calls: Count = 0
    showdowns: Count = 0
    showdowns_won: Count = 0
    net: Balance = 0
    walks: Count = 0
    flops: Count = 0

    def __add__(self, other: Tally) -> Tally:
        """Returns what both have counted."""
        return Tally(*(getattr(self, field) + getattr(other, field) for field in self.__struct_fields__))

    @property
    def choices(self) -> int:
        """The hands in which the player could do something in the first betting round."""
        return self.hands - self.bomb_pots - self.walks


class GameTally(Struct, frozen=True):
    """The statistics of a player over the hands of one game, by its title."""

    game: str
    tally: Tally


class PositionTally(Struct, frozen=True):
    """The statistics of a player in one position: button, cutoff, hijack, middle, early, small blind or big blind."""

    position: str
    tally: Tally


class CalledAllIn(Struct, frozen=True):
    """A hand of the viewer that was all in and open with cards to come: their cards then, and their chance.

    `chance` is their share of all pots on average, in hundredths of a percent. `net` is what they won in the hand, and
    `even` what they would have won if the pots had been divided by the chances.
    """

    hand: Count
    cards: tuple[Card, ...]
    chance: Share
    net: Balance
    even: Balance


class PlayerStatistics(Struct, frozen=True, omit_defaults=True):
    """One player of a night: what they did in all, and by game; `you` says that it is the viewer.

    `results` are what they had won by then at the points of the night. They are empty where nights of one player are
    told. `positions` (in hands with a big blind) and `all_ins`, the latest of them, are those of the viewer alone.
    """

    name: str
    total: Tally
    games: tuple[GameTally, ...] = ()
    bot: bool = False
    you: bool = False
    results: tuple[Balance, ...] = ()
    positions: tuple[PositionTally, ...] = ()
    all_ins: tuple[CalledAllIn, ...] = ()


class NightPoint(Struct, frozen=True):
    """A hand of a night, and when it ended, in seconds since the beginning of 1970, UTC."""

    hand: Count
    ended_at: Count


class NightStatistics(Struct, frozen=True, omit_defaults=True):
    """The hands of one table from its first to its last without a break of hours, and the statistics of its players.

    `began_at` and `ended_at` are when the first and the last hand ended, in seconds since the beginning of 1970, UTC.
    `points` are the hands after which the results of its players are told, evenly spread, the last hand among them.
    """

    table: str
    name: str
    began_at: Count
    ended_at: Count
    hands: Count
    players: tuple[PlayerStatistics, ...]
    points: tuple[NightPoint, ...] = ()


MAX_FILE_BYTES = 16_000_000
"""The largest file of hands that is read: some twenty thousand hands."""


class KnownCards(Struct, frozen=True, array_like=True):
    """The cards of a seat after `events` events of its hand, in the order dealt; None for a card that nobody knows.

    It holds for as long as nothing else is said of the seat. There may be more cards than lie there yet: the first of
    them are those that do.
    """

    events: Count
    seat: SeatNumber
    cards: tuple[Card | None, ...]


class HandReplay(Struct, frozen=True, omit_defaults=True, tag="hand", tag_field="line"):
    """A hand to be looked at: `name` is what its file calls it, empty where a file has one hand.

    `known` are the cards that the file names. `notes` are sentences about how the file tells the hand, for its end.
    `chips_per_unit` is how many chips make one of the file's money.
    """

    history: HandHistory
    name: str = ""
    known: tuple[KnownCards, ...] = ()
    notes: tuple[str, ...] = ()
    chips_per_unit: Count = 1


class UnplayableHand(Struct, frozen=True, omit_defaults=True, tag="unplayable", tag_field="line"):
    """A hand of which nothing can be played; the sentence names the line and the field of the file."""

    sentence: str
    name: str = ""


ReplayLine = HandReplay | UnplayableHand
"""A line of the output."""

_decoder: msgspec.json.Decoder[ReplayLine] = msgspec.json.Decoder(ReplayLine)


class BadReplayLine(Exception):
    """A line that is no hand to be looked at."""


def decode_replay_line(line: bytes) -> ReplayLine:
    """Reads a line of the output; raises BadReplayLine."""
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReplayLine(str(error)) from None
