"""The requests of a player in and out of turn: to show cards, see mucked ones, post, straddle, add chips.

Each right has one judge, which refuses a request with the reason; a request that it would not refuse is offered.

The bounty for a pot won with a seven and a deuce is paid from stack to stack once the hand is over (HS-45). The chips
stay on the table, so the books know nothing of it. A player pays what they have, if that is less than due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec.structs import replace

from railbird_server.refusal import IllegalAction, Refusal, is_allowed
from railbird_server.table.bomb_pots import BombPots
from railbird_server.table.dealer_button import clockwise
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import ForSeat
from railbird_server.table.seats import Seat, Seats
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import Card, Rank
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import AfterHandCommand, HuntRabbit, SeeHand, ShowHand
from railbird_shared.protocol.events import BountyPaid, CardsShown, HandEvent, HandShown, RabbitHunted, YourOffers


def turn_up_cards(
    command: AfterHandCommand, current: HandInProgress | None, settings: TableSettings, seats: Seats, player: str
) -> list[HandEvent]:
    """Turns up cards after a hand, as the player with that id asks, which may earn a bounty; raises Refusal.

    They are a player's own, whole or in part (IR-10, HS-42), the board that would have come (HS-43), or those of a hand
    that was mucked at the showdown, for a player of the hand who did not win (SD-8, SD-12). Cards that were folded
    before stay hidden (SD-14).
    """
    seat = seats.of(player)
    match command:
        case ShowHand(cards=cards):
            current, number = _check_show(current, seat)
            shown = _show_own(current, settings, number, cards)
        case HuntRabbit():
            current, number = _check_rabbit(current, settings, seat)
            current.rabbit = RabbitHunted(number, current.hand.board_to_come(), ("HS-43",))
            return [current.rabbit]
        case SeeHand(seat=asked):
            current = _check_asker(current, settings, seat)
            shown = current.show_after(_check_asked(current, seats.at(asked)), ("SD-8", "SD-14"))
        case _:
            assert_never(command)
    return [shown, *pay_bounties(current, seats, settings, (shown.seat,) if isinstance(shown, HandShown) else ())]


def _show_own(
    current: HandInProgress, settings: TableSettings, number: int, cards: Sequence[Card]
) -> HandShown | CardsShown:
    if not cards:
        return current.show_after(number, ("IR-10",))
    hidden = current.hidden_cards(number)
    if Counter(cards) - Counter(hidden):
        raise IllegalAction("nothing-to-show", "Show only cards that you hold and the others have not seen.", "IR-10")
    if len(cards) < len(hidden) and not settings.effective_rules.show_one_card:
        raise IllegalAction("shown-whole", "In this house a hand is shown whole; show all your cards.", "HS-42")
    return current.show_in_part(number, cards, ("IR-10", "HS-42"))


def is_waited_for(seat: Seat, current: HandInProgress | None, settings: TableSettings) -> bool:
    """Whether the next hand waits for a person who has won with cards that nobody saw, or may hunt the rabbit."""
    is_away = seat.bot or not seat.connected or seat.sitting_out or seat.leaving
    if current is None or is_away or seat.done_with == current.setup.number:
        return False
    if is_allowed(_check_rabbit, current, settings, seat):
        return True
    has_shown = seat.number in current.shown_in_part or not is_allowed(_check_show, current, seat)
    return not has_shown and current.hand.players[seat.number].won > 0


def decline_offers(seat: Seat) -> list[HandEvent]:
    """Notes that a player wants to show and see nothing more of the last hand; raises Refusal if nobody waits."""
    if not seat.offers.deal_on:
        raise Refusal("not-now", "The next hand does not wait for you.")
    seat.done_with = seat.last_hand
    return []


def check_staying(seat: Seat) -> None:
    """Raises Refusal for a player who has stood up and only waits for the end of the hand (AI-13)."""
    if seat.kicked:
        raise Refusal("leaving", "The host has you leave when this hand is over.")
    if seat.leaving:
        raise Refusal("leaving", "You leave when this hand is over; you can sit down again after it.")


def has_straddles(settings: TableSettings) -> bool:
    """Whether the house has straddles, and the game blinds (BT-43).

    Where games change, a player says what they want before they know of the next one.
    """
    may_come = settings.rotation is not None and settings.house_rules.straddles > 0
    return may_come or (settings.straddles > 0 and settings.blinds)


def check_straddle(settings: TableSettings) -> None:
    """Raises Refusal where nobody straddles."""
    if not has_straddles(settings):
        raise IllegalAction("no-straddles", "This house has no straddles; raise when it is your turn.", "BT-43")


def has_chops(settings: TableSettings) -> bool:
    """Whether the house has blinds chopped, and the game two of them (HS-44)."""
    return settings.effective_rules.chopped_blinds and settings.blinds and not settings.game.stakes.has_one_blind


def check_chop(settings: TableSettings) -> None:
    """Raises Refusal where blinds are not chopped."""
    if not has_chops(settings):
        raise IllegalAction("no-chop", "Blinds are not chopped here; call or fold when it is your turn.", "HS-44")


def check_post(settings: TableSettings, seat: Seat, *, newcomers_wait: bool) -> None:
    """Raises Refusal where a player need not wait for the big blind, and so cannot post it (DL-26, DL-27)."""
    if not settings.blinds or not seat.waits_for_big_blind or not newcomers_wait:
        raise IllegalAction("no-wait", "You need not wait for the big blind; there is nothing to post.", "DL-27")


def check_table_total(chips: int, room: int) -> None:
    """Raises Refusal where a player brings more chips than the table has `room` for in its messages."""
    if chips > room:
        most = f"bring at most {room:,}" if room > 0 else "open another table"
        raise Refusal("table-total", f"This table has seen as many chips as it can count; {most}.")


def check_allowance(chips: int, allowance: int) -> None:
    """Raises Refusal where a player brings more than the table lets one player bring."""
    if chips > allowance:
        more = f"{allowance:,} more chips at most" if allowance > 0 else "no more chips"
        raise Refusal("rebuy-limit", f"You may bring {more}: this table limits what each player brings.")


def check_top_up(settings: TableSettings, seat: Seat, room: int, allowance: int) -> tuple[int, int]:
    """Returns the fewest and the most chips that a player may add now (AI-12, AI-14).

    Raises Refusal where they have all that the table allows, with those that wait for the end of the hand, or where the
    table has no `room` for the fewest.
    """
    least, most = top_up_range(settings, seat, room, allowance)
    if settings.max_buy_in <= seat.stack + seat.top_up:
        raise IllegalAction("full-stack", f"You have the {settings.max_buy_in:,} chips this table allows.", "AI-12")
    check_table_total(least, room)
    check_allowance(least, allowance - seat.top_up)
    return least, most


def top_up_range(settings: TableSettings, seat: Seat, room: int, allowance: int) -> tuple[int, int]:
    """Returns the fewest and the most chips that a player may add now; where they may add none, the most is less."""
    least = 1 if seat.stack else max(1, settings.min_buy_in - seat.top_up)
    return least, min(settings.max_buy_in - seat.stack - seat.top_up, room, allowance - seat.top_up)


_NO_OFFERS = Offers()


def update_offers(
    seats: Seats,
    current: HandInProgress | None,
    settings: TableSettings,
    *,
    limits: Iterable[tuple[int, int]],
    newcomers_wait: bool,
    bomb_pots: BombPots,
    deal_waits: bool,
) -> list[ForSeat]:
    """Notes what each player may request now, and returns what has changed, one event for each player.

    `limits` are how many chips each may bring before the table has more than it can count, and how many the table lets
    them bring. With `deal_waits` the next hand waits for players who decide whether to show.
    """
    changed: list[ForSeat] = []
    straddles, chops, bomb_pot = has_straddles(settings), has_chops(settings), bomb_pots.can_be_asked(settings)
    ended = current if current and current.over else None
    unseen = [each.number for each in seats.occupied if is_allowed(_check_asked, ended, each)] if ended else []
    for seat, (room, allowance) in zip(seats.occupied, limits, strict=True):
        offered = _offers_after_hand(seat, ended, settings, unseen, deal_waits=deal_waits) if ended else _NO_OFFERS
        if not (seat.leaving or seat.kicked or seat.in_tournament):
            least, most = top_up_range(settings, seat, room, allowance)
            waits = seat.waits_for_big_blind and seat.ready
            may_post = waits and is_allowed(check_post, settings, seat, newcomers_wait=newcomers_wait)
            offered = replace(
                offered,
                post=seat.wants_to_post if may_post else None,
                straddle=seat.wants_to_straddle if straddles else None,
                chop=seat.wants_to_chop if chops else None,
                bomb_pot=seat.player in bomb_pots.state.asked if bomb_pot else None,
                max_top_up=most if least <= most else 0,
                min_top_up=least if least <= most else 0,
                auto_top_up=seat.auto_top_up,
                moves_to=seat.moves_to,
            )
        if offered != seat.offers:
            seat.offers = offered
            changed.append(ForSeat(seat.number, YourOffers(offered)))
    return changed


def _offers_after_hand(
    seat: Seat, current: HandInProgress, settings: TableSettings, unseen: Sequence[int], *, deal_waits: bool
) -> Offers:
    """Returns what a player may show of their hand, and ask to see of those that were mucked `unseen`, by seat."""
    asks = is_allowed(_check_asker, current, settings, seat)
    show = is_allowed(_check_show, current, seat)
    return Offers(
        show=show,
        show_one=show and settings.effective_rules.show_one_card and len(current.hidden_cards(seat.number)) > 1,
        rabbit=is_allowed(_check_rabbit, current, settings, seat),
        see_hands=tuple(number for number in unseen if number != seat.number) if asks else (),
        deal_on=deal_waits and is_waited_for(seat, current, settings),
    )


def _check_show(current: HandInProgress | None, seat: Seat | None) -> tuple[HandInProgress, int]:
    if current is None or seat is None or seat.last_hand != current.setup.number:
        raise IllegalAction("not-now", "You can show your cards only after a hand that you were dealt into.", "IR-10")
    if not current.over:
        raise IllegalAction("not-now", "Cards can be shown after the hand, until the next one begins.", "IR-10")
    is_open = seat.number in current.shown_after or None not in current.hand.players[seat.number].visible_cards
    if is_open and not current.is_mucked(seat.number):
        raise IllegalAction("nothing-to-show", "You hold no cards of this hand that are still unseen.", "IR-8")
    return current, seat.number


def _check_rabbit(
    current: HandInProgress | None, settings: TableSettings, seat: Seat | None
) -> tuple[HandInProgress, int]:
    if not settings.effective_rules.rabbit_hunt:
        raise IllegalAction("no-rabbit", "In this house the rest of the deck stays unseen.", "HS-43")
    if current is None or seat is None or seat.last_hand != current.setup.number:
        raise IllegalAction("not-now", "Only players of the last hand may see what would have come.", "HS-43")
    if not current.over:
        raise IllegalAction("not-now", "The cards that would have come are shown once the hand is over.", "HS-43")
    if not current.setup.game.board:
        sentence = "No board is dealt in this game, and what players would have got depends on who stays in."
        raise IllegalAction("no-rabbit", sentence, "HS-43")
    if current.rabbit or not current.hand.board_to_come():
        raise IllegalAction("nothing-to-hunt", "No card of the board is left that would have come.", "HS-43")
    return current, seat.number


def _check_asker(current: HandInProgress | None, settings: TableSettings, asker: Seat | None) -> HandInProgress:
    """Returns the hand of which a player may ask to see another's; raises IllegalAction."""
    if current is None or asker is None or asker.last_hand != current.setup.number:
        raise IllegalAction("not-now", "Only players of the hand can ask to see one that was mucked.", "SD-8")
    if not settings.see_called_hands:
        raise IllegalAction("unseen", "In this house mucked hands stay hidden.", "SD-8")
    if not current.over:
        raise IllegalAction("not-now", "A mucked hand can be asked for once the hand is over.", "SD-14")
    if current.hand.players[asker.number].won:
        raise IllegalAction("winner", "The winner of a hand cannot ask to see a beaten one.", "SD-12")
    return current


def _check_asked(current: HandInProgress, asked: Seat | None) -> int:
    """Returns a seat whose mucked hand may be asked for; raises IllegalAction."""
    if asked is None or asked.last_hand != current.setup.number:
        raise IllegalAction("nothing-to-see", "Nobody of this hand sits there; choose the seat that mucked.", "SD-8")
    if not current.is_mucked(asked.number):
        raise IllegalAction("nothing-to-see", "That seat mucked no hand that is still unseen.", "SD-8")
    return asked.number


SEVEN_DEUCE = [Rank.TWO, Rank.SEVEN]


def pay_bounties(
    current: HandInProgress, seats: Seats, settings: TableSettings, shown: Iterable[int]
) -> list[BountyPaid]:
    """Pays those of the seats that have just shown their hand and won a pot with a seven and a deuce."""
    chips = settings.effective_rules.seven_deuce
    if not chips:
        return []
    paid: list[BountyPaid] = []
    for number in shown:
        player = current.hand.players[number]
        ranks = sorted(card.rank for card in player.cards if not card.is_joker)
        if player.won and len(player.cards) == len(SEVEN_DEUCE) and ranks == SEVEN_DEUCE:
            paid += _pay(current, seats, number, chips)
    return paid


def _pay(current: HandInProgress, seats: Seats, winner: int, chips: int) -> list[BountyPaid]:
    """Moves the chips; nobody pays who has left since, and nobody gets any who has."""
    dealt = current.setup.number
    earner = seats.at(winner)
    if earner is None or earner.last_hand != dealt:
        return []
    paid: list[tuple[int, int]] = []
    for number in clockwise(current.hand.players, winner):
        seat = seats.at(number)
        if seat is None or seat is earner or seat.last_hand != dealt or not seat.stack:
            continue
        due = min(chips, seat.stack)
        seat.stack -= due
        earner.stack += due
        paid.append((number, due))
    if not paid:
        return []
    bounty = BountyPaid(winner, tuple(paid), ("HS-45",))
    current.bounties = (*current.bounties, bounty)
    return [bounty]
