"""The rules of play in one line, as a chart or a table sign states them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pitboss.rulebooks.domains import UP_CARDS
from pitboss.rulebooks.enumerations import (
    BlackjackTakes,
    Compared,
    DoubleAces,
    HoleCard,
    Soft17,
    SurrenderTime,
)
from pitboss.rulebooks.rules import TableRules
from pitboss.rulebooks.schema.play import NO_CHARLIE

_TAKES: Final = {
    BlackjackTakes.ALL: "all bets",
    BlackjackTakes.IDENTITY: "original and busted bets",
    BlackjackTakes.CAP: "original bets only",
    BlackjackTakes.BUSTED_PLUS_ONE: "busted bets plus one",
}


def play_in_brief(rules: TableRules) -> str:
    """What decides how hands are played, in a few words each.

    >>> from pitboss.rulebooks import rulebook
    >>> play_in_brief(rulebook("leaflet").elect()).split(", ")[:3]
    ['Blackjack pays 3 to 2', 'dealer stands on all 17s', 'no hole card']
    """
    facts = ", ".join(_facts(rules))
    return facts[0].upper() + facts[1:]


def _facts(rules: TableRules) -> Iterator[str]:
    yield f"blackjack pays {rules.settlement.blackjack_odds.value}"
    total = rules.dealer.stands_on.value
    hits = rules.dealer.soft_17.value is Soft17.HIT
    yield f"dealer hits soft {total}" if hits else f"dealer stands on all {total}s"
    yield _hole_card(rules)
    if not rules.deal.looks_under.value:
        yield f"a dealer blackjack takes {_TAKES[rules.settlement.blackjack_takes.value]}"
    if rules.comparison.dealer_22.value is Compared.STAND_OFF:
        yield "dealer 22 pushes"
    if rules.drawing.charlie.value != NO_CHARLIE:
        yield f"{rules.drawing.charlie.value} cards win"
    yield from _doubling(rules)
    yield from _splitting(rules)
    yield _surrender(rules)
    if rules.zapping is not None:
        soft = "" if rules.zapping.soft.value else "hard "
        yield f"zap {soft}{_ranges(rules.zapping.totals.value)}"


def _hole_card(rules: TableRules) -> str:
    if rules.deal.hole_card.value is HoleCard.NONE:
        return "no hole card"
    return "dealer peeks" if rules.deal.looks_under.value else "hole card without a peek"


def _doubling(rules: TableRules) -> Iterator[str]:
    doubling = rules.doubling
    totals = doubling.totals.value
    if not totals:
        yield "no doubling"
        return
    barred = ", not with an ace" if doubling.aces.value is DoubleAces.BARRED else ""
    yield f"double {'any total' if len(totals) == 17 else _ranges(totals)}{barred}"
    yield "double after split" if doubling.after_split.value else "no double after split"


def _splitting(rules: TableRules) -> Iterator[str]:
    most, aces = rules.splitting.hands_at_most.value, rules.splitting.aces_hands_at_most.value
    if most == 1:
        yield "no splitting"
        return
    yield f"split to {most} hands"
    if aces < most and aces > 2:
        yield f"aces to {aces}"
    elif aces < most and most > 2:
        yield "aces once" if aces == 2 else "aces not"


def _surrender(rules: TableRules) -> str:
    part = rules.surrendering
    against = frozenset() if part is None else part.against.value
    if part is None or not against:
        return "no surrender"
    early = part.time.value is SurrenderTime.BEFORE_ANY_PLAY or part.is_final.value
    kind = "early surrender" if early else "late surrender"
    missing = [rank.value for rank in UP_CARDS if rank not in against]
    return f"{kind} except against {' '.join(missing)}" if missing else kind


def _ranges(totals: frozenset[int]) -> str:
    """Totals with runs drawn together.

    >>> _ranges(frozenset({9, 10, 11})), _ranges(frozenset({8, 10, 11}))
    ('9–11', '8, 10–11')
    """
    ordered = sorted(totals)
    starts = [ordered[0], *(b for a, b in pairwise(ordered) if b != a + 1)]
    ends = [*(a for a, b in pairwise(ordered) if b != a + 1), ordered[-1]]
    return ", ".join(
        str(low) if low == high else f"{low}–{high}" for low, high in zip(starts, ends, strict=True)
    )
