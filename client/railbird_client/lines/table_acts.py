"""The words of a table besides the turn: seats and chips, customs, breaks and games, and all that its host does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from railbird_client.drawing.canvas import Press
from railbird_client.lines.replies import (
    NO_TABLE,
    OFF,
    Asked,
    Player,
    Reader,
    Reply,
    Sentence,
    TableReader,
    Word,
    either,
    find_name,
    is_at_table,
    is_seated,
    number_in,
    split_number,
    sure,
)
from railbird_client.lines.speech import speak
from railbird_client.lines.turn_words import press
from railbird_client.player_requests import ScreenRequest
from railbird_client.table import table_words
from railbird_client.table.departure import Departure
from railbird_client.table.prompts import WISHES, AmountPrompt, ChoicePrompt, refusal_of, request_of
from railbird_client.table.questions import requests_to_host
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_shared.game import catalogue
from railbird_shared.game.rotation import ChosenGame, rotation_of
from railbird_shared.protocol import commands
from railbird_shared.protocol import host_commands as hosts
from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.view import SeatView, TableView
from railbird_shared.text.text_cleaning import clean_chat, clean_name


def request(player: Player, key: Press, rest: str = "") -> Reply:
    """Returns what a key of the table asks for, with the number or the name that follows."""
    if player.view is None:
        return NO_TABLE
    asked, number = request_of(key, player.view, player.name), number_in(rest)
    match asked:
        case None | str():
            nothing = "That is of no use now" if is_seated(player) else "Take a seat first: say sit"
            return Sentence(speak(asked or nothing))
        case AmountPrompt():
            limits = asked.asked.limits(player.view)
            amount = limits.usual if number is None else number
            if asked.is_allowed(amount):
                return (asked.asked.command(player.view, amount),)
            return Sentence(speak(f"{asked.question.rstrip(':.')}. Say a number from {asked.limits_text}"))
        case ChoicePrompt():
            options = asked.choice.options(player.view)
            place = find_name(rest, [each.words for each in options.values()]) if number is None else None
            number = number if place is None else list(options)[place]
            return (options[number].command,) if number in options else Sentence(speak(asked.question))
        case _:
            return (asked,)


def _key(key: TableKey) -> Reader:
    return lambda player, rest: request(player, key, rest)


# --- seats and chips


def sit_down(player: Player, rest: str) -> Reply:
    """Takes a seat at the table, any or that of a number, with the chips after it."""
    view, (words, chips) = player.view, split_number(rest)
    if view is None:
        return NO_TABLE
    if (seat := view.own_seat) is not None:
        taken = f"You have seat {seat.seat} already: say move and a number, away, or stand."
        return _come_back(player, "") if seat.sitting_out else Sentence(taken)
    if table_words.place_in_line(view, player.name):
        return Sentence(speak(table_words.own_status(view, player.name)))
    number, free = number_in(words or rest), table_words.free_seats(view)
    if number is None or table_words.must_wait(view):
        return request(player, TableKey.SIT)
    if number not in free:
        return Sentence(f"Seat {number} is not free. Say sit {either(map(str, free))}.")
    return request(player, SeatClick(number), f"{chips}" if words else "")


def _stand(player: Player, _: str) -> Reply:
    """Stands pat in a draw, else gives up the seat, or the place on the waiting list."""
    view, turn = player.view, player.turn
    if turn is not None and turn.is_drawing:
        return press(turn, TableKey.STAND_PAT, "pat")
    if view is None or view.own_seat is None:
        waits = view is not None and table_words.place_in_line(view, player.name) > 0
        return (commands.LeaveWaitingList(),) if waits else Sentence("You have no seat.")
    return sure(Departure(view).question("Give up your seat and watch?"), (commands.Stand(),))


def _leave(player: Player, _: str) -> Reply:
    gone: Reply = (commands.Leave(),)
    if player.view is None:
        return Sentence("You are at no table: say quit to leave the server.")
    return sure(player.leave_question, gone) if player.leave_question else gone


def _come_back(player: Player, _: str) -> Reply:
    seat = player.view.own_seat if player.view is not None else None
    return request(player, TableKey.SIT) if seat and seat.sitting_out else Sentence("You do not sit out.")


def _sit_out(player: Player, _: str) -> Reply:
    seat = player.view.own_seat if player.view is not None else None
    return request(player, TableKey.SIT) if seat and not seat.sitting_out else Sentence("You are not playing.")


def _top_up(player: Player, rest: str) -> Reply:
    """Is topped up between hands from now on, or no longer; without a word to what comes after what is so now."""
    asked = request(player, TableKey.AUTO_TOP_UP)
    is_named = rest.lower() in set(TopUpTo) and not isinstance(asked, Sentence)
    return (hosts.AutoTopUp(to=TopUpTo(rest.lower())),) if is_named else asked


def _move(player: Player, rest: str) -> Reply:
    """Moves to a seat, or has a player move who is named before it, as the host."""
    view, (name, number) = player.view, split_number(rest)
    is_own = name.lower() in {"", "to", "seat", "to seat"}
    if view is not None and not is_own and not view.you.is_host:
        return Sentence("Only the host moves others: say move and a number to move yourself.")
    if view is None or number is None or number not in table_words.free_seats(view):
        free = either(map(str, table_words.free_seats(view))) if view and table_words.can_move(view) else ""
        return Sentence(f"Say move and a free seat: {free}.") if free else request(player, TableKey.MOVE)
    if not is_own:
        return _about(lambda seat: (hosts.MovePlayer(seat=seat.seat, to=number),))(view, name)
    return request(player, SeatClick(number))


# --- customs, cards and time


def _wish(key: TableKey, *, on: bool = True) -> Reader:
    """Returns the meaning of a custom that the player asks for, or with "off" no longer."""

    def read(player: Player, rest: str) -> Reply:
        if player.view is None or WISHES[key].wished(player.view) is None:
            return request(player, key)
        return (WISHES[key].command(on=on and rest.lower() not in OFF),)

    return read


def _wait(player: Player, _: str) -> Reply:
    """Waits for the big blind, or without a seat for one."""
    return _wish(TableKey.POST_BLIND, on=False)(player, "") if is_seated(player) else sit_down(player, "")


def _bomb(player: Player, rest: str) -> Reply:
    """Asks for a bomb pot, as its key does; with "now" the host has everybody play one."""
    view, said = player.view, rest.lower()
    calls = said == "now" or (view is not None and view.next_bomb_pot and said in OFF)
    if calls and view is not None and view.you.is_host and view.rules.bomb_pot:
        return (commands.CallBombPot(on=said == "now"),)
    return _wish(TableKey.BOMB_POT)(player, rest)


def _show(player: Player, rest: str) -> Reply:
    """Shows all cards, or those at these places, as dealt."""
    if player.view is None:
        return NO_TABLE
    if refusal := refusal_of(TableKey.SHOW_HAND, player.view):
        return Sentence(speak(refusal))
    held, places = player.view.you.cards, {int(each) for each in re.findall(r"\d{1,2}", rest, re.ASCII)}
    cards = tuple(card for place, card in enumerate(held, 1) if place in places)
    if len(cards) < len(places) or (places and not table_words.get_offers(player.view).show_one):
        return Sentence(f"Say show for all cards, or show and places from 1 to {len(held)}.")
    return (commands.ShowHand(cards=cards),)


def _deal_on(player: Player, _: str) -> Reply:
    is_asked = player.view is not None and table_words.get_offers(player.view).deal_on
    return (commands.DealOn(),) if is_asked else Sentence("Nobody waits for you; your cards stay hidden.")


def _pause(player: Player, _: str) -> Reply:
    is_paused = player.view is not None and player.view.pause is not None
    return Sentence("The table is paused already: say go.") if is_paused else request(player, TableKey.PAUSE)


def _go_on(player: Player, _: str) -> Reply:
    view = player.view
    stands = view is not None and (view.pause is not None or bool(view.coming_break) or bool(view.tournament))
    return request(player, TableKey.PAUSE) if stands else Sentence("The table is not paused.")


def _break(player: Player, rest: str) -> Reply:
    votes = player.view is not None and table_words.can_vote(player.view)
    return Sentence("A vote runs: say vote yes or vote no.") if votes else request(player, TableKey.BREAK, rest)


def _vote(player: Player, rest: str) -> Reply:
    if player.view is None or not table_words.can_vote(player.view):
        return Sentence("There is no vote. Say break to ask for a break.")
    said = {"yes": True, "no": False}.get(rest.lower())
    return Sentence("Say vote yes or vote no.") if said is None else (commands.Vote(on=said),)


def _game(player: Player, rest: str) -> Reply:
    """Tells the rules, or names a game: a bet may follow its name, and then wild cards after the word wild."""
    view = player.view
    if view is None or not rest:
        return Asked("game")
    if refusal := refusal_of(TableKey.NAME_GAME, view):
        return Sentence(speak(refusal))
    typed, _, wild = rest.partition(" wild ")
    name, bet = split_number(typed)
    named = table_words.names_game(view) and view.rotation is not None
    choices: Sequence[catalogue.TableChoice] = catalogue.CHOICES
    if named and view.rotation is not None:
        choices = [catalogue.find_game(chosen.game) for chosen in view.rotation.games]
    found = catalogue.find_game_name(name, choices) or catalogue.find_game_name(typed, choices)
    if found is None:
        return Sentence(speak(catalogue.unknown_game(name, choices)))
    if named and view.rotation is not None:
        chosen = view.rotation.games[list(choices).index(found)]
        return (commands.ChooseGame(chosen=replace(chosen, bet=bet or chosen.bet, wild=wild or chosen.wild)),)
    if isinstance(found, catalogue.Mix):
        return (commands.ChangeGame(rotation=rotation_of(found, bet or 0)),)
    return (commands.ChangeGame(chosen=ChosenGame(found.id, bet=bet or 0, wild=wild)),)


# --- the host


def _host(read: TableReader, example: str = "", works: Callable[[TableView], bool] = lambda _: True) -> Word:
    """Returns a word of the host alone."""

    def works_now(player: Player) -> bool:
        return player.view is not None and player.view.you.is_host and works(player.view)

    def reads(player: Player, rest: str) -> Reply:
        if player.view is None:
            return NO_TABLE
        return read(player.view, rest) if player.view.you.is_host else Sentence("Only the host of the table does that.")

    return Word(works_now, reads, example)


def _about(read: Callable[[SeatView], Reply]) -> TableReader:
    """Returns the meaning of an act about a player, whom a seat or a name tells."""

    def reads(view: TableView, rest: str) -> Reply:
        seats = view.seats if rest.isdecimal() else view.occupied
        place = find_name(rest, [seat.name if seat else "" for seat in seats])
        seat = seats[place] if place is not None else None
        return read(seat) if seat else Sentence("Say the name or the seat of a player after it: players tells them.")

    return reads


def _named(command: Callable[[str], ScreenRequest], question: str = "") -> TableReader:
    """Returns the meaning of an act about somebody by name, who may be on the rail or gone, after a question if any."""

    def reads(view: TableView, rest: str) -> Reply:
        seats = [seat.name if seat else "" for seat in view.seats]
        people = [*seats, *(each.name for each in view.waiting), *view.banned, *view.muted]
        place = find_name(rest, seats if rest.isdecimal() else people)
        name = people[place] if place is not None else "" if rest.isdecimal() else clean_name(rest)
        act: Reply = (command(name),)
        return Sentence("Say a name after it.") if not name else sure(question.format(name), act) if question else act

    return reads


def answer_chips(*, approve: bool) -> TableReader:
    """Returns the meaning of giving or refusing chips, to the only one who asks or to a name, and so many."""

    def reads(view: TableView, rest: str) -> Reply:
        asking, (name, chips) = requests_to_host(view), split_number(rest)
        names = [seat.name for seat in asking]
        place = find_name(rest, names) if name else None
        if place is not None:  # the number at the end is a part of the name
            chips = None
        else:
            place = find_name(name, names) if name or len(asking) != 1 else 0
        if place is None or chips not in (None, asking[place].requested):
            asked = "; ".join(f"{seat.name} asks for {seat.requested}" for seat in asking)
            return Sentence(f"{asked}: give or refuse that, by name." if asked else "Nobody asks for chips.")
        seat = asking[place]
        return (hosts.AnswerBuyIn(seat=seat.seat, chips=seat.requested, approve=approve),)

    return reads


def _last_hand(view: TableView, rest: str) -> Reply:
    which = "This hand" if view.playing else "The next hand"
    question = f"{which} is the last then, unless you say last off."
    return (hosts.LastHand(on=False),) if rest.lower() in OFF else sure(question, (hosts.LastHand(),))


def _end(view: TableView, rest: str) -> Reply:
    now = rest.lower() == "now"
    hand = " A hand that runs does not count." if now else " It ends after this hand." * view.playing
    return sure(f"End the night? Everybody takes their chips.{hand}", (hosts.EndNight(now=now),))


def _bets(view: TableView, rest: str) -> Reply:
    bet = number_in(rest)
    if not bet:
        return Sentence("Say bets and the big blind, or the small bet of a limit game.")
    if view.rotation is None:
        return (commands.ChangeGame(chosen=ChosenGame(view.game.id, bet=bet)),)
    games = tuple(replace(chosen, bet=bet) for chosen in view.rotation.games)
    return (commands.ChangeGame(rotation=replace(view.rotation, games=games)),)


def _announce(_: TableView, rest: str) -> Reply:
    line = clean_chat(rest)
    return (hosts.Announce(text=line),) if line else Sentence("Say announce and a line for everybody.")


def _kick(seat: SeatView) -> Reply:
    return sure(f"Remove {seat.name}? They leave with their chips, after their hand.", (hosts.Kick(seat=seat.seat),))


def _hand_over(seat: SeatView) -> Reply:
    return sure(f"Make {seat.name} the host of the table?", (hosts.HandOver(seat=seat.seat),))


def _rail(view: TableView, rest: str) -> Reply:
    """Limits how many watch, or says whether the players read what they write."""
    limit, speaks = view.rail.limit, view.rail.speaks
    if rest.lower() in {"speaks", "whispers"}:
        return (hosts.ChangeRail(limit=limit, speaks=rest.lower() == "speaks"),)
    number = number_in(rest)
    if number is None and rest.lower() not in OFF:
        return Sentence("Say rail and how many may watch, rail off for any number, rail speaks, or rail whispers.")
    return (hosts.ChangeRail(limit=number, speaks=speaks),)


def _bot(player: Player, key: TableKey, rest: str) -> Reply:
    is_host = player.view is not None and player.view.you.is_host
    return request(player, key, rest) if is_host else Sentence("Only the host adds and removes bots.")


def _useful(key: TableKey) -> Callable[[Player], bool]:
    """Returns whether a key of the table is of use now, as the table itself says."""
    return lambda player: player.view is not None and not refusal_of(key, player.view)


def _is_away(player: Player) -> bool:
    seat = player.view.own_seat if player.view is not None else None
    return seat is not None and seat.sitting_out


def _is_on_rail(player: Player) -> bool:
    return player.view is not None and player.view.you.seat is None


def _is_paused(player: Player) -> bool:
    view = player.view
    return view is not None and (view.pause is not None or bool(view.coming_break))


TABLE_WORDS = {
    "stand": Word(is_seated, _stand),
    "leave": Word(is_at_table, _leave),
    "away": Word(lambda player: is_seated(player) and not _is_away(player), _sit_out),
    "back": Word(_is_away, _come_back),
    "chips": Word(_useful(TableKey.ADD_CHIPS), _key(TableKey.ADD_CHIPS), "200"),
    "topup": Word(_useful(TableKey.AUTO_TOP_UP), _top_up, "usual, most or off"),
    "move": Word(_useful(TableKey.MOVE), _move, "4"),
    "post": Word(_useful(TableKey.POST_BLIND), _wish(TableKey.POST_BLIND)),
    "wait": Word(lambda player: _is_on_rail(player) or _useful(TableKey.POST_BLIND)(player), _wait),
    "straddle": Word(_useful(TableKey.STRADDLE), _wish(TableKey.STRADDLE), "or straddle off"),
    "chop": Word(_useful(TableKey.CHOP), _wish(TableKey.CHOP), "or chop off"),
    "bomb": Word(_useful(TableKey.BOMB_POT), _bomb, "or as the host bomb now"),
    "open": Word(_useful(TableKey.SHOW_TO_RAIL), _wish(TableKey.SHOW_TO_RAIL), "for the rail, or open off"),
    "show": Word(_useful(TableKey.SHOW_HAND), _show, "or show 1"),
    "muck": Word(_useful(TableKey.SHOW_HAND), _deal_on),
    "see": Word(_useful(TableKey.SEE_HAND), _key(TableKey.SEE_HAND), "NAME"),
    "rabbit": Word(_useful(TableKey.RABBIT), _key(TableKey.RABBIT)),
    "pause": Word(lambda player: not _is_paused(player) and _useful(TableKey.PAUSE)(player), _pause),
    "go": Word(lambda player: _is_paused(player) and _useful(TableKey.PAUSE)(player), _go_on),
    "break": Word(_useful(TableKey.BREAK), _break, "10"),
    "vote": Word(_useful(TableKey.VOTE_AGAINST), _vote, "yes or no"),
    "game": Word(is_at_table, _game, "or game NAME"),
}
"""The words of a table by name."""

HOST_WORDS = {
    "give": _host(answer_chips(approve=True), "NAME", lambda view: bool(view.requests)),
    "approve": _host(answer_chips(approve=True), "NAME", lambda view: bool(view.requests)),
    "kick": _host(_about(_kick), "NAME"),
    "ban": _host(_named(lambda name: hosts.Ban(name=name), "Ban {}? They go after their hand."), "NAME"),
    "unban": _host(_named(lambda name: hosts.Ban(name=name, on=False)), "NAME", lambda view: bool(view.banned)),
    "mute": _host(_named(lambda name: hosts.Mute(name=name)), "NAME"),
    "unmute": _host(_named(lambda name: hosts.Mute(name=name, on=False)), "NAME", lambda view: bool(view.muted)),
    "dismiss": _host(_named(lambda name: hosts.SendAway(name=name)), "NAME of a watcher"),
    "unlist": _host(_named(lambda name: hosts.RemoveWaiting(name=name)), "NAME", lambda view: bool(view.waiting)),
    "host": _host(_about(_hand_over), "NAME"),
    "lock": _host(lambda *_: (hosts.LockTable(),), works=lambda view: not view.seats_locked),
    "unlock": _host(lambda *_: (hosts.LockTable(on=False),), works=lambda view: view.seats_locked),
    "last": _host(_last_hand, works=lambda view: not view.tournament),
    "end": _host(_end, works=lambda view: not view.tournament),
    "announce": _host(_announce, "LINE"),
    "bets": _host(_bets, "4", lambda view: not view.tournament),
    "rail": _host(_rail, "5", lambda view: not view.tournament),
    "addbot": Word(_useful(TableKey.ADD_BOT), lambda player, _: _bot(player, TableKey.ADD_BOT, "")),
    "removebot": Word(
        _useful(TableKey.REMOVE_BOT), lambda player, rest: _bot(player, TableKey.REMOVE_BOT, rest), "NAME"
    ),
}
"""The words of the host of a table by name."""
