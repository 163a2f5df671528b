"""Cards drawn together: the player whose card is due chooses which comes first."""

from __future__ import annotations

from pitboss.cards import Card, NotACard
from pitboss.law.answers import Refusal
from pitboss.law.wagering import may_decide
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.duties import pick_is_due
from pitboss.table.run import RunningDecision


def together_clause(run: RunningDecision) -> str:
    """The clause on cards drawn together."""
    return run.state.rules.book.remedies.get("drawn_together", NOT_IN_THE_TEXT)


def pick_for_the_deal(run: RunningDecision, act: acts.Hit) -> Refusal | None:
    """Choose a card that is due without a hit: a first card, a split or a double."""
    state = run.state
    due = pick_is_due(state)
    assert due is not None
    if (act.box, act.hand) != due:
        return Refusal(
            run.state.rules.deal.turns.under, f"the card is due to hand {due[1]} of box {due[0]}"
        )
    box = state.box(act.box)
    if box is not None and act.player is not None:
        allowed = may_decide(state.rules, act.player, box.decider)
        if not allowed:
            return Refusal(allowed.under, f"only {box.decider} may act for box {act.box}")
    return pick(run, act, [h.card for h in state.shoe.held if h.together])


def pick(run: RunningDecision, act: acts.Hit, together: list[Card]) -> Refusal | None:
    """Choose which of the cards comes first."""
    under = together_clause(run)
    try:
        picked = Card(act.pick or "")
    except NotACard:
        return Refusal(under, "the player must choose one of the cards drawn together")
    if picked not in together:
        return Refusal(under, f"{picked} is not among the cards drawn together")
    run.emit(e.CardChosen(box=act.box, hand=act.hand, card=picked.text, under=under))
    return None
