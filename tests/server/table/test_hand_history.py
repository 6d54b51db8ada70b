"""A finished hand told again: to each player what they were told, never another's hidden cards, and what is counted."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec.structs import replace

from railbird_server.history.writer import known_phh
from railbird_server.rules.hand import Hand
from railbird_server.runtime.broadcast.rail_chances import find_chances
from railbird_server.table.hand_history import (
    HandUnreadable,
    KnownTable,
    RetoldHand,
    called_all_in,
    history_of,
    position_of,
    pot_of,
    results_of,
    retell,
    tally_hand,
)
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import PlayerIdentity, VoidHand
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import GameRules
from railbird_shared.history.hand_history import HandHistory, Tally
from railbird_shared.history.hand_text import TALLY_NUMBERS, hand_lines
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import commands
from railbird_shared.protocol.events import PrivateEvent, YourCards
from railbird_shared.protocol.folding import fold_all
from support.finished_hands import GAMES, kept_hand, play_random_hand, retold_hand
from support.known_cards import KnownCards, known_after
from support.table_harness import TableHarness, find_cards, from_player, start_table, table_settings

KITCHEN = KnownTable("t1", "Kitchen", 6)
vpip, pfr, aggression, went_to_showdown, won_at_showdown = (number.value for number in TALLY_NUMBERS)


def identities(harness: TableHarness) -> dict[int, PlayerIdentity]:
    return {seat: PlayerIdentity(name, name) for seat, name in harness.player_by_seat.items()}


def history_for(harness: TableHarness, name: str = "") -> HandHistory:
    seat = harness.seat_of(name).number if name else None
    return history_of(retold_hand(harness), identities(harness), seat, KITCHEN, 0)


def lines_for(harness: TableHarness, name: str = "") -> list[str]:
    return list(hand_lines(history_for(harness, name), "then", symbols=False))


def cards_in(history: HandHistory) -> set[str]:
    """Returns every card in the bytes of a history, wild cards that the game itself names left out."""
    view = replace(history.view, game=replace(history.view.game, wild=()), rules=GameRules())
    return find_cards(replace(history, view=view))


@pytest.mark.parametrize("game", GAMES)
def test_a_history_names_no_card_that_its_reader_may_not_know(game: str) -> None:
    harness = start_table(game, (60, 60, 60))
    for seed in range(3):
        play_random_hand(harness, seed)
        told = retold_hand(harness)
        known = known_after(KnownCards(), told.events, harness.player_by_seat)
        for name in harness.player_by_seat.values():
            assert cards_in(history_for(harness, name)) <= known.of(name), (seed, name)
        assert cards_in(history_for(harness)) <= known.open, seed


@pytest.mark.parametrize("game", GAMES)
def test_a_history_leads_to_what_its_reader_saw_at_the_end_of_the_hand(game: str) -> None:
    harness = start_table(game, (60, 60, 60))
    for seed in range(2):
        play_random_hand(harness, seed)
        for name in ("", *harness.player_by_seat.values()):
            history = history_for(harness, name)
            after, seen = fold_all(history.view, history.events), harness.view(name)
            assert (after.you.cards, after.you.hand_name) == (seen.you.cards, seen.you.hand_name)
            assert (after.board, after.button, after.hand, after.carried) == (
                seen.board,
                seen.button,
                seen.hand,
                seen.carried,
            )
            for there, here in zip(seen.occupied, after.occupied, strict=True):
                assert (here.cards, here.shown_hand, here.won) == (there.cards, there.shown_hand, there.won)


def test_only_events_that_somebody_could_be_told_are_in_a_history() -> None:
    harness = start_table("holdem", decks=["As Ah Ad Ks Kh Kd"])
    harness.deal_next_hand()
    harness.fold_to_end()
    own = [event for event in history_for(harness, "Wren").events if isinstance(event, PrivateEvent)]
    assert sum(isinstance(event, YourCards) for event in own) == 1
    assert not any(isinstance(event, PrivateEvent) for event in history_for(harness).events)


def test_a_hand_is_told_in_the_sentences_of_the_table() -> None:
    harness = start_table("holdem", (100, 80, 60), decks=["Ah 7c Kd  As 2d Kh  9c Ad 4s 5s 2c 8h Jd 3h"])
    harness.deal_next_hand()
    harness.act_each("c", "f", "x", "b 4", "c", "x", "x", "x", "x")
    reader, *_ = harness.player_by_seat.values()
    lines = lines_for(harness, reader)
    assert lines[0] == "Railbird hand 1 at Kitchen: No-Limit Hold'em 1/2 - then"
    assert lines[1:4] == [
        f"Seat {seat.seat}: {seat.name} with {stack}{button}{me}"
        for seat, stack, button, me in zip(
            harness.view().occupied, (100, 80, 60), ("", "", ", the button"), (", reading this", "", ""), strict=True
        )
    ]
    assert "*** SUMMARY ***" in lines
    assert any(line.startswith("Total pot ") for line in lines)
    assert any(f"{reader} holds" in line for line in lines)
    others = [name for name in harness.player_by_seat.values() if name != reader]
    assert not any(f"{name} holds" in line for line in lines for name in others)


def test_a_hand_shown_after_its_end_is_in_everybodys_history() -> None:
    harness = start_table("holdem", (100, 100), decks=["Ah 7c Kd 2d"])
    harness.deal_next_hand()
    harness.act("f")
    winner = next(seat.name for seat in harness.view().occupied if not seat.folded)
    loser = next(name for name in harness.player_by_seat.values() if name != winner)
    hidden = {str(card) for card in harness.view(winner).you.cards}
    assert not hidden & cards_in(history_for(harness, loser))
    harness.submit(from_player(winner, commands.ShowHand()))
    assert hidden <= cards_in(history_for(harness, loser))


def test_a_hand_that_comes_out_otherwise_is_not_told() -> None:
    harness = start_table("holdem")
    harness.deal_next_hand()
    harness.fold_to_end()
    ended = kept_hand(harness).finished.hand
    with pytest.raises(HandUnreadable):
        retell(ended, "another digest")
    record = replace(ended.record, actions=ended.record.actions[:1] * 9)
    with pytest.raises(HandUnreadable):
        retell(replace(ended, record=record))


def test_a_history_is_json_that_can_be_read_again() -> None:
    harness = start_table("seven-card-stud")
    play_random_hand(harness, 4)
    history = history_for(harness, "Wren")
    encoded = msgspec.json.encode(history)
    assert msgspec.json.decode(encoded, type=HandHistory) == history
    assert json.loads(encoded)["hand"] == 1


# --- what is counted ---------------------------------------------------------------------------------------------


def tallies(harness: TableHarness) -> dict[str, Tally]:
    return {harness.player_by_seat[seat]: tally for seat, tally in tally_hand(retold_hand(harness)).items()}


def three_handed(*acts: str, decks: str = "") -> tuple[dict[str, Tally], list[str]]:
    """Plays a hand of hold'em; returns the tallies, and the players from the small blind to the button."""
    harness = start_table("holdem", (100, 100, 100), decks=[decks] if decks else ())
    harness.deal_next_hand()
    hand = harness.table.current_hand
    assert hand is not None
    order = [harness.player_by_seat[entrant.seat] for entrant in hand.setup.entrants]
    harness.act_each(*acts)
    assert not harness.hand_running
    return tallies(harness), order


def test_a_walk_counts_as_a_hand_and_as_nothing_else() -> None:
    counted, (small, big, button) = three_handed("f", "f")
    assert counted[big] == Tally(hands=1, net=1, walks=1)
    assert counted[small] == Tally(hands=1, net=-1)
    assert counted[button] == Tally(hands=1)


def test_blinds_and_a_checked_big_blind_are_not_voluntary_and_a_call_is() -> None:
    counted, (small, big, button) = three_handed("c", "c", "x", *"xxx", *"xxx", *"xxx")
    assert [counted[name].entered for name in (small, big, button)] == [1, 0, 1]
    assert [counted[name].raised for name in (small, big, button)] == [0, 0, 0]
    assert all(counted[name].showdowns == 1 for name in counted)
    assert sum(counted[name].showdowns_won for name in counted) >= 1


def test_aggression_counts_the_rounds_after_the_first() -> None:
    counted, (small, big, button) = three_handed("r 6", "f", "c", "x", "b 8", "c", "x", "b 10", "f")
    assert (counted[button].entered, counted[button].raised) == (1, 1)
    assert (counted[button].wagers, counted[button].calls) == (2, 0)
    assert (counted[big].entered, counted[big].raised, counted[big].wagers, counted[big].calls) == (1, 0, 0, 1)
    assert counted[small] == Tally(hands=1, net=-1)
    assert all(counted[name].showdowns == 0 for name in counted)
    assert counted[button].net == 6 + 8 + 1


@pytest.mark.parametrize("game", GAMES)
def test_what_is_won_and_lost_adds_up_and_is_what_the_stacks_say(game: str) -> None:
    harness = start_table(game, (60, 60, 60))
    for seed in range(3):
        play_random_hand(harness, seed)
        told = retold_hand(harness)
        counted = tally_hand(told)
        carried = told.hand.hand.carried - told.hand.setup.carried
        assert sum(tally.net for tally in counted.values()) == -carried
        assert {seat: tally.net for seat, tally in counted.items()} == results_of(told.hand)
        assert pot_of(told.hand) >= max((tally.net for tally in counted.values()), default=0)
        for tally in counted.values():
            assert tally.hands == 1
            assert tally.raised <= tally.entered <= 1
            assert tally.showdowns_won <= tally.showdowns


def test_a_bring_in_is_not_voluntary_and_a_completion_is_a_raise() -> None:
    harness = start_table("seven-card-stud", (100, 100, 100))
    harness.deal_next_hand()
    bringer = harness.player_to_act
    harness.act("in")
    completer = harness.player_to_act
    harness.act("r 4")
    harness.fold_to_end()
    counted = tallies(harness)
    assert (counted[bringer].entered, counted[bringer].raised) == (0, 0)
    assert (counted[completer].entered, counted[completer].raised) == (1, 1)


def test_tallies_add_up_and_have_shares() -> None:
    one = Tally(hands=1, entered=1, raised=1, wagers=3, calls=1, showdowns=1, net=-5)
    both = one + Tally(hands=3, calls=1, showdowns=1, showdowns_won=1, net=9)
    assert both == Tally(hands=4, entered=1, raised=1, wagers=3, calls=2, showdowns=2, showdowns_won=1, net=4)
    assert (vpip(both), pfr(both), aggression(both), won_at_showdown(both)) == (25, 25, 1.5, 50)
    nothing = Tally()
    assert (vpip(nothing), pfr(nothing), aggression(nothing), won_at_showdown(nothing)) == (None, None, None, None)


def test_a_void_hand_counts_nothing() -> None:
    harness = start_table("holdem")
    harness.deal_next_hand()
    hand = harness.table.current_hand
    assert hand is not None
    told = RetoldHand(hand, tuple(hand.void("The cards are marked.")))
    assert tally_hand(told) == {}


def test_a_showdown_is_counted_of_the_hands_that_see_a_flop() -> None:
    tallies, order = three_handed("c", "c", "x", "b 2", "f", "c", "x", "x", "x", "x")
    assert [tallies[player].flops for player in order] == [1, 1, 1]
    assert sorted(went_to_showdown(tally) or 0 for tally in tallies.values()) == [0, 100, 100]
    folded, _ = three_handed("f", "f")
    assert {(tally.flops, went_to_showdown(tally)) for tally in folded.values()} == {(0, None)}


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (2, "big blind, button"),
        (3, "small blind, big blind, button"),
        (6, "small blind, big blind, early, hijack, cutoff, button"),
        (9, "small blind, big blind, early, early, middle, middle, hijack, cutoff, button"),
    ],
)
def test_positions_are_named_from_the_button(players: int, words: str) -> None:
    harness = TableHarness(table_settings(seats=9))
    harness.sit(*("Wren", "Heron", "Jay", "Finch", "Crow", "Dunlin", "Plover", "Magpie", "Kestrel")[:players])
    harness.deal_next_hand()
    assert harness.table.current_hand is not None
    setup = harness.table.current_hand.setup
    assert ", ".join(position_of(setup, entrant.seat) for entrant in setup.entrants) == words
    assert position_of(replace(setup, big_blind=None), 1) == ""


def test_an_all_in_that_was_called_open_has_a_chance() -> None:
    deck = "As Kd Ah Kh 2c 7d 8s 9s 3c Jh 4d 5s"
    harness = start_table("holdem", (100, 100), decks=[deck])
    harness.deal_next_hand()
    harness.act_each("r 100", "c")
    told = retold_hand(harness)
    found = {seat: called_all_in(told, {}, seat, find_chances) for seat in (1, 2)}
    first, second = found[1], found[2]
    assert first is not None
    assert second is not None
    assert first.chance + second.chance == 10_000
    assert sorted(first.even for first in (first, second)) == [-64, 64]
    assert {each.net for each in (first, second)} == {-100, 100}
    aces = next(each for each in (first, second) if each.even > 0)
    assert str(aces.cards[0])[0] == str(aces.cards[1])[0] == "A"


def test_a_hand_that_was_folded_or_checked_down_has_no_chance() -> None:
    harness = start_table("holdem", (100, 100, 100))
    harness.deal_next_hand()
    harness.fold_to_end()
    assert called_all_in(retold_hand(harness), {}, 1, find_chances) is None


def test_the_settings_of_a_table_say_how_many_seats_a_history_shows() -> None:
    harness = TableHarness(table_settings(seats=6))
    harness.sit("Wren", "Heron")
    harness.deal_next_hand()
    harness.fold_to_end()
    assert len(history_for(harness).view.seats) == 6


# --- the customs of a table


def customs_table(*decks: str, **customs: object) -> TableHarness:
    """Returns a table of three with these customs, and the first hand dealt; Jay has the button."""
    settings = replace(table_settings("holdem"), effective_rules=replace(HouseRules(), **customs))
    harness = start_table("holdem", decks=decks, settings=settings)
    harness.deal_next_hand()
    return harness


def test_chopped_blinds_are_told_and_win_nobody_anything() -> None:  # HS-44
    settings = replace(table_settings("holdem"), effective_rules=HouseRules(chopped_blinds=True))
    harness = start_table("holdem", settings=settings)
    for name in ("Wren", "Heron"):
        harness.submit(from_player(name, commands.ChopBlinds()))
    harness.deal_next_hand()
    harness.act("f")
    lines = lines_for(harness, "Wren")
    assert "Wren and Heron chop the blinds" in lines
    assert [line.partition(": ")[2] for line in lines[-3:]][1:] == ["Heron has its chips back, 0", "Jay folded, 0"]
    tallies = tally_hand(retold_hand(harness))
    assert {seat: (tally.hands, tally.entered, tally.net) for seat, tally in tallies.items()} == {
        1: (1, 0, 0),
        2: (1, 0, 0),
        3: (1, 0, 0),
    }
    assert [(vpip(tally), tally.showdowns) for _, tally in sorted(tallies.items())] == [(None, 0), (None, 0), (0, 0)]
    assert known_phh(retold_hand(harness), history_for(harness)) == ""


def test_a_bounty_is_told_and_counted() -> None:  # HS-45
    harness = customs_table("Ah Kc 7c Ad Qd 2d 9s 8s Th 5d Jd 4c Jh 4h", seven_deuce=5)
    harness.act_each("r 6", "f", "f")
    harness.submit(from_player("Jay", commands.ShowHand()))
    lines = lines_for(harness, "Heron")
    assert "Jay wins the bounty for seven-deuce: 5 from Wren, 5 from Heron" in lines
    assert lines[-1] == "Seat 3: Jay 7c 2d (seven high) won 5, +13"
    assert {seat: tally.net for seat, tally in tally_hand(retold_hand(harness)).items()} == {1: -6, 2: -7, 3: 13}
    assert sum(results_of(retold_hand(harness).hand).values()) == 0


def test_one_card_and_the_rabbit_are_told_as_they_were_shown() -> None:  # HS-42, HS-43
    harness = customs_table("Ah Kc 7c Ad Qd 2d 9s 8s Th 5d Jd 4c Jh 4h", rabbit_hunt=True)
    harness.act_each("r 6", "f", "f")
    harness.submit(from_player("Jay", commands.ShowHand(cards=parse_cards("7c"))))
    harness.submit(from_player("Wren", commands.HuntRabbit()))
    lines = lines_for(harness, "Heron")
    assert "Jay shows 7c, and not the rest" in lines
    assert any(line.startswith("Wren hunts the rabbit: ") for line in lines)
    assert not any("2d" in line for line in lines)


def test_an_act_of_the_clock_is_told_as_such_to_all_who_read_it() -> None:  # BT-40
    harness = customs_table()
    harness.advance_to_wake_time()
    harness.act_each("c", "x", "x")
    harness.advance_to_wake_time()
    harness.act_each("x", "x", "b 4", "f")
    assert {"Jay folds, out of time", "Heron checks, out of time"} <= set(lines_for(harness, "Wren"))
    told = retold_hand(harness)
    history = known_phh(told, history_for(harness))
    assert '"p3 f # out of time"' in history
    assert HandInProgress.replay(kept_hand(harness).finished.hand).ended == harness.table.state.last_hand


def test_a_walk_counts_in_no_vpip() -> None:
    """All fold to the big blind, who has had no choice; the small blind had one and folded."""
    counted, (small, big, button) = three_handed("f", "f")
    assert [vpip(counted[player]) for player in (button, small, big)] == [0, 0, None]
    assert [pfr(counted[player]) for player in (button, small, big)] == [0, 0, None]
    played, (_, big, _) = three_handed("f", "r 6", "f")
    assert vpip(counted[big] + played[big]) == 0


def test_a_bring_in_that_everybody_folds_to_was_a_choice() -> None:
    harness = start_table("seven-card-stud")
    harness.deal_next_hand()
    bringer = harness.player_to_act
    harness.act_each("in", "f", "f")
    assert vpip(tallies(harness)[bringer]) == 0


def test_a_bomb_pot_is_told_and_leaves_vpip_alone() -> None:  # HS-46
    settings = replace(table_settings("holdem"), effective_rules=HouseRules(bomb_pot=10, bomb_pot_every=1))
    harness = start_table("holdem", settings=settings)
    harness.deal_next_hand()
    harness.act_each("b 20", "f", "c", "x", "x", "x", "x")
    lines = lines_for(harness, "Wren")
    assert any(line.startswith("— hand 1 · bomb pot") for line in lines)
    assert "everybody antes 10" in lines
    tally = tally_hand(retold_hand(harness))[1]
    assert (tally.bomb_pots, tally.wagers, vpip(tally), vpip(tally + Tally(hands=2, entered=1))) == (1, 1, None, 50)
    assert known_phh(retold_hand(harness), history_for(harness)) == ""


def test_a_void_hand_is_told_with_its_reason_and_counts_in_nothing() -> None:  # IR-13
    harness = customs_table("Ah Kc 7c Ad Qd 2d 9s 8s Th 5d Jd 4c Jh 4h")
    harness.act_each("r 6", "c")
    harness.submit(VoidHand("The power failed."))
    lines = lines_for(harness, "Wren")
    assert "The hand does not count: The power failed." in lines
    assert not {"Kc", "Qd", "7c", "2d"} & cards_in(history_for(harness, "Wren"))
    assert {"Ah", "Ad"} <= cards_in(history_for(harness, "Wren"))
    assert not {"Ah", "Ad"} & cards_in(history_for(harness, "Jay"))
    assert tally_hand(retold_hand(harness)) == {}


def test_a_hand_that_a_fault_voided_is_told_up_to_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = customs_table()
    harness.act("r 6")
    with monkeypatch.context() as patched:
        patched.setattr(Hand, "_end_round", lambda *_: 1 / 0)
        harness.act_each("f", "f")
    lines = lines_for(harness, "Wren")
    assert "Jay raises to 6" in lines
    assert any("does not count: The server made a mistake" in line for line in lines)
    assert tally_hand(retold_hand(harness)) == {}
