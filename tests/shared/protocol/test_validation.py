"""A message that can be true of no table is found before it is folded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.game.cards import Card
from railbird_shared.game.variants import VARIANTS
from railbird_shared.history.narration import event_sentence
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import LegalActions, Offers
from railbird_shared.protocol.codec import ProtocolError, decode_message, encode
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.message_base import Event
from railbird_shared.protocol.messages import Chat, GoingDown, Lobby, Message, Refused, Snapshot
from railbird_shared.protocol.quantities import CardCount, Chips, SeatNumber
from railbird_shared.protocol.table_limits import MAX_TEXT_LENGTH, PACK_SIZE
from railbird_shared.protocol.validation import check_for, is_valid, sanitize
from railbird_shared.protocol.view import SeatView, TableView, Turn, You
from support.fake_server import HIGH_HANDS, HOLDEM, empty_step, table_info, table_snapshot, welcome_message
from support.type_strategies import strategy_for

VALID = TableView("t1", "Den", "Wren", HOLDEM, HIGH_HANDS, 40, 400, 200, (SeatView(1, "Wren", 200), None), you=You(1))


def snapshot_of(view: TableView) -> Snapshot:
    return replace(table_snapshot(), view=view)


def test_a_view_of_two_seats_is_valid() -> None:
    assert is_valid(snapshot_of(VALID), 0)
    assert is_valid(snapshot_of(replace(VALID, turn=Turn(2, 1), button=2, pots=(Pot(5, (1, 2)),))), 0)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_is_valid_at_any_stakes(game: str) -> None:
    for bet in (0, 500):
        assert is_valid(snapshot_of(replace(VALID, game=VARIANTS[game].make_game(bet))), 0)


@pytest.mark.parametrize(
    "view",
    [
        replace(VALID, seats=()),
        replace(VALID, seats=(SeatView(1, "Wren", 200),)),
        replace(VALID, seats=(None,) * 11, you=You()),
        replace(VALID, seats=(SeatView(2, "Wren", 200), None)),
        replace(VALID, seats=(SeatView(1, "Wren", 200, cards=(None,) * 1000), None)),
        replace(VALID, seats=(SeatView(1, "Wren", 200, cards=(None,) * (PACK_SIZE + 1)), None)),
        replace(VALID, seats=(SeatView(1, "Wren", 200, winning_cards=(Card.SA,) * 1000), None)),
        replace(VALID, you=You(2)),
        replace(VALID, you=You(3)),
        replace(VALID, you=You(1, legal=LegalActions(seat=3, stack=5))),
        replace(VALID, you=You(1, offers=Offers(see_hands=(3,)))),
        replace(VALID, turn=Turn(3, 1)),
        replace(VALID, button=3),
        replace(VALID, small_blind=3),
        replace(VALID, big_blind=3),
        replace(VALID, pots=(Pot(5, (1, 3)),)),
        replace(VALID, board=(Card.SA,) * 1000),
        replace(VALID, you=You(1, (Card.SA,) * 1000)),
    ],
)
def test_a_view_with_seats_or_cards_that_cannot_be_is_invalid(view: TableView) -> None:
    assert not is_valid(snapshot_of(view), 0)


def test_a_whole_pack_is_the_most_that_may_lie_anywhere() -> None:
    pack = (Card.SA,) * PACK_SIZE
    assert is_valid(snapshot_of(replace(VALID, board=pack, you=You(1, pack))), 0)
    assert is_valid(replace(empty_step(2), public=(ev.CardsDealt(1, down=PACK_SIZE), ev.BoardDealt(pack))), 2)
    assert not is_valid(replace(empty_step(2), public=(ev.BoardDealt((*pack, Card.SA)),)), 2)


def test_one_step_deals_a_seat_no_more_than_a_pack() -> None:
    half = ev.CardsDealt(1, down=PACK_SIZE // 2)
    assert is_valid(replace(empty_step(2), public=(half, half)), 2)
    assert not is_valid(replace(empty_step(2), public=(half, half, ev.CardsDealt(1, up=(Card.SA,)))), 2)
    assert is_valid(replace(empty_step(2), public=(half, half, ev.CardsDealt(2, up=(Card.SA,)))), 2)


def test_events_of_seats_that_the_table_has_are_valid() -> None:
    public = (
        ev.HandStarted(1, 1, (1, 2)),
        ev.CardsDealt(2, down=2),
        ev.TurnBegan(2, 1),
        ev.HandVoided(1, "", ((2, 5),)),
    )
    assert is_valid(replace(empty_step(2), public=public, private=(ev.YourSeat(), ev.YourSeat(1))), 2)


@pytest.mark.parametrize(
    "event",
    [
        ev.Folded(3),
        ev.HandStarted(1, 3, (1, 2)),
        ev.HandStarted(1, 1, (1, 3)),
        ev.PotsMade((Pot(5, (3,)),)),
        ev.HandVoided(1, "", ((3, 5),)),
        ev.DealerDrawn(1, ((1, Card.SA), (3, Card.S2))),
        ev.RunBegan(1, 2, hands=((3, (Card.SA,)),)),
        ev.RunBegan(1, 2, hands=((1, (Card.SA,) * 1000),)),
    ],
)
def test_an_event_of_seats_or_cards_that_cannot_be_is_invalid(event: ev.PublicEvent) -> None:
    assert not is_valid(replace(empty_step(2), public=(event,)), 2)


@pytest.mark.parametrize(
    "message",
    [
        snapshot_of(replace(VALID, game=replace(HOLDEM, board=10**9))),
        snapshot_of(replace(VALID, game=replace(HOLDEM, cards=-1))),
        *(
            replace(empty_step(2), public=(event,))
            for event in (
                ev.CardsDealt(1, down=10**9),
                ev.CardsDealt(1, down=-1),
                ev.CardsDealt(1, down=PACK_SIZE + 1),
                ev.Drew(1, 10**9),
                ev.RunChosen(1, 0),
                ev.RunChosen(1, 4),
                ev.PotAwarded(1, 10, 5),
            )
        ),
        *(GoingDown(retry=number) for number in (2**53 + 1, -(2**53) - 1)),
        replace(table_snapshot(), at=2**53 + 1),
    ],
)
def test_a_number_out_of_its_range_is_not_read_at_all(message: Message) -> None:
    with pytest.raises(ProtocolError, match="does not know: Expected 'int'"):
        decode_message(encode(message))


def test_a_number_far_beyond_all_bounds_is_not_read_at_all() -> None:
    with pytest.raises(ProtocolError, match="does not know"):
        decode_message(f'{{"type":"going-down","retry":{10**400}}}')


def test_private_events_are_checked_too() -> None:
    assert not is_valid(replace(empty_step(2), private=(ev.YourSeat(3),)), 2)
    assert not is_valid(replace(empty_step(2), private=(ev.YourTurn(LegalActions(seat=3, stack=5)),)), 2)


@given(strategy_for(ev.PublicEvent | ev.PrivateEvent))
def test_every_valid_event_can_be_folded_and_narrated(event: object) -> None:
    assert isinstance(event, ev.PublicEvent | ev.PrivateEvent)
    public = (event,) if isinstance(event, ev.PublicEvent) else ()
    private = () if isinstance(event, ev.PublicEvent) else (event,)
    if is_valid(replace(empty_step(2), public=public, private=private), len(VALID.seats)):
        fold_all(VALID, (event,))
        event_sentence(event, VALID)


def test_a_view_never_grows_beyond_its_seats_nor_a_pack() -> None:
    view = VALID
    for _ in range(9):
        view = fold_all(view, (ev.CardsDealt(1, down=10), ev.BoardDealt((Card.SA,) * 10)))
    assert (len(view.seats[0].cards if view.seats[0] else ()), len(view.board)) == (PACK_SIZE, PACK_SIZE)
    assert fold_all(view, (ev.PlayerSat(7, "Heron", 100),)) == view


# --- events to come


class CardsPassed(Event, frozen=True, tag="cards-passed"):
    """An event that no table sends: what each giver passed to which takers."""

    passes: tuple[tuple[Chips, tuple[SeatNumber, ...]], ...]
    most: CardCount | None = None


class UncountedEvent(Event, frozen=True, tag="uncounted-event"):
    """An event whose number does not say what it counts."""

    numbers: tuple[tuple[str, int], ...] = ()


def test_a_new_event_is_checked_by_its_annotations_alone() -> None:
    def valid(event: CardsPassed) -> bool:
        step = empty_step(2)
        return is_valid(replace(step, public=(event,)), 2)

    assert valid(CardsPassed(((0, (1, 2)), (999, ()))))
    assert not valid(CardsPassed(((0, (1, 2)), (999, (3,)))))
    assert valid(CardsPassed((), most=3))


@pytest.mark.parametrize("hint", [int, int | None, tuple[int, ...], tuple[tuple[str, int], ...], UncountedEvent])
def test_an_integer_that_does_not_say_what_it_counts_is_refused(hint: object) -> None:
    with pytest.raises(TypeError, match=r"railbird_shared\.protocol\.quantities"):
        check_for(hint)


@pytest.mark.parametrize("hint", [list[str], dict[str, int], SeatNumber | str])
def test_a_type_that_cannot_be_read_is_refused(hint: object) -> None:
    with pytest.raises(TypeError):
        check_for(hint)


def structs_of(hint: object, above: tuple[object, ...] = ()) -> Iterator[type[Struct]]:
    """Every struct type that a type mentions, itself included, and those of their fields; each `above` is known."""
    if isinstance(hint, type) and issubclass(hint, Struct) and hint not in above:
        yield hint
        for field in get_type_hints(hint, include_extras=True).values():
            yield from structs_of(field, (*above, hint))
    for part in get_args(hint):
        yield from structs_of(part, above)


@pytest.mark.parametrize("struct", sorted({*structs_of(Message | Command)}, key=str), ids=str)
def test_every_integer_of_a_message_says_what_it_counts(struct: type[Struct]) -> None:
    """Fails with a TypeError if a field is a plain `int`: give it a type of `railbird_shared.protocol.quantities`."""
    hints = get_type_hints(struct, include_extras=True)
    for name in struct.__struct_fields__:
        check_for(hints[name])


def test_a_clean_message_is_returned_unchanged() -> None:
    for message in (welcome_message(), table_snapshot(seated=True), Lobby(tables=(table_info(),))):
        assert sanitize(message) is message


def test_texts_are_sanitized_at_every_depth() -> None:
    lobby = Lobby(tables=(table_info(name="De\x1b]52;c;x\x07n", players=("Jay\u200b", "Rook")),))
    assert sanitize(lobby) == Lobby(tables=(table_info(name="Den", players=("Jay", "Rook")),))
    assert sanitize(table_snapshot(name="De\u202en")).view.name == "Den"


def test_markup_is_left_unchanged() -> None:
    chat = Chat(name="[b]Jay", text="[@click=app.quit]win a seat[/]")
    assert sanitize(chat) is chat


def test_a_text_that_is_too_long_is_cut() -> None:
    assert len(sanitize(Refused(code="x", sentence="a " * 30_000)).sentence) <= MAX_TEXT_LENGTH
