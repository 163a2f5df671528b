"""What may change at an open table, and from when: the limits and options that its book names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.shoe import has_cutting_card
from pitboss.rulebooks import RulebookError, TableRules
from pitboss.rulebooks.elections import Election
from pitboss.rulebooks.open_changes import From, OpenChange


def may_change(rules: TableRules, settings: Mapping[str, Any]) -> Answer:
    """Whether these options may change to these values at an open table."""
    if not settings:
        return Refusal("opening", "name at least one option that is to change")
    for option in settings:
        if option not in rules.book.open_elections:
            return Refusal("opening", f"{rules.book.id} has no option {option!r} to change")
        terms = rules.book.open_changes[option]
        if terms.start is From.CLOSED:
            words = option.replace("_", " ")
            why = f"{words} may not change at an open table; close it first. {terms.why}"
            return Refusal(terms.under, why)
    changed = changes_of(rules, settings)
    if isinstance(changed, Refusal):
        return changed
    if not changed:
        return Refusal("opening", "these options already have these values")
    start = starts(rules, settings)
    if start.start is From.SHOE and not has_cutting_card(rules):
        return Refusal(
            start.under, f"{start.option.replace('_', ' ')} changes with a new shoe; this one never"
            " ends, so close the table first"
        )  # fmt: skip
    return Permit(start.under)


def changes_of(rules: TableRules, settings: Mapping[str, Any]) -> dict[str, Any] | Refusal:
    """The options among these whose value would really change, with the value read."""
    try:
        after = changed_rules(rules, settings)
    except (RulebookError, ValueError, TypeError) as error:
        text = str(error)
        elections: list[Election] = [rules.book.elections[key] for key in settings]
        cited = [one.under for one in elections if rules.book.cite(one.under) in text]
        return Refusal(cited[0] if cited else elections[0].under, text)
    before = rules.elections
    return {key: after.elections[key] for key in settings if after.elections[key] != before[key]}


def changed_rules(rules: TableRules, settings: Mapping[str, Any]) -> TableRules:
    """The rules with these options changed; raises as ``elect_all`` does."""
    return rules.book.elect_all({**dict(rules.choices), **settings})


def starts(rules: TableRules, settings: Mapping[str, Any]) -> OpenChange:
    """The option that decides from when all of these may hold: the last of them to start."""
    terms = [rules.book.open_changes[option] for option in settings]
    return max(terms, key=lambda each: list(From).index(each.start))
