"""Which wagers are accepted, who controls a box, and how wagers over the limit are cut."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.stakes import StakedBet, by_player, highest, in_chips, on_box, payable
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.money import Cents, dollars, share_out
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import (
    BetsClose,
    Decider,
    MainNeeded,
    MidShoe,
    Uncovered,
    UnnamedHand,
)
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.rulebooks.schema import SideBet


def may_wager(
    rules: TableRules,
    bet: StakedBet,
    *,
    on_table: Sequence[StakedBet] = (),
    seats: Mapping[int, str] | None = None,
    banker: str | None = None,
) -> Answer:
    """Whether these chips may be added; every limit applies to the whole stake."""
    boxes = rules.equipment.boxes
    if not 1 <= bet.box <= boxes.value:
        return Refusal(boxes.under, f"there is no box {bet.box}; the table has {boxes.value} boxes")
    here = [b for b in on_table if b.box == bet.box]
    if bet.kind is WagerKind.MAIN and (crowded := _one_too_many(rules, bet, here)) is not None:
        return crowded
    if (
        rules.banking is not None
        and bet.player == banker
        and not rules.banking.banker_may_bet.value
    ):
        return Refusal(rules.banking.banker_may_bet.under, "the player-dealer may not bet")
    if is_side_bet(bet.kind):
        return _may_bet_beside(rules, bet, here)
    refused, fits = _may_not_join(rules, bet, here, seats), _fits(rules, bet, here, on_table)
    # A reason the text is silent on ranks after those the book gives.
    silent = refused is not None and refused.under == NOT_IN_THE_TEXT
    return fits if refused is None or (silent and not fits) else refused


def _others(bet: StakedBet, here: Sequence[StakedBet]) -> set[str]:
    return {b.player for b in here if b.kind is WagerKind.MAIN} - {bet.player}


def _one_too_many(rules: TableRules, bet: StakedBet, here: Sequence[StakedBet]) -> Refusal | None:
    most = rules.boxes.bettors_at_most
    if most.value is None or len(_others(bet, here)) < most.value:
        return None
    held = "a bettor" if most.value == 1 else f"{most.value} bettors"
    return Refusal(most.under, f"box {bet.box} already has {held}, the maximum")


def _may_not_join(
    rules: TableRules, bet: StakedBet, here: Sequence[StakedBet], seats: Mapping[int, str] | None
) -> Refusal | None:
    boxes = rules.boxes
    if seats is None:
        return None
    others = _others(bet, here)
    seated = seats.get(bet.box)
    if seated not in (None, bet.player) and not boxes.on_anothers_seat.value:
        return Refusal(boxes.on_anothers_seat.under, f"box {bet.box} is another player's seat")
    if seated is None and others and boxes.nobody_seated.value is Decider.ONLY_BETTOR:
        nobody = boxes.nobody_seated
        return Refusal(nobody.under, f"box {bet.box} has no seated player to act for two bettors")
    return None


def _fits(
    rules: TableRules, bet: StakedBet, here: Sequence[StakedBet], on_table: Sequence[StakedBet]
) -> Answer:
    limits = rules.limits
    there = on_box(here, bet, WagerKind.MAIN)
    own, together = there.own + bet.stake, there.together + bet.stake
    capped = limits.box_total_capped
    if limits.maximum.value is not None:
        if capped.value and together > limits.maximum.value:
            return _above(capped.under, together, limits.maximum.value)
        if own > limits.maximum.value:
            return _above(limits.maximum.under, own, limits.maximum.value)
    each = limits.each_player_at_most
    if each.value is not None and own > each.value:
        return _above(each.under, own, each.value)
    if (low := _below(rules, own)) is not None:
        return low
    many = _may_add_box(rules, bet, on_table)
    return in_chips(rules, own, many.under) if many else many


def _above(under: str, amount: Cents, most: Cents) -> Refusal:
    return Refusal(under, f"{dollars(amount)} is above the maximum of {dollars(most)}")


def _below(rules: TableRules, own: Cents) -> Refusal | None:
    least = rules.limits.minimum
    if own >= least.value:
        return None
    return Refusal(least.under, f"{dollars(own)} is below the minimum of {dollars(least.value)}")


def _may_add_box(rules: TableRules, bet: StakedBet, on_table: Sequence[StakedBet]) -> Answer:
    most, adjacent = rules.boxes.boxes_per_player, rules.boxes.adjacent_only
    mine = {b.box for b in on_table if b.player == bet.player and b.kind is WagerKind.MAIN}
    mine.add(bet.box)
    if most.value is not None and len(mine) > most.value:
        return Refusal(most.under, f"a player may bet on at most {most.value} boxes")
    if adjacent.value and max(mine) - min(mine) != len(mine) - 1:
        return Refusal(adjacent.under, "a player's boxes must be adjacent")
    return Permit(rules.limits.minimum.under)


def _may_bet_beside(rules: TableRules, bet: StakedBet, here: Sequence[StakedBet]) -> Answer:
    part = rules.side_bets.get(bet.kind)
    if part is None:
        return Refusal(NOT_IN_THE_TEXT, f"this game has no {bet.kind.replace('_', ' ')}")
    if not part.offered.value:
        return Refusal(part.offered.under, f"{part.name} is not offered at this table")
    main, beside = on_box(here, bet, WagerKind.MAIN), on_box(here, bet, bet.kind)
    on_anothers = part.on_anothers_box
    if main.together and not main.own and not on_anothers.value:
        return Refusal(on_anothers.under, f"box {bet.box} is another player's")
    _, wanted = _carried_by(rules, bet, here)
    if not wanted:
        return needs_a_main(rules, bet, here)
    stake = beside.own + bet.stake
    capped = part.at_most_the_main
    if capped.value and stake > wanted:
        return Refusal(
            capped.under, f"{dollars(stake)} is above the main wager of {dollars(wanted)}"
        )
    refused = _not_on_the_sign(part, stake)
    return in_chips(rules, stake, part.offered.under) if refused is None else refused


def _not_on_the_sign(part: SideBet, stake: Cents) -> Refusal | None:
    amounts = part.amounts
    if amounts.value.admits(stake):
        return None
    return Refusal(
        amounts.under, f"{dollars(stake)} is outside the posted amounts: {amounts.value}"
    )


def _carried_by(
    rules: TableRules, bet: StakedBet, here: Sequence[StakedBet]
) -> tuple[SideBet, Cents]:
    """The book's side bet, and the main wagers it depends on."""
    part = rules.side_bet(bet.kind)
    main = on_box(here, bet, WagerKind.MAIN)
    if part.needs.value is MainNeeded.OWN:
        return part, main.own
    in_action = sum(pro_rata(rules, [b.stake for b in here if b.kind is WagerKind.MAIN]))
    return part, initial_bet(rules, chips=main.together, in_action=in_action)


class TooMuch(NamedTuple):
    """A side bet above its cap: what may stay, and the clause."""

    bet: StakedBet
    left: Cents
    under: str


def above_the_main(rules: TableRules, bets: Sequence[StakedBet], box: int) -> list[TooMuch]:
    """The side bets of a box that are above the cap set by its main wagers."""
    excesses = []
    here = [b for b in bets if b.box == box]
    for bet in here:
        if is_side_bet(bet.kind):
            part, main = _carried_by(rules, bet, here)
            capped = part.at_most_the_main
            if capped.value and 0 < main < bet.stake:
                fits = part.amounts.value.admits(main) and payable(rules, main)
                excesses.append(TooMuch(bet, main if fits else 0, capped.under))
    return excesses


def needs_a_main(rules: TableRules, bet: StakedBet, bets: Sequence[StakedBet]) -> Answer:
    """Whether a side bet has the main wager it needs on its box."""
    part, main = _carried_by(rules, bet, [b for b in bets if b.box == bet.box])
    if main:
        return Permit(part.needs.under)
    return Refusal(part.needs.under, f"a side bet on box {bet.box} needs a main wager there")


def may_withdraw(rules: TableRules, *, bets_are_closed: bool, kind: str = "") -> Answer:
    """Whether a wager may be taken back before, or after, betting is closed."""
    betting = rules.betting
    if kind == WagerKind.DOUBLE and (under := rules.book.cites.get("double_withdrawn")) is not None:
        return Refusal(under, "a double may not be taken back")
    provision = betting.withdrawn_later if bets_are_closed else betting.withdrawn_before
    if provision.value:
        return Permit(provision.under)
    why = "betting is closed" if bets_are_closed else "a wager may not be taken back once placed"
    return Refusal(provision.under, why)


def may_lower(rules: TableRules, left: StakedBet) -> Answer:
    """Whether a stake may be lowered: what is left must itself be a legal wager."""
    if is_side_bet(left.kind):
        refused = _not_on_the_sign(rules.side_bet(left.kind), left.stake)
    else:
        refused = _below(rules, left.stake)
    if refused is not None:
        return refused
    return in_chips(rules, left.stake, rules.betting.withdrawn_later.under)


def may_still_bet(
    rules: TableRules, *, called: bool, first_card_out: bool, kind: str = WagerKind.MAIN
) -> Answer:
    """Whether betting is open, given the call and the first card; a side bet may say it itself."""
    closes = rules.betting.closes
    closed = called if closes.value is BetsClose.AT_THE_CALL else first_card_out
    if not closed:
        return Permit(closes.under)
    return Refusal(rules.book.cites.get(f"late_{kind}", closes.under), "betting is closed")


def decider(
    rules: TableRules, box: int, *, on_table: Sequence[StakedBet], seats: Mapping[int, str]
) -> str | None:
    """The player in control: the seated player or, if none, the only or highest bettor."""
    mains = [b for b in on_table if b.box == box and b.kind is WagerKind.MAIN]
    if not mains:
        return None
    seated = seats.get(box)
    if seated is not None and rules.boxes.decides_without_wager.value:
        return seated
    for main in mains:
        if main.player == seated:
            return seated
    stakes = by_player(mains)
    if rules.boxes.nobody_seated.value is Decider.HIGHEST_BETTOR or len(stakes) == 1:
        return highest(stakes)
    return None


def absent_under(rules: TableRules, *, decides: bool, is_alone: bool) -> str:
    """The clause on a bettor who has left: without others the house plays the hand.

    Where the decisions pass to another bettor of the box, they do so by the clause that says who
    that is; a bettor who does not decide leaves them where they are.
    """
    boxes = rules.boxes
    if not decides:
        return boxes.seated_decides.under
    passes = boxes.nobody_seated.value is Decider.HIGHEST_BETTOR and not is_alone
    return boxes.nobody_seated.under if passes else rules.irregularities.absent_player.under


def may_decide(
    rules: TableRules,
    speaker: str,
    decides: str | None,
    *,
    bettors: Collection[str] = (),
    is_full: bool = False,
) -> Answer:
    """Whether ``speaker`` may act for the hand; ``bettors`` have wagers on the box.

    ``is_full`` says that every seat is taken.
    """
    seated, by_seat = rules.boxes.seated_decides, rules.boxes.decides_without_wager
    if not seated.value or speaker == decides:
        return Permit(seated.under)
    # A lone bettor at a full table has a clause of their own (nz 14.5).
    alone = is_full and by_seat.value and len(bettors) == 1 and decides not in bettors
    return Refusal((by_seat if alone else seated).under, f"only {decides} may act for this box")


def may_double_too(rules: TableRules, *, decider_doubles: bool) -> Answer:
    """Whether a back bettor may double too."""
    too, alone = rules.sharing.others_double_too, rules.sharing.others_double_alone
    if decider_doubles and not too.value:
        return Refusal(too.under, "only the player in control may double")
    if decider_doubles or alone.value:
        return Permit(too.under if decider_doubles else alone.under)
    return Refusal(alone.under, "no one may double unless the player in control does")


def hand_without_split_wager(
    rules: TableRules, *, split_hand: int, new_hand: int, named: int | None = None
) -> int:
    """The hand that keeps a bettor's wager when they do not join a split.

    That is the hand they name, or the book's if they have no choice or name none.
    """
    if rules.sharing.not_paying_a_split.value is Uncovered.FIRST_HAND:
        return split_hand
    if named is not None:
        return named
    second = rules.sharing.names_no_hand.value is UnnamedHand.SECOND
    return new_hand if second else split_hand


def pro_rata(rules: TableRules, stakes: Sequence[Cents]) -> tuple[Cents, ...]:
    """The part of each main wager that is in action on a box above its maximum.

    The seated player's stake comes first. Wagers below the minimum stay whole; the others share
    the rest pro rata, none of them falling below the minimum.
    """
    most, excess = rules.limits.maximum.value, rules.excess
    if excess is None or most is None or not excess.pro_rata.value or sum(stakes) <= most:
        return tuple(stakes)
    least = rules.limits.minimum.value
    whole = {
        i: stake
        for i, stake in enumerate(stakes)
        if stake < least and excess.small_bets_whole.value
    }
    while True:
        sharing = [i for i in range(len(stakes)) if i not in whole]
        left = max(0, most - sum(whole.values()))
        shares = dict(
            zip(sharing, share_out(left, [stakes[i] for i in sharing]), strict=True)
            if sharing
            else ()
        )
        low = [i for i in sharing if shares[i] < least <= stakes[i]]
        if not low or not excess.floor_at_minimum.value:
            return tuple(whole.get(i, shares.get(i, 0)) for i in range(len(stakes)))
        whole.update(dict.fromkeys(low, least))


def initial_bet(rules: TableRules, *, chips: Cents, in_action: Cents) -> Cents:
    """The main wager by which insurance, doubles, splits and side bets are measured.

    On a box above its maximum that is the part in action or, if so elected, all the chips.
    """
    excess = rules.excess
    return chips if excess is not None and excess.all_chips_limit.value else in_action


def pro_rata_under(rules: TableRules, stake: Cents, share: Cents) -> str:
    """The clause by which a wager has this share: whole, at the minimum, or in proportion."""
    excess, least = rules.present(rules.excess, "excess"), rules.limits.minimum.value
    if stake < least and excess.small_bets_whole.value:
        return excess.small_bets_whole.under
    return excess.floor_at_minimum.under if share == least else excess.pro_rata.under


class Allowance(NamedTuple):
    """What a latecomer to a shoe may bet: any amount, only the minimum, or nothing."""

    most: Cents | None
    barred: bool
    under: str


_LIMITS_LATE_START = (MidShoe.MINIMUM_AFTER_LATE_START, MidShoe.MINIMUM_AFTER_EITHER)
_LIMITS_SITTING_OUT = (MidShoe.MINIMUM_AFTER_SITTING_OUT, MidShoe.MINIMUM_AFTER_EITHER)


def mid_shoe_limit(rules: TableRules, *, missed_first_round: bool, has_sat_out: bool) -> Allowance:
    """What a player who joined the shoe late, or sat out a round, may bet.

    A bar applies to both: neither has bet on every round since the shuffle.
    """
    provision = rules.betting.mid_shoe
    missed = missed_first_round or has_sat_out
    if missed and provision.value is MidShoe.BARRED_AFTER_SITTING_OUT:
        return Allowance(0, True, provision.under)
    least, cites = rules.limits.minimum.value, rules.book.cites
    if missed_first_round and provision.value in _LIMITS_LATE_START:
        return Allowance(least, False, cites.get("late_start", provision.under))
    if has_sat_out and provision.value in _LIMITS_SITTING_OUT:
        return Allowance(least, False, cites.get("sitting_out", provision.under))
    return Allowance(None, False, provision.under)


def after_the_cards_under(rules: TableRules, kind: str) -> str:
    """The clause on a wager that waits for the cards: a double, a split, or insurance."""
    if kind == WagerKind.DOUBLE:
        return rules.doubling.cards.under
    return (
        rules.splitting.pairs_only if kind == WagerKind.SPLIT else rules.insurance.against
    ).under
