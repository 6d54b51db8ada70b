"""Finished hands told again: replayed from their record, and split by the audience as when they were played.

A history is made of public events and of those private to one seat; no other event of the hand has a way into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from railbird_server.rules.events import Dealt
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Setup
from railbird_server.table import audience
from railbird_server.table.all_in_reveal import OpenHands, OpenSpot
from railbird_server.table.hand_in_progress import EndedHand, HandInProgress
from railbird_server.table.inputs import FullEvent, PlayerIdentity
from railbird_shared.history.hand_history import CalledAllIn, HandHistory, Tally
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.table_limits import MIN_SEATS
from railbird_shared.protocol.view import WHOLE, SeatView, SpotChances, TableView, You

ChancesOf = Callable[[tuple[OpenSpot, ...]], tuple[SpotChances, ...]]
"""Finds the chances of spots, which may take a quarter of a second for each."""


class HandUnreadable(Exception):
    """A kept hand that the rules of today play otherwise than it was played."""


class RetoldHand(NamedTuple):
    """A finished hand after its replay, with all its events, hidden cards included."""

    hand: HandInProgress
    events: tuple[FullEvent, ...]


class KnownTable(NamedTuple):
    """The table of a hand in a history: its id, its name and how many seats it has."""

    id: str
    name: str
    seats: int = 0


def retell(ended: EndedHand, digest: str = "") -> RetoldHand:
    """Replays a finished hand; raises HandUnreadable unless it comes out as it was played, by its `digest` if known."""
    try:
        current, events = HandInProgress.played_again(ended)
    except Exception as error:  # noqa: BLE001  whatever has changed since, the hand cannot be told
        raise HandUnreadable(str(error)) from None
    if current.fault or (digest and current.digest != digest):
        raise HandUnreadable(current.fault or "The hand does not come out as it was played.")
    return RetoldHand(current, tuple(events))


def history_of(
    told: RetoldHand, players: Mapping[int, PlayerIdentity], viewer: int | None, table: KnownTable, ended_at: int
) -> HandHistory:
    """Returns a hand as the player of the seat `viewer` may know it, or with None as the rail does.

    `players` sat in its seats; `ended_at` is in seconds since the beginning of 1970, UTC.
    """
    setup = told.hand.setup
    return HandHistory(
        table.id,
        setup.number,
        ended_at,
        view_before(told.hand.hand, players, viewer, table),
        tuple(_events_for(told.events, viewer)),
    )


def view_before(hand: Hand, players: Mapping[int, PlayerIdentity], viewer: int | None, table: KnownTable) -> TableView:
    """Returns the table as it lay before a hand, with those who were dealt in."""
    setup = hand.setup
    stacks = {entrant.seat: entrant.stack for entrant in setup.entrants}
    seats: list[SeatView | None] = [None] * max(table.seats, setup.button, *stacks, MIN_SEATS)
    for seat, stack in stacks.items():
        player = players.get(seat)
        name, bot = (player.name, player.bot) if player else (f"seat {seat}", False)
        seats[seat - 1] = SeatView(seat, name, stack, bot=bot, bought_in=stack)
    return TableView(
        table=table.id,
        name=table.name,
        host="",
        game=setup.game,
        rules=hand.variant.rules,
        min_buy_in=0,
        max_buy_in=0,
        buy_in=0,
        seats=tuple(seats),
        carried=setup.carried,
        you=You(viewer),
    )


def _events_for(events: Iterable[FullEvent], viewer: int | None) -> Iterator[ev.PublicEvent | ev.PrivateEvent]:
    """Yields what a viewer was told; their own new cards come after the cards that all were dealt with them."""
    own_cards: list[ev.PrivateEvent] = []
    for event in events:
        parts = audience.split([event])
        private = parts.private.get(viewer, ()) if viewer is not None else ()
        if not isinstance(event, Dealt):
            yield from own_cards
            own_cards = []
        yield from parts.public
        if isinstance(event, Dealt):
            own_cards += private
        else:
            yield from private
    yield from own_cards


def pot_of(told: HandInProgress) -> int:
    """Returns all chips that were in the pots of a hand that is over, those of an earlier hand included."""
    hand = told.hand
    return sum(player.won for player in hand.players.values()) + hand.raked + hand.carried


def results_of(told: HandInProgress) -> dict[int, int]:
    """Returns what each seat of a hand that is over has won, bounties included, negative if it lost."""
    won = {entrant.seat: told.hand.stacks[entrant.seat] - entrant.stack for entrant in told.setup.entrants}
    for bounty in told.bounties:
        for seat, chips in bounty.paid:
            won[seat] -= chips
            won[bounty.seat] += chips
    return won


def came_to_showdown(told: HandInProgress) -> bool:
    """Whether two or more players had not folded in the end of a hand that counts and was not passed out."""
    left = sum(not player.folded for player in told.hand.players.values())
    return left > 1 and not any(
        isinstance(event, ev.HandVoided | ev.PassedOut | ev.BlindsChopped) for event in told.last_events
    )


def tally_hand(told: RetoldHand) -> dict[int, Tally]:
    """Returns what each seat did in a hand, from its public events alone; nothing for a hand that does not count."""
    net, folded, seen = results_of(told.hand), set[int](), set[int]()
    done = {seat: Counter[str]() for seat in net}
    street, is_given_up = 0, False
    had_turn = {
        event.seat
        for event in told.events  # the bring-in is made in a turn of a betting round, too
        if isinstance(event, ev.Folded | ev.Checked | ev.Called | ev.Wagered)
        or (isinstance(event, ev.Posted) and event.post is ev.Post.BRING_IN)
    }
    for event in told.events:
        match event:
            case ev.StreetBegan(street=street):
                seen = seen or (net.keys() - folded if street else seen)
            case ev.Called(seat=seat, chips=chips) if chips:
                done[seat]["calls" if street else "entered"] += 1
            case ev.Wagered(seat=seat):
                done[seat]["wagers" if street else "raised"] += 1
            case ev.Folded(seat=seat):
                folded.add(seat)
            case ev.PotAwarded(seat=seat):
                done[seat]["won"] += 1
            case ev.PassedOut() | ev.BlindsChopped():
                is_given_up = True
            case ev.HandVoided():
                return {}
    left = set[int]() if is_given_up else net.keys() - folded
    contenders = left if len(left) > 1 else set[int]()
    walked = set[int]() if contenders or told.hand.setup.bomb_pot else net.keys() - had_turn
    return {
        seat: Tally(
            hands=1,
            bomb_pots=int(told.hand.setup.bomb_pot > 0),
            entered=bool(count["entered"] or count["raised"]),
            raised=bool(count["raised"]),
            wagers=count["wagers"],
            calls=count["calls"],
            showdowns=seat in contenders,
            showdowns_won=seat in contenders and bool(count["won"]),
            net=net[seat],
            walks=seat in walked,
            flops=seat in seen | contenders,
        )
        for seat, count in done.items()
    }


def position_of(setup: Setup, seat: int) -> str:
    """Returns the position of a seat, empty in a hand without a big blind."""
    posts = {setup.big_blind: "big blind", setup.small_blind: "small blind", setup.button: "button"}
    if setup.big_blind is None:
        return ""
    if seat in posts:
        return posts[seat]
    others = [entrant.seat for entrant in setup.entrants if entrant.seat not in posts]
    behind = len(others) - 1 - others.index(seat)
    return _LATE[behind] if behind < len(_LATE) else "middle" if behind < len(others) // 2 + 1 else "early"


_LATE = ("cutoff", "hijack")


def called_all_in(
    told: RetoldHand, players: Mapping[int, PlayerIdentity], seat: int, find: ChancesOf
) -> CalledAllIn | None:
    """Returns the chance of a seat where the hand was open for everybody with cards to come, None where it was not."""
    known = history_of(told, players, None, KnownTable("", ""), 0)
    hand = told.hand.hand
    open_hands = tuple(OpenHands(known.view, cards_to_come=True).follow(known.events, hand.variant))
    own = next((each for each in open_hands[0].spot.hands if each.seat == seat), None) if open_hands else None
    if own is None:
        return None
    chance, net = dict(find(open_hands[:1])[0].shares)[seat], results_of(told.hand)[seat]
    expected = round(sum(player.won for player in hand.players.values()) * chance / WHOLE)
    return CalledAllIn(hand.setup.number, own.cards, chance, net, net - hand.players[seat].won + expected)
