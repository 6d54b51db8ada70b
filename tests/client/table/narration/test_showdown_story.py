"""The end of a hand told as a story, from hands that the engine plays."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.showdown_story import Share, ShowdownStory, StoryKind, share_tag, showdown_lines
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import Transition, fold_each
from support.hand_builders import deal_order, make_hand
from support.told_hands import told_hand
from support.view_builders import after_showdown_view, holdem_view, seat_view, table_view


def story_of(transitions: tuple[Transition, ...]) -> ShowdownStory:
    story = ShowdownStory()
    story.add(transitions)
    return story


def told(story: ShowdownStory, rows: int = 4, room: int = 80) -> list[str]:
    return [f"{line.tag} {line.text}".strip() for line in showdown_lines(story, rows, room)]


def three_all_in() -> ShowdownStory:
    hand = make_hand(stacks=(20, 60, 200), deck="As Ks 7c Ah Kh 7d 2s 9s 8d 3h 2h 4c 2d 5s")
    return story_of(told_hand(hand, "r 200", "c", "c"))


def quartered() -> ShowdownStory:
    hands = deal_order("8c 8h 5d 3d", "Ah 2h Qc Jd", "As 2d 9c 9h", "Kh Kd Jc Ts")
    hand = make_hand("omaha8", (100,) * 4, deck=hands + "3c 9d 7c 4s 5c 6h 3h Ks")
    street = ("x", "b 4", "c", "c")
    return story_of(told_hand(hand, "c", "c", "f", "x", "x", "x", "x", *street, *street))


def run_twice(board: str = "2c 8s 7s 2h 3c Js 4c 5d 6c Kd 7c 3h") -> ShowdownStory:
    hand = make_hand(
        replace(get_variant("holdem"), runs=3), (21, 60, 60), deck=deal_order("Ts 9s", "As Ac", "8d 8c") + board
    )
    return story_of(told_hand(hand, "r 6", "c", "c", "x", "b 15", "r 54", "c", "c", "run 2", "run 2", "run 2"))


def test_one_winner_is_told_with_the_hand_that_is_beaten() -> None:
    hand = make_hand(stacks=(200, 200, 200), deck=deal_order("As Ks", "9h 9c", "7d 7c") + "2s Kd 9s 4h 3h 2c 2d Kc")
    story = story_of(told_hand(hand, "c", "c", "x", *("x",) * 9))
    assert told(story) == ["Heron wins 6", "nines full of kings", "beats three kings (Wren)"]
    assert [line.kind for line in showdown_lines(story)] == [StoryKind.RESULT, StoryKind.HAND, StoryKind.BEATEN]
    assert [hand.name for hand in story.shown] == ["Wren", "Heron"]
    assert story.mucked == ["Jay"]


def test_the_best_of_the_hands_that_lost_is_named() -> None:
    hand = make_hand(
        replace(get_variant("holdem"), show_all_hands=True),
        (200, 200, 200),
        deck=deal_order("As Ad", "Kh Kc", "7d 6c") + "2s Qd 9s 4h 3h 2c 2d Jc",
    )
    assert told(story_of(told_hand(hand, "c", "c", "x", *("x",) * 9)))[-1] == "beats pair of kings (Heron)"


def test_a_pot_that_nobody_contests_has_no_hand() -> None:
    hand = make_hand(stacks=(200, 200, 200))
    assert told(story_of(told_hand(hand, "f", "f"))) == ["Heron wins 2"]


def test_pots_are_told_one_by_one_with_their_tags() -> None:
    assert told(three_all_in()) == ["SIDE 80  Heron  pair of kings", "MAIN 60  Wren  pair of aces"]
    assert told(three_all_in(), rows=1) == ["Heron wins 80 · Wren wins 60"]
    assert told(three_all_in(), room=20) == told(three_all_in()), "the felt shortens the names of the hands"
    assert told(three_all_in(), room=13) == ["Heron wins 80", "Wren wins 60"]
    side, main = three_all_in().pot_shares()
    assert (side.contested, main.contested) == ((2, 3), (1, 2, 3))


def test_while_pots_are_still_to_come_the_pot_is_named() -> None:
    hand = make_hand(stacks=(20, 60, 200), deck="As Ks 7c Ah Kh 7d 2s 9s 8d 3h 2h 4c 2d 5s")
    transitions = told_hand(hand, "r 200", "c", "c")
    first = next(place for place, each in enumerate(transitions) if isinstance(each.event, ev.PotAwarded))
    assert told(story_of(transitions[: first + 1])) == [
        "Heron wins 80 from the side pot",
        "pair of kings",
        "beats pair of sevens (Jay)",
    ]


def test_pots_that_one_hand_wins_are_told_as_one() -> None:
    hand = make_hand(stacks=(20, 60, 200), deck="Ks As 7c Kh Ah 7d 2s 9s 8d 3h 2h 4c 2d 5s")
    assert told(story_of(told_hand(hand, "r 200", "c", "c"))) == [
        "Heron wins 140",
        "pair of aces",
        "beats pair of kings (Wren)",
    ]


def test_the_halves_of_a_pot_have_a_row_each() -> None:
    lines = showdown_lines(quartered())
    assert [(line.tag, line.amount, line.name, line.words) for line in lines] == [
        ("HIGH", "16", "Magpie", "three kings"),
        ("LOW", "8 + 7", "Heron and Jay", "7-6-4-2-A"),
        ("", "", "", ""),
    ]
    assert lines[-1].text == "the odd chip goes to Heron"
    assert told(quartered(), rows=2)[-1] == "LOW 8 + 7  Heron and Jay  7-6-4-2-A"


def test_who_takes_both_halves_scoops() -> None:
    hand = make_hand("omaha8", (100, 100), deck=deal_order("Kc Kd Qh Qd", "As 2s 9c 9h") + "3c 3s 7s 8s 5c Jd 3h Td")
    assert told(story_of(told_hand(hand, "c", "x", *("x",) * 6))) == [
        "Heron scoops 4",
        "HIGH 2  Heron  ace-high flush",
        "LOW 2  Heron  8-7-3-2-A",
    ]


def test_a_tie_tells_how_the_pot_is_shared() -> None:
    board = "2s Kd Kc 4h 3h 4c 2d Qc"
    hand = make_hand(stacks=(200, 200, 200), deck=deal_order("As 7s", "Ah 8c", "7d 6c") + board)
    assert told(story_of(told_hand(hand, "c", "c", "x", *("x",) * 9))) == [
        "Wren and Heron share 6",
        "kings and fours",
        "3 each",
    ]


def test_every_run_is_told() -> None:
    assert told(run_twice()) == [
        "RUN 1 SIDE 39  Jay  three eights",
        "RUN 1 MAIN 32  Wren  jack-high straight flush",
        "RUN 2 70  Jay  three eights",
    ]


def test_what_ends_a_hand_without_a_pot_is_a_note() -> None:
    view = table_view(seat_view(1), seat_view(2), playing=True, hand=4)
    story = story_of(fold_each(view, [ev.HandVoided(4, "The deck was short.")]))
    assert told(story) == ["hand 4 does not count, and all chips go back: The deck was short."]


def test_a_new_hand_begins_a_new_story() -> None:
    story = three_all_in()
    story.add(fold_each(holdem_view(), [ev.HandStarted(2, 1, (1, 2, 3))]))
    assert not story.told
    assert told(story) == []


def test_who_comes_between_hands_sees_the_last_result() -> None:
    story = ShowdownStory()
    story.begin(after_showdown_view())
    assert told(story) == ["Heron wins 24", "pair of aces"]
    story.begin(holdem_view())
    assert told(story) == []


def test_a_winner_of_one_run_keeps_its_words_in_the_next() -> None:
    story = run_twice()
    jay, wren = (next(each.event.seat for each in story.shown if each.name == name) for name in ("Jay", "Wren"))
    assert story.winning_words(wren) == "jack-high straight flush"
    assert story.winning_words(jay) == "three eights"
    assert three_all_in().winning_words(jay) == ""


def test_every_run_keeps_its_board_its_winners_and_the_cards_that_won() -> None:
    first, second = run_twice().runs()
    assert [len(each.board) for each in (first, second)] == [5, 5]
    assert first.board[:3] == second.board[:3]
    assert first.board[3:] != second.board[3:]
    assert all(each.winners and each.winning_cards for each in (first, second))
    assert first.chips + second.chips == sum(share.chips for share in run_twice().shares())
    assert three_all_in().runs() == ()


def test_a_share_of_some_of_the_pots_names_them() -> None:
    def tag(pots: tuple[int, ...], pot_count: int) -> str:
        return share_tag(Share(pots, ev.Side.WHOLE, 0, "", ()), pot_count)

    assert [tag((0,), 1), tag((0, 1), 2), tag((0, 1, 2), 3)] == ["", "", ""]
    assert [tag((0,), 2), tag((1,), 2), tag((2,), 3)] == ["MAIN", "SIDE", "SIDE 2"]
    assert [tag((2, 1), 3), tag((0, 1), 3)] == ["SIDE 1+2", "MAIN+1"]
