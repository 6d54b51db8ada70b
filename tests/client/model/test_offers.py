"""What a player can ask for without a turn, as the keys and the bar offer it."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.model.bar import build_action_bar
from railbird_client.model.desk import InputState
from railbird_client.model.offers import is_key_available, mucked_seats_to_see
from railbird_shared.actions import Offers
from railbird_shared.view import TableView, You
from tables import holdem_view, after_showdown_view

REQUEST_KEYS = ("show", "see", "post", "straddle", "leave")


def view_with_offers(offers: Offers) -> TableView:
    return replace(after_showdown_view(3, 4), you=You(1, offers=offers))


def labels(view: TableView) -> list[str]:
    state = InputState()
    state.update_view(view, 0.0)
    model = build_action_bar(state, 1.0)
    return [button.label for button in (*model.buttons, *model.presets)]


def test_mucked_hands_to_see_come_from_the_offers() -> None:
    assert [seat.name for seat in mucked_seats_to_see(view_with_offers(Offers(see_hands=(4,))))] == ["Magpie"]
    assert mucked_seats_to_see(replace(view_with_offers(Offers(see_hands=(4,))), you=None)) == ()


def test_the_action_bar_has_buttons_only_for_offered_requests() -> None:
    assert labels(view_with_offers(Offers(see_hands=(3,), straddle=False)))[-2:] == ["See mucked hand", "Straddle"]
    assert labels(view_with_offers(Offers(straddle=True)))[-1] == "No straddle"
    assert labels(view_with_offers(Offers(post=False)))[-1] == "Post 2 to play"
    assert labels(view_with_offers(Offers(post=True)))[-1] == "Wait for the blind"
    assert "Show" in labels(view_with_offers(Offers(show=True)))
    assert not {"Show", "See mucked hand", "Straddle", "No straddle"} & set(labels(view_with_offers(Offers())))


def test_a_key_is_available_only_while_its_request_is_offered() -> None:
    everything = view_with_offers(Offers(show=True, see_hands=(3,), post=False, straddle=True))
    assert [is_key_available(name, everything) for name in REQUEST_KEYS] == [True, True, True, True, True]
    assert [is_key_available(name, holdem_view()) for name in REQUEST_KEYS] == [False, False, False, False, True]
