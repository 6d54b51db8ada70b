"""A fold of events that is written from docs/protocol.md alone, row by row and in plain JSON.

It shares nothing with the fold of the programs but the page and the schema in docs/. Views and events are records with
every default written out, which `fill` does.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Row = Callable[[Record, Record, Record], None]
"""Changes a view by an event; the last record is that of the event's seat, or one that belongs to nobody."""

_SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "protocol.schema.json").read_text(encoding="utf-8"))
DEFINITIONS: dict[str, Record] = _SCHEMA["$defs"]
_NAMES = {
    definition["properties"]["event"]["const"]: name
    for name, definition in DEFINITIONS.items()
    if "event" in definition.get("properties", {})
}


def fill(name: str, record: Record) -> Record:
    """Returns a record of the schema's definition with all defaults, in the records within it, too."""
    filled: Record = _fill({"$ref": f"#/$defs/{name}"}, deepcopy(record))
    return filled


def _fill(schema: Record, value: Any) -> Any:
    if "$ref" in schema:
        schema = DEFINITIONS[schema["$ref"].rpartition("/")[2]]
    if "allOf" in schema:
        return _fill(schema["allOf"][0], value)
    if "anyOf" in schema and value is not None:
        choices = [choice for choice in schema["anyOf"] if choice.get("type") != "null"]
        named = value.get("event", "") if isinstance(value, dict) else ""
        wanted = f"#/$defs/{_NAMES[named]}" if named and len(choices) > 1 else choices[0].get("$ref")
        return _fill({"$ref": wanted} if wanted else choices[0], value)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [_fill(schema["items"], each) for each in value]
    if isinstance(value, dict) and "properties" in schema:
        for field, inner in schema["properties"].items():
            if field in value or "default" in inner:
                value[field] = _fill(inner, value.get(field, deepcopy(inner.get("default"))))
    return value


def fold(view: Record, event: Record) -> Record:
    """Returns the view after an event, both with all defaults."""
    view, event = deepcopy(view), fill(_NAMES[event["event"]], event)
    ROWS[event["event"]](view, event, _seat(view, event.get("seat")))
    return view


def fold_all(view: Record, step: Record) -> Record:
    """Returns the view after a step: its public events in order, and then the private ones."""
    for event in (*step.get("public", ()), *step.get("private", ())):
        view = fold(view, event)
    return view


# --- what the page says before its table


def _seat(view: Record, seat: int | None) -> Record:
    """The record of a seat; where it is empty, one whose changes nobody sees."""
    found = view["seats"][seat - 1] if seat is not None and seat <= len(view["seats"]) else None
    return found or fill("SeatView", {"seat": seat or 1, "name": "", "stack": 0})


def _seats(view: Record) -> list[Record]:
    return [seat for seat in view["seats"] if seat]


def _end_turn(view: Record) -> None:
    view["turn"] = None
    view["you"]["legal"] = None


def _act(last_act: str, *, pays: bool = False) -> Row:
    def row(view: Record, event: Record, seat: Record) -> None:
        _end_turn(view)
        if pays:
            seat["stack"] -= event["chips"]
            seat["bet"] += event["chips"]
        seat["last_act"] = last_act

    return row


def _nothing(_view: Record, _event: Record, _seat: Record) -> None:
    pass


def _defaults(name: str, *fields: str) -> Record:
    properties = DEFINITIONS[name]["properties"]
    return {field: _fill(properties[field], deepcopy(properties[field]["default"])) for field in fields}


# --- the rows, in the order of the page


def _player_sat(view: Record, event: Record, _: Record) -> None:
    record = {field: event[field] for field in ("seat", "name", "stack", "bot")}
    record["bought_in"] = event["stack"] - event["earlier_result"]
    view["seats"][event["seat"] - 1] = fill("SeatView", record)
    view["waiting"] = [each for each in view["waiting"] if each["name"] != event["name"]]


def _player_left(view: Record, event: Record, _: Record) -> None:
    view["seats"][event["seat"] - 1] = None


def _buy_in_requested(_view: Record, event: Record, seat: Record) -> None:
    seat["requested"], seat["asked_at"] = event["chips"], event["at"]


def _books_corrected(view: Record, event: Record, _: Record) -> None:
    for player in event["players"]:
        if player["seat"] is not None:
            _seat(view, player["seat"])["stack"] = player["stack"]


def _seat_changed(view: Record, event: Record, seat: Record) -> None:
    seats, to = view["seats"], event["to"]
    if seats[event["seat"] - 1] is None or seats[to - 1] is not None:
        return
    seats[event["seat"] - 1] = None
    seats[to - 1] = seat | {"seat": to} | _not_dealt_in()


def _waiting_list_joined(view: Record, event: Record, _: Record) -> None:
    view["waiting"].append(fill("WaitingPlayer", {"name": event["name"]}))


def _waiting_list_left(view: Record, event: Record, _: Record) -> None:
    view["waiting"] = [each for each in view["waiting"] if each["name"] != event["name"]]


def _passed_over(view: Record, event: Record, _: Record) -> None:
    for each in view["waiting"]:
        if each["name"] == event["name"]:
            each["passed_over"] = True


def _player_renamed(view: Record, event: Record, seat: Record) -> None:
    before, name = event["before"], event["name"]
    if event["seat"] is not None:
        seat["name"] = name
    if event["waits"]:
        for each in view["waiting"]:
            if each["name"] == before:
                each["name"] = name
    if event["muted"]:
        view["muted"] = [name if each == before else each for each in view["muted"]]
    if view["pause"] and view["pause"]["by"] == before:
        view["pause"]["by"] = name
    if event["hosts"]:
        view["host"] = name


def _chips_added(_view: Record, event: Record, seat: Record) -> None:
    seat["stack"] = event["stack"]
    seat["bought_in"] += event["chips"]


def _deadline(view: Record, event: Record, _: Record) -> None:
    if view["turn"]:
        view["turn"]["deadline"] = event["deadline"]


def _time_bank_started(view: Record, event: Record, _: Record) -> None:
    if view["turn"]:
        view["turn"] |= {"deadline": event["deadline"], "on_time_bank": True}


def _play_paused(view: Record, event: Record, _: Record) -> None:
    view["pause"] = {field: event[field] for field in ("since", "by", "ends")}
    view["vote"] = None
    if view["turn"]:
        view["turn"]["deadline"] = None
    if event["ends"] is not None:
        view["coming_break"] = 0


def _play_resumed(view: Record, event: Record, seat: Record) -> None:
    view["pause"] = view["vote"] = None
    _deadline(view, event, seat)


def _vote_called(view: Record, event: Record, _: Record) -> None:
    view["vote"] = fill("VoteView", {"minutes": event["minutes"], "ends": event["ends"], "yes": [event["seat"]]})


def _vote_counted(view: Record, event: Record, _: Record) -> None:
    if view["vote"]:
        view["vote"] |= {"yes": event["yes"], "no": event["no"]}


def _hosting_handed_over(view: Record, event: Record, _: Record) -> None:
    view["host"] = event["host"]
    view["you"]["is_host"] = view["you"]["seat"] == event["seat"]


def _listed(field: str) -> Row:
    def row(view: Record, event: Record, _: Record) -> None:
        names = [each for each in view[field] if each != event["name"]]
        view[field] = [*names, event["name"]][-200:] if event[field] else names

    return row


def _rail_changed(view: Record, event: Record, _: Record) -> None:
    view["rail"] |= {"limit": event["limit"], "speaks": event["speaks"]}


def _game_changed(view: Record, event: Record, _: Record) -> None:
    terms = ("game", "rules", "min_buy_in", "max_buy_in", "buy_in", "house", "rotation")
    view |= {field: event[field] for field in terms}
    view |= {"choosing": None, "street": -1, "street_name": "", "to_match": 0}
    view |= _defaults("TableView", "small_blind", "big_blind", "board", "rabbit", "deal", "bomb_pot")
    for seat in _seats(view):
        seat.update(_not_dealt_in())
    view["you"] |= {"cards": [], "openings": [], "hand_name": ""}


def _not_dealt_in() -> Record:
    fields = ("folded", "bet", "last_act", "cards", "drew", "shown_hand", "won", "winning_cards", "winning_low_cards")
    return {"in_hand": False} | _defaults("SeatView", *fields)


def _carried_pot_taken(view: Record, event: Record, seat: Record) -> None:
    seat["stack"] += event["chips"]
    view["carried"] = max(0, view["carried"] - event["chips"])


def _hand_started(view: Record, event: Record, _: Record) -> None:
    view |= {field: event[field] for field in ("hand", "button", "carried", "bomb_pot")}
    view |= {"playing": True, "street": -1, "street_name": "", "to_match": 0}
    view |= _defaults("TableView", "small_blind", "big_blind", "turn", "board", "rabbit", "pots", "deal")
    view["next_hand_at"] = None
    if event["bomb_pot"]:
        view |= {"next_bomb_pot": 0, "bomb_pot_asked": []}
    for seat in _seats(view):
        seat.update(_not_dealt_in(), in_hand=seat["seat"] in event["seats"])
    view["you"] = fill("You", {field: view["you"][field] for field in ("seat", "offers", "is_host")})


def _posted(view: Record, event: Record, seat: Record) -> None:
    _act("bring-in" if event["post"] == "bring-in" else "post", pays=True)(view, event, seat)
    view["to_match"] = max(view["to_match"], event["to_match"])
    if event["post"] in ("small blind", "big blind"):
        view[event["post"].replace(" ", "_")] = event["seat"]


def _street_began(view: Record, event: Record, _: Record) -> None:
    view |= {"street": event["street"], "street_name": event["name"]}
    if event["street"] != 0:
        view["to_match"] = 0
    for seat in _seats(view):
        if not seat["folded"]:
            seat["last_act"] = ""


def _cards_dealt(_view: Record, event: Record, seat: Record) -> None:
    seat["cards"] += [None] * event["down"] + event["up"]


def _board_dealt(view: Record, event: Record, _: Record) -> None:
    view["board"] += event["cards"]


def _turn_began(view: Record, event: Record, _: Record) -> None:
    view["turn"] = fill("Turn", {field: event[field] for field in ("seat", "turn", "deadline")})
    view["you"]["legal"] = None


def _folded(view: Record, event: Record, seat: Record) -> None:
    _act("fold")(view, event, seat)
    seat |= {"folded": True, "cards": [card for card in seat["cards"] if card is not None]}


def _wagered(view: Record, event: Record, seat: Record) -> None:
    _act(event["kind"], pays=True)(view, event, seat)
    view["to_match"] = max(view["to_match"], event["to"])


def _drew(view: Record, event: Record, seat: Record) -> None:
    count = event["count"]
    _act("drew" if count else "pat")(view, event, seat)
    seat["cards"] = seat["cards"][: max(0, len(seat["cards"]) - count)]
    seat["drew"] = count
    if view["deal"]:
        view["deal"]["discarded"] += event["discards"]


def _pots_made(view: Record, event: Record, _: Record) -> None:
    view |= {"pots": event["pots"], "to_match": event["to_match"], "carried": 0}
    for seat in _seats(view):
        seat["bet"] = 0


def _bet_returned(_view: Record, event: Record, seat: Record) -> None:
    seat["stack"] += event["chips"]
    seat["bet"] = max(0, seat["bet"] - event["chips"])


def _declarations_shown(view: Record, event: Record, _: Record) -> None:
    for seat, side in event["sides"]:
        _seat(view, seat)["last_act"] = side


def _claimed(view: Record, event: Record, seat: Record) -> None:
    _end_turn(view)
    seat["shown_hand"] = event["hand_name"]


def _run_began(view: Record, event: Record, _: Record) -> None:
    view["board"] = event["board"]
    for seat, cards in event["hands"]:
        _seat(view, seat)["cards"] = cards


def _hand_shown(_view: Record, event: Record, seat: Record) -> None:
    seat |= {"cards": event["cards"], "shown_hand": event["hand_name"], "last_act": "show"}


def _give_back(view: Record, event: Record, _: Record) -> None:
    for seat, chips in event["returned"]:
        _seat(view, seat)["stack"] += chips
    for each in _seats(view):
        each |= {"cards": [], "bet": 0}


def _bounty_paid(view: Record, event: Record, seat: Record) -> None:
    for payer, chips in event["paid"]:
        _seat(view, payer)["stack"] -= chips
        seat["stack"] += chips


def _hand_mucked(_view: Record, _event: Record, seat: Record) -> None:
    seat |= {"last_act": "muck", "cards": [card for card in seat["cards"] if card is not None]}


def _pot_awarded(view: Record, event: Record, seat: Record) -> None:
    if event["pot"] < len(view["pots"]):
        view["pots"][event["pot"]]["chips"] -= event["chips"]
    seat["stack"] += event["chips"]
    seat["won"] += event["chips"]


def _passed_out(view: Record, event: Record, _: Record) -> None:
    view |= {"pots": [], "carried": event["chips"]}
    for seat in _seats(view):
        seat["cards"] = []


def _hand_ended(view: Record, _event: Record, _: Record) -> None:
    view |= {"playing": False, "to_match": 0, "pots": []}
    _end_turn(view)


def _hand_voided(view: Record, event: Record, seat: Record) -> None:
    _give_back(view, event, seat)
    view["carried"] = event["carried"]
    _hand_ended(view, event, seat)


def _your_seat(view: Record, event: Record, _: Record) -> None:
    view["you"] = fill("You", {"seat": event["seat"], "is_host": view["you"]["is_host"]})


def _yours(field: str, told: str) -> Row:
    def row(view: Record, event: Record, _: Record) -> None:
        if view["you"]["seat"] is not None:
            view["you"][field] = event[told]

    return row


def _deck_dealt(view: Record, event: Record, _: Record) -> None:
    if not view["deal"]:
        return
    dealt = view["deal"]["dealt"]
    last = dealt[-1] if dealt else None
    if last and last["order"] == event["order"] and (event["order"] == 0 or len({*last["to"], *event["to"]}) == 1):
        last["to"] += event["to"]
        last["places"] += event["places"]
    else:
        dealt.append(event)


def _in_order(openings: list[Record]) -> list[Record]:
    by_place = {(each["order"], each["place"]): each for each in openings}
    return [by_place[place] for place in sorted(by_place)]


def _cards_opened(view: Record, event: Record, _: Record) -> None:
    if view["deal"]:
        view["deal"]["opened"] = _in_order(view["deal"]["opened"] + event["openings"])


def _your_openings(view: Record, event: Record, _: Record) -> None:
    if view["you"]["seat"] is not None:
        view["you"]["openings"] = _in_order(view["you"]["openings"] + event["openings"])


def _rail_cards(_view: Record, event: Record, seat: Record) -> None:
    if seat["in_hand"] and seat["last_act"] != "show":
        seat["cards"] = event["cards"]


def _sets(field: str, value: Callable[[Record], Any]) -> Row:
    """A row that sets one field of the view."""

    def row(view: Record, event: Record, _: Record) -> None:
        view[field] = value(event)

    return row


def _sets_seat(field: str, value: Callable[[Record], Any]) -> Row:
    """A row that sets one field of the event's seat."""

    def row(_view: Record, event: Record, seat: Record) -> None:
        seat[field] = value(event)

    return row


def _winning_cards(_view: Record, event: Record, seat: Record) -> None:
    seat |= {"winning_cards": event["cards"], "winning_low_cards": event["low_cards"]}


def _cards_shown(_view: Record, event: Record, seat: Record) -> None:
    seat |= {"cards": event["cards"], "last_act": "show"}


def _last_hand_revoked(view: Record, _event: Record, _: Record) -> None:
    view |= {"last_hand": 0, "night_ends": False}


def _bomb_pot_announced(view: Record, event: Record, _: Record) -> None:
    view |= {"next_bomb_pot": event["chips"], "bomb_pot_asked": []}


ROWS: dict[str, Row] = {
    "player-sat": _player_sat,
    "player-left": _player_left,
    "buy-in-requested": _buy_in_requested,
    "buy-in-approved": _sets_seat("requested", lambda _: 0),
    "buy-in-declined": _sets_seat("requested", lambda _: 0),
    "books-corrected": _books_corrected,
    "seat-changed": _seat_changed,
    "waiting-list-joined": _waiting_list_joined,
    "waiting-list-left": _waiting_list_left,
    "passed-over": _passed_over,
    "player-renamed": _player_renamed,
    "chips-added": _chips_added,
    "sat-out": _sets_seat("sitting_out", lambda _: True),
    "came-back": _sets_seat("sitting_out", lambda _: False),
    "connection-changed": _sets_seat("connected", lambda event: event["connected"]),
    "clock-extended": _deadline,
    "time-bank-started": _time_bank_started,
    "time-bank-changed": _sets_seat("time_bank", lambda event: event["left"]),
    "owner-seated": lambda view, event, _: view.update(owner_known=True, owner_seat=event["seat"]),
    "hand-scheduled": _sets("next_hand_at", lambda event: event["at"]),
    "play-paused": _play_paused,
    "play-resumed": _play_resumed,
    "break-announced": _sets("coming_break", lambda event: event["minutes"]),
    "vote-called": _vote_called,
    "vote-counted": _vote_counted,
    "vote-ended": _sets("vote", lambda _: None),
    "last-hand-called": _sets("last_hand", lambda event: event["hand"]),
    "last-hand-revoked": _last_hand_revoked,
    "night-ending": _sets("night_ends", lambda _: True),
    "hosting-handed-over": _hosting_handed_over,
    "seats-locked": _sets("seats_locked", lambda event: event["locked"]),
    "ban-changed": _listed("banned"),
    "mute-changed": _listed("muted"),
    "player-kicked": _sets_seat("requested", lambda _: 0),
    "seat-assigned": _nothing,
    "announced": _nothing,
    "rail-changed": _rail_changed,
    "rail-consent-changed": _sets_seat("shown_to_rail", lambda event: event["on"]),
    "choice-began": _sets("choosing", lambda event: {"seat": event["seat"], "deadline": event["deadline"]}),
    "choice-ended": _sets("choosing", lambda _: None),
    "game-announced": _sets("choosing", lambda _: None),
    "game-changed": _game_changed,
    "dealer-drawn": _nothing,
    "seat-expiring": _nothing,
    "game-skipped": _nothing,
    "carried-pot-taken": _carried_pot_taken,
    "hand-started": _hand_started,
    "posted": _posted,
    "street-began": _street_began,
    "cards-dealt": _cards_dealt,
    "board-dealt": _board_dealt,
    "turn-began": _turn_began,
    "folded": _folded,
    "checked": _act("check"),
    "called": _act("call", pays=True),
    "wagered": _wagered,
    "drew": _drew,
    "pots-made": _pots_made,
    "bet-returned": _bet_returned,
    "rake-taken": _sets("pots", lambda event: event["pots"]),
    "declared": _act("declared"),
    "declarations-shown": _declarations_shown,
    "claimed": _claimed,
    "run-chosen": lambda view, _event, _seat: _end_turn(view),
    "run-began": _run_began,
    "hand-shown": _hand_shown,
    "cards-shown": _cards_shown,
    "rabbit-hunted": _sets("rabbit", lambda event: event["cards"]),
    "blinds-chopped": _give_back,
    "bounty-paid": _bounty_paid,
    "bomb-pot-asked": _sets("bomb_pot_asked", lambda event: event["seats"]),
    "bomb-pot-announced": _bomb_pot_announced,
    "bomb-pot-put-off": _sets("next_bomb_pot", lambda _: 0),
    "hand-renamed": _sets_seat("shown_hand", lambda event: event["hand_name"]),
    "hand-mucked": _hand_mucked,
    "winning-cards": _winning_cards,
    "openers-shown": _nothing,
    "pot-awarded": _pot_awarded,
    "passed-out": _passed_out,
    "hand-ended": _hand_ended,
    "hand-voided": _hand_voided,
    "your-seat": _your_seat,
    "your-cards": _yours("cards", "cards"),
    "your-hand": _yours("hand_name", "name"),
    "your-turn": _yours("legal", "legal"),
    "your-offers": _yours("offers", "offers"),
    "deal-committed": _sets("deal", lambda event: fill("DealProgress", {"committed": event})),
    "deck-dealt": _deck_dealt,
    "cards-opened": _cards_opened,
    "your-openings": _your_openings,
    "rail-cards": _rail_cards,
}
"""What each event does to the view."""
