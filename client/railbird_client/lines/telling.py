"""A session in sentences to be spoken, each told once: all that happens, and then all that waits for the player.

The sentences are those of the log, `shared: history/narration.py`, told to the player: what they do themselves is told
to "you", headings become sentences, and cards become words. `Telling` takes what the session receives; `remaining` says
what then waits for the player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from railbird_client.drawing.text_roles import capitalize, join_words
from railbird_client.lines.answers import turn_sentence
from railbird_client.lines.speech import cards_words, number_word, placed_cards, speak
from railbird_client.table.questions import requests_to_host
from railbird_client.table.table_words import can_vote, is_broke, names_game
from railbird_client.tournament.known_tournaments import Running
from railbird_shared.conversation import Received
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import narrate, pot_name, vote_subject
from railbird_shared.protocol import events as ev
from railbird_shared.protocol import messages
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import TableView, Turn
from railbird_shared.text.text_cleaning import clean_chat, clean_name
from railbird_shared.tournament.view import TournamentOffer

WARNING_SECONDS = 10
"""How many seconds before the end of a turn the player is warned, if it was longer."""

_SELF = "\ue000"  # stands for the player's name until a sentence is whole; cleaned text never has it
_VERB = re.compile(rf"({_SELF} )([a-z]+s)\b")
_SECOND_VERB = re.compile(r"((?:,| and| or) )(has|sits|leaves|waits|posts)\b")
_BARE_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "passes": "pass"}

_ASIDE = re.compile(r" \(([^()]*)\)( ?)")

_CLAUSES = re.compile(r" \([A-Z]{2}-[^()]*\)")

_TOLD_HERE = (
    ev.HandStarted | ev.StreetBegan | ev.BoardDealt | ev.CardsDealt | ev.PotsMade | ev.YourCards | ev.YourHand
) | (ev.HandShown | ev.HandEnded | ev.BuyInRequested | ev.ChoiceBegan | ev.ConnectionChanged | ev.PlayerLeft)
"""The events with sentences of their own: those that the log tells in headings or columns, or leaves out."""


def to_player(sentence: str) -> str:
    """Returns a sentence with "you" in place of the mark that stands for the player."""
    if sentence.startswith(_SELF):
        sentence = _SECOND_VERB.sub(_bare_verb, sentence.replace(" their ", " your "))
    return _VERB.sub(_bare_verb, sentence).replace(_SELF, "you")


def _bare_verb(found: re.Match[str]) -> str:
    return found[1] + _BARE_VERBS.get(found[2], found[2][:-1])


class Telling:
    """Tells a session to one player, and with `terse` leaves out what they can ask for."""

    def __init__(self, *, terse: bool = False) -> None:
        self.terse = terse
        self._view: TableView | None = None
        self._name = ""
        self._hand_name = ""
        self._placed: tuple[Card, ...] = ()
        self._shown: dict[int, ev.HandShown] = {}
        self._watchers = 0
        self._tables: set[str] = set()
        self._asked: dict[str, str] = {}
        self._turn: tuple[int, int] | None = None
        self._long_turn: Turn | None = None

    def receive(self, received: Received, name: str) -> Iterator[str]:
        """Yields the new sentences of a message to the player of that name."""
        self._name = name
        match received.message:
            case messages.Snapshot(view=view, watchers=watchers):
                self._watchers = watchers
                yield from map(speak, self._arrive(view))
            case messages.Step():
                yield from map(speak, self._tell_events(received.transitions))
            case messages.Refused(code=code, sentence=sentence) if self._view is not None:
                if code not in {"seed-late", "seed-wrong"}:  # the check of the deal says so
                    yield speak(sentence)
            case messages.TableClosed():
                self._view, self._asked = None, {}
            case message:
                yield from self._tell_people(message)

    def _tell_people(self, message: messages.Message) -> Iterator[str]:
        """Yields what others say, how many watch, and which tables open."""
        match message:
            case messages.Chat(name=speaker, text=text, rail=rail):
                who = "You say" if speaker == self._name else f"{clean_name(speaker)}{', on the rail,' * rail} says"
                if said := clean_chat(text):
                    yield f"{who}: {said}"
            case messages.Rail(watchers=watchers):
                is_seated = self._view is not None and self._view.you.seat is not None
                if watchers > self._watchers and is_seated and not self.terse:
                    yield f"{watchers} {'person watches' if watchers == 1 else 'people watch'} now."
                self._watchers = watchers
            case messages.Lobby(tables=tables):
                self._tables = {each.table for each in tables}
            case messages.LobbyChanged(changed=changed):
                for each in changed:
                    if each.table not in self._tables:
                        yield speak(f"a new table: {each.name}, {each.game.title}, {each.game.stakes.with_ante}")
                self._tables |= {each.table for each in changed}
            case _:
                pass

    # --- a table as the player finds it -------------------------------------------------------------------------------

    def _arrive(self, view: TableView) -> Iterator[str]:
        before, self._view = self._view, view
        if view == before:
            return
        self._hand_name, self._asked, self._turn = view.you.hand_name, {}, None
        if before is None or before.table != view.table:
            seat = f"you have seat {view.you.seat}" if view.own_seat is not None else "you watch"
            yield f"you are at {view.name}"
            yield f"{view.game.title}, {view.game.stakes.with_ante}"
            count = len(view.occupied)
            yield f"{seat}, and {count} of {len(view.seats)} seats {'is' if count == 1 else 'are'} taken"
            if not self.terse:
                yield from (_CLAUSES.sub("", sentence) for sentence in view.house)
        yield from self._tell_hand(view)

    def _tell_hand(self, view: TableView) -> Iterator[str]:
        """Yields how the running hand stands."""
        if not view.playing:
            return
        yield f"hand {view.hand}, {view.street_name}"
        if view.board:
            yield f"the board: {cards_words(view.board, view.game.wild)}"
        yield f"the pot is {view.total_pot}"
        if view.you.cards and view.own_seat is not None and view.own_seat.live:
            is_draw = view.game.family is Family.DRAW
            yield f"you hold {self._place_cards(view) if is_draw else cards_words(view.you.cards, view.game.wild)}"
        if view.turn is not None and view.turn.seat != view.you.seat:
            yield f"{view.name_at(view.turn.seat)} is to act"

    # --- events -------------------------------------------------------------------------------------------------------

    def _tell_events(self, transitions: Sequence[Transition]) -> Iterator[str]:
        told_to_self = map(self._with_self, transitions)
        for is_own, group in groupby(told_to_self, lambda each: isinstance(each.event, _TOLD_HERE)):
            for sentence in self._tell_own(group) if is_own else _log_sentences(group):
                yield to_player(sentence)
        if transitions:
            self._view = transitions[-1].after

    def _with_self(self, transition: Transition) -> Transition:
        """Returns a transition in which the mark stands for the player's name."""
        event, before, after = transition
        fields = ("by", "before", "host", *(() if isinstance(event, ev.PlayerRenamed) else ("name",)))
        named = {field: _SELF for field in fields if self._name and getattr(event, field, "") == self._name}
        return Transition(replace(event, **named) if named else event, _named_self(before), _named_self(after))

    def _tell_own(self, transitions: Iterable[Transition]) -> Iterator[str]:
        for event, before, after in transitions:
            name, wild = before.name_at, after.game.wild
            match event:
                case ev.HandStarted():
                    yield from self._begin_hand(event, before)
                case ev.HandShown():
                    yield from self._tell_shown(event, before, after)
                case ev.StreetBegan(street=place, name=street) if _has_heading(before.game.family, place):
                    yield f"{street}{f', pot {before.total_pot}' if before.total_pot else ''}"
                case ev.BoardDealt(cards=cards):
                    yield from _tell_board(cards, before)
                case ev.CardsDealt(seat=seat, up=up) if up:
                    yield f"{name(seat)} gets {cards_words(up, wild)}"
                case ev.PotsMade(pots=pots) if len(pots) > 1 and pots != before.pots:
                    for index, pot in enumerate(pots):
                        yield f"{pot_name(index)} is {pot.chips}, for {join_words([name(seat) for seat in pot.seats])}"
                case ev.BuyInRequested() | ev.ChoiceBegan() | ev.ConnectionChanged() | ev.PlayerLeft() if not _is_known(
                    event, after
                ):
                    yield from _log_sentences([Transition(event, before, after)])
                case ev.YourCards() | ev.YourHand() | ev.HandEnded():
                    yield from self._tell_own_hand(event, before, after)
                case _:
                    pass

    def _tell_own_hand(
        self, event: ev.YourCards | ev.YourHand | ev.HandEnded, before: TableView, after: TableView
    ) -> Iterator[str]:
        match event:
            case ev.YourCards(new=new) if new:
                yield from self._tell_cards(new, before, after)
            case ev.YourHand(name=made):
                is_worth_telling = after.playing and (after.street > 0 or after.game.family is not Family.BOARD)
                if made and made != self._hand_name and is_worth_telling and not self.terse:
                    yield f"your hand: {made}"
                self._hand_name = made
            case ev.HandEnded() if (
                (own := before.own_seat) is not None and own.in_hand and own.stack and not self.terse
            ):
                yield f"you have {own.stack} chips"
            case _:
                pass

    def _tell_cards(self, new: tuple[Card, ...], before: TableView, after: TableView) -> Iterator[str]:
        """Yields the cards that the player gets face down."""
        upcards = after.own_seat.cards if after.own_seat is not None else ()
        hidden = [card for card in new if card not in upcards]
        if hidden and (before.you.cards or after.street > 0):
            yield f"you get {cards_words(hidden, after.game.wild)}"
        elif after.game.family is Family.DRAW:
            yield f"you hold {self._place_cards(after)}"
        elif hidden:
            yield f"{'face down ' * (after.game.family is Family.STUD)}you hold {cards_words(hidden, after.game.wild)}"

    def _place_cards(self, view: TableView) -> str:
        """Returns the player's cards with their places, and notes that they have heard these."""
        self._placed = view.you.cards
        return placed_cards(view.you.cards, view.game.wild)

    def _tell_shown(self, event: ev.HandShown, before: TableView, after: TableView) -> Iterator[str]:
        """Yields a hand that is shown; of one whose cards have been shown before only what it makes now."""
        earlier, self._shown[event.seat] = self._shown.get(event.seat), event
        if earlier is None or earlier.cards != event.cards:
            yield from _log_sentences([Transition(event, before, after)])
        elif event.hand_name not in ("", earlier.hand_name):
            yield f"{before.name_at(event.seat)} has {event.hand_name}"

    def _begin_hand(self, event: ev.HandStarted, view: TableView) -> Iterator[str]:
        self._hand_name, self._shown = "", {}
        game = f", {view.game.name}" if view.rotation is not None else ""
        bomb = ", a bomb pot" if event.bomb_pot else ""
        yield f"hand {event.hand}{game}{bomb}. {capitalize(to_player(f'{view.name_at(event.button)} has'))} the button"
        if event.carried:
            yield f"{event.carried} are already in the pot"

    # --- what waits for the player ------------------------------------------------------------------------------------

    def remaining(self, view: TableView | None, running: Running | None) -> Iterator[str]:
        """Yields what the player is asked besides their turn, each question once while it stands."""
        asked = {} if view is None else dict(open_questions(view, running))
        for key, question in asked.items():
            if key not in self._asked:
                yield speak(question)
        self._asked = asked

    def turn(self, view: TableView | None) -> Iterator[str]:
        """Yields the player's turn with its price and choices, once; before it the cards that are chosen by place."""
        if view is None or view.turn is None or view.you.legal is None or (view.hand, view.turn.turn) == self._turn:
            return
        self._turn = view.hand, view.turn.turn
        if view.you.legal.max_discards is not None and self._placed != view.you.cards:
            yield speak(f"you hold {self._place_cards(view)}")
        yield turn_sentence(view, terse=self.terse)

    def warning(self, view: TableView | None, seconds: int | None) -> str:
        """Returns that the player's turn is about to end, once; `seconds` are left, None without a clock."""
        if view is None or view.you.legal is None or view.turn is None or seconds is None:
            return ""
        if seconds > WARNING_SECONDS:
            self._long_turn = view.turn
        elif self._long_turn == view.turn:
            self._long_turn = None
            return f"{capitalize(number_word(seconds))} seconds left."
        return ""


def open_questions(view: TableView, running: Running | None) -> Iterator[tuple[str, str]]:
    """Yields the questions that wait for the player besides their turn, each with a key of its own."""
    own = view.own_seat
    for seat in requests_to_host(view):
        yield (
            f"chips {seat.seat} {seat.requested}",
            f"{seat.name} asks you for {seat.requested} chips. Say give or refuse",
        )
    if names_game(view):
        yield "game", "you name the next game. Say games to hear them, or game and a name"
    if view.vote is not None and can_vote(view) and view.you.seat not in (*view.vote.yes, *view.vote.no):
        yield f"vote {view.vote.ends}", f"a vote {vote_subject(view.vote.minutes)}. Say vote yes or vote no"
    if view.bomb_pot_asked and own is not None and own.seat not in view.bomb_pot_asked and not view.next_bomb_pot:
        yield "bomb", "a bomb pot is asked for. Say bomb if you want one, too"
    if own is not None and not view.tournament and is_broke(own, view):
        yield "chips", "say chips and an amount to buy more, or leave"
    elif own is not None and own.sitting_out:
        yield "out", "say back to play on"
    if running is not None:
        yield from _tournament_questions(running)


def _tournament_questions(running: Running) -> Iterator[tuple[str, str]]:
    offers, rebuy_ms = running.you.offers, running.you.rebuy_ms
    if rebuy_ms is not None and TournamentOffer.REBUY in offers:
        yield "rebuy", f"you have no chips left. Say rebuy within {rebuy_ms // 1000} seconds, or decline"
    if TournamentOffer.ANSWER_DEAL in offers:
        yield "deal", "a deal is proposed. Say deal to hear it, and then agree or refuse"
    if TournamentOffer.ADD_ON in offers:
        yield "addon", "the add-on is for sale until the break is over. Say addon to buy it"
    if TournamentOffer.RE_ENTER in offers:
        yield "enter", "you may enter again. Say enter"


def _log_sentences(transitions: Iterable[Transition]) -> Iterator[str]:
    """Yields the sentences of the log, of which one line may hold several."""
    for line in narrate(transitions):
        spoken = _ASIDE.sub(lambda found: f", {found[1]}{',' * bool(found[2])}{found[2]}", line.strip("— "))
        yield from spoken.split(" · ")


def _is_known(
    event: ev.BuyInRequested | ev.ChoiceBegan | ev.ConnectionChanged | ev.PlayerLeft, view: TableView
) -> bool:
    """Whether the player is asked about it, knows it from their own connection, or hears it from their tournament."""
    if isinstance(event, ev.PlayerLeft):
        return event.reason is ev.LeaveReason.KNOCKED_OUT
    return view.you.is_host if isinstance(event, ev.BuyInRequested) else event.seat == view.you.seat


def _has_heading(family: Family, street: int) -> bool:
    """Whether a street is told by its name: the board tells its own, and the first cards of a draw theirs."""
    return family is Family.STUD or (family is Family.DRAW and street > 0)


def _tell_board(cards: tuple[Card, ...], view: TableView) -> Iterator[str]:
    words = cards_words(cards, view.game.wild)
    if view.game.family is Family.BOARD:
        yield f"{view.street_name or 'board'}: {words}. Pot {view.total_pot}"
    else:
        yield f"{words} is a common card for everybody"


def _named_self(view: TableView) -> TableView:
    """Returns a view in which the mark stands for the name of the player's seat."""
    own = view.own_seat
    if own is None:
        return view
    named = replace(own, name=_SELF)
    return replace(view, seats=tuple(named if seat is own else seat for seat in view.seats))
