"""The terms of a new table: what its opener asked for, and the usual values of the game for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal
from railbird_server.rules.errors import IllegalAction
from railbird_server.table.game_terms import buy_in_limits, customs_of, game_terms
from railbird_server.table.rotation import check_rotation
from railbird_server.table.settings import TableSettings
from railbird_shared.bad_setup import BadSetup
from railbird_shared.cards import Card
from railbird_shared.commands import OpenTable
from railbird_shared.games import Game
from railbird_shared.house import HouseRules, apply_house_rules
from railbird_shared.house.house_rules import FirstDealer
from railbird_shared.rotation import ChosenGame, Rotation
from railbird_shared.settle_up import parse_worth
from railbird_shared.table_limits import DEFAULT_SEATS
from railbird_shared.variants import VARIANTS, Variant, get_variant


class TableTerms(Struct, frozen=True):
    """The settings of a new table and the pack its hands are dealt from."""

    settings: TableSettings
    pack: tuple[Card, ...]


@lru_cache(maxsize=8)
def games_played(house: HouseRules) -> tuple[Game, ...]:
    """Returns the games that a house plays, each at its usual stakes."""
    games: list[Game] = []
    for variant in VARIANTS.values():
        with suppress(BadSetup):
            games.append(house.make_game(apply_house_rules(house, variant)))
    return tuple(games)


def table_terms(
    request: OpenTable, name: str, server_settings: ServerSettings, *, password_hash: str = ""
) -> TableTerms:
    """Returns the terms of the table that a host asks for, under a free, clean `name`; raises Refusal.

    `password_hash` is kept in place of the password that the request names.
    """
    house = _house_with_bomb_pots(server_settings.house, request)
    rotation = _opening_rotation(request)
    check_rotation(house, rotation, request.seats)
    chosen = rotation.games[0] if rotation else ChosenGame(request.game, request.bet, request.ante)
    _check_bomb_pots(request, house, rotation.games if rotation else (chosen,))
    terms = game_terms(house, chosen, big_blind_ante=request.big_blind_ante)
    own = house.for_game(terms.variant.id)
    seats = _seat_count(request.seats or own.seats or 0, house, terms.variant, rotation)
    least, buy_in, most = buy_in_limits(own, terms.game.stakes, seats, request.buy_in)
    settings = TableSettings(
        name=name,
        game=terms.game,
        seats=seats,
        min_buy_in=least,
        max_buy_in=most,
        buy_in=buy_in,
        clock_ms=1000 * (server_settings.clock if request.clock is None else request.clock),
        pause_ms=round(1000 * server_settings.pause),
        clock_extension_ms=round(1000 * server_settings.clock_extension),
        time_bank_ms=1000 * (server_settings.time_bank if request.time_bank is None else request.time_bank),
        time_bank_refill_ms=1000 * server_settings.time_bank_refill,
        time_bank_hands=server_settings.time_bank_hands,
        seat_hold_ms=round(1000 * server_settings.seat_hold),
        sit_out_ms=round(1000 * server_settings.sit_out_limit),
        max_timeouts=server_settings.missed_turns,
        return_ms=round(1000 * server_settings.return_limit),
        min_players=min(seats, server_settings.min_players),
        first_jack_deals=own.first_dealer is FirstDealer.FIRST_JACK,
        chip_worth=_chip_worth(request.chip_worth or server_settings.chip_worth or ""),
        most_rebuys=_most_rebuys(request.most_rebuys, server_settings.most_rebuys),
        most_brought=_most_brought(request.most_brought, server_settings.most_brought, least),
        approve_buy_ins=(
            server_settings.approve_buy_ins if request.approve_buy_ins is None else request.approve_buy_ins
        ),
        password_hash=password_hash,
        house_rules=house,
        rotation=rotation,
    )
    return TableTerms(terms.applied_to(settings), terms.variant.pack)


def _house_with_bomb_pots(house: HouseRules, request: OpenTable) -> HouseRules:
    """Returns the house with the bomb pots that a host wants, in each of its games; raises Refusal."""
    wanted = {name: value for name in ("bomb_pot", "bomb_pot_every") if (value := getattr(request, name))}
    if not wanted:
        return house
    try:
        games = tuple((game, replace(own, **wanted)) for game, own in house.games)
        return replace(house, games=games, **wanted)
    except BadSetup as fault:
        raise IllegalAction("no-bomb-pots", str(fault), "HS-46") from None


def _check_bomb_pots(request: OpenTable, house: HouseRules, games: Sequence[ChosenGame]) -> None:
    """Raises Refusal where a host wants bomb pots that none of the games can have."""
    if not (request.bomb_pot or request.bomb_pot_every):
        return
    customs = [customs_of(house.for_game(chosen.game), get_variant(chosen.game)) for chosen in games]
    if request.bomb_pot_every and not house.bomb_pot:
        sentence = "Say how many chips everybody posts in a bomb pot, too."
        raise IllegalAction("no-bomb-pots", sentence, "HS-47")
    if not any(each.bomb_pot for each in customs):
        sentence = "Bomb pots are for games with a board; open this table without them."
        raise IllegalAction("no-bomb-pots", sentence, "HS-46")


def _opening_rotation(request: OpenTable) -> Rotation | None:
    """Returns the games of a table that plays several, at the table's bet where they name none."""
    if request.rotation is None:
        return None
    games = tuple(replace(chosen, bet=chosen.bet or request.bet) for chosen in request.rotation.games)
    return replace(request.rotation, games=games)


def _most_rebuys(wanted: int | None, usual: int | None) -> int | None:
    """Returns how often a player may rebuy, None for any number."""
    if wanted is None:
        return usual
    return None if wanted < 0 else wanted


def _most_brought(wanted: int | None, usual: int, least: int) -> int:
    """Returns the most chips that a player may bring in all; raises Refusal where they could not even buy in.

    The usual number is for all games, and at least the smallest buy-in of each.
    """
    if wanted is None:
        return max(usual, least) if usual else 0
    if 0 < wanted < least:
        raise IllegalAction("buy-in", f"Let players bring {least:,} chips at least, the smallest buy-in.", "AI-14")
    return wanted


def _chip_worth(text: str) -> str:
    """Returns what a chip is worth as the table names it, empty without a worth; raises Refusal."""
    try:
        return str(parse_worth(text)) if text else ""
    except ValueError as error:
        raise Refusal("chip-worth", str(error)) from None


def _seat_count(wanted: int, house: HouseRules, variant: Variant, rotation: Rotation | None) -> int:
    if rotation is not None:
        most = max(game_terms(house, chosen).variant.max_seats for chosen in rotation.games)
        return wanted or min(DEFAULT_SEATS, most)
    if not wanted:
        return min(DEFAULT_SEATS, variant.max_seats)
    if not variant.min_seats <= wanted <= variant.max_seats:
        sentence = f"{variant.name} is played by {variant.min_seats} to {variant.max_seats}; choose as many seats."
        raise Refusal("seats", sentence)
    return wanted
