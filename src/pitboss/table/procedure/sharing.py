"""A hand with back bettors: who is asked when it is doubled or split, and the answers."""

from __future__ import annotations

from pitboss.law.answers import Answer, Refusal, refusal_in
from pitboss.law.banking import extra_fee
from pitboss.law.play import double_wager, may_cover, split_wager
from pitboss.law.wagering import hand_without_split_wager, may_double_too
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Uncovered
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import stakes
from pitboss.table.run import RunningDecision
from pitboss.table.state import BackBettorsDue, TableState


def on_hand(state: TableState, box: int, hand: int) -> dict[str, int]:
    """Each bettor's initial wager on a hand, by which a double or a split is measured."""
    amounts: dict[str, int] = {}
    for wager in state.wagers:
        if (
            wager.result is None
            and wager.box == box
            and wager.hand == hand
            and wager.kind is not WagerKind.DOUBLE
        ):
            amount = stakes.initial(state.rules, wager)
            amounts[wager.player] = amounts.get(wager.player, 0) + amount
    return amounts


def place(
    run: RunningDecision,
    box: int,
    hand: int | None,
    player: str,
    kind: WagerKind,
    stake: int,
    under: str,
) -> None:
    """Place a further wager, with the fee that some books collect for it."""
    first = stakes.put(run, stakes.Chips(box, hand, player, kind, stake), under)
    if first and run.state.rules.banking is not None:
        fee, due = extra_fee(run.state.rules, kind)
        if fee:
            run.emit(e.FeeCollected(player=player, amount=fee, under=due))


# The question.


def may_follow(
    state: TableState, what: WagerKind, box: int, hand: int, player: str, *, decider_does: bool
) -> Answer:
    """Whether a back bettor may double or split, given what the player in control does."""
    rules = state.rules
    if decider_does and player not in on_hand(state, box, hand):
        under = _without_part(state, what, box, player)
        return Refusal(under, f"{player} has no wager on the hand")
    if what is WagerKind.DOUBLE:
        return may_double_too(rules, decider_doubles=decider_does)
    found_box = state.box(box)
    splits = len(found_box.hands) - 1 if found_box is not None else 0
    covered = sum(
        w.box == box and w.player == player and w.kind is WagerKind.SPLIT for w in state.wagers
    )
    return may_cover(rules, decider_splits=decider_does, splits=splits, covered=covered)


def _without_part(state: TableState, what: WagerKind, box: int, player: str) -> str:
    """The clause that leaves a bettor no part in a hand: a split declined, or the choice itself."""
    stays = state.rules.sharing.not_paying_a_split
    on_the_box = any(
        (w.box, w.player) == (box, player) and w.hand is not None for w in state.wagers
    )
    if on_the_box and stays.value is Uncovered.FIRST_HAND:
        return stays.under
    return left_to_each(state.rules, what)


def left_to_each(rules: TableRules, what: WagerKind) -> str:
    """The clause that leaves the choice to each back bettor."""
    sharing = rules.sharing
    provision = (
        sharing.others_double_too if what is WagerKind.DOUBLE else sharing.not_paying_a_split
    )
    return provision.under


def followers(state: TableState, what: WagerKind, box: int, hand: int) -> tuple[str, ...]:
    """The back bettors who are asked, in the order of their wagers."""
    wagers = on_hand(state, box, hand)
    found_box = state.box(box)
    if len(wagers) < 2 or found_box is None:
        return ()
    return tuple(
        player
        for player in wagers
        if player != found_box.decider
        and may_follow(state, what, box, hand, player, decider_does=True)
    )


def ask(run: RunningDecision, back_bettors: BackBettorsDue) -> None:
    """Ask the back bettors before the next card; those who are absent decline."""
    if not back_bettors.players:
        return
    run.emit(
        e.BackBettorsAsked(
            what=back_bettors.what.value,
            box=back_bettors.box,
            hand=back_bettors.hand,
            new_hand=back_bettors.new_hand,
            players=back_bettors.players,
            under=left_to_each(run.state.rules, back_bettors.what),
        )
    )
    box = run.state.box(back_bettors.box)
    for player in box.away if box is not None else ():
        decline_for(run, back_bettors.box, player)


# The answers.


def _asked(
    run: RunningDecision, act: acts.ActOnHand, what: WagerKind | None
) -> BackBettorsDue | Refusal:
    """The question that ``act`` answers; otherwise why there is none."""
    state = run.state
    back_bettors = state.asked
    if back_bettors is None:
        return Refusal(NOT_IN_THE_TEXT, "no back bettor is being asked")
    box = state.box(back_bettors.box)
    decider = box.decider if box is not None else None
    player = _answering(run, act)
    elsewhere = (act.box, act.hand) != (back_bettors.box, back_bettors.hand)
    if elsewhere or (player == decider and player not in back_bettors.players):
        names = " and ".join(back_bettors.players)
        must = left_to_each(state.rules, back_bettors.what)
        return Refusal(
            must,
            f"{names} must answer first, for hand {back_bettors.hand} of box {back_bettors.box}",
        )
    if player not in back_bettors.players:
        return why_not_asked(state, back_bettors.what, act, player, decider_does=True)
    if what is not None and what is not back_bettors.what:
        return why_not_asked(state, what, act, player, decider_does=False)
    return back_bettors


def _answering(run: RunningDecision, act: acts.ActOnHand) -> str:
    """Who answers: the bettor that ``act`` names, otherwise the player in control."""
    box = run.state.box(act.box)
    return act.player or (box.decider if box is not None else None) or ""


def why_not_asked(
    state: TableState, what: WagerKind, act: acts.ActOnHand, player: str, *, decider_does: bool
) -> Refusal:
    """Why a bettor may not join a double or a split now."""
    follow = may_follow(state, what, act.box, act.hand, player, decider_does=decider_does)
    return Refusal(follow.under, f"{player} is not being asked") if follow else follow


def double_too(run: RunningDecision, act: acts.Double) -> Refusal | None:
    """Join the double of the player in control."""
    return _follow(run, act, WagerKind.DOUBLE, act.amount)


def split_too(run: RunningDecision, act: acts.Split) -> Refusal | None:
    """Join the split of the player in control, with an equal wager."""
    return _follow(run, act, WagerKind.SPLIT, None)


def _follow(
    run: RunningDecision, act: acts.ActOnHand, what: WagerKind, named: int | None
) -> Refusal | None:
    """Add the amount that is named, or as much as is on the hand, to what its decider does."""
    back_bettors = _asked(run, act, what)
    if isinstance(back_bettors, Refusal):
        return back_bettors
    player = _answering(run, act)
    wager = on_hand(run.state, act.box, act.hand)[player]
    amount = named if named is not None else wager
    allowed = double_wager if what is WagerKind.DOUBLE else split_wager
    answer = allowed(run.state.rules, wager=wager, amount=amount)
    if not answer:
        return refusal_in(answer)
    hand = act.hand if back_bettors.new_hand is None else back_bettors.new_hand
    place(run, act.box, hand, player, what, amount, answer.under)
    return None


def decline(run: RunningDecision, act: acts.Decline) -> Refusal | None:
    """Add nothing; after a split the wager stays on the named hand, or the book's."""
    back_bettors = _asked(run, act, None)
    if isinstance(back_bettors, Refusal):
        return back_bettors
    answer = _stays(run, back_bettors, act.stay)
    if isinstance(answer, Refusal):
        return answer
    _declined(run, back_bettors, _answering(run, act), answer)
    return None


def decline_for(run: RunningDecision, box: int, player: str) -> None:
    """Decline for an absent bettor."""
    back_bettors = run.state.asked
    if back_bettors is not None and back_bettors.box == box and player in back_bettors.players:
        stays = _stays(run, back_bettors, None)
        assert not isinstance(stays, Refusal)
        _declined(run, back_bettors, player, stays)


def _stays(
    run: RunningDecision, back_bettors: BackBettorsDue, named: int | None
) -> int | Refusal | None:
    if back_bettors.new_hand is None:
        return None
    rules = run.state.rules
    stays = hand_without_split_wager(
        rules, split_hand=back_bettors.hand, new_hand=back_bettors.new_hand, named=named
    )
    under = rules.sharing.not_paying_a_split.under
    if named is not None and named != stays:
        return Refusal(under, f"the wager must stay on hand {stays}, not {named}")
    if stays not in (back_bettors.hand, back_bettors.new_hand):
        which = f"hand {back_bettors.hand} or {back_bettors.new_hand}"
        return Refusal(under, f"the wager must stay on {which}, not {stays}")
    return stays


def _declined(
    run: RunningDecision, back_bettors: BackBettorsDue, player: str, stays: int | None
) -> None:
    run.emit(
        e.ShareDeclined(
            box=back_bettors.box,
            hand=back_bettors.hand,
            player=player,
            stays=stays,
            under=left_to_each(run.state.rules, back_bettors.what),
        )
    )
