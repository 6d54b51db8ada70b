"""The facts that the page of a phone draws, and the words that its buttons send.

The page folds no event and knows no rule of poker: all that it shows is made here of the client's own view models, and
every button carries the word of the lines that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from railbird_client.drawing.card_art import CardState, CardStyle, dealt_positions, is_given_up
from railbird_client.drawing.text_roles import TextRole, capitalize
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.link import Closed
from railbird_client.shell.session_state import ScreenState
from railbird_client.table import prompts, questions, table_words
from railbird_client.table.action_bar import offered_buttons
from railbird_client.table.paint.geometry import ScreenRoom, seats_clockwise
from railbird_client.table.paint.plates import is_in_play
from railbird_client.table.paint.seat_words import result_text, status_text, won_hand
from railbird_client.table.prompts import WISHES
from railbird_client.table.table_model import TableState
from railbird_client.table.turn.hints import price_parts
from railbird_client.table.turn.own_turn import OwnTurn
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_model_builder import build_table_view_model
from railbird_client.table.view_models import BoardViewModel, OwnSeatViewModel, SeatViewModel, TableViewModel
from railbird_client.tournament.tournament_words import PHASE_WORDS, players_words, title_words
from railbird_shared.game.announced_game import DISCARD
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import format_card
from railbird_shared.protocol.messages import TableInfo
from railbird_shared.protocol.view import TableView
from railbird_shared.tournament.view import OwnEntry, TournamentOffer, TournamentStatus

# --- what a page gets ------------------------------------------------------------------------------------------------


class CardFact(Struct, frozen=True, omit_defaults=True):
    """A card, empty for a back; `state` is how it stands, and one that is `hidden` is seen by its player alone.

    `place` is the number by which the words of its player name it, 0 for a card of others.
    """

    card: str = ""
    state: str = ""
    wild: bool = False
    hidden: bool = False
    place: int = 0


class ButtonFact(Struct, frozen=True, omit_defaults=True):
    """A button and the word that it sends, with a number where `most` is set; a `main` one is always in sight."""

    label: str
    word: str
    main: bool = False
    least: int = 0
    most: int = 0
    usual: int = 0


class SeatFact(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it; an empty one has no name, and a `word` where the viewer may take it."""

    seat: int
    name: str = ""
    bot: bool = False
    stack: int = 0
    bet: int = 0
    words: str = ""
    marks: tuple[str, ...] = ()
    cards: tuple[CardFact, ...] = ()
    hand: str = ""
    won: int = 0
    chance: str = ""
    turn: bool = False
    out: bool = False
    alarm: bool = False
    word: str = ""


class TableFact(Struct, frozen=True, omit_defaults=True):
    """The names of a table and its game, and what is told of the hand in a line."""

    name: str
    game: str
    family: str
    hand: int = 0
    street: str = ""
    people: str = ""
    tournament: str = ""


class BoardFact(Struct, frozen=True, omit_defaults=True):
    """The middle of the table: a board for each run with its winners, the pots, and in lines who won what."""

    runs: tuple[tuple[tuple[CardFact, ...], str], ...] = ()
    slots: int = 0
    pot: int = 0
    pots: tuple[int, ...] = ()
    bets: int = 0
    story: tuple[tuple[str, str], ...] = ()


class OwnFact(Struct, frozen=True, omit_defaults=True):
    """The viewer's seat, their cards in the order of display, and what they make."""

    seat: int
    cards: tuple[CardFact, ...] = ()
    hand: str = ""
    result: str = ""


class ClockFact(Struct, frozen=True, omit_defaults=True):
    """The clock of a turn: when it runs out, by the time of the messages, and its length, both in milliseconds."""

    seat: int
    until: int
    whole: int
    bank: bool = False


class WagerFact(Struct, frozen=True, omit_defaults=True):
    """The bets or raises that are open: totals for the round, which `totals` lists where they are few."""

    verb: str
    word: str
    least: int
    most: int
    step: int
    totals: tuple[int, ...] = ()
    presets: tuple[tuple[str, int], ...] = ()
    all_in: int = 0


class DrawFact(Struct, frozen=True, omit_defaults=True):
    """The cards that may be tapped, from `least` to `most`; their places follow the word, or `pat` stands alone."""

    verb: str
    word: str
    least: int
    most: int
    pat: str = ""


class TurnFact(Struct, frozen=True, omit_defaults=True):
    """The viewer's turn with all that is legal in it; a press that carries its `id` counts in no other turn."""

    id: str
    title: str
    price: tuple[str, ...] = ()
    buttons: tuple[ButtonFact, ...] = ()
    wager: WagerFact | None = None
    draw: DrawFact | None = None


class QuestionFact(Struct, frozen=True, omit_defaults=True):
    """A question that stands on the table, as a vote or a request to the host, with its answers."""

    words: str
    answers: tuple[ButtonFact, ...] = ()


class AskedFact(Struct, frozen=True, omit_defaults=True):
    """The question that the next word answers: a "yes" or no, a "password" or a "name", with a `word` before it."""

    sentence: str
    kind: str
    word: str = ""


class ListedFact(Struct, frozen=True, omit_defaults=True):
    """A table of the lobby, and the buttons that lead to it."""

    name: str
    game: str
    words: str
    players: str = ""
    locked: bool = False
    buttons: tuple[ButtonFact, ...] = ()


class Facts(Struct, frozen=True):
    """All that a page draws, but the lines of the log; `place` is the screen, and `sentence` says what it waits for."""

    place: str = "connecting"
    sentence: str = "Connecting to the game…"
    you: str = ""
    trouble: str = ""
    table: TableFact | None = None
    board: BoardFact | None = None
    seats: tuple[SeatFact, ...] = ()
    own: OwnFact | None = None
    clock: ClockFact | None = None
    turn: TurnFact | None = None
    status: str = ""
    questions: tuple[QuestionFact, ...] = ()
    offers: tuple[ButtonFact, ...] = ()
    lobby: tuple[ListedFact, ...] = ()
    asked: AskedFact | None = None
    notice: str = ""


def changed_facts(before: Facts | None, after: Facts) -> dict[str, Any]:
    """Returns the facts by name that a page does not have yet: a fact is sent whole, and only when it has changed."""
    names = (
        name for name in Facts.__struct_fields__ if before is None or getattr(before, name) != getattr(after, name)
    )
    built: dict[str, Any] = msgspec.to_builtins({name: getattr(after, name) for name in names})
    return built


# --- a session -------------------------------------------------------------------------------------------------------

_ROOM = ScreenRoom(column=True, result_rows=4, result_width=44)


def session_facts(state: ScreenState, now: float) -> Facts:
    """Returns what a page shows of a session; `now` is in seconds of the clock by which the session's events came."""
    match state:
        case TableState(table_model=model) if model.shown_view is not None:
            return _table_facts(state, model.shown_view, now)
        case LobbyState():
            return _lobby_facts(state)
        case Closed(sentence=sentence):
            return Facts("closed", sentence or "You have left the game.")
        case _:
            return Facts()


def without_keys(sentence: str) -> str:
    """Returns a sentence up to the keys that it names, for which a page has buttons."""
    before, bracket, _ = sentence.partition("[")
    return f"{before.removesuffix('press ').rstrip(' :;,·(')}." if bracket and before else sentence


def _trouble(state: TableState | LobbyState) -> str:
    if not state.connection.trouble:
        return ""
    return "The game does not answer. Trying again…" if state.connection.silent_seconds else "Connecting again…"


def _lobby_facts(state: LobbyState) -> Facts:
    tables = (_listed(number, info) for number, info in enumerate(state.lobby.tables, start=1))
    entered = {running.status.tournament for running in state.entered}
    tournaments = (
        _listed_tournament(number, status, is_in=status.tournament in entered)
        for number, status in enumerate(state.tournaments, start=1)
    )
    listed = (*tables, *tournaments)
    empty = "" if listed else "There is no table yet. One appears here as soon as it opens."
    full = "All seats are taken: wait for one, or watch." if state.full_table else ""
    sentence = state.last_result or full or empty
    return Facts("lobby", sentence, state.player, _trouble(state), lobby=listed)


def _listed(number: int, info: TableInfo) -> ListedFact:
    words = "locked" if info.seats_locked else f"{len(info.players)} of {info.seats} seated"
    label = "Sit down" if info.has_room else "Wait for a seat"
    sit, watch = ButtonFact(label, f"join {number}", main=info.has_room), ButtonFact("Watch", f"watch {number}")
    buttons = (watch,) if info.seats_locked else (sit, watch)
    names = ", ".join(info.players)
    return ListedFact(info.name, info.mix or info.game.full_title, words, names, info.locked, buttons)


def _listed_tournament(number: int, status: TournamentStatus, *, is_in: bool) -> ListedFact:
    words = f"Tournament, {PHASE_WORDS[status.phase]}, {players_words(status)}"
    enters = status.open and not is_in
    buttons = (ButtonFact("Enter", f"enter {number}", main=True),) if enters else ()
    return ListedFact(
        status.name, status.games, f"{words}; you are in it" if is_in else words, "", status.locked, buttons
    )


def _table_facts(state: TableState, view: TableView, now: float) -> Facts:
    model, own, turn = state.table_model, view.you.seat or 1, state.table_model.input_state.turn
    shown = build_table_view_model(state, view, now, typing=False, room=_ROOM)
    running = model.tournament.running
    tournament = "" if running is None else title_words(running, view.game.stakes, now)[0]
    people = "" if tournament else "".join(shown.title.right_variants[1:2])  # the first has the connection, too
    return Facts(
        "table",
        "",
        model.name,
        _trouble(state),
        TableFact(view.name, view.game.full_title, view.game.family, view.hand, shown.log.street, people, tournament),
        _board_fact(shown.board, view),
        tuple(_seat_fact(shown.seats[seat], view) for seat in (own, *seats_clockwise(len(view.seats), own))),
        None if shown.own_seat is None else _own_fact(shown.own_seat, view),
        _clock_fact(state, view, now),
        None if turn is None or model.input_state.act_sent else _turn_fact(turn, view),
        _status(shown),
        tuple(_question_facts(state, view, now)),
        tuple(_offer_facts(state, view)),
        notice=without_keys(model.notices.current(now)),
    )


def _status(shown: TableViewModel) -> str:
    parts = (shown.board.status, shown.own_status, "" if shown.my_turn else shown.action_bar.caption)
    words = (capitalize(without_keys(part)).rstrip(".") for part in parts if part)
    return " · ".join(dict.fromkeys(words))


_STATES = {
    CardState.DIMMED: "out",
    CardState.FRESH: "new",
    CardState.WINNING: "win",
    CardState.WINNING_HIGH: "high",
    CardState.WINNING_LOW: "low",
    CardState.WINNING_BOTH: "both",
}


def _card(card: Card | None, style: CardStyle, state: CardState | None = None) -> CardFact:
    if card is None:
        return CardFact()
    state = style.state_of(card) if state is None else state
    return CardFact(str(card), _STATES.get(state, ""), bool(style.wild_mark(card)))


def _board_fact(board: BoardViewModel, view: TableView) -> BoardFact:
    runs = tuple(
        (tuple(_card(card, style) for card in run.board), ", ".join(f"{won.name} {won.chips:,}" for won in run.winners))
        for run in board.runs
        for style in (run.card_style(board.card_style),)
    )
    one = tuple(_card(card, board.card_style) for card in board.board)
    story = tuple((line.kind.name.lower(), f"{line.tag} {line.text}".strip()) for line in board.story)
    bets = view.total_pot - view.collected_pot if view.playing else 0
    return BoardFact(runs or ((one, ""),), board.slots, board.total, board.pots, bets, story)


def _seat_fact(shown: SeatViewModel, view: TableView) -> SeatFact:
    seat = shown.seat
    if seat is None:
        return SeatFact(shown.number, word=f"sit {shown.number}" if shown.can_sit and not view.seats_locked else "")
    words, role = status_text(seat, shown.family)
    out = CardState.DIMMED if is_given_up(seat) else None
    cards = seat.cards if out is None or any(seat.cards) else ()
    return SeatFact(
        seat.seat,
        seat.name,
        seat.bot,
        seat.stack,
        seat.bet,
        "" if seat.won else words,
        shown.marks,
        tuple(_card(card, shown.card_style, out) for card in cards),
        won_hand(seat),
        seat.won,
        "" if shown.chance is None else shown.chance.words,
        shown.to_act,
        not is_in_play(seat),
        role is TextRole.WARN,
    )


def _own_fact(shown: OwnSeatViewModel, view: TableView) -> OwnFact:
    places = dealt_positions(shown.cards, view.you.cards) if shown.cards else ()
    cards = (_card(card, shown.card_style, shown.state_of(index)) for index, card in enumerate(shown.cards))
    own = tuple(
        replace(card, hidden=hidden, place=place + 1)
        for card, hidden, place in zip(cards, shown.face_down, places, strict=True)
    )
    return OwnFact(shown.number, own, capitalize(shown.hand_name), result_text(shown.result))


def _clock_fact(state: TableState, view: TableView, now: float) -> ClockFact | None:
    """Returns the clock of the turn, to a tenth of a second: the server's clock is known no better."""
    turn, clock = view.turn, state.table_model.clock
    seat = None if turn is None else view.at(turn.seat)
    if turn is None or turn.deadline is None or seat is None:
        return None
    until = round(10 * (now + clock.seconds_until(turn.deadline, now))) * 100
    return ClockFact(turn.seat, until, seat.time_bank if turn.on_time_bank else view.clock, turn.on_time_bank)


# --- what the viewer may do ------------------------------------------------------------------------------------------


def _turn_fact(turn: OwnTurn, view: TableView) -> TurnFact:
    name, choice, legal = f"{turn.hand}.{turn.number}", turn.action_choice, turn.legal
    if choice is not None:
        return TurnFact(name, choice.question, buttons=tuple(_choice_buttons(turn)))
    if legal.max_discards is not None:
        verb = "Discard" if legal.min_discards or view.street_name == DISCARD else "Draw"
        pat = "" if legal.min_discards else "pat"
        draw = DrawFact(verb, "draw", legal.min_discards, legal.max_discards, pat)
        return TurnFact(name, turn.draw_instruction.partition(":")[0], draw=draw)
    title = f"Opening needs {legal.opens_with}." if legal.opens_with else "Your turn"
    return TurnFact(name, title, price_parts(view), tuple(_betting_buttons(turn)), _wager_fact(turn))


def _choice_buttons(turn: OwnTurn) -> Iterator[ButtonFact]:
    for option in turn.action_choice.options if turn.action_choice else ():
        action = option.action
        value = msgspec.to_builtins(action)
        yield ButtonFact(option.label, " ".join(map(str, value.values())))


def _betting_buttons(turn: OwnTurn) -> Iterator[ButtonFact]:
    legal = turn.legal
    if legal.fold:
        yield ButtonFact("Fold", "fold")
    if legal.check:
        yield ButtonFact("Check", "check", main=True)
    elif legal.call is not None:
        all_in = " all-in" if legal.call == legal.stack else ""
        yield ButtonFact(f"Call {legal.call:,}{all_in}" if legal.call else "See", "call", main=True)
    elif legal.bring_in is not None:
        yield ButtonFact(f"Bring in {legal.bring_in:,}", "bring", main=True)


def _wager_fact(turn: OwnTurn) -> WagerFact | None:
    if turn.bet is None:
        return None
    sizing, wager = turn.bet.sizing, turn.bet.sizing.wager
    word, all_in = wager.kind.value, sizing.all_in_to
    return WagerFact(
        sizing.verb, word, wager.minimum, wager.maximum, sizing.step_size, wager.totals, sizing.presets, all_in
    )


_WORDS = {
    TableKey.GIVE: "give",
    TableKey.REFUSE: "refuse",
    TableKey.BREAK: "vote yes",
    TableKey.VOTE_AGAINST: "vote no",
    TableKey.BOMB_POT: "bomb",
    TableKey.SHOW_HAND: "show",
    TableKey.SKIP_STREET: "muck",
    TableKey.RABBIT: "rabbit",
    TableKey.POST_BLIND: "post",
    TableKey.STRADDLE: "straddle",
    TableKey.CHOP: "chop",
    TableKey.SHOW_TO_RAIL: "open",
    TableKey.ADD_BOT: "addbot",
    TableKey.LEAVE: "leave",
}
"""The words of the keys that answer questions and take offers; other keys lead to pages that a phone does not have."""

_IN_MENU = frozenset({TableKey.ADD_BOT, TableKey.LEAVE, TableKey.SHOW_TO_RAIL})
"""The offers that are for any time, and not for the moment."""


_TOURNAMENT_QUESTIONS = (
    (TournamentOffer.RE_ENTER, "You are out. Enter again?", "enter"),
    (TournamentOffer.REBUY, "You have no chips left. Rebuy?", "rebuy", "decline"),
    (TournamentOffer.ANSWER_DEAL, "A deal is proposed.", "agree", "refuse"),
    (TournamentOffer.ADD_ON, "The add-on is for sale until the break is over.", "addon"),
)
"""The offers of a tournament that are asked of a player, with the words that answer."""


def _question_facts(state: TableState, view: TableView, now: float) -> Iterator[QuestionFact]:
    vote, asking = view.vote, questions.requests_to_host(view)
    left = 0.0 if vote is None else state.table_model.clock.seconds_until(vote.ends, now)
    for question in questions.open_questions(view, left):
        name = f" {asking[0].name}" if question.menu and len(asking) > 1 else ""
        words = (
            (key.label, "vote yes" if key.key is TableKey.PAUSE else _WORDS.get(key.key)) for key in question.answers
        )
        yield QuestionFact(
            question.words, tuple(ButtonFact(capitalize(label), word + name) for label, word in words if word)
        )
    running = state.table_model.tournament.running
    entry = OwnEntry() if running is None else running.you
    for offer, asked, *answers in _TOURNAMENT_QUESTIONS:
        if offer in entry.offers and (offer is not TournamentOffer.REBUY or entry.rebuy_ms is not None):
            yield QuestionFact(asked, tuple(ButtonFact(capitalize(word), word) for word in answers))
    if table_words.names_game(view) and view.rotation is not None:
        named = (
            (table_words.named_game(chosen), f"game {chosen.game}{f' wild {chosen.wild}' if chosen.wild else ''}")
            for chosen in view.rotation.games
        )
        games = dict.fromkeys(named)
        yield QuestionFact("You name the next game.", tuple(ButtonFact(*game) for game in games))


def _offer_facts(state: TableState, view: TableView) -> Iterator[ButtonFact]:
    for button in offered_buttons(state.table_model.input_state, view):
        match button.key:
            case TableKey.SIT:
                yield _seat_button(button.label, view, state.table_model.name)
            case TableKey.ADD_CHIPS:
                if (limits := prompts.ADD_CHIPS.limits(view)).most:
                    yield ButtonFact("Add chips", "chips", least=limits.least, most=limits.most, usual=limits.usual)
            case TableKey.SHOW_CARD:
                for place, card in enumerate(view.you.cards, start=1):
                    yield ButtonFact(f"Show {format_card(card)}", f"show {place}")
            case TableKey.SEE_HAND:
                for seat in prompts.mucked_seats_to_see(view):
                    yield ButtonFact(f"See the hand of {seat.name}", f"see {seat.seat}", main=True)
            case TableKey.PAUSE:
                yield ButtonFact(button.label, "go", main=True)
            case key if key in WISHES and WISHES[key].wished(view):
                yield ButtonFact(
                    button.label, "wait" if key is TableKey.POST_BLIND else f"{_WORDS[key]} off", main=True
                )
            case key if key in _WORDS:
                yield ButtonFact(button.label, _WORDS[key], main=key not in _IN_MENU)
            case _:
                pass


def _seat_button(label: str, view: TableView, name: str) -> ButtonFact:
    """Returns the button of the seat: to take one, to wait for one, to sit out or to come back."""
    seat = view.own_seat
    if seat is not None:
        return ButtonFact(label, "back", main=True) if seat.sitting_out else ButtonFact(label, "away")
    waits = table_words.place_in_line(view, name) > 0
    return ButtonFact(label, "stand" if waits else "sit", main=not waits)
