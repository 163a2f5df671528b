"""The current prompts: the acts that the book would accept, each with its clause."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from pitboss.law.answers import Refusal
from pitboss.law.insurance import may_be_less
from pitboss.law.play import doubles_for_less, may_double
from pitboss.law.spoken import may_be_unnoticed
from pitboss.table import acts
from pitboss.table.decide import Decision, decide
from pitboss.table.legal_acts import accepted_under, open_before_play, with_decisions
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.card_preparation import open_steps
from pitboss.table.procedure.duties import (
    boxes_with_a_draw,
    is_squeezed,
    pick_is_due,
    waiting_for_the_button,
)
from pitboss.table.procedure.misdrawn import choice_clause
from pitboss.table.procedure.picks import together_clause
from pitboss.table.procedure.sharing import on_hand
from pitboss.table.run import RunningDecision
from pitboss.table.state import BackBettorsDue, Phase, TableState
from pitboss.web.live.bots import is_bot
from pitboss.web.live.table_notes import Declared

MOST: Final = 256
"""The most states remembered per function; the least recently used is dropped first."""

P = ParamSpec("P")
R = TypeVar("R")


def once_for_each_state(
    ask: Callable[Concatenate[TableState, P], R],
) -> Callable[Concatenate[TableState, P], R]:
    """Memoise a function of the state for the last states; its answers must not be changed."""
    known: OrderedDict[Hashable, tuple[TableState, Any]] = OrderedDict()

    @wraps(ask)
    def remembering(state: TableState, /, *more: P.args, **named: P.kwargs) -> R:
        key = (id(state), *more, *named.values())
        row = known.get(key)
        if row is not None:
            answer: R = row[1]
            return answer
        answer = ask(state, *more, **named)
        known[key] = (state, answer)  # keep the state alive, so that its id is not reused
        if len(known) > MOST:
            known.popitem(last=False)
        return answer

    return remembering


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
    "insist": "Require a full shuffle",
    "mix": "Mix the cards",
    "load": "Load the shuffler",
}
"""The button labels of the preparation steps."""


def _clause(act: acts.Act, accepted: Decision) -> str:
    """The clause under which an act would be accepted."""
    return accepted_under(act, accepted.events) or ""


def _told(act: acts.Act, accepted: Decision) -> dict[str, Any]:
    return {
        "act": act.words.command,
        "label": act.words.label,
        "key": act.words.key,
        "least": None,
        "most": None,
        "costs": 0,
        "clause": _clause(act, accepted),
    }


@once_for_each_state
def turn_acts(state: TableState, box: int, hand: int) -> list[dict[str, Any]]:
    """The decisions on the hand whose turn it is, and late insurance where it is open."""
    prompts: list[dict[str, Any]] = []
    for act, accepted in with_decisions(state):
        if isinstance(act, acts.Insure):
            _add_insurance(prompts, state, act, accepted)
            continue
        one = _told(act, accepted)
        if isinstance(act, acts.Hit) and act.pick is not None:
            one |= {"label": f"Take {act.pick}", "pick": act.pick}
        if isinstance(act, acts.Double):
            one |= _double_amounts(state, box, hand)
        elif isinstance(act, acts.Split):
            one["costs"] = _full(state, box, hand)
        prompts.append(one)
    if not any(one["act"] == "double" for one in prompts):
        prompts += _double_for_less(state, box, hand)
    return prompts


def _full(state: TableState, box: int, hand: int, player: str | None = None) -> int:
    """What a bettor, by default the player in control, has in action on a hand."""
    found_box = state.box(box)
    decider = found_box.decider if found_box is not None else None
    return on_hand(state, box, hand).get(player or decider or "", 0)


def _double_amounts(
    state: TableState, box: int, hand: int, player: str | None = None
) -> dict[str, int]:
    full, doubling = _full(state, box, hand, player), state.rules.doubling
    least = min(full, doubling.least.value) if doubles_for_less(state.rules) else full
    return {"least": least, "most": full, "costs": least}


def _double_for_less(
    state: TableState, box: int, hand: int, player: str | None = None
) -> list[dict[str, Any]]:
    """The largest double that is accepted when a full one is refused: it must be in whole steps."""
    doubling = state.rules.doubling
    if not doubling.least.value or (player is None and not _may_be_doubled(state, box, hand)):
        return []
    if not doubles_for_less(state.rules):
        return []
    step = doubling.least.value
    most = _full(state, box, hand, player) // step * step
    act = acts.Double(box=box, hand=hand, amount=most, player=player)
    if most <= 0 or isinstance(accepted := decide(state, act), Refusal):
        return []
    return [{**_told(act, accepted), "least": step, "most": most, "costs": step}]


def _may_be_doubled(state: TableState, box: int, hand: int) -> bool:
    """Whether the hand may be doubled at all, by whatever amount."""
    where = state.box(box)
    played = None if where is None else where.hand(hand)
    return played is not None and not isinstance(may_double(state.rules, played.hand), Refusal)


@once_for_each_state
def window_acts(state: TableState) -> list[dict[str, Any]]:
    """The acts open to each player between the deal and the first decision."""
    prompts: list[dict[str, Any]] = []
    for act, accepted in open_before_play(state):
        if isinstance(act, acts.Insure):
            _add_insurance(prompts, state, act, accepted)
        elif isinstance(act, acts.TakeEvenMoney):
            prompts.append({**_told(act, accepted), "box": act.box, "player": act.player})
        elif isinstance(act, acts.Bet):
            prompts.append(_late_bet(state, act, accepted))
        elif isinstance(act, acts.Surrender):
            box = state.box(act.box)
            player = None if box is None else box.decider
            prompts.append(
                {**_told(act, accepted), "box": act.box, "hand": act.hand, "player": player}
            )
    return prompts


def unanswered(state: TableState, ready: Collection[str]) -> tuple[str, ...]:
    """Who has yet to answer what is on offer after the deal; bots answer at once.

    Everyone who squeezes has, whatever they hold: anything else would tell the cards.
    """
    if state.phase is not Phase.WINDOW:
        return ()
    people = {act["player"] for act in window_acts(state)}
    people |= {box.decider for box in state.boxes if box.decider and is_squeezed(state, box)}
    return tuple(sorted(name for name in people.difference(ready) if not is_bot(name)))


def _late_bet(state: TableState, act: acts.Bet, accepted: Decision) -> dict[str, Any]:
    """The offer of a side bet that is placed after the deal, within its posted amounts."""
    bet = state.rules.side_bet(act.kind)
    posted = bet.amounts.value
    return {
        **_told(act, accepted),
        "label": bet.name,
        "key": "b",
        "kind": act.kind,
        "box": act.box,
        "player": act.player,
        "least": posted.least,
        "most": posted.most,
        "step": posted.step,
        "costs": act.stake,
    }


def _add_insurance(
    prompts: list[dict[str, Any]], state: TableState, act: acts.Insure, accepted: Decision
) -> None:
    """One offer of insurance for each wager, from the minimum to the maximum."""
    for one in prompts:
        if (one["act"], one.get("box"), one.get("player")) == ("insure", act.box, act.player):
            one["most"] = max(one["most"], act.amount)
            one["least"] = one["costs"] = min(one["least"], act.amount)
            return
    least = act.amount
    if may_be_less(state.rules):
        chip = state.rules.equipment.chips.value[0]
        smaller = acts.Insure(box=act.box, amount=chip, player=act.player)
        if chip < least and not isinstance(decide(state, smaller), Refusal):
            least = chip
    prompts.append(
        {
            **_told(act, accepted),
            "box": act.box,
            "player": act.player,
            "least": least,
            "most": act.amount,
            "costs": least,
        }
    )


@once_for_each_state
def asks(state: TableState) -> list[dict[str, Any]]:
    """Every other prompt: the cut, the bank, a card, joining a double or split."""
    prompts = [*_cut(state), *_bank(state), *_button(state), *_late(state), *_picks(state)]
    prompts += _follow(state)
    clause = choice_clause(RunningDecision(state)) if state.choosing else ""
    for player in state.choosing:
        prompts += [_offer(player, kind, clause) for kind in (acts.Continue, acts.TakeBack)]
    return prompts


@once_for_each_state
def preparation(state: TableState) -> list[dict[str, Any]]:
    """The preparation steps that may be done now, and who must do each."""
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


def declared_view(state: TableState, declared: tuple[Declared, ...]) -> list[dict[str, Any]]:
    """The bets that players have said, each with why it may not be placed as it is, if so."""
    prompts = []
    unnoticed = may_be_unnoticed(state.rules)
    for declaration in declared:
        act = acts.Bet(
            box=declaration.box,
            player=declaration.player,
            kind=declaration.kind,
            stake=declaration.amount,
        )
        answer = decide(state, act)
        refused = answer if isinstance(answer, Refusal) else None
        prompts.append(
            {
                "player": declaration.player,
                "box": declaration.box,
                "kind": declaration.kind,
                "amount": declaration.amount,
                "refused": None if refused is None else refused.why,
                "clause": None if refused is None else refused.under,
                "may_stand": refused is not None and bool(unnoticed),
            }
        )
    return prompts


def _ask(
    player: str | None, label: str, key: str, clause: str, command: dict[str, Any]
) -> dict[str, Any]:
    prompt = {"player": player, "label": label, "key": key, "clause": clause, "command": command}
    return {**prompt, "costs": 0}


def _offer(player: str | None, act: type[acts.Act], clause: str, **sent: int) -> dict[str, Any]:
    """An act as the answer to a question."""
    words = act.words
    command = {"type": words.command, **sent}
    return _ask(player, words.label, words.answer, clause, command)


def _cut(state: TableState) -> list[dict[str, Any]]:
    shoe = state.shoe
    if shoe.is_cut or shoe.declined >= len(shoe.offers):
        return []
    due = shoe.offers[shoe.declined]
    return [_offer(due.player, acts.DeclineCut, due.under)]


def _bank(state: TableState) -> list[dict[str, Any]]:
    banking = state.rules.banking
    if banking is None or state.banker is not None or state.phase is not Phase.BETTING:
        return []
    offered = bank_is_offered_to(RunningDecision(state))
    under = banking.passes.under
    to = [offered] if offered is not None else list(dict.fromkeys(state.seats.values()))
    prompts = []
    for player in to:
        boxes = [box for box, seated in state.seats.items() if seated == player]
        least = state.rules.limits.minimum.value
        wager = acts.TakeBank(player=player, box=boxes[0], wager=least)
        taken = decide(state, wager)
        if isinstance(taken, Refusal):
            continue
        take = _offer(player, acts.TakeBank, _clause(wager, taken), box=boxes[0], amount=20 * least)
        prompts.append(take | {"least": least, "costs": least + banking.fee_of_banker.value})
        if player not in state.bank_declined:
            prompts.append(_offer(player, acts.DeclineBank, under))
    return prompts


def _button(state: TableState) -> list[dict[str, Any]]:
    if state.phase is not Phase.AFTER_DEAL or not waiting_for_the_button(state):
        return []
    prompts = []
    for kind, number in boxes_with_a_draw(state):
        box, draw = state.box(number), state.rules.side_bet(kind).draw
        if box is not None and draw is not None:
            prompts.append(_offer(box.decider, acts.PressButton, draw.button.under, box=number))
    return prompts


def _follow(state: TableState) -> list[dict[str, Any]]:
    """The prompts to back bettors when the player in control doubles or splits."""
    back_bettors = state.asked
    if back_bettors is None:
        return []
    prompts = []
    for act, accepted in with_decisions(state):
        if isinstance(act, acts.Double | acts.Split | acts.Decline):
            label, key = _answer(act, back_bettors)
            command: dict[str, Any] = {"type": act.words.command, "box": act.box, "hand": act.hand}
            if isinstance(act, acts.Decline) and act.stay:
                command["stay"] = act.stay
            one = _ask(act.player, label, key, _clause(act, accepted), command)
            if isinstance(act, acts.Double):
                one |= _double_amounts(state, act.box, act.hand, act.player)
            elif isinstance(act, acts.Split):
                one["costs"] = _full(state, act.box, act.hand, act.player)
            prompts.append(one)
    if back_bettors.new_hand is None:
        doubling = {one["player"] for one in prompts if one["command"]["type"] == "double"}
        for player in back_bettors.players:
            for less in _double_for_less(state, back_bettors.box, back_bettors.hand, player):
                if player not in doubling:
                    command = {"type": "double", "box": back_bettors.box, "hand": back_bettors.hand}
                    span = {key: less[key] for key in ("least", "most", "costs")}
                    command["amount"] = less["most"]
                    prompts.append(_ask(player, "Double too", "y", less["clause"], command) | span)
    return prompts


def _answer(act: acts.Act, back_bettors: BackBettorsDue) -> tuple[str, str]:
    """A button's label and its key."""
    if isinstance(act, acts.Double):
        return "Double too", "y"
    if isinstance(act, acts.Split):
        return f"Bet on hands {back_bettors.hand} and {back_bettors.new_hand}", "y"
    assert isinstance(act, acts.Decline)
    if act.stay is None:
        return "Don't double", "n"
    return f"Stay on hand {act.stay} only", "n" if act.stay == back_bettors.hand else "m"


def _picks(state: TableState) -> list[dict[str, Any]]:
    """The choice of the first of the cards drawn together, if one is due in any case."""
    due = pick_is_due(state) if state.shoe.held else None
    if due is None:
        return []
    box, hand = due
    found_box = state.box(box)
    under = together_clause(RunningDecision(state))
    prompts = []
    for key, held in enumerate(state.shoe.held, 1):
        card = held.card.text
        command = {"type": "hit", "box": box, "hand": hand, "pick": card}
        name = None if found_box is None else found_box.decider
        prompts.append(_ask(name, f"Take {card}", str(key), under, command))
    return prompts


def _late(state: TableState) -> list[dict[str, Any]]:
    prompts = []
    for box in state.boxes:
        for played in box.hands:
            if not played.is_late:
                continue
            take = acts.TakeLateCard(box=box.number, hand=played.number)
            answer = decide(state, take)
            if isinstance(answer, Refusal):
                continue
            clause = _clause(take, answer)
            for kind in (acts.TakeLateCard, acts.CallDead):
                prompts.append(
                    _offer(box.decider, kind, clause, box=box.number, hand=played.number)
                )
    return prompts
