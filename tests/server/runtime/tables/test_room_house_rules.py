"""Tables opened in a house with rules of its own."""

from __future__ import annotations

import pytest
from msgspec import structs

from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal
from railbird_server.runtime.tables.new_table_settings import games_played, settings_for_host
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import JOKER
from railbird_shared.game.game_rules import HighOrLow, Rake
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.describe import summary
from railbird_shared.house.house_rules import CASINO, PRESETS, Charge, FirstDealer, HouseRules
from railbird_shared.protocol.commands import AddBot, ListTables, OpenTable, Straddle
from railbird_shared.protocol.events import HandEnded
from railbird_shared.protocol.messages import Lobby, Step
from support.network_clients import connect_in_memory, run_server


def opened(house: HouseRules, game: str = "holdem", **wish: int) -> TableSettings:
    return settings_for_host(
        structs.replace(OpenTable(name="", game=game), **wish), "Kitchen", ServerSettings(house=house)
    )


def test_a_table_is_opened_by_the_rules_of_the_house() -> None:
    house = HouseRules(jokers=2, rake=Charge.PERCENT, straddles=1, small_blind=2, big_blind=5, min_buy_in_multiple=15)
    agreed = opened(house)
    assert agreed.variant == apply_house_rules(house, VARIANTS["holdem"])
    assert agreed.played.pack.count(JOKER) == 2
    assert (agreed.rake, agreed.straddles) == (Rake(5, 3), 1)
    assert (agreed.game.stakes.small_blind, agreed.game.stakes.big_blind) == (2, 5)
    assert agreed.min_buy_in == 75
    assert agreed.house == summary(house, VARIANTS["holdem"])


def test_a_table_is_opened_by_the_settings_of_its_game_alone() -> None:  # CX-47
    own = HouseRules(seats=4, straddles=2, min_buy_in_multiple=15, first_dealer=FirstDealer.FIRST_JACK)
    house = HouseRules(games=(("omaha", own),))
    settings = opened(house, "omaha")
    assert (settings.seats, settings.straddles, settings.min_buy_in, settings.first_jack_deals) == (4, 2, 30, True)
    assert opened(house, "holdem").straddles == 0
    assert settings.house == summary(own, VARIANTS["omaha"])


def test_the_house_rules_set_the_number_of_seats() -> None:
    assert opened(HouseRules(seats=4)).seats == 4
    assert opened(HouseRules(seats=4), seats=3).seats == 3
    assert opened(HouseRules(pack=20), "five-card-draw").seats == 3


@pytest.mark.parametrize(
    ("house", "game", "seats", "code"),
    [(HouseRules(pack=20), "five-card-draw", 6, "seats"), (HouseRules(pack=20), "triple-draw", 0, "game")],
)
def test_a_game_that_the_house_cannot_play_is_refused_with_its_sentence(
    house: HouseRules, game: str, seats: int, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        opened(house, game, seats=seats)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_only_games_that_the_house_plays_are_on_offer() -> None:
    assert [game.id for game in games_played(CASINO)] == list(VARIANTS)
    offered = {game.id for game in games_played(HouseRules(pack=20))}
    assert "holdem" in offered
    assert "triple-draw" not in offered


async def test_the_house_rules_are_listed_in_the_lobby_and_at_the_table() -> None:
    house = PRESETS["kitchen-table"]
    sentences = summary(house, VARIANTS["five-card-draw"])
    async with run_server(house=house) as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.open_table("five-card-draw")
        await heron.expect_accepted(ListTables())
        (table,) = (await heron.wait_for(Lobby)).tables
        assert table.house == sentences[: len(table.house)]
        assert len(table.house) == 6
        assert wren.view is not None
        assert wren.view.house == sentences


async def test_a_straddle_is_accepted_where_the_house_has_them() -> None:
    async with run_server(house=HouseRules(straddles=1)) as server:
        wren = await connect_in_memory(server)
        await wren.open_table("holdem")
        await wren.sit()
        await wren.expect_accepted(Straddle())
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table("holdem")
        await wren.sit()
        assert await wren.expect_refusal(Straddle()) == "no-straddles"
        await wren.expect_accepted(AddBot())


async def test_the_bots_of_the_house_play_by_its_rules() -> None:
    house = HouseRules(jokers=2, wild_ranks="deuces", played=HighOrLow.HI_LO)
    async with run_server(house=house) as server:
        wren = await connect_in_memory(server)
        await wren.open_table("holdem")
        for _ in range(3):
            await wren.expect_accepted(AddBot())
        hands: set[int] = set()
        while len(hands) < 3:
            step = await wren.wait_for(Step)
            hands |= {event.hand for event in step.public if isinstance(event, HandEnded)}
