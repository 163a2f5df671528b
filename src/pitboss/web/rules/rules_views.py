"""What does not change while a table is open: limits, words, layout, side bets, house options."""

from __future__ import annotations

from typing import Any, Final

from pitboss.acts import IN_ORDER, PARTS
from pitboss.law.dealing import may_squeeze
from pitboss.law.layout import inscriptions, pays_in_words, sign, spots
from pitboss.law.play import has_act
from pitboss.law.side_bets.registry import on_offer
from pitboss.law.wagering import may_withdraw
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.rulebooks.schema import SideBet
from pitboss.table import acts
from pitboss.web.rules.house_options import changed_options


def rules_view(rules: TableRules) -> dict[str, Any]:
    """What does not change while a table is open: limits, words, layout, house options."""
    limits = rules.limits
    return {
        "book": rules.book.id,
        "title": rules.book.title,
        "jurisdiction": rules.book.jurisdiction,
        "limits": {
            "minimum": limits.minimum.value,
            "maximum": limits.maximum.value,
            "each_player": limits.each_player_at_most.value,
            "chips": list(rules.equipment.chips.value),
            "rail": _rail(rules),
            "clause": number(limits.minimum.under),
            "sign": [{"text": s.text, "clause": s.under} for s in sign(rules)],
        },
        "words": dict(rules.book.words),
        "felt": {
            "boxes": rules.equipment.boxes.value,
            "inscriptions": [{"text": i.text, "clause": i.under} for i in inscriptions(rules)],
            "spots": [str(kind) for kind in spots(rules)],
            "bank": rules.banking is not None,
        },
        "side_bets": side_bets(rules),
        "acts": [
            {"act": act.words.command, "label": act.words.label, "key": act.words.key}
            for act in acts_of_the_game(rules)
        ],
        "may": {
            "squeeze": bool(may_squeeze(rules)),
            "take_back": bool(may_withdraw(rules, bets_are_closed=False)),
        },
        "elections": [
            {
                "key": key,
                "says": rules.book.elections[key].says,
                "value": rules.book.elections[key].domain.show(value),
                "default": rules.book.elections[key].shown_default,
                "clause": rules.book.elections[key].under,
            }
            for key, value in rules.elected
        ],
    }


def acts_of_the_game(rules: TableRules) -> list[type[acts.Act]]:
    """All acts on a hand that this game has, in the order of the action bar."""
    known: list[type[acts.Act]] = [acts.OF_PLAY[act] for act in IN_ORDER if has_act(rules, act)]
    if rules.insurance.offered.value:
        known.append(acts.Insure)
    if rules.even_money is not None:
        known.append(acts.TakeEvenMoney)
    return known


_CHIPS: Final = (100, 250, 500, 2500, 10000, 50000, 100000)
"""Chips on the rail where a book has no chips of its own."""


def _rail(rules: TableRules) -> list[int]:
    """The chips offered to a player: the book's own, within its limits."""
    own, limits = rules.equipment.chips.value, rules.limits
    least = min(
        [limits.minimum.value, *(rules.side_bet(k).amounts.value.least for k in on_offer(rules))]
    )
    most = limits.maximum.value
    chips = [
        chip
        for chip in (own if len(own) > 1 else _CHIPS)
        if chip * 2 >= min(least, 500) and (most is None or chip <= most)
    ]
    return chips[:7]


def side_bets(rules: TableRules) -> list[dict[str, Any]]:
    """The side bets on offer, with the amounts on their signs."""
    offered = []
    for kind in on_offer(rules):
        bet = rules.side_bet(kind)
        amounts = bet.amounts.value
        offered.append(
            {
                "kind": kind,
                "label": bet.name,
                "short": bet.short,
                "amounts": {
                    "least": amounts.least,
                    "most": amounts.most,
                    "step": amounts.step,
                    "text": str(amounts),
                },
                "clause": bet.amounts.under,
                "after_the_deal": bet.placed is not None,
                "rows": _pay_table(bet),
            }
        )
    return offered


def _pay_table(bet: SideBet) -> list[dict[str, str]]:
    """The pay table of a side bet."""
    rows = bet.rows.value.rows
    return [{"label": row.label, "pays": pays_in_words(row), "clause": row.under} for row in rows]


_SHEET: Final = {
    "dealer": "The dealer",
    "drawing": "Drawing",
    "doubling": "Doubling",
    "splitting": "Splitting",
    **{part: words.heading for part, words in PARTS.items()},
    "insurance": "Insurance",
    "even_money": "Even money",
    "comparison": "Comparing hands",
    "over_over": "Two busts",
    "settlement": "Settling",
    "banking": "The bank",
}
"""The parts of the rules that a player looks up at the table."""


def rules_sheet(rules: TableRules) -> list[dict[str, Any]]:
    """What the dealer does, what may be done with a hand, and what the house has set."""
    default = rules.book.default_rules
    texts = []
    for part, title in _SHEET.items():
        if part not in rules.parts:
            continue
        lines = []
        for slot in rules.slots(part):
            provision = rules.provision(slot.path)
            shown = slot.domain.show(provision.value)
            usual, gap = shown, provision.under == NOT_IN_THE_TEXT
            if part in default.parts and slot in default.slots(part):
                usual = slot.domain.show(default.provision(slot.path).value)
            lines.append(
                {
                    "question": slot.question,
                    "value": shown,
                    "clause": None if gap else number(provision.under),
                    "changed": shown != usual,
                    "default": usual,
                }
            )
        texts.append({"title": title, "rules": lines})
    others = list(changed_options(rules, except_in=_SHEET))
    return [*texts, {"title": "Set by the house", "rules": others}] if others else texts
