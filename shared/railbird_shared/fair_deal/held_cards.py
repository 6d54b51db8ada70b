"""Follows where the cards of a fair deal lie: in the hands of which seat, on the board, or thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from railbird_shared.fair_deal.deal_order import Place
from railbird_shared.game.cards import Card
from railbird_shared.protocol.events import DeckPlace


class HeldCards:
    """Where the cards of one hand lie, by their places in the deck.

    `hands` are those that each seat holds, in the order dealt, and `dealt` all that it ever got; `thrown` were thrown
    away. A seat is in `unsure` where the server has not said which cards it threw away.
    """

    def __init__(self) -> None:
        self.hands: dict[int, list[Place]] = {}
        self.dealt: dict[int, list[Place]] = {}
        self.board: list[Place] = []
        self.all_boards: list[Place] = []
        self.thrown: set[Place] = set()
        self.unsure: set[int] = set()
        self._before_runs: tuple[dict[int, list[Place]], list[Place]] = ({}, [])

    def held(self, seat: int) -> list[Place]:
        """Returns where the cards had lain that a seat holds."""
        return self.hands.get(seat, [])

    def shown_by(self, seat: int) -> list[Place]:
        """Returns where the cards had lain that a seat may show: those it holds, or all it got where that is unsure."""
        return self.dealt.get(seat, []) if seat in self.unsure else self.held(seat)

    def add(self, seat: int, places: Iterable[Place]) -> None:
        """Gives cards to a seat."""
        new = list(places)
        self.hands.setdefault(seat, []).extend(new)
        self.dealt.setdefault(seat, []).extend(new)

    def add_to_board(self, places: Iterable[Place]) -> None:
        """Lays cards on the board."""
        new = list(places)
        self.board += new
        self.all_boards += new

    def discard(self, seat: int, count: int, discards: Sequence[DeckPlace], *, told: bool) -> bool:
        """Throws cards of a seat away; returns whether it held them. Without `told` nobody says which they were."""
        if count and not told and not discards:
            self.unsure.add(seat)
            return True
        places = {Place(each.order, each.place) for each in discards}
        self.thrown |= places
        held = self.held(seat)
        self.hands[seat] = [place for place in held if place not in places]
        return len(places) == len(discards) == count == len(held) - len(self.hands[seat])

    def begin_run(self, run: int) -> None:
        """Takes the cards of an earlier run back."""
        if run == 1:
            self._before_runs = ({seat: [*held] for seat, held in self.hands.items()}, [*self.board])
        hands, board = self._before_runs
        self.hands, self.board = {seat: [*held] for seat, held in hands.items()}, [*board]

    def resume(self, given: Iterable[tuple[int, Place]], discarded: Iterable[DeckPlace], *, told: bool) -> None:
        """Takes all cards that were dealt so far, of which some were thrown away."""
        self.thrown = {Place(each.order, each.place) for each in discarded}
        self.hands, self.dealt, self.board = {}, {}, []
        for seat, place in given:
            if seat > 0:
                self.dealt.setdefault(seat, []).append(place)
                self.hands.setdefault(seat, []).extend([] if place in self.thrown else [place])
            elif not seat:
                self.board.append(place)
        self.all_boards = [*self.board]
        self.unsure = set() if told else set(self.dealt)


def missing_cards(cards: Iterable[Card], places: Iterable[Place], opened: Mapping[Place, Card]) -> list[Card]:
    """Returns the cards that are not opened at any of these places, each place counting once."""
    there = [opened.get(place) for place in places]
    missing: list[Card] = []
    for card in cards:
        if card in there:
            there.remove(card)
        else:
            missing.append(card)
    return missing
