"""A finished hand as its reader knows it: how it ended for each player, what decided it, and its streets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.game.ranking.scale import HandEvaluator, evaluator_of
from railbird_shared.history.hand_history import HandHistory
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.view import WHOLE, LastAct, SeatView

_MOST_TO_COME = 2  # with more cards of a board to come there are too many boards to be counted
Cards = tuple[Card, ...]
_AWARDS = ev.PotAwarded | ev.RakeTaken | ev.HandVoided | ev.BlindsChopped


class PlayerEnd(NamedTuple):
    """How a hand ended for the player of a seat: the cards that the reader knows, and what became of them in words."""

    seat: SeatView
    cards: tuple[Card | None, ...]
    words: str


class StoryAct(NamedTuple):
    """An act of the player of a seat, in words; a call was for `called` chips, of `pot` chips that it could win.

    It was done on the `street` of that name, when the `board` lay there.
    """

    seat: int
    words: str
    called: int
    pot: int
    street: str
    board: Cards

    @property
    def price(self) -> int:
        """The part of the pot that a call pays, in hundredths of a percent."""
        return round(WHOLE * self.called / (self.pot + self.called))


@dataclass
class StoryStreet:
    """A street: its name, the board cards that it brought, what was done in order, and the pot at its end."""

    name: str
    cards: list[Card] = field(default_factory=list)
    acts: list[StoryAct] = field(default_factory=list)
    pot: int = 0


class HandStory:
    """A finished hand, its end in `after`; `cards` are those that its reader held last, and `made` is what they made.

    `players` are those dealt in: the winner of most comes first, then those who showed, the largest loss before others.
    """

    def __init__(self, history: HandHistory) -> None:
        self.history = history
        self._told = fold_each(history.view, history.events)
        self.after = self._told[-1].after if self._told else history.view
        held = [each.after.you for each in self._told if each.after.you.cards]
        self.cards, hand_name = (held[-1].cards, held[-1].hand_name) if held else ((), "")
        folds = {each.event.seat: each.before.street_name for each in self._told if isinstance(each.event, ev.Folded)}
        self.players, self.made = list[PlayerEnd](), ""
        seats = [seat for seat in self.after.occupied if seat.in_hand]
        for seat in sorted(seats, key=lambda seat: (-seat.won, not seat.shown_hand, seat.result)):
            is_own = seat.seat == self.after.you.seat
            words = _in_sentence(seat.shown_hand or hand_name * is_own)
            if seat.seat in folds:
                words = f"folded {street_words(folds[seat.seat])}"
            elif not words and seat.last_act is LastAct.MUCKED:
                words = "mucked"
            self.players.append(PlayerEnd(seat, self.cards if is_own else seat.cards, words))
            self.made = words if is_own else self.made

    @property
    def decision(self) -> str:
        """How the hand was decided for its reader, in words, empty where that cannot be told."""
        own = self.after.own_seat
        if own is None or not self.players or any(isinstance(each.event, ev.HandVoided) for each in self._told):
            return ""
        awards = {(each.event.pot, each.event.seat) for each in self._told if isinstance(each.event, ev.PotAwarded)}
        shared = {seat for pot, seat in awards if (pot, own.seat) in awards} - {own.seat}
        rivals = [each.seat for each in self.players if each.seat.live and each.seat is not own]
        if own.won and shared:
            return f"split with {' and '.join(map(self.after.name_at, sorted(shared)))}"
        if own.won:
            beaten = next((seat.shown_hand for seat in rivals if seat.shown_hand and not seat.won), "")
            nobody = "nobody else showed" if rivals else "everybody folded"
            return f"beat {_in_sentence(beaten)}" if beaten else nobody
        best = self.players[0].seat
        if not best.won or not best.shown_hand:
            return f"{best.name} won" if best.won else ""
        return f"{f'{best.name} had' if own.folded else 'lost to'} {_in_sentence(best.shown_hand)}"

    @property
    def streets(self) -> list[StoryStreet]:
        """The streets in order, those of the first run alone; the forced bets belong to the first street."""
        streets: list[StoryStreet] = []
        for event, before, after in self._told:
            if isinstance(event, _AWARDS) or (isinstance(event, ev.RunBegan) and event.run > 1):
                break
            if isinstance(event, ev.StreetBegan):
                streets.append(StoryStreet(event.name))
            elif streets and isinstance(event, ev.BoardDealt):
                streets[-1].cards += event.cards
            elif streets and isinstance(event, ev.ActEvent | ev.Posted) and (seat := after.at(event.seat)):
                called = event.chips if isinstance(event, ev.Called) else 0
                # what others have bet beyond an all-in call is not to be won by it
                beyond = sum(max(0, other.bet - seat.bet) for other in before.occupied)
                if words := _act_words(event, seat):
                    pot = before.total_pot - beyond
                    streets[-1].acts.append(StoryAct(seat.seat, words, called, pot, streets[-1].name, before.board))
            if streets:
                streets[-1].pot = after.total_pot
        return streets

    @property
    def dearest(self) -> StoryAct | None:
        """The reader's call of the most chips in a hand that they lost, None where they called nothing."""
        own = self.after.own_seat
        calls = [act for street in self.streets for act in street.acts if act.called and own and act.seat == own.seat]
        return max(calls, key=lambda act: act.called, default=None) if own and own.result < 0 else None

    def chance_of(self, call: StoryAct) -> int | None:
        """Returns how much of the pots a call of the reader wins on average against the hands that were shown.

        It is in hundredths of a percent, and counted exactly or not at all: the hands have to be those of the showdown,
        and all of them in each pot that the reader can win.
        """
        game, rules, events = self.after.game, self.after.rules, self.history.events
        shown = {each.seat.seat: each.cards for each in self.players if each.seat.live and each.seat.shown_hand}
        rivals = {seat: tuple(filter(None, cards)) for seat, cards in shown.items() if seat != call.seat}
        pots = [event.pots for event in events if isinstance(event, ev.PotsMade)][-1:]
        differ = any(call.seat in pot.seats and not rivals.keys() <= {*pot.seats} for pot in chain(*pots))
        chosen = rules.hilo_declare or rules.declared_hands or any(isinstance(event, ev.Drew) for event in events)
        to_come, evaluator = game.board - len(call.board), evaluator_of(rules)
        if not (evaluator and rivals) or differ or chosen or game.family is not Family.BOARD or to_come > _MOST_TO_COME:
            return None
        return _average_share(evaluator, (self.cards, *rivals.values()), call.board, to_come)


@lru_cache(maxsize=32)
def _average_share(evaluator: HandEvaluator, hands: tuple[Cards, ...], board: Cards, to_come: int) -> int:
    """Returns what the first hand wins of a pot on average over all boards, in hundredths of a percent."""
    unseen, shares = Counter(evaluator.pack), list[float]()
    unseen.subtract(chain(board, *hands))
    for cards in combinations(unseen.elements(), to_come):
        own, *others = map(evaluator.final_evaluator((*board, *cards)), hands)
        shares.append(evaluator.pot_share(own, others))
    return round(WHOLE * sum(shares) / len(shares))


def street_words(name: str) -> str:
    """Returns when something was done, by the name of the street: "before the flop", "on the turn"."""
    if name == "preflop":
        return "before the flop"
    return f"on {name}" if name.endswith("street") else f"on the {name}"


def _in_sentence(name: str) -> str:
    return name[:1].lower() + name[1:]


def _act_words(event: ev.ActEvent | ev.Posted, seat: SeatView) -> str:
    """Returns in words what the player of a seat has just done, empty for a forced bet but the bring-in."""
    if isinstance(event, ev.Posted):
        return f"bring {event.chips:,}" if event.post is ev.Post.BRING_IN else ""
    if isinstance(event, ev.Drew):
        return f"draw {event.count}" if event.count else "pat"
    if isinstance(event, ev.Folded | ev.Checked):
        return seat.last_act.value
    to = " to" * (seat.last_act in {LastAct.RAISED, LastAct.COMPLETED})
    return f"{'all-in' if event.all_in else f'{seat.last_act.value}{to}'} {seat.bet:,}"
