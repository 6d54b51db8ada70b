"""Words about a table: its next hand, its seats, a pause or a vote, its rail, and the chances of known hands."""

from __future__ import annotations

from math import ceil

from railbird_client.drawing.text_roles import capitalize
from railbird_client.table.turn.time_left import ServerClock
from railbird_client.table.view_models import Chance
from railbird_shared.game.announced_game import Family
from railbird_shared.game.catalogue import find_game
from railbird_shared.game.rotation import ChosenGame
from railbird_shared.history.narration import minutes_text, vote_subject
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import ChangeSeat
from railbird_shared.protocol.messages import HandChances
from railbird_shared.protocol.view import WHOLE, SeatView, SpotChances, TableView, percent_words, votes_needed


def names_game(view: TableView) -> bool:
    """Whether the viewer is to name the next game."""
    return view.choosing is not None and view.choosing.seat == view.you.seat


def who_names_game(view: TableView) -> str:
    """Returns who is to name the next game, in a few words; empty while nobody is asked for it."""
    if view.choosing is None:
        return ""
    if names_game(view):
        return "You name the next game"
    chooser = view.at(view.choosing.seat)
    return f"{chooser.name if chooser else 'The dealer'} names the next game"


def seconds_to_name(view: TableView, clock: ServerClock, now: float) -> int | None:
    """Returns in how many seconds the next game has to be named; None while nobody is asked for it."""
    return max(0, ceil(clock.seconds_until(view.choosing.deadline, now))) if view.choosing else None


def named_game(chosen: ChosenGame) -> str:
    """Returns a game as a list names it."""
    game = find_game(chosen.game)
    name = game.name if game.id == chosen.game else chosen.game
    return f"{name}, {chosen.wild} wild" if chosen.wild else name


def bomb_pot_words(view: TableView) -> str:
    """Returns in a few words that a bomb pot is played, comes or is asked for; empty while none of it is so."""
    if view.next_bomb_pot:
        return f"next: bomb pot, {view.next_bomb_pot:,} each"
    if view.playing and view.bomb_pot:
        return "bomb pot"
    people = sum(not seat.bot and not seat.sitting_out and seat.stack + seat.bet > 0 for seat in view.occupied)
    return f"bomb pot? {len(view.bomb_pot_asked)} of {people}" if view.bomb_pot_asked else ""


def place_in_line(view: TableView, name: str) -> int:
    """Returns the place on the waiting list of the player of that name, from 1 on; 0 if they do not wait."""
    names = [waiter.name for waiter in view.waiting]
    return names.index(name) + 1 if name in names and view.you.seat is None else 0


def must_wait(view: TableView) -> bool:
    """Whether who comes now has to wait for a seat: none is free, or those who wait already take what is free."""
    most = len(view.seats) if view.rotation else min(len(view.seats), view.game.max_seats)
    return most - len(view.occupied) <= len(view.waiting)


def free_seats(view: TableView) -> tuple[int, ...]:
    """Returns the numbers of the seats where nobody sits."""
    return tuple(number for number, seat in enumerate(view.seats, start=1) if seat is None)


def get_offers(view: TableView) -> Offers:
    """Returns what the viewer may ask for; nothing on the rail."""
    return Offers() if view.you.seat is None else view.you.offers


def can_move(view: TableView) -> bool:
    """Whether the viewer has a seat, and there is another to move to."""
    return view.you.seat is not None and not view.tournament and bool(free_seats(view))


def move_to(view: TableView, number: int) -> ChangeSeat:
    """Returns the command that moves the viewer to a seat, or has them stay if they move there already."""
    return ChangeSeat(seat=0 if number == get_offers(view).moves_to else number)


def neighbours(view: TableView, number: int) -> str:
    """Returns between whom a seat lies, from the one who acts before it; the viewer is left out."""
    places = len(view.seats)
    order = [(number + step - 1) % places + 1 for step in range(1, places)]
    names = [seat.name for place in order if (seat := view.at(place)) and place != view.you.seat]
    if not names:
        return "nobody else sits here"
    return f"beside {names[0]}" if len(names) == 1 else f"between {names[-1]} and {names[0]}"


def rail_text(view: TableView, name: str) -> str:
    """Returns what who watches is told: how they come to a seat, or how long they wait for one."""
    if view.tournament:
        return "You are watching a tournament: [^T] shows its clock and places."
    place = place_in_line(view, name)
    if place:
        number = f"number {place} of {len(view.waiting)}" if len(view.waiting) > 1 else "first in line"
        if view.seats_locked:
            return f"The table is locked; you are {number}."
        missed = view.waiting[place - 1].passed_over
        return f"A seat came while you were away; {number}." if missed else f"You wait for a seat, {number}."
    if view.seats_locked:
        return "You are watching; the table is locked."
    if must_wait(view):
        return "All seats are taken: [S] waits for one."
    return "You are watching: press [S] to take a seat."


def is_broke(seat: SeatView, view: TableView) -> bool:
    """Whether a player has no chips left, neither in their stack nor in the hand."""
    return not seat.stack and not (view.playing and seat.in_hand)


def own_status(view: TableView, name: str) -> str:
    """Returns what the viewer should know of their seat or of the way to one, in a sentence, empty for nothing."""
    seat = view.own_seat
    if seat is None:
        return rail_text(view, name)
    if seat.requested:
        return f"You asked for {seat.requested:,}. {view.host} has to agree."
    if is_broke(seat, view):
        more = "[^T] shows the tournament" if view.tournament else "press [+] to buy more"
        return f"You have no chips left: {more}."
    if seat.sitting_out and view.tournament:
        return "You are away, and your hands are folded: press [S] to come back."
    if seat.sitting_out and view.playing and seat.live:
        return "You sit out after this hand."
    if seat.sitting_out:
        return "You sit out: press [S] to come back."
    if number := get_offers(view).moves_to:
        return f"You move to seat {number} before the next hand."
    posts = view.you.offers.post
    if posts is not None and not (view.playing and seat.in_hand):
        return "You post as soon as you can." if posts else "You wait for the big blind: press [I] to post."
    is_left_out = view.playing and view.turn is not None and not seat.in_hand
    return "You are dealt in from the next hand." if is_left_out else ""


def seat_news(event: ev.PublicEvent | ev.PrivateEvent, before: TableView, view: TableView, name: str) -> str:
    """Returns what a player has to know of an event about their own seat or place in line; `view` is after it."""
    own = view.own_seat
    match event:
        case ev.PlayerKicked(by=by, seat=seat) if before.you.seat == seat:
            when = "you leave it after this hand" if own is not None else "you watch from the rail now"
            return f"{by}, the host, removes you from the table: {when}."
        case ev.WaitingListJoined(waiting, makes_room=True) if waiting == name:
            return "A bot makes room for you: you take its seat after its hand."
        case ev.WaitingListLeft(waiting, by=by) if waiting == name and by:
            return f"{by} took you off the waiting list."
        case ev.WaitingListLeft(waiting, reason) if waiting == name and reason:
            return f"You wait for a seat no longer. {reason.replace('They were', 'You were', 1)}"
        case ev.PlayerSat(seat, sat) if sat == name and own is not None and own.seat == seat:
            chips = f" with {own.stack:,} chips" if own.stack else ""
            return f"Your turn on the waiting list has come: you have seat {seat}{chips}."
        case ev.SeatChanged(to=to, owes_blinds=owes) if own is not None and own.seat == to:
            blinds = " You wait for the big blind there, or post it ([I])." if owes else ""
            return f"You have moved to seat {to}.{blinds}"
        case _:
            return ""


def clock_news(event: ev.PublicEvent, own: SeatView, view: TableView) -> str:
    """Returns what a player has to know of an event of the clock at their own seat; `view` is after it."""
    match event:
        case ev.Folded(timed_out=True):
            return "Your time ran out, and your hand was folded."
        case ev.Checked(timed_out=True):
            return "Your time ran out, and you checked."
        case ev.Drew(timed_out=True):
            return "Your time ran out, and the draw was made for you."
        case ev.TimeBankStarted():
            return f"The clock has run out: your time bank has {own.time_bank // 1000} seconds."
        case ev.SatOut() if not is_broke(own, view):
            return "Your time ran out in several turns, so you sit out: press [S] to come back."
        case ev.SeatExpiring(left=left) if own.requested and is_broke(own, view):
            return f"{view.host} has to agree to your chips within {left // 1000} seconds, or you give up your seat."
        case ev.SeatExpiring(left=left):
            way_back = "press [+] to buy chips" if is_broke(own, view) else "press [S] to come back"
            return f"You give up your seat within {left // 1000} seconds unless you come back: {way_back}."
        case _:
            return ""


def can_vote(view: TableView) -> bool:
    """Whether a vote runs in which the viewer has a voice."""
    return view.vote is not None and view.you.seat is not None


def time_words(view: TableView, clock: ServerClock, now: float) -> str:
    """Returns in a few words that the table is paused, has a break or votes; empty while none of it is so."""
    return " · ".join(part for part in (_pause_words(view, clock, now), _vote_words(view, clock, now)) if part)


def owner_words(view: TableView) -> str:
    """Returns whether the owner of the server plays here, empty where no two people do."""
    if sum(not seat.bot for seat in view.occupied) < 2:
        return ""
    known = "owner plays" if view.owner_seat is not None else "owner does not play"
    return known if view.owner_known else "owner not known"


def owner_sentence(view: TableView) -> str:
    """Returns whether the owner of the server plays here, and what that means."""
    if view.owner_seat is not None:
        return f"{view.name_at(view.owner_seat)} plays here, owns the server, and could read all cards on it."
    known = "does not play here" if view.owner_known else "is not known"
    return f"The owner of the server {known}; an owner could read all cards on it."


def time_caption(view: TableView, clock: ServerClock, now: float) -> str:
    """Returns a caption beside the buttons: a vote, the pause, who names the next game, or when its hand comes."""
    seconds = seconds_to_name(view, clock, now)
    words = _next_hand_words(view, clock, now) if seconds is None else f"{who_names_game(view)}: {seconds} s left"
    vote = "" if can_vote(view) else _vote_words(view, clock, now)  # the question on the table tells it
    return capitalize(vote or _pause_words(view, clock, now) or words)


def _next_hand_words(view: TableView, clock: ServerClock, now: float) -> str:
    seconds = ceil(clock.seconds_until(view.next_hand_at or 0, now))
    if not seconds:
        return ""
    bomb_pot = f": a bomb pot, everybody posts {view.next_bomb_pot:,}" if view.next_bomb_pot else ""
    return f"{'next' if view.hand else 'first'} hand in {seconds} s{bomb_pot}"


def _pause_words(view: TableView, clock: ServerClock, now: float) -> str:
    pause = view.pause
    if pause is None:
        return f"break of {minutes_text(view.coming_break)} after this hand" if view.coming_break else ""
    if pause.ends is not None:
        seconds = ceil(clock.seconds_until(pause.ends, now))
        return f"break: {seconds // 60}:{seconds % 60:02} left"
    minutes = int(clock.seconds_since(pause.since, now) // 60)
    length = f" for {minutes_text(minutes)}" if minutes else ""
    return f"paused by {pause.by}{length}"


def _vote_words(view: TableView, clock: ServerClock, now: float) -> str:
    vote = view.vote
    if vote is None:
        return ""
    people = sum(not seat.bot for seat in view.occupied)
    seconds = ceil(clock.seconds_until(vote.ends, now))
    return f"vote {vote_subject(vote.minutes)}: {len(vote.yes)} of {votes_needed(people)}, {seconds} s"


def is_shown_to_rail(view: TableView) -> bool | None:
    """Whether the player lets the rail see their cards; None without a seat, or where it sees none."""
    seat = view.own_seat
    return None if seat is None or not view.rail.is_delayed else seat.shown_to_rail


def watching_text(view: TableView, watchers: int) -> str:
    """Returns how many watch and how far they are behind; empty where nobody does."""
    behind = behind_text(view)
    return f"{watchers} watching, {behind}" if behind else f"{watchers} watching" if watchers else ""


def behind_text(view: TableView) -> str:
    """Returns how far behind the viewer is; empty with a seat and where the rail is live."""
    return f"{view.rail.delay_text} behind" if view.rail.is_delayed and view.you.seat is None else ""


_NUMBER_WORDS = ("no", "one", "two", "three", "four", "five")


def find_chances(view: TableView | None, told: HandChances | None, run: int = 0) -> SpotChances | None:
    """Returns the chances of the hands at a table, None where nobody has told them, or once a pot is won.

    `run` is the board that is dealt where there are several, 0 for the only one.
    """
    if view is None or told is None or told.hand != view.hand or not view.playing:
        return None
    if not run and any(seat.won for seat in view.occupied):
        return None
    return next((spot for spot in told.spots if spot.holds_for(view, run)), None)


def chances_by_seat(spot: SpotChances | None, view: TableView) -> dict[int, Chance]:
    """Returns the chance of every live seat, none where nobody has told them."""
    if spot is None:
        return {}
    return {
        seat: Chance(view.name_at(seat), percent_words(share, estimate=spot.estimate), share / WHOLE)
        for seat, share in spot.shares
    }


def best_first(chances: dict[int, Chance]) -> tuple[Chance, ...]:
    """Returns the chances, the best first."""
    return tuple(sorted(chances.values(), key=lambda chance: -chance.part))


def chances_sentence(spot: SpotChances, view: TableView) -> str:
    """Returns the chances as the log tells them: "Chances: Wren 69%, Kestrel 29%, Finch 2%"."""
    told = ", ".join(f"{chance.name} {chance.words}" for chance in best_first(chances_by_seat(spot, view)))
    return f"Chances: {told}"


def chances_caption(spot: SpotChances, view: TableView) -> str:
    """Returns what the chances are of, in words."""
    held = max((len(seat.cards) for seat in view.occupied if seat.live), default=0)
    stud = view.game.family is Family.STUD
    left = view.game.cards - held - len(view.board) if stud else view.game.board - len(view.board)
    if left <= 0:
        return "the shares of those still in"
    count = _NUMBER_WORDS[left] if left < len(_NUMBER_WORDS) else str(left)
    cards = f"{count} card{'' if left == 1 else 's'}{' each' if stud else ''} to come"
    return f"chances of those still in, with {cards}{', estimated' if spot.estimate else ''}"


def has_enough_players(view: TableView) -> bool:
    """Whether enough players are ready for a hand."""
    return sum(not seat.sitting_out and seat.stack > 0 for seat in view.occupied) > 1
