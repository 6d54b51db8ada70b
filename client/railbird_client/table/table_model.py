"""The model of the table that a player is at: what the server has sent, and how much of it is on the screen.

Every event is folded once, when it arrives. The shown view is one of the views so made; it lags behind the latest
while the end of a hand is revealed street by street, hand by hand and pot by pot.
Times are seconds of a monotonic clock, given as arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from msgspec.structs import replace

from railbird_client.drawing.canvas import Press
from railbird_client.follow.followed_tables import FOLLOWED_KEYS, FollowedTables
from railbird_client.network.invitation import Invitation
from railbird_client.network.link import ConnectionStatus
from railbird_client.player_requests import GoToFollowed
from railbird_client.table.departure import Departure
from railbird_client.table.input_state import InputState
from railbird_client.table.questions import requests_to_host
from railbird_client.table.reveal import RevealQueue
from railbird_client.table.table_log import ChatHistory, Log, last_event_words
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_words import (
    chances_sentence,
    clock_news,
    find_chances,
    names_game,
    place_in_line,
    seat_news,
)
from railbird_client.table.turn.hints import NO_HINTS, Hints, build_hints
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.turn.time_left import ServerClock
from railbird_client.tournament.own_tournament import OwnTournament
from railbird_shared.fair_deal.checker import DealReport
from railbird_shared.game.announced_game import Family
from railbird_shared.protocol import events as ev
from railbird_shared.protocol import messages
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.folding import Transition, fold_each
from railbird_shared.protocol.view import SpotChances, TableView
from railbird_shared.tournament.messages import TournamentLine, TournamentUpdate, YouFinished

_SEATING_OR_OFFERS = ev.TableEvent | ev.YourSeat | ev.YourOffers
_SEAT_CLOCK_EVENTS = ev.Folded | ev.Checked | ev.Drew | ev.TimeBankStarted | ev.SatOut | ev.SeatExpiring | ev.CameBack


FRESH_CARD_SECONDS = 2.5
"""How many seconds a drawn card is marked as new."""


def _waits_for_viewer(view: TableView) -> bool:
    """Whether the game waits for the viewer: for their act, or for the game that they are to name."""
    return view.you.legal is not None or names_game(view)


class TableModel:
    """The view of a table that is shown, its number of `watchers`, and the player's `input_state` with the latest view.

    `statement` is the latest that the player has asked for, None where the server has sent none yet, and
    `watchers_told` the list of those who watch in the same way. `last_event` is the last event that is shown, in a few
    words, empty after a snapshot, and `showdown` the end of the hand as shown. `deal` is the check of the latest hand,
    None without fair deals, and `tournament` what is told of the tournament that the table belongs to.
    """

    def __init__(self, options: TableOptions, name: str = "") -> None:
        self.options = options
        self.input_state = InputState(name, options, lambda: self.is_revealing)
        self.notices = self.input_state.notices
        self.log = Log(symbols=not options.ascii)
        self.chat = ChatHistory()
        self.clock = ServerClock()
        self.watchers = 0
        self.tournament = OwnTournament(self.log, self.notices)
        self.statement: messages.Statement | None = None
        self.deal: DealReport | None = None
        self.watchers_told: messages.Watchers | None = None
        self.last_event = ""
        self.showdown = self.log.showdown
        self.shown_view: TableView | None = None
        self._chances: messages.HandChances | None = None
        self._told_chances: SpotChances | None = None
        self._reveals = RevealQueue()
        self._fresh_cards: tuple[int, float] = (0, 0.0)
        self._stack_before_hand: int | None = None

    @property
    def latest_view(self) -> TableView | None:
        """The latest view of the table, None before the first; it may be ahead of the one that is shown."""
        return self.input_state.view

    @property
    def is_own_turn(self) -> bool:
        """Whether the player has to act."""
        return self.input_state.turn is not None

    @property
    def name(self) -> str:
        """The player's name, by which the waiting list has them."""
        return self.input_state.name

    def rename(self, name: str) -> None:
        """Takes the player's new name."""
        self.input_state.name = name

    def note_followed(self, *, others: bool) -> None:
        """Takes whether the player follows other tables, to which a key leads."""
        self.input_state.follows_others = others

    def change_options(self, options: TableOptions) -> None:
        """Takes the player's other choices for the table."""
        self.options = options
        self.log.symbols = not options.ascii
        self.input_state.change_options(options)

    def receive(self, message: messages.Message, now: float) -> Command | None:
        """Takes a message of the server and returns the act of a planned action whose turn has come, if any."""
        match message:
            case messages.Snapshot():
                return self._apply_snapshot(message, now)
            case messages.Step():
                return self._apply_step(message, now)
            case messages.Chat(name=name, text=text, rail=rail):
                self.chat.add(name, text, rail=rail)
            case messages.Rail(watchers=watchers):
                self.watchers = watchers
            case messages.Watchers():
                self.watchers_told = message
            case messages.Notice(sentence=sentence):
                self.log.add_note(sentence)
                self.notices.show(sentence, now)
            case messages.HandChances():
                self._chances = message
                self._log_chances()
            case messages.Statement():
                self.statement = message
            case messages.Refused(sentence=sentence):
                self.input_state.on_refused(sentence, now)
            case TournamentUpdate() | TournamentLine() | YouFinished():
                self.tournament.receive(message, now)
                self._tell_news()
            case _:
                pass
        return None

    def chances(self) -> SpotChances | None:
        """Returns the chances of the hands as they are shown, None where nobody has told them."""
        return find_chances(self.shown_view, self._chances, self.showdown.run)

    def _log_chances(self) -> None:
        """Tells in the log the chances of hands in which nobody has to act, each once."""
        spot = self.chances()
        if spot is None or spot == self._told_chances or self.shown_view is None or self.shown_view.turn is not None:
            return
        self._told_chances = spot
        self.log.add_note(chances_sentence(spot, self.shown_view))

    def arrive_from(self, before: TableModel, sentence: str) -> None:
        """Takes over what outlives a move from another table of the tournament, and says why the player was moved."""
        self.tournament.arrive_from(before.tournament, sentence)

    def _tell_news(self) -> None:
        """Tells what has come of the tournament, as soon as the hand that led to it is shown to its end."""
        if not self._reveals:
            self.tournament.tell()

    def press(self, press: Press, now: float, *, clicked: bool = False) -> Command | GoToFollowed | None:
        """Takes a press at `now`; returns the command that it leads to, or the step to a followed table, if any.

        A click drops an amount that is being typed, unless it confirms it. While a hand is revealed, `SKIP_STREET`
        shows its next street, hand or pot at once.
        """
        if press in FOLLOWED_KEYS:
            return FOLLOWED_KEYS[press]
        if press is TableKey.SKIP_STREET and self._reveals:
            self._reveals.skip_pause(now)
            return self.tick(now)
        if clicked and press is not TableKey.CONFIRM:
            self.input_state.stop_typing()
        self.input_state.press(press, now, clicked=clicked)
        return self.input_state.tick(now)

    def show_deal(self, report: DealReport | None, faults: Sequence[str], remarks: Sequence[str] = ()) -> None:
        """Takes how far the deal is proved.

        A fault stays in the notice until a key is pressed, and in the log; remarks go into the log alone.
        """
        self.deal = report
        for sentence in (*remarks, *faults):
            self.log.add_note(sentence)
        for fault in faults:
            self.notices.show_sticky(fault, of_hand=False)

    def end_game(self) -> str:
        """Ends the game at the server's word and returns the notice, which stays until the server is back."""
        self._reveal_due()
        view = self.latest_view
        if view is None:
            return ""
        self.input_state.end_game(f"The game was ended. {self.departure.void_summary}".strip())
        self.shown_view = replace(view, turn=None, you=replace(view.you, legal=None))
        self.input_state.update_view(self.shown_view, 0.0)
        return self.notices.end

    def note_server_back(self) -> None:
        """Removes the notice that the game was ended."""
        self.notices.end = ""

    @property
    def departure(self) -> Departure:
        """The player's departure from the table as it stands now."""
        return Departure(self.latest_view, self.notices.end, self._stack_before_hand)

    def hints(self) -> Hints:
        """Returns the hints of the view that is shown: none while a hand is revealed, or where they are not wanted."""
        view = self.shown_view
        if view is None or not self.options.hints or self.is_revealing:
            return NO_HINTS
        turn = self.input_state.turn
        discards = tuple(turn.cards[place] for place in sorted(turn.discards)) if turn and turn.is_drawing else ()
        return build_hints(view, discards)

    def tick(self, now: float) -> Command | None:
        """Reveals what is due at `now`, and returns the command of a press that waited until now, if any."""
        self._reveal_due(now)
        return self.input_state.tick(now)

    def _reveal_due(self, now: float = inf) -> None:
        """Reveals what is due, or all that is left."""
        for transitions in self._reveals.take(now):
            self._reveal(transitions)
        self._tell_news()

    def fresh_card_count(self, now: float) -> int:
        """Returns how many of the viewer's last cards are marked as new."""
        count, until = self._fresh_cards
        return count if now < until else 0

    @property
    def is_revealing(self) -> bool:
        """Whether a hand that is decided is still being revealed."""
        return bool(self._reveals)

    @property
    def is_showdown_shown(self) -> bool:
        """Whether what is still to be shown of a hand are hands and pots, and no cards of another street."""
        return self.is_revealing and not self._reveals.deals_cards

    def _apply_snapshot(self, snapshot: messages.Snapshot, now: float) -> Command | None:
        if self._reveals:
            self._reveals.clear()
            self.showdown.begin(snapshot.view)
        self.last_event = ""
        self.watchers = snapshot.watchers
        self.clock.reset(snapshot.view.clock)
        self.clock.sync(snapshot.at, now)
        self.note_server_back()
        before, view = self.latest_view, snapshot.view
        if view != before:
            self.log.add_snapshot(view)
        if before is None or before.hand != view.hand:
            self._stack_before_hand = None
        self.shown_view = view
        self._tell_news()
        return self._update_view(view, now)

    def _apply_step(self, step: messages.Step, now: float) -> Command | None:
        view = self.latest_view
        if view is None:
            return None
        self.clock.sync(step.at, now)
        transitions = fold_each(view, step.public + step.private)
        view = transitions[-1].after if transitions else view
        for event, before, _ in transitions:
            if isinstance(event, ev.HandStarted):
                seat = before.own_seat
                self._stack_before_hand = None if seat is None else seat.stack + seat.bet
            elif isinstance(event, ev.PlayerLeft) and before.at(event.seat) in requests_to_host(before):
                self.notices.show(f"{event.name} has left; nothing was given.", now)
        if self._reveals and all(isinstance(each.event, _SEATING_OR_OFFERS) for each in transitions):
            # A player who comes, goes, buys chips or asks to straddle does not cut the end of a hand short.
            self._reveals.add_last(transitions)
        elif self._reveals and not _waits_for_viewer(view):
            # Nor does the next hand, before it is the viewer's turn: what is left is shown faster.
            self._reveals.hurry(now)
            self._reveals.add_last(transitions)
        else:
            self._reveal_due()
            self._reveals.schedule(transitions, self.options.street_pause, now)
            self._reveal_due(now)
            self._mark_fresh_cards(step.private, view, now)
        self._notify_timeouts(step.public, view)
        self._notify_seat(transitions, view)
        return self._update_view(view, now)

    def _update_view(self, view: TableView, now: float) -> Command | None:
        """Takes the latest view, and returns the act of a planned action whose turn has come, if any."""
        if view.own_seat is not None and view.own_seat.stack:
            self.tournament.note_re_entry()
        return self.input_state.update_view(view, now)

    def _notify_timeouts(self, events: tuple[ev.PublicEvent, ...], view: TableView) -> None:
        """Shows a notice, until a key is pressed, that the viewer's time ran out or that their seat soon goes."""
        own = view.own_seat
        if own is None:
            return
        if view.tournament and own.sitting_out and ev.SatOut(own.seat) not in events:
            return  # the table acts for who is away, and says so
        for event in events:
            if not isinstance(event, _SEAT_CLOCK_EVENTS) or event.seat != own.seat:
                continue
            if isinstance(event, ev.CameBack):
                self.notices.drop_seat_notice()
            elif isinstance(event, ev.SatOut) and not self.notices.sticky:
                continue  # they asked for it, or have pressed a key since their time ran out
            elif news := clock_news(event, own, view):
                self.notices.show_sticky(news, of_hand=not isinstance(event, ev.SatOut | ev.SeatExpiring))

    def _notify_seat(self, transitions: tuple[Transition, ...], view: TableView) -> None:
        """Shows a notice, until a key is pressed, of what has become of the viewer's seat or place in line."""
        name = self.name
        was_waiting = bool(transitions) and place_in_line(transitions[0].before, name) > 0
        for transition in transitions:
            if isinstance(transition.event, ev.PlayerSat) and not was_waiting:
                continue
            if news := seat_news(transition.event, transition.before, view, name):
                self.notices.show_sticky(news, of_hand=False)

    def _reveal(self, transitions: tuple[Transition, ...]) -> None:
        self.log.add_transitions(transitions)
        self.last_event = last_event_words(transitions, self.last_event, symbols=not self.options.ascii)
        if transitions:
            self.shown_view = transitions[-1].after
        self._log_chances()

    def _mark_fresh_cards(self, private: tuple[ev.PrivateEvent, ...], view: TableView, now: float) -> None:
        for event in private:
            if isinstance(event, ev.YourCards) and view.game.family is Family.DRAW and view.street > 0:
                self._fresh_cards = (len(event.new), now + FRESH_CARD_SECONDS)


@dataclass(frozen=True, slots=True)
class TableState:
    """The player is at a table; `table_model` and `followed` change as messages and keys come.

    Screens only read them, except that the table's own hands keys to the model. `followed` are the tables that the
    player follows besides this one, and maybe this one.
    """

    table_model: TableModel
    invitation: Invitation = field(default_factory=Invitation)
    connection: ConnectionStatus = field(default_factory=ConnectionStatus)
    followed: FollowedTables = field(default_factory=FollowedTables)
