"""Describes events in the words of poker players, for logs, transcripts and demonstrations.

`event_sentence` describes one event, given the table before it; `narrate` describes the events of a step. Nobody is
"you" here, so that everybody who may know a hand reads the same about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, assert_never, get_args

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
    """Yields the sentences of events in order.

    Cards dealt face up one after another share a sentence, and so do antes where everybody pays the same.
    """
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
    if not antes:
        yield " · ".join(sentences)
    elif _everybody_pays(antes, group[-1][0].after):
        yield f"everybody antes {antes[0].chips:,}"
    else:
        yield from sentences


def _everybody_pays(antes: list[ev.Posted], view: TableView) -> bool:
    dealt_in = sum(seat.in_hand for seat in view.occupied)
    return len(antes) == dealt_in > 1 and all(ante.chips == antes[0].chips and not ante.all_in for ante in antes)


class _Narrator:
    """Tells the events of a table that stands as in `view`; a method for each part of the events."""

    def __init__(self, view: TableView, *, symbols: bool) -> None:
        self.view = view
        self.symbols = symbols
        self.name = view.name_at

    def cards(self, cards: Iterable[Card]) -> str:
        """Returns several cards with a space between them."""
        return format_cards(cards, symbols=self.symbols)

    def tell_time(self, event: ev.TimeEvent) -> str | None:
        match event:
            case ev.PlayPaused(since, by, ends):
                if ends is None:
                    return f"{by} pauses the table"
                length = f"a break of {minutes_text((ends - since) // 60_000)}"
                return f"{by} begins {length}" if by else f"{length} begins"
            case ev.PlayResumed(by):
                pause = self.view.pause
                over = "the break is over, and the table goes on" if pause and pause.ends else "the table goes on"
                return f"{by} lets the table go on" if by else over
            case ev.BreakAnnounced(0, by):
                return f"{by} calls off the break"
            case ev.BreakAnnounced(minutes, by):
                length = f"a break of {minutes_text(minutes)} after this hand"
                return f"{by} announces {length}" if by else f"there is {length}"
            case ev.VoteCalled(seat, minutes):
                return f"{self.name(seat)} calls a vote {vote_subject(minutes)}"
            case ev.VoteCounted(yes, no):
                people = sum(not seat.bot for seat in self.view.occupied)
                return f"{len(yes)} for it and {len(no)} against; it takes {votes_needed(people)} votes"
            case ev.VoteEnded(carried):
                return "the vote is carried" if carried else "the vote is not carried"
            case ev.ClockExtended(seat, _, added):
                return f"{self.name(seat)} gets {added // 1000} more seconds"
            case ev.TimeBankStarted(seat):
                occupant = self.view.at(seat)
                left = occupant.time_bank // 1000 if occupant else 0
                return f"{self.name(seat)} takes the time bank: {left} seconds"
            case ev.TimeBankChanged():
                return None
            case _:
                assert_never(event)

    def tell_seating(self, event: ev.SeatingEvent) -> str:
        match event:
            case ev.PlayerSat(seat, name, stack, bot):
                return f"{name}{' (a bot)' if bot else ''} sits down at seat {seat} with {stack:,}"
            case ev.PlayerLeft(_, name, chips, reason):
                return f"{name} {LEAVE_WORDS[reason]}{f' with {chips:,}' if chips else ''}"
            case ev.SeatChanged(seat, to, owes_blinds):
                owes = ", and waits for the big blind or posts it" if owes_blinds else ""
                return f"{self.name(seat)} moves to seat {to}{owes}"
            case ev.WaitingListJoined(name, makes_room):
                number = f", number {len(self.view.waiting) + 1} on the list" if self.view.waiting else ""
                return f"{name} waits for a seat{number}{'; a bot makes room after its hand' if makes_room else ''}"
            case ev.WaitingListLeft(name, by=by) if by:
                return f"{by} takes {name} off the waiting list"
            case ev.WaitingListLeft(name, reason):
                return f"{name} waits for a seat no longer{f': {reason[:1].lower()}{reason[1:-1]}' if reason else ''}"
            case ev.PassedOver(name):
                return f"{name} is not connected, so the seat goes to the next on the waiting list"
            case ev.PlayerRenamed(before, name):
                return f"{before} is called {name} now"
            case _:
                assert_never(event)

    def tell_seat(self, event: ev.SeatEvent | ev.CarriedPotTaken | ev.DealerDrawn) -> str | None:
        match event:
            case ev.ChipsAdded(seat, chips, stack):
                return f"{self.name(seat)} buys {chips:,} more and has {stack:,}"
            case ev.SatOut(seat, ev.SitOutReason.NO_CHIPS):
                return f"{self.name(seat)} has no chips left and sits out"
            case ev.SatOut(seat, reason):
                held = self.view.at(seat)
                later = " from the next hand" if self.view.playing and held is not None and held.live else ""
                missed = " after missing too many turns" if reason is ev.SitOutReason.MISSED_TURNS else ""
                return f"{self.name(seat)} sits out{later}{missed}"
            case ev.SeatExpiring(seat, left):
                return f"{self.name(seat)} has {left // 1000} seconds to come back before the seat is given up"
            case ev.CameBack(seat):
                return f"{self.name(seat)} is back"
            case ev.ConnectionChanged(seat, connected):
                return f"{self.name(seat)} {'is connected again' if connected else 'lost the connection'}"
            case ev.CarriedPotTaken(seat, chips):
                what = (
                    f"the waiting pot of {chips:,}" if chips >= self.view.carried else f"{chips:,} of the waiting pot"
                )
                return f"{self.name(seat)} {f'gets {chips:,} back' if self.view.tournament else f'takes {what}'}"
            case ev.DealerDrawn():
                return self.tell_dealer(event)
            case _:
                assert_never(event)

    def tell_bank(self, event: ev.BankEvent) -> str:
        match event:
            case ev.BooksCorrected(by, reason, players):
                moved = ", ".join(f"{each.name} {format_signed(each.chips)}" for each in players)
                return f"{by} corrects the books: {moved} ({reason})"
            case ev.BuyInRequested(seat, chips):
                return f"{self.name(seat)} asks the host for {chips:,} chips"
            case ev.BuyInApproved(seat, chips, by):
                return f"{by} lets {self.name(seat)} have {chips:,} chips"
            case ev.BuyInDeclined(seat, chips, by):
                return f"{by} does not let {self.name(seat)} have {chips:,} chips"
            case _:
                assert_never(event)

    def tell_host(self, event: ev.HostEvent) -> str:
        match event:
            case ev.LastHandCalled(by, hand):
                which = "this" if self.view.playing and hand == self.view.hand else "the next"
                return f"{by} calls the last hand: none is dealt after {which} one"
            case ev.LastHandRevoked(by):
                return f"{by} takes the last hand back: the game goes on"
            case ev.NightEnding(by, now):
                return f"{by} ends the night{' after this hand' if self.view.playing and not now else ''}"
            case ev.PlayerKicked(by, seat):
                return f"{by} removes {self.name(seat)} from the table{self._after_hand(seat)}"
            case ev.SeatAssigned(by, seat, 0):
                return f"{by} lets {self.name(seat)} keep seat {seat}"
            case ev.SeatAssigned(by, seat, to):
                return f"{by} has {self.name(seat)} move to seat {to}{self._after_hand(seat)}"
            case ev.HostingHandedOver(by, _, host):
                return f"{by} hands the hosting over to {host}"
            case ev.Announced(by, text):
                return f"{by} announces: {text}"
            case ev.BanChanged(by, name, banned):
                return f"{by} bans {name} from the table" if banned else f"{by} lifts the ban on {name}"
            case ev.MuteChanged(by, name, muted):
                return f"{by} mutes {name}" if muted else f"{by} lets {name} chat again"
            case ev.SeatsLocked(by, locked):
                return f"{by} {'locks the table: nobody else may sit down' if locked else 'unlocks the table'}"
            case _:
                assert_never(event)

    def tell_rail(self, event: ev.RailEvent) -> str:
        match event:
            case ev.RailChanged(by, limit, speaks):
                heard = "and speak to the players" if speaks else "and the players do not read what they write"
                return f"{by} changes the rail: {RailTerms(limit).limit_text}{f', {heard}' if limit != 0 else ''}"
            case ev.RailConsentChanged(seat, on):
                sees = "lets the rail see their cards" if on else "does not let the rail see their cards any more"
                return f"{self.name(seat)} {sees}, from the next hand on"
            case _:
                assert_never(event)

    def tell_rotation(self, event: ev.RotationEvent) -> str:
        match event:
            case ev.ChoiceBegan(seat):
                return f"{self.name(seat)} names the next game"
            case ev.ChoiceEnded(seat, game, timed_out):
                name = self.name(seat)
                return f"{name} names no game in time: {game} again" if timed_out else f"{name} names {game}"
            case ev.GameSkipped(game, players):
                return f"{game} is passed over: it cannot be dealt to {players}"
            case ev.GameAnnounced(host, game, rotation):
                if rotation is None:
                    return f"{host} changes the game from the next hand on: {game.title}"
                return f"{host} changes the game from the next hand on: {rotation_name(rotation)}"
            case ev.GameChanged(game) if self.view.tournament:
                what = "the stakes are now" if game.id == self.view.game.id else f"the game is {game.title},"
                return f"{what} {game.stakes.with_ante}"
            case ev.GameChanged(game):
                return f"the game is {game.title}"
            case _:
                assert_never(event)

    def tell_private(self, event: ev.PrivateEvent) -> str | None:
        match event:
            case ev.YourCards(new=new):
                seat = self.view.you.seat
                upcards = self.view.own_seat.cards if self.view.own_seat else ()
                hidden = [card for card in new if card not in upcards]
                verb = "gets" if self.view.you.cards else "holds"
                return f"{self.name(seat)} {verb} {self.cards(hidden)}" if seat and hidden else None
            case ev.YourSeat() | ev.YourHand() | ev.YourTurn() | ev.YourOffers() | ev.YourOpenings() | ev.RailCards():
                return None
            case _:
                assert_never(event)

    def tell_progress(self, event: ev.ProgressEvent) -> str | None:
        match event:
            case ev.HandStarted(hand, button, _, carried, bomb_pot=bomb_pot):
                waiting = f" · {carried:,} already in the pot" if carried else ""
                bomb = " · bomb pot" if bomb_pot else ""
                return f"— hand {hand}{bomb} · {self.name(button)} has the button{waiting} —"
            case ev.Posted(chips=0):
                return None
            case ev.Posted(seat, post, chips, all_in=all_in):
                return f"{self.name(seat)} {POST_WORDS[post].format(f'{chips:,}')}{' all-in' * all_in}"
            case ev.StreetBegan(street, name):
                turned_up = self.view.game.family is Family.BOARD and street > 0
                return None if turned_up else self._street_heading(name)
            case ev.CardsDealt(seat, _, up):
                return f"{self.name(seat)} {self.cards(up)}" if up else None
            case ev.BoardDealt(cards):
                common = self.cards(cards)
                if self.view.game.family is not Family.BOARD:
                    return f"{common} is a common card for everybody"
                return self._street_heading(f"{self.view.street_name} {common}".strip())
            case ev.TurnBegan():
                return None
            case ev.PotsMade(pots):
                return self.tell_pots(pots) if len(pots) > 1 and pots != self.view.pots else None
            case ev.RakeTaken(chips):
                return f"the house takes {chips:,}"
            case ev.BetReturned(seat, chips):
                return f"{self.name(seat)} gets {chips:,} back, uncalled"
            case _:
                assert_never(event)

    def tell_act(self, event: ev.ActEvent) -> str:
        name = self.name(event.seat)
        match event:
            case ev.Folded(timed_out=timed_out):
                return f"{name} folds{', out of time' * timed_out}"
            case ev.Checked(timed_out=timed_out):
                return f"{name} checks{', out of time' * timed_out}"
            case ev.Called(chips=0):
                return f"{name} sees"
            case ev.Called(_, chips, _, all_in):
                return f"{name} calls {chips:,}{' all-in' * all_in}"
            case ev.Wagered(_, kind, _, to, all_in, full):
                short = "" if full else f" (not a full {'raise' if kind is WagerKind.RAISE else 'bet'})"
                return f"{name} {WAGER_WORDS[kind]} {to:,}{' all-in' * all_in}{short}"
            case ev.Drew(_, count, timed_out) if self.view.street_name == DISCARD:
                return f"{name} discards {count}{', out of time' * timed_out}"
            case ev.Drew(_, count, timed_out):
                return f"{name} {f'draws {count}' if count else 'stands pat'}{', out of time' * timed_out}"
            case _:
                assert_never(event)

    def tell_choice(self, event: ev.ChoiceEvent) -> str:
        match event:
            case ev.Declared(seat):
                return f"{self.name(seat)} has declared"
            case ev.DeclarationsShown(sides):
                return ", ".join(f"{self.name(seat)} goes {DECLARATION_WORDS[side]}" for seat, side in sides)
            case ev.Claimed(seat, hand_name):
                return f"{self.name(seat)} declares {hand_name}"
            case ev.RunChosen(seat, times):
                return f"{self.name(seat)} wants to run it {RUN_WORDS[times]}"
            case ev.RunBegan(run, times):
                return f"— run {run} of {times} —"
            case ev.OpenersShown(seat, cards, hand_name):
                return f"{self.name(seat)} shows openers {self.cards(cards)}: {hand_name}"
            case _:
                assert_never(event)

    def tell_showdown(self, event: ev.ShowdownEvent) -> str | None:
        match event:
            case ev.HandShown(seat, cards, hand_name):
                name = f": {hand_name}" if hand_name else ""
                return f"{self.name(seat)} shows {self.cards(cards)}{name}"
            case ev.HandMucked(seat):
                return f"{self.name(seat)} mucks"
            case ev.HandRenamed() | ev.WinningCards():
                return None
            case ev.PotAwarded():
                return self.tell_award(event)
            case ev.PassedOut(chips):
                what = "goes back to those who paid" if self.view.tournament else "waits for the next hand"
                return f"everybody passes, and the pot of {chips:,} {what}"
            case ev.HandEnded():
                return None
            case ev.HandVoided(hand, reason):
                return f"hand {hand} does not count, and all chips go back: {reason}"
            case _:
                assert_never(event)

    def tell_custom(self, event: ev.CustomEvent) -> str:
        match event:
            case ev.CardsShown(seat, shown):
                return f"{self.name(seat)} shows {self.cards(shown)}, and not the rest"
            case ev.RabbitHunted(seat, cards):
                return f"{self.name(seat)} hunts the rabbit: {self.cards(cards)} would have come"
            case ev.BlindsChopped(returned):
                return f"{' and '.join(self.name(seat) for seat, _ in returned)} chop the blinds"
            case ev.BountyPaid(seat, paid):
                payers = ", ".join(f"{chips:,} from {self.name(payer)}" for payer, chips in paid)
                return f"{self.name(seat)} wins the bounty for seven-deuce: {payers}"
            case ev.BombPotAsked(()):
                return "nobody asks for a bomb pot any more"
            case ev.BombPotAsked(seats):
                asks = "asks" if len(seats) == 1 else "ask"
                return f"{' and '.join(self.name(seat) for seat in seats)} {asks} for a bomb pot"
            case ev.BombPotAnnounced(chips, by, agreed):
                who = f"{by} calls" if by else "all agree on" if agreed else "it is time for"
                posts = f"everybody posts {chips:,}, and the betting begins after the flop"
                return f"{who} a bomb pot: in the next hand {posts}"
            case ev.BombPotPutOff(by):
                return f"{by} calls the bomb pot off" if by else "the bomb pot waits for a game with a board"
            case _:
                assert_never(event)

    def tell_fair_deal(self, event: ev.FairDealEvent) -> str | None:
        """Names the players whose seeds were not opened in time; all else of a fair deal goes without saying."""
        if not isinstance(event, ev.DealCommitted):
            return None
        late = [self.name(share.seat) for share in event.seeds if share.seed is None]
        return f"the deck is shuffled without the seed of {' and '.join(late)}, which came too late" if late else None

    def tell_dealer(self, event: ev.DealerDrawn) -> str:
        by_seat: dict[int, list[Card]] = {}
        for seat, card in event.cards:
            by_seat.setdefault(seat, []).append(card)
        drawn = ", ".join(f"{self.name(seat)} {self.cards(held)}" for seat, held in by_seat.items())
        method = "the first jack" if event.first_jack else "high card"
        return f"{method} deals: {drawn}; {self.name(event.seat)} has the button"

    def tell_award(self, event: ev.PotAwarded) -> str:
        half = {ev.Side.WHOLE: "", ev.Side.HIGH: " for the high hand", ev.Side.LOW: " for the low hand"}[event.side]
        where = f" from {pot_name(event.pot)}" if len(self.view.pots) > 1 else ""
        odd = ", the odd chip included" if event.odd == 1 else f", {event.odd} odd chips included" if event.odd else ""
        words = f" with {event.hand_name}" if event.hand_name else ""
        run = f" of run {event.run}" if event.run else ""
        return f"{self.name(event.seat)} wins {event.chips:,}{where}{half}{run}{words}{odd}"

    def tell_pots(self, pots: tuple[ev.Pot, ...]) -> str:
        sides = (
            f"side pot {index}: {pot.chips:,} ({', '.join(self.name(seat) for seat in pot.seats)})"
            for index, pot in enumerate(pots[1:], start=1)
        )
        return " · ".join([f"main pot: {pots[0].chips:,}", *sides])

    def _street_heading(self, what: str) -> str:
        pot = f" — pot {self.view.total_pot:,}" if self.view.total_pot else " —"
        return f"— {what}{pot}"

    def _after_hand(self, seat: int) -> str:
        held = self.view.at(seat)
        return " after this hand" if self.view.playing and held is not None and held.in_hand else ""


TELLERS: dict[type[Event], Callable[[_Narrator, Any], str | None]] = {
    kind: tell
    for part, tell in (
        (ev.TimeEvent, _Narrator.tell_time),
        (ev.SeatingEvent, _Narrator.tell_seating),
        (ev.SeatEvent | ev.CarriedPotTaken | ev.DealerDrawn, _Narrator.tell_seat),
        (ev.BankEvent, _Narrator.tell_bank),
        (ev.HostEvent, _Narrator.tell_host),
        (ev.RailEvent, _Narrator.tell_rail),
        (ev.RotationEvent, _Narrator.tell_rotation),
        (ev.PrivateEvent, _Narrator.tell_private),
        (ev.ProgressEvent, _Narrator.tell_progress),
        (ev.ActEvent, _Narrator.tell_act),
        (ev.ChoiceEvent, _Narrator.tell_choice),
        (ev.ShowdownEvent, _Narrator.tell_showdown),
        (ev.CustomEvent, _Narrator.tell_custom),
        (ev.FairDealEvent, _Narrator.tell_fair_deal),
    )
    for kind in get_args(part)
}
"""The method that tells each type of event."""
