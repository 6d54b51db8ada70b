"""The sentence of every event, as a log or a transcript has it."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from railbird_shared.game.announced_game import Game, Stakes
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.history.narration import (
    TELLERS,
    Event,
    event_sentence,
    format_card,
    format_cards,
    format_signed,
    hands_text,
    narrate,
    pot_name,
)
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Declaration, LegalActions, WagerKind
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.view import You
from support.view_builders import FIVE_CARD_DRAW, SEVEN_CARD_STUD, seat_view, table_view

TABLE = table_view(seat_view(1), seat_view(2), seat_view(3), street_name="flop", pots=(ev.Pot(95, (1, 2)),))
TWO_POTS = table_view(seat_view(1), seat_view(2), seat_view(3), pots=(ev.Pot(285, (1, 2, 3)), ev.Pot(50, (2, 3))))


def test_every_event_is_told_by_somebody() -> None:
    assert TELLERS.keys() == {*get_args(ev.PublicEvent), *get_args(ev.PrivateEvent)}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.PlayerSat(2, "Heron", 200), "Heron sits down at seat 2 with 200"),
        (ev.PlayerSat(2, "Heron", 1200, bot=True), "Heron (a bot) sits down at seat 2 with 1,200"),
        (ev.PlayerLeft(2, "Heron", 340), "Heron leaves with 340"),
        (ev.PlayerLeft(2, "Heron", 0), "Heron leaves"),
        (ev.ChipsAdded(1, 100, 300), "Wren buys 100 more and has 300"),
        (ev.SatOut(1), "Wren sits out"),
        (ev.CameBack(1), "Wren is back"),
        (ev.ConnectionChanged(1, connected=False), "Wren lost the connection"),
        (ev.ConnectionChanged(1, connected=True), "Wren is connected again"),
        (ev.ClockExtended(1, 45_000, 15_000), "Wren gets 15 more seconds"),
        (ev.TimeBankStarted(1, 45_000), "Wren takes the time bank: 0 seconds"),
        (ev.TimeBankChanged(1, 45_000), None),
        (ev.PlayPaused(0, "Wren"), "Wren pauses the table"),
        (ev.PlayPaused(0, "Wren", 60_000), "Wren begins a break of 1 minute"),
        (ev.PlayPaused(0, "", 900_000), "a break of 15 minutes begins"),
        (ev.PlayResumed("Wren"), "Wren lets the table go on"),
        (ev.PlayResumed(), "the table goes on"),
        (ev.BreakAnnounced(15, "Wren"), "Wren announces a break of 15 minutes after this hand"),
        (ev.BreakAnnounced(15), "there is a break of 15 minutes after this hand"),
        (ev.BreakAnnounced(0, "Wren"), "Wren calls off the break"),
        (ev.VoteCalled(2, 15, 60_000), "Heron calls a vote for a break of 15 minutes"),
        (ev.VoteCalled(2, 0, 60_000), "Heron calls a vote to go on"),
        (ev.VoteEnded(carried=True), "the vote is carried"),
        (ev.VoteEnded(carried=False), "the vote is not carried"),
        (ev.CarriedPotTaken(1, 12), "Wren takes the waiting pot of 12"),
        (ev.HandStarted(148, 2, (1, 2, 3)), "— hand 148 · Heron has the button —"),
        (ev.HandStarted(9, 2, (1, 2), carried=6), "— hand 9 · Heron has the button · 6 already in the pot —"),
        (
            ev.DealerDrawn(2, ((1, Card.DK), (2, Card.C3), (1, Card.SA), (2, Card.HJ)), first_jack=True),
            "the first jack deals: Wren K♦ A♠, Heron 3♣ J♥; Heron has the button",
        ),
        (ev.Posted(1, ev.Post.ANTE, 1), "Wren antes 1"),
        (ev.Posted(1, ev.Post.SMALL_BLIND, 1, to_match=2), "Wren posts the small blind of 1"),
        (ev.Posted(1, ev.Post.BIG_BLIND, 1, to_match=2, all_in=True), "Wren posts the big blind of 1 all-in"),
        (ev.Posted(1, ev.Post.DEAD_BLIND, 1), "Wren posts a dead blind of 1"),
        (ev.Posted(1, ev.Post.BRING_IN, 2, to_match=2), "Wren brings it in for 2"),
        (ev.Posted(1, ev.Post.STRADDLE, 4, to_match=4), "Wren straddles to 4"),
        (ev.Posted(1, ev.Post.LIVE_BLIND, 2, to_match=2), "Wren posts a live blind of 2"),
        (ev.Posted(1, ev.Post.BIG_BLIND, 0, to_match=2, all_in=True), None),
        (ev.StreetBegan(0, "preflop"), "— preflop — pot 95"),
        (ev.StreetBegan(1, "flop"), None),
        (ev.BoardDealt(parse_cards("Kd 9s 4h")), "— flop K♦ 9♠ 4♥ — pot 95"),
        (ev.CardsDealt(1, down=2), None),
        (ev.TurnBegan(1, 7), None),
        (ev.Folded(1), "Wren folds"),
        (ev.Folded(1, timed_out=True), "Wren folds, out of time"),
        (ev.Checked(1), "Wren checks"),
        (ev.Checked(1, timed_out=True), "Wren checks, out of time"),
        (ev.Called(2, 1060, 1060), "Heron calls 1,060"),
        (ev.Called(2, 40, 60, all_in=True), "Heron calls 40 all-in"),
        (ev.Called(2, 0, 1), "Heron sees"),
        (ev.Wagered(2, WagerKind.BET, 60, 60), "Heron bets 60"),
        (ev.Wagered(2, WagerKind.RAISE, 60, 120), "Heron raises to 120"),
        (ev.Wagered(2, WagerKind.COMPLETE, 3, 5), "Heron completes to 5"),
        (
            ev.Wagered(2, WagerKind.RAISE, 35, 95, all_in=True, full=False),
            "Heron raises to 95 all-in (not a full raise)",
        ),
        (ev.Drew(3, 2), "Jay draws 2"),
        (ev.Drew(3, 0), "Jay stands pat"),
        (ev.Drew(3, 0, timed_out=True), "Jay stands pat, out of time"),
        (ev.PotsMade((ev.Pot(95, (1, 2)),)), None),
        (
            ev.PotsMade((ev.Pot(285, (1, 2, 3)), ev.Pot(50, (2, 3)))),
            "main pot: 285 · side pot 1: 50 (Heron, Jay)",
        ),
        (ev.PotsMade((ev.Pot(120, (1, 2)),)), None),
        (ev.RakeTaken(4, (ev.Pot(91, (1, 2)),)), "the house takes 4"),
        (ev.BetReturned(1, 60), "Wren gets 60 back, uncalled"),
        (ev.Declared(1), "Wren has declared"),
        (
            ev.DeclarationsShown(((1, Declaration.HIGH), (2, Declaration.LOW), (3, Declaration.BOTH))),
            "Wren goes high, Heron goes low, Jay goes both ways",
        ),
        (ev.Claimed(1, "flush"), "Wren declares flush"),
        (ev.RunChosen(1, 2), "Wren wants to run it twice"),
        (ev.RunBegan(1, 3), "— run 1 of 3 —"),
        (ev.OpenersShown(1, parse_cards("Jh Jc"), "pair of jacks"), "Wren shows openers J♥ J♣: pair of jacks"),
        (ev.HandShown(1, parse_cards("As Ks"), "pair of kings"), "Wren shows A♠ K♠: pair of kings"),
        (ev.HandShown(1, parse_cards("As Ks"), ""), "Wren shows A♠ K♠"),
        (ev.HandMucked(1), "Wren mucks"),
        (ev.PotAwarded(1, 0, 95), "Wren wins 95"),
        (ev.PotAwarded(1, 0, 48, odd=1, hand_name="two pair"), "Wren wins 48 with two pair, the odd chip included"),
        (ev.PotAwarded(1, 0, 48, odd=2), "Wren wins 48, 2 odd chips included"),
        (ev.PotAwarded(1, 0, 48, side=ev.Side.LOW, hand_name="8-6 low"), "Wren wins 48 for the low hand with 8-6 low"),
        (ev.PotAwarded(1, 0, 48, hand_name="a flush", run=2), "Wren wins 48 of run 2 with a flush"),
        (ev.PassedOut(6), "everybody passes, and the pot of 6 waits for the next hand"),
        (ev.HandEnded(4), None),
        (
            ev.HandVoided(4, "The deck was short."),
            "hand 4 does not count, and all chips go back: The deck was short.",
        ),
        (ev.Folded(6), "seat 6 folds"),
        (ev.LastHandCalled("Wren", 2), "Wren calls the last hand: none is dealt after the next one"),
        (ev.LastHandRevoked("Wren"), "Wren takes the last hand back: the game goes on"),
        (ev.NightEnding("the house"), "the house ends the night"),
        (ev.PlayerKicked("Wren", 2), "Wren removes Heron from the table"),
        (ev.HostingHandedOver("Wren", 2, "Heron"), "Wren hands the hosting over to Heron"),
        (ev.Announced("Wren", "Pizza at ten."), "Wren announces: Pizza at ten."),
        (ev.SeatsLocked("Wren", locked=True), "Wren locks the table: nobody else may sit down"),
        (ev.SeatsLocked("Wren", locked=False), "Wren unlocks the table"),
        (ev.BanChanged("Wren", "Heron", banned=True), "Wren bans Heron from the table"),
        (ev.BanChanged("Wren", "Heron", banned=False), "Wren lifts the ban on Heron"),
        (ev.MuteChanged("Wren", "Heron", muted=True), "Wren mutes Heron"),
        (ev.MuteChanged("Wren", "Heron", muted=False), "Wren lets Heron chat again"),
    ],
)
def test_every_event_has_its_sentence(event: Event, words: str | None) -> None:
    assert event_sentence(event, TABLE) == words


def test_a_discard_is_not_called_a_draw() -> None:
    assert event_sentence(ev.Drew(3, 1), replace(TABLE, street_name="discard")) == "Jay discards 1"


def test_what_waits_for_the_end_of_the_hand_says_so() -> None:
    playing = table_view(seat_view(1), seat_view(2, in_hand=True), hand=7, playing=True)
    sentences = [
        event_sentence(ev.LastHandCalled("Wren", 7), playing),
        event_sentence(ev.NightEnding("Wren"), playing),
        event_sentence(ev.NightEnding("Wren", now=True), playing),
        event_sentence(ev.PlayerKicked("Wren", 2), playing),
    ]
    assert sentences == [
        "Wren calls the last hand: none is dealt after this one",
        "Wren ends the night after this hand",
        "Wren ends the night",
        "Wren removes Heron from the table after this hand",
    ]


def test_a_common_card_of_stud_is_for_everybody() -> None:
    stud = table_view(seat_view(1), game=SEVEN_CARD_STUD, street_name="seventh street")
    assert event_sentence(ev.BoardDealt(parse_cards("Kd")), stud) == "K♦ is a common card for everybody"


def test_a_heading_without_chips_in_the_pot_names_no_pot() -> None:
    assert event_sentence(ev.StreetBegan(0, "preflop"), table_view(seat_view(1))) == "— preflop —"


def test_cards_can_be_written_with_letters() -> None:
    (king, joker) = parse_cards("Kd X")
    assert (format_card(king), format_card(king, symbols=False)) == ("K♦", "Kd")
    assert format_card(joker) == "X"
    assert format_cards((king, joker)) == "K♦ X"
    assert event_sentence(ev.BoardDealt((king,)), TABLE, symbols=False) == "— flop Kd — pot 95"


def test_an_award_from_one_of_several_pots_names_the_pot() -> None:
    assert event_sentence(ev.PotAwarded(2, 1, 50), TWO_POTS) == "Heron wins 50 from side pot 1"
    assert (
        event_sentence(ev.PotAwarded(2, 0, 285, hand_name="a flush"), TWO_POTS)
        == "Heron wins 285 from the main pot with a flush"
    )
    assert pot_name(0) == "the main pot"


def test_unchanged_pots_have_no_sentence() -> None:
    assert event_sentence(ev.PotsMade(TWO_POTS.pots), TWO_POTS) is None


def test_a_sentence_of_own_cards_names_the_hidden_ones_once() -> None:
    mine = table_view(seat_view(1, up="Ah", hidden=2), game=SEVEN_CARD_STUD, you=You(1))
    cards = parse_cards("As Kd Ah")
    assert event_sentence(ev.YourCards(cards, new=cards), mine) == "Wren holds A♠ K♦"
    assert event_sentence(ev.YourCards(cards, new=parse_cards("Ah")), mine) is None
    drawing = replace(mine, you=replace(mine.you, cards=parse_cards("Jh")))
    assert event_sentence(ev.YourCards(cards, new=cards), drawing) == "Wren gets A♠ K♦"
    assert event_sentence(ev.YourCards(cards, new=cards), table_view(seat_view(1))) is None


@pytest.mark.parametrize(
    "event", [ev.YourSeat(1), ev.YourHand("pair of aces"), ev.YourTurn(LegalActions(seat=1, stack=5))]
)
def test_private_events_other_than_cards_have_no_sentence(event: Event) -> None:
    assert event_sentence(event, TABLE) is None


def test_streets_of_stud_and_draw_have_headings() -> None:
    assert (
        event_sentence(ev.StreetBegan(2, "fifth street"), table_view(game=SEVEN_CARD_STUD, carried=4))
        == "— fifth street — pot 4"
    )
    assert event_sentence(ev.StreetBegan(1, "draw"), table_view(game=FIVE_CARD_DRAW)) == "— draw —"


def test_cards_dealt_face_up_share_a_sentence() -> None:
    stud = table_view(seat_view(1, hidden=2), seat_view(2, hidden=2), game=SEVEN_CARD_STUD)
    step = (
        ev.StreetBegan(1, "fourth street"),
        ev.CardsDealt(1, up=parse_cards("9c")),
        ev.CardsDealt(2, up=parse_cards("Ah")),
        ev.TurnBegan(2, 3),
        ev.Wagered(2, WagerKind.BET, 2, 2),
    )
    assert list(narrate(fold_each(stud, step))) == ["— fourth street —", "Wren 9♣ · Heron A♥", "Heron bets 2"]
    assert list(narrate(fold_each(stud, step[:3]), symbols=False)) == ["— fourth street —", "Wren 9c · Heron Ah"]


def test_equal_antes_of_all_players_share_a_sentence() -> None:
    table = table_view(seat_view(1), seat_view(2), game=SEVEN_CARD_STUD)
    antes = (ev.Posted(1, ev.Post.ANTE, 1), ev.Posted(2, ev.Post.ANTE, 1))
    begun = ev.HandStarted(1, 2, (1, 2))
    assert list(narrate(fold_each(table, (begun, *antes))))[1:] == ["everybody antes 1"]
    assert list(narrate(fold_each(table, (begun, antes[0]))))[1:] == ["Wren antes 1"]
    short = ev.Posted(2, ev.Post.ANTE, 1, all_in=True)
    assert list(narrate(fold_each(table, (begun, antes[0], short))))[1:] == ["Wren antes 1", "Heron antes 1 all-in"]


def test_blinds_of_two_players_do_not_share_a_sentence() -> None:
    table = table_view(seat_view(1), seat_view(2))
    blinds = (ev.Posted(1, ev.Post.LIVE_BLIND, 2, to_match=2), ev.Posted(2, ev.Post.LIVE_BLIND, 2, to_match=2))
    begun = ev.HandStarted(1, 2, (1, 2))
    sentences = ["Wren posts a live blind of 2", "Heron posts a live blind of 2"]
    assert list(narrate(fold_each(table, (begun, *blinds))))[1:] == sentences


def test_narrating_folds_on_the_way() -> None:
    step = (ev.PlayerSat(4, "Magpie", 100), ev.SatOut(4))
    assert list(narrate(fold_each(TABLE, step))) == ["Magpie sits down at seat 4 with 100", "Magpie sits out"]


def test_sitting_out_in_mid_hand_counts_from_the_next_hand() -> None:
    running = table_view(seat_view(1), seat_view(2, folded=True), seat_view(3, in_hand=False), playing=True)
    assert event_sentence(ev.SatOut(1), running) == "Wren sits out from the next hand"
    assert [event_sentence(ev.SatOut(number), running) for number in (2, 3)] == ["Heron sits out", "Jay sits out"]


def test_results_are_signed() -> None:
    assert [format_signed(chips) for chips in (1_038, 0, -12)] == ["+1,038", "0", "−12"]


def test_a_pot_that_was_passed_out_goes_back_in_a_tournament() -> None:  # BT-38
    tournament = replace(TABLE, tournament="5d0e", carried=6)
    assert (
        event_sentence(ev.PassedOut(6), tournament) == "everybody passes, and the pot of 6 goes back to those who paid"
    )
    assert event_sentence(ev.CarriedPotTaken(1, 2), tournament) == "Wren gets 2 back"


def test_a_new_level_at_a_table_of_a_tournament_raises_the_stakes_or_changes_the_game() -> None:
    higher = replace(TABLE.game, stakes=Stakes(small_blind=50, big_blind=100, ante=25))
    other = replace(SEVEN_CARD_STUD, stakes=Stakes(ante=25, bring_in=30, small_bet=100, big_bet=200))
    tournament = replace(TABLE, tournament="5d0e")

    def changed(game: Game) -> ev.GameChanged:
        return ev.GameChanged(game, TABLE.rules, 1000, 1000, 1000)

    assert event_sentence(changed(higher), tournament) == "the stakes are now 50/100, ante 25"
    assert event_sentence(changed(other), tournament) == "the game is Limit Seven Card Stud, 100/200, ante 25"
    assert event_sentence(changed(other), TABLE) == "the game is Limit Seven Card Stud"


@pytest.mark.parametrize(("number", "words"), [(0, "0 hands"), (1, "1 hand"), (2, "2 hands"), (1204, "1,204 hands")])
def test_one_hand_is_no_hands(number: int, words: str) -> None:
    assert hands_text(number) == words
