"""The whole screen as values: what each picture shows at this moment."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.model.bar import BarFace, enough, face_of
from railbird_client.model.betting import WAGER_VERBS
from railbird_client.model.clock import Left
from railbird_client.model.desk import Desk
from railbird_client.model.faces import Manner, Size, given_up, manner_of
from railbird_client.model.layout import Plan
from railbird_client.model.offers import offers_of
from railbird_client.model.paint.hero import HeroFace, RailFace
from railbird_client.model.paint.middle import MiddleFace, PotFace
from railbird_client.model.paint.seat import SeatFace
from railbird_client.model.paint.strips import ChatFace, LogFace, RowsFace, TitleFace
from railbird_client.model.preaction import drawing, to_call
from railbird_client.model.prompt import Topic, is_broke
from railbird_client.model.sitting import Sitting
from railbird_client.model.sorting import in_order, own_cards, places
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView, TableView

_SENTENCES = 60
_RAIL_WIDTH = 30  # the least width of the seat at the bottom of the screen for one who looks on
TOO_SMALL = "The terminal is too small for the table: make it at least 60 by 18 to play. Ctrl+Q quits."


LOST = "The connection is lost; trying again."
"""What stands in the bar until the server is heard again."""

KEPT = "Your seat is kept."


class Scene(Struct, frozen=True):
    """What every picture shows; a part that the plan leaves out has no value."""

    title: TitleFace
    bar: BarFace
    log: LogFace
    chat: ChatFace
    seats: dict[int, SeatFace]
    middle: MiddleFace
    hero: HeroFace | RailFace
    rows: RowsFace


class Connection(Struct, frozen=True):
    """How the way to the server stands, as a word, with its delay there and back in milliseconds."""

    state: str = ""
    latency_ms: int | None = None
    trouble: bool = False

    def __str__(self) -> str:
        delay = "" if self.latency_ms is None else f" {self.latency_ms} ms"
        return f"{self.state}{delay}".strip()


def viewer_of(view: TableView) -> int:
    """Returns the seat at the bottom of the screen: the viewer's own, or the first for one who looks on."""
    return 1 if view.you is None else view.you.seat


def scene(
    sitting: Sitting,
    view: TableView,
    plan: Plan,
    connection: Connection,
    now: float,
    *,
    typing: bool,
    invites: bool = False,
) -> Scene:
    """Returns what to show of a table now; `invites` where there is an address by which friends come."""
    composer = _Composer(sitting, view, plan, now, invites=invites)
    bar = face_of(sitting.desk, now, letters=sitting.options.ascii, runs_out=sitting.runs_out)
    return Scene(
        title=_title(view, connection),
        bar=replace(bar, notice=bar.notice or _lost(view)) if connection.trouble else bar,
        log=LogFace(
            _log_title(sitting, view, plan),
            sitting.log.tail(_SENTENCES),
            framed=plan.framed,
            two_colour=sitting.options.two_colour,
        ),
        chat=ChatFace(sitting.chatter.tail(_SENTENCES), framed=plan.framed, typing=typing),
        seats={seat: composer.seat(seat) for seat in plan.seats},
        middle=composer.middle(),
        hero=composer.hero(),
        rows=composer.rows(),
    )


def _log_title(sitting: Sitting, view: TableView, plan: Plan) -> str:
    """The hand; over a log so short that the last result has gone from it, that too."""
    if not plan.framed:
        return sitting.log.heading
    return f"hand {view.hand}" if view.hand else "log"


def _lost(view: TableView) -> str:
    return LOST if view.you is None else f"{LOST} {KEPT}"


def _title(view: TableView, connection: Connection) -> TitleFace:
    game = view.game
    street = view.street_name if view.playing else ""
    hand = f"hand {view.hand}" if view.hand else ""
    watching = f" · {view.watchers} watching" if view.watchers else ""
    state = f" · {connection}" if str(connection) else ""
    return TitleFace(
        (
            _joined(view.name, game.full_title, hand, street),
            _joined(view.name, f"{game.title} {game.stakes}", hand, street),
            _joined(f"{game.title} {game.stakes}", hand, street),
            _joined(f"{game.name} {game.stakes}", hand, street),
        ),
        f"{len(view.occupied)}/{len(view.seats)}{watching}{state}",
        trouble=connection.trouble,
    )


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


class _Composer:
    def __init__(self, sitting: Sitting, view: TableView, plan: Plan, now: float, *, invites: bool) -> None:
        self.invites = invites
        self.sitting, self.view, self.plan, self.now = sitting, view, plan, now
        turn = view.turn
        self.left: Left | None = None if turn is None else sitting.clock.left(turn.deadline, now)

    def _manner(self, won: Iterable[SeatView]) -> Manner:
        return manner_of(self.view, won, two_colour=self.sitting.options.two_colour)

    def seat(self, number: int) -> SeatFace:
        view, scale = self.view, self.plan.scale
        held = view.at(number)
        if held is not None:
            held = replace(held, cards=in_order(view.game, held.cards, frozenset(held.read)))
        turn = view.turn is not None and view.turn.seat == number
        prompt = self.sitting.desk.prompt
        return SeatFace(
            number,
            held,
            view.game.family,
            boxed=scale is not None and scale.boxed,
            cards=Size.SMALL if scale is None else scale.seat,
            dealt=view.game.cards,
            marks=self._marks(number),
            turn=turn,
            left=self.left if turn else None,
            can_sit=held is None and view.you is None,
            asked=prompt is not None and prompt.topic is Topic.REMOVE_BOT and held is not None and held.bot,
            manner=self._manner(() if held is None else (held,)),
        )

    def middle(self) -> MiddleFace:
        view, scale = self.view, self.plan.scale
        result = () if view.playing else self.sitting.log.result
        shows_places = view.game.board and view.playing
        return MiddleFace(
            view.game.family,
            board=view.board,
            places=view.game.board if shows_places else len(view.board),
            size=scale.board if scale is not None else Size.SMALL,
            total=view.total_pot,
            gathered=view.gathered,
            carried=0 if view.playing else view.carried,
            pots=tuple(PotFace(pot.chips, tuple(self._name(seat) for seat in pot.seats)) for pot in view.pots),
            status="" if result else self._status(),
            result=result,
            brief=self.sitting.log.brief if result else (),
            manner=self._manner(view.occupied),
        )

    def hero(self) -> HeroFace | RailFace:
        view, scale = self.view, self.plan.scale
        boxed = scale is not None and scale.boxed
        seat = None if view.you is None else view.at(view.you.seat)
        if view.you is None or seat is None:
            width = next((place.width for place in self.plan.seats.values()), _RAIL_WIDTH)
            return RailFace(self.seat(1), max(width, _RAIL_WIDTH), _rail_words(view), boxed=boxed)
        turn = view.turn is not None and view.turn.seat == seat.seat
        mine = self.sitting.desk.turn
        choosing = turn and mine is not None and mine.drawing and not self.sitting.desk.sent
        dealt = view.you.cards if seat.in_hand else ()
        cards = own_cards(view) if dealt else ()
        if mine is not None and choosing and sorted(mine.cards, key=str) == sorted(dealt, key=str):
            cards = mine.cards  # a digit throws away what stands in its place, whatever the order
        order = places(cards, dealt)
        down = tuple(place >= len(seat.cards) or seat.cards[place] is None for place in order)
        new = len(dealt) - self.sitting.fresh(self.now)
        gone = not seat.cards or given_up(seat)
        return HeroFace(
            seat,
            view.game.family,
            boxed=boxed,
            size=scale.hero if scale is not None else Size.SMALL,
            cards=cards,
            down=down,
            fresh=frozenset(index for index, place in enumerate(order) if place >= new),
            thrown=mine.thrown if mine is not None and choosing else frozenset(),
            choosing=choosing,
            gone=gone,
            words="" if gone else seat.shown or view.you.hand,
            marks=self._marks(seat.seat),
            turn=turn,
            left=self.left if turn else None,
            status=self._own_status(seat),
            manner=self._manner((seat,)),
        )

    def rows(self) -> RowsFace:
        if self.plan.rows is None:
            return RowsFace()
        if self.plan.tiny:
            mine = self.sitting.desk.turn is not None
            return RowsFace(notice=f"It is your turn. {TOO_SMALL}" if mine else TOO_SMALL)
        hero = self.hero()
        seats = range(1, len(self.view.seats) + 1)
        return RowsFace(
            tuple(self.seat(number) for number in seats),
            self.middle(),
            hero if isinstance(hero, HeroFace) else None,
        )

    def _marks(self, number: int) -> tuple[str, ...]:
        button = ("D",) if self.view.button == number and self.view.hand else ()
        blinds = (("SB", self.view.small_blind), ("BB", self.view.big_blind))
        return (*button, *(mark for mark, seat in blinds if seat == number), *self._drawn(number))

    def _drawn(self, number: int) -> tuple[str, ...]:
        """What a seat drew last, once what it did after that stands where it was said."""
        seat = self.view.at(number)
        if self.view.game.family is not Family.DRAW or seat is None or seat.drew is None or not seat.live:
            return ()
        said = seat.last in {LastAct.DREW, LastAct.PAT, LastAct.SHOWED}
        return () if said else (f"drew {seat.drew}" if seat.drew else "pat",)

    def _name(self, number: int) -> str:
        seat = self.view.at(number)
        return seat.name if seat else f"seat {number}"

    def _own_status(self, seat: SeatView) -> str:
        view = self.view
        if is_broke(seat, view):
            return "No chips are left: + adds some."
        if seat.sitting_out and view.playing and seat.live:
            return "You sit out after this hand."
        if seat.sitting_out:
            return "You sit out: press S to come back."
        posts = offers_of(view).post
        if posts is not None and not (view.playing and seat.in_hand):
            return "You post as soon as your seat may play." if posts else "You wait for the big blind: I posts one."
        if not view.playing or view.turn is None:
            return ""
        if not seat.in_hand:
            return "You are dealt in from the next hand."
        cost = to_call(view) if seat.live and not drawing(view) else 0
        return f"{cost:,} to call" if cost else f"waiting for {self._name(view.turn.seat)}"

    def _status(self) -> str:
        view, turn = self.view, self.sitting.desk.turn
        if not view.playing:
            return _before_a_hand(view, self.sitting.desk, invites=self.invites)
        if turn is not None and turn.question is not None:
            return turn.question.words
        if drawing(view):
            noun, verb = ("discard", "discards") if view.game.family is Family.BOARD else ("draw", "draws")
            mine = turn is not None
            return f"your {noun}" if mine else f"{self._name(view.turn.seat)} {verb}" if view.turn else ""
        words: list[str] = []
        if turn is not None and turn.legal.call:
            words.append(f"{turn.legal.call:,} to call")
        elif view.to_match:
            words.append(f"bet {view.to_match:,}")
        if turn is not None and turn.sizing is not None and not turn.sizing.fixed:
            wager = turn.sizing.wager
            words.append(f"min {WAGER_VERBS[wager.kind].lower()} {wager.minimum:,}")
        return " · ".join(words)


def _before_a_hand(view: TableView, desk: Desk, *, invites: bool) -> str:
    """What the table waits for; the bar says when a hand is about to begin."""
    if desk.ended or enough(view):
        return ""
    friends = " · J tells how friends join" if invites else ""
    return f"waiting for players{friends} · N seats a bot" if desk.is_host else "waiting for players"


def _rail_words(view: TableView) -> str:
    if all(view.seats):
        return "You are watching; all seats are taken."
    return "You are watching: S takes a seat."
