"""The requests of a player to the table outside their turn: the offers, and prompts for an amount or a seat."""

from __future__ import annotations

from collections import Counter
from enum import Enum

from railbird_client.drawing.canvas import Press
from railbird_client.table import table_words
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_client.tournament.tournament_words import not_offered
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import format_card
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Offers, TopUpTo
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.host_commands import AnswerBuyIn, AutoTopUp
from railbird_shared.protocol.table_limits import DEFAULT_BREAK_MINUTES, MAX_BREAK_MINUTES
from railbird_shared.protocol.view import SeatView, TableView


def get_offers(view: TableView) -> Offers:
    """Returns what the viewer may ask for; nothing on the rail."""
    return Offers() if view.you.seat is None else view.you.offers


def mucked_seats_to_see(view: TableView) -> tuple[SeatView, ...]:
    """Returns the seats whose mucked hands the viewer may ask to see."""
    return tuple(seat for seat in view.occupied if seat.seat in get_offers(view).see_hands)


def unseen_own_cards(view: TableView) -> tuple[Card, ...]:
    """Returns the viewer's cards that not everybody has seen, in the order dealt."""
    seen = Counter(view.own_seat.cards if view.own_seat else ())
    unseen: list[Card] = []
    for card in view.you.cards:
        if seen[card]:
            seen[card] -= 1
        else:
            unseen.append(card)
    return tuple(unseen)


def next_request(view: TableView) -> SeatView | None:
    """Returns the first seat whose player waits for the chips that they have asked the host for."""
    return next((seat for seat in view.occupied if seat.requested), None)


MAX_DIGITS = 13
"""The most digits that an amount can be typed with."""


class PromptKind(Enum):
    """The question of a prompt."""

    BUY_IN = "buy-in"
    WAIT = "wait"
    ADD_CHIPS = "add-chips"
    REMOVE_BOT = "remove-bot"
    SEE_HAND = "see"
    BREAK = "break"
    SHOW_CARD = "show-card"
    ANSWER_BUY_IN = "answer-buy-in"

    @property
    def asks_for_seat(self) -> bool:
        """Whether the answer is a seat."""
        return self in {PromptKind.REMOVE_BOT, PromptKind.SEE_HAND}

    @property
    def brings_chips(self) -> bool:
        """Whether the answer is what somebody without a seat brings to the table."""
        return self in {PromptKind.BUY_IN, PromptKind.WAIT}

    @property
    def is_choice(self) -> bool:
        """Whether the answer is one key, that of a seat or a card."""
        return self.asks_for_seat or self is PromptKind.SHOW_CARD


def is_broke(seat: SeatView, view: TableView) -> bool:
    """Whether a player has no chips left, neither in their stack nor in the hand."""
    return not seat.stack and not (view.playing and seat.in_hand)


class Prompt:
    """A question on the action bar and what was typed so far; `closed` once it is answered or cancelled."""

    def __init__(self, kind: PromptKind, view: TableView, *, seat: int = 0) -> None:
        self.kind = kind
        self.typed = ""
        self.closed = False
        self.notice = ""
        self._view = view
        self._seat = seat
        self._requested = self._asking.requested if self._asking else 0

    @property
    def _asking(self) -> SeatView | None:
        """The seat whose request for chips is to be answered."""
        return self._view.at(self._seat) if self._seat and self.kind is PromptKind.ANSWER_BUY_IN else None

    @property
    def question(self) -> str:
        """The question in a few words."""
        match self.kind:
            case PromptKind.BUY_IN:
                return f"Buy in for how much? Usually {self._usual_amount:,}:"
            case PromptKind.WAIT:
                return f"Wait for a seat with how much? Usually {self._usual_amount:,}:"
            case PromptKind.ADD_CHIPS if self._is_broke:
                return f"Buy how many chips? Usually {self._usual_amount:,}:"
            case PromptKind.ADD_CHIPS:
                return "Add how many chips?"
            case PromptKind.BREAK:
                return f"A break of how many minutes? Usually {self._usual_amount}:"
            case PromptKind.REMOVE_BOT:
                return f"Remove which bot? {self._choices_text}"
            case PromptKind.ANSWER_BUY_IN:
                name, chips = (self._asking.name, self._asking.requested) if self._asking else ("Nobody", 0)
                return f"{name} asks for {chips:,} chips: [Enter] approves, [Backspace] declines."
            case PromptKind.SEE_HAND:
                return f"See whose hand? {self._choices_text}"
            case PromptKind.SHOW_CARD:
                cards = enumerate(unseen_own_cards(self._view), start=1)
                return f"Show which card? {', '.join(f'{place} {format_card(card)}' for place, card in cards)}"

    @property
    def amount(self) -> int:
        """The chips that Enter takes now: those typed, or without any the usual buy-in; 0 if there is no usual."""
        return int(self.typed) if self.typed else self._usual_amount

    @property
    def limits_text(self) -> str:
        """The fewest and the most chips as words."""
        least, most = self._limits
        return f"{least:,} to {most:,}"

    def is_allowed(self, chips: int) -> bool:
        """Whether the table takes so many chips."""
        least, most = self._limits
        return least <= chips <= most

    def update_view(self, view: TableView) -> str:
        """Takes a new view and returns why the question is obsolete, empty while it is not."""
        self._view = view
        match self.kind:
            case PromptKind.BREAK if view.pause is not None or (view.vote is not None and not view.you.is_host):
                return "The table has a break or a vote already."
            case PromptKind.BUY_IN | PromptKind.WAIT if view.you.seat is not None:
                return "You have a seat already."
            case PromptKind.BUY_IN if all(view.seats):
                return "Every seat is taken now: press [S] to wait for one."
            case PromptKind.BUY_IN if self._seat and view.at(self._seat) is not None:
                return "That seat is taken now: choose another."
            case PromptKind.ADD_CHIPS if not get_offers(view).max_top_up:
                return "You cannot add chips now."
            case PromptKind.REMOVE_BOT if not self._choices:
                return "There is no bot at this table any more."
            case PromptKind.ANSWER_BUY_IN if self._asking is None or self._asking.requested != self._requested:
                return "That request is no longer waiting."
            case PromptKind.SEE_HAND if not self._choices:
                return "The mucked hands cannot be seen any more."
            case PromptKind.SHOW_CARD if not get_offers(view).show_one:
                return "You cannot show one card any more."
            case _:
                return ""

    def press(self, press: Press) -> Command | None:
        """Takes a press and returns the command that answers the prompt, once it is complete."""
        self.notice = ""
        if self.kind.asks_for_seat:
            return self._press_seat(press)
        if self.kind is PromptKind.SHOW_CARD:
            return self._press_card(press)
        if self.kind is PromptKind.ANSWER_BUY_IN:
            return self._press_answer(press)
        return self._press_chips(press)

    @property
    def _choices(self) -> tuple[SeatView, ...]:
        if self.kind is PromptKind.SEE_HAND:
            return mucked_seats_to_see(self._view)
        return tuple(seat for seat in self._view.occupied if seat.bot)

    @property
    def _choices_text(self) -> str:
        return ", ".join(f"{seat.seat} {seat.name}" for seat in self._choices)

    def _press_seat(self, press: Press) -> Command | None:
        seat = _seat_of(press)
        if seat is None:
            self.closed = True
            return None
        sees_hand = self.kind is PromptKind.SEE_HAND
        if all(each.seat != seat for each in self._choices):
            self.notice = "No hand was mucked there." if sees_hand else "No bot sits there."
            return None
        self.closed = True
        if sees_hand:
            return commands.SeeHand(seat=seat)
        bot = self._view.at(seat)
        if bot is not None and self._view.playing and bot.in_hand:
            self.notice = f"{bot.name} leaves after this hand."
        return commands.RemoveBot(seat=seat)

    def _press_card(self, press: Press) -> Command | None:
        digit = press.digit if isinstance(press, TableKey) else None
        if digit is None:
            self.closed = True
            return None
        cards = unseen_own_cards(self._view)
        if not 1 <= digit <= len(cards):
            self.notice = f"Choose a card from 1 to {len(cards)}; [Esc] cancels."
            return None
        self.closed = True
        return commands.ShowHand(cards=(cards[digit - 1],))

    def _press_answer(self, press: Press) -> Command | None:
        if press in {TableKey.CONFIRM, TableKey.ERASE}:
            self.closed = True
            return AnswerBuyIn(seat=self._seat, chips=self._requested, approve=press is TableKey.CONFIRM)
        if press in {TableKey.CANCEL, TableKey.ANSWER_BUY_IN}:
            self.closed = True
        else:
            self.notice = "Press [Enter] to approve, [Backspace] to decline, or [Esc] to answer later."
        return None

    def _press_chips(self, press: Press) -> Command | None:
        match press:
            case TableKey(digit=int(digit)):
                self.typed = f"{self.typed}{digit}".lstrip("0")[:MAX_DIGITS] or "0"
            case TableKey.ERASE:
                self.typed = self.typed[:-1]
            case TableKey.CONFIRM:
                return self._confirm(self.amount)
            case TableKey.CANCEL | TableKey.ADD_CHIPS:
                self.closed = True
            case _:
                self.notice = "Type digits, then press [Enter]; [Esc] cancels."
        return None

    def _confirm(self, chips: int) -> Command | None:
        if not self.is_allowed(chips):
            self.typed = ""
            noun = "minutes" if self.kind is PromptKind.BREAK else "chips"
            self.notice = f"Type a number of {noun}, {self.limits_text}, or press [Esc] to cancel."
            return None
        self.closed = True
        if self.kind is PromptKind.BREAK:
            return commands.TakeBreak(minutes=chips) if self._view.you.is_host else commands.Vote(minutes=chips)
        if self.kind is PromptKind.WAIT:
            return commands.JoinWaitingList(chips=chips)
        return (
            commands.Sit(seat=self._seat, chips=chips)
            if self.kind is PromptKind.BUY_IN
            else commands.AddChips(chips=chips)
        )

    @property
    def _limits(self) -> tuple[int, int]:
        if self.kind.brings_chips:
            return self._view.min_buy_in, self._view.max_buy_in
        if self.kind is PromptKind.BREAK:
            return 1, MAX_BREAK_MINUTES
        offers = get_offers(self._view)
        return offers.min_top_up, offers.max_top_up

    @property
    def _usual_amount(self) -> int:
        """The usual buy-in as far as the table takes it, 0 where a player only adds to their stack."""
        if self.kind is PromptKind.BREAK:
            return DEFAULT_BREAK_MINUTES
        if not self.kind.brings_chips and not self._is_broke:
            return 0
        least, most = self._limits
        return max(least, min(most, self._view.buy_in))

    @property
    def _is_broke(self) -> bool:
        seat = self._view.own_seat
        return seat is not None and is_broke(seat, self._view)


def _seat_of(press: Press) -> int | None:
    """Returns the seat that a click or a digit names, None for any other press; 0 names the tenth seat."""
    match press:
        case SeatClick(seat):
            return seat
        case TableKey(digit=int(digit)):
            return digit or 10
        case _:
            return None


def request_of(press: Press, view: TableView, name: str = "") -> Command | Prompt | str | None:
    """Returns what a press asks of the table outside a turn: a command, or a prompt for what is still to be chosen.

    A sentence says why it asks for nothing, and None stands for any other press. `name` is the viewer's own.
    """
    if sentence := not_offered(press, view):
        return sentence
    match press:
        case TableKey.LEAVE:
            return commands.Leave()
        case TableKey.SIT | TableKey.MOVE | TableKey.ADD_CHIPS | TableKey.AUTO_TOP_UP | SeatClick():
            return _seat_request(press, view, name)
        case TableKey.SHOW_HAND | TableKey.SHOW_CARD | TableKey.RABBIT | TableKey.SEE_HAND:
            return _hand_request(press, view)
        case TableKey.POST_BLIND | TableKey.STRADDLE | TableKey.CHOP | TableKey.BOMB_POT | TableKey.SHOW_TO_RAIL:
            return _wish_request(press, view)
        case TableKey.PAUSE | TableKey.BREAK | TableKey.VOTE_AGAINST:
            return _time_request(press, view)
        case TableKey.ADD_BOT:
            return commands.AddBot()
        case TableKey.REMOVE_BOT:
            bots = any(seat.bot for seat in view.occupied)
            return Prompt(PromptKind.REMOVE_BOT, view) if bots else "There is no bot at this table."
        case TableKey.ANSWER_BUY_IN:
            asking = next_request(view)
            if asking is None:
                return "Nobody asks for chips."
            if not view.you.is_host:
                return f"{view.host} answers who asks for chips."
            return Prompt(PromptKind.ANSWER_BUY_IN, view, seat=asking.seat)
        case _:
            return None


_NO_SEAT = "Take a seat first."


def _seat_request(press: Press, view: TableView, name: str) -> Command | Prompt | str | None:
    """Sits down, waits, moves, sits out or comes back, or buys chips."""
    seat, waits = view.own_seat, table_words.place_in_line(view, name) > 0
    match press:
        case TableKey.SIT if seat is not None and not (seat.sitting_out and is_broke(seat, view)):
            return commands.SitIn() if seat.sitting_out else commands.SitOut()
        case TableKey.SIT if waits:
            return commands.LeaveWaitingList()
        case TableKey.SIT if seat is None and view.seats_locked:
            return f"{view.host} has locked the table; watch until it is unlocked."
        case TableKey.SIT if seat is None:
            return Prompt(PromptKind.WAIT if table_words.must_wait(view) else PromptKind.BUY_IN, view)
        case TableKey.SIT | TableKey.ADD_CHIPS if seat is not None:
            if get_offers(view).max_top_up:
                return Prompt(PromptKind.ADD_CHIPS, view)
            return f"You can add chips only while you have fewer than {view.max_buy_in:,}."
        case TableKey.MOVE:  # where there is a seat to choose, the screen asks which
            return _NO_SEAT if seat is None else "No other seat is free."
        case TableKey.AUTO_TOP_UP:  # goes round: to the usual buy-in, to the most, no longer
            return _NO_SEAT if seat is None else AutoTopUp(to=_NEXT_TOP_UP[get_offers(view).auto_top_up])
        case SeatClick(number) if view.at(number) is None and seat is not None:
            return table_words.move_to(view, number)
        case SeatClick(number) if view.at(number) is None and not waits and not table_words.must_wait(view):
            return Prompt(PromptKind.BUY_IN, view, seat=number)
        case _:
            return None


_NEXT_TOP_UP = {TopUpTo.OFF: TopUpTo.USUAL, TopUpTo.USUAL: TopUpTo.MOST, TopUpTo.MOST: TopUpTo.OFF}


def _hand_request(press: Press, view: TableView) -> Command | Prompt | str | None:
    """Shows cards after a hand, or asks to see others."""
    offers = get_offers(view)
    match press:
        case TableKey.SHOW_HAND:
            return None if view.own_seat is None else commands.ShowHand()
        case TableKey.SHOW_CARD:
            if offers.show_one:
                return Prompt(PromptKind.SHOW_CARD, view)
            return "You can show a card only right after a hand."
        case TableKey.RABBIT:
            return commands.HuntRabbit() if offers.rabbit else "There is no board to come that you may see now."
        case _:
            mucked = mucked_seats_to_see(view)
            if len(mucked) > 1:
                return Prompt(PromptKind.SEE_HAND, view)
            return commands.SeeHand(seat=mucked[0].seat) if mucked else "There is no mucked hand that you may see."


def _wish_request(press: Press, view: TableView) -> Command | str:
    """Wishes for a custom of the table, or no longer."""
    offers, no_seat = get_offers(view), view.you.seat is None
    match press:
        case TableKey.POST_BLIND if offers.post is not None:
            return commands.PostBlind(on=not offers.post)
        case TableKey.POST_BLIND:
            return _NO_SEAT if no_seat else "You need not wait for the big blind; there is nothing to post."
        case TableKey.STRADDLE if offers.straddle is not None:
            return commands.Straddle(on=not offers.straddle)
        case TableKey.STRADDLE:
            return _NO_SEAT if no_seat else "This table has no straddles."
        case TableKey.CHOP if offers.chop is not None:
            return commands.ChopBlinds(on=not offers.chop)
        case TableKey.CHOP:
            return _NO_SEAT if no_seat else "This table has no blinds chopped."
        case TableKey.BOMB_POT:
            return (
                table_words.explain_no_bomb_pot(view)
                if offers.bomb_pot is None
                else commands.AskBombPot(on=not offers.bomb_pot)
            )
        case _:
            return table_words.show_to_rail(view)


def _time_request(press: Press, view: TableView) -> Command | Prompt | str:
    """Asks for a pause, for going on, for a break or a vote."""
    no_seat, is_host = view.you.seat is None, view.you.is_host
    match press:
        case TableKey.VOTE_AGAINST:
            return (
                commands.Vote(on=False)
                if table_words.can_vote(view)
                else "There is no vote that you could vote against."
            )
        case TableKey.PAUSE if is_host:
            return commands.GoOn() if view.pause is not None or view.coming_break else commands.Pause()
        case TableKey.PAUSE if view.pause is not None and not no_seat:
            return commands.Vote()
        case TableKey.PAUSE if not no_seat:
            return "Only the host can pause the table; press [,] to call a vote for a break."
        case TableKey.BREAK if table_words.can_vote(view):
            return commands.Vote()
        case _ if no_seat and not is_host:
            return "Take a seat first: the host and the people at the table decide about breaks."
        case _ if view.pause is not None:
            return "The table is paused already."
        case _ if view.coming_break and not is_host:
            return "A break begins after this hand."
        case _:
            return Prompt(PromptKind.BREAK, view)


def is_key_available(key: TableKey, view: TableView) -> bool:
    """Whether a key of an offer is of use now; all other keys always are."""
    if not_offered(key, view):
        return False
    match key:
        case TableKey.TOURNAMENT:
            return bool(view.tournament)
        case TableKey.HOST:
            return view.you.is_host
        case TableKey.NAME_GAME:
            return table_words.names_game(view) or view.you.is_host
        case TableKey.MOVE:
            return table_words.can_move(view)
        case TableKey.SHOW_HAND:
            return get_offers(view).show
        case TableKey.SIT | TableKey.ADD_CHIPS | TableKey.REMOVE_BOT:
            return True
        case _:
            return not isinstance(request_of(key, view), str)
