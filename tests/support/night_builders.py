"""A night of eight players as the page of statistics and the page of charts show it."""

from __future__ import annotations

from itertools import accumulate

from railbird_client.history.past_hands import PastHands
from railbird_shared.game.cards import parse_cards
from railbird_shared.history.hand_history import (
    CalledAllIn,
    GameTally,
    NightPoint,
    NightStatistics,
    PlayerStatistics,
    PositionTally,
    Tally,
)
from railbird_shared.protocol.messages import Statistics

BEGAN_AT = 1_763_669_100
STYLES = {
    "Finch": (148, 24, 18, 29, 26, 58, 656),
    "Wren": (96, 31, 17, 16, 31, 49, 182),
    "Kestrel": (148, 28, 11, 11, 29, 52, 71),
    "Jay": (90, 19, 14, 22, 22, 50, 0),
    "Dunlin": (140, 22, 9, 12, 30, 46, -44),
    "Plover": (148, 35, 8, 7, 38, 44, -165),
    "Heron": (148, 44, 22, 19, 35, 41, -218),
    "Magpie": (139, 52, 12, 6, 44, 37, -482),
}
"""Of each player the hands, VPIP, PFR, ten times AF, WTSD, W$SD and the result."""

_POSITIONS = {"button": (12, 141), "cutoff": (11, 66), "hijack": (10, 24), "middle": (21, -3), "early": (19, -12)}
_POSITIONS |= {"small blind": (12, -9), "big blind": (11, -25)}
_GAMES = {"No-Limit Hold'em": (61, 124), "Pot-Limit Omaha": (14, 71), "Limit Razz": (9, -38), "Limit Badugi": (12, 25)}
_ALL_INS = (
    (98, "Ah Qh", 82, 203, 131),
    (88, "Ac Kh", 44, -86, -10),
    (62, "Kd Qd", 62, 96, 23),
    (46, "7c 7h", 20, -120, -72),
    (21, "Ts Td", 81, 113, 70),
)


def style_tally(*style: int) -> Tally:
    """Returns a tally with about those numbers, which are as in `STYLES`."""
    hands, vpip, pfr, aggression, shows, wins, net = style
    flops = hands // 2
    showdowns = round(flops * shows / 100)
    return Tally(
        hands=hands,
        entered=round(hands * vpip / 100),
        raised=round(hands * pfr / 100),
        wagers=aggression * 2,
        calls=20,
        showdowns=showdowns,
        showdowns_won=round(showdowns * wins / 100),
        net=net,
        flops=flops,
    )


def make_night(points: int = 100, began_at: int = BEGAN_AT) -> NightStatistics:
    """Returns a night of as many hands as points."""
    big = {10: 113, 23: -120, 46: 96, 60: -86, 75: 118, 98: 203, 99: -240}
    players = []
    for place, (name, style) in enumerate(STYLES.items()):
        steps = [((number * 7 + place * 3) % 11 - 5) for number in range(points)]
        if name == "Wren":
            steps = [big.get(number, step // 3) for number, step in enumerate(steps)]
        results = [*accumulate(steps)]
        missing = style[-1] - results[-1]
        told = tuple(won + round(missing * (number + 1) / points) for number, won in enumerate(results))
        is_own = name == "Wren"
        player = PlayerStatistics(
            name,
            style_tally(*style),
            tuple(GameTally(game, Tally(hands=hands, net=net)) for game, (hands, net) in _GAMES.items()),
            you=is_own,
            results=told,
            positions=tuple(
                PositionTally(each, Tally(hands=hands, net=net))
                for each, (hands, net) in (_POSITIONS if is_own else {}).items()
            ),
            all_ins=tuple(
                CalledAllIn(hand, tuple(parse_cards(cards)), chance * 100, net, even)
                for hand, cards, chance, net, even in (_ALL_INS if is_own else ())
            ),
        )
        players.append(player)
    times = tuple(NightPoint(number + 1, began_at + 96 * number) for number in range(points))
    return NightStatistics("t1", "Kitchen", began_at, times[-1].ended_at, points, tuple(players), times)


def own_nights() -> tuple[NightStatistics, ...]:
    """Returns seven nights of one player, the latest first."""
    nets = (182, -46, 28, -37, 109, -49, 96)
    return tuple(
        NightStatistics(
            f"t{number}",
            ("Kitchen", "Den")[number % 2],
            BEGAN_AT - 7 * 86400 * number,
            BEGAN_AT - 7 * 86400 * number + 9000,
            40,
            (
                PlayerStatistics(
                    "Wren",
                    style_tally(40, 30 - number, 15 + number, 12, 30, 50, net),
                    (GameTally("No-Limit Hold'em", Tally(hands=40, net=net)),),
                    you=True,
                ),
            ),
        )
        for number, net in enumerate(nets)
    )


def told_night(night: NightStatistics | None = None) -> PastHands:
    """Returns the answer that tells of a night at a table."""
    return PastHands(statistics=Statistics(nights=(night or make_night(),), table="t1"))


def told_own_nights() -> PastHands:
    """Returns the answer that tells of a player's own nights."""
    return PastHands(statistics=Statistics(nights=own_nights()))
