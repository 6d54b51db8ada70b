"""Follows how a fair deal goes out: to whom the next card belongs, where one is burned, and where those dealt lie.

The cards of each street are committed to before the first card, and everybody sees the players in the hand. So whoever
gets the next card follows, and the server has nothing to choose. An older server says nothing of its streets; then
one burned card is let pass before each of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple

from railbird_shared.game.cards import HAND_SIZE, Card
from railbird_shared.protocol.events import BOARD, BURNED, DeckPlace, StreetDeal
from railbird_shared.protocol.table_limits import MAX_RUNS

NOT_IN_TURN = "The cards were not dealt in turn from the top of the deck."
MIDST = "A card was burned in the midst of a deal."
NOT_DUE = "A card was burned where the game burns none."
NOT_BURNED = "No card was burned before a street that begins with a burned card."
OTHER_BOARD = "The board got another number of cards than the street deals."
TOO_MANY = "A seat was dealt, or has thrown away, more cards than the streets let it."
OTHER_STREET = "The streets of the hand did not come in turn."


Given = tuple[int, DeckPlace]
"""A card that was dealt: to whom, and where it had lain."""


class ToldDeal(NamedTuple):
    """The told part of a deal: to whom each card went, in the order of the deal, and which were thrown away."""

    given: tuple[Given, ...] = ()
    thrown: frozenset[DeckPlace] = frozenset()

    def fits(self, other: ToldDeal) -> bool:
        """Whether the other may be the same deal, as far as the shorter one goes."""
        same = all(card == told for card, told in zip(self.given, other.given, strict=False))
        return same and (self.thrown <= other.thrown or other.thrown <= self.thrown)

    def longer(self, other: ToldDeal) -> ToldDeal:
        """Returns the one of two that goes further."""
        return max(self, other, key=lambda told: (len(told.given), len(told.thrown)))


class DealOrder:
    """The order of the deal of one hand.

    `tell` is told each fault. `cards` are those of the deck, and `streets` say what each street deals, empty where the
    server does not say it. `seats` are those dealt in, clockwise from the button's left, empty where that is not known.
    The cards of a step go to the `queue`.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.cards = self.left = 0
        self.streets: tuple[StreetDeal, ...] = ()
        self.seats: tuple[int, ...] = ()
        self.street = -1
        self.drawing = False
        self.folded: set[int] = set()
        self._tell = tell
        self.queue: deque[Given] = deque()
        self._burned = self._dealt = self._reshuffled = self._lost = False
        self._seats_dealt = self._board_dealt = False
        self._to_replace: dict[int, int] = {}
        self._thrown: Counter[int] = Counter()
        self._last_served: int | None = None
        self._before_runs = -1

    def commit(self, cards: int, streets: tuple[StreetDeal, ...]) -> None:
        """Takes what the server has committed to."""
        self.cards = self.left = cards
        self.streets = streets

    @property
    def _spec(self) -> StreetDeal | None:
        """The cards that the street deals, None where they are not known."""
        return self.streets[self.street] if 0 <= self.street < len(self.streets) else None

    @property
    def first_cards(self) -> int:
        """How many cards each seat got on the first street, with which somebody opened; all where that is not known."""
        return self.streets[0].down + self.streets[0].up if self.streets else self.cards

    # --- streets

    def begin_street(self, street: int) -> None:
        """Goes on to the next street."""
        if self._spec is not None and self._spec.draw and any(self._to_replace.values()):
            self._tell("A player was dealt fewer cards than they threw away.")
        self._end_street()
        is_in_turn = street > self.street
        if self.streets:
            is_in_turn = street == self.street + 1 and street < len(self.streets)
        if not is_in_turn:
            self._tell(OTHER_STREET)
        self.street = street
        self.drawing = self._burned = self._dealt = self._lost = False
        self._seats_dealt = self._board_dealt = False
        self._to_replace.clear()
        self._last_served = None
        spec = self._spec
        if spec is not None and not (spec.down or spec.up or spec.board):
            self._burn(0)

    def _end_street(self) -> None:
        """Checks that a street has dealt what it deals; one card of the board may stand for all others."""
        spec = self._spec
        if spec is None or self._lost:
            return
        lacks_seats = spec.down + spec.up > 0 and not (self._seats_dealt or self._board_dealt)
        if lacks_seats or (spec.board and not self._board_dealt):
            self._tell(OTHER_STREET)

    def begin_run(self, run: int) -> None:
        """Goes back to the street that was dealt last before the first run."""
        self._end_street()
        if run == 1:
            self._before_runs = self.street
        self.street = self._before_runs

    def resume(self, street: int, dealt: int, thrown: Iterable[int], *, reshuffled: bool) -> None:
        """Goes on in a street, after so many cards of the deck and discards of these seats."""
        self.street = street
        self._thrown = Counter(thrown)
        self.left = self.cards - dealt
        self.drawing = self._spec is not None and self._spec.draw > 0
        self._burned = self._dealt = self._seats_dealt = self._board_dealt = True
        self._reshuffled = reshuffled
        self._to_replace.clear()
        self._last_served = None
        self._lost = True

    # --- cards

    def deal_group(self, counts: Sequence[tuple[int, int]]) -> dict[int, list[DeckPlace]]:
        """Deals a street to seats, one card to each and then the next; returns where the cards had lain."""
        seats = [seat for seat, _ in counts]
        most = max(count for _, count in counts)
        spec = self._spec
        if any(count != (spec.down + spec.up if spec else most) for _, count in counts):
            self._tell("The seats were not dealt as many cards as the street deals.")
        if seats != [seat for seat in self.seats if seat in seats] and self.seats:
            self._tell("The deal does not go round from the button's left.")
        elif spec is not None and self.seats and seats != [seat for seat in self.seats if seat not in self.folded]:
            self._tell("A player who is in the hand was passed over.")
        self._seats_dealt = self._deal_once(before=self._seats_dealt)
        self._open_street(sum(count for _, count in counts) + (spec.board if spec else 0))
        places: dict[int, list[DeckPlace]] = {seat: [] for seat in seats}
        for number in range(most):
            for seat, count in counts:
                if number < count:
                    places[seat] += self._take(seat)
        return places

    def deal_board(self, count: int) -> list[DeckPlace]:
        """Deals cards to the board; returns where they had lain."""
        spec, live = self._spec, len([seat for seat in self.seats if seat not in self.folded])
        left = self.left + self._burned * (not self._dealt)
        is_short = spec is not None and spec.down + spec.up > 0 and count == 1 and (left < live or not self.seats)
        if spec is not None and count != spec.board and not is_short:
            self._tell(OTHER_BOARD)
        self._board_dealt = self._deal_once(before=self._board_dealt)
        self._open_street(count)
        return [place for _ in range(count) for place in self._take(BOARD)]

    def draw(self, seat: int, count: int) -> None:
        """Notes that a seat threw cards away."""
        spec = self._spec
        self._thrown[seat] += count
        if self.streets and (seat in self._to_replace or seat in self.folded):
            self._tell(f"Seat {seat} has drawn twice in one draw, or after it had folded.")
        if self.streets and (spec is None or count > (spec.draw or spec.discard)):
            self._tell(f"Seat {seat} has thrown away more cards than the street lets it.")
        elif self.streets and self._thrown[seat] > sum(s.draw or s.discard for s in self.streets[: self.street + 1]):
            self._tell(f"Seat {seat} has thrown away more cards than all draws let it.")
        self.drawing = True
        self._to_replace[seat] = count

    def deal_drawn(self, seat: int, count: int) -> list[DeckPlace]:
        """Deals new cards to a seat that drew; returns where they had lain."""
        owed, spec = self._to_replace.get(seat, 0), self._spec
        fifth_last = spec.fifth_last if spec else count == HAND_SIZE - 1
        wanted = HAND_SIZE - 1 if owed == HAND_SIZE and fifth_last else owed
        if (count != wanted or (spec is not None and not spec.draw)) and not self._lost:
            self._tell(f"Seat {seat} was dealt another number of cards than it threw away.")
        is_fifth = owed == 1 and self._last_served == seat
        self._to_replace[seat] = max(0, owed - count)
        if self._burn_is_next and (is_fifth or (self._lost and count == 1)):
            self._pop()
        elif is_fifth and self.queue and not self.queue[0][1].order:
            self._tell(f"No card was burned before the fifth card of seat {seat}.")
        self._last_served = seat
        return [place for _ in range(count) for place in self._take(seat)]

    def end_step(self) -> None:
        """Ends a step: nothing more was dealt than the table has told, but for the burned card of a draw to come."""
        if self._burn_is_next and not self.drawing and not self._dealt:
            self._burn(None)
        if self.queue:
            self._tell(MIDST if all(to == BURNED for to, _ in self.queue) else NOT_IN_TURN)
        while self.queue:
            self._pop()

    def board_to_come(self, count: int, places: Sequence[int]) -> list[int]:
        """Returns from where in the deck the next `count` cards of the board would come if no seat got any.

        Where that is not known, the `places` do if each is the next card of the deck, or the one after it.
        """
        top = self.cards - self.left
        found: list[int] = []
        for street in self.streets[self.street + 1 :]:
            top += street.burn and self.cards - top > max(1, street.board)
            found += range(top, top + street.board)
            top += street.board
        if self.streets:
            return [*found, *[-1] * count][:count]
        for place in places:
            found.append(place if place - top in {0, 1} else -1)
            top = place + 1
        return found

    # --- the deck

    @property
    def _burn_is_next(self) -> bool:
        return bool(self.queue) and self.queue[0][0] == BURNED

    def _deal_once(self, *, before: bool) -> bool:
        """Returns that cards of a street are dealt, which happens once in each street and before none."""
        if self.streets and (before or self._spec is None):
            self._tell(OTHER_STREET)
        return True

    def _open_street(self, wanted: int) -> None:
        """Burns before the first cards of a street; without its plan one card before any of them."""
        if not self._dealt or (self._spec is None and self._burn_is_next):
            self._burn(wanted)
        self._dealt = True

    def _burn(self, wanted: int | None) -> None:
        """Burns where a card is due before `wanted` cards; with None more of the street is to come in another step."""
        spec, before, left = self._spec, self._burned, self.left + self._burned
        burns = self._burn_is_next
        if burns:
            self._pop()
        self._burned = before or burns
        if before and burns:
            self._tell("More than one card was burned before a street.")
        elif spec is None:
            if burns and left == self.cards:
                self._tell(NOT_DUE)
        elif wanted is None or self._reshuffled:
            if burns and not spec.burn:
                self._tell(NOT_DUE)
        elif self._burned != (spec.burn and left > max(1, wanted)):
            self._tell(NOT_DUE if self._burned else NOT_BURNED)

    def _take(self, recipient: int) -> list[DeckPlace]:
        """Takes the next card for a recipient; returns where it had lain, nothing where it went elsewhere."""
        while self._burn_is_next:
            self._tell(MIDST)
            self._pop()
        if self.queue and self.queue[0][0] == recipient:
            return [self._pop()]
        self._tell(NOT_IN_TURN)
        self.queue.clear()
        return []

    def _pop(self) -> DeckPlace:
        _, place = self.queue.popleft()
        if place.order:
            self._reshuffled = True
        else:
            self.left -= 1
        return place


def is_whole_deal(recipients: Sequence[int], streets: Sequence[StreetDeal], cards: int, *, over: bool) -> bool:
    """Whether a deck was dealt street by street to these recipients, of which nothing else was seen.

    The seats of the first round are those dealt in; later only some of them may be left. In a draw nobody can say who
    drew, so no more is checked than that not too many cards are burned. In a hand that is `over` the last streets may
    have been dealt several times.
    """
    if any(street.draw for street in streets):
        return sum(to == BURNED for to in recipients) <= sum(street.burn + (street.draw > 0) for street in streets)
    several = [
        (*streets[:first], *list(streets[first:]) * times)
        for first in range(len(streets) if over else 0)
        for times in range(2, MAX_RUNS + 1)
    ]
    return any(_is_dealt(recipients, each, cards) for each in (streets, *several))


def may_hold(recipients: Iterable[int], thrown: Iterable[int], streets: Sequence[StreetDeal], *, over: bool) -> bool:
    """Whether each seat may have been dealt, and have thrown away, as many cards as these recipients and seats say."""
    dealt, away = Counter(recipients), Counter(thrown)
    most = sum(street.down + street.up for street in streets) * (MAX_RUNS if over else 1)
    most_away = sum(street.draw or street.discard for street in streets)
    return all(dealt[seat] - away[seat] <= most and away[seat] <= most_away for seat in (*dealt, *away) if seat > BOARD)


def _is_dealt(recipients: Sequence[int], streets: Sequence[StreetDeal], cards: int) -> bool:
    rest, live = list(recipients), list(recipients[: _first_repeat(recipients)])
    for street in streets:
        if not (street.burn or street.down or street.up or street.board):
            continue
        left = cards - (len(recipients) - len(rest))
        burns = rest[:1] == [BURNED]
        rest = rest[burns:]
        start, rounds = len(rest), street.down + street.up
        is_short = rounds and left < len(live) and rest[:1] == [BOARD]
        if rounds and not is_short:
            live = _round_of(rest, live)
            if not live or rest[: len(live) * rounds] != live * rounds:
                return False
            rest = rest[len(live) * rounds :]
        board = 1 if is_short else street.board
        if rest[:board] != [BOARD] * board:
            return False
        rest = rest[board:]
        if burns != (street.burn and left > max(1, start - len(rest))):
            return False
    return not rest


def _first_repeat(recipients: Sequence[int]) -> int:
    """How many different recipients come before the first one that comes again, or that is no seat."""
    repeats = (number for number, to in enumerate(recipients) if to <= BOARD or to in recipients[:number])
    return next(repeats, len(recipients))


def _round_of(recipients: Sequence[int], live: Sequence[int]) -> list[int]:
    """Returns the seats that the next round goes to, some of the `live` ones in their order."""
    found: list[int] = []
    for to in recipients:
        if to not in live or (found and live.index(to) <= live.index(found[-1])):
            break
        found.append(to)
    return found


class HeldCards:
    """Where the cards of one hand lie, by their places in the deck.

    `hands` are those that each seat holds, in the order dealt, and `dealt` all that it ever got; `thrown` were thrown
    away. A seat is in `unsure` where the server has not said which cards it threw away.
    """

    def __init__(self) -> None:
        self.hands: defaultdict[int, list[DeckPlace]] = defaultdict(list)
        self.dealt: defaultdict[int, list[DeckPlace]] = defaultdict(list)
        self.board: list[DeckPlace] = []
        self.all_boards: list[DeckPlace] = []
        self.thrown: set[DeckPlace] = set()
        self.unsure: set[int] = set()
        self._before_runs = (deepcopy(self.hands), self.board)

    def shown_by(self, seat: int) -> list[DeckPlace]:
        """Returns where the cards had lain that a seat may show: those it holds, or all it got where that is unsure."""
        return (self.dealt if seat in self.unsure else self.hands)[seat]

    def add(self, seat: int, places: Sequence[DeckPlace]) -> None:
        """Gives cards to a seat."""
        self.hands[seat] += places
        self.dealt[seat] += places

    def discard(self, seat: int, count: int, discards: Sequence[DeckPlace], *, told: bool) -> bool:
        """Throws cards of a seat away; returns whether it held them. Without `told` nobody says which they were."""
        if count and not told and not discards:
            self.unsure.add(seat)
            return True
        places = set(discards)
        self.thrown |= places
        held = self.hands[seat]
        self.hands[seat] = [place for place in held if place not in places]
        return len(places) == len(discards) == count == len(held) - len(self.hands[seat])

    def begin_run(self, run: int) -> None:
        """Takes the cards of an earlier run back."""
        if run == 1:
            self._before_runs = (self.hands, self.board)
        self.hands, self.board = deepcopy(self._before_runs)

    def resume(self, given: Iterable[tuple[int, DeckPlace]], discarded: Iterable[DeckPlace], *, told: bool) -> None:
        """Takes all cards that were dealt so far, of which some were thrown away."""
        self.thrown = set(discarded)
        self.hands, self.dealt, self.board = defaultdict(list), defaultdict(list), []
        for seat, place in given:
            if seat > 0:
                self.dealt[seat].append(place)
                self.hands[seat] += [] if place in self.thrown else [place]
            elif not seat:
                self.board.append(place)
        self.all_boards = [*self.board]
        self.unsure = set() if told else set(self.dealt)


def missing_cards(cards: Iterable[Card], places: Iterable[DeckPlace], opened: Mapping[DeckPlace, Card]) -> list[Card]:
    """Returns the cards that are not opened at any of these places, each place counting once."""
    there = [opened.get(place) for place in places]
    missing: list[Card] = []
    for card in cards:
        if card in there:
            there.remove(card)
        else:
            missing.append(card)
    return missing
