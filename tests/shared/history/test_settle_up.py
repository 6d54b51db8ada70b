"""Settling up: the fewest payments, and money without a lost cent."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.history.settle_up import ChipWorth, Payment, parse_worth, settle_up

NAMES = (
    "Heron",
    "Wren",
    "Crane",
    "Finch",
    "Gull",
    "Kite",
    "Lark",
    "Owl",
    "Rook",
    "Swift",
    "Tern",
    "Dove",
    "Jay",
    "Crow",
)


@st.composite
def nights(draw: st.DrawFn, *, most: int = 7, size: int = 12) -> dict[str, int]:
    """Results that add up to zero; small amounts, so that some of them fit together."""
    results = draw(st.lists(st.integers(-size, size), min_size=1, max_size=most - 1))
    return dict(zip(NAMES, [*results, -sum(results)], strict=False))


worths = st.builds(ChipWorth, st.integers(1, 5_000_000), st.sampled_from(("EUR", "JPY", "KWD")))


def fewest_payments(results: dict[str, int]) -> int:
    """The fewest payments, by trying every way to take groups out that are even among themselves."""
    parties = [party for party, result in results.items() if result]
    if not parties:
        return 0
    first, others = parties[0], parties[1:]
    best = len(parties) - 1
    for size in range(1, len(others)):
        for chosen in combinations(others, size):
            group = {party: results[party] for party in (first, *chosen)}
            if sum(group.values()) == 0:
                rest = {party: results[party] for party in parties if party not in group}
                best = min(best, len(group) - 1 + fewest_payments(rest))
    return best


@given(nights(most=14, size=1000))
def test_the_payments_make_everybody_even(results: dict[str, int]) -> None:
    left = dict(results)
    for payer, payee, amount in settle_up(results):
        assert amount > 0
        assert results[payer] < 0 < results[payee]
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())


@given(nights())
def test_no_settlement_has_fewer_payments(results: dict[str, int]) -> None:
    assert len(settle_up(results)) == fewest_payments(results)


@given(nights(most=14))
def test_a_large_table_needs_a_payment_less_than_it_has_players(results: dict[str, int]) -> None:
    assert len(settle_up(results)) <= max(0, sum(map(bool, results.values())) - 1)


def test_two_small_circles_are_not_mixed_up() -> None:
    results = {"Heron": -7, "Wren": 10, "Crane": -3, "Finch": -4, "Gull": 5, "Kite": -1}
    assert settle_up(results) == (
        Payment("Heron", "Wren", 7),
        Payment("Finch", "Gull", 4),
        Payment("Crane", "Wren", 3),
        Payment("Kite", "Gull", 1),
    )


def test_a_full_dozen_with_nothing_in_common_is_settled_at_once() -> None:
    results = {name: 3**place for place, name in enumerate(NAMES[:11])}
    results[NAMES[11]] = -sum(results.values())
    assert len(settle_up(results)) == 11


def test_results_that_do_not_add_up_are_no_results() -> None:
    with pytest.raises(ValueError, match="add up to zero"):
        settle_up({"Heron": -5, "Wren": 6})


@given(nights(most=10, size=10**12), worths)
def test_no_coin_is_lost_or_found(results: dict[str, int], worth: ChipWorth) -> None:
    coins = worth.coins(results)
    assert sum(coins.values()) == 0
    coin = Fraction(1, 10**worth.decimals)
    for party, chips in results.items():
        exact = chips * Fraction(worth.millionths, 10**6)
        assert abs(coins[party] * coin - exact) < coin


def test_thirds_of_a_cent_are_shared_out() -> None:
    assert ChipWorth(5_000, "EUR").coins({"Heron": 1, "Wren": 1, "Crane": -2}) == {"Heron": 1, "Wren": 0, "Crane": -1}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0.05 EUR", "0.05 EUR"),
        ("0,05 eur", "0.05 EUR"),
        ("  1   USD ", "1 USD"),
        ("0.5 EUR", "0.50 EUR"),
        ("0.0025 GBP", "0.0025 GBP"),
        ("10 JPY", "10 JPY"),
        ("0.5 JPY", "0.5 JPY"),
        ("0.05EUR", "0.05 EUR"),
        ("EUR 0.05", "0.05 EUR"),
        ("eur0,05", "0.05 EUR"),
        ("€0.05", "0.05 EUR"),
        ("0,05 €", "0.05 EUR"),
        ("$1", "1 USD"),
        ("£ 0.5", "0.50 GBP"),
        ("¥10", "10 JPY"),
        ("5ct", "0.05 EUR"),
        ("0.5 ct", "0.005 EUR"),
        ("25¢", "0.25 USD"),
        ("20p", "0.20 GBP"),
    ],
)
def test_a_worth_is_read_and_written(text: str, written: str) -> None:
    assert str(parse_worth(text)) == written
    assert parse_worth(written) == parse_worth(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "0 EUR", "0.05", "EUR", "-1 EUR", "1e3 EUR", "0.0000001 EUR", "12345678 EUR", "٣ EUR"),
        *("1 0 EUR", "EUR 1 EUR", "€1 EUR", "€", "$-1", "ct", "5c", "0.00001ct", "1 EURO", "EU R1"),
    ],
)
def test_what_is_no_worth_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"such as 0\.05 EUR\.$"):
        parse_worth(text)
