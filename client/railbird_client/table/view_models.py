"""A table as it is shown: the view models of the parts of its screen."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.drawing.card_art import DEFAULT_STYLE, CardStyle
from railbird_client.table.narration.showdown_story import StoryLine
from railbird_client.table.narration.table_log import ChatLine
from railbird_client.table.paint.seat_words import OwnSeatViewModel, SeatViewModel
from railbird_client.table.turn.action_bar import ActionBarViewModel
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card


class TitleViewModel(Struct, frozen=True):
    """The first line of the screen: the table's name, the game in `left_variants`, who is there in `right_variants`.

    The longest variants come first; `short_game` is for where even the shortest of the game has no room. `trouble` is
    set while the connection is lost.
    """

    name: str
    left_variants: tuple[str, ...]
    right_variants: tuple[str, ...]
    short_game: str = ""
    trouble: bool = False


class LogViewModel(Struct, frozen=True):
    """The last sentences of the hand; `title` and `street` stand above them in a column."""

    title: str
    sentences: tuple[str, ...]
    street: str = ""
    two_colour: bool = False


class ChatViewModel(Struct, frozen=True):
    """The last lines of chat; `typing` while the viewer writes one."""

    lines: tuple[ChatLine, ...]
    typing: bool = False


class PotViewModel(Struct, frozen=True):
    """A pot: its chips and the names of the players who can win it."""

    chips: int
    names: tuple[str, ...]


class RunViewModel(Struct, frozen=True):
    """A board of a hand whose rest is dealt more than once: its number from 1, its cards, and its winner.

    `winner` is empty until then.
    """

    number: int
    board: tuple[Card, ...] = ()
    winner: str = ""
    chips: str = ""
    card_style: CardStyle = DEFAULT_STYLE


class BoardViewModel(Struct, frozen=True):
    """The drawing in the middle of the table.

    The last `backs` cards of the board lie face down for a moment. `rabbit` is the rest of a board that would have
    come. `status` says what is going on, `story` and `result` who won what, and `short_result` the same in few words.
    `runs` has a board for each time that the rest is dealt, if that is more than once, and `run` is the number of the
    last that has begun.
    """

    family: Family
    board: tuple[Card, ...] = ()
    backs: int = 0
    rabbit: tuple[Card, ...] = ()
    runs: tuple[RunViewModel, ...] = ()
    run: int = 0
    slots: int = 0
    total: int = 0
    collected_pot: int = 0
    carried: int = 0
    pots: tuple[PotViewModel, ...] = ()
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
