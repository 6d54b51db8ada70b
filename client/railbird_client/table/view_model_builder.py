"""Builds the view models of the whole table screen from the model of the table and its layout."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec.structs import asdict, replace

from railbird_client.drawing import card_art
from railbird_client.fair_deal.deal_witness import deal_mark
from railbird_client.table import table_words, view_models
from railbird_client.table.action_bar import build_action_bar, while_typing
from railbird_client.table.game_pages import own_lowest_wild
from railbird_client.table.paint.geometry import ScreenRoom
from railbird_client.table.prompts import REMOVE_BOT, ChoicePrompt
from railbird_client.table.questions import brief_question, open_questions
from railbird_client.table.showdown_story import showdown_lines
from railbird_client.table.table_model import TableState
from railbird_client.table.turn.hints import hint_lines, price_parts
from railbird_client.table.turn.own_turn import is_draw_in_progress
from railbird_client.tournament.tournament_words import pause_caption, title_words
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.game.catalogue import find_game
from railbird_shared.game.rotation import rotation_name
from railbird_shared.protocol.view import LastAct, SeatView, TableView

_MAX_TAIL_LINES = 60

CONNECTION_LOST = "The connection is lost; trying again."
"""The action bar while the connection is lost."""

NO_ANSWER = "The server does not answer; trying again."
"""The action bar while the connection stands and the server does not answer."""

ACT_UNCERTAIN = "Your act may not have arrived; it is sent again as soon as the server answers."
"""The action bar in place of either while the server has not answered an act."""

SEAT_KEPT = "Your seat is kept."


def build_table_view_model(
    state: TableState, view: TableView, now: float, *, typing: bool, room: ScreenRoom
) -> view_models.TableViewModel:
    """Returns what the screen of a table shows now of a view, as far as there is room; `typing` while chat is."""
    return _ViewModelBuilder(state, view, now, room).build(typing=typing)


def _join_parts(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


class _ViewModelBuilder:
    def __init__(self, state: TableState, view: TableView, now: float, room: ScreenRoom) -> None:
        self.model, self.connection, self.invites = state.table_model, state.connection, bool(state.invitation)
        self.input, self.view, self.now, self.room = self.model.input_state, view, now, room
        self.spot = self.model.chances()
        self.chances = table_words.chances_by_seat(self.spot, view)
        turn, clock = view.turn, self.model.clock
        self.time_left = None if turn is None else clock.time_left(turn.deadline, now, on_time_bank=turn.on_time_bank)

    def build(self, *, typing: bool) -> view_models.TableViewModel:
        """Returns the whole screen."""
        model, view, room, column = self.model, self.view, self.room, self.room.column
        bar = self._build_bar(typing=typing)
        heading = (f"hand {view.hand}" if view.hand else "log") if column else model.log.heading
        ended = "showdown" if any(seat.shown_hand for seat in view.occupied) else ""
        street = view.street_name if view.playing else ended
        hints = model.hints() if column else replace(model.hints(), price="")  # told in the prompt alone
        seats = {seat: self.build_seat(seat) for seat in range(1, len(view.seats) + 1)}
        my_turn = self.input.turn is not None
        return view_models.TableViewModel(
            title=self._build_title(),
            action_bar=bar,
            log=view_models.LogViewModel(heading, model.log.tail(_MAX_TAIL_LINES), street),
            chat=view_models.ChatViewModel(model.chat.tail(_MAX_TAIL_LINES), typing=typing),
            seats=seats,
            board=self.build_board(),
            own_seat=None if view.you.seat is None else self.build_own_seat(seats[view.you.seat]),
            button=view.button if view.hand else None,
            to_match=view.to_match,
            hints=hint_lines(hints, room.hint_width, room.hint_rows) if model.options.hints else None,
            my_turn=my_turn,
            own_status="" if bar.active or my_turn else table_words.own_status(view, model.name),
        )

    def _build_bar(self, *, typing: bool) -> view_models.ActionBarViewModel:
        """Returns the action bar, with the price of a call, the chances of the hands and a connection in trouble."""
        model, view, asks = self.model, self.view, self.input.prompt is not None
        bar = build_action_bar(
            self.input,
            self.now,
            ascii_only=model.options.ascii,
            revealing=model.is_revealing,
            showdown=model.is_showdown_shown,
        )
        bar = self._with_question(bar)
        bar = while_typing(bar) if typing else bar
        caption = table_words.time_caption(view, model.clock, self.now)
        if model.tournament.running is not None and view.tournament and not view.playing:
            caption = caption or pause_caption(model.tournament.running, self.now)
        if caption and self.input.turn is None and not asks and not self.input.notices.end and not model.is_revealing:
            bar = replace(bar, caption=caption)
        if self.input.turn is not None and not self.input.act_sent and not asks:
            bar = replace(bar, price=price_parts(view))
        if self.spot is not None and view.you.seat is None and not asks:
            caption, chances = table_words.chances_caption(self.spot, view), table_words.best_first(self.chances)
            bar = replace(bar, label=bar.label or "On the rail", caption=caption, chances=chances)
        if not self.connection.trouble:
            return bar
        if self.input.act_sent:
            return replace(bar, caption="Sent, but not answered", notice=ACT_UNCERTAIN)
        trouble = NO_ANSWER if self.connection.silent_seconds else CONNECTION_LOST
        return replace(bar, notice=bar.notice or (trouble if view.you.seat is None else f"{trouble} {SEAT_KEPT}"))

    def _with_question(self, bar: view_models.ActionBarViewModel) -> view_models.ActionBarViewModel:
        """Returns a bar with the question on the table, in a few words beside a turn, and the keys of further ones."""
        vote, is_revealing = self.view.vote, self.model.is_revealing
        left = 0.0 if vote is None else self.model.clock.seconds_until(vote.ends, self.now)
        questions = [each for each in open_questions(self.view, left) if not (each.menu and is_revealing)]
        if not questions or self.input.notices.end:
            return bar
        keys_act = self.input.prompt is None and bar.typed is None
        first = questions[0] if keys_act and not bar.in_turn else brief_question(questions[0], keys_act=keys_act)
        others = [replace(key, label=f"{each.subject}: {key.label}") for each in questions[1:] for key in each.answers]
        return replace(bar, question=first, key_hints=(*others, *bar.key_hints) if keys_act else bar.key_hints)

    def _build_title(self) -> view_models.TitleViewModel:
        view, model, connection = self.view, self.model, self.connection
        game, listed = view.game, find_game(view.game.id)
        note = f", {game.variant_note}" if game.variant_note else ""
        hand = f"hand {view.hand}" if view.hand else ""
        hand = "" if self.room.column else _join_parts(hand, view.street_name if view.playing else "")
        seated = f"{len(view.occupied)} of {len(view.seats)}{' locked' if view.seats_locked else ''}"
        seated = "" if view.tournament else seated
        waiting = f"{len(view.waiting)} waiting" if view.waiting else ""
        watching = table_words.watching_text(view, model.watchers)
        mark = deal_mark(model.deal)
        rights: list[tuple[str, ...]] = [(mark, seated, waiting, watching, str(connection))]
        if not connection.trouble:
            rights += [(mark, seated, waiting, watching)]
            behind = table_words.behind_text(view)
            rights += [(behind,)] if behind else [(mark, seated, waiting), (seated, waiting)]
        mix = rotation_name(view.rotation) if view.rotation else ""
        trouble = connection.trouble or bool(model.deal and model.deal.faults)
        running = model.tournament.running
        if running is not None and view.tournament:
            words = title_words(running, game.stakes, self.now)
            shorter = (*(_join_parts(each, f"{game.name}{note}") for each in words), words[-1]) if mix else words
            lefts = (_join_parts(words[0], game.title), _join_parts(words[0], game.name), *shorter)
            hand, short_game, rights = "", "", [*rights, ()]
        else:
            titled, named = f"{game.title} {game.stakes}", f"{game.name}{note} {game.stakes}"
            mixed = (_join_parts(mix, titled),) if mix else ()
            lefts = (_join_parts(mix, game.full_title), *mixed, titled, named)
            short_game = f"{listed.name}{note} {game.stakes}" if listed.id == game.id else ""
        return view_models.TitleViewModel(
            view.name,
            lefts,
            tuple(f"{hand}   {_join_parts(*parts)}" if hand else _join_parts(*parts) for parts in rights),
            short_game,
            table_words.owner_words(view),
            trouble,
        )

    @cached_property
    def _lowest_wild(self) -> frozenset[Card]:
        """The wild cards that depend on a player's own hand: the viewer's, and those that play in a hand shown."""
        shown = (card for hand in self.model.showdown.shown for card, _ in hand.played_as)
        return frozenset((*own_lowest_wild(self.view), *shown))

    def _card_style(self, winners: Iterable[SeatView]) -> card_art.CardStyle:
        style = card_art.build_card_style(self.view, winners)
        return replace(style, wild=style.wild | self._lowest_wild) if self._lowest_wild else style

    def build_seat(self, number: int) -> view_models.SeatViewModel:
        view = self.view
        seat = view.at(number)
        if seat is not None:
            winning = frozenset((*seat.winning_cards, *seat.winning_low_cards))
            words = self.model.showdown.winning_words(number) or seat.shown_hand  # a later run hides no earlier win
            seat = replace(seat, cards=card_art.sort_hand(view.game, seat.cards, winning), shown_hand=words)
        turn = view.turn is not None and view.turn.seat == number
        prompt = self.input.prompt
        removes_bot = isinstance(prompt, ChoicePrompt) and prompt.choice is REMOVE_BOT
        return view_models.SeatViewModel(
            number,
            seat,
            view.game.family,
            dealt_count=view.game.cards,
            marks=self._position_marks(number),
            to_act=turn,
            time_left=self.time_left if turn else None,
            can_sit=seat is None and view.you.seat is None and not view.tournament,
            selectable=removes_bot and seat is not None and seat.bot,
            card_style=self._card_style(() if seat is None else (seat,)),
            chance=self.chances.get(number),
        )

    def build_board(self) -> view_models.BoardViewModel:
        view, showdown = self.view, self.model.showdown
        board = view_models.BoardViewModel(
            view.game.family,
            board=view.board,
            runs=showdown.runs() if view.board else (),
            run=showdown.run,
            slots=len(view.board),
            total=view.total_pot,
            collected_pot=view.collected_pot,
            pots=tuple(pot.chips for pot in view.pots),
            rivals=tuple(map(view.name_at, view.pots[-1].seats)) if view.pots else (),
            card_style=self._card_style(view.occupied),
        )
        times = table_words.time_words(view, self.model.clock, self.now)
        status = _join_parts(times, table_words.bomb_pot_words(view), self._hand_status())
        if view.playing:
            return replace(board, slots=view.game.board or len(view.board), status=status)
        return replace(
            board,
            total=view.total_pot or sum(share.chips for share in showdown.shares()),
            carried=view.carried,
            status="" if showdown.result else status,
            story=showdown_lines(showdown, self.room.result_rows, self.room.result_width),
            result=showdown.result,
            short_result=showdown.short_result,
        )

    def build_own_seat(self, shown: view_models.SeatViewModel) -> view_models.OwnSeatViewModel | None:
        view, seat = self.view, self.view.own_seat
        if seat is None or shown.seat is None:
            return None
        seat = replace(seat, shown_hand=shown.seat.shown_hand)
        own_turn = self.input.turn
        choosing = shown.to_act and own_turn is not None and own_turn.is_drawing and not self.input.act_sent
        dealt = view.you.cards if seat.in_hand else ()
        cards = card_art.own_cards(view) if dealt else ()
        if own_turn is not None and choosing and sorted(own_turn.cards, key=str) == sorted(dealt, key=str):
            cards = own_turn.cards  # keep the order of the turn: a digit discards the card at its position
        positions = card_art.dealt_positions(cards, dealt)
        face_down = tuple(place >= len(seat.cards) or seat.cards[place] is None for place in positions)
        new = len(dealt) - self.model.fresh_card_count(self.now)
        given_up = not seat.cards or card_art.is_given_up(seat)
        return view_models.OwnSeatViewModel(
            **asdict(replace(shown, seat=seat)),
            cards=cards,
            face_down=face_down,
            fresh=frozenset(index for index, place in enumerate(positions) if place >= new),
            discards=own_turn.discards if own_turn is not None and choosing else frozenset(),
            choosing_discards=choosing,
            given_up=given_up,
            hand_name="" if given_up else seat.shown_hand or view.you.hand_name,
            result=0 if view.tournament or (view.playing and seat.live) else seat.result,
        )

    def _position_marks(self, number: int) -> tuple[str, ...]:
        button = ("D",) if self.view.button == number and self.view.hand else ()
        blinds = (("SB", self.view.small_blind), ("BB", self.view.big_blind))
        occupant = self.view.at(number)
        on_rail = ("R",) if self.view.rail.is_delayed and occupant and occupant.shown_to_rail else ()
        blind = (mark for mark, seat in blinds if seat == number)
        return (*button, *blind, *self._draw_count_marks(number), *on_rail)

    def _draw_count_marks(self, number: int) -> tuple[str, ...]:
        """Returns what a seat drew last, once its status shows a later act."""
        seat = self.view.at(number)
        if self.view.game.family is not Family.DRAW or seat is None or seat.drew is None or not seat.live:
            return ()
        shows_draw = seat.last_act in {LastAct.DREW, LastAct.PAT, LastAct.SHOWED}
        return () if shows_draw else (f"drew {seat.drew}" if seat.drew else "pat",)

    def _hand_status(self) -> str:
        view, turn = self.view, self.input.turn
        if not view.playing:
            return self._waiting_status
        if turn is not None and turn.action_choice is not None:
            return turn.action_choice.question
        if is_draw_in_progress(view):
            noun, verb = ("discard", "discards") if view.game.family is Family.BOARD else ("draw", "draws")
            if turn is not None:
                return f"your {noun}"
            return f"{self.view.name_at(view.turn.seat)} {verb}" if view.turn else ""
        return "" if view.game.board else view.street_name

    @property
    def _waiting_status(self) -> str:
        """The event that the table waits for; nothing if a hand is about to begin, which the action bar says."""
        if self.input.notices.end or table_words.has_enough_players(self.view):
            return ""
        friends = " · [J] how friends join" if self.invites else ""
        add_bot = "" if self.input.requests else " · [N] add a bot"
        return f"waiting for players{friends}{add_bot}" if self.view.you.is_host else "waiting for players"
