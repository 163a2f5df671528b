"""Before the deal: seats, wagers, the bank, the cut, and closing the bets."""

from __future__ import annotations

from pitboss.law import banking
from pitboss.law.answers import Refusal
from pitboss.law.cutting import Occasion, offers
from pitboss.law.settlement import handed_back
from pitboss.law.shoe import burns_first_card, burns_for_new_dealer, may_cut, size
from pitboss.law.wagering import (
    Bet,
    may_still_bet,
    may_wager,
    may_withdraw,
    mid_shoe_limit,
    pro_rata,
)
from pitboss.law.wagers import WagerKind
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.table import acts, settling
from pitboss.table import events as e
from pitboss.table.evolve import bets
from pitboss.table.run import Run
from pitboss.table.state import Phase


def arrive(run: Run, act: acts.Arrive) -> Refusal | None:
    """Whoever comes to the table is remembered in the order of arrival."""
    if act.player not in run.state.arrived:
        run.emit(
            e.PlayerArrived(player=act.player, under=run.state.rules.boxes.seated_decides.under)
        )
    return None


def sit(run: Run, act: acts.Sit) -> Refusal | None:
    """A free seat may be taken."""
    rules = run.state.rules
    if not 1 <= act.box <= rules.equipment.boxes.value:
        return Refusal(rules.equipment.boxes.under, f"there is no box {act.box}")
    taken = run.state.seats.get(act.box)
    if taken is not None and taken != act.player:
        return Refusal(rules.boxes.seated_decides.under, f"{taken} sits at box {act.box}")
    if taken is None:
        run.emit(
            e.SeatTaken(box=act.box, player=act.player, under=rules.boxes.seated_decides.under)
        )
    return None


def leave(run: Run, act: acts.Leave) -> Refusal | None:
    """A seat may be given up between rounds."""
    under = run.state.rules.boxes.seated_decides.under
    if run.state.seats.get(act.box) != act.player:
        return Refusal(under, f"{act.player} does not sit at box {act.box}")
    if run.state.phase is not Phase.BETTING:
        return Refusal(under, "the round is not over")
    run.emit(e.SeatLeft(box=act.box, player=act.player, under=under))
    return None


def bet(run: Run, act: acts.Bet) -> Refusal | None:
    """A wager before the cards, within the limits of the book."""
    state = run.state
    rules = state.rules
    open_ = may_still_bet(
        rules,
        called=state.phase is not Phase.BETTING,
        first_card_out=state.phase is not Phase.BETTING,
    )
    if not open_:
        return Refusal(open_.under, "the bets are closed")
    try:
        kind = WagerKind(act.kind)
    except ValueError:
        return Refusal(rules.limits.minimum.under, f"there is no wager called {act.kind!r}")
    if kind in (WagerKind.SPLIT, WagerKind.DOUBLE, WagerKind.INSURANCE):
        return Refusal(rules.betting.closes.under, f"{kind.value} is not wagered before the cards")
    if kind is WagerKind.MADNESS_21 and "madness_21" in state.broken and rules.madness_21:
        return Refusal(
            rules.madness_21.failure_pays.under, "the Madness 21 equipment is out of order"
        )
    if not act.unnoticed:
        asked = Bet(act.box, act.player, kind, act.stake)
        banker = state.banker.player if state.banker else None
        answer = may_wager(rules, asked, on_table=bets(state), seats=state.seats, banker=banker)
        if not answer:
            return answer if isinstance(answer, Refusal) else None
        late = _comes_late(run, act, kind)
        if late is not None:
            return late
    under = rules.betting.closes.under
    run.emit(
        e.WagerPlaced(
            wager=state.next_wager,
            box=act.box,
            player=act.player,
            kind=kind.value,
            stake=act.stake,
            hand=1 if kind is WagerKind.MAIN else None,
            unnoticed=act.unnoticed,
            under=under,
        )
    )
    return None


def _comes_late(run: Run, act: acts.Bet, kind: WagerKind) -> Refusal | None:
    state = run.state
    if kind is not WagerKind.MAIN or not state.betting_since:
        return None
    first = min(state.betting_since.values())
    allowed = mid_shoe_limit(
        state.rules,
        missed_first_round=state.betting_since.get(act.player, state.round) > first,
        has_sat_out=act.player in state.sat_out,
    )
    if allowed.barred:
        return Refusal(allowed.under, f"{act.player} sat out and waits for the next shuffle")
    if allowed.most is not None and act.stake > allowed.most:
        return Refusal(
            allowed.under, f"{act.player} may wager {dollars(allowed.most)} until the next shuffle"
        )
    return None


def withdraw(run: Run, act: acts.Withdraw) -> Refusal | None:
    """A wager may be taken back until the bets are closed."""
    state = run.state
    answer = may_withdraw(state.rules, bets_are_closed=state.phase is not Phase.BETTING)
    if not answer:
        return answer if isinstance(answer, Refusal) else None
    mine = [
        w for w in state.open_wagers(box=act.box, player=act.player) if w.kind.value == act.kind
    ]
    if not mine:
        return Refusal(answer.under, f"{act.player} has no {act.kind} wager on box {act.box}")
    for wager in mine:
        run.emit(e.WagerWithdrawn(wager=wager.id, under=answer.under))
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
    if not state.open_wagers(kind=WagerKind.MAIN):
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
    _put_in_proportion(run)
    _return_orphans(run)
    run.emit(e.BetsClosed(under=closes.under))
    return None


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
    state = run.state
    assert state.banker is not None
    circles: dict[str, int] = {}
    for wager in state.open_wagers(kind=WagerKind.MAIN):
        circles[wager.player] = circles.get(wager.player, 0) + 1
    due = banking.fees(state.rules, circles=circles, banker=state.banker.player)
    for player, (amount, under) in due.items():
        if amount:
            run.emit(e.FeeCollected(player=player, amount=amount, under=under))


def _put_in_proportion(run: Run) -> None:
    rules = run.state.rules
    if rules.excess is None:
        return
    mains = run.state.open_wagers(kind=WagerKind.MAIN)
    for box in sorted({w.box for w in mains}):
        seated = run.state.seats.get(box)
        here = sorted((w for w in mains if w.box == box), key=lambda w: w.player != seated)
        shares = pro_rata(rules, [w.stake for w in here])
        if sum(shares) == sum(w.stake for w in here):
            continue
        for wager, share in zip(here, shares, strict=True):
            run.emit(
                e.StakePutInProportion(
                    wager=wager.id, effective=share, under=rules.excess.pro_rata.under
                )
            )


def _return_orphans(run: Run) -> None:
    """A side bet on a box without a main wager goes back, whatever the cards would bring."""
    boxes = {w.box for w in run.state.open_wagers(kind=WagerKind.MAIN)}
    closes = run.state.rules.betting.closes.under
    for wager in run.state.open_wagers():
        if wager.kind.is_side_bet and wager.box not in boxes:
            under = run.state.rules.book.remedies.get("orphan_side_bet", closes)
            settling.settle_wager(run, wager, handed_back(wager.stake, under), "initial_deal")


# The bank.


def take_bank(run: Run, act: acts.TakeBank) -> Refusal | None:
    """The bank goes clockwise from the last banker to whoever accepts."""
    state = run.state
    rules = state.rules
    if rules.banking is None:
        return Refusal(rules.absence("banking"), "the house banks this game")
    if state.phase is not Phase.BETTING or state.banker is not None:
        return Refusal(rules.banking.passes.under, "the bank is taken")
    turn = _turns(run, act.player)
    answer = banking.may_bank(rules, turns_in_a_row=turn)
    if not answer:
        return answer if isinstance(answer, Refusal) else None
    expected = bank_is_offered_to(run)
    if turn == 0 and expected is not None and act.player != expected:
        return Refusal(rules.banking.passes.under, f"the bank is offered to {expected}")
    if act.wager < rules.limits.minimum.value:
        return Refusal(rules.limits.minimum.under, "the bank's wager is below the minimum")
    run.emit(
        e.BankTaken(
            box=act.box,
            player=act.player,
            wager=act.wager,
            turn=turn + 1,
            under=rules.banking.turns_in_a_row.under,
        )
    )
    return None


def _turns(run: Run, player: str) -> int:
    last = run.state.last_banker
    return last.turn if last is not None and last.player == player else 0


def bank_is_offered_to(run: Run) -> str | None:
    """Whom the bank is offered to now; None where anybody may take it."""
    state = run.state
    last = state.last_banker
    if last is None:
        return None
    order = banking.offers(state.rules, seats=state.seats, last=last.box)
    people = [state.seats[b] for b in order if state.seats[b] != last.player]
    waiting = [p for p in dict.fromkeys(people) if p not in state.bank_declined]
    return waiting[0] if waiting else None


def decline_bank(run: Run, act: acts.DeclineBank) -> Refusal | None:
    """Whoever is offered the bank may let it pass."""
    rules = run.state.rules
    if rules.banking is None:
        return Refusal(rules.absence("banking"), "the house banks this game")
    expected = bank_is_offered_to(run)
    last = run.state.last_banker
    keeps = last is not None and last.player == act.player
    if expected is not None and act.player != expected and not keeps:
        return Refusal(rules.banking.passes.under, f"the bank is offered to {expected}")
    run.emit(e.BankDeclined(player=act.player, under=rules.banking.passes.under))
    return None


# The cut.


def shuffle(run: Run, act: acts.Shuffle) -> Refusal | None:
    """The cards are shuffled and offered for the cut; a new shoe begins."""
    state = run.state
    rules = state.rules
    if state.phase is not Phase.BETTING:
        return Refusal(rules.shoe.cutting_card_in_round.under, "the round is not over")
    new_shoe(run, act.reason, act.at)
    return None


def new_shoe(run: Run, reason: str, at: int | str | None = None) -> None:
    """Shuffle, and say who is offered the cut."""
    rules = run.state.rules
    under = rules.shoe.cutting_card_in_round.under
    run.emit(e.CardsShuffled(reason=reason, cards=size(rules), under=under))
    occasion, box = _occasion(reason, at)
    told = offers(rules, occasion, seats=run.state.seats, arrived=run.state.arrived, on_box=box)
    run.emit(
        e.CutOffered(
            offers=tuple((o.box, o.player, o.under) for o in told.offers),
            burn=bool(burns_first_card(rules)),
            under=told.offers[0].under if told.offers else told.at_last_under,
        )
    )


def _occasion(reason: str, at: int | str | None) -> tuple[Occasion, int | None]:
    match reason:
        case "start":
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
        return answer if isinstance(answer, Refusal) else None
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
    run.emit(
        e.CutDeclined(player=act.player, under=run.state.shoe.offers[run.state.shoe.declined].under)
    )
    return None


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
            _last_clause(run), f"all players declined; the {last_cutter(run.state.rules)} cuts"
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
