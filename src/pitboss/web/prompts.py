"""What people are asked for now: the acts that the book would accept, each with its clause."""

from __future__ import annotations

from typing import Any, Final

from pitboss.law.answers import Refusal
from pitboss.rulebooks.enumerations import ExtraWager, InsuranceAmount
from pitboss.table import acts
from pitboss.table.decide import Decision, decide
from pitboss.table.legal_acts import with_decisions
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.card_preparation import open_steps
from pitboss.table.procedure.duties import boxes_with_a_draw, pick_is_due, waiting_for_the_button
from pitboss.table.procedure.sharing import on_hand
from pitboss.table.run import Run
from pitboss.table.state import Asked, Phase, TableState
from pitboss.web.memo import once_for_each_state

_WORDS: Final[dict[type[acts.Act], tuple[str, str, str]]] = {
    acts.Hit: ("hit", "Hit", "h"),
    acts.Stand: ("stand", "Stand", "s"),
    acts.Double: ("double", "Double", "d"),
    acts.Split: ("split", "Split", "p"),
    acts.Surrender: ("surrender", "Surrender", "r"),
    acts.Zap: ("zap", "Zap", "z"),
    acts.RefuseCard: ("refuse_card", "Refuse the card", "x"),
    acts.Insure: ("insure", "Insurance", "i"),
    acts.TakeEvenMoney: ("even_money", "Even money", "e"),
}
"""The name of each act as a command, as a button says it, and its key."""


_STEPS: Final = {
    "inspect": "Inspect the cards",
    "verify": "Verify the inspection",
    "spread": "Spread the cards",
    "view": "View the cards",
    "turn": "Turn the cards face down",
    "wash": "Wash the cards",
    "stack": "Stack the cards",
    "riffle": "Riffle the cards",
    "release": "Release the cards",
    "look": "Look at the cards",
    "insist": "Insist on a full shuffle",
    "mix": "Mix the cards",
    "load": "Load the shuffler",
}
"""The steps of the cards' preparation as a button says them."""


def _clause(act: acts.Act, accepted: Decision) -> str:
    """The clause under which an act would be accepted."""
    if not accepted.events:
        return ""
    return accepted.events[-1 if isinstance(act, acts.Insure) else 0].under


def _told(act: acts.Act, accepted: Decision) -> dict[str, Any]:
    name, label, key = _WORDS[type(act)]
    return {
        "act": name,
        "label": label,
        "key": key,
        "least": None,
        "most": None,
        "clause": _clause(act, accepted),
    }


@once_for_each_state
def turn_acts(state: TableState, box: int, hand: int) -> list[dict[str, Any]]:
    """The decisions on the hand whose turn it is, and late insurance where it is open."""
    told: list[dict[str, Any]] = []
    for act, accepted in with_decisions(state):
        if isinstance(act, acts.Insure):
            _add_insurance(told, state, act, accepted)
            continue
        one = _told(act, accepted)
        if isinstance(act, acts.Hit) and act.pick is not None:
            one |= {"label": f"Take {act.pick}", "pick": act.pick}
        if isinstance(act, acts.Double):
            one |= _double_amounts(state, box, hand)
        told.append(one)
    if not any(one["act"] == "double" for one in told):
        told += _double_for_less(state, box, hand)
    return told


def _full(state: TableState, box: int, hand: int, player: str | None = None) -> int:
    """What somebody, by default the decider, has in action on a hand."""
    found = state.box(box)
    decider = found.decider if found is not None else None
    return on_hand(state, box, hand).get(player or decider or "", 0)


def _double_amounts(
    state: TableState, box: int, hand: int, player: str | None = None
) -> dict[str, int]:
    full, doubling = _full(state, box, hand, player), state.rules.doubling
    equal = doubling.amount.value is ExtraWager.EQUAL
    return {"least": full if equal else min(full, doubling.least.value), "most": full}


def _double_for_less(
    state: TableState, box: int, hand: int, player: str | None = None
) -> list[dict[str, Any]]:
    """A double in full is refused, but one for less is not: it must be in whole steps."""
    doubling = state.rules.doubling
    if doubling.amount.value is ExtraWager.EQUAL or not doubling.least.value:
        return []
    step = doubling.least.value
    most = _full(state, box, hand, player) // step * step
    act = acts.Double(box=box, hand=hand, amount=most, player=player)
    if most <= 0 or isinstance(accepted := decide(state, act), Refusal):
        return []
    return [{**_told(act, accepted), "least": step, "most": most}]


@once_for_each_state
def window_acts(state: TableState) -> list[dict[str, Any]]:
    """What is open to each player between the deal and the first decision."""
    told: list[dict[str, Any]] = []
    for act, accepted in with_decisions(state):
        if isinstance(act, acts.Insure):
            _add_insurance(told, state, act, accepted)
        elif isinstance(act, acts.TakeEvenMoney):
            told.append({**_told(act, accepted), "box": act.box, "player": act.player})
        elif isinstance(act, acts.Surrender):
            box = state.box(act.box)
            player = None if box is None else box.decider
            told.append(
                {**_told(act, accepted), "box": act.box, "hand": act.hand, "player": player}
            )
    return told


def _add_insurance(
    told: list[dict[str, Any]], state: TableState, act: acts.Insure, accepted: Decision
) -> None:
    """One offer of insurance for each wager, from the least amount to the most."""
    for one in told:
        if (one["act"], one.get("box"), one.get("player")) == ("insure", act.box, act.player):
            one["most"] = max(one["most"], act.amount)
            one["least"] = min(one["least"], act.amount)
            return
    least = act.amount
    if state.rules.insurance.amount.value is not InsuranceAmount.EXACTLY_HALF:
        chip = state.rules.equipment.chips.value[0]
        smaller = acts.Insure(box=act.box, amount=chip, player=act.player)
        if chip < least and not isinstance(decide(state, smaller), Refusal):
            least = chip
    told.append(
        {
            **_told(act, accepted),
            "box": act.box,
            "player": act.player,
            "least": least,
            "most": act.amount,
        }
    )


@once_for_each_state
def asks(state: TableState) -> list[dict[str, Any]]:
    """Everything else that somebody is asked: the cut, the bank, a card, to follow a double."""
    told = [*_cut(state), *_bank(state), *_button(state), *_late(state), *_picks(state)]
    told += _follow(state)
    remedies = state.rules.book.remedies
    clause = remedies.get("dealing_error", state.rules.deal.turns.under)
    for player in state.choosing:
        told.append(_ask(player, "Go on", "y", clause, {"type": "continue"}))
        told.append(_ask(player, "Take the bets back", "n", clause, {"type": "take_back"}))
    return told


@once_for_each_state
def preparation(state: TableState) -> list[dict[str, Any]]:
    """The steps of the cards' preparation that may be done now, and whose each is."""
    if state.phase is not Phase.BETTING:
        return []
    return [
        {
            "step": step.step,
            "by": step.by,
            "batch": batch,
            "label": _STEPS.get(step.step, step.step.capitalize()),
            "optional": step.optional,
            "clause": step.under,
        }
        for batch, step in open_steps(state)
    ]


@once_for_each_state
def burned_card_under(state: TableState) -> str | None:
    """The clause under which a player who asks sees the burned card now, if any."""
    answer = decide(state, acts.ShowBurned(player=""))
    return None if isinstance(answer, Refusal) else answer.events[0].under


def _ask(
    player: str | None, label: str, key: str, clause: str, command: dict[str, Any]
) -> dict[str, Any]:
    return {"player": player, "label": label, "key": key, "clause": clause, "command": command}


def _cut(state: TableState) -> list[dict[str, Any]]:
    shoe = state.shoe
    if shoe.is_cut or shoe.declined >= len(shoe.offers):
        return []
    due = shoe.offers[shoe.declined]
    command = {"type": "decline_cut"}
    return [_ask(due.player, "Let the cut pass", "n", due.under, command)]


def _bank(state: TableState) -> list[dict[str, Any]]:
    banking = state.rules.banking
    if banking is None or state.banker is not None or state.phase is not Phase.BETTING:
        return []
    offered = bank_is_offered_to(Run(state))
    under = banking.passes.under
    to = [offered] if offered is not None else list(dict.fromkeys(state.seats.values()))
    told = []
    for player in to:
        boxes = [box for box, seated in state.seats.items() if seated == player]
        least = state.rules.limits.minimum.value
        wager = acts.TakeBank(player=player, box=boxes[0], wager=least)
        if isinstance(decide(state, wager), Refusal):
            continue
        take = {"type": "take_bank", "box": boxes[0], "amount": 20 * least}
        told.append(_ask(player, "Take the bank", "y", under, take))
        told.append(_ask(player, "Let the bank pass", "n", under, {"type": "decline_bank"}))
    return told


def _button(state: TableState) -> list[dict[str, Any]]:
    if state.phase is not Phase.AFTER_DEAL or not waiting_for_the_button(state):
        return []
    told = []
    for kind, number in boxes_with_a_draw(state):
        box, draw = state.box(number), state.rules.side_bet(kind).draw
        if box is not None and draw is not None:
            command = {"type": "press_button", "box": number}
            told.append(_ask(box.decider, "Press the button", "y", draw.button.under, command))
    return told


def _follow(state: TableState) -> list[dict[str, Any]]:
    """What each bettor is asked whose decider doubles or splits: the own chips only."""
    asked = state.asked
    if asked is None:
        return []
    told = []
    for act, accepted in with_decisions(state):
        if isinstance(act, acts.Double | acts.Split | acts.Decline):
            label, key = _answer(act, asked)
            command: dict[str, Any] = {"box": act.box, "hand": act.hand}
            if isinstance(act, acts.Decline):
                command |= {"type": "decline"} | ({"stay": act.stay} if act.stay else {})
            else:
                command["type"] = _WORDS[type(act)][0]
            one = _ask(act.player, label, key, accepted.events[0].under, command)
            if isinstance(act, acts.Double):
                one |= _double_amounts(state, act.box, act.hand, act.player)
            told.append(one)
    if asked.new_hand is None:
        doubling = {one["player"] for one in told if one["command"]["type"] == "double"}
        for player in asked.players:
            for less in _double_for_less(state, asked.box, asked.hand, player):
                if player not in doubling:
                    command = {"type": "double", "box": asked.box, "hand": asked.hand}
                    span = {"least": less["least"], "most": less["most"]}
                    command["amount"] = less["most"]
                    told.append(_ask(player, "Double too", "y", less["clause"], command) | span)
    return told


def _answer(act: acts.Act, asked: Asked) -> tuple[str, str]:
    """What a button says, and its key."""
    if isinstance(act, acts.Double):
        return "Double too", "y"
    if isinstance(act, acts.Split):
        return f"Cover hands {asked.hand} and {asked.new_hand}", "y"
    assert isinstance(act, acts.Decline)
    if act.stay is None:
        return "Do not double", "n"
    return f"Stay on hand {act.stay} alone", "n" if act.stay == asked.hand else "m"


def _picks(state: TableState) -> list[dict[str, Any]]:
    """Which of the cards that came out together comes first, where it is due in any case."""
    due = pick_is_due(state) if state.shoe.held else None
    if due is None:
        return []
    box, hand = due
    found = state.box(box)
    under = state.rules.book.remedies.get("drawn_together", state.rules.deal.turns.under)
    told = []
    for key, held in enumerate(state.shoe.held, 1):
        card = held.card.text
        command = {"type": "hit", "box": box, "hand": hand, "pick": card}
        name = None if found is None else found.decider
        told.append(_ask(name, f"Take {card}", str(key), under, command))
    return told


def _late(state: TableState) -> list[dict[str, Any]]:
    told = []
    for box in state.boxes:
        for played in box.hands:
            if not played.is_late:
                continue
            where = {"box": box.number, "hand": played.number}
            take = acts.TakeLateCard(box=box.number, hand=played.number)
            answer = decide(state, take)
            if isinstance(answer, Refusal):
                continue
            clause = answer.events[0].under
            told.append(
                _ask(box.decider, "Take the card", "y", clause, {"type": "take_late_card", **where})
            )
            told.append(
                _ask(box.decider, "Call the hand dead", "n", clause, {"type": "call_dead", **where})
            )
    return told
