"""The end of a hand told as a story: who showed, what won which pot and why, and whose hand it beat.

A `ShowdownStory` follows the events that are on the screen, so it grows as they are revealed. `showdown_lines` tells it
in a few rows for the felt, and `showdown_page` in full. The log tells the same events one by one, in the
sentences of the shared `history/narration.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from enum import Enum, auto
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.drawing.card_art import CardStyle, split_by_face
from railbird_client.drawing.text_roles import join_words
from railbird_client.drawing.text_width import cell_width
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import LowestWild
from railbird_shared.history.narration import event_sentence
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.events import Side
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import TableView

ENDING_EVENTS = ev.PotAwarded | ev.PassedOut | ev.HandVoided | ev.BlindsChopped | ev.BountyPaid


class ShownHand(Struct, frozen=True):
    """A hand that was shown, as the event tells it, with its player's name.

    `played_as` pairs each wild card that plays with the card that it stands for, in the high hand if there are two.
    `strengths` compares hands shown over the same board, high before low; it is empty where only its owner's word
    counts (SD-10).
    """

    event: ev.HandShown
    name: str
    run: int
    strengths: tuple[int, ...]
    played_as: tuple[tuple[Card, Card], ...]


class Winner(Struct, frozen=True):
    """A winner of a share of a pot: the chips, and how many of them could not be divided."""

    seat: int
    name: str
    chips: int
    odd: int = 0


class Share(Struct, frozen=True):
    """A pot, or a half of it, and the winners who share it with a hand called `words`.

    `pots` are the pots that it is made of, 0 the main pot: pots that the same player wins with the same hand are told
    as one. `contested` are the seats that could win them, and `run` counts from 1 if the rest was dealt more than once.
    """

    pots: tuple[int, ...]
    side: Side
    run: int
    words: str
    winners: tuple[Winner, ...]
    contested: tuple[int, ...] = ()

    @property
    def chips(self) -> int:
        """All chips of the share."""
        return sum(winner.chips for winner in self.winners)

    @property
    def seats(self) -> frozenset[int]:
        """The seats of the winners."""
        return frozenset(winner.seat for winner in self.winners)

    @property
    def names(self) -> str:
        """The names of the winners: "Finch", "Finch and Wren"."""
        return join_words([winner.name for winner in self.winners])


class DealtRun(Struct, frozen=True):
    """One of the times that the rest of a hand is dealt: its board, who won it, and the cards that won, so far."""

    run: int
    board: tuple[Card, ...]
    winners: tuple[Winner, ...] = ()
    winning_cards: frozenset[Card] = frozenset()
    winning_low_cards: frozenset[Card] = frozenset()

    @property
    def chips(self) -> int:
        """The pots won with it."""
        return sum(winner.chips for winner in self.winners)

    def card_style(self, style: CardStyle) -> CardStyle:
        """Returns the style of the table's cards with those that won here."""
        won = self.winning_cards if self.winners else None
        low = self.winning_low_cards
        return replace(style, winning_cards=won, winning_low_cards=low, split=bool(low))


class StoryKind(Enum):
    """The kind of a line of the story, for its colours."""

    RESULT = auto()
    """The winner and their chips: "Finch wins 896"."""
    HAND = auto()
    """The hand that won."""
    BEATEN = auto()
    """The best hand that it beat: "beats three kings (Wren)"."""
    SHARE = auto()
    """A half, a pot or a run in one row, with a tag."""
    NOTE = auto()
    """Odd chips, a pot that waits, and the like."""


class StoryLine(Struct, frozen=True):
    """A line of the story. A line of kind `SHARE` has its parts apart; `text` is the whole of it without the tag."""

    kind: StoryKind
    text: str
    tag: str = ""
    side: Side = Side.WHOLE
    amount: str = ""
    name: str = ""
    words: str = ""

    @property
    def without_hand(self) -> str:
        """The line with its tag and without the name of the hand, for which there may be no room."""
        return f"{self.tag} {self.amount}  {self.name}" if self.kind is StoryKind.SHARE else self.text


class ShowdownStory:
    """The showdown of a hand as far as it is on the screen.

    `result` is what ended it, in sentences, and `notes` are those that are not about a pot won. `pot_count` is the
    number of pots of the hand, and `names` are the players in it, by seat. `before` is the story of the hand before,
    once another has begun. `run` is the last that has begun, 0 if the rest is dealt once.
    """

    def __init__(self) -> None:
        self.before: ShowdownStory | None = None
        self.begin()

    def begin(self, view: TableView | None = None) -> None:
        """Begins anew: with a hand, or with a table that the viewer has just come to."""
        self.shown: list[ShownHand] = []
        self.mucked: list[str] = []
        self.notes: list[str] = []
        self.result: tuple[str, ...] = ()
        self.pot_count = self.run = 0
        self.names: dict[int, str] = {}
        self._awards: list[tuple[ev.PotAwarded, str]] = []
        self._contested: dict[tuple[int, int], tuple[int, ...]] = {}
        self._down: dict[int, tuple[Card, ...]] = {}
        self._boards: list[tuple[Card, ...]] = []
        if view is None or view.playing:
            return
        for seat in view.occupied:
            self.names[seat.seat] = seat.name
            if seat.won:
                self._awards.append((ev.PotAwarded(seat.seat, 0, seat.won, hand_name=seat.shown_hand), seat.name))

    @property
    def told(self) -> bool:
        """Whether the hand has a result on the screen."""
        return bool(self._awards or self.notes)

    @property
    def short_result(self) -> tuple[str, ...]:
        """The chips that each player won, for places with no room for every sentence of the result."""
        shares = self.pot_shares() if self.result else ()
        return tuple(
            f"{winner.name} wins {winner.chips:,}"
            f"{_half_words({share.side for share in shares if winner.seat in share.seats})}"
            for winner in total_winnings(shares)
        )

    def add(self, transitions: Iterable[Transition], *, symbols: bool = True) -> None:
        """Takes the events that have just come on the screen."""
        for event, before, after in transitions:
            match event:
                case ev.HandStarted():
                    if self.told:
                        self.before = copy(self)
                        self.before.before = None
                    self.begin()
                case ev.RunBegan(run=run, times=times, board=board):
                    self.run = run
                    self._boards = self._boards or [board] * times
                case ev.BoardDealt() if self.run and self._boards:
                    self._boards[self.run - 1] = after.board
                case ev.HandShown():
                    self._show(event, before)
                case ev.HandMucked(seat=seat):
                    self.mucked.append(before.name_at(seat))
                case ev.PotAwarded():
                    self._award(event, before)
                case _:
                    pass
            if isinstance(event, ENDING_EVENTS):
                sentence = event_sentence(event, before, symbols=symbols) or ""
                self.result = (*self.result, sentence)
                self.notes += [] if isinstance(event, ev.PotAwarded) else [sentence]

    def _show(self, event: ev.HandShown, view: TableView) -> None:
        seat = view.at(event.seat)
        if event.seat not in self._down:
            self._down[event.seat], _ = split_by_face(event.cards, seat.cards if seat else ())
        down = self._down[event.seat]
        strengths, played_as = _evaluate(view, event.cards, down) if event.best_cards else ((), ())
        kept = [each for each in self.shown if (each.event.seat, each.run) != (event.seat, self.run)]
        self.shown = [*kept, ShownHand(event, view.name_at(event.seat), self.run, strengths, played_as)]

    def _award(self, event: ev.PotAwarded, view: TableView) -> None:
        for seat in view.occupied:
            self.names[seat.seat] = seat.name
        self.pot_count = max(self.pot_count, len(view.pots))
        if event.pot < len(view.pots):
            self._contested.setdefault((event.run, event.pot), view.pots[event.pot].seats)
        self._awards.append((event, view.name_at(event.seat)))

    def shares(self) -> tuple[Share, ...]:
        """Returns what was won, in the order told; pots that the same hand of one player wins are one share."""
        return _merge(self.pot_shares())

    def pot_shares(self) -> tuple[Share, ...]:
        """Returns what was won, each pot on its own, in the order told."""
        by_key: dict[tuple[int, int, Side], list[tuple[ev.PotAwarded, str]]] = {}
        for event, name in self._awards:
            by_key.setdefault((event.run, event.pot, event.side), []).append((event, name))
        return tuple(
            Share(
                (pot,),
                side,
                run,
                awards[0][0].hand_name,
                tuple(Winner(event.seat, name, event.chips, event.odd) for event, name in awards),
                self._contested.get((run, pot), ()),
            )
            for (run, pot, side), awards in by_key.items()
        )

    def winning_words(self, seat: int) -> str:
        """Returns the words of the hand with which a seat won its latest run; empty where it has won none."""
        won = max((event.run for event, _ in self._awards if event.seat == seat), default=0)
        shown = (each.event.hand_name for each in self.shown if won and (each.event.seat, each.run) == (seat, won))
        return next(shown, "")

    def runs(self) -> tuple[DealtRun, ...]:
        """Returns the boards of a hand whose rest is dealt more than once, those to come as far as they lie."""
        return tuple(self._dealt_run(run, board) for run, board in enumerate(self._boards, start=1))

    def _dealt_run(self, run: int, board: tuple[Card, ...]) -> DealtRun:
        shares = [share for share in self.pot_shares() if share.run == run]
        hands = {each.event.seat: each.event for each in self.shown if each.run == run}
        high = {seat for share in shares if share.side is not Side.LOW for seat in share.seats}
        low = {seat for share in shares if share.side is Side.LOW for seat in share.seats}
        return DealtRun(
            run,
            board,
            total_winnings(shares),
            frozenset(card for seat in high if seat in hands for card in hands[seat].best_cards),
            frozenset(card for seat in low if seat in hands for card in hands[seat].best_low_cards),
        )

    def best_beaten(self, share: Share) -> ShownHand | None:
        """Returns the best hand shown that lost a share; without a way to compare them, the one shown last."""
        place = 1 if share.side is Side.LOW else 0
        losers = [
            each
            for each in self.shown
            if each.run == share.run and each.event.seat not in share.seats and each.event.seat in share.contested
        ]
        return max(losers, key=lambda each: each.strengths[place] if len(each.strengths) > place else 0, default=None)


def _evaluate(
    view: TableView, cards: tuple[Card, ...], down: tuple[Card, ...]
) -> tuple[tuple[int, ...], tuple[tuple[Card, Card], ...]]:
    """Returns how a whole hand does on each side of the pot, and its wild cards that play with what they stand for.

    Both are empty where the cards do not tell, and the latter in a game without wild cards.
    """
    from railbird_shared.game.ranking import TwoFromHand  # noqa: PLC0415  the first showdown loads it
    from railbird_shared.game.ranking.scale import evaluator_of  # noqa: PLC0415

    evaluator = None if view.rules.declared_hands else evaluator_of(view.rules)
    if evaluator is None:
        return (), ()
    up = list(cards)
    for card in down:
        up.remove(card)
    try:
        judge = evaluator.final_evaluator(view.board, board_is_held=view.game.family is Family.STUD)
        strengths = judge(down, tuple(up))
    except (KeyError, ValueError):
        strengths = ()
    side = view.rules.high or view.rules.low
    if side is None or not (side.jokers or side.wild_cards or side.lowest_wild is not LowestWild.NONE):
        return strengths, ()
    scale = evaluator.scales[0]
    try:
        if evaluator.two_from_hand:
            value = TwoFromHand(scale, view.board).value(cards)
        else:
            among = down if side.lowest_wild is LowestWild.CONCEALED else (*cards, *view.held_board)
            value = scale.value((*cards, *view.board), among)
    except ValueError:
        return strengths, ()
    uses = zip(value.cards, value.played_as, strict=True)
    return strengths, tuple((card, stands_for) for card, stands_for in uses if card != stands_for)


def total_winnings(shares: Iterable[Share]) -> tuple[Winner, ...]:
    """Returns what each player has won in several shares, in the order told."""
    total: dict[int, Winner] = {}
    for winner in chain.from_iterable(share.winners for share in shares):
        before = total.get(winner.seat, replace(winner, chips=0, odd=0))
        total[winner.seat] = replace(before, chips=before.chips + winner.chips, odd=before.odd + winner.odd)
    return tuple(total.values())


def _half_words(sides: set[Side]) -> str:
    """Which half of the pots was won, empty where one of them was won whole."""
    halves = [side.value for side in (Side.HIGH, Side.LOW) if side in sides and Side.WHOLE not in sides]
    return f" {join_words(halves)}" if halves else ""


def _merge(shares: Iterable[Share]) -> tuple[Share, ...]:
    """Joins the shares of several pots that the same hand of one player wins, at the place of the first."""
    merged: dict[tuple[object, ...], Share] = {}
    for share in shares:
        hand = share.side, share.run, share.words, share.seats, share.pots if len(share.winners) > 1 else ()
        first = merged.setdefault(hand, share)
        if first is not share:
            merged[hand] = replace(
                first,
                pots=(*first.pots, *share.pots),
                winners=(replace(first.winners[0], chips=first.chips + share.chips),),
                contested=tuple(sorted({*first.contested, *share.contested})),
            )
    return tuple(merged.values())


def showdown_lines(story: ShowdownStory, rows: int = 4, room: int = 80) -> tuple[StoryLine, ...]:
    """Returns the story of a hand that is over for at most `rows` rows of `room` cells; empty before its result.

    One winner takes a line each for the result, the hand and the hand that it beats. A divided pot takes a row for each
    share, with a tag, in which the name of the hand may have no room; where the rows are too few for that, each
    player's chips are told instead.
    """
    shares = story.shares()
    if not shares:
        return _notes(story, rows)
    if len(shares) == 1 and shares[0].side is Side.WHOLE:
        lines = _one_share_lines(story, shares[0])
    else:
        lines = _several_share_lines(story, shares)
        if len(lines) > rows or any(cell_width(line.without_hand) > room for line in lines):
            lines = _shorter_lines(shares, rows, room)
        elif odd := _odd_words(shares):
            lines.append(StoryLine(StoryKind.NOTE, odd))
    lines += [line for line in _notes(story, rows) if len(lines) < rows]
    return tuple(lines[:rows])


def _notes(story: ShowdownStory, rows: int) -> tuple[StoryLine, ...]:
    return tuple(StoryLine(StoryKind.NOTE, note) for note in story.notes[-rows:] if note)


def _one_share_lines(story: ShowdownStory, share: Share) -> list[StoryLine]:
    """Tells a hand that is won whole, by one player or by several with the same hand."""
    pot = _pot_words(share.pots, story.pot_count)
    verb = "wins" if len(share.winners) == 1 else "share"
    lines = [StoryLine(StoryKind.RESULT, f"{share.names} {verb} {share.chips:,}{f' from {pot}' if pot else ''}")]
    if share.words:
        lines.append(StoryLine(StoryKind.HAND, share.words))
    if len(share.winners) > 1:
        lines.append(StoryLine(StoryKind.NOTE, _division_words(share)))
    beaten = story.best_beaten(share)
    if beaten is not None and share.words:
        lines.append(StoryLine(StoryKind.BEATEN, f"beats {beaten.event.hand_name} ({beaten.name})"))
    return lines


def _several_share_lines(story: ShowdownStory, shares: Sequence[Share]) -> list[StoryLine]:
    """Tells one row for each half, pot and run, under a result where one player takes them all."""
    lines: list[StoryLine] = []
    if len(shares[0].winners) == 1 and all(share.seats == shares[0].seats for share in shares):
        total = sum(share.chips for share in shares)
        verb = "scoops" if {share.side for share in shares} == {Side.HIGH, Side.LOW} else "wins"
        lines.append(StoryLine(StoryKind.RESULT, f"{shares[0].names} {verb} {total:,}"))
    return lines + [_share_line(story, share) for share in shares]


def _share_line(story: ShowdownStory, share: Share) -> StoryLine:
    amount = _amount_words(share)
    text = f"{amount}  {share.names}" + (f"  {share.words}" if share.words else "")
    tag = share_tag(share, story.pot_count)
    return StoryLine(StoryKind.SHARE, text, tag, share.side, amount, share.names, share.words)


def share_tag(share: Share, pot_count: int) -> str:
    """Returns what tells a share from the others: "HIGH", "LOW", "SIDE 2", "RUN 1", "MAIN LOW"; empty for a whole pot.

    A share of several pots that are not all names them: "SIDE 1+2", "MAIN+1".
    """
    run = f"RUN {share.run}" if share.run else ""
    pot = ""
    if len(share.pots) < pot_count:
        sides = "+".join(str(number) for number in sorted(share.pots) if number)
        if 0 in share.pots:
            pot = f"MAIN+{sides}" if sides else "MAIN"
        else:
            pot = f"SIDE {sides}" if pot_count > 2 else "SIDE"
    side = "" if share.side is Side.WHOLE else share.side.value.upper()
    return " ".join(part for part in (run, pot, side) if part)


def _amount_words(share: Share) -> str:
    """The chips of each winner: "169", "84 each", "85 + 84"."""
    chips = [winner.chips for winner in share.winners]
    if len(chips) == 1:
        return f"{chips[0]:,}"
    return f"{chips[0]:,} each" if len(set(chips)) == 1 else " + ".join(f"{each:,}" for each in chips)


def _division_words(share: Share) -> str:
    """How several winners share: "448 each", "449 to Finch, 448 to Wren: the odd chip goes to Finch"."""
    if len({winner.chips for winner in share.winners}) == 1:
        return f"{share.winners[0].chips:,} each"
    parts = ", ".join(f"{winner.chips:,} to {winner.name}" for winner in share.winners)
    return f"{parts}: {_odd_words([share])}" if _odd_words([share]) else parts


def _odd_words(shares: Iterable[Share]) -> str:
    """The winner of the chips that could not be divided, empty if nobody got them."""
    odd = {winner.name: winner.odd for winner in total_winnings(shares) if winner.odd}
    if not odd:
        return ""
    chips, names = sum(odd.values()), " and ".join(odd)
    return f"the odd chip goes to {names}" if chips == 1 else f"{chips} odd chips go to {names}"


def _shorter_lines(shares: Sequence[Share], rows: int, room: int) -> list[StoryLine]:
    """Tells only what each player won, the most first, as many in a row as fit."""
    winners = sorted(total_winnings(shares), key=lambda winner: -winner.chips)
    results = [f"{winner.name} wins {winner.chips:,}" for winner in winners]
    lines: list[str] = []
    for result in results:
        if lines and (cell_width(lines[-1]) + 3 + cell_width(result) <= room) and len(results) > rows:
            lines[-1] = f"{lines[-1]} · {result}"
        else:
            lines.append(result)
    return [StoryLine(StoryKind.RESULT, line) for line in lines[:rows]]


def _pot_words(pots: Sequence[int], pot_count: int) -> str:
    """Which of several pots a share is made of, empty where they are all the pots there are."""
    if pot_count < 2 or len(pots) == pot_count:
        return ""
    names = ["the main pot" if not pot else f"side pot {pot}" if pot_count > 2 else "the side pot" for pot in pots]
    return " and ".join(names)
