"""Tables opened in a house with rules of its own."""

from __future__ import annotations

import pytest

from railbird_server.config import Settings
from railbird_server.host.opening import Terms, games_of, terms
from railbird_server.host.people import Person
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.house import CASINO, PRESETS, HouseRules, shape, summary
from railbird_server.rules.house.choices import Charge, Played
from railbird_server.rules.middle import Rake
from railbird_server.rules.variants import VARIANTS
from railbird_shared.cards import JOKER
from railbird_shared.commands import AddBot, ListTables, OpenTable, Straddle
from railbird_shared.events import HandEnded
from railbird_shared.messages import Lobby, Step
from talking import call, serving


def opened(house: HouseRules, game: str = "holdem", **wish: int) -> Terms:
    host = Person("p1", b"")
    host.name = "Wren"
    return terms(OpenTable(name="", game=game, **wish), host, "Kitchen", Settings(house=house))


def test_a_table_is_opened_by_the_rules_of_the_house() -> None:
    house = HouseRules(jokers=2, rake=Charge.PERCENT, straddles=1, small_blind=2, big_blind=5, min_buy_in_multiple=15)
    agreed = opened(house)
    assert agreed.spec.variant == shape(house, VARIANTS["holdem"])
    assert agreed.pack.count(JOKER) == 2
    assert (agreed.spec.rake, agreed.spec.straddles) == (Rake(5, 3), 1)
    assert (agreed.spec.game.stakes.small_blind, agreed.spec.game.stakes.big_blind) == (2, 5)
    assert agreed.spec.min_buy_in == 75
    assert agreed.spec.house == summary(house, VARIANTS["holdem"])


def test_the_seats_of_the_house_are_those_of_its_tables() -> None:
    assert opened(HouseRules(seats=4)).spec.seats == 4
    assert opened(HouseRules(seats=4), seats=3).spec.seats == 3
    assert opened(HouseRules(pack=20), "five-card-draw").spec.seats == 3


@pytest.mark.parametrize(
    ("house", "game", "seats", "code"),
    [(HouseRules(pack=20), "five-card-draw", 6, "seats"), (HouseRules(pack=20), "triple-draw", 0, "game")],
)
def test_a_game_that_the_house_cannot_play_is_refused_with_its_sentence(
    house: HouseRules, game: str, seats: int, code: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        opened(house, game, seats=seats)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_only_games_that_the_house_plays_are_on_offer() -> None:
    assert [game.id for game in games_of(CASINO)] == list(VARIANTS)
    offered = {game.id for game in games_of(HouseRules(pack=20))}
    assert "holdem" in offered
    assert "triple-draw" not in offered


async def test_players_are_told_of_the_house_in_the_lobby_and_at_the_table() -> None:
    house = PRESETS["kitchen-table"]
    told = summary(house, VARIANTS["five-card-draw"])
    async with serving(house=house) as server:
        wren, heron = await call(server), await call(server, "Heron")
        await wren.open("five-card-draw")
        await heron.agree(ListTables())
        (table,) = (await heron.until(Lobby)).tables
        assert table.house == told[: len(table.house)]
        assert len(table.house) == 6
        assert wren.view is not None
        assert wren.view.house == told


async def test_a_straddle_is_asked_for_where_the_house_has_them() -> None:
    async with serving(house=HouseRules(straddles=1)) as server:
        wren = await call(server)
        await wren.open("holdem")
        await wren.sit()
        await wren.agree(Straddle())
    async with serving() as server:
        wren = await call(server)
        await wren.open("holdem")
        await wren.sit()
        assert await wren.refusal(Straddle()) == "no-straddles"
        await wren.agree(AddBot())


async def test_the_bots_of_the_house_play_by_its_rules() -> None:
    house = HouseRules(jokers=2, wild_ranks="deuces", played=Played.HI_LO)
    async with serving(house=house) as server:
        wren = await call(server)
        await wren.open("holdem")
        for _ in range(3):
            await wren.agree(AddBot())
        hands: set[int] = set()
        while len(hands) < 3:
            step = await wren.until(Step)
            hands |= {event.hand for event in step.news if isinstance(event, HandEnded)}
