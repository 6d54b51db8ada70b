"""The requests of a player to the table outside their turn: the offers, and prompts for an amount or a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from railbird_client.drawing.canvas import Press
from railbird_client.table import table_words
from railbird_client.table.table_words import get_offers
from railbird_client.table.turn.bet_entry import append_digit
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_client.tournament.tournament_words import not_offered
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import format_card
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.host_commands import AutoTopUp, LetRailSee
from railbird_shared.protocol.table_limits import DEFAULT_BREAK_MINUTES, MAX_BREAK_MINUTES
from railbird_shared.protocol.view import SeatView, TableView


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


class Option(NamedTuple):
    """An option of a choice: its words, its command, and a sentence to be `told` once it is chosen, if any."""

    words: str
    command: Command
    told: str = ""


class Choice(NamedTuple):
    """A question answered with one number, that of a seat if it is `of_seats`.

    `wrong` is said of any other number, and `obsolete` once there are no options.
    """

    question: str
    options: Callable[[TableView], dict[int, Option]]
    wrong: str
    obsolete: str
    of_seats: bool = True


def _bots(view: TableView) -> dict[int, Option]:
    return {
        seat.seat: Option(
            seat.name,
            commands.RemoveBot(seat=seat.seat),
            f"{seat.name} leaves after this hand." if view.playing and seat.in_hand else "",
        )
        for seat in view.occupied
        if seat.bot
    }


def _mucked_hands(view: TableView) -> dict[int, Option]:
    return {seat.seat: Option(seat.name, commands.SeeHand(seat=seat.seat)) for seat in mucked_seats_to_see(view)}


def _unseen_cards(view: TableView) -> dict[int, Option]:
    cards = unseen_own_cards(view) if get_offers(view).show_one else ()
    options = (Option(format_card(card), commands.ShowHand(cards=(card,))) for card in cards)
    return dict(enumerate(options, start=1))


REMOVE_BOT = Choice("Remove which bot?", _bots, "No bot sits there.", "There is no bot at this table any more.")
"""The choice of the bot to remove."""

_SEE_HAND = Choice(
    "See whose hand?", _mucked_hands, "No hand was mucked there.", "The mucked hands cannot be seen any more."
)
_SHOW_CARD = Choice(
    "Show which card?",
    _unseen_cards,
    "Choose a card from 1 to {}; [Esc] cancels.",
    "You cannot show one card any more.",
    of_seats=False,
)


class Limits(NamedTuple):
    """The least and the most that an amount may be, and what it usually is, 0 for nothing usual."""

    least: int
    most: int
    usual: int


class Amount(NamedTuple):
    """A question answered with a typed number of chips or minutes; the `verb` says what Enter does with it.

    `question` takes the usual number, and `obsolete` says why nothing is asked any more, empty while it is.
    """

    verb: str
    question: Callable[[int], str]
    limits: Callable[[TableView], Limits]
    command: Callable[[TableView, int], Command]
    obsolete: Callable[[TableView], str]
    noun: str = "chips"


def _buy_in_limits(view: TableView) -> Limits:
    return Limits(view.min_buy_in, view.max_buy_in, max(view.min_buy_in, min(view.max_buy_in, view.buy_in)))


def _top_up_limits(view: TableView) -> Limits:
    """Returns how many chips may be added; a player with none left usually buys in again."""
    seat, least, most = view.own_seat, get_offers(view).min_top_up, get_offers(view).max_top_up
    return Limits(least, most, max(least, min(most, view.buy_in)) if seat and table_words.is_broke(seat, view) else 0)


def buy_in(seat: int = 0) -> Amount:
    """Returns the question how many chips to sit down with, in a seat or, if it is 0, in any."""

    def obsolete(view: TableView) -> str:
        if view.you.seat is not None:
            return "You have a seat already."
        if all(view.seats):
            return "Every seat is taken now: press [S] to wait for one."
        return "That seat is taken now: choose another." if seat and view.at(seat) is not None else ""

    return Amount(
        "Sit down with",
        lambda usual: f"Buy in for how much? Usually {usual:,}:",
        _buy_in_limits,
        lambda _view, chips: commands.Sit(seat=seat, chips=chips),
        obsolete,
    )


WAIT = Amount(
    "Wait with",
    lambda usual: f"Wait for a seat with how much? Usually {usual:,}:",
    _buy_in_limits,
    lambda _view, chips: commands.JoinWaitingList(chips=chips),
    lambda view: "" if view.you.seat is None else "You have a seat already.",
)
"""The question how many chips to wait for a seat with."""

ADD_CHIPS = Amount(
    "Add",
    lambda usual: f"Buy how many chips? Usually {usual:,}:" if usual else "Add how many chips?",
    _top_up_limits,
    lambda _view, chips: commands.AddChips(chips=chips),
    lambda view: "" if get_offers(view).max_top_up else "You cannot add chips now.",
)
"""The question how many chips to add to a stack, or to buy with none left."""

_BREAK = Amount(
    "Minutes:",
    lambda usual: f"A break of how many minutes? Usually {usual}:",
    lambda _view: Limits(1, MAX_BREAK_MINUTES, DEFAULT_BREAK_MINUTES),
    lambda view, minutes: (commands.TakeBreak if view.you.is_host else commands.Vote)(minutes=minutes),
    lambda view: (
        "The table has a break or a vote already."
        if view.pause is not None or (view.vote is not None and not view.you.is_host)
        else ""
    ),
    noun="minutes",
)


class _PromptBase:
    """A question on the action bar, `closed` once it is answered or cancelled; `notice` is told of the last press."""

    def __init__(self, view: TableView) -> None:
        self.closed = False
        self.notice = ""
        self._view = view

    def _close(self, command: Command | None = None) -> Command | None:
        self.closed = True
        return command


class ChoicePrompt(_PromptBase):
    """A prompt for one of the options of a choice; any key but a digit cancels it."""

    def __init__(self, choice: Choice, view: TableView) -> None:
        super().__init__(view)
        self.choice = choice

    @property
    def question(self) -> str:
        """The question with the numbers of its options."""
        options = (f"{number} {option.words}" for number, option in self.choice.options(self._view).items())
        return f"{self.choice.question} {', '.join(options)}"

    def update_view(self, view: TableView) -> str:
        """Takes a new view and returns why the question is obsolete, empty while it is not."""
        self._view = view
        return "" if self.choice.options(view) else self.choice.obsolete

    def press(self, press: Press) -> Command | None:
        """Takes a digit, of which 0 names the tenth option, or a click on a seat; returns the command of the option."""
        self.notice = ""
        match press:
            case SeatClick(number) if self.choice.of_seats:
                pass
            case TableKey(digit=int(digit)):
                number = digit or 10
            case _:
                return self._close()
        options = self.choice.options(self._view)
        if number not in options:
            self.notice = self.choice.wrong.format(len(options))
            return None
        self.notice = options[number].told
        return self._close(options[number].command)


class AmountPrompt(_PromptBase):
    """A prompt for an amount, of which `typed` are the digits so far."""

    def __init__(self, asked: Amount, view: TableView) -> None:
        super().__init__(view)
        self.asked = asked
        self.typed = ""

    @property
    def question(self) -> str:
        """The question in a few words."""
        return self.asked.question(self._limits.usual)

    @property
    def amount(self) -> int:
        """The number that Enter takes now: the one typed, or without any the usual one; 0 if there is no usual."""
        return int(self.typed) if self.typed else self._limits.usual

    @property
    def limits_text(self) -> str:
        """The least and the most as words."""
        return f"{self._limits.least:,} to {self._limits.most:,}"

    @property
    def _limits(self) -> Limits:
        return self.asked.limits(self._view)

    def is_allowed(self, number: int) -> bool:
        """Whether the table takes so many."""
        return self._limits.least <= number <= self._limits.most

    def update_view(self, view: TableView) -> str:
        """Takes a new view and returns why the question is obsolete, empty while it is not."""
        self._view = view
        return self.asked.obsolete(view)

    def press(self, press: Press) -> Command | None:
        """Takes a press and returns the command with the amount, once it is complete."""
        self.notice = ""
        match press:
            case TableKey(digit=int(digit)):
                self.typed = append_digit(self.typed, digit) or "0"
            case TableKey.ERASE:
                self.typed = self.typed[:-1]
            case TableKey.CONFIRM if self.is_allowed(self.amount):
                return self._close(self.asked.command(self._view, self.amount))
            case TableKey.CONFIRM:
                self.typed = ""
                self.notice = f"Type a number of {self.asked.noun}, {self.limits_text}, or press [Esc] to cancel."
            case TableKey.CANCEL | TableKey.ADD_CHIPS:
                return self._close()
            case _:
                self.notice = "Type digits, then press [Enter]; [Esc] cancels."
        return None


Prompt = ChoicePrompt | AmountPrompt
"""A question to the player on the action bar."""


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


_NO_SEAT = "Take a seat first."


def _seat_request(press: Press, view: TableView, name: str) -> Command | Prompt | str | None:
    """Sits down, waits, moves, sits out or comes back, or buys chips."""
    seat, waits = view.own_seat, table_words.place_in_line(view, name) > 0
    match press:
        case TableKey.SIT if seat is not None and not (seat.sitting_out and table_words.is_broke(seat, view)):
            return commands.SitIn() if seat.sitting_out else commands.SitOut()
        case TableKey.SIT if waits:
            return commands.LeaveWaitingList()
        case TableKey.SIT if seat is None and view.seats_locked:
            return f"{view.host} has locked the table; watch until it is unlocked."
        case TableKey.SIT if seat is None:
            return AmountPrompt(WAIT if table_words.must_wait(view) else buy_in(), view)
        case TableKey.SIT | TableKey.ADD_CHIPS if seat is not None:
            if get_offers(view).max_top_up:
                return AmountPrompt(ADD_CHIPS, view)
            return f"You can add chips only while you have fewer than {view.max_buy_in:,}."
        case TableKey.MOVE:  # where there is a seat to choose, the screen asks which
            return _NO_SEAT if seat is None else "No other seat is free."
        case TableKey.AUTO_TOP_UP:  # goes round: to the usual buy-in, to the most, no longer
            return _NO_SEAT if seat is None else AutoTopUp(to=_NEXT_TOP_UP[get_offers(view).auto_top_up])
        case SeatClick(number) if view.at(number) is None and seat is not None:
            return table_words.move_to(view, number)
        case SeatClick(number) if view.at(number) is None and not waits and not table_words.must_wait(view):
            return AmountPrompt(buy_in(number), view)
        case _:
            return None


_NEXT_TOP_UP = {TopUpTo.OFF: TopUpTo.USUAL, TopUpTo.USUAL: TopUpTo.MOST, TopUpTo.MOST: TopUpTo.OFF}
_TOP_UP_WORDS = {
    TopUpTo.USUAL: "You are topped up to {usual:,} between hands; press [*] for {most:,}.",
    TopUpTo.MOST: "You are topped up to {most:,} between hands; press [*] for no more.",
    TopUpTo.OFF: "You are topped up no more.",
}


def told_of(asked: Command | None, view: TableView) -> str:
    """Returns what the player is told as soon as they ask for something, empty for nothing."""
    if not isinstance(asked, AutoTopUp):
        return ""
    return _TOP_UP_WORDS[asked.to].format(usual=view.buy_in, most=view.max_buy_in)


def _hand_request(press: Press, view: TableView) -> Command | Prompt | str | None:
    """Shows cards after a hand, or asks to see others."""
    offers = get_offers(view)
    match press:
        case TableKey.SHOW_HAND:
            return None if view.own_seat is None else commands.ShowHand()
        case TableKey.SHOW_CARD if offers.show_one:
            return ChoicePrompt(_SHOW_CARD, view)
        case TableKey.SHOW_CARD:
            return "You can show a card only right after a hand."
        case TableKey.RABBIT:
            return commands.HuntRabbit() if offers.rabbit else "There is no board to come that you may see now."
        case _:
            mucked = mucked_seats_to_see(view)
            if len(mucked) > 1:
                return ChoicePrompt(_SEE_HAND, view)
            return commands.SeeHand(seat=mucked[0].seat) if mucked else "There is no mucked hand that you may see."


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
            return AmountPrompt(_BREAK, view)


def _bot_request(_key: Press, view: TableView) -> ChoicePrompt | str:
    """Asks the host which bot to remove."""
    return ChoicePrompt(REMOVE_BOT, view) if _bots(view) else "There is no bot at this table."


def _answer_request(key: Press, view: TableView) -> str | None:
    """Returns why the viewer answers no request for chips; where they may, the screen opens the host's menu."""
    if not view.requests:
        return "Nobody asks for chips."
    if key is not TableKey.ANSWER_BUY_IN:
        return f"{view.requests[0].name} asks for {view.requests[0].requested:,}: press [Q] to answer."
    return None if view.you.is_host else f"{view.host} answers requests for chips."


_SEAT_KEYS = frozenset({TableKey.SIT, TableKey.MOVE, TableKey.ADD_CHIPS, TableKey.AUTO_TOP_UP})
_REQUESTS: dict[TableKey, Callable[[TableKey, TableView], Command | Prompt | str | None]] = {
    TableKey.LEAVE: lambda _key, _view: commands.Leave(),
    **dict.fromkeys((TableKey.SHOW_HAND, TableKey.SHOW_CARD, TableKey.RABBIT, TableKey.SEE_HAND), _hand_request),
    **dict.fromkeys(WISHES, _wish_request),
    **dict.fromkeys((TableKey.PAUSE, TableKey.BREAK, TableKey.VOTE_AGAINST), _time_request),
    TableKey.ADD_BOT: lambda _key, _view: commands.AddBot(),
    TableKey.REMOVE_BOT: _bot_request,
    **dict.fromkeys((TableKey.ANSWER_BUY_IN, TableKey.GIVE, TableKey.REFUSE), _answer_request),
}
REQUEST_KEYS: frozenset[Press] = _SEAT_KEYS.union(_REQUESTS)
"""The keys that `request_of` answers; one that is held down asks once."""


def request_of(press: Press, view: TableView, name: str = "") -> Command | Prompt | str | None:
    """Returns what a press asks of the table outside a turn: a command, or a prompt for what is still to be chosen.

    A sentence says why it asks for nothing, and None stands for any other press. `name` is the viewer's own.
    """
    if sentence := not_offered(press, view):
        return sentence
    if press is TableKey.SKIP_STREET and get_offers(view).deal_on:
        return commands.DealOn()
    if press in _SEAT_KEYS or isinstance(press, SeatClick):
        return _seat_request(press, view, name)
    return _REQUESTS[press](press, view) if isinstance(press, TableKey) and press in _REQUESTS else None


def refusal_of(key: TableKey, view: TableView) -> str:
    """Returns why a key of an offer is of no use now, empty where it is; all other keys are."""
    if sentence := not_offered(key, view):
        return sentence
    match key:
        case TableKey.TOURNAMENT if not view.tournament:
            return "This table plays no tournament."
        case TableKey.HOST if not view.you.is_host:
            return "The host's menu is for the host alone."
        case TableKey.NAME_GAME if not (table_words.names_game(view) or view.you.is_host):
            return "The host changes the game; in dealer's choice you name it when you get the button."
        case TableKey.SHOW_HAND if not get_offers(view).show:
            return "You can show your cards only right after a hand."
        case TableKey.ADD_BOT | TableKey.REMOVE_BOT if not view.you.is_host:
            return "Only the host adds and removes bots."
        case TableKey.MOVE if table_words.can_move(view):
            return ""
        case _:
            asked = request_of(key, view)
            return asked if isinstance(asked, str) else ""
