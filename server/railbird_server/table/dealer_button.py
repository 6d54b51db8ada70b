"""The button and the blinds of one table: who deals first, where they move, who owes blinds, what a misdeal puts back.

In a game with antes the button moves to the next player on the left (DL-5). In a game with blinds the big blind moves
instead, always to the next player, and the rest follows it: the small blind is due where the big blind was, the button
lies where the small blind was, and either may fall on a seat that has become empty (DL-25). So nobody posts a big
blind twice in a row and nobody is spared one. With two players the button posts the small blind (DL-28, DL-29).

A player who has just sat down, or whom the blinds passed while they sat out, waits until the big blind reaches them or
posts it, except between the button and the small blind (DL-26, DL-27). Two exceptions keep a small table going: in the
first hands after play began everybody is dealt in except there, and so they are where the house does not want newcomers
to wait. Nobody waits when fewer than two players would be left, or at a table of bots with one person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import cycle

from msgspec import Struct

from railbird_server.rules.dealing import Deck
from railbird_server.rules.setup import ExtraPost
from railbird_server.table.seats import Seat, Seats
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import Card, Rank
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import STANDARD_SUIT_ORDER
from railbird_shared.game.ranking_rules import card_order
from railbird_shared.protocol.events import DealerDrawn, Post, SeatChanged
from railbird_shared.protocol.table_limits import MAX_SEATS

HANDS_WITHOUT_WAIT = 3
"""Hands after play began in which newcomers are dealt in at once."""

HEADS_UP = 2


class Positions(Struct, frozen=True):
    """The places of one hand: `dealt` are the seats dealt in, clockwise from the button's left.

    `small_blind_place` and `big_blind_place` are where the blinds are due, None in a game with antes; with one blind
    only there is no `small_blind_place` (CX-42). Nobody may sit at `small_blind_place`.
    """

    button: int
    dealt: tuple[int, ...]
    small_blind_place: int | None = None
    big_blind_place: int | None = None
    because: Clauses = ("DL-5",)

    @property
    def blinds(self) -> int:
        """How many blinds are due."""
        return sum(place is not None for place in (self.small_blind_place, self.big_blind_place))

    @property
    def small_blind(self) -> int | None:
        """The seat that posts the small blind, None when it is dead or there is none."""
        return self.small_blind_place if self.small_blind_place in self.dealt else None


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """Returns the seats in clockwise order, beginning with the first one left of `after`."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % MAX_SEATS)


def high_card(drawn: Sequence[tuple[int, Card]], suit_order: str = STANDARD_SUIT_ORDER) -> int:
    """Returns the first dealer: of the seats and the open cards they drew, the highest, by suit (DL-2, DL-3, SU-13).

    No joker is among the cards, for it has neither rank nor suit.
    """
    return max(drawn, key=lambda seat_and_card: card_order(seat_and_card[1], suit_order))[0]


def deal_to_first_jack(ready: Sequence[int], deck: Iterable[Card]) -> tuple[tuple[int, Card], ...]:
    """Returns the open cards dealt round the seats until a jack falls, each with its seat; the last one deals (DL-4).

    A joker is passed over. Every pack has jacks.
    """
    drawn: list[tuple[int, Card]] = []
    for seat, card in zip(cycle(ready), (card for card in deck if not card.is_joker), strict=False):
        drawn.append((seat, card))
        if card.rank is Rank.JACK:
            break
    return tuple(drawn)


def first_positions(dealer: int, ready: Collection[int], blinds: int, chosen_by: Clause = "DL-2") -> Positions:
    """Returns the places of a table's first hand with so many blinds, the button at the seat of the first dealer."""
    order = clockwise(ready, dealer)
    if not blinds:
        return Positions(dealer, tuple(order), because=(chosen_by,))
    if blinds == 1:
        return Positions(dealer, tuple(order), None, order[0], (chosen_by, "CX-42"))
    if len(order) == HEADS_UP:
        return _heads_up(order, big=order[0], because=(chosen_by, "DL-28"))
    return Positions(dealer, tuple(order), order[0], order[1], (chosen_by, "DL-10"))


def next_positions(
    previous: Positions,
    ready: Collection[int],
    waiting: Collection[int] = (),
    posting: Collection[int] = (),
    *,
    blinds: int,
) -> Positions:
    """Returns the places of the hand after `previous`, with 0, 1 or 2 blinds.

    `ready` are the seats, two or more, that can be dealt in. Those in `waiting` have to wait for the big blind; those
    that are also in `posting` only wait between the button and the small blind, and for the small blind to pass. Where
    the hand before was a game of another form, the button moves to the next player (DL-5) and the blinds begin anew
    from there (DL-10).
    """
    if not blinds:
        button = clockwise(ready, previous.button)[0]
        return Positions(button, tuple(clockwise(ready, button)))
    if previous.big_blind_place is None or blinds != previous.blinds:
        return first_positions(clockwise(ready, previous.button)[0], ready, blinds, "DL-5")
    big = clockwise(ready, previous.big_blind_place)[0]
    small = previous.big_blind_place
    last_small = previous.small_blind_place
    late = [] if last_small is None or last_small == previous.button else [*_between(last_small, small, ready), small]
    waiters = {seat for seat in waiting if seat != big and (seat not in posting or seat in late)}
    dealt = [seat for seat in ready if seat not in waiters]
    if len(dealt) < 2:
        dealt = list(ready)
    if last_small is None:
        return _one_blind(previous.big_blind_place, big, dealt)
    if len(dealt) == HEADS_UP:
        return _heads_up(dealt, big, because=("DL-28", "DL-29"))
    button = _button(previous, dealt)
    order = tuple(clockwise(dealt, button))
    return Positions(button, order, small, big, ("DL-9",) if button in dealt and small in dealt else ("DL-25",))


def delays_blinds(positions: Positions | None, others: Iterable[int], seat: int, to: int) -> bool:
    """Whether a player who moves between these seats pays the next blinds later than without moving (DL-26, DL-27).

    `others` are the seats of the other players. They do if the big blind reaches more of them first, or if the small
    blind would be theirs in the next hand.
    """
    if positions is None or positions.big_blind_place is None:
        return False
    big = positions.big_blind_place
    if seat == big:
        return positions.small_blind_place is not None
    order = clockwise([*others, seat], big)
    moved = clockwise([*others, to], big)
    return moved.index(to) > order.index(seat)


def passed_by(previous: Positions, current: Positions, seat: int) -> bool:
    """Whether a blind passed a seat that was not dealt in, so that its player missed it (DL-26)."""
    start, end = previous.big_blind_place, current.big_blind_place
    if start is None or end is None or seat in current.dealt:
        return False
    return seat == start or seat in _between(start, end, [seat])


def _button(previous: Positions, dealt: Collection[int]) -> int:
    """Returns the place of the button: that of the last small blind, if that is next to the new one.

    It is not after a hand of two players, or when nobody could be made to wait; then the button goes to the player
    before the small blind.
    """
    assert previous.small_blind_place is not None
    assert previous.big_blind_place is not None
    small = previous.big_blind_place
    if not _between(previous.small_blind_place, small, dealt):
        return previous.small_blind_place
    return clockwise([seat for seat in dealt if seat != small], small)[-1]


def _one_blind(last_big: int, big: int, dealt: Sequence[int]) -> Positions:
    """The button goes where the big blind was; between two players it is with the one who does not post the blind."""
    button = next(seat for seat in dealt if seat != big) if len(dealt) == HEADS_UP else last_big
    because: Clauses = ("DL-9", "CX-42") if button in dealt else ("DL-25", "CX-42")
    return Positions(button, tuple(clockwise(dealt, button)), None, big, because)


def _heads_up(dealt: Sequence[int], big: int, because: Clauses) -> Positions:
    other = next(seat for seat in dealt if seat != big)
    return Positions(other, (big, other), other, big, because)


def _between(start: int, end: int, seats: Iterable[int]) -> list[int]:
    """Returns those of the seats that lie clockwise after `start` and before `end`."""
    width = (end - start) % MAX_SEATS
    return [seat for seat in seats if 0 < (seat - start) % MAX_SEATS < width]


def late_blind_posts(positions: Positions, seats: Seats, settings: TableSettings) -> tuple[ExtraPost, ...]:
    """Returns the posts of players who are dealt in before the big blind has reached them (DL-26, DL-27).

    Each posts a live big blind, and a player whom the blinds have passed a dead small blind as well, if there is one.
    In a game without blinds nobody posts, whatever they wished before it was changed.
    """
    stakes = settings.game.stakes
    posts: list[ExtraPost] = []
    for seat in seats.occupied if settings.blinds else ():
        owes_none = seat.number in {positions.small_blind_place, positions.big_blind_place}
        if not seat.posts_late or seat.number not in positions.dealt or owes_none:
            continue
        if seat.missed_blind and stakes.small_blind:
            posts.append(ExtraPost(seat.number, Post.DEAD_BLIND, stakes.small_blind))
        posts.append(ExtraPost(seat.number, Post.LIVE_BLIND, stakes.big_blind))
    return tuple(posts)


def straddle_posts(positions: Positions, seats: Seats, settings: TableSettings) -> tuple[ExtraPost, ...]:
    """Returns the straddles of willing players in a row from the big blind's left, each twice the bet before it.

    A player who does not want to, cannot, or posts a blind late ends the row (BT-43).
    """
    if positions.big_blind_place not in positions.dealt or len(positions.dealt) == HEADS_UP:
        return ()
    posts: list[ExtraPost] = []
    chips = settings.game.stakes.big_blind
    first = positions.dealt.index(positions.big_blind_place) + 1
    for number in positions.dealt[first : first + settings.straddles]:
        seat, chips = seats.at(number), 2 * chips
        if seat is None or not seat.wants_to_straddle or seat.stack < chips or seat.posts_late:
            break
        posts.append(ExtraPost(number, Post.STRADDLE, chips))
    return tuple(posts)


def blinds_chop(positions: Positions, seats: Seats, settings: TableSettings) -> bool:
    """Whether both blinds have agreed to chop, in a hand of more than two players (HS-44)."""
    if not settings.effective_rules.chopped_blinds or len(positions.dealt) == HEADS_UP or positions.small_blind is None:
        return False
    blinds = (seats.at(positions.small_blind), seats.at(positions.big_blind_place or 0))
    return all(seat is not None and seat.wants_to_chop for seat in blinds)


MIN_PEOPLE_TO_WAIT_FOR = 2
"""With fewer people at a table, among bots, newcomers and players who come back are dealt in at once."""


class BlindDebt(Struct, frozen=True):
    """The blinds that a seat owed before a hand began; the fields are those of `Seat`."""

    waits_for_big_blind: bool
    missed_blind: bool
    wants_to_post: bool


class DealerButtonState(Struct):
    """The button as data: the places of the hand that runs or was played last, and of the one before it.

    `blind_debts` are those from before that hand, by seat. `dealer_moved_to` is where its dealer has moved since.
    """

    positions: Positions | None = None
    previous: Positions | None = None
    blind_debts: dict[int, BlindDebt] = {}
    first_dealer: int | None = None
    dealer_moved_to: int | None = None


class DealerButton:
    """Where the button is.

    `cleared` is where the button lay of the latest hand that left the table for another game, None without one, and
    `hands_in_a_row` were dealt since enough players sat down. `seats` tells which players want to post a blind, and is
    told which have missed one.
    """

    def __init__(self, seats: Seats) -> None:
        self.state = DealerButtonState()
        self._seats = seats
        self.cleared: int | None = None
        self.hands_in_a_row = 0

    @property
    def positions(self) -> Positions | None:
        """The places of the hand that runs or was played last, None before the first."""
        return self.state.positions

    @property
    def seat(self) -> int:
        """The place of the button, 0 before the first hand."""
        return self.positions.button if self.positions else 0

    @property
    def has_dealer(self) -> bool:
        """Whether a first dealer was chosen."""
        return self.positions is not None or self.state.first_dealer is not None

    def draw_first_dealer(self, ready: list[int], deck: Deck, settings: TableSettings) -> DealerDrawn:
        """Chooses who deals first, by high card or by first jack (DL-2, DL-4)."""
        if settings.first_jack_deals:
            drawn = deal_to_first_jack(ready, deck.cards)
            self.state.first_dealer = drawn[-1][0]
            return DealerDrawn(self.state.first_dealer, drawn, ("DL-4",), first_jack=True)
        drawn = tuple(zip(ready, (card for card in deck.cards if not card.is_joker), strict=False))
        self.state.first_dealer = high_card(drawn, settings.suit_order)
        by_suit: Clause = "SU-1" if settings.suit_order == STANDARD_SUIT_ORDER else "SU-13"
        return DealerDrawn(self.state.first_dealer, drawn, ("DL-2", "DL-3", by_suit))

    @property
    def last_dealer(self) -> int | None:
        """Where the player sits who had the button in the hand played last."""
        return self.state.dealer_moved_to or (self.positions.button if self.positions else None)

    def next_dealer(self, ready: Sequence[int], last_dealer: int | None) -> int:
        """Returns which of the `ready` seats is next to have the button, if it moves from player to player (DL-5).

        The player in the seat `last_dealer` is not the next dealer for having moved ahead of the button.
        """
        if self.positions is not None:
            order = clockwise(ready, self.positions.button)
            return next((seat for seat in order if seat != last_dealer), order[0])
        assert self.state.first_dealer is not None
        return clockwise(ready, self.state.first_dealer - 1)[0]

    def next_positions(self, ready: list[int], settings: TableSettings, *, with_dealer: bool = False) -> Positions:
        """Returns the places of the next hand, to which `ready` can be dealt; nothing changes yet.

        With `with_dealer` the button moves from player to player in every game, and the blinds begin from it anew.
        More may have come than can be dealt in, while a carried pot kept its game; those who have paid for it come
        first (DL-22).
        """
        paid = self.positions.dealt if self.positions else ()
        ready = sorted(sorted(ready, key=lambda seat: seat not in paid)[: settings.game.max_seats])
        blinds = 0 if not settings.blinds else 1 if settings.game.stakes.has_one_blind else 2
        if self.positions is None:
            assert self.state.first_dealer is not None
            chosen_by: Clause = "DL-4" if settings.first_jack_deals else "DL-2"
            return first_positions(self.state.first_dealer, ready, blinds, chosen_by)
        if with_dealer:
            return first_positions(self.next_dealer(ready, self.last_dealer), ready, blinds, "DL-5")
        waiting: list[int] = []
        posting: list[int] = []
        if self.people >= MIN_PEOPLE_TO_WAIT_FOR or settings.tournament:
            owing = [seat for seat in self._seats.occupied if seat.number in ready and seat.waits_for_big_blind]
            waiting = [seat.number for seat in owing]
            may_wait = self.newcomers_wait(settings)
            posting = [seat.number for seat in owing if seat.wants_to_post] if may_wait else waiting
        return next_positions(self.positions, ready, waiting, posting, blinds=blinds)

    @property
    def people(self) -> int:
        """How many players at the table are not bots."""
        return sum(not seat.bot for seat in self._seats.occupied)

    def newcomers_wait(self, settings: TableSettings) -> bool:
        """Whether newcomers wait for the big blind: among people, if the house wants it, after the first hands."""
        return (
            settings.newcomers_wait
            and settings.tournament is None
            and self.people >= MIN_PEOPLE_TO_WAIT_FOR
            and self.hands_in_a_row >= HANDS_WITHOUT_WAIT
        )

    def extra_posts(self, positions: Positions, settings: TableSettings) -> tuple[ExtraPost, ...]:
        """Returns what players post besides the blinds: to be dealt in early, and as straddles."""
        late = late_blind_posts(positions, self._seats, settings) if self.newcomers_wait(settings) else ()
        return (*late, *straddle_posts(positions, self._seats, settings))

    def move(self, positions: Positions, hand: int) -> None:
        """Moves the button and the blinds for a hand: notes who is dealt in and who missed a blind."""
        self.state.blind_debts = {
            seat.number: BlindDebt(seat.waits_for_big_blind, seat.missed_blind, seat.wants_to_post)
            for seat in self._seats.occupied
        }
        for seat in self._seats.occupied:
            if seat.number in positions.dealt:
                seat.in_hand = True
                seat.last_hand = hand
                seat.waits_for_big_blind = seat.missed_blind = seat.wants_to_post = False
            elif self.positions and passed_by(self.positions, positions, seat.number):
                seat.missed_blind = seat.missed_blind or not seat.waits_for_big_blind
                seat.waits_for_big_blind = True
        self.state.previous, self.state.positions = self.positions, positions
        self.state.dealer_moved_to = None
        self.hands_in_a_row += 1

    def change_seat(self, seat: Seat, to: int, settings: TableSettings) -> SeatChanged:
        """Moves a player to a free place; one who delays the blinds by it waits for them.

        Where newcomers wait they owe them, too. No misdeal puts back what the player owed before.
        """
        number, newcomers_wait = seat.number, self.newcomers_wait(settings)
        others = [other.number for other in self._seats.occupied if other is not seat]
        delays = delays_blinds(self.positions, others, number, to) and not seat.waits_for_big_blind
        if delays:
            seat.waits_for_big_blind, seat.missed_blind, seat.wants_to_post = True, newcomers_wait, False
        self._seats.move(seat, to)
        if number == self.last_dealer:
            self.state.dealer_moved_to = to
        if number == self.state.first_dealer:
            self.state.first_dealer = to
        debts = self.state.blind_debts
        self.state.blind_debts = {place: owed for place, owed in debts.items() if place not in {number, to}}
        owes = delays and newcomers_wait
        return SeatChanged(number, to, owes, ("DL-26",) if owes else ())

    def put_back(self) -> None:
        """Puts the button and the blinds that players owe back: the same dealer deals again (IR-3)."""
        self.state.positions, self.state.dealer_moved_to = self.state.previous, None
        for number, owed in self.state.blind_debts.items():
            if seat := self._seats.at(number):
                seat.waits_for_big_blind = owed.waits_for_big_blind
                seat.missed_blind = owed.missed_blind
                seat.wants_to_post = owed.wants_to_post
