"""What a player can ask for without a turn, as the keys and the bar offer it."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.model.bar import face_of
from railbird_client.model.desk import Desk
from railbird_client.model.offers import offered, seeable
from railbird_shared.actions import Offers
from railbird_shared.view import TableView, You
from tables import holdem, shown_down

ASKING = ("show", "see", "post", "straddle", "leave")


def offering(offers: Offers) -> TableView:
    return replace(shown_down(3, 4), you=You(1, offers=offers))


def labels(view: TableView) -> list[str]:
    desk = Desk()
    desk.see(view, 0.0)
    face = face_of(desk, 1.0)
    return [button.label for button in (*face.buttons, *face.presets)]


def test_the_hands_to_be_seen_are_those_that_the_server_names() -> None:
    assert [seat.name for seat in seeable(offering(Offers(see=(4,))))] == ["Magpie"]
    assert seeable(replace(offering(Offers(see=(4,))), you=None)) == ()


def test_the_bar_has_a_button_only_for_what_can_be_asked() -> None:
    assert labels(offering(Offers(see=(3,), straddle=False)))[-2:] == ["See mucked hand", "Straddle"]
    assert labels(offering(Offers(straddle=True)))[-1] == "No straddle"
    assert labels(offering(Offers(post=False)))[-1] == "Post 2 to play"
    assert labels(offering(Offers(post=True)))[-1] == "Wait for the blind"
    assert "Show" in labels(offering(Offers(show=True)))
    assert not {"Show", "See mucked hand", "Straddle", "No straddle"} & set(labels(offering(Offers())))


def test_a_key_is_offered_while_it_means_something() -> None:
    everything = offering(Offers(show=True, see=(3,), post=False, straddle=True))
    assert [offered(name, everything) for name in ASKING] == [True, True, True, True, True]
    assert [offered(name, holdem()) for name in ASKING] == [False, False, False, False, True]
