"""Charts of a night, in braille and in ASCII."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.text_roles import TextRole
from railbird_client.history.charts import ChartKind, bar_text, chart_page, own_place
from railbird_client.history.past_hands import PastHands
from railbird_shared.history.hand_history import NightStatistics, PlayerStatistics, Tally
from railbird_shared.protocol.messages import Statistics
from support.plain_text import plain_lines


def player(name: str, *results: int, you: bool = False) -> PlayerStatistics:
    tally = Tally(hands=4, entered=2, raised=1, wagers=3, calls=2, showdowns=2, showdowns_won=1, net=results[-1])
    return PlayerStatistics(name, tally, you=you, results=results)


HERON = player("Heron", 10, 20, 10, 40)
WREN = player("Wren", -10, -20, -10, -30, you=True)
JAY = player("Jay", 0, 0, 0, -10)
NIGHT = NightStatistics("t1", "Kitchen", 0, 240, 4, (HERON, JAY, WREN))


def past(*nights: NightStatistics, table: str = "t1") -> PastHands:
    return PastHands(statistics=Statistics(nights=nights, table=table))


def chart(
    told: PastHands,
    kind: ChartKind = ChartKind.LINES,
    *,
    chosen: int | None = None,
    width: int = 60,
    rows: int = 12,
    ascii_only: bool = False,
) -> list[str]:
    page = chart_page(told, kind, chosen=chosen, rows=rows, write_time=str, ascii_only=ascii_only)
    return [line.rstrip() for line in plain_lines(page(width))]


def test_lines_begin_at_zero_and_end_at_the_net_of_each_player() -> None:
    assert chart(past(NIGHT), ascii_only=True) == [
        "Kitchen: results over the night, 4 hands",
        "",
        "+40                                           ..   Heron +40",
        "                                          ....",
        "                     ...........      ....",
        "             ........           ......",
        "       ......",
        "  0 ******................................------",
        "          ***********          ********   ......   Jay   −10",
        "                     **********        ******",
        "−30                                          *** ▶ Wren  −30",
        "        first hand                        hand 4",
    ]


def test_the_scale_has_its_ends_and_zero() -> None:
    lines = chart(past(NIGHT))
    assert lines[2].startswith("+40 ")
    assert lines[10].startswith("−30 ")
    assert any(line.startswith("  0 ") for line in lines)
    assert lines[11].split() == ["first", "hand", "hand", "4"]


def test_the_viewer_stands_out_until_another_is_chosen() -> None:
    def marked(place: int | None) -> list[str]:
        return [line.partition("▶")[2] for line in chart(past(NIGHT), chosen=place) if "▶" in line]

    assert marked(None) == marked(2) == marked(99) == [" Wren  −30"]
    assert marked(0) == [" Heron +40"]
    assert own_place((HERON, JAY)) == 0


def test_the_line_that_stands_out_is_thicker_and_brighter() -> None:
    page = chart_page(past(NIGHT), ChartKind.LINES, chosen=None, rows=12, write_time=str)
    spans = [span for line in page(60) for span in line if any("\u2800" < char <= "\u28ff" for char in span.text)]
    assert {span.role for span in spans} == {TextRole.STRONG, TextRole.DIM}
    ascii_lines = "\n".join(chart(past(NIGHT), ascii_only=True))
    assert "*" in ascii_lines
    assert not any("\u2800" < char <= "\u28ff" for char in ascii_lines)


def test_who_is_up_and_who_is_down_lies_on_two_sides_of_a_line() -> None:
    assert chart(past(NIGHT), ChartKind.RESULTS, width=40, ascii_only=True)[2:5] == [
        "  Heron              |#############  +40",
        "  Jay             ===|               −10",
        "▶ Wren     ==========|               −30",
    ]


def test_how_they_play_has_a_bar_beside_each_number() -> None:
    lines = chart(past(NIGHT), ChartKind.PLAY, width=70)
    assert lines[2].split() == ["VPIP", "PFR", "AF", "won", "at", "SD"]
    assert lines[3].split() == ["Heron", "50%", "████", "25%", "██", "1.5", "██▍", "50%", "████"]


def test_ones_own_nights_add_up() -> None:
    def night(net: int, at: int) -> NightStatistics:
        alone = PlayerStatistics("Wren", Tally(hands=9, net=net), you=True)
        return NightStatistics("t1", "Den", 0, at, 9, (alone,))

    lines = chart(past(night(-30, 300), night(50, 200), night(10, 100), table=""))
    assert lines[0] == "Your own nights: +30 in 3 nights and 27 hands"
    assert lines[2].startswith("+60")
    assert lines[-1].split() == ["100", "300"]
    assert chart(past(night(5, 100), table=""))[0] == "Your own nights: +5 in 1 night and 9 hands"


def test_without_hands_there_is_a_sentence() -> None:
    assert chart(PastHands()) == ["The hands are being counted."]
    assert chart(PastHands(error="Wait a moment.")) == ["Wait a moment."]
    assert chart(past()) == ["There is no finished hand to count yet."]


def test_a_server_that_tells_no_results_still_has_its_players() -> None:
    old = replace(NIGHT, players=tuple(replace(each, results=()) for each in NIGHT.players))
    assert any("Heron" in line for line in chart(past(old)))


@pytest.mark.parametrize("kind", ChartKind)
@pytest.mark.parametrize("width", [20, 34, 49, 50, 70, 90])
@pytest.mark.parametrize("count", [1, 2, 10, 30])
def test_a_chart_keeps_to_its_room(kind: ChartKind, width: int, count: int) -> None:
    many = tuple(player(f"A long name {place}", 10**9, -(10**9) + place) for place in range(count))
    lines = chart(past(replace(NIGHT, players=many)), kind, width=width, rows=10)
    assert len(lines) <= 10
    assert max(map(len, lines)) <= width


def test_bars_are_drawn_to_an_eighth_of_a_cell() -> None:
    assert [bar_text(value, 8, 2, ascii_only=False) for value in (0, 0.1, 2, 3, 8, 99)] == [
        "",
        "▏",
        "▌",
        "▊",
        "██",
        "██",
    ]
    assert [bar_text(value, 8, 2, ascii_only=True) for value in (0, 0.1, 4, 8)] == ["", "#", "#", "##"]
    assert bar_text(5, 0, 9, ascii_only=False) == bar_text(5, 9, 0, ascii_only=False) == ""


def test_kinds_of_charts_go_round() -> None:
    assert ChartKind.LINES.step(-1) is ChartKind.PLAY
    assert ChartKind.PLAY.step(1) is ChartKind.LINES


def test_the_first_hand_is_one_hand() -> None:
    assert chart(past(replace(NIGHT, hands=1)))[0] == "Kitchen: results over the night, 1 hand"
