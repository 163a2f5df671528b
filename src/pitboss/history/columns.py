"""Logs as four tables of columns: rounds, hands, wagers and decisions. Money is whole cents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from pitboss.acts import HandAct
from pitboss.cards import Card
from pitboss.law.counting import count, is_blackjack, is_bust, up_card
from pitboss.law.hands import Hand
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.legal_acts import permitted
from pitboss.table.log import plain
from pitboss.table.log_verifier import opened
from pitboss.table.state import Box, PlayedHand, TableState

from .notation import BadHistory
from .sessions import Logged, hashes

TABLES: Final = ("rounds", "hands", "wagers", "decisions")

_EXCHANGED: Final = HandAct.EXCHANGE.words.done
_ORDER: Final = "A23456789T"
_ACT: Final[dict[type[e.Event], str]] = {
    **{event: act.words.command for event, act in e.DECISIONS.items()},
    e.EvenMoneyTaken: acts.TakeEvenMoney.words.command,
}
_IRREGULAR: Final = (
    e.IrregularityNoted, e.SupervisorRuled, e.RoundVoided, e.CardRemoved, e.CardHeld,
)  # fmt: skip


def _settings(state: TableState) -> str:
    """The elections in force, in one line."""
    return ",".join(f"{key}={plain(value)}" for key, value in sorted(state.rules.choices))


class TableColumns:
    """The rows of all four tables."""

    def __init__(self, *, with_permitted: bool = True) -> None:
        self.rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
        self.with_permitted = with_permitted

    def add(self, entries: Sequence[Logged], *, table: str | None = None) -> None:
        """Add every completed round of a log."""
        first = entries[0].event
        if not isinstance(first, e.TableOpened):
            raise BadHistory("a log must begin with the opening of a table")
        state = opened(first)
        about = {
            "book": state.rules.book.id,
            "settings": _settings(state),
            "table": table or first.table,
        }
        ids = _ids(entries)
        self._round, began = _RoundNotes(), 2
        for n, entry in enumerate(entries[1:], 2):
            if isinstance(entry.event, e.RoundClosed):
                self._close(ids[n - 1], about, state, began, n)
                began, self._round = n + 1, _RoundNotes()
            else:
                self._see(state, entry.event, n)
            state = evolve(state, entry.event)
            if isinstance(entry.event, e.RulesChanged):
                about = {**about, "settings": _settings(state)}

    def _see(self, state: TableState, event: e.Event, n: int) -> None:
        now = self._round
        now.see(event)
        act = _ACT.get(type(event))
        amount = None
        if isinstance(event, e.WagerPlaced) and event.kind == "insurance":
            act, amount = "insure", event.stake
        box = state.box(getattr(event, "box", None) or 0)
        played = None if box is None else box.hand(getattr(event, "hand", None) or 1)
        if act is None or not state.dealer or box is None or played is None:
            return
        if not (held := played.hand.cards):
            return
        ranks, counted = _ranks(state, held), count(state.rules, held)
        now.decisions.append(
            {
                "round": state.round, "n": len(now.decisions) + 1, "entry": n,
                "player": getattr(event, "player", None) or box.decider,
                "box": box.number, "hand": played.number, "cards": "".join(ranks),
                "total": counted.total, "soft": counted.soft,
                "pair": len(ranks) == 2 and ranks[0] == ranks[1],
                "split": played.hand.is_split, _EXCHANGED: played.hand.exchanges > 0,
                "up": up_card(state.rules, state.up).value, "act": act, "amount": amount,
                "permitted": self._permitted(state, box.number, played),
                "seen": _seen(state), "under": event.under,
            }
        )  # fmt: skip

    def _permitted(self, state: TableState, box: int, played: PlayedHand) -> str | None:
        if not self.with_permitted:
            return None
        names = {
            type(act).words.command
            for act in permitted(state)
            if getattr(act, "box", None) == box and getattr(act, "hand", 1) == played.number
        }
        return " ".join(sorted(names))

    def _close(self, id: str, about: dict[str, str], state: TableState, began: int, n: int) -> None:
        rules, now = state.rules, self._round
        self.rows["decisions"] += [{"id": id, **decision} for decision in now.decisions]
        total = count(rules, state.dealer) if state.dealer else None
        self.rows["rounds"].append(
            {
                "id": id, "round": state.round, **about, "shoe": state.shoe.number,
                "boxes": len(state.boxes), "cards_used": state.shoe.used,
                "dealer": _text(state.dealer),
                "up": up_card(rules, state.up).value if state.dealer else None,
                "dealer_total": None if total is None else total.total,
                "dealer_soft": None if total is None else total.soft,
                "dealer_blackjack": bool(is_blackjack(rules, Hand(state.dealer))),
                "dealer_bust": bool(state.dealer) and bool(is_bust(rules, state.dealer)),
                "void": now.is_void, "irregular": now.is_irregular,
                "ordered_by": _names(now.ordered_by), "approved_by": _names(now.approved_by),
                "banker": None if state.banker is None else state.banker.player,
                "bank": None if state.banker is None else state.banker.bank.wager,
                "first_entry": began, "last_entry": n,
            }
        )  # fmt: skip
        for box in state.boxes:
            self.rows["hands"] += [{"id": id, **_hand(state, box, each)} for each in box.hands]
        for wager in state.wagers:
            if wager.result is not None:
                self.rows["wagers"].append(
                    {
                        "id": id, "round": state.round, "wager": wager.id, "box": wager.box,
                        "hand": wager.hand, "player": wager.player,
                        "seated": state.seats.get(wager.box) == wager.player,
                        "kind": str(wager.kind), "stake": wager.stake,
                        "effective": wager.effective, "result": wager.result.value,
                        "paid": wager.paid, "returned": wager.returned,
                        "net": wager.returned - wager.stake, "when": wager.when,
                        "under": wager.under,
                    }
                )  # fmt: skip

    def write(self, folder: Path) -> list[Path]:
        """Write one Parquet file per table; needs pyarrow."""
        from .parquet import write_parquet

        return write_parquet(self.rows, folder)


class _RoundNotes:
    """What is noted while a round is played."""

    def __init__(self) -> None:
        self.decisions: list[dict[str, Any]] = []
        self.is_void = self.is_irregular = False
        self.ordered_by: list[str] = []
        self.approved_by: list[str] = []

    def see(self, event: e.Event) -> None:
        self.is_irregular |= isinstance(event, _IRREGULAR)
        self.is_void |= isinstance(event, e.RoundVoided)
        if isinstance(event, e.SupervisorRuled):
            self.ordered_by.append(event.by)
            if event.approved_by is not None:
                self.approved_by.append(event.approved_by)


def _names(people: Iterable[str]) -> str | None:
    """Everyone once, in their order; None for no one."""
    return "; ".join(dict.fromkeys(people)) or None


def _ids(entries: Sequence[Logged]) -> list[str]:
    """The first half of each entry's hash, which identifies a round in the log."""
    if all(entry.hash for entry in entries):
        return [entry.hash[:32] for entry in entries]
    return [each.hex()[:32] for each in hashes(entries)]


def _hand(state: TableState, box: Box, played: PlayedHand) -> dict[str, Any]:
    held, rules = played.hand, state.rules
    counted = count(rules, held.cards) if held.cards else None
    return {
        "round": state.round, "box": box.number, "hand": played.number, "decider": box.decider,
        "cards": _text(held.cards), "total": None if counted is None else counted.total,
        "soft": None if counted is None else counted.soft,
        "blackjack": bool(is_blackjack(rules, held)), "bust": bool(is_bust(rules, held.cards)),
        "split": held.is_split, "doubled": held.is_doubled,
        "surrendered": played.is_surrendered, _EXCHANGED: _text(played.exchanged) or None,
    }  # fmt: skip


def _text(held: Iterable[Card]) -> str:
    return " ".join(card.text for card in held)


def _ranks(state: TableState, held: Sequence[Card]) -> list[str]:
    """Cards by rank class, highest first with aces highest, as the solver names hands."""
    ranks = [up_card(state.rules, card).value for card in held]
    return sorted(ranks, key=lambda rank: (_ORDER.index(rank) + 9) % 10, reverse=True)


def _seen(state: TableState) -> list[int]:
    """How many cards of each class everyone has seen since the shuffle."""
    seen = [0] * 10
    shown = state.dealer[:1] if state.hole_is_down else state.dealer
    held = (card for box in state.boxes for each in box.hands for card in each.hand.cards)
    for card in (*state.shoe.rack, *shown, *held):
        seen[_ORDER.index(up_card(state.rules, card).value)] += 1
    if state.shoe.burned is not None:
        seen[_ORDER.index(up_card(state.rules, state.shoe.burned).value)] -= 1
    return [max(each, 0) for each in seen]
