"""Checks records of fair deals without Railbird: `python verify_deal.py FILE...`. Exit code 1 if anything is wrong.

A second implementation of docs/fairness.md, with nothing but Python's standard library. It plays each record through:
who gets the next card, where one is burned, who holds which cards, and that every card that is drawn was opened at
the place that it was dealt from. Once the server's seed is opened, the whole deck has to follow from the seeds.
"""

import hmac
import json
import sys
from base64 import b64decode
from collections import Counter
from hashlib import sha256
from pathlib import Path

PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
BOARD, BURNED, MOST_RUNS = 0, -1, 3
FIELDS = {  # the events of a record, with the fields that each of them has to have
    "hand-started": ("hand", "button", "seats"),
    "hand-voided": ("hand", "reason"),
    "street-began": ("street", "name"),
    "folded": ("seat",),
    "drew": ("seat", "count"),
    "cards-dealt": ("seat",),
    "board-dealt": ("cards",),
    "run-began": ("run", "times"),
    "your-cards": ("cards",),
    "hand-shown": ("seat", "cards", "hand_name"),
    "cards-shown": ("seat", "shown", "cards"),
    "openers-shown": ("seat", "cards", "hand_name"),
    "winning-cards": ("seat", "cards"),
    "rabbit-hunted": ("seat", "cards"),
    "rail-cards": ("seat", "cards"),
    "deal-committed": ("cards", "server", "roots"),
    "deck-dealt": ("to",),
    "cards-opened": ("openings",),
    "your-openings": ("openings",),
    "snapshot-seen": (),
}
DRAWING = {"cards-dealt", "board-dealt", "your-cards", "hand-shown", "cards-shown", "openers-shown", "winning-cards"}
DRAWING |= {"rabbit-hunted", "rail-cards"}
DAMAGED = (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


def digest(*parts):
    return sha256(b"".join(parts)).digest()


def data(text):
    return b64decode(text or "", validate=True)


# --- the deck: trees, streams, orders


def tree_root(leaves):
    level = leaves + [digest(b"\x02")] * ((1 << (len(leaves) - 1).bit_length()) - len(leaves))
    while len(level) > 1:
        level = [digest(b"\x01", level[at], level[at + 1]) for at in range(0, len(level), 2)]
    return level[0]


def leaf_of(context, order, place, card, salt):
    return digest(b"\x00", context, bytes([order, place]), card.encode().ljust(2), salt)


def leads_to(context, opening, root, cards):
    place, path = opening["place"], data(opening["path"])
    if not 0 <= place < cards or len(path) != 32 * (cards - 1).bit_length():
        return False
    node = leaf_of(context, opening.get("order", 0), place, opening["card"], data(opening["salt"]))
    for at in range(0, len(path), 32):
        pair = (path[at : at + 32], node) if place % 2 else (node, path[at : at + 32])
        node, place = digest(b"\x01", *pair), place // 2
    return node == root


def stream(key, label, order, size):
    for block in range(1 << 32):
        chunk = hmac.digest(key, label + bytes([order]) + block.to_bytes(4, "big"), "sha256")
        yield from (chunk[at : at + size] for at in range(0, 32, size))


def order_of(key, order, pack):
    cards, words = list(pack), stream(key, b"order", order, 4)
    for last in range(len(cards) - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        place = next(word for word in (int.from_bytes(each, "big") for each in words) if word < limit) % (last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return cards


def root_of(context, key, order, cards):
    salts = stream(key, b"salts", order, 16)
    return tree_root([leaf_of(context, order, place, card, next(salts)) for place, card in enumerate(cards)])


def pack_of(committed):
    ranks, odd = divmod(committed["cards"] - committed.get("jokers", 0), 4)
    if odd or not 0 < ranks <= 13:
        raise ValueError("no pack has so many cards")
    suits = [PACK[at + 13 - ranks : at + 13] for at in range(0, 52, 13)]
    return [card for suit in suits for card in suit] + ["X"] * committed.get("jokers", 0)


# --- the seeds


def check_seeds(context, committed, record, seats):
    shares = committed.get("seeds", [])
    by_seat = {share["seat"]: share for share in shares}
    if len(by_seat) < len(shares):
        yield "a seat has given two seeds"
    for share in shares:
        seed = data(share.get("seed"))
        if share.get("seed") is not None and (
            len(seed) != 32 or digest(b"seat", context, bytes([share["seat"]]), seed) != data(share["commitment"])
        ):
            yield f"the seed of seat {share['seat']} is not the one committed to"
    own, seat = record.get("own"), record.get("seat")
    if own is not None and not 1 <= own["seat"] <= 10:
        raise ValueError("no table has such a seat")
    if own is None:
        if record.get("unasked") and seats and seat in seats and seat in by_seat:
            yield "a seed is in the shuffle in your name that you never gave"
        return
    if (seats is not None and own["seat"] not in seats) or (own.get("away") and own["server"] != committed["server"]):
        return  # without a part in the shuffle, or it began anew without you
    if own["server"] != committed["server"]:
        yield "the server has changed its seed"
        return
    told = {share["seat"]: share["commitment"] for share in own.get("told", [])}
    if told:
        used = {share["seat"]: share["commitment"] for share in shares}
        if any(told.get(each) != used.get(each) for each in {*told, *used} - {own["seat"]}):
            yield "a seed was committed to, or left out, after you had opened yours"
    share = by_seat.get(own["seat"], {})
    given, mine = (share.get("commitment"), share.get("seed")), (own["commitment"], own["seed"])
    if given != mine and (own.get("opened") or given not in ((None, None), (own["commitment"], None))):
        yield "your seed is not in the shuffle"


def notes_of_seeds(committed, record, seats):
    own, seat = record.get("own"), record.get("seat")
    if own is None and record.get("unasked") and seats and seat in seats:
        yield "you were not asked for a seed"
    for share in committed.get("seeds", []):
        if share["seat"] in record.get("bots", []):
            yield f"seat {share['seat']} is a bot, and has given a seed"
        elif seats and share.get("seed") is not None and share["seat"] not in seats:
            yield f"seat {share['seat']} has given a seed, and is not dealt in"
    share = next((share for share in committed.get("seeds", []) if own and share["seat"] == own["seat"]), {})
    if own and not own.get("opened") and not share.get("seed") and (not seats or own["seat"] in seats):
        yield "your seed is not in the shuffle"


# --- the deal


class Hand:
    """One hand as it is played through; `faults` are what is wrong with it."""

    def __init__(self, record):
        self.faults, self.notes, self.record, self.seat = [], [], record, record.get("seat")
        table = record["table"].encode()
        self.context = digest(
            b"railbird fair deal 1", len(table).to_bytes(2, "big"), table, record["hand"].to_bytes(8, "big")
        )
        self.committed = self.seats = None
        self.plan, self.cards, self.top, self.street, self.folded = [], 0, 0, -1, set()
        self.given, self.opened = {}, {}  # (order, place) -> recipient, card
        self.held, self.dealt, self.thrown, self.unsure, self.thrown_by = {}, {}, set(), set(), Counter()
        self.board, self.boards, self.before_runs, self.runs, self.times = [], [], None, 0, 0
        self.drawing = self.burned = self.begun = self.reshuffled = self.lost = self.dealt_before = self.over = False
        self.last_order = 0
        self.done = set()  # what the street has dealt: to the seats, to the board
        self.owed, self.served, self.queue = {}, None, []

    def wrong(self, fault):
        self.faults.append(fault)

    # what is proved

    def begin(self, event):
        seats = event["seats"]
        from_button = sorted({*seats}, key=lambda seat: (seat - event["button"] - 1) % 10)
        if seats not in (from_button, sorted({*seats})):
            self.wrong("the seats do not follow each other from the button")
        if self.committed or self.seats is not None:
            self.wrong("the hand began twice, or after its deck was committed to")
        self.seats = seats

    def commit(self, committed):
        if self.committed:
            self.wrong("the server has committed to two decks")
            return
        self.committed, self.cards, self.plan = committed, committed["cards"], committed.get("streets", [])
        self.left = self.cards
        if self.dealt_before:
            self.wrong("cards were dealt before the server had committed to a deck")
        self.roots = [data(root) for root in committed["roots"]]
        pack_of(committed)
        if not self.roots:
            self.wrong("the server has committed to no deck")
        if len(self.roots) > 5:
            self.wrong("the server has committed to more orders than a hand can have")
        if not self.plan:
            self.notes.append("the server does not say what each street deals")
        for fault in check_seeds(self.context, committed, self.record, self.seats):
            self.wrong(fault)
        self.notes += notes_of_seeds(committed, self.record, self.seats)

    def places_of(self, dealt, top):
        order, to = dealt.get("order", 0), dealt["to"]
        places = dealt.get("places", []) if order else range(top, top + len(to))
        return [(who, (order, place)) for who, place in zip(to, places, strict=False)]

    def take(self, dealt):
        if self.over:
            self.wrong("cards were dealt in a hand that was told to be over")
        self.check_order(dealt, self.top)
        new = self.places_of(dealt, self.top)
        for who, place in new:
            if place in self.given:
                self.wrong("a card was dealt twice")
            self.given[place] = who
            self.top += not place[0]
        if self.top > self.cards:
            self.wrong("more cards were dealt than there are")
        self.queue += new

    def check_order(self, dealt, top):
        order, places = dealt.get("order", 0), dealt.get("places", [])
        last, self.last_order = self.last_order, order
        if order != last and (not order or order != last % max(len(self.roots) - 1, 1) + 1):
            self.wrong("the reshuffles did not come in turn")
        if order and self.plan and not any(street.get("draw") for street in self.plan):
            self.wrong("a reshuffle in a game without draws")
        if order >= max(1, len(self.roots)):
            self.wrong("a reshuffle in an order that was not committed to")
        if order and (places != sorted(set(places)) or len(places) != len(dealt["to"])):
            self.wrong("the cards of a reshuffle did not come in its order")
        if order and self.cards - top > 2:
            self.wrong("the deck was reshuffled before it was used up")

    def open(self, opening, mine=False):
        place, card = (opening.get("order", 0), opening["place"]), opening["card"]
        if place[0] >= len(self.roots) or not leads_to(self.context, opening, self.roots[place[0]], self.cards):
            self.wrong(f"the opening of {card} does not lead to what was committed to")
        if self.opened.get(place, card) != card:
            self.wrong(f"{card} was opened where another card lies")
        if self.given.get(place) == BURNED:
            self.wrong(f"{card} was opened, and it was burned")
        if mine and self.given.get(place) != self.seat:
            self.wrong(f"{card} was opened as yours, and it is not")
        twins = {at for at, other in self.opened.items() if other == card and at[0] == place[0]} | {place}
        if len(twins) > (self.committed.get("jokers", 0) if card == "X" else 1):
            self.wrong(f"{card} was opened at two places of one deck")
        self.opened[place] = card

    # who gets the next card

    def spec(self):
        return self.plan[self.street] if 0 <= self.street < len(self.plan) else None

    def begin_street(self, street):
        spec = self.spec()
        if spec and spec.get("draw") and any(self.owed.values()):
            self.wrong("fewer cards were dealt than thrown away")
        self.end_street()
        if street <= self.street or (self.plan and (street != self.street + 1 or street >= len(self.plan))):
            self.wrong("the streets did not come in turn")
        self.street, self.owed, self.served = street, {}, None
        self.drawing = self.burned = self.begun = self.lost = False
        self.done = set()
        spec = self.spec()
        if spec is not None and not (spec.get("down") or spec.get("up") or spec.get("board")):
            self.burn(0)

    def end_street(self):
        spec = self.spec()
        if spec is None or self.lost:
            return
        lacks_seats = (spec.get("down") or spec.get("up")) and not self.done
        if lacks_seats or (spec.get("board") and "board" not in self.done):
            self.wrong("the streets did not come in turn")

    def burn_is_next(self):
        return bool(self.queue) and self.queue[0][0] == BURNED

    def pop(self):
        place = self.queue.pop(0)[1]
        self.left -= not place[0]
        self.reshuffled = self.reshuffled or place[0] > 0
        return place

    def burn(self, wanted):
        spec, before, left, burns = self.spec(), self.burned, self.left + self.burned, self.burn_is_next()
        if burns:
            self.pop()
        self.burned = before or burns
        if before and burns:
            self.wrong("more than one card was burned before a street")
        elif spec is None:
            due = left < self.cards or not burns  # no game burns before its first card
            if not due:
                self.wrong("a card was burned where none is due")
        elif wanted is None or self.reshuffled:
            if burns and not spec.get("burn"):
                self.wrong("a card was burned where none is due")
        elif self.burned != (bool(spec.get("burn")) and left > max(1, wanted)):
            self.wrong("a card was burned where none is due, or none where one is")

    def deal_once(self, what):
        if self.plan and (what in self.done or self.spec() is None):
            self.wrong("the streets did not come in turn")
        self.done.add(what)

    def open_street(self, wanted):
        if not self.begun or (self.spec() is None and self.burn_is_next()):
            self.burn(wanted)
        self.begun = True

    def next_for(self, who):
        while self.burn_is_next():
            self.wrong("a card was burned in the midst of a deal")
            self.pop()
        if self.queue and self.queue[0][0] == who:
            return [self.pop()]
        self.wrong("the cards were not dealt in turn from the top of the deck")
        self.queue.clear()
        return []

    def deal_group(self, group):
        counts = [(event["seat"], event.get("down", 0) + len(event.get("up", []))) for event in group]
        spec, seats, most = self.spec(), [seat for seat, _ in counts], max(count for _, count in counts)
        each = most if spec is None else spec.get("down", 0) + spec.get("up", 0)
        if any(count != each for _, count in counts):
            self.wrong("the seats were not dealt as many cards as the street deals")
        if self.seats and seats != [seat for seat in self.seats if seat in seats]:
            self.wrong("the deal does not go round from the button's left")
        elif self.seats and spec is not None and seats != [seat for seat in self.seats if seat not in self.folded]:
            self.wrong("a player in the hand was passed over")
        self.deal_once("seats")
        self.open_street(sum(count for _, count in counts) + (spec or {}).get("board", 0))
        found = {seat: [] for seat in seats}
        for number in range(most):
            for seat, count in counts:
                found[seat] += self.next_for(seat) if number < count else []
        return [(event, found[event["seat"]]) for event in group]

    def deal_board(self, cards):
        spec, left = self.spec(), self.left + (self.burned and not self.begun)
        live = [seat for seat in self.seats or [] if seat not in self.folded]
        short = spec is not None and spec.get("down", 0) + spec.get("up", 0) and len(cards) == 1
        short = short and (left < len(live) or not self.seats)
        if spec is not None and len(cards) != spec.get("board", 0) and not short:
            self.wrong("the board got another number of cards than the street deals")
        self.deal_once("board")
        self.open_street(len(cards))
        places = [place for _ in cards for place in self.next_for(BOARD)]
        self.board += places
        self.boards += places
        self.require(cards, places)

    def deal_drawn(self, seat, count):
        owed, spec = self.owed.get(seat, 0), self.spec()
        fifth_last = count == 4 if spec is None else spec.get("fifth_last")
        if (
            count != (4 if owed == 5 and fifth_last else owed) or (spec is not None and not spec.get("draw"))
        ) and not self.lost:
            self.wrong(f"seat {seat} was dealt another number of cards than it threw away")
        fifth = owed == 1 and self.served == seat
        self.owed[seat], self.served = max(0, owed - count), seat
        if (fifth or (self.lost and count == 1)) and self.burn_is_next():
            self.pop()
        elif fifth and self.queue and not self.queue[0][1][0]:
            self.wrong(f"no card was burned before the fifth card of seat {seat}")
        return [place for _ in range(count) for place in self.next_for(seat)]

    def end_step(self):
        if self.burn_is_next() and not self.drawing and not self.begun:
            self.burn(None)
        if self.queue:
            self.wrong("cards were dealt or burned that nobody was told of")
        while self.queue:
            self.pop()

    # who holds what

    def require(self, cards, places):
        for card, place in zip(cards, places, strict=False):
            if self.opened.get(place) != card:
                self.wrong(f"{card} was not opened where it was dealt")

    def missing(self, cards, places):
        return Counter(cards) - Counter(self.opened.get(place) for place in places)

    def showable(self, seat):
        return (self.dealt if seat in self.unsure else self.held).get(seat, [])

    def check_shown(self, seat, cards, count=None):
        if missing := self.missing(cards, self.showable(seat)):
            self.wrong(f"seat {seat} showed {' '.join(missing)}, and does not hold it by what was opened")
        if count is not None and seat not in self.unsure and count != len(self.held.get(seat, [])):
            self.wrong(f"seat {seat} has another number of cards than it holds")

    def check_played(self, seat, hands, places):
        for cards in hands:
            if missing := self.missing(cards, places):
                self.wrong(f"{' '.join(missing)} of seat {seat} does not play")

    def check_own(self, cards, held):
        if len(cards) != len(held):
            self.wrong("you hold other cards than the deck gave you")
        self.require(cards, held)

    def check_rabbit(self, cards):
        top, places = self.cards - self.left, []
        for street in self.plan[self.street + 1 :]:
            top += bool(street.get("burn")) and self.cards - top > max(1, street.get("board", 0))
            places += [(0, place) for place in range(top, top + street.get("board", 0))]
            top += street.get("board", 0)
        if not self.plan:
            lain = {card: place for place, card in self.opened.items() if not place[0]}
            for card in cards:
                place = lain.get(card, (0, 0))
                places.append(place if place[1] - top in (0, 1) else None)
                top = place[1] + 1
        self.require(cards, places + [None] * len(cards))

    def draw(self, event):
        seat, count, thrown = event["seat"], event["count"], event.get("discards", [])
        spec, self.thrown_by[seat] = self.spec() or {}, self.thrown_by[seat] + count
        if self.plan and (seat in self.owed or seat in self.folded):
            self.wrong(f"seat {seat} has drawn twice, or after it had folded")
        allowed = sum(each.get("draw", 0) or each.get("discard", 0) for each in self.plan[: self.street + 1])
        if self.plan and (count > (spec.get("draw", 0) or spec.get("discard", 0)) or self.thrown_by[seat] > allowed):
            self.wrong(f"seat {seat} has thrown away more cards than the streets let it")
        self.drawing, self.owed[seat] = True, count
        places = {(each.get("order", 0), each["place"]) for each in thrown}
        if count and not thrown and not self.plan:
            self.unsure.add(seat)
            return
        held = self.held.get(seat, [])
        self.thrown |= places
        self.held[seat] = [place for place in held if place not in places]
        if not count == len(thrown) == len(places) == len(held) - len(self.held[seat]):
            self.wrong(f"seat {seat} threw away other cards than it held")

    def begin_run(self, event):
        self.times = event["times"] if event["run"] == 1 else self.times
        if event["run"] != self.runs + 1 or event["run"] > event["times"] or event["times"] != self.times:
            self.wrong("the runs did not come in turn")
        self.end_street()
        self.runs = event["run"]
        if self.runs == 1:
            self.before_runs = self.street, {seat: list(held) for seat, held in self.held.items()}, list(self.board)
        elif self.before_runs is None:
            self.before_runs = -1, {}, []
        self.street, held, board = self.before_runs
        self.held, self.board = {seat: list(cards) for seat, cards in held.items()}, list(board)
        if len(event.get("board", [])) != len(board) or self.missing(event.get("board", []), board):
            self.wrong("a run began with another board")
        for seat, cards in event.get("hands", []):
            self.check_shown(seat, cards, len(cards))

    # the steps

    def play(self, step):
        for event in step:
            self.prove(event)
        if not self.committed:
            told = {event["event"] for event in step}
            self.dealt_before = self.dealt_before or bool(told & DRAWING)
            return
        group, changes, own = [], [], []
        for event in [*step, {"event": ""}]:
            if event["event"] != "cards-dealt" and group:
                self.hand_out(self.deal_group(group), changes)
                group = []
            if event["event"] == "cards-dealt" and not self.drawing:
                group.append(event)
            elif event["event"] == "cards-dealt":
                count = event.get("down", 0) + len(event.get("up", []))
                self.hand_out([(event, self.deal_drawn(event["seat"], count))], changes)
            elif event["event"] == "your-cards":
                own.append(event)
            else:
                self.see(event, changes)
        self.end_step()
        if self.seat is not None:
            self.compare_own(own, changes)
        elif own:
            self.wrong("cards came to you that were dealt to nobody")

    def prove(self, event):
        kind = event["event"]
        if any(field not in event for field in FIELDS[kind]) or not 1 <= event.get("seat", 1) <= 10:
            raise ValueError("an event lacks a field")
        if kind == "hand-started" and not 1 <= event["button"] <= 10:
            raise ValueError("no seat has the button")
        if kind == "hand-started":
            self.begin(event)
        elif kind == "deal-committed":
            self.commit(event)
        elif kind == "snapshot-seen":
            self.go_on(event, event.get("deal"), event.get("openings", []), drawn=True)
        elif kind in ("deck-dealt", "cards-opened", "your-openings") and not self.committed:
            self.wrong("cards were dealt or opened before the server had committed to a deck")
        elif kind == "deck-dealt":
            self.take(event)
        elif kind in ("cards-opened", "your-openings"):
            for opening in event["openings"]:
                self.open(opening, mine=kind == "your-openings")

    def hand_out(self, dealt, changes):
        for event, places in dealt:
            seat = event["seat"]
            self.held.setdefault(seat, []).extend(places)
            self.dealt.setdefault(seat, []).extend(places)
            self.require(event.get("up", []), places[event.get("down", 0) :])
            if seat == self.seat:
                changes.append((list(self.held[seat]), places, False))

    def see(self, event, changes):
        kind, seat = event["event"], event.get("seat")
        if kind == "street-began":
            self.begin_street(event["street"])
        elif kind == "folded":
            self.folded.add(seat)
        elif kind == "drew":
            self.draw(event)
            if seat == self.seat:
                changes.append((list(self.held.get(seat, [])), [], True))
        elif kind == "board-dealt":
            self.deal_board(event["cards"])
        elif kind == "run-began":
            self.begin_run(event)
        elif kind == "hand-shown":
            self.check_shown(seat, event["cards"], len(event["cards"]))
            best = event.get("best_cards", []), event.get("best_low_cards", [])
            self.check_played(seat, best, self.showable(seat) + self.board)
        elif kind == "cards-shown":
            faces = [card for card in event["cards"] if card is not None]
            self.check_shown(seat, faces, len(event["cards"]))
            if not {*event["shown"]} <= {*faces}:
                self.wrong("other cards are told to be shown than are drawn")
        elif kind == "openers-shown":
            first = self.plan[0].get("down", 0) + self.plan[0].get("up", 0) if self.plan else self.cards
            if self.missing(event["cards"], self.dealt.get(seat, [])[:first]):
                self.wrong(f"seat {seat} did not hold what it opened on")
        elif kind == "winning-cards":
            hands = event["cards"], event.get("low_cards", [])
            self.check_played(seat, hands, self.dealt.get(seat, []) + self.boards)
        elif kind == "rabbit-hunted":
            self.check_rabbit(event["cards"])
        elif kind == "rail-cards" and self.seat is not None:
            self.wrong(f"cards of seat {seat} came without a proof")

    def compare_own(self, told, changes):
        unsure = self.seat in self.unsure
        for event in told:
            cards, new = event["cards"], event.get("new", [])
            while changes and changes[0][2] and new:
                changes.pop(0)
            change = changes.pop(0) if changes and (changes[0][2] or new) else (self.held.get(self.seat, []), [], True)
            if unsure and self.missing(cards, self.dealt.get(self.seat, [])):
                self.wrong("you hold other cards than the deck gave you")
            elif not unsure:
                self.check_own(cards, change[0])
            if len(new) != len(change[1]) or (new and new != cards[-len(new) :]):
                self.wrong("you got other cards than the deck gave you")
            self.require(new, change[1] if unsure else [])
        if any(not drew for _, _, drew in changes):
            self.wrong("you were not told of cards that you got")

    # a hand that goes on elsewhere

    def go_on(self, seen, deal, openings, drawn):
        begins = not self.committed
        if deal is None:
            shows = seen.get("board") or seen.get("rabbit") or seen.get("cards")
            shows = shows or any(hand.get("cards") for hand in seen.get("hands", []))
            if not begins and (seen.get("playing") or shows):
                self.wrong("the deal is no longer proved")
            return
        if begins:
            self.commit(deal["committed"])
        given = []
        for dealt in deal.get("dealt", []):
            given += self.places_of(dealt, sum(not place[0] for _, place in given))
        known = [(who, place) for place, who in self.given.items()]
        thrown = {(each.get("order", 0), each["place"]) for each in deal.get("discarded", [])}
        if deal["committed"] != self.committed:
            self.wrong("the server has committed to two decks")
            return
        back = not begins and seen.get("playing") and (self.over or seen.get("street", -1) < self.street)
        if back or given[: len(known)] != known or not self.thrown <= thrown <= {place for _, place in given}:
            self.wrong("the server now tells the deal otherwise than before")
            return
        goes_on = (len(known), self.thrown, self.street) == (len(given), thrown, seen.get("street", -1))
        self.over = drawn and not seen.get("playing")
        self.given = {place: who for who, place in given}
        self.top = sum(not place[0] for place in self.given)
        for opening in deal.get("opened", []):
            self.open(opening)
        for opening in openings:
            self.open(opening, mine=True)
        live = [hand["seat"] for hand in seen.get("hands", []) if not hand.get("out")]
        self.folded |= {seat for seat in self.seats or [] if seat not in live}
        if begins or not goes_on:
            if not begins:
                self.notes.append("some steps of the hand are missing")
            self.resume(seen, deal, given, thrown, drawn)
        if not seen.get("asked", True):
            self.notes.append("the whole table was sent unasked")
        elif begins:
            self.notes.append("you were away when the hand began")
        if drawn:
            self.check_drawn(seen)

    def resume(self, seen, deal, given, thrown, drawn):
        self.last_order = top = 0
        for dealt in deal.get("dealt", []):
            self.check_order(dealt, top)
            top += 0 if dealt.get("order", 0) else len(dealt["to"])
        self.thrown_by = Counter(self.given[place] for place in thrown)
        self.held, self.dealt, self.board, self.thrown = {}, {}, [], thrown
        for who, place in given:
            if who > BOARD:
                self.dealt.setdefault(who, []).append(place)
                self.held.setdefault(who, []).extend([] if place in thrown else [place])
            elif who == BOARD:
                self.board.append(place)
        self.boards, self.unsure = list(self.board), set() if self.plan else set(self.dealt)
        self.street, self.left = seen.get("street", -1), self.cards - self.top
        self.drawing = bool(self.spec() and self.spec().get("draw"))
        self.burned = self.begun = self.lost = True
        self.done = {"seats", "board"}
        self.owed, self.served, self.reshuffled = {}, None, any(place[0] for _, place in given)
        begun = self.plan[: max(self.street + 1, bool(given))] if drawn else []
        if begun and not is_whole_deal([who for who, _ in given], begun, self.cards, over=not seen.get("playing")):
            self.wrong("the cards were not dealt in turn from the top of the deck")
        if begun and not may_hold([who for who, _ in given], self.thrown_by, begun, over=not seen.get("playing")):
            self.wrong("a seat was dealt, or threw away, more cards than the streets let it")
        if len(self.given) < len(given) or self.top > self.cards:
            self.wrong("a card was dealt twice, or more than there are")

    def check_drawn(self, seen):
        board, playing, cards = seen.get("board", []), seen.get("playing"), seen.get("cards", [])
        if self.missing(board, self.board) or (playing and len(board) != len(self.board)):
            self.wrong("another board is drawn than was dealt")
        self.check_rabbit(seen.get("rabbit", []))
        for hand in seen.get("hands", []):
            faces = hand.get("cards", [])
            if faces is None:
                continue
            self.check_played(hand["seat"], [hand.get("winning", [])], self.dealt.get(hand["seat"], []) + self.boards)
            count = len(faces) if playing and not hand.get("out") else None
            self.check_shown(hand["seat"], [card for card in faces if card is not None], count)
        if self.seat is not None and self.seat not in self.unsure and (playing or cards):
            self.check_own(cards, self.held.get(self.seat, []))


def is_whole_deal(to, plan, cards, over):
    """Whether a deck was dealt street by street to these recipients, of which nothing else was seen."""
    if any(street.get("draw") for street in plan):
        return to.count(BURNED) <= sum(bool(street.get("burn")) + (street.get("draw", 0) > 0) for street in plan)
    plans = [plan]
    for first in range(len(plan) if over else 0):
        plans += [plan[:first] + plan[first:] * times for times in range(2, MOST_RUNS + 1)]
    return any(is_dealt(to, each, cards) for each in plans)


def may_hold(to, thrown_by, plan, over):
    """Whether each seat may have been dealt, and have thrown away, so many cards."""
    dealt = Counter(to)
    most = sum(street.get("down", 0) + street.get("up", 0) for street in plan) * (MOST_RUNS if over else 1)
    most_thrown = sum(street.get("draw") or street.get("discard", 0) for street in plan)
    seats = [who for who in {*dealt, *thrown_by} if who > BOARD]
    return all(dealt[who] - thrown_by[who] <= most and thrown_by[who] <= most_thrown for who in seats)


def is_dealt(to, plan, cards):
    live, at = [], 0
    while len(live) < len(to) and to[len(live)] > BOARD and to[len(live)] not in live:
        live.append(to[len(live)])
    for street in plan:
        rounds, board = street.get("down", 0) + street.get("up", 0), street.get("board", 0)
        if not (rounds or board or street.get("burn")):
            continue
        left, burns = cards - at, to[at : at + 1] == [BURNED]
        at += burns
        start = at
        if rounds and left < len(live) and to[at : at + 1] == [BOARD]:
            board = 1
        elif rounds:
            still = list(live)
            for seat in live:
                if to[at + still.index(seat) : at + still.index(seat) + 1] != [seat]:
                    still.remove(seat)
            live = still
            if not live or to[at : at + len(live) * rounds] != live * rounds:
                return False
            at += len(live) * rounds
        if to[at : at + board] != [BOARD] * board:
            return False
        at += board
        if burns != (bool(street.get("burn")) and left > max(1, at - start)):
            return False
    return at == len(to)


# --- an opened deck


def check_deck(record, hand):
    committed, seed = hand.committed, data(record["server_seed"])
    given = {
        share["seat"]: data(share["seed"]) for share in committed.get("seeds", []) if share.get("seed") is not None
    }
    shares = b"".join(bytes([seat]) + given[seat] for seat in sorted(given))
    key = hmac.digest(seed, b"key" + hand.context + shares, "sha256")
    orders = [order_of(key, order, pack_of(committed)) for order in range(min(len(hand.roots), 5))]
    roots = [root_of(hand.context, key, order, cards) for order, cards in enumerate(orders)]
    if len(seed) != 32 or digest(b"server", hand.context, seed) != data(committed["server"]):
        yield "the opened seed is not the one that the server committed to"
    elif not roots or roots != hand.roots:
        yield "the deck does not follow from the seeds"
    elif hand.plan and "resumed" not in record and not has_snapshot(record) and not reshuffles_rightly(record, orders):
        yield "the cards of a reshuffle are not the next ones of its pool"


def has_snapshot(record):
    return any(event["event"] == "snapshot-seen" for step in record["steps"] for event in step)


def reshuffles_rightly(record, orders):
    """Whether each card of a reshuffle was the next one that its drawer may get: none that they threw away."""
    stub, order, top = [(0, place) for place in range(len(orders[0]))], 0, 0
    burned, thrown, never_again = [], [], set()
    for step in record["steps"]:
        dealt = []
        for event in step:
            if event["event"] == "drew":
                places = [(each.get("order", 0), each["place"]) for each in event.get("discards", [])]
                thrown += [(event["seat"], orders[at][place]) for at, place in places]
            elif event["event"] == "deck-dealt":
                at = event.get("order", 0)
                places = event.get("places", []) if at else range(top, top + len(event["to"]))
                top += 0 if at else len(event["to"])
                dealt += [(who, (at, place)) for who, place in zip(event["to"], places, strict=False)]
        if any(place[0] >= len(orders) for _, place in dealt):
            return False
        for number, (who, place) in enumerate(dealt):
            if place[0] != order:
                drawer = next((to for to, _ in dealt[number:] if to != BURNED), BURNED)
                left = [at for at in stub if (drawer, orders[at[0]][at[1]]) not in never_again]
                if len(left) > (order == 0) + (who == BURNED):
                    return False
                pool = Counter([orders[at][each] for at, each in stub] + burned)
                pool.update(card for seat, card in thrown if seat != drawer)
                never_again.update(thrown)
                thrown, burned, order, stub = [each for each in thrown if each[0] == drawer], [], place[0], []
                for at, card in enumerate(orders[order]):
                    if pool[card]:
                        pool[card] -= 1
                        stub.append((order, at))
            may = [at for at in stub if who == BURNED or (who, orders[at[0]][at[1]]) not in never_again]
            if may[:1] != [place]:
                return False
            stub.remove(place)
            burned += [orders[place[0]][place[1]]] if who == BURNED else []
    return True


def check(record):
    """Returns what is wrong with a record, what else is to be known, and the hand as it was played through."""
    if record.get("format", 1) not in (1, 2):
        return ["this is a record of another format"], [], None
    hand = Hand(record)
    if "resumed" in record:
        hand.go_on({}, record["resumed"], record.get("own_openings", []), drawn=False)
    for step in record.get("steps", []):
        hand.play(step)
    if not hand.committed:
        return [*hand.faults, "the server has not committed to one deck"], hand.notes, None
    opened = list(check_deck(record, hand)) if record.get("server_seed") is not None else []
    return hand.faults + opened, hand.notes, hand


def faults_of(record):
    return check(record)[0]


def same_deal(one, other):
    """Whether two hands may be the same deal, as far as the shorter one goes."""
    same = all(card == told for card, told in zip(one.given.items(), other.given.items(), strict=False))
    return same and (one.thrown <= other.thrown or other.thrown <= one.thrown)


def verdict(name, decks):
    """Returns whether the record in a file is proved, and notes about it, each in a few words.

    `decks` has the hands that were read before, by table and hand.
    """
    try:
        record = json.loads(Path(name).read_bytes())
        faults, notes, hand = check(record)
        if hand is not None:
            key = record["table"], record["hand"]
            before = decks.get(key, hand)
            if before.roots != hand.roots:
                faults = [*faults, "another record of this hand has another deck"]
            elif not same_deal(before, hand):
                faults = [*faults, "another record of this hand tells its deal otherwise"]
            decks[key] = max(before, hand, key=lambda each: (len(each.given), len(each.thrown)))
        return "; ".join(dict.fromkeys(faults)) or "proved", list(dict.fromkeys(notes))
    except DAMAGED as error:
        return f"no record of a deal, or it is damaged ({type(error).__name__})", []


if __name__ == "__main__":
    roots_by_hand = {}
    verdicts = {name: verdict(name, roots_by_hand) for name in sys.argv[1:]}
    for each, (found, notes) in verdicts.items():
        print(f"{each}: {found}", *[f"  note: {note}" for note in notes], sep="\n")
    sys.exit(not verdicts or any(found != "proved" for found, _ in verdicts.values()))
