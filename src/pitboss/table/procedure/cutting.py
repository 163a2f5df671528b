"""The shuffle, the offer of the cut, and the cut."""

from __future__ import annotations

from typing import Final

from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.cutting import Occasion, offers
from pitboss.law.irregularities import RECORDS
from pitboss.law.shoe import burns_first_card, may_cut, size
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import card_preparation
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, TableState


def stack_of(state: TableState) -> int:
    """How many cards are to be cut: a full shoe, or the discards of an exhausted one."""
    return state.shoe.stack or size(state.rules)


def last_cutter(rules: TableRules) -> str:
    """Who cuts if every player declines."""
    cutting = rules.cutting
    return cutting.at_last.value.value if cutting is not None else "dealer"


def last_clause(run: RunningDecision) -> str:
    """The clause of the cut if every player declines."""
    rules = run.state.rules
    return rules.cutting.at_last.under if rules.cutting else rules.absence("cutting")


def shuffle(run: RunningDecision, act: acts.Shuffle) -> Refusal | None:
    """Shuffle the cards and offer the cut; a new shoe begins."""
    state = run.state
    rules = state.rules
    if state.phase is not Phase.BETTING:
        return Refusal(
            rules.shoe.cutting_card_in_round.under, "the cards may be shuffled only between rounds"
        )
    refused = card_preparation.not_ready(state)
    if refused is not None:
        return refused
    new_shoe(run, act.reason, act.at)
    return None


def new_shoe(run: RunningDecision, reason: str, at: int | str | None = None) -> None:
    """Shuffle, and offer the cut."""
    rules = run.state.rules
    under = shuffle_clause(rules, reason)
    batch = card_preparation.next_batch(run.state)
    plays = plays_where_it_came_out(run.state)
    run.emit(e.CardsShuffled(reason=reason, cards=size(rules), batch=batch, under=under))
    run.emit(cut_offered(run.state, reason, at, burn=bool(burns_first_card(rules)), plays=plays))


def plays_where_it_came_out(state: TableState) -> str | None:
    """The player on whose box the cut card came out."""
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
    """Offer the cut in the book's order, if at all; ``plays`` is the player of that box."""
    rules = state.rules
    uncut = not_cut_under(rules, reason)
    if uncut is not None:
        return e.CutOffered(offers=(), burn=burn, under=uncut)
    occasion, box = _occasion(reason, at)
    cut_offers = offers(
        rules, occasion, seats=state.seats, arrived=state.arrived, on_box=box, plays=plays
    )
    return e.CutOffered(
        offers=tuple((o.box, o.player, o.under) for o in cut_offers.offers),
        burn=burn,
        under=cut_offers.offers[0].under if cut_offers.offers else cut_offers.at_last_under,
    )


MISSED: Final = "reshuffle_missed"
"""The reason of a required shuffle that was missed: it follows the round."""

_ORDERED: Final = {r.reason: r.name for r in RECORDS.values() if r.reason}


def shuffle_clause(rules: TableRules, reason: str) -> str:
    """The clause of the shuffle: the start of play, an order, or the cut card."""
    book = rules.book
    if reason == "start" and book.opening.first_shuffle is not None:
        return book.opening.first_shuffle
    if reason == "idle" and book.opening.idle is not None:
        return book.opening.idle.under
    if reason == "continuous":
        return continuous_under(rules)
    remedy = _ORDERED.get(reason, reason)
    due = book.cites.get("reshuffle", rules.shoe.cutting_card_in_round.under)
    return book.remedies.get(remedy, due)


def continuous_under(rules: TableRules) -> str:
    """The clause of a shuffler that shuffles continuously, where it is not that of any shuffler."""
    return rules.book.cites.get("continuous_shuffler", rules.equipment.shuffler.under)


def not_cut_under(rules: TableRules, reason: str) -> str | None:
    """The clause under which these cards are not cut; None if they are.

    For a continuous shuffler the cards are cut once, before they are loaded.
    """
    if rules.cutting is None:
        return rules.absence("cutting")
    if reason == "continuous":
        return rules.book.opening.uncut_under(rules.elections) or continuous_under(rules)
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


def cut(run: RunningDecision, act: acts.Cut) -> Refusal | None:
    """Cut the cards, far enough from either end."""
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


def is_cut_by_the_house(state: TableState, act: acts.Cut) -> bool:
    """Whether the act is the cut that the house has made already, since no player is offered it."""
    cutting, shoe = state.rules.cutting, state.shoe
    own = cutting is not None and not cutting.by_players.value
    return own and shoe.cutter == act.player == last_cutter(state.rules)


def decline_cut(run: RunningDecision, act: acts.DeclineCut) -> Refusal | None:
    """Decline the cut."""
    refused = _not_offered(run, act.player)
    if refused is not None:
        return refused
    shoe = run.state.shoe
    if shoe.declined >= len(shoe.offers):
        return Refusal(
            last_clause(run), f"the {act.player} must cut when every player has declined"
        )
    run.emit(e.CutDeclined(player=act.player, under=shoe.offers[shoe.declined].under))
    return None


def cut_is_due(run: RunningDecision) -> Refusal | None:
    """Why no card may be dealt yet: the cut is on offer, or the house has to make it."""
    shoe, rules = run.state.shoe, run.state.rules
    if shoe.is_cut:
        return None
    if shoe.declined < len(shoe.offers):
        due = shoe.offers[shoe.declined]
        return Refusal(due.under, f"the cut is on offer to {due.player}, who has not answered")
    return Refusal(last_clause(run), f"the {last_cutter(rules)} must cut the cards first")


def pass_cut(run: RunningDecision, act: acts.PassCut) -> Refusal | None:
    """Pass the offer of the cut on, because the player has not answered it."""
    shoe = run.state.shoe
    if shoe.is_cut or shoe.declined >= len(shoe.offers):
        under = run.state.rules.shoe.cut_from_the_ends.under if shoe.is_cut else last_clause(run)
        return Refusal(under, "the cut is on offer to no player")
    due = shoe.offers[shoe.declined]
    run.emit(e.CutUnanswered(player=due.player, under=due.under))
    return None


def _all_declined(run: RunningDecision) -> str:
    """The clause of the offers if it covers declining; otherwise that of the last cut."""
    cutting, offers = run.state.rules.cutting, run.state.shoe.offers
    if cutting is None or not offers:
        return last_clause(run)
    own = number(offers[-1].under)
    return own if own.startswith(number(cutting.refusal_passes.under)) else last_clause(run)


def _not_offered(run: RunningDecision, player: str) -> Refusal | None:
    shoe, cutting = run.state.shoe, run.state.rules.cutting
    uncut = run.state.rules.book.opening.uncut_under(run.state.rules.elections)
    if shoe.is_cut and uncut is not None:
        return Refusal(uncut, "these cards are not cut")
    if shoe.is_cut and cutting is not None and not cutting.by_players.value:
        return Refusal(cutting.by_players.under, "the dealer cuts for the table")
    if shoe.is_cut:
        under = NOT_IN_THE_TEXT if cutting is None else cutting.by_players.under
        return Refusal(under, "no cut is due")
    if shoe.declined < len(shoe.offers):
        due = shoe.offers[shoe.declined]
        if player != due.player:
            return Refusal(due.under, f"only {due.player} may cut or decline now")
    elif player != last_cutter(run.state.rules):
        return Refusal(
            _all_declined(run),
            f"every player has declined; only the {last_cutter(run.state.rules)} may cut",
        )
    return None
