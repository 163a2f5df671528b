"""A live table at which everybody asks for anything, played through the commands of the server.

It is dealt by a machine, by a person, or by a person who calls real cards; nothing is sent over a
network, and everything follows from the seed.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from pitboss.cards import DECK
from pitboss.law.irregularities import known_to
from pitboss.law.shoe import cut_limits
from pitboss.law.side_bets.registry import in_the_book
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import rulebook
from pitboss.store.records import Person, TableInfo
from pitboss.table import acts
from pitboss.table.act_words import fields_of
from pitboss.table.legal_acts import open_before_play, permitted
from pitboss.table.procedure.cutting import stack_of
from pitboss.table.state import Phase, TableState
from pitboss.web.live import commands as c
from pitboss.web.live import irregularities as irregular
from pitboss.web.live.command_handlers import handle
from pitboss.web.live.driver import Clocks, TableDriver
from pitboss.web.live.open_table import Change, LiveTable, ServerRefusal, open_live
from pitboss.web.live.shoes import HouseShoe
from pitboss.web.pit.four_eyes import reporter
from pitboss.web.wire.prompts import asks, preparation

PLAYERS: Final = tuple(Person(name, name, "player", False) for name in ("Ada", "Ben", "Cleo"))
DEALER: Final = Person("Dora", "Dora", "dealer", False)
SUPERVISOR: Final = Person("Sue", "Sue", "supervisor", False)
MANAGER: Final = Person("Mia", "Mia", "shift_manager", False)
STRANGER: Final = Person("Stranger", "Stranger", "player", False)
PEOPLE: Final = (*PLAYERS, STRANGER, DEALER, SUPERVISOR, MANAGER)
NAMED: Final = {person.name: person for person in PEOPLE}

KINDS: Final = (("machine", "shoe"), ("person", "shoe"), ("person", "called"))
"""Who deals, and where the cards come from."""

SHOES: Final = 40
"""The secrets that a table has, one for each shoe; it is left before they run out."""

ENDLESS: Final = 400
"""More steps than any round takes; a table that gets no further is left."""

_RICH: Final = 10**12
_ENDING: Final = ("close_table", "disable", "pause")
"""Orders that end the play; only who may not give them would be refused."""

_JOINING: Final = ("arrive", "sit", "bet", "place", "take_bank")

Wish = tuple[Person, "c.Command | irregular.Asked"]
"""Somebody, and what they ask for: a command, or a supervisor's report."""


class Left(Exception):
    """The table is left: nobody can, or will, go on."""


class Playing:
    """Random people at one table."""

    def __init__(self, book: str, dealt_by: str, cards: str, seed: str) -> None:
        self.random = Random(f"{book} {dealt_by} {cards} {seed}")
        info = TableInfo(
            id="t", name="T", book=book, opened_by="Sue", dealt_by=dealt_by, cards=cards, bots=0,
            price="", status="open", sequence=0, hash="", owner=None, address=None, lease=0.0,
            created=0.0,
        )  # fmt: skip
        chosen = {
            key: self.random.choice(message) for key, message in _ELECTED.get(book, {}).items()
        }
        self.live, _ = open_live(info, rulebook(book).elect(**chosen))
        if cards == "shoe":
            secret = f"{book} {dealt_by} {seed}"
            known = {n: sha256(f"{secret} {n}".encode()).digest() for n in range(1, SHOES + 1)}
            self.live.table.source = HouseShoe("t", known=known)
            self.live.table.house_depth = lambda stack: stack // 2  # type: ignore[method-assign]
        self.house = TableDriver(self.live, Clocks())
        self.irregularities = [record for record, _ in known_to(self.live.rules)]
        self.by_person = dealt_by == "person"
        if self.by_person:
            self.give(self.live, (DEALER, c.command("take_chair")))

    @property
    def state(self) -> TableState:
        """The table as it is."""
        return self.live.state

    @staticmethod
    def give(live: LiveTable, wish: Wish) -> Change:
        """Give a command, or report an irregularity; raises ``ServerRefusal``."""
        person, wanted = wish
        if isinstance(wanted, c.Command):
            money = SimpleNamespace(balance=lambda name: _RICH)
            hub = SimpleNamespace(money=money, note_order=lambda *_, **__: None)
            actor: Any = SimpleNamespace(live=live, hub=hub)
            return handle(actor, person, wanted)
        second = "another supervisor"
        who = reporter(person)
        irregular.preview(live.state, wanted, who, "t")
        return live.carry_out(
            person.name, lambda table: irregular.apply_report(table, wanted, who, second)
        )

    def now_and_then(self, chance: float) -> bool:
        """Whether it happens, with this chance."""
        return self.random.random() < chance

    # Playing.

    def play(self) -> None:
        """Play one round; raises ``Left`` if the table gets no further."""
        number = self.state.round
        for _ in range(ENDLESS):
            if self.state.round != number:
                return
            if self.state.shoe.number >= SHOES - 2:
                raise Left
            self.step()
        raise Left

    def step(self) -> None:
        """Let somebody act who may, the dealer most of all."""
        state, live = self.state, self.live
        if state.phase is Phase.BETTING and not state.open_wagers(kind=WagerKind.MAIN):
            self._bet()
        if (
            self.by_person
            and live.chair is None
            and not self._try((DEALER, c.command("take_chair")))
        ):
            raise Left  # the dealer has sat down to play
        if self.by_person and self._deal():
            return
        if self.now_and_then(0.7) and (wish := self._legal()) is not None:
            self._try(wish)
            return
        if self.by_person and live.table.duty is not None:
            self._perform()
            return
        step = next(self.house._steps(frozenset(NAMED)), None)
        if step is not None and not (self.by_person and step.kind in ("bets", "seeds")):
            live.carry_out(step.actor, step.do)

    def _try(self, wish: Wish) -> bool:
        try:
            return self.give(self.live, wish).refusal is None
        except ServerRefusal:
            return False

    def _bet(self) -> None:
        """Seats, and bets on some of them."""
        least, random = self.live.rules.limits.minimum.value, self.random
        for box, person in enumerate(PLAYERS, 1):
            if self.now_and_then(0.6):
                self._try((person, c.command("sit", box=box)))
            if self.state.rules.banking is not None and self.state.banker is None:
                for command in (c.command("take_bank", box=box, amount=100 * least),
                                c.command("decline_bank")):  # fmt: skip
                    self._try((person, command))
            if self.now_and_then(0.8):
                stake = least * random.choice((1, 2, 4))
                self._try((person, c.command("bet", box=box, amount=stake)))
            if self.now_and_then(0.4):
                self._try((person, c.command("squeeze", box=box)))
            if (beside := in_the_book(self.live.rules)) and self.now_and_then(0.2):
                kind = random.choice(tuple(beside))
                self._try((person, c.command("bet", box=box, amount=least, kind=kind)))

    def _deal(self) -> bool:
        """Prepare, shuffle, cut and close the bets, as the dealer and the others must."""
        state, table = self.state, self.live.table
        if state.phase is not Phase.BETTING or table.duty is not None:
            return False
        if state.preparing and (table.shuffle_is_due() or state.preparing == "idle"):
            for step in preparation(state):
                if not step["optional"] and self._prepare(step):
                    return True
        if table.shuffle_is_due() is not None and state.shoe.is_cut:
            return self._try((DEALER, c.command("shuffle")))
        if not state.shoe.is_cut:
            if state.shoe.declined >= len(state.shoe.offers):
                return self._try((DEALER, c.command("house_cut")))
            if "pass_cut" in c.BY_WORD and self.now_and_then(0.3):
                return self._try((DEALER, c.command("pass_cut")))
            return False
        return self.now_and_then(0.5) and self._try((DEALER, c.command("close_bets")))

    def _prepare(self, step: dict[str, Any]) -> bool:
        command = c.command("prepare", step=step["step"], batch=step["batch"])
        whose = {"dealer": (DEALER,), "supervisor": (SUPERVISOR,)}.get(step["by"], PLAYERS)
        return any(self._try((person, command)) for person in whose)

    def _perform(self) -> None:
        duty = self.live.table.duty
        assert duty is not None
        held = self.state.shoe.held and duty.task != "burn"
        called = self.live.info.cards == "called" and duty.needs_card and not held
        card = self.some_card() if self.now_and_then(0.95) else self.some_card() + "!"
        command = c.command("call", card=card) if called else c.command("perform")
        if not self._try((DEALER, command)):
            self._try((DEALER, c.command("perform")))

    def some_card(self) -> str:
        """A card, rather an ace or a ten than another."""
        if self.now_and_then(0.3):
            return self.random.choice("ATK") + self.random.choice("shdc")
        return self.random.choice(DECK).text

    def _legal(self) -> Wish | None:
        """Something that a player is asked, or may do."""
        state, wishes = self.state, list[Wish]()
        for ask in asks(state):
            if ask["player"] in NAMED:
                sent = dict(ask["command"])
                wishes.append((NAMED[ask["player"]], c.command(sent.pop("type"), **sent)))
        if state.phase is Phase.WINDOW:
            wishes += map(self._wish, (act for act, _ in open_before_play(state)))
        elif state.phase is Phase.PLAY and self.live.table.duty is None:
            wishes += map(self._wish, permitted(state))
        shoe = state.shoe
        if not shoe.is_cut and shoe.declined < len(shoe.offers):
            player = NAMED[shoe.offers[shoe.declined].player]
            span = cut_limits(state.rules, stack_of(state))
            wishes.append((player, c.command("cut", depth=self.random.randint(*span))))
        return self.random.choice(wishes) if wishes else None

    def _wish(self, act: acts.Act) -> Wish:
        box = self.state.box(getattr(act, "box", 0))
        player = getattr(act, "player", None) or (box.decider if box is not None else None)
        sent = {one.sent_as: getattr(act, one.name) for one in fields_of(type(act)) if one.is_sent}
        return NAMED.get(player or "", STRANGER), c.command(act.words.command, **sent)

    # Asking for anything.

    def anything(self) -> Wish:
        """Somebody asks for something, mostly for what may not be done now."""
        if self.now_and_then(0.15) and self.irregularities:
            return self.random.choice((SUPERVISOR, MANAGER)), self._report()
        kind = self.random.choice(c.KINDS)
        if self.now_and_then(0.5):  # what hidden cards are most likely to decide
            kind = c.BY_WORD[self.random.choice(_DECISIONS)]
        people = [one for one in PEOPLE if one.role in c.who_may(kind)]
        tag = str(kind.__struct_config__.tag)
        if tag in _JOINING:  # staff who play cannot do their part any more
            people = [one for one in people if one.role == "player"]
        if tag in _ENDING or not people:
            return self.anything()
        return self.random.choice(people), self._command(kind)

    def _command(self, kind: type[c.Command]) -> c.Command:
        tag = str(kind.__struct_config__.tag)
        box, hand = self._place()
        kinds = (*map(str, WagerKind), *in_the_book(self.live.rules), "roulette")
        least, random = self.live.rules.limits.minimum.value, self.random
        stake = random.choice((1, least // 2, least, 2 * least, 1000 * least))
        cards = ("CUT", "END", "XX", self.some_card() + "!", self.some_card(), self.some_card())
        values: dict[str, Any] = {
            "box": box,
            "hand": hand,
            "player": random.choice(PLAYERS).name,
            "unnoticed": random.choice((False, True)),
            "amount": stake,
            "kind": random.choice(kinds),
            "depth": random.choice((0, 1, 60, 100, 400)),
            "step": random.choice(("inspect", "verify", "wash", "riffle", "view", "nonsense")),
            "batch": random.choice((1, 2)),
            "card": random.choice(cards),
            "pick": random.choice((None, self.some_card())),
            "stay": random.choice((None, hand, hand + 1)),
            "why": "to see",
            "seed": "words",
            "commitment": "0" * 64,
            "bets": (c.PlacedBet(box=box, amount=stake), c.PlacedBet(box=box + 1, amount=1)),
        }
        sent = {name: values[name] for name in kind.__struct_fields__ if name in values}
        if tag in ("double", "withdraw") and random.random() < 0.5:
            sent["amount"] = None
        return kind(**sent)

    def _place(self) -> tuple[int, int]:
        if self.state.boxes and self.now_and_then(0.85):
            box = self.random.choice(self.state.boxes)
            return box.number, self.random.choice(box.hands).number
        return self.random.randint(0, 9), self.random.randint(0, 4)

    def _report(self) -> irregular.ReportRequest:
        record = self.random.choice(self.irregularities)
        box, hand = self._place()
        named = record.draws and (self.live.info.cards == "called" or self.now_and_then(0.2))
        two = (self.some_card(), self.some_card())
        return irregular.ReportRequest(
            what=record.name,
            reason="at random",
            remedy=self.random.choice((None, *(name for name, _ in record.choices))),
            box=box,
            hand=hand,
            player=self.random.choice(PLAYERS).name,
            card=two[0] if named and record.draws == 1 else None,
            cards=two if named and record.draws == 2 else (),
            which=self.random.choice((None, "first", "second")),
            ruling=self.random.choice((None, "void_round", "the hand stands")),
            hands=((box, hand),),
        )


_ELECTED: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    "rws": {"allow_squeeze": (False, True)},
    "classic": {
        "surrender": ("none", "late", "early"),
        "hole_card": ("peek", "peek", "none"),
    },
}
"""House options by which it is decided who may know what."""

_DECISIONS: Final = (
    "stand", "hit", "double", "split", "surrender", "zap", "insure", "even_money", "refuse_card",
    "take_late_card", "call_dead", "perform", "call", "close_bets", "shuffle", "deal",
)  # fmt: skip
