"""The answers to what a player asks: their cards, the pot, the price, the rulings, and what they can say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from railbird_client.drawing.card_art import split_by_face
from railbird_client.drawing.text_roles import capitalize
from railbird_client.lines.replies import Asked, Player, either
from railbird_client.lines.speech import cards_words, number_word, placed_cards, speak
from railbird_client.lines.table_acts import HOST_WORDS, TABLE_WORDS
from railbird_client.lines.turn_words import NO_TURN, TURN_WORDS, turn_choices
from railbird_client.lines.words import WORDS
from railbird_client.player_requests import ScreenRequest
from railbird_client.table.game_pages import game_page, ranking_tables
from railbird_client.table.prompts import told_of
from railbird_client.table.table_words import is_broke, named_game, own_status
from railbird_client.table.turn.hints import build_hints, price_sentence
from railbird_client.tournament.tournament_deal import METHOD_WORDS
from railbird_client.tournament.tournament_words import players_words, start_words, title_words
from railbird_shared.game.announced_game import Family
from railbird_shared.game.clauses import clause_texts
from railbird_shared.history.narration import format_signed, pot_name
from railbird_shared.history.statement_export import settlements
from railbird_shared.protocol import commands, messages
from railbird_shared.protocol.host_commands import AutoTopUp
from railbird_shared.protocol.messages import Message, TableInfo
from railbird_shared.protocol.view import SeatView, TableView
from railbird_shared.tournament.messages import TournamentPage
from railbird_shared.tournament.view import Phase, TournamentOffer, prize_words

_ANSWERED_BY: dict[str, type[Message]] = {
    "tables": messages.Lobby,
    "statement": messages.Statement,
    "watchers": messages.Watchers,
    "invite": messages.Invites,
    **dict.fromkeys(("tournament", "standings", "deal"), TournamentPage),
}
"""The messages of the server for which the answers to questions wait that send something first."""

MOST_SENTENCES = 50
"""How many sentences of the log are told at most."""


def answer(asked: Asked, player: Player) -> tuple[str, ...]:
    """Returns the answer to a question, in sentences; each is a line."""
    if asked.query == "invite":
        return tuple(_invite(player))  # a link is no sentence
    if asked.query in _OF_TABLE:
        told = _OF_TABLE[asked.query](player.view, player) if player.view is not None else ["you are not at a table"]
    elif asked.query == "log":
        told = player.log[-min(asked.number or 5, MOST_SENTENCES) :] or ["nothing has happened here yet"]
    else:
        told = _ANYWHERE.get(asked.query, _help)(player)
    return tuple(map(speak, told))


def is_answered(asked: Asked, message: Message | None) -> bool:
    """Whether a message has what a question waits for; of an entry, that it is as it was asked to be."""
    if asked.query == "entry":
        return isinstance(message, TournamentPage) and bool(message.you.number) == bool(asked.number)
    return isinstance(message, _ANSWERED_BY[asked.query])


def echo(request: ScreenRequest, view: TableView | None) -> str:
    """Returns what the player is told of a request that no event tells, or only after the hand; empty for others."""
    seat = view.own_seat if view is not None else None
    if view is None or seat is None:
        return ""
    later = view.playing and seat.in_hand
    match request:
        case commands.Straddle(on=on):
            return "You straddle from now on." if on else "You straddle no more."
        case commands.ChopBlinds(on=on):
            return "You chop the blinds where you can." if on else "You chop the blinds no more."
        case commands.PostBlind(on=on):
            return "You post as soon as you can." if on else "You wait for the big blind."
        case commands.ChangeSeat(seat=number) if later:
            return f"You move to seat {number} before the next hand." if number else "You stay in your seat."
        case commands.AddChips() if later:
            return "The chips come after this hand."
        case commands.RemoveBot(seat=number) if view.playing:
            return f"{view.name_at(number)} leaves after this hand."
        case commands.DealOn():
            return "Your cards stay hidden."
        case AutoTopUp():
            return speak(told_of(request, view))
        case _:
            return ""


def turn_sentence(view: TableView, *, terse: bool = False) -> str:
    """Returns what the viewer is asked in their turn, with the price and the choices; empty while it is not theirs."""
    legal = view.you.legal
    if legal is None:
        return ""
    *most, last = turn_choices(legal)
    choices = capitalize(f"{', '.join(most)}, or {last}" if most else last)
    why = f" {capitalize(legal.brings_in_with)}." if legal.brings_in_with else ""
    opens = f" To open takes {legal.opens_with}." if legal.opens_with else ""
    pot = "" if terse else f"{why}{opens} The pot is {view.total_pot}."
    return speak(f"Your turn.{pot} {choices}?")


# --- the hand


def _cards(view: TableView, _: Player) -> Iterator[str]:
    own, held = view.own_seat, view.you.cards
    if own is None or not held:
        yield "you hold no cards"
    elif view.game.family is Family.STUD:
        down, up = split_by_face(held, own.cards)
        yield f"down: {cards_words(down, view.game.wild)}"
        yield f"up: {cards_words(up, view.game.wild)}"
    else:
        told = placed_cards if view.game.family is Family.DRAW else cards_words
        yield f"you hold {told(held, view.game.wild)}"
    if held and view.you.hand_name:
        yield f"that makes {view.you.hand_name}"


def _board(view: TableView, _: Player) -> Iterator[str]:
    yield f"the board: {cards_words(view.board, view.game.wild)}"
    if view.rabbit:
        yield f"not dealt: {cards_words(view.rabbit, view.game.wild)}"


def _pot(view: TableView, _: Player) -> Iterator[str]:
    yield f"the pot is {view.total_pot}"
    if len(view.pots) > 1:
        yield from (f"{pot_name(at)} is {pot.chips}, for {_names(view, pot.seats)}" for at, pot in enumerate(view.pots))


def _names(view: TableView, seats: Iterable[int]) -> str:
    return " and ".join(map(view.name_at, seats))


def _players(view: TableView, _: Player) -> Iterator[str]:
    yield from (_seat(view, seat) for seat in view.occupied)
    free = sum(seat is None for seat in view.seats)
    if free:
        yield f"{number_word(free)} seat{'s are' if free != 1 else ' is'} free"


def _seat(view: TableView, seat: SeatView) -> str:
    """Returns a player with all that others see of them."""
    up = [card for card in seat.cards if card is not None]
    notes = {
        "you": seat.seat == view.you.seat,
        "a bot": seat.bot,
        "the button": seat.seat == view.button,
        "sits out": seat.sitting_out,
        "folded": seat.folded and view.playing,
        "all-in": seat.all_in and view.playing,
        "to act": view.turn is not None and view.turn.seat == seat.seat,
        "not connected": not seat.connected,
        f"bet {seat.bet}": bool(seat.bet),
        f"drew {seat.drew}": bool(seat.drew) and view.playing,
        f"shows {cards_words(up, view.game.wild)}": bool(up),
    }
    told = "".join(f", {words}" for words, holds in notes.items() if holds)
    return f"seat {seat.seat}, {seat.name}, {seat.stack} chips{told}"


def _turn(view: TableView, player: Player) -> Iterator[str]:
    if player.turn is not None:
        yield turn_sentence(view, terse=player.terse)
    elif view.turn is not None:
        yield f"{view.name_at(view.turn.seat)} is to act"
    else:
        yield NO_TURN.text


def _price(view: TableView, player: Player) -> Iterator[str]:
    free = "a check is free" if view.you.legal is not None and view.you.legal.check else "there is no bet to call now"
    yield price_sentence(view) or free
    if player.turn is not None:
        yield f"you can {either(turn_choices(player.turn.legal))}"


def _time(view: TableView, player: Player) -> Iterator[str]:
    left = player.time_left
    if view.pause is not None:
        yield f"the table is paused{f' by {view.pause.by}' if view.pause.by else ''}"
    elif left is None:
        yield "no clock runs"
    else:
        bank = ", on the time bank" if left.on_time_bank else ""
        yield f"{view.name_at(view.turn.seat) if view.turn else 'the turn'} has {left.seconds} seconds left{bank}"


def _why(view: TableView, player: Player) -> Iterator[str]:
    """Yields the last rulings, each with the rules behind it; where there were none, the rules of the house."""
    told: set[str] = set()
    for reason in player.reasons:
        yield from filter(None, (reason.sentence, reason.cards))
        texts = [clause_texts().get(clause, "") for clause in reason.clauses if clause not in told]
        told.update(reason.clauses)
        yield from filter(None, texts[: 1 if player.terse else None])
    if not player.reasons:
        yield from ("no ruling was needed yet", *view.house)


def _status(view: TableView, player: Player) -> Iterator[str]:
    yield f"{view.name}, hosted by {view.host}, {view.game.title}, {view.game.stakes.with_ante}"
    seat = view.own_seat
    if seat is not None:
        yield f"you have seat {seat.seat} and {seat.stack} chips"
    if seat is None or not is_broke(seat, view):
        yield from filter(None, [own_status(view, player.name)])
    yield from (f"{waiter.name} waits for a seat" for waiter in view.waiting)


def _game(view: TableView, _: Player) -> Iterator[str]:
    lines = ("".join(span.text for span in line).strip() for line in game_page(view)(10_000))
    yield from filter(None, lines)


def _ranking(view: TableView, _: Player) -> Iterator[str]:
    for table in ranking_tables(view):
        yield table.title
        yield from (f"{row.name}{f': {row.words}' if row.words else ''}" for row in table.rows)
        yield from table.notes


def _watchers(_: TableView, player: Player) -> Iterator[str]:
    told = player.watchers
    yield from (watcher.name for watcher in told.watchers) if told is not None else ()
    yield f"{told.others} others" if told is not None and told.others else "that is all"


def _games(view: TableView, _: Player) -> Iterator[str]:
    yield from map(named_game, view.rotation.games) if view.rotation is not None else [view.game.title]


# --- books, tables and tournaments


def _statement(player: Player) -> Iterator[str]:
    statement = player.statement or (player.lobby.last_statement if player.lobby is not None else None)
    if statement is not None and (player.view is None or statement.hand == player.view.hand):
        yield from (f"{line.name} {format_signed(line.result)}" for line in statement.lines)
        yield from map(str, settlements(statement) or ())
    elif player.view is not None:
        ranked = sorted(player.view.occupied, key=lambda seat: -seat.result)
        yield from (f"{seat.name} {format_signed(seat.result)}" for seat in ranked)
    else:
        yield "there is no statement yet"


def _tables(player: Player) -> Iterator[str]:
    tables = player.lobby.lobby.tables if player.lobby is not None else ()
    yield from (_table(number, table) for number, table in enumerate(tables, 1))
    if player.lobby is None:
        yield "the tables are listed in the lobby: say leave to go there"
    elif not tables:
        yield "there is no table yet"
    else:
        yield "say join or watch and a number"


def _table(number: int, table: TableInfo) -> str:
    notes = {"with a password": table.locked, "no seat is given": table.seats_locked, "paused": table.paused}
    told = "".join(f", {words}" for words, holds in notes.items() if holds)
    game = table.mix or f"{table.game.title} {table.game.stakes}"
    return f"{number}, {table.name} of {table.host}, {game}, {len(table.players)} of {table.seats} seats taken{told}"


def _tournaments(player: Player) -> Iterator[str]:
    listed = player.known.listed or ()
    for number, each in enumerate(listed, 1):
        price = f", {prize_words(each.buy_in, each.unit)} to enter" if each.buy_in else ""
        open_now = ", open" if each.open else ""
        yield f"{number}, {each.name}, {each.games}, {each.phase}{open_now}{price}, {players_words(each)}"
    yield "say enter and a number" if listed else "there is no tournament"


def _tournament(player: Player) -> Iterator[str]:
    running = player.running or player.known.running
    if running is None:
        yield "you are in no tournament"
        return
    status, view = running.status, player.view
    yield status.name
    if view is not None and view.tournament:
        yield title_words(running, view.game.stakes, player.now)[0].replace(" · ", ", ")
    else:
        yield from _entry(player)
    if status.left:
        yield f"average stack {status.average}, largest {status.largest}"
    yield f"the prizes are {prize_words(status.pool, status.unit)} in all, for {status.paid_places} places"
    if status.bounty:
        yield f"the bounty is {prize_words(status.bounty, status.unit)}"
    if words := [_OFFER_WORDS[offer] for offer in running.you.offers if offer in _OFFER_WORDS]:
        yield f"you may say {either(words)}"


_OFFER_WORDS = {
    TournamentOffer.REGISTER: "enter",
    TournamentOffer.UNREGISTER: "unregister",
    TournamentOffer.RE_ENTER: "enter",
    TournamentOffer.REBUY: "rebuy",
    TournamentOffer.ADD_ON: "addon",
    TournamentOffer.PROPOSE_DEAL: "deal",
    TournamentOffer.ANSWER_DEAL: "agree or refuse",
    TournamentOffer.START: "start",
    TournamentOffer.PAUSE: "halt",
    TournamentOffer.RESUME: "resume",
    TournamentOffer.CANCEL: "cancel",
}


def _entry(player: Player) -> Iterator[str]:
    """Yields whether the player is in the tournament that they have asked about."""
    running = player.known.running
    if running is not None:
        place = "you are in" if running.you.number else "you are not in"
        is_told = running.status.phase is Phase.REGISTERING
        start = start_words(running, player.now).replace("[T], then [S]", "say start") if is_told else ""
        yield f"{place} {running.status.name}. {start}"


def _standings(player: Player) -> Iterator[str]:
    view = player.known.view
    if view is None:
        yield "no standings are known here"
        return
    if not view.standings:
        yield "nobody has entered yet"
    for each in view.standings[:MOST_SENTENCES]:
        place = f"place {each.place}" if each.place else f"{each.stack} chips"
        won = f", {prize_words(each.prize + each.bounties, view.status.unit)} won" if each.prize + each.bounties else ""
        yield f"{each.name}, {place}{won}"
    yield from (f"place {at} wins {prize_words(prize, view.status.unit)}" for at, prize in enumerate(view.prizes, 1))


def _deal(player: Player) -> Iterator[str]:
    view = player.known.view
    if view is None or view.deal is None:
        yield "no deal is proposed"
        return
    yield f"{view.deal.by} proposes a deal {METHOD_WORDS[view.deal.method]}"
    yield from (
        f"{share.name} gets {prize_words(share.prize, view.status.unit)}{', agreed' * share.agreed}"
        for share in view.deal.shares
    )
    if view.deal.play_for:
        yield f"{prize_words(view.deal.play_for, view.status.unit)} are played for"


def _invite(player: Player) -> Iterator[str]:
    invitation = player.invitation
    if link := invitation.link_with():
        yield f"Friends join by this link: {link}"
    yield from (f"Friends type: railbird join {address}" for address in invitation.addresses)
    if not invitation.addresses:
        yield "Nobody else can join this game from here."


def _help(player: Player) -> Iterator[str]:
    """Yields the words that work now: those of the turn, of the table, of its host, and all others."""
    groups = {
        "in your turn": TURN_WORDS,
        "at the table": TABLE_WORDS,
        "as the host": HOST_WORDS,
        "also": {name: word for name, word in WORDS.items() if name not in TURN_WORDS | TABLE_WORDS | HOST_WORDS},
    }
    for group, words in groups.items():
        if working := [f"{name} {word.example}".strip() for name, word in words.items() if word.works(player)]:
            yield f"{group}: {'; '.join(working)}"


_OF_TABLE: dict[str, Callable[[TableView, Player], Iterable[str]]] = {
    "cards": _cards,
    "board": _board,
    "pot": _pot,
    "stacks": lambda view, _: [f"{seat.name} {seat.stack}" for seat in view.occupied],
    "players": _players,
    "turn": _turn,
    "price": _price,
    "time": _time,
    "why": _why,
    "status": _status,
    "game": _game,
    "games": _games,
    "ranking": _ranking,
    "hints": lambda view, _: build_hints(view).lines or ["there is no hint now"],
    "watchers": _watchers,
}
_ANYWHERE: dict[str, Callable[[Player], Iterable[str]]] = {
    "statement": _statement,
    "tables": _tables,
    "tournaments": _tournaments,
    "tournament": _tournament,
    "standings": _standings,
    "entry": _entry,
    "deal": _deal,
    "help": _help,
}
