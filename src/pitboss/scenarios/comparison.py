"""Compare a round with its expected results, with a sentence for each difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from pitboss.law.counting import count, is_blackjack
from pitboss.law.cutting import Occasion, Offer, offers
from pitboss.law.hands import Hand
from pitboss.law.settlement import order
from pitboss.law.side_bets.prizes import equipment
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.rulebooks.provisions import number, stands_for
from pitboss.scenarios import format as f
from pitboss.table.procedure.cutting import plays_where_it_came_out
from pitboss.table.procedure.settlement import in_order
from pitboss.table.sources import Draw, Marker, write_draw
from pitboss.table.state import TableState, Wager
from pitboss.table.table import Table


def differences(table: Table, one: f.ScenarioRound, left: Sequence[Draw]) -> Iterator[str]:
    """Every key of the expectation that differs."""
    state, expect = table.state, one.expect
    yield from _wagers(state, expect)
    yield from _dealer(state, expect)
    yield from _hands(state, expect)
    yield from _net(state, expect)
    yield from _bank(state, expect)
    yield from _cards(state, expect, left)
    yield from _shuffle(state, expect)
    if expect.madness_available is not None:
        available = equipment(state.rules) not in state.broken
        if available != expect.madness_available:
            yield f"madness_available: expected {expect.madness_available}, got {available}"
    for wager in state.wagers:
        if wager.result is None:
            yield f"{_name(wager)} was never settled"


def _name(wager: Wager | f.ExpectedWager) -> str:
    hand = f" hand {wager.hand}" if wager.hand is not None else ""
    return f"{wager.player}'s {wager.kind} on box {wager.box}{hand}"


def _wagers(state: TableState, expect: f.Expect) -> Iterator[str]:
    if expect.wagers is None:
        return
    open_, lines = list(state.wagers), _as_stakes(expect.wagers)
    for line in lines:
        match = next((w for w in open_ if _same_wager(w, line)), None)
        if match is None:
            yield f"{_name(line)} of {dollars(line.stake)} was expected, but is not on the table"
            continue
        open_.remove(match)
        yield from _settled(match, line)
    unlisted = [wager for wager in open_ if _has_lost_its_main(state, wager)]
    for wager in open_:
        if wager not in unlisted:
            yield f"{_name(wager)} of {dollars(wager.stake)} is on the table, but was not expected"
    if state.banker is not None and open_ == unlisted:
        yield from _order(state, lines, unlisted)


def _has_lost_its_main(state: TableState, wager: Wager) -> bool:
    """Whether a side bet was returned before the deal with the main wager taken back.

    A scenario may list it or not.
    """
    returned = is_side_bet(wager.kind) and wager.result is Result.RETURNED and not wager.unnoticed
    return returned and not any(
        w.kind is WagerKind.MAIN and (w.box, w.player) == (wager.box, wager.player)
        for w in state.wagers
    )


def _as_stakes(lines: tuple[f.ExpectedWager, ...]) -> tuple[f.ExpectedWager, ...]:
    """The lines with handfuls of one stake, settled alike, put together."""
    stakes: dict[tuple[object, ...], f.ExpectedWager] = {}
    for line in lines:
        key = (line.box, line.hand, line.player, line.kind, line.result, line.when)
        first = stakes.get(key)
        stakes[key] = line if first is None else _sum(first, line)
    return tuple(stakes.values())


def _sum(one: f.ExpectedWager, other: f.ExpectedWager) -> f.ExpectedWager:
    both = one.effective is not None and other.effective is not None
    return structs.replace(
        one,
        stake=one.stake + other.stake,
        paid=one.paid + other.paid,
        returned=one.returned + other.returned,
        effective=(one.effective or 0) + (other.effective or 0) if both else None,
    )


def _order(
    state: TableState, lines: tuple[f.ExpectedWager, ...], unlisted: Sequence[Wager]
) -> Iterator[str]:
    """Check the order in which a player-dealer settles.

    Side bets settled after the deal may be listed first, or in their place at the seat.
    """
    settled = [w for i in state.settled_order if (w := state.wager(i)) not in unlisted]
    got, wanted = [_name(wager) for wager in settled], [_name(line) for line in lines]
    if wanted not in (got, [_name(wager) for wager in _by_seats(state.rules, settled)]):
        yield f"settled in the order {'; '.join(got)} instead of {'; '.join(wanted)}"


def _by_seats(rules: TableRules, wagers: Sequence[Wager]) -> Iterator[Wager]:
    """The wagers seat by seat, whenever each was settled."""
    for box in order(rules, {wager.box for wager in wagers}):
        yield from in_order(rules, (wager for wager in wagers if wager.box == box))


def _same_wager(wager: Wager, line: f.ExpectedWager) -> bool:
    return (wager.box, wager.player, wager.kind, wager.stake, wager.hand) == (
        line.box,
        line.player,
        line.kind,
        line.stake,
        line.hand,
    )


def _settled(wager: Wager, line: f.ExpectedWager) -> Iterator[str]:
    result = wager.result.value if wager.result is not None else "open"
    got = (result, wager.paid, wager.returned)
    wanted = (line.result.value, line.paid, line.returned)
    if got != wanted:
        text = f"expected {_told(*wanted)}, got {_told(*got)}"
        yield f"{_name(line)}: {text} under {number(wager.under)}"
    if line.when is not None and wager.when != line.when.value:
        yield f"{_name(line)}: expected to be settled at {line.when.value}, not at {wager.when}"
    if line.effective is not None and wager.effective != line.effective:
        yield (
            f"{_name(line)}: expected {dollars(line.effective)} in action, "
            f"got {dollars(wager.effective)}"
        )


def _told(result: str, paid: int, returned: int) -> str:
    return f"{result} (paid {dollars(paid)}, returned {dollars(returned)})"


def _dealer(state: TableState, expect: f.Expect) -> Iterator[str]:
    wanted = expect.dealer
    if wanted is None:
        return
    cards = () if state.is_void else state.dealer
    counted = count(state.rules, cards)
    blackjack = is_blackjack(state.rules, Hand(cards))
    if cards != wanted.cards:
        yield f"dealer's cards: expected {_cards_text(wanted.cards)}, got {_cards_text(cards)}"
        return
    got = (counted.total, counted.soft, blackjack)
    if got != (wanted.total, wanted.soft, wanted.blackjack):
        yield f"dealer's count: expected {wanted.total}, got {got}"


def _cards_text(cards: Sequence[object]) -> str:
    return " ".join(str(card) for card in cards) or "none"


def _hands(state: TableState, expect: f.Expect) -> Iterator[str]:
    if expect.hands is None:
        return
    got = {
        (box.number, h.number): h.hand
        for box in state.boxes
        for h in box.hands
        if not h.is_void and not state.is_void
    }
    for line in expect.hands:
        hand = got.pop((line.box, line.hand), None)
        name = f"hand {line.hand} of box {line.box}"
        if hand is None:
            yield f"{name} was expected, but was not played"
            continue
        if hand.cards != line.cards:
            yield f"{name}: expected {_cards_text(line.cards)}, got {_cards_text(hand.cards)}"
        elif count(state.rules, hand.cards).total != line.total:
            yield f"{name}: expected {line.total}, got {count(state.rules, hand.cards).total}"
        elif line.blackjack is not None and is_blackjack(state.rules, hand) != line.blackjack:
            yield f"{name}: expected blackjack {line.blackjack}"
    for box, one in got:
        yield f"hand {one} of box {box} was played, but was not expected"


def net_of(state: TableState) -> dict[str, int]:
    """What each bettor won or lost in the round, without fees."""
    net: dict[str, int] = {}
    for wager in state.wagers:
        net[wager.player] = net.get(wager.player, 0) + wager.returned - wager.stake
    return net


def _net(state: TableState, expect: f.Expect) -> Iterator[str]:
    if expect.net is None:
        return
    got, wanted = net_of(state), dict(expect.net)
    for player in got.keys() - wanted.keys():
        if all(_has_lost_its_main(state, w) for w in state.wagers if w.player == player):
            del got[player]
    for player in sorted(got.keys() | wanted.keys()):
        if got.get(player) != wanted.get(player):
            yield f"net of {player}: expected {_amount(wanted, player)}, got {_amount(got, player)}"


def _amount(amounts: dict[str, int], player: str) -> str:
    return dollars(amounts[player]) if player in amounts else "none"


def _bank(state: TableState, expect: f.Expect) -> Iterator[str]:
    if expect.bank_net is not None:
        got = -sum(net_of(state).values())
        if got != expect.bank_net:
            yield f"bank_net: expected {dollars(expect.bank_net)}, got {dollars(got)}"
    if expect.bank_turn is not None:
        turn = state.banker.turn if state.banker is not None else None
        if turn != expect.bank_turn:
            yield f"bank_turn: expected {expect.bank_turn}, got {turn}"
    if expect.fees is not None:
        wanted = {player: fee for player, fee in expect.fees if fee}  # no fee is a fee of nothing
        if state.fees != wanted:
            yield f"fees: expected {wanted}, got {state.fees}"


def _cards(state: TableState, expect: f.Expect, left: Sequence[Draw]) -> Iterator[str]:
    shoe = state.shoe
    wanted = [_item_text(item) for item in expect.cards_left or ()]
    # A marker is not a card, so a scenario may list it or not.
    unlisted = {Marker.CUTTING_CARD, Marker.END} - set(wanted)
    listed, used = [write_draw(item) for item in left if item not in unlisted], shoe.used
    # A card drawn unseen that no hand took is as if still in the shoe: used, or left there.
    kept = [held.card.text for held in shoe.held]
    if kept and [*kept, *listed] == wanted:
        listed, used = wanted, used - len(kept)
    if expect.cards_used is not None and used != expect.cards_used:
        yield f"cards_used: expected {expect.cards_used}, got {used}"
    if listed != wanted:
        yield f"cards_left: expected {' '.join(wanted) or 'none'}, got {' '.join(listed) or 'none'}"
    if expect.removed is not None:
        removed = [card.text for card in shoe.removed]
        # A foreign card is none of the set, so a scenario may list it or not.
        want = [_item_text(item) for item in expect.removed if item is not f.ScriptedMarker.FOREIGN]
        # So may a card held as the next one that no hand needed.
        if want not in (removed, [*removed, *kept]):
            yield f"removed: expected {' '.join(want)}, got {' '.join(removed)}"
    if expect.replaced is not None and shoe.replaced != expect.replaced:
        got = _cards_text(shoe.replaced)
        yield f"replaced: expected {_cards_text(expect.replaced)}, got {got}"
    if expect.reshuffled_after is not None and shoe.exhausted_after != expect.reshuffled_after:
        yield f"reshuffled_after: expected {expect.reshuffled_after}, got {shoe.exhausted_after}"
    if expect.cutter is not None and shoe.cutter != expect.cutter:
        yield f"cutter: expected {expect.cutter}, got {shoe.cutter}"


def _item_text(item: f.ShoeItem) -> str:
    if isinstance(item, f.ScriptedFaceUp):
        return item.card.text + "!"
    return item.value if isinstance(item, f.ScriptedMarker) else item.text


def _shuffle(state: TableState, expect: f.Expect) -> Iterator[str]:
    shoe = state.shoe
    due: str | None = None
    if shoe.shuffled_at_once:
        due = "at_once"
    elif shoe.cut_seen is not None or shoe.shuffle_after is not None:
        due = "after_round"
    wanted = expect.reshuffle.value if expect.reshuffle is not None else None
    if due != wanted:
        yield f"reshuffle: expected {wanted or 'none'}, got {due or 'none'}"
    if expect.cut_offer is not None:
        yield from _cut_offer(state, expect.cut_offer)


def _cut_offer(state: TableState, wanted: f.CutOffer) -> Iterator[str]:
    box, offers = _offers(state)
    if not offers:
        yield f"cut_offer: expected {wanted.player}, but no one is offered the cut"
        return
    first = offers[0]
    got = (first.box, first.player, number(first.under))
    agrees = first.player == wanted.player and stands_for(first.under, wanted.clause)
    # A player may be named by their seat, or by the box on which the cut card came out.
    same_box = wanted.box in (first.box, box)
    if not same_box or not agrees:
        yield f"cut_offer: expected {wanted.player} under {wanted.clause}, got {got}"


def _offers(state: TableState) -> tuple[int | None, tuple[Offer, ...]]:
    """The box on which the cut card came out, if any, and who is offered the cut, in order."""
    shoe = state.shoe
    if shoe.shuffled_at_once and shoe.cut_seen is None and shoe.shuffle_after is None:
        return None, shoe.order  # no other shuffle is due than the one made in this round
    box = None
    if shoe.shuffle_after == "replaced":
        occasion = Occasion.CARDS_REPLACED
    elif shoe.cut_seen is not None and shoe.shuffle_after != "reshuffle_missed":
        box = shoe.cut_seen.box
        on_box = Occasion.CUTTING_CARD_ON_BOX
        occasion = on_box if box is not None else Occasion.CUTTING_CARD_ON_DEALER
    else:
        occasion = Occasion.ORDERED
    cut_offers = offers(
        state.rules,
        occasion,
        seats=state.seats,
        arrived=state.arrived,
        on_box=box,
        plays=plays_where_it_came_out(state),
    ).offers
    return box, cut_offers
