"""What a worker calculates, in steps: prices by part, comparisons, runs, files and table prices."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from pitboss.acts import ACT_OF
from pitboss.law.play import has_act
from pitboss.players.effects import effects as effects_of
from pitboss.players.index_plays import index_plays
from pitboss.report.charts import ENDINGS as CHART_ENDINGS
from pitboss.report.charts import chart_data, chart_file, page_of
from pitboss.report.comparison import compared, each_difference, names_of
from pitboss.report.par_sheet import ENDINGS as SHEET_ENDINGS
from pitboss.report.par_sheet import par_sheet
from pitboss.report.par_sheet.figures import bands, volatility_index
from pitboss.report.par_sheet.sheet import wager_json
from pitboss.report.price_list import Quotation, quote
from pitboss.rulebooks import BOOKS, Rulebook, TableRules, rulebook
from pitboss.rulebooks.amounts import OddsPair
from pitboss.rulebooks.domains import Among, Domain, WholeNumber, YesNo
from pitboss.solver import Policy, Solution, solve
from pitboss.web.http.problems import Problem
from pitboss.web.lab.coach_tasks import account, advice
from pitboss.web.lab.drill_tasks import drill
from pitboss.web.lab.price_worker import priced_in_steps
from pitboss.web.lab.protocol import in_json
from pitboss.web.lab.questions import pose, written
from pitboss.web.lab.rules_asked import rules_of
from pitboss.web.lab.run_tasks import run
from pitboss.web.lab.worker import Calculation, Control, Steps
from pitboss.web.rules.house_options import house_options

_FEW: Final = 9
"""Options with at most this many whole numbers are priced for all, others one step up and down."""


def others(domain: Domain, value: Any) -> list[Any]:
    """The other values of an election that a control shows, the nearest first."""
    match domain:
        case YesNo():
            return [not value]
        case Among(among) | OddsPair(among):
            return [each for each in among if each != value]
        case WholeNumber(least, most) if value is not None:
            every = range(least, most + 1) if most - least < _FEW else (value - 1, value + 1)
            numbers = [each for each in every if each != value and least <= each <= most]
            return sorted(numbers, key=lambda each: abs(each - value))
        case _:
            return []


def neighbours(
    book: Rulebook, rules: TableRules, settings: dict[str, Any], first: tuple[str, ...] = ()
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every election that affects the price, with its other values; the last touched come first."""
    moving = [option["key"] for option in house_options(book) if option["moves_price"]]
    keys = sorted(moving, key=lambda key: key not in first)
    for key in keys:
        election = book.open_elections[key]
        for value in others(election.domain, rules.elections[key]):
            text = written(value)
            yield key, text, {**settings, key: text}


MOST: Final = 100
"""The most index plays sent; a run follows at most 128"""


def effects(document: dict[str, Any], _control: Control) -> Steps:
    """The effect of removing each rank on the main game and on insurance, and every count."""
    yield effects_of(rules_of(document)).to_json()


def index(document: dict[str, Any], _control: Control) -> Steps:
    """Index numbers from likeliest shoes, with a file for ``simulate --spread``."""
    plays = index_plays(rules_of(document), count=document["count"], depth=document["depth"])
    yield plays.to_json(MOST) | {"found": len(plays.plays), "toml": plays.to_toml(MOST)}


_REMEMBERED: Final = 12
"""The most solutions a worker caches, so that their parts are not solved again"""

_known: OrderedDict[tuple[TableRules, str | None, str], Solution] = OrderedDict()


def _solved(document: dict[str, Any], policy: str | None = None) -> Solution:
    rules, shoe = rules_of(document), document.get("shoe")
    key = (rules, shoe, policy or document["policy"])
    solution = _known.get(key)
    if solution is None:
        solution = _known[key] = solve(rules, policy=key[2], shoe=shoe)
        if len(_known) > _REMEMBERED:
            _known.popitem(last=False)
    else:
        _known.move_to_end(key)
    return solution


def price(document: dict[str, Any], _control: Control) -> Steps:
    """One part of a price."""
    yield in_json(PARTS[document["part"]](document))


def _main(document: dict[str, Any]) -> dict[str, Any]:
    solution = _solved(document)
    return {
        "main": {
            "ev": solution.ev,
            "house_edge": solution.house_edge,
            "policy": solution.policy.value,
            "memory_at_most": solution.memory_at_most,
        },
        "by_up": {up.value: value for up, value in solution.by_up.items()},
        "shoe": str(solution.shoe),
        "cards": solution.shoe.size,
        "decks": solution.rules.equipment.decks.value,
        "is_full": solution.is_full,
    }


def _hands(request: dict[str, Any]) -> dict[str, Any]:
    """Every act for every two-card hand, and the refusals, each written once."""
    solution = _solved(request)
    refusals: dict[tuple[str, str], int] = {}
    documents = []
    for values in solution.hands:
        document = solution.hand(values.cards, values.up).to_json()
        # The list of all hands has the same values to the last digit as the command prints.
        document["acts"] = {act: getattr(values, act) for act in document["acts"]}
        document["refused"] = {
            act: refusals.setdefault((no["why"], no["clause"]), len(refusals))
            for act, no in document["refused"].items()
            # An act that only one book knows is not refused by the others.
            if not ACT_OF[act].words.section or has_act(solution.rules, ACT_OF[act])
        }
        documents.append(document)
    why = [{"why": why, "clause": clause} for why, clause in refusals]
    return {"hands": documents, "refusals": why}


def _bets(document: dict[str, Any]) -> dict[str, Any]:
    quotation = quote(_solved(document))
    names = {bet.id: bet.name for bet in quotation.solution.rules.side_bets.bets}
    insurance = quotation.insurance
    return {
        "insurance": None if insurance is None else wager_json(insurance),
        "side_bets": [
            {
                "name": bet.price.name,
                "label": names.get(bet.price.name, bet.price.name),
                "house_edge": float(bet.price.house_edge),
                "offered": bet.offered,
                **wager_json(bet.price),
            }
            for bet in quotation.side_bets
        ],
        "notes": list(quotation.notes),
    }


def _chart(document: dict[str, Any]) -> dict[str, Any]:
    return {"chart": chart_data(_solved(document, "basic"))}


def _spread(document: dict[str, Any]) -> dict[str, Any]:
    solution = _solved(document)
    spread = solution.spread
    return {
        "spread": {
            "sd": float(spread.sd),
            "average_wager": float(spread.average_wager),
            "volatility_index": volatility_index(spread.sd),
            "win": float(spread.win),
            "push": float(spread.push),
            "lose": float(spread.lose),
            "distribution": [[float(net), float(p)] for net, p in spread.distribution.items()],
            "distribution_within": float(spread.unsure),
            "bands": [band.to_json() for band in bands(solution.house_edge, spread.sd)],
        }
    }


PARTS: Final = {"main": _main, "hands": _hands, "bets": _bets, "chart": _chart, "spread": _spread}
"""The parts of a price, each by the function that calculates it."""


def near(document: dict[str, Any], _control: Control) -> Steps:
    """The prices of all settings one step away, each a separate answer."""
    rules = rules_of(document)
    first = tuple(document.get("first", ()))
    for key, value, settings in neighbours(rules.book, rules, document["settings"], first):
        try:
            named = (document["book"], rules.book)
            posed = pose(
                named, settings, document["shoe"], document["policy"], by=document["priced_by"]
            )
            main = _main({**document, "settings": settings})
        except (Problem, ValueError):
            continue  # these options conflict, or have no price
        edge = main["main"]["house_edge"]
        message = {"key": key, "value": value, "digest": posed.digest}
        question = msgspec.to_builtins(posed.question)
        yield {**message, "house_edge": edge, "main": in_json(main), "question": question}


def compare(document: dict[str, Any], _control: Control) -> Steps:
    """What each difference between two tables is worth, line by line, then the totals."""
    tables = [rules_of(document["a"]), rules_of(document["b"])]
    policy = Policy(document["policy"])
    names = names_of(tables)
    quotations = []
    for rules in tables:
        # Rows and totals are about the main wager, so nothing else is priced here.
        quotations.append(Quotation(solve(rules, policy=policy), None, (), ()))
        yield None
    edges = [each.solution.house_edge for each in quotations]
    yield {"books": list(names), "edges": dict(zip(names, edges, strict=True))}
    differences = []
    for one in each_difference(tables, quotations[0].solution):
        differences.append(one)
        yield one.to_json(names) | {"matters": one.matters}
    total = compared(quotations, differences).totals[0]
    yield {"total": total.to_json(), "policy": policy.value}


def worth(document: dict[str, Any], _control: Control) -> Steps:
    """What each other book's answer to one question is worth in a book."""
    rules, path = rules_of(document), document["path"]
    base = _solved(document)
    for id in BOOKS:
        if id == rules.book.id:
            continue
        yield None
        tables = [rules, rulebook(id).default_rules]
        for one in each_difference(tables, base, about=path):
            yield {"book": id, **one.to_json(("own", id))}


def export(document: dict[str, Any], _control: Control) -> Steps:
    """A par sheet or a chart, byte for byte as the command writes it."""
    what, ending = document["what"], document["ending"]
    rules = rules_of(document)
    if what == "sheet":
        yield None
        yield SHEET_ENDINGS[ending](par_sheet(rules))
    else:
        assert ending in CHART_ENDINGS
        yield chart_file(page_of(_solved(document, "basic")), ending)


def table_price(document: dict[str, Any], _control: Control) -> Steps:
    """What the lobby shows of a table, and the chart of its bots."""
    yield from priced_in_steps(document)


def warm() -> None:
    """Load the kernels and a first book before the first request."""
    _main({"book": "classic", "settings": {}, "policy": "optimal"})


KINDS: Final[dict[str, Calculation]] = {
    "price": price,
    "near": near,
    "compare": compare,
    "worth": worth,
    "export": export,
    "table": table_price,
    "run": run,
    "advice": advice,
    "account": account,
    "drill": drill,
    "effects": effects,
    "index": index,
}
"""Every calculation a worker offers, by name."""
