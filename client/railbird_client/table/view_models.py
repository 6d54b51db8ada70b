"""A table as it is shown: the view models of the parts of its screen."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.drawing.card_art import DEFAULT_STYLE, CardState, CardStyle
from railbird_client.drawing.text_width import cell_width
from railbird_client.table.showdown_story import DealtRun, StoryLine
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_client.table.turn.time_left import TimeLeft
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.protocol.view import SeatView


class ChatLine(Struct, frozen=True):
    """A line of chat; `rail` if the speaker is not seated."""

    name: str
    text: str
    rail: bool = False


class Chance(Struct, frozen=True):
    """The chance of one hand: its player's name, the words for it, and its part of the whole from 0 to 1."""

    name: str
    words: str
    part: float


class SeatViewModel(Struct, frozen=True):
    """A seat as it is drawn.

    `dealt_count` is the number of cards that the game deals and `marks` are the button, the blinds and the last draw.
    A seat is `selectable` if the open prompt asks for it, and `can_sit` is set if the viewer may take it.
    """

    number: int
    seat: SeatView | None
    family: Family
    dealt_count: int = 2
    marks: tuple[str, ...] = ()
    to_act: bool = False
    time_left: TimeLeft | None = None
    can_sit: bool = False
    selectable: bool = False
    card_style: CardStyle = DEFAULT_STYLE
    chance: Chance | None = None

    @property
    def click(self) -> SeatClick:
        """The press of a click on the seat."""
        return SeatClick(self.number)


class OwnSeatViewModel(SeatViewModel, frozen=True, kw_only=True):
    """The viewer's own seat as it is drawn, with the `cards` that the viewer holds.

    `face_down` says of each card whether nobody else sees it. `fresh` and `discards` are indices of cards that have
    just been drawn and that are chosen to be discarded, which happens while `choosing_discards`. `result` is what the
    viewer has won at the table, 0 while they play a hand: what lies in the pot is neither lost nor won. A hand is
    `given_up` once it is folded or mucked; its cards are dimmed.
    """

    seat: SeatView
    cards: tuple[Card, ...] = ()
    face_down: tuple[bool, ...] = ()
    fresh: frozenset[int] = frozenset()
    discards: frozenset[int] = frozenset()
    choosing_discards: bool = False
    given_up: bool = False
    hand_name: str = ""
    result: int = 0

    def state_of(self, index: int) -> CardState:
        """Returns the state of the card at an index."""
        if self.given_up or index in self.discards:
            return CardState.DIMMED
        return CardState.FRESH if index in self.fresh else self.card_style.state_of(self.cards[index])


class Button(Struct, frozen=True):
    """A button: the key that it shows and that a click presses, and its label.

    `letter` is what stands for a key that has two letters. One that is `dimmed` can only be clicked, since its key
    writes in the chat.
    """

    key: TableKey
    label: str
    selected: bool = False
    disabled: bool = False
    dimmed: bool = False
    letter: str = ""

    @property
    def display(self) -> str:
        """The key as the button shows it."""
        return self.letter or self.key.display

    @property
    def width(self) -> int:
        """The cells of the key and the label."""
        return cell_width(self.display) + cell_width(self.label)


class Slider(Struct, frozen=True):
    """A slider of amounts with its knob at `amount`; all are totals for the round, in chips."""

    minimum: int
    maximum: int
    amount: int
    touched: bool

    def knob(self, cells: int) -> int:
        """Returns the cell of the knob on a line of so many."""
        return (self.amount - self.minimum) * (cells - 1) // max(1, self.maximum - self.minimum)


class Question(Struct, frozen=True):
    """A question that stands on the table, with the keys that answer it, and that of a `menu` with more of them.

    `subject` is what it is about where there is little room.
    """

    words: str
    subject: str = ""
    answers: tuple[Button, ...] = ()
    menu: Button | None = None


class ActionBarViewModel(Struct, frozen=True):
    """The view model of the action bar.

    `label` says what the buttons are for, and `price` what a call costs and wins, in parts. `caption` stands in the
    place of the slider. `typed` is the amount being typed, None while none is, and `typed_range` what may be typed.
    `second_row` stands beside the slider, as its presets, or beside the caption. `key_hints` can be clicked and follow
    the other `hints`, and a `notice` replaces both. The bar is that of the viewer's turn `in_turn`, and `active` while
    they can decide.
    """

    label: str = ""
    buttons: tuple[Button, ...] = ()
    slider: Slider | None = None
    second_row: tuple[Button, ...] = ()
    caption: str = ""
    typed: str | None = None
    typed_range: str = ""
    notice: str = ""
    hints: tuple[str, ...] = ()
    key_hints: tuple[Button, ...] = ()
    active: bool = False
    in_turn: bool = False
    price: tuple[str, ...] = ()
    question: Question | None = None
    chances: tuple[Chance, ...] = ()
    """The chances of the live hands, the best first, which take the place of the buttons for spectators."""

    @property
    def fills_amounts(self) -> bool:
        """Whether the row of the amounts has words or buttons that a question may not cover."""
        return self.in_turn or self.active or bool(self.second_row or self.chances)

    @property
    def all_hints(self) -> tuple[tuple[str, TableKey | None], ...]:
        """All hints, each with the key that a click on it presses, None where it cannot be clicked."""
        keys = ((f"{hint.display} {hint.label}", hint.key) for hint in self.key_hints)
        return (*((hint, None) for hint in self.hints), *keys)


class TitleViewModel(Struct, frozen=True):
    """The first line of the screen: the table's name, the game in `left_variants`, who is there in `right_variants`.

    The longest variants come first; `short_game` is for where even the shortest of the game has no room. `owner` says
    whether the owner of the server plays, where all else leaves room. `trouble` is set while the connection is lost.
    """

    name: str
    left_variants: tuple[str, ...]
    right_variants: tuple[str, ...]
    short_game: str = ""
    owner: str = ""
    trouble: bool = False


class LogViewModel(Struct, frozen=True):
    """The last sentences of the hand; `title` and `street` stand above them in a column."""

    title: str
    sentences: tuple[str, ...]
    street: str = ""


class ChatViewModel(Struct, frozen=True):
    """The last lines of chat; `typing` while the viewer writes one."""

    lines: tuple[ChatLine, ...]
    typing: bool = False


class BoardViewModel(Struct, frozen=True):
    """The drawing in the middle of the table.

    The last `backs` cards of the board lie face down for a moment. `runs` has a board for each time that the rest is
    dealt, if that is more than once, and `run` is the number of the last that has begun. `pots` are the chips of each
    pot, and `rivals` the players who can win the last. `status` says what is going on, `story` and `result` who won
    what, and `short_result` the same in few words.
    """

    family: Family
    board: tuple[Card, ...] = ()
    backs: int = 0
    runs: tuple[DealtRun, ...] = ()
    run: int = 0
    slots: int = 0
    total: int = 0
    collected_pot: int = 0
    carried: int = 0
    pots: tuple[int, ...] = ()
    rivals: tuple[str, ...] = ()
    status: str = ""
    story: tuple[StoryLine, ...] = ()
    result: tuple[str, ...] = ()
    short_result: tuple[str, ...] = ()
    card_style: CardStyle = DEFAULT_STYLE


class TableViewModel(Struct, frozen=True):
    """The whole table screen; without `own_seat` the viewer watches from the rail.

    `button` is the seat with the dealer button, and `to_match` the highest bet of the round. `hints` are lines for
    beginners, None if they are switched off. `own_status` is what the viewer should know of their seat, or of the way
    to one. Bets on their way to the pot are `fading`, from 0 to 1.
    """

    title: TitleViewModel
    action_bar: ActionBarViewModel
    log: LogViewModel
    chat: ChatViewModel
    seats: dict[int, SeatViewModel]
    board: BoardViewModel
    own_seat: OwnSeatViewModel | None
    button: int | None = None
    to_match: int = 0
    hints: tuple[str, ...] | None = None
    my_turn: bool = False
    own_status: str = ""
    fading: float = 0.0
