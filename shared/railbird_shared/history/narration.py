"""Describes events in the words of poker players, for logs, transcripts and demonstrations.

`event_sentence` describes one event, given the table before it; `narrate` describes the events of a step. Nobody is
"you" here, so that everybody who may know a hand reads the same about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar, get_type_hints

from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import rotation_name
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Declaration, WagerKind
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.message_base import Event as EventBase
from railbird_shared.protocol.message_base import SeatEventBase
from railbird_shared.protocol.view import TableView, votes_needed
from railbird_shared.settings.table_terms import RailTerms

Event = ev.PublicEvent | ev.PrivateEvent
Teller = Callable[["_Narrator", Any], str | None]
_Told = TypeVar("_Told", bound=EventBase)
_ToldOfSeat = TypeVar("_ToldOfSeat", bound=SeatEventBase)

POST_WORDS = {
    ev.Post.ANTE: "antes {}",
    ev.Post.SMALL_BLIND: "posts the small blind of {}",
    ev.Post.BIG_BLIND: "posts the big blind of {}",
    ev.Post.DEAD_BLIND: "posts a dead blind of {}",
    ev.Post.BRING_IN: "brings it in for {}",
    ev.Post.STRADDLE: "straddles to {}",
    ev.Post.LIVE_BLIND: "posts a live blind of {}",
    ev.Post.BUTTON_BLIND: "posts {} on the button",
}
DECLARATION_WORDS = {Declaration.HIGH: "high", Declaration.LOW: "low", Declaration.BOTH: "both ways"}
RUN_WORDS = {1: "once", 2: "twice", 3: "three times"}
LEAVE_WORDS = {
    ev.LeaveReason.NONE: "leaves",
    ev.LeaveReason.DISCONNECTED: "was away for too long and leaves",
    ev.LeaveReason.SAT_OUT: "sat out for too long and leaves",
    ev.LeaveReason.MISSED_TURNS: "missed too many turns and leaves",
    ev.LeaveReason.MADE_ROOM: "makes room and leaves",
    ev.LeaveReason.MOVED: "moves to another table",
    ev.LeaveReason.KNOCKED_OUT: "is out of the tournament",
}
"""How the ways of leaving are told."""
WAGER_WORDS = {WagerKind.BET: "bets", WagerKind.RAISE: "raises to", WagerKind.COMPLETE: "completes to"}


def format_card(card: Card, *, symbols: bool = True) -> str:
    """Returns a card as a sentence writes it: "K♦", or "Kd" without `symbols`."""
    return card.rank.letter + card.suit.symbol if symbols else str(card)


def format_cards(cards: Iterable[Card], *, symbols: bool = True) -> str:
    """Returns several cards with a space between them."""
    return " ".join(format_card(card, symbols=symbols) for card in cards)


def format_signed(chips: int) -> str:
    """Returns chips with their sign: "+38", "−12" or "0"."""
    return f"{'+' if chips > 0 else '−' if chips < 0 else ''}{abs(chips):,}"


def closing_result(chips: int, bought_in: int, *, returned: int = 0) -> str:
    """Returns the result of a player whose table closes; `returned` is their bet in a hand that was void for it."""
    beginning = f"Your bet of {returned:,} came back:" if returned else "You have"
    result = format_signed(chips - bought_in) if chips != bought_in else "even"
    return f"{beginning} {chips:,}, bought {bought_in:,}, {result}."


def playing_cards(
    best: Iterable[Card], low: Iterable[Card], played_as: Mapping[Card, Card] | None = None, *, symbols: bool = True
) -> str:
    """Returns which cards of a hand play: "plays A♠ A♥ X as A♣"; a wild one with the card that it stands for."""
    stands_for = played_as or {}
    high = " ".join(
        f"{format_card(card, symbols=symbols)} as {format_card(stands_for[card], symbols=symbols)}"
        if card in stands_for
        else format_card(card, symbols=symbols)
        for card in best
    )
    lowest = format_cards(low, symbols=symbols)
    return f"plays {high}; low {lowest}" if lowest else f"plays {high}"


def narrate(transitions: Iterable[Transition], *, symbols: bool = True) -> Iterator[str]:
    """Yields the sentences of events in order; cards dealt face up in a row share one, and so do equal antes of all."""
    group: list[tuple[Transition, str]] = []
    for transition in transitions:
        sentence = event_sentence(transition.event, transition.before, symbols=symbols)
        if sentence is None:
            continue
        if group and not _share_sentence(group[-1][0].event, transition.event):
            yield from _merged_sentences(group)
            group = []
        group.append((transition, sentence))
    if group:
        yield from _merged_sentences(group)


def event_sentence(event: Event, view: TableView, *, symbols: bool = True) -> str | None:
    """Returns the sentence for one event, or None for what goes without saying; `view` is the table before it."""
    return TELLERS[type(event)](_Narrator(view, symbols=symbols), event)


def minutes_text(minutes: int) -> str:
    """Returns a number of minutes in words."""
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


def hands_text(hands: int) -> str:
    """Returns a number of hands in words: "1 hand", "1,204 hands"."""
    return "1 hand" if hands == 1 else f"{hands:,} hands"


def vote_subject(minutes: int) -> str:
    """Returns what a vote is for."""
    return f"for a break of {minutes_text(minutes)}" if minutes else "to go on"


def pot_name(index: int) -> str:
    """Returns the name of a pot; 0 is the main pot."""
    return "the main pot" if index == 0 else f"side pot {index}"


def _share_sentence(one: Event, other: Event) -> bool:
    if isinstance(one, ev.Posted) and isinstance(other, ev.Posted):
        return one.post is other.post is ev.Post.ANTE
    return isinstance(one, ev.CardsDealt) and isinstance(other, ev.CardsDealt)


def _merged_sentences(group: list[tuple[Transition, str]]) -> Iterator[str]:
    antes = [transition.event for transition, _ in group if isinstance(transition.event, ev.Posted)]
    sentences = [sentence for _, sentence in group]
    dealt_in = sum(seat.in_hand for seat in group[-1][0].after.occupied)
    if not antes:
        yield " · ".join(sentences)
    elif len(antes) == dealt_in > 1 and all((ante.chips, ante.all_in) == (antes[0].chips, False) for ante in antes):
        yield f"everybody antes {antes[0].chips:,}"
    else:
        yield from sentences


class _Narrator:
    """Tells the events of a table that stands as in `view`.

    Each type that takes more than a line has a method `tell_…`, whose annotation names it.
    """

    def __init__(self, view: TableView, *, symbols: bool) -> None:
        self.view = view
        self.symbols = symbols
        self.name = view.name_at

    def cards(self, cards: Iterable[Card]) -> str:
        """Returns several cards with a space between them."""
        return format_cards(cards, symbols=self.symbols)

    def names(self, seats: Iterable[int]) -> str:
        return " and ".join(map(self.name, seats))

    def tell_seating(self, event: ev.PlayerSat) -> str:
        return f"{event.name}{' (a bot)' * event.bot} sits down at seat {event.seat} with {event.stack:,}"

    def tell_departure(self, event: ev.PlayerLeft) -> str:
        return f"{event.name} {LEAVE_WORDS[event.reason]}{f' with {event.chips:,}' if event.chips else ''}"

    def tell_change_of_seat(self, event: ev.SeatChanged) -> str:
        owes = ", and waits for the big blind or posts it" if event.owes_blinds else ""
        return f"{self.name(event.seat)} moves to seat {event.to}{owes}"

    def tell_waiting(self, event: ev.WaitingListJoined) -> str:
        number = f", number {len(self.view.waiting) + 1} on the list" if self.view.waiting else ""
        return f"{event.name} waits for a seat{number}{'; a bot makes room after its hand' * event.makes_room}"

    def tell_end_of_wait(self, event: ev.WaitingListLeft) -> str:
        if event.by:
            return f"{event.by} takes {event.name} off the waiting list"
        reason = f": {event.reason[:1].lower()}{event.reason[1:-1]}" if event.reason else ""
        return f"{event.name} waits for a seat no longer{reason}"

    def tell_passed_over(self, event: ev.PassedOver) -> str:
        return f"{event.name} is not connected, so the seat goes to the next on the waiting list"

    def tell_sitting_out(self, event: ev.SatOut) -> str:
        if event.reason is ev.SitOutReason.NO_CHIPS:
            return f"{self.name(event.seat)} has no chips left and sits out"
        held = self.view.at(event.seat)
        later = " from the next hand" if self.view.playing and held is not None and held.live else ""
        missed = " after missing too many turns" if event.reason is ev.SitOutReason.MISSED_TURNS else ""
        return f"{self.name(event.seat)} sits out{later}{missed}"

    def tell_expiring_seat(self, event: ev.SeatExpiring) -> str:
        seconds = event.left // 1000
        return f"{self.name(event.seat)} has {seconds} seconds to come back before the seat is given up"

    def tell_connection(self, event: ev.ConnectionChanged) -> str:
        return f"{self.name(event.seat)} {'is connected again' if event.connected else 'lost the connection'}"

    def tell_carried_pot(self, event: ev.CarriedPotTaken) -> str:
        chips = f"{event.chips:,}"
        what = f"the waiting pot of {chips}" if event.chips >= self.view.carried else f"{chips} of the waiting pot"
        return f"{self.name(event.seat)} {f'gets {chips} back' if self.view.tournament else f'takes {what}'}"

    def tell_dealer(self, event: ev.DealerDrawn) -> str:
        by_seat: dict[int, list[Card]] = {}
        for seat, card in event.cards:
            by_seat.setdefault(seat, []).append(card)
        drawn = ", ".join(f"{self.name(seat)} {self.cards(held)}" for seat, held in by_seat.items())
        method = "the first jack" if event.first_jack else "high card"
        return f"{method} deals: {drawn}; {self.name(event.seat)} has the button"

    def tell_correction(self, event: ev.BooksCorrected) -> str:
        moved = ", ".join(f"{each.name} {format_signed(each.chips)}" for each in event.players)
        return f"{event.by} corrects the books: {moved} ({event.reason})"

    def tell_buy_in_request(self, event: ev.BuyInRequested) -> str:
        return f"{self.name(event.seat)} asks the host for {f'{event.chips:,}' if event.chips else 'no more'} chips"

    def tell_pause(self, event: ev.PlayPaused) -> str:
        if event.ends is None:
            return f"{event.by} pauses the table"
        length = f"a break of {minutes_text((event.ends - event.since) // 60_000)}"
        return f"{event.by} begins {length}" if event.by else f"{length} begins"

    def tell_resumption(self, event: ev.PlayResumed) -> str:
        pause = self.view.pause
        over = "the break is over, and the table goes on" if pause and pause.ends else "the table goes on"
        return f"{event.by} lets the table go on" if event.by else over

    def tell_break(self, event: ev.BreakAnnounced) -> str:
        if not event.minutes:
            return f"{event.by} calls off the break"
        length = f"a break of {minutes_text(event.minutes)} after this hand"
        return f"{event.by} announces {length}" if event.by else f"there is {length}"

    def tell_votes(self, event: ev.VoteCounted) -> str:
        needed = votes_needed(sum(not seat.bot for seat in self.view.occupied))
        return f"{len(event.yes)} for it and {len(event.no)} against; it takes {needed} votes"

    def tell_time_bank(self, event: ev.TimeBankStarted) -> str:
        occupant = self.view.at(event.seat)
        return f"{self.name(event.seat)} takes the time bank: {occupant.time_bank // 1000 if occupant else 0} seconds"

    def tell_last_hand(self, event: ev.LastHandCalled) -> str:
        which = "this" if self.view.playing and event.hand == self.view.hand else "the next"
        return f"{event.by} calls the last hand: none is dealt after {which} one"

    def tell_end_of_night(self, event: ev.NightEnding) -> str:
        return f"{event.by} ends the night{' after this hand' if self.view.playing and not event.now else ''}"

    def tell_kick(self, event: ev.PlayerKicked) -> str:
        return f"{event.by} removes {self.name(event.seat)} from the table{self.after_hand(event.seat)}"

    def tell_assigned_seat(self, event: ev.SeatAssigned) -> str:
        player = self.name(event.seat)
        if not event.to:
            return f"{event.by} lets {player} keep seat {event.seat}"
        return f"{event.by} has {player} move to seat {event.to}{self.after_hand(event.seat)}"

    def tell_ban(self, event: ev.BanChanged) -> str:
        banned = f"bans {event.name} from the table" if event.banned else f"lifts the ban on {event.name}"
        return f"{event.by} {banned}"

    def tell_mute(self, event: ev.MuteChanged) -> str:
        return f"{event.by} {f'mutes {event.name}' if event.muted else f'lets {event.name} chat again'}"

    def tell_lock(self, event: ev.SeatsLocked) -> str:
        return f"{event.by} {'locks the table: nobody else may sit down' if event.locked else 'unlocks the table'}"

    def tell_rail(self, event: ev.RailChanged) -> str:
        heard = "and speak to the players" if event.speaks else "and the players do not read what they write"
        limit = RailTerms(event.limit).limit_text
        return f"{event.by} changes the rail: {limit}{f', {heard}' if event.limit != 0 else ''}"

    def tell_rail_consent(self, event: ev.RailConsentChanged) -> str:
        change = "lets the rail see their cards" if event.on else "does not let the rail see their cards any more"
        return f"{self.name(event.seat)} {change}, from the next hand on"

    def tell_choice(self, event: ev.ChoiceEnded) -> str:
        named = f"no game in time: {event.game} again" if event.timed_out else event.game
        return f"{self.name(event.seat)} names {named}"

    def tell_next_game(self, event: ev.GameAnnounced) -> str:
        game = event.game.title if event.rotation is None else rotation_name(event.rotation)
        return f"{event.host} changes the game from the next hand on: {game}"

    def tell_game(self, event: ev.GameChanged) -> str:
        if not self.view.tournament:
            return f"the game is {event.game.title}"
        what = "the stakes are now" if event.game.id == self.view.game.id else f"the game is {event.game.title},"
        return f"{what} {event.game.stakes.with_ante}"

    def tell_own_cards(self, event: ev.YourCards) -> str | None:
        seat = self.view.you.seat
        upcards = self.view.own_seat.cards if self.view.own_seat else ()
        hidden = [card for card in event.new if card not in upcards]
        verb = "gets" if self.view.you.cards else "holds"
        return f"{self.name(seat)} {verb} {self.cards(hidden)}" if seat and hidden else None

    def tell_hand(self, event: ev.HandStarted) -> str:
        waiting = f" · {event.carried:,} already in the pot" if event.carried else ""
        bomb = " · bomb pot" if event.bomb_pot else ""
        return f"— hand {event.hand}{bomb} · {self.name(event.button)} has the button{waiting} —"

    def tell_post(self, event: ev.Posted) -> str | None:
        words = POST_WORDS[event.post].format(f"{event.chips:,}")
        return f"{self.name(event.seat)} {words}{' all-in' * event.all_in}" if event.chips else None

    def tell_street(self, event: ev.StreetBegan) -> str | None:
        turned_up = self.view.game.family is Family.BOARD and event.street > 0
        return None if turned_up else self._street_heading(event.name)

    def tell_upcards(self, event: ev.CardsDealt) -> str | None:
        return f"{self.name(event.seat)} {self.cards(event.up)}" if event.up else None

    def tell_board(self, event: ev.BoardDealt) -> str:
        common = self.cards(event.cards)
        if self.view.game.family is not Family.BOARD:
            return f"{common} is a common card for everybody"
        return self._street_heading(f"{self.view.street_name} {common}".strip())

    def _street_heading(self, what: str) -> str:
        pot = f" — pot {self.view.total_pot:,}" if self.view.total_pot else " —"
        return f"— {what}{pot}"

    def tell_pots(self, event: ev.PotsMade) -> str | None:
        if len(event.pots) < 2 or event.pots == self.view.pots:
            return None
        sides = (
            f"side pot {index}: {pot.chips:,} ({', '.join(map(self.name, pot.seats))})"
            for index, pot in enumerate(event.pots[1:], start=1)
        )
        return " · ".join([f"main pot: {event.pots[0].chips:,}", *sides])

    def tell_call(self, event: ev.Called) -> str:
        called = f"calls {event.chips:,}{' all-in' * event.all_in}" if event.chips else "sees"
        return f"{self.name(event.seat)} {called}"

    def tell_wager(self, event: ev.Wagered) -> str:
        short = "" if event.full else f" (not a full {'raise' if event.kind is WagerKind.RAISE else 'bet'})"
        return f"{self.name(event.seat)} {WAGER_WORDS[event.kind]} {event.to:,}{' all-in' * event.all_in}{short}"

    def tell_draw(self, event: ev.Drew) -> str:
        drawn = f"draws {event.count}" if event.count else "stands pat"
        what = f"discards {event.count}" if self.view.street_name == DISCARD else drawn
        return f"{self.name(event.seat)} {what}{_late(event)}"

    def tell_declarations(self, event: ev.DeclarationsShown) -> str:
        return ", ".join(f"{self.name(seat)} goes {DECLARATION_WORDS[side]}" for seat, side in event.sides)

    def tell_openers(self, event: ev.OpenersShown) -> str:
        return f"{self.name(event.seat)} shows openers {self.cards(event.cards)}: {event.hand_name}"

    def tell_shown_hand(self, event: ev.HandShown) -> str:
        name = f": {event.hand_name}" if event.hand_name else ""
        return f"{self.name(event.seat)} shows {self.cards(event.cards)}{name}"

    def tell_award(self, event: ev.PotAwarded) -> str:
        half = {ev.Side.WHOLE: "", ev.Side.HIGH: " for the high hand", ev.Side.LOW: " for the low hand"}[event.side]
        where = f" from {pot_name(event.pot)}" if len(self.view.pots) > 1 else ""
        odd = ", the odd chip included" if event.odd == 1 else f", {event.odd} odd chips included" if event.odd else ""
        words = f" with {event.hand_name}" if event.hand_name else ""
        run = f" of run {event.run}" if event.run else ""
        return f"{self.name(event.seat)} wins {event.chips:,}{where}{half}{run}{words}{odd}"

    def tell_passed_out(self, event: ev.PassedOut) -> str:
        what = "goes back to those who paid" if self.view.tournament else "waits for the next hand"
        return f"everybody passes, and the pot of {event.chips:,} {what}"

    def tell_shown_cards(self, event: ev.CardsShown) -> str:
        return f"{self.name(event.seat)} shows {self.cards(event.shown)}, and not the rest"

    def tell_rabbit(self, event: ev.RabbitHunted) -> str:
        return f"{self.name(event.seat)} hunts the rabbit: {self.cards(event.cards)} would have come"

    def tell_bounty(self, event: ev.BountyPaid) -> str:
        payers = ", ".join(f"{chips:,} from {self.name(payer)}" for payer, chips in event.paid)
        return f"{self.name(event.seat)} wins the bounty for seven-deuce: {payers}"

    def tell_bomb_pot_asked(self, event: ev.BombPotAsked) -> str:
        if not event.seats:
            return "nobody asks for a bomb pot any more"
        return f"{self.names(event.seats)} {'asks' if len(event.seats) == 1 else 'ask'} for a bomb pot"

    def tell_bomb_pot(self, event: ev.BombPotAnnounced) -> str:
        who = f"{event.by} calls" if event.by else "all agree on" if event.agreed else "it is time for"
        posts = f"everybody posts {event.chips:,}, and the betting begins after the flop"
        return f"{who} a bomb pot: in the next hand {posts}"

    def tell_late_bomb_pot(self, event: ev.BombPotPutOff) -> str:
        return f"{event.by} calls the bomb pot off" if event.by else "the bomb pot waits for a game with a board"

    def tell_late_seeds(self, event: ev.DealCommitted) -> str | None:
        late = [share.seat for share in event.seeds if share.seed is None]
        return f"the deck is shuffled without the seed of {self.names(late)}, which came too late" if late else None

    def after_hand(self, seat: int) -> str:
        """Returns when a player who is in a hand goes or moves."""
        held = self.view.at(seat)
        return " after this hand" if self.view.playing and held is not None and held.in_hand else ""


# --- the table


def _on(kind: type[_Told], tell: Callable[[_Narrator, _Told], str | None]) -> tuple[type[EventBase], Teller]:
    return kind, tell


def _player(kind: type[_ToldOfSeat], tell: Callable[[str, _ToldOfSeat], str]) -> tuple[type[EventBase], Teller]:
    """The sentence is about the player in the event's seat."""
    return kind, lambda table, event: tell(table.name(event.seat), event)


def _late(event: ev.Folded | ev.Checked | ev.Drew) -> str:
    return ", out of time" * event.timed_out


_SHORT_TELLERS = (
    # seats
    _on(ev.PlayerRenamed, lambda _, event: f"{event.before} is called {event.name} now"),
    _player(ev.ChipsAdded, lambda player, event: f"{player} buys {event.chips:,} more and has {event.stack:,}"),
    _player(ev.CameBack, lambda player, _: f"{player} is back"),
    _player(ev.BuyInApproved, lambda player, event: f"{event.by} lets {player} have {event.chips:,} chips"),
    _player(ev.BuyInDeclined, lambda player, event: f"{event.by} does not let {player} have {event.chips:,} chips"),
    # time
    _player(ev.VoteCalled, lambda player, event: f"{player} calls a vote {vote_subject(event.minutes)}"),
    _on(ev.VoteEnded, lambda _, event: f"the vote is {'' if event.carried else 'not '}carried"),
    _player(ev.ClockExtended, lambda player, event: f"{player} gets {event.added // 1000} more seconds"),
    # host and rail
    _on(ev.LastHandRevoked, lambda _, event: f"{event.by} takes the last hand back: the game goes on"),
    _on(ev.HostingHandedOver, lambda _, event: f"{event.by} hands the hosting over to {event.host}"),
    _on(ev.Announced, lambda _, event: f"{event.by} announces: {event.text}"),
    # games
    _player(ev.ChoiceBegan, lambda player, _: f"{player} names the next game"),
    _on(ev.GameSkipped, lambda _, event: f"{event.game} is passed over: it cannot be dealt to {event.players}"),
    # a running hand
    _on(ev.RakeTaken, lambda _, event: f"the house takes {event.chips:,}"),
    _player(ev.BetReturned, lambda player, event: f"{player} gets {event.chips:,} back, uncalled"),
    _player(ev.Folded, lambda player, event: f"{player} folds{_late(event)}"),
    _player(ev.Checked, lambda player, event: f"{player} checks{_late(event)}"),
    # the end of a hand
    _player(ev.Declared, lambda player, _: f"{player} has declared"),
    _player(ev.Claimed, lambda player, event: f"{player} declares {event.hand_name}"),
    _player(ev.RunChosen, lambda player, event: f"{player} wants to run it {RUN_WORDS[event.times]}"),
    _on(ev.RunBegan, lambda _, event: f"— run {event.run} of {event.times} —"),
    _player(ev.HandMucked, lambda player, _: f"{player} mucks"),
    _on(ev.HandVoided, lambda _, event: f"hand {event.hand} does not count, and all chips go back: {event.reason}"),
    # home customs
    _on(ev.BlindsChopped, lambda table, event: f"{table.names(seat for seat, _ in event.returned)} chop the blinds"),
)

_Untold = (
    *(ev.HandScheduled, ev.TimeBankChanged, ev.TurnBegan, ev.HandRenamed, ev.WinningCards, ev.HandEnded),
    *(ev.OwnerSeated, ev.DeckDealt, ev.CardsOpened),
    *(ev.YourSeat, ev.YourHand, ev.YourTurn, ev.YourOffers, ev.YourOpenings, ev.RailCards),
)
"""The events that go without saying."""

_own_tellers = (tell for name, tell in vars(_Narrator).items() if name.startswith("tell_"))
TELLERS: dict[type[EventBase], Teller] = {
    **{get_type_hints(tell)["event"]: tell for tell in _own_tellers},
    **dict(_SHORT_TELLERS),
    **dict.fromkeys(_Untold, lambda *_: None),
}
"""The function that tells each type of event; it returns None for what goes without saying."""
