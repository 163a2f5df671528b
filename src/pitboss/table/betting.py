"""Before the deal: wagers, the cut, and closing the bets."""

from __future__ import annotations

from typing import Final

from pitboss.law import banking
from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.cutting import Occasion, offers
from pitboss.law.dealing import order_of_deal
from pitboss.law.shoe import burns_first_card, burns_for_new_dealer, may_cut, size
from pitboss.law.stakes import Bet, circles
from pitboss.law.wagering import (
    PART_OF_KIND,
    may_lower,
    may_still_bet,
    may_wager,
    may_withdraw,
)
from pitboss.law.wagers import WagerKind
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import number
from pitboss.table import acts, opening, stakes
from pitboss.table import events as e
from pitboss.table.between_rounds import comes_late, not_shuffled, plays_where_it_came_out
from pitboss.table.evolve import bets
from pitboss.table.evolve.wagers import KINDS
from pitboss.table.run import Run
from pitboss.table.state import Phase, TableState

_AFTER_THE_CARDS: Final = frozenset({WagerKind.SPLIT, WagerKind.DOUBLE, WagerKind.INSURANCE})


def bet(run: Run, act: acts.Bet) -> Refusal | None:
    """A wager before the cards, or more on one, within the limits of the book as a whole."""
    state = run.state
    rules = state.rules
    open_ = may_still_bet(
        rules,
        called=state.phase is not Phase.BETTING,
        first_card_out=_first_card_is_out(state),
    )
    if not open_:
        return Refusal(open_.under, "the bets are closed")
    kind = KINDS.get(act.kind)
    if kind is None:
        return Refusal(rules.limits.minimum.under, f"there is no wager called {act.kind!r}")
    if kind in _AFTER_THE_CARDS:
        return Refusal(rules.betting.closes.under, f"{kind.value} is not wagered before the cards")
    if act.stake <= 0:
        return Refusal(rules.limits.minimum.under, "a wager is more than nothing")
    if (strange := _not_of_this_table(rules, act.box, kind)) is not None:
        return strange
    seated_first = not act.unnoticed and _seated_counts_first(run, act, kind)
    if not act.unnoticed:
        asked = Bet(act.box, act.player, kind, act.stake)
        banker = state.banker.player if state.banker is not None else None
        others = bets(state)
        if seated_first:
            others = [b for b in others if not _stands_behind(act, b)]
        answer = may_wager(rules, asked, on_table=others, seats=state.seats, banker=banker)
        if not answer:
            return refusal_in(answer)
        late = comes_late(run.state, act, kind)
        if late is not None:
            return late
    if kind is WagerKind.MADNESS_21 and "madness_21" in state.broken and rules.madness_21:
        return Refusal(
            rules.madness_21.failure_pays.under, "the Madness 21 equipment is out of order"
        )
    stakes.put(
        run,
        act.box,
        1 if kind is WagerKind.MAIN else None,
        act.player,
        kind,
        act.stake,
        rules.betting.closes.under,
        unnoticed=act.unnoticed,
        placed_by=act.placed_by,
    )
    if seated_first:
        stakes.give_way(run, act.box, rules.book.remedies["seated_first"])
    if kind is WagerKind.MAIN:
        stakes.cap_side_bets(run, act.box)  # left behind by a main wager that was taken back
    if state.phase is not Phase.BETTING:
        _call(run)
    return None


def _first_card_is_out(state: TableState) -> bool:
    """Whether the round's first card is dealt, or spoken of as one that is missed."""
    if state.phase is Phase.BETTING:
        return False
    if state.phase is not Phase.DEALING or state.dealt or state.shoe.held:
        return True
    return state.deal_order != order_of_deal(state.rules, [box.number for box in state.boxes])


def _seated_counts_first(run: Run, act: acts.Bet, kind: WagerKind) -> bool:
    """Whether the seated player's wager goes before those of others on the box."""
    seated = run.state.seats.get(act.box) == act.player
    return seated and kind is WagerKind.MAIN and "seated_first" in run.state.rules.book.remedies


def _stands_behind(act: acts.Bet, other: Bet) -> bool:
    return other.kind is WagerKind.MAIN and other.box == act.box and other.player != act.player


def _not_of_this_table(rules: TableRules, box: int, kind: WagerKind) -> Refusal | None:
    """What cannot be wagered even unnoticed: there is no place on the layout for it."""
    if not 1 <= box <= rules.equipment.boxes.value:
        return Refusal(rules.equipment.boxes.under, f"there is no box {box}")
    name = PART_OF_KIND.get(kind)
    if name is not None and getattr(rules, name) is None:
        return Refusal(rules.absence(name), f"this game has no {kind.value}")
    return None


def withdraw(run: Run, act: acts.Withdraw) -> Refusal | None:
    """A wager, or a part of it, may be taken back until the bets are closed.

    What stays must be lawful by itself; what side bets have above it goes back with the rest.
    """
    state = run.state
    answer = may_withdraw(state.rules, bets_are_closed=state.phase is not Phase.BETTING)
    if not answer:
        return refusal_in(answer)
    mine = [
        w for w in state.open_wagers(box=act.box, player=act.player) if w.kind.value == act.kind
    ]
    if not mine:
        return Refusal(answer.under, f"{act.player} has no {act.kind} wager on box {act.box}")
    wager = mine[0]
    taken = wager.stake if act.stake is None else act.stake
    if not 0 < taken <= wager.stake:
        return Refusal(
            answer.under, f"{act.player} has {dollars(wager.stake)} there, not {dollars(taken)}"
        )
    left = wager.stake - taken
    if left:
        lawful = may_lower(state.rules, Bet(wager.box, wager.player, wager.kind, left))
        if not lawful:
            return refusal_in(lawful)
    stakes.take_back(run, wager, answer.under, left=left)
    if wager.kind is WagerKind.MAIN:
        stakes.cap_side_bets(run, act.box)
    return None


def close_bets(run: Run, act: acts.CloseBets) -> Refusal | None:
    """No more bets: fees are taken, what is too much is put in proportion, and the deal begins."""
    state = run.state
    rules = state.rules
    closes = rules.betting.closes
    if state.phase is not Phase.BETTING:
        return Refusal(closes.under, "the bets are closed already")
    if "card_reader" in state.broken:
        return Refusal(rules.book.remedies["reader_fault"], "the card reader is out of order")
    unplayable = opening.not_playable(state)
    if unplayable is not None:
        return unplayable
    if (unshuffled := not_shuffled(state)) is not None:
        return unshuffled
    mains = state.open_wagers(kind=WagerKind.MAIN)
    if not mains:
        return Refusal(closes.under, "nobody has placed a main wager")
    if rules.banking is not None:
        if state.banker is None:
            return Refusal(rules.banking.passes.under, "nobody has taken the bank")
        _collect_fees(run)
    if state.shoe.offers and not state.shoe.is_cut:
        run.emit(
            e.ShoeCut(
                player=last_cutter(run.state.rules), depth=_middle(run), under=_last_clause(run)
            )
        )
    _call(run)
    return None


def _call(run: Run) -> None:
    """No more bets; called again where a wager may still come between the call and a card."""
    mains = run.state.open_wagers(kind=WagerKind.MAIN)
    if run.state.phase is not Phase.BETTING and run.state.banker is not None:
        _collect_fees(run)
    stakes.put_in_proportion(run, mains)
    stakes.return_orphans(run)
    run.emit(e.BetsClosed(under=run.state.rules.betting.closes.under))


def _middle(run: Run) -> int:
    return size(run.state.rules) // 2


def last_cutter(rules: TableRules) -> str:
    """Who cuts when every player has declined."""
    cutting = rules.cutting
    return cutting.at_last.value.value if cutting is not None else "dealer"


def _last_clause(run: Run) -> str:
    rules = run.state.rules
    return rules.cutting.at_last.under if rules.cutting else rules.absence("cutting")


def _collect_fees(run: Run) -> None:
    """The collection for each circle with a wager, whatever handfuls lie in it."""
    state = run.state
    assert state.banker is not None
    due = banking.fees(state.rules, circles=circles(bets(state)), banker=state.banker.player)
    for player, (amount, under) in due.items():
        owing = amount - state.fees.get(player, 0)
        if owing > 0:
            run.emit(e.FeeCollected(player=player, amount=owing, under=under))


# The cut.


def shuffle(run: Run, act: acts.Shuffle) -> Refusal | None:
    """The cards are shuffled and offered for the cut; a new shoe begins."""
    state = run.state
    rules = state.rules
    if state.phase is not Phase.BETTING:
        return Refusal(rules.shoe.cutting_card_in_round.under, "the round is not over")
    refused = opening.not_ready(state)
    if refused is not None:
        return refused
    new_shoe(run, act.reason, act.at)
    return None


def new_shoe(run: Run, reason: str, at: int | str | None = None) -> None:
    """Shuffle, and say who is offered the cut."""
    rules = run.state.rules
    under = _shuffle_clause(rules, reason)
    plays = plays_where_it_came_out(run.state)
    batch = opening.next_batch(run.state)
    run.emit(e.CardsShuffled(reason=reason, cards=size(rules), batch=batch, under=under))
    occasion, box = _occasion(reason, at)
    told = offers(
        rules,
        occasion,
        seats=run.state.seats,
        arrived=run.state.arrived,
        on_box=box,
        plays=plays,
    )
    uncut = not_cut_under(rules, reason)
    if uncut is not None:
        run.emit(e.CutOffered(offers=(), burn=bool(burns_first_card(rules)), under=uncut))
        return
    run.emit(
        e.CutOffered(
            offers=tuple((o.box, o.player, o.under) for o in told.offers),
            burn=bool(burns_first_card(rules)),
            under=told.offers[0].under if told.offers else told.at_last_under,
        )
    )


_ORDERED: Final = {"ordered": "reshuffle_ordered", "replaced": "cards_replaced"}


def _shuffle_clause(rules: TableRules, reason: str) -> str:
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
    answer = may_cut(rules, size(rules), act.depth)
    if not answer:
        return refusal_in(answer)
    under = (
        shoe.offers[shoe.declined].under if shoe.declined < len(shoe.offers) else _last_clause(run)
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
        return Refusal(_last_clause(run), f"the {act.player} cuts when everybody has declined")
    run.emit(e.CutDeclined(player=act.player, under=shoe.offers[shoe.declined].under))
    return None


def _all_declined(run: Run) -> str:
    """The clause of the offers, where refusals pass on under it; else the one for the last cut."""
    cutting, asked = run.state.rules.cutting, run.state.shoe.offers
    if cutting is None or not asked:
        return _last_clause(run)
    own = number(asked[-1].under)
    return own if own.startswith(number(cutting.refusal_passes.under)) else _last_clause(run)


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


def change_dealer(run: Run, act: acts.ChangeDealer) -> Refusal | None:
    """A new dealer burns a card where the book says so."""
    rules = run.state.rules
    answer = burns_for_new_dealer(rules)
    if run.state.phase is not Phase.BETTING:
        return Refusal(answer.under, "the round is not over")
    run.emit(e.DealerChanged(burn=bool(answer), under=answer.under))
    return None
