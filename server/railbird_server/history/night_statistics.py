"""Statistics of finished hands by night and player, kept nowhere; docs/histories.md defines a night and each number."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise, starmap

from railbird_server.store.records import StoredHand
from railbird_server.table.hand_history import ChancesOf, HandUnreadable, called_all_in, position_of, retell, tally_hand
from railbird_shared.history.hand_history import (
    CalledAllIn,
    GameTally,
    NightPoint,
    NightStatistics,
    PlayerStatistics,
    PositionTally,
    Tally,
)

NIGHT_GAP = 6 * 3600
"""Seconds without a hand at a table, or without a movement of its chips, that end a night."""

SeatTallies = tuple[tuple[str, str, bool, Tally], ...]
"""Of each seat of a hand the player's id and name, whether they are a bot, and what they did."""


class TallyMemory:
    """The counts of the latest hands that anybody asked about, `size` of them, by table and number.

    Without `find` no all-in has a chance.
    """

    def __init__(self, size: int = 5000, find: ChancesOf | None = None) -> None:
        self._size, self._find = size, find
        self._known: OrderedDict[tuple[str, int], tuple[SeatTallies, dict[int, CalledAllIn | None]]] = OrderedDict()

    def tallies(self, stored: StoredHand) -> SeatTallies:
        """Returns what each seat of a hand did; nothing where the hand cannot be told any more."""
        key, finished = (stored.table, stored.finished.number), stored.finished
        if key not in self._known:
            try:
                told = tally_hand(retell(finished.hand, finished.digest))
            except HandUnreadable:
                told = {}
            players = [(seat, player) for seat, player in finished.players.items() if seat in told]
            tallies = tuple((player.id, player.name, player.bot, told[seat]) for seat, player in players)
            self._known[key] = tallies, {}
            if len(self._known) > self._size:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key][0]

    def all_in(self, stored: StoredHand, seat: int) -> CalledAllIn | None:
        """Returns the chance of a seat in a hand that can be told, if it was all in and open with cards to come."""
        if self._find is None or not self.tallies(stored):
            return None
        finished, known = stored.finished, self._known[stored.table, stored.finished.number][1]
        if seat not in known:
            told = retell(finished.hand, finished.digest)
            known[seat] = called_all_in(told, finished.players, seat, self._find)
        return known[seat]


def split_nights(hands: Iterable[StoredHand]) -> list[list[StoredHand]]:
    """Returns hands by table and night, each night from its first hand to its last, the latest night first."""
    by_table: defaultdict[str, list[StoredHand]] = defaultdict(list)
    for hand in hands:
        by_table[hand.table].append(hand)
    nights: list[list[StoredHand]] = []
    for played in by_table.values():
        nights.append(played[:1])
        for earlier, hand in pairwise(played):
            if hand.ended_at - earlier.ended_at >= NIGHT_GAP:
                nights.append([])
            nights[-1].append(hand)
    return sorted(nights, key=lambda night: night[-1].ended_at, reverse=True)


def count_night(
    night: Sequence[StoredHand], memory: TallyMemory, *, viewer: str = "", only: str = ""
) -> NightStatistics:
    """Returns what everybody did in the hands of a night, or `only` the player of that id.

    The biggest winner comes first; a player who came back under another name has the last one.
    """
    names: dict[str, tuple[str, bool]] = {}
    totals: defaultdict[str, dict[str, Tally]] = defaultdict(dict)
    positions: dict[str, Tally] = {}
    counted = [hand for hand in night if memory.tallies(hand)]
    for hand in counted:
        setup = hand.finished.hand.record.setup
        game, seats = setup.game.title, {each.id: seat for seat, each in hand.finished.players.items()}
        for player, name, bot, tally in memory.tallies(hand):
            if player == viewer and not only and (position := position_of(setup, seats[player])):
                positions[position] = positions.get(position, Tally()) + tally
            if only in ("", player):
                names[player] = name, bot
                totals[player][game] = totals[player].get(game, Tally()) + tally
    points = [] if only else _points(len(counted), len(names))
    results = _results([memory.tallies(hand) for hand in counted], points) if points else {}
    players = [
        PlayerStatistics(
            names[player][0],
            sum(games.values(), Tally()),
            tuple(GameTally(game, tally) for game, tally in games.items()),
            bot=names[player][1],
            you=player == viewer,
            results=results.get(player, ()),
            positions=tuple(starmap(PositionTally, positions.items())) if player == viewer else (),
            all_ins=_all_ins(counted, memory, player) if player == viewer and not only else (),
        )
        for player, games in totals.items()
    ]
    return NightStatistics(
        night[-1].table,
        night[-1].name,
        night[0].ended_at,
        night[-1].ended_at,
        len(counted),
        tuple(sorted(players, key=lambda each: -each.total.net)),
        tuple(NightPoint(counted[number - 1].finished.number, counted[number - 1].ended_at) for number in points),
    )


MAX_ALL_INS = 20
"""The latest called all-ins of a player in a night that are told; each may take a quarter of a second."""


def _all_ins(night: Sequence[StoredHand], memory: TallyMemory, player: str) -> tuple[CalledAllIn, ...]:
    showdowns = (
        (stored, seat)
        for stored in reversed(night)
        for seat, each in stored.finished.players.items()
        if each.id == player and any(id_ == player and tally.showdowns for id_, *_, tally in memory.tallies(stored))
    )
    found = filter(None, (memory.all_in(stored, seat) for stored, seat in showdowns))
    return tuple(islice(found, MAX_ALL_INS))


MAX_POINTS = 100
"""The most points of a night at which it is told what a player had won by then."""

MAX_POINTS_OF_ALL = 2400
"""The most points of all players together, so that the statistics of many players fit into a message."""


def _points(hands: int, players: int) -> list[int]:
    """Returns the numbers, from 1, of the hands after which results are told."""
    count = min(hands, MAX_POINTS, max(2, MAX_POINTS_OF_ALL // max(1, players)))
    return [round((place + 1) * hands / count) for place in range(count)]


def _results(tallies: Sequence[SeatTallies], points: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Returns what each player had won at those points of a night, given what the seats of each hand did."""
    won = Counter[str]()
    results: dict[str, list[int]] = {player: [] for seats in tallies for player, *_ in seats}
    for number, seats in enumerate(tallies, start=1):
        for player, _, _, tally in seats:
            won[player] += tally.net
        if number in points:
            for player, told in results.items():
                told.append(won[player])
    return {player: tuple(each) for player, each in results.items()}
