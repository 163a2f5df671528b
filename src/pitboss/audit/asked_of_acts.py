"""What the words of a claim mean to an act that is refused: its turn, its amount, its limits."""

from __future__ import annotations

from pitboss.law import stakes
from pitboss.law.answers import Refusal
from pitboss.law.shoe import may_cut
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import needs_a_main
from pitboss.law.wagers import WagerKind, is_side_bet, kind_of
from pitboss.table import acts
from pitboss.table.evolve import bets
from pitboss.table.procedure.between_rounds import mid_shoe
from pitboss.table.procedure.cutting import stack_of
from pitboss.table.procedure.duties import active, next_duty
from pitboss.table.procedure.sharing import on_hand
from pitboss.table.state import Phase, TableState


def is_in_turn(state: TableState, act: acts.Act) -> bool:
    """Whether the hand that an act names is the one that has to act."""
    if state.phase is not Phase.PLAY or next_duty(state) is not None or state.owed is not None:
        return False
    turn = active(state)
    place = (getattr(act, "box", None), getattr(act, "hand", 1))
    return turn is not None and (turn[0].number, turn[1].number) == place


def is_in_control(state: TableState, act: acts.Act) -> bool:
    """Whether an act is that of the player in control of its box, as one without a name is."""
    box = state.box(getattr(act, "box", None) or 0)
    player = getattr(act, "player", None)
    return player is None or (box is not None and player == box.decider)


def closed_under(state: TableState, act: acts.Act) -> str | None:
    """The clause that closed the hand since the last act."""
    place = (getattr(act, "box", None), getattr(act, "hand", 1))
    return next((c.under for c in state.closed if (c.box, c.hand) == place), None)


def is_offered_the_cut(state: TableState, act: acts.Act) -> bool:
    """Whether the cut is on offer to the player of an act."""
    shoe = state.shoe
    offered = shoe.offers[shoe.declined].player if shoe.declined < len(shoe.offers) else None
    return offered == getattr(act, "player", None)


def is_too_near_an_end(state: TableState, act: acts.Act) -> bool:
    """Whether a cut is not as far from either end as it must be."""
    return isinstance(act, acts.Cut) and not may_cut(state.rules, stack_of(state), act.depth)


# Wagers.


def amount(state: TableState, act: acts.Act) -> int | None:
    """The chips that an act names; a double without an amount is of the whole wager."""
    named: int | None = getattr(act, "stake", getattr(act, "amount", None))
    return own(state, act) if named is None and isinstance(act, acts.Double) else named


def own(state: TableState, act: acts.Act) -> int:
    """What the player of an act on a hand has on it."""
    if not isinstance(act, acts.ActOnHand):
        return 0
    box = state.box(act.box)
    player = act.player or (box.decider if box is not None else None) or ""
    return on_hand(state, act.box, act.hand).get(player, 0)


def _laid(state: TableState, act: acts.Act) -> int | None:
    """What the bettor already has of that kind on the box, or None if nothing."""
    kind = WagerKind.INSURANCE if isinstance(act, acts.Insure) else getattr(act, "kind", None)
    box, player = getattr(act, "box", None), getattr(act, "player", None)
    if player is None and (found_box := state.box(box or 0)) is not None:
        player = found_box.decider
    here = [w for w in state.open_wagers(box=box, player=player) if w.kind == kind]
    return sum(w.stake for w in here) if here else None


def whole_stake(state: TableState, act: acts.Act) -> int | None:
    """What the wager would be after an act."""
    there, chips = _laid(state, act), amount(state, act)
    if isinstance(act, acts.Withdraw):
        return None if there is None else there - (chips if chips is not None else there)
    return None if chips is None else (there or 0) + chips


def is_more_than_there_is(state: TableState, act: acts.Act) -> bool:
    """Whether an act takes back what is not there."""
    there, chips = _laid(state, act), amount(state, act)
    return there is None or (chips is not None and not 0 < chips <= there)


def is_payable(state: TableState, act: acts.Act) -> bool:
    """Whether the wager, and what insurance would win, can be made up in the table's chips."""
    rules, whole = state.rules, whole_stake(state, act)
    if whole is None or not stakes.payable(rules, whole):
        return False
    wins = rules.insurance.odds.value.on(whole) if isinstance(act, acts.Insure) else whole
    return stakes.payable(rules, wins)


def _bet(state: TableState, act: acts.Act) -> StakedBet | None:
    if not isinstance(act, acts.Bet):
        return None
    return StakedBet(act.box, act.player, kind_of(act.kind), act.stake)


def is_offered(state: TableState, act: acts.Act) -> bool:
    """Whether the side bet of an act is offered at the table."""
    part = state.rules.side_bets.get(str(getattr(act, "kind", "")))
    return part is not None and part.offered.value


def is_on_the_sign(state: TableState, act: acts.Act) -> bool:
    """Whether the side bet would be of a posted amount."""
    part = state.rules.side_bets.get(str(getattr(act, "kind", "")))
    whole = whole_stake(state, act)
    return part is not None and whole is not None and part.amounts.value.admits(whole)


def has_its_main(state: TableState, act: acts.Act) -> bool:
    """Whether a side bet has the main wager that it needs on its box."""
    bet = _bet(state, act)
    if bet is None or not is_side_bet(bet.kind) or state.rules.side_bets.get(bet.kind) is None:
        return False
    return not isinstance(needs_a_main(state.rules, bet, bets(state)), Refusal)


def is_limited(state: TableState, act: acts.Act) -> bool:
    """Whether the player joined the shoe late, or sat out a round, and is limited for it."""
    allowed = mid_shoe(state, getattr(act, "player", ""))
    return allowed.barred or allowed.most is not None


def box_stake(state: TableState, act: acts.Act) -> int | None:
    """What would be on the box in main wagers."""
    bet = _bet(state, act)
    if bet is None:
        return None
    here = [b for b in bets(state) if b.box == bet.box]
    return stakes.on_box(here, bet, WagerKind.MAIN).together + bet.stake


def other_bettors(state: TableState, act: acts.Act) -> int:
    """How many others have a main wager on the box."""
    mains = state.open_wagers(box=getattr(act, "box", None), kind=WagerKind.MAIN)
    return len({w.player for w in mains} - {getattr(act, "player", None)})


def boxes_of_the_player(state: TableState, act: acts.Act) -> int:
    """On how many boxes the player would have a main wager."""
    mine = {
        w.box for w in state.open_wagers(player=getattr(act, "player", None), kind=WagerKind.MAIN)
    }
    return len(mine | {getattr(act, "box", None)})


def is_anothers_seat(state: TableState, act: acts.Act) -> bool:
    """Whether the box is the seat of another player."""
    seated = state.seats.get(getattr(act, "box", None) or 0)
    return seated is not None and seated != getattr(act, "player", None)
