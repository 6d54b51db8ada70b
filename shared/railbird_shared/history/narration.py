"""Describes events in the words of poker players, for logs, transcripts and demonstrations.

`event_sentence` describes one event, given the table before it; `narrate` describes the events of a step. Nobody is
"you" here, so that everybody who may know a hand reads the same about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import rotation_name
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Declaration, WagerKind
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import TableView, votes_needed
from railbird_shared.settings.table_terms import RailTerms

Event = ev.PublicEvent | ev.PrivateEvent

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
    told = TELLERS[type(event)]
    narrator = _Narrator(view, event, symbols=symbols)
    if isinstance(told, _Either):
        told = told.sentence if getattr(event, told.field) else told.otherwise
    return told.format_map(narrator) if isinstance(told, str) else told and told(narrator, event)


def minutes_text(minutes: int) -> str:
    """Returns a number of minutes in words."""
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


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


class _Either(NamedTuple):
    """Two sentences, the first for events whose field is neither false, 0 nor empty; None goes without saying."""

    field: str
    sentence: str
    otherwise: str | None = None


SPOKEN_FIELDS: dict[str, Callable[[Any], object]] = {
    "added": lambda milliseconds: milliseconds // 1000,
    "all_in": lambda is_all_in: " all-in" * is_all_in,
    "bot": lambda is_bot: " (a bot)" * is_bot,
    "left": lambda milliseconds: milliseconds // 1000,
    "minutes": vote_subject,
    "owes_blinds": lambda owes: ", and waits for the big blind or posts it" * owes,
    "timed_out": lambda timed_out: ", out of time" * timed_out,
}
"""How a sentence says the fields that it does not say as they are."""


class _Narrator:
    """Tells an event of a table that stands as in `view`; a method for each type that takes more than a sentence."""

    def __init__(self, view: TableView, event: Any, *, symbols: bool) -> None:
        self.view = view
        self.event = event
        self.symbols = symbols
        self.name = view.name_at

    def __getitem__(self, word: str) -> object:
        """Returns what stands for a word of a sentence: a field of the event, or something about its seat."""
        if word == "player":
            return self.name(self.event.seat)
        if word == "after_hand":
            held = self.view.at(self.event.seat)
            return " after this hand" if self.view.playing and held is not None and held.in_hand else ""
        value, spoken = getattr(self.event, word), SPOKEN_FIELDS.get(word)
        return self.cards(value) if isinstance(value, tuple) else spoken(value) if spoken else value

    def cards(self, cards: Iterable[Card]) -> str:
        """Returns several cards with a space between them."""
        return format_cards(cards, symbols=self.symbols)

    def names(self, seats: Iterable[int]) -> str:
        return " and ".join(map(self.name, seats))

    def tell_departure(self, event: ev.PlayerLeft) -> str:
        return f"{event.name} {LEAVE_WORDS[event.reason]}{f' with {event.chips:,}' if event.chips else ''}"

    def tell_waiting(self, event: ev.WaitingListJoined) -> str:
        number = f", number {len(self.view.waiting) + 1} on the list" if self.view.waiting else ""
        return f"{event.name} waits for a seat{number}{'; a bot makes room after its hand' * event.makes_room}"

    def tell_end_of_wait(self, event: ev.WaitingListLeft) -> str:
        if event.by:
            return f"{event.by} takes {event.name} off the waiting list"
        reason = f": {event.reason[:1].lower()}{event.reason[1:-1]}" if event.reason else ""
        return f"{event.name} waits for a seat no longer{reason}"

    def tell_sitting_out(self, event: ev.SatOut) -> str:
        if event.reason is ev.SitOutReason.NO_CHIPS:
            return f"{self.name(event.seat)} has no chips left and sits out"
        held = self.view.at(event.seat)
        later = " from the next hand" if self.view.playing and held is not None and held.live else ""
        missed = " after missing too many turns" if event.reason is ev.SitOutReason.MISSED_TURNS else ""
        return f"{self.name(event.seat)} sits out{later}{missed}"

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

    def tell_rail(self, event: ev.RailChanged) -> str:
        heard = "and speak to the players" if event.speaks else "and the players do not read what they write"
        limit = RailTerms(event.limit).limit_text
        return f"{event.by} changes the rail: {limit}{f', {heard}' if event.limit != 0 else ''}"

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

    def tell_wager(self, event: ev.Wagered) -> str:
        short = "" if event.full else f" (not a full {'raise' if event.kind is WagerKind.RAISE else 'bet'})"
        return f"{self.name(event.seat)} {WAGER_WORDS[event.kind]} {event.to:,}{' all-in' * event.all_in}{short}"

    def tell_draw(self, event: ev.Drew) -> str:
        drawn = f"draws {event.count}" if event.count else "stands pat"
        what = f"discards {event.count}" if self.view.street_name == DISCARD else drawn
        return f"{self.name(event.seat)} {what}{', out of time' * event.timed_out}"

    def tell_declarations(self, event: ev.DeclarationsShown) -> str:
        return ", ".join(f"{self.name(seat)} goes {DECLARATION_WORDS[side]}" for seat, side in event.sides)

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

    def tell_late_seeds(self, event: ev.DealCommitted) -> str | None:
        late = [share.seat for share in event.seeds if share.seed is None]
        return f"the deck is shuffled without the seed of {self.names(late)}, which came too late" if late else None


TELLERS: dict[type[Event], str | _Either | Callable[[_Narrator, Any], str | None] | None] = {
    # seats
    ev.PlayerSat: "{name}{bot} sits down at seat {seat} with {stack:,}",
    ev.PlayerLeft: _Narrator.tell_departure,
    ev.SeatChanged: "{player} moves to seat {to}{owes_blinds}",
    ev.WaitingListJoined: _Narrator.tell_waiting,
    ev.WaitingListLeft: _Narrator.tell_end_of_wait,
    ev.PassedOver: "{name} is not connected, so the seat goes to the next on the waiting list",
    ev.PlayerRenamed: "{before} is called {name} now",
    ev.ChipsAdded: "{player} buys {chips:,} more and has {stack:,}",
    ev.SatOut: _Narrator.tell_sitting_out,
    ev.SeatExpiring: "{player} has {left} seconds to come back before the seat is given up",
    ev.CameBack: "{player} is back",
    ev.ConnectionChanged: _Either("connected", "{player} is connected again", "{player} lost the connection"),
    ev.CarriedPotTaken: _Narrator.tell_carried_pot,
    ev.DealerDrawn: _Narrator.tell_dealer,
    ev.BooksCorrected: _Narrator.tell_correction,
    ev.BuyInRequested: "{player} asks the host for {chips:,} chips",
    ev.BuyInApproved: "{by} lets {player} have {chips:,} chips",
    ev.BuyInDeclined: "{by} does not let {player} have {chips:,} chips",
    # time
    ev.PlayPaused: _Narrator.tell_pause,
    ev.PlayResumed: _Narrator.tell_resumption,
    ev.BreakAnnounced: _Narrator.tell_break,
    ev.VoteCalled: "{player} calls a vote {minutes}",
    ev.VoteCounted: _Narrator.tell_votes,
    ev.VoteEnded: _Either("carried", "the vote is carried", "the vote is not carried"),
    ev.ClockExtended: "{player} gets {added} more seconds",
    ev.TimeBankStarted: _Narrator.tell_time_bank,
    ev.TimeBankChanged: None,
    # host and rail
    ev.LastHandCalled: _Narrator.tell_last_hand,
    ev.LastHandRevoked: "{by} takes the last hand back: the game goes on",
    ev.NightEnding: _Narrator.tell_end_of_night,
    ev.PlayerKicked: "{by} removes {player} from the table{after_hand}",
    ev.SeatAssigned: _Either(
        "to", "{by} has {player} move to seat {to}{after_hand}", "{by} lets {player} keep seat {seat}"
    ),
    ev.HostingHandedOver: "{by} hands the hosting over to {host}",
    ev.Announced: "{by} announces: {text}",
    ev.BanChanged: _Either("banned", "{by} bans {name} from the table", "{by} lifts the ban on {name}"),
    ev.MuteChanged: _Either("muted", "{by} mutes {name}", "{by} lets {name} chat again"),
    ev.SeatsLocked: _Either("locked", "{by} locks the table: nobody else may sit down", "{by} unlocks the table"),
    ev.RailChanged: _Narrator.tell_rail,
    ev.RailConsentChanged: _Either(
        "on",
        "{player} lets the rail see their cards, from the next hand on",
        "{player} does not let the rail see their cards any more, from the next hand on",
    ),
    # games
    ev.ChoiceBegan: "{player} names the next game",
    ev.ChoiceEnded: _Either("timed_out", "{player} names no game in time: {game} again", "{player} names {game}"),
    ev.GameSkipped: "{game} is passed over: it cannot be dealt to {players}",
    ev.GameAnnounced: _Narrator.tell_next_game,
    ev.GameChanged: _Narrator.tell_game,
    # the viewer alone, and a delayed rail
    ev.YourCards: _Narrator.tell_own_cards,
    **dict.fromkeys((ev.YourSeat, ev.YourHand, ev.YourTurn, ev.YourOffers, ev.YourOpenings, ev.RailCards)),
    # a running hand
    ev.HandStarted: _Narrator.tell_hand,
    ev.Posted: _Narrator.tell_post,
    ev.StreetBegan: _Narrator.tell_street,
    ev.CardsDealt: _Either("up", "{player} {up}"),
    ev.BoardDealt: _Narrator.tell_board,
    ev.TurnBegan: None,
    ev.PotsMade: _Narrator.tell_pots,
    ev.RakeTaken: "the house takes {chips:,}",
    ev.BetReturned: "{player} gets {chips:,} back, uncalled",
    ev.Folded: "{player} folds{timed_out}",
    ev.Checked: "{player} checks{timed_out}",
    ev.Called: _Either("chips", "{player} calls {chips:,}{all_in}", "{player} sees"),
    ev.Wagered: _Narrator.tell_wager,
    ev.Drew: _Narrator.tell_draw,
    # the end of a hand
    ev.Declared: "{player} has declared",
    ev.DeclarationsShown: _Narrator.tell_declarations,
    ev.Claimed: "{player} declares {hand_name}",
    ev.RunChosen: lambda table, event: f"{table.name(event.seat)} wants to run it {RUN_WORDS[event.times]}",
    ev.RunBegan: "— run {run} of {times} —",
    ev.OpenersShown: "{player} shows openers {cards}: {hand_name}",
    ev.HandShown: _Either("hand_name", "{player} shows {cards}: {hand_name}", "{player} shows {cards}"),
    ev.HandRenamed: None,
    ev.HandMucked: "{player} mucks",
    ev.WinningCards: None,
    ev.PotAwarded: _Narrator.tell_award,
    ev.PassedOut: _Narrator.tell_passed_out,
    ev.HandEnded: None,
    ev.HandVoided: "hand {hand} does not count, and all chips go back: {reason}",
    # home customs
    ev.CardsShown: "{player} shows {shown}, and not the rest",
    ev.RabbitHunted: "{player} hunts the rabbit: {cards} would have come",
    ev.BlindsChopped: lambda table, event: f"{table.names(seat for seat, _ in event.returned)} chop the blinds",
    ev.BountyPaid: _Narrator.tell_bounty,
    ev.BombPotAsked: _Narrator.tell_bomb_pot_asked,
    ev.BombPotAnnounced: _Narrator.tell_bomb_pot,
    ev.BombPotPutOff: _Either("by", "{by} calls the bomb pot off", "the bomb pot waits for a game with a board"),
    # a fair deal, of which all goes without saying but seeds that were not opened in time
    ev.DealCommitted: _Narrator.tell_late_seeds,
    ev.DeckDealt: None,
    ev.CardsOpened: None,
}
"""The sentence for each type of event, or the method that tells it; None for what goes without saying."""
