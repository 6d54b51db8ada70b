"""The requests of a player to the table outside their turn: the offers, and prompts for an amount or a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from railbird_client.drawing.canvas import Press
from railbird_client.table import table_words
from railbird_client.table.turn.table_keys import SeatClick, TableKey, append_digit
from railbird_client.tournament.tournament_words import not_offered
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import format_card
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Offers, TopUpTo
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.host_commands import AnswerBuyIn, AutoTopUp, LetRailSee
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


def is_broke(seat: SeatView, view: TableView) -> bool:
    """Whether a player has no chips left, neither in their stack nor in the hand."""
    return not seat.stack and not (view.playing and seat.in_hand)


class Choice(NamedTuple):
    """A question answered with one number: the `options` are words and a command for each.

    `wrong` is said of any other number, and `obsolete` once there are no options.
    """

    question: str
    options: Callable[[TableView], dict[int, tuple[str, Command]]]
    wrong: str
    obsolete: str


def _bots(view: TableView) -> dict[int, tuple[str, Command]]:
    return {seat.seat: (seat.name, commands.RemoveBot(seat=seat.seat)) for seat in view.occupied if seat.bot}


def _mucked_hands(view: TableView) -> dict[int, tuple[str, Command]]:
    return {seat.seat: (seat.name, commands.SeeHand(seat=seat.seat)) for seat in mucked_seats_to_see(view)}


def _unseen_cards(view: TableView) -> dict[int, tuple[str, Command]]:
    cards = unseen_own_cards(view) if get_offers(view).show_one else ()
    return {place: (format_card(card), commands.ShowHand(cards=(card,))) for place, card in enumerate(cards, start=1)}


class PromptKind(Enum):
    """The question of a prompt: a choice, or what Enter does with the number that is asked for."""

    BUY_IN = "Sit down with"
    WAIT = "Wait with"
    ADD_CHIPS = "Add"
    BREAK = "Minutes:"
    ANSWER_BUY_IN = "Approve"
    REMOVE_BOT = Choice("Remove which bot?", _bots, "No bot sits there.", "There is no bot at this table any more.")
    SEE_HAND = Choice(
        "See whose hand?", _mucked_hands, "No hand was mucked there.", "The mucked hands cannot be seen any more."
    )
    SHOW_CARD = Choice(
        "Show which card?",
        _unseen_cards,
        "Choose a card from 1 to {}; [Esc] cancels.",
        "You cannot show one card any more.",
    )


class Prompt:
    """A question on the action bar and what was typed so far; `closed` once it is answered or cancelled."""

    def __init__(self, kind: PromptKind, view: TableView, *, seat: int = 0) -> None:
        self.kind = kind
        self.typed = ""
        self.closed = False
        self.notice = ""
        self._view = view
        self._seat = seat
        self._requested = self.requested

    @property
    def question(self) -> str:
        """The question in a few words."""
        match self.kind:
            case PromptKind.BUY_IN:
                return f"Buy in for how much? Usually {self._usual_amount:,}:"
            case PromptKind.WAIT:
                return f"Wait for a seat with how much? Usually {self._usual_amount:,}:"
            case PromptKind.ADD_CHIPS if self._usual_amount:
                return f"Buy how many chips? Usually {self._usual_amount:,}:"
            case PromptKind.ADD_CHIPS:
                return "Add how many chips?"
            case PromptKind.BREAK:
                return f"A break of how many minutes? Usually {self._usual_amount}:"
            case PromptKind.ANSWER_BUY_IN:
                name = self._view.name_at(self._seat)
                return f"{name} asks for {self.requested:,} chips: [Enter] approves, [Backspace] declines."
            case PromptKind.REMOVE_BOT | PromptKind.SEE_HAND | PromptKind.SHOW_CARD:
                choice = self.kind.value
                options = (f"{number} {words}" for number, (words, _) in choice.options(self._view).items())
                return f"{choice.question} {', '.join(options)}"

    @property
    def requested(self) -> int:
        """The chips that the player in the seat of the prompt has asked the host for."""
        seat = self._view.at(self._seat) if self._seat else None
        return 0 if seat is None else seat.requested

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
            case PromptKind.ANSWER_BUY_IN if self.requested != self._requested:
                return "That request is no longer waiting."
            case PromptKind.REMOVE_BOT | PromptKind.SEE_HAND | PromptKind.SHOW_CARD:
                return "" if self.kind.value.options(view) else self.kind.value.obsolete
            case _:
                return ""

    def press(self, press: Press) -> Command | None:
        """Takes a press and returns the command that answers the prompt, once it is complete."""
        self.notice = ""
        if isinstance(self.kind.value, Choice):
            return self._press_choice(self.kind.value, press)
        return self._press_answer(press) if self.kind is PromptKind.ANSWER_BUY_IN else self._press_amount(press)

    def _close(self, command: Command | None = None) -> Command | None:
        self.closed = True
        return command

    def _press_choice(self, choice: Choice, press: Press) -> Command | None:
        """Takes a digit, of which 0 names the tenth option, or a click on a seat where seats are asked for."""
        match press:
            case SeatClick(number) if self.kind is not PromptKind.SHOW_CARD:
                pass
            case TableKey(digit=int(digit)):
                number = digit or 10
            case _:
                return self._close()
        options = choice.options(self._view)
        if number not in options:
            self.notice = choice.wrong.format(len(options))
            return None
        bot = self._view.at(number) if self.kind is PromptKind.REMOVE_BOT else None
        if bot is not None and self._view.playing and bot.in_hand:
            self.notice = f"{bot.name} leaves after this hand."
        return self._close(options[number][1])

    def _press_answer(self, press: Press) -> Command | None:
        match press:
            case TableKey.CONFIRM | TableKey.ERASE:
                approve = press is TableKey.CONFIRM
                return self._close(AnswerBuyIn(seat=self._seat, chips=self._requested, approve=approve))
            case TableKey.CANCEL | TableKey.ANSWER_BUY_IN:
                return self._close()
            case _:
                self.notice = "Press [Enter] to approve, [Backspace] to decline, or [Esc] to answer later."
                return None

    def _press_amount(self, press: Press) -> Command | None:
        match press:
            case TableKey(digit=int(digit)):
                self.typed = append_digit(self.typed, digit) or "0"
            case TableKey.ERASE:
                self.typed = self.typed[:-1]
            case TableKey.CONFIRM if self.is_allowed(self.amount):
                return self._close(self._command(self.amount))
            case TableKey.CONFIRM:
                self.typed = ""
                noun = "minutes" if self.kind is PromptKind.BREAK else "chips"
                self.notice = f"Type a number of {noun}, {self.limits_text}, or press [Esc] to cancel."
            case TableKey.CANCEL | TableKey.ADD_CHIPS:
                self.closed = True
            case _:
                self.notice = "Type digits, then press [Enter]; [Esc] cancels."
        return None

    def _command(self, number: int) -> Command:
        match self.kind:
            case PromptKind.BREAK:
                is_host = self._view.you.is_host
                return commands.TakeBreak(minutes=number) if is_host else commands.Vote(minutes=number)
            case PromptKind.WAIT:
                return commands.JoinWaitingList(chips=number)
            case PromptKind.BUY_IN:
                return commands.Sit(seat=self._seat, chips=number)
            case _:
                return commands.AddChips(chips=number)

    @property
    def _limits(self) -> tuple[int, int]:
        match self.kind:
            case PromptKind.BUY_IN | PromptKind.WAIT:
                return self._view.min_buy_in, self._view.max_buy_in
            case PromptKind.BREAK:
                return 1, MAX_BREAK_MINUTES
            case _:
                offers = get_offers(self._view)
                return offers.min_top_up, offers.max_top_up

    @property
    def _usual_amount(self) -> int:
        """The usual buy-in as far as the table takes it, 0 where a player only adds to their stack."""
        if self.kind is PromptKind.BREAK:
            return DEFAULT_BREAK_MINUTES
        seat = self._view.own_seat
        if self.kind is PromptKind.ADD_CHIPS and not (seat and is_broke(seat, self._view)):
            return 0
        least, most = self._limits
        return max(least, min(most, self._view.buy_in))


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
        case TableKey() if press in WISHES:
            return _wish_request(press, view)
        case TableKey.PAUSE | TableKey.BREAK | TableKey.VOTE_AGAINST:
            return _time_request(press, view)
        case TableKey.ADD_BOT:
            return commands.AddBot()
        case TableKey.REMOVE_BOT:
            return Prompt(PromptKind.REMOVE_BOT, view) if _bots(view) else "There is no bot at this table."
        case TableKey.ANSWER_BUY_IN:
            asking = next((seat for seat in view.occupied if seat.requested), None)
            if asking is None:
                return "Nobody asks for chips."
            if not view.you.is_host:
                return f"{view.host} answers requests for chips."
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
        case TableKey.SHOW_CARD if offers.show_one:
            return Prompt(PromptKind.SHOW_CARD, view)
        case TableKey.SHOW_CARD:
            return "You can show a card only right after a hand."
        case TableKey.RABBIT:
            return commands.HuntRabbit() if offers.rabbit else "There is no board to come that you may see now."
        case _:
            mucked = mucked_seats_to_see(view)
            if len(mucked) > 1:
                return Prompt(PromptKind.SEE_HAND, view)
            return commands.SeeHand(seat=mucked[0].seat) if mucked else "There is no mucked hand that you may see."


class Wish(NamedTuple):
    """A custom of the table that players ask for, or no longer: whether the viewer does, None where they may not.

    `ask` and `undo` are the labels of its button, the former with the big blind, and `missing` says that it is not
    played here.
    """

    wished: Callable[[TableView], bool | None]
    command: type[commands.PostBlind | commands.Straddle | commands.ChopBlinds | commands.AskBombPot | LetRailSee]
    ask: str
    undo: str
    missing: str


WISHES: dict[TableKey, Wish] = {
    TableKey.POST_BLIND: Wish(
        lambda view: get_offers(view).post,
        commands.PostBlind,
        "Post {:,} to play",
        "Wait for the blind",
        "You need not wait for the big blind; there is nothing to post.",
    ),
    TableKey.STRADDLE: Wish(
        lambda view: get_offers(view).straddle,
        commands.Straddle,
        "Straddle",
        "No straddle",
        "This table has no straddles.",
    ),
    TableKey.CHOP: Wish(
        lambda view: get_offers(view).chop,
        commands.ChopBlinds,
        "Chop blinds",
        "No chop",
        "This table has no blinds chopped.",
    ),
    TableKey.BOMB_POT: Wish(
        lambda view: get_offers(view).bomb_pot,
        commands.AskBombPot,
        "Bomb pot",
        "No bomb pot",
        "A bomb pot takes a house that plays them, and a game with a board.",
    ),
    TableKey.SHOW_TO_RAIL: Wish(
        table_words.is_shown_to_rail,
        LetRailSee,
        "Show the rail",
        "Hide from rail",
        "The rail of this table sees no hidden cards.",
    ),
}
"""The customs that the viewer may ask for, in the order of their buttons."""


def _wish_request(key: TableKey, view: TableView) -> Command | str:
    """Wishes for a custom of the table, or no longer."""
    wish = WISHES[key]
    wished = wish.wished(view)
    if wished is not None:
        return wish.command(on=not wished)
    if key is TableKey.BOMB_POT and view.next_bomb_pot:
        return "The next hand is a bomb pot already."
    is_missing = not view.rules.bomb_pot if key is TableKey.BOMB_POT else view.you.seat is not None
    return wish.missing if is_missing else _NO_SEAT


def _time_request(press: Press, view: TableView) -> Command | Prompt | str:
    """Asks for a pause, for going on, for a break or a vote."""
    no_seat, is_host = view.you.seat is None, view.you.is_host
    match press:
        case TableKey.VOTE_AGAINST if table_words.can_vote(view):
            return commands.Vote(on=False)
        case TableKey.VOTE_AGAINST:
            return "There is no vote that you could vote against."
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
