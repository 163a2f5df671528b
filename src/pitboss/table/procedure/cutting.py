"""The cards are shuffled, offered for the cut, and cut."""

from __future__ import annotations

from typing import Final

from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.cutting import Occasion, offers
from pitboss.law.irregularities import RECORDS
from pitboss.law.shoe import burns_first_card, may_cut, size
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import number
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import card_preparation
from pitboss.table.run import Run
from pitboss.table.state import Phase, TableState


def stack_of(state: TableState) -> int:
    """How many cards are to be cut: a full shoe, or the discards of one that ran out."""
    return state.shoe.stack or size(state.rules)


def last_cutter(rules: TableRules) -> str:
    """Who cuts when every player has declined."""
    cutting = rules.cutting
    return cutting.at_last.value.value if cutting is not None else "dealer"


def last_clause(run: Run) -> str:
    """The clause under which the cut is made when every player has declined."""
    rules = run.state.rules
    return rules.cutting.at_last.under if rules.cutting else rules.absence("cutting")


def shuffle(run: Run, act: acts.Shuffle) -> Refusal | None:
    """The cards are shuffled and offered for the cut; a new shoe begins."""
    state = run.state
    rules = state.rules
    if state.phase is not Phase.BETTING:
        return Refusal(rules.shoe.cutting_card_in_round.under, "the round is not over")
    refused = card_preparation.not_ready(state)
    if refused is not None:
        return refused
    new_shoe(run, act.reason, act.at)
    return None


def new_shoe(run: Run, reason: str, at: int | str | None = None) -> None:
    """Shuffle, and say who is offered the cut."""
    rules = run.state.rules
    under = shuffle_clause(rules, reason)
    batch = card_preparation.next_batch(run.state)
    plays = plays_where_it_came_out(run.state)
    run.emit(e.CardsShuffled(reason=reason, cards=size(rules), batch=batch, under=under))
    run.emit(cut_offered(run.state, reason, at, burn=bool(burns_first_card(rules)), plays=plays))


def plays_where_it_came_out(state: TableState) -> str | None:
    """The player on whose box the cutting card came out."""
    seen = state.shoe.cut_seen
    return seen.player if seen is not None else None


def cut_offered(
    state: TableState,
    reason: str,
    at: int | str | None,
    *,
    burn: bool,
    plays: str | None = None,
) -> e.Event:
    """The offer of the cut in the book's order, or to nobody; ``plays`` where the card came out."""
    rules = state.rules
    uncut = not_cut_under(rules, reason)
    if uncut is not None:
        return e.CutOffered(offers=(), burn=burn, under=uncut)
    occasion, box = _occasion(reason, at)
    told = offers(
        rules, occasion, seats=state.seats, arrived=state.arrived, on_box=box, plays=plays
    )
    return e.CutOffered(
        offers=tuple((o.box, o.player, o.under) for o in told.offers),
        burn=burn,
        under=told.offers[0].under if told.offers else told.at_last_under,
    )


MISSED: Final = "reshuffle_missed"
"""A shuffle that was due, and was found missing: it follows the round."""

_ORDERED: Final = {r.reason: r.name for r in RECORDS.values() if r.reason}


def shuffle_clause(rules: TableRules, reason: str) -> str:
    """The clause that brings the shuffle: the start of play, what was ordered, the cutting card."""
    book = rules.book
    if reason == "start" and book.opening.first_shuffle is not None:
        return book.opening.first_shuffle
    if reason == "idle" and book.opening.idle is not None:
        return book.opening.idle.under
    if reason == "continuous":
        return rules.equipment.shuffler.under
    remedy = _ORDERED.get(reason, reason)
    return book.remedies.get(remedy, rules.shoe.cutting_card_in_round.under)


def not_cut_under(rules: TableRules, reason: str) -> str | None:
    """The clause under which these cards are not cut; None where they are.

    A continuous shuffler is cut for once, before the cards go into the machine.
    """
    if rules.cutting is None:
        return rules.absence("cutting")
    if reason == "continuous":
        return rules.equipment.shuffler.under
    return rules.book.opening.uncut_under(rules.elections)


def _occasion(reason: str, at: int | str | None) -> tuple[Occasion, int | None]:
    match reason:
        case "start" | "idle" | "vacancy_shuffle":
            return Occasion.START, None
        case "cut_card":
            if isinstance(at, int):
                return Occasion.CUTTING_CARD_ON_BOX, at
            return Occasion.CUTTING_CARD_ON_DEALER, None
        case "replaced":
            return Occasion.CARDS_REPLACED, None
        case _:
            return Occasion.ORDERED, None


def cut(run: Run, act: acts.Cut) -> Refusal | None:
    """Whoever is offered the cut puts the cutting card in, far enough from either end."""
    shoe = run.state.shoe
    rules = run.state.rules
    refused = _not_offered(run, act.player)
    if refused is not None:
        return refused
    answer = may_cut(rules, stack_of(run.state), act.depth)
    if not answer:
        return refusal_in(answer)
    under = (
        shoe.offers[shoe.declined].under if shoe.declined < len(shoe.offers) else last_clause(run)
    )
    run.emit(e.ShoeCut(player=act.player, depth=act.depth, under=under))
    return None


def decline_cut(run: Run, act: acts.DeclineCut) -> Refusal | None:
    """Whoever is offered the cut may let it pass."""
    refused = _not_offered(run, act.player)
    if refused is not None:
        return refused
    shoe = run.state.shoe
    if shoe.declined >= len(shoe.offers):
        return Refusal(last_clause(run), f"the {act.player} cuts when everybody has declined")
    run.emit(e.CutDeclined(player=act.player, under=shoe.offers[shoe.declined].under))
    return None


def _all_declined(run: Run) -> str:
    """The clause of the offers, where refusals pass on under it; else the one for the last cut."""
    cutting, asked = run.state.rules.cutting, run.state.shoe.offers
    if cutting is None or not asked:
        return last_clause(run)
    own = number(asked[-1].under)
    return own if own.startswith(number(cutting.refusal_passes.under)) else last_clause(run)


def _not_offered(run: Run, player: str) -> Refusal | None:
    shoe = run.state.shoe
    if shoe.is_cut:
        return Refusal(run.state.rules.shoe.cut_from_the_ends.under, "there is nothing to cut")
    if shoe.declined < len(shoe.offers):
        due = shoe.offers[shoe.declined]
        if player != due.player:
            return Refusal(due.under, f"the cut is offered to {due.player}")
    elif player != last_cutter(run.state.rules):
        return Refusal(
            _all_declined(run), f"all players declined; the {last_cutter(run.state.rules)} cuts"
        )
    return None
