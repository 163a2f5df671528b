"""Text from outside becomes a number, and a document, in one place each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"

NUMBERS = {"int", "float", "Fraction", "Decimal"}
"""What makes a number of a text, however long it takes"""
PARSERS = {("json", "loads"), ("json", "load"), ("tomllib", "loads"), ("tomllib", "load"),
           ("ast", "literal_eval"), ("yaml", "load"), ("yaml", "safe_load")}  # fmt: skip
"""What builds values of any depth and size from a text"""
READERS = {"numbers.py", "documents.py"}
"""The two modules that read numbers and documents, within limits"""

OF_FIGURES = {
    "coach/counted": "chances and values of a shoe as a counter meets it",
    "compiled": "arrays of the solver and the simulator, made of rules that have been read",
    "envs": "actions and observations of an environment, which a program passes in",
    "kernels": "arrays of the simulator",
    "law": "rules that have been read",
    "report": "figures of the solver and the simulator on their way out",
    "simulator": "tallies of the simulator",
    "solver": "arrays of the solver; shoes and hands are read by pitboss.numbers",
    "statistics": "figures of the solver and the simulator",
}
"""Packages that read no text, and what they have instead"""

_ARRAYS = "elements of arrays"
_ROWS = "columns of our own database, which are numbers there"
_FIGURES = "figures of the solver on their way out"
_SECONDS = "a time that this program measured"
_OURS = "text that this program itself has written"
_STAND_ALONE = "a file that a program by itself checks: it catches the errors, and no table waits"
_READ = "numbers, or words of an enumeration, that have been read"
_HAND = "a row that is in the list of a chart's rows"

ALLOWED: dict[str, dict[str, str]] = {
    "audit/chain.py": {
        "json.loads(line)": _STAND_ALONE,
    },
    "audit/fairness.py": {
        "json.loads(text)": _STAND_ALONE,
        "int(match[2])": "a position that a pattern limits to three digits",
    },
    "audit/side_bet_rounds.py": {
        "int(possible[plain])": _ARRAYS,
        "int(np.argmax(won == row))": _ARRAYS,
        "int(bits)": _ARRAYS,
        "int(row)": _ARRAYS,
        "int(one)": _ARRAYS,
        "int(other)": _ARRAYS,
        "int(index)": _ARRAYS,
    },
    "audit/trace.py": {
        "json.loads(text)": _OURS,
    },
    "cards.py": {
        "int(self.value)": _READ,
    },
    "cli/compare.py": {
        "float(q.insurance.house_edge)": _FIGURES,
        "float(bet.price.house_edge)": _FIGURES,
    },
    "cli/simulate.py": {
        "float(values[0] or 0.0)": _FIGURES,
        "float(values[1] or 0.0)": _FIGURES,
        "float(rounds or ROUNDS)": _FIGURES,
    },
    "cli/solve.py": {
        "float(share)": _FIGURES,
        "float(price.ev)": _FIGURES,
    },
    "coach/accounts.py": {
        "float(run.worth.sd)": _FIGURES,
        "float(full_price(rules).side_bet(kind).ev)": _FIGURES,
    },
    "coach/ramp_drills.py": {
        "int(hand)": _READ,
    },
    "coach/ramps.py": {
        "int(at)": _READ,
    },
    "coach/values.py": {
        "float(self.stage.two_cards.worth[act, a, b, self.up])": _FIGURES,
        "float(compiled.even_money[self.up])": _FIGURES,
        "float(self._two(HandAct.SURRENDER))": _FIGURES,
        "float(value)": _FIGURES,
    },
    "compiled/answer_cache.py": {
        "json.loads(file.read_text())": _OURS,
    },
    "handbook/building.py": {
        "json.loads(notebook.read_text('utf-8'))": _OURS,
    },
    "history/sessions.py": {
        "json.loads(_encode(first.event))": _OURS,
        "json.loads(text)": _OURS,
    },
    "history/single.py": {
        "Decimal(money(each))": _READ,
        "Decimal(money(wager.stake))": _READ,
        "Decimal(money(wager.returned))": _READ,
    },
    "money.py": {
        "Fraction(self.pays, self.per)": _READ,
        "Fraction(decimal(amount))": _READ,
    },
    "jsonable.py": {
        "float(value)": _READ,
    },
    "players/charts.py": {
        "int(row.hand)": _HAND,
        "int(row.hand[2:])": _HAND,
    },
    "players/counts.py": {
        "int(((start + end) / 2).__floor__())": _ARRAYS,
        "int(start.__floor__())": _ARRAYS,
        "Fraction(max(cards_left, 1), DECK_SIZE)": _ARRAYS,
        "Fraction(max(1, (2 * cards_left + DECK_SIZE // 2) // DECK_SIZE), 2)": _ARRAYS,
        "Fraction(max(1, (cards_left + DECK_SIZE // 2) // DECK_SIZE))": _ARRAYS,
        "int(exact)": _ARRAYS,
        "int((exact + Fraction(1, 2)).__floor__())": _ARRAYS,
        "int(exact.__floor__())": _ARRAYS,
        "float(decks_seen(system.decks, left))": _ARRAYS,
    },
    "players/decisions.py": {
        "int(walk.single[split])": _ARRAYS,
    },
    "players/deviations.py": {
        "int(deviation.act)": _ARRAYS,
        "int(each.act)": _ARRAYS,
        "int(HandAct.STAND)": _ARRAYS,
        "int(table[context, up, state])": _ARRAYS,
    },
    "players/effects.py": {
        "float(np.corrcoef(tags, worth)[0, 1])": _ARRAYS,
        "float(tag)": _ARRAYS,
    },
    "players/function_policies.py": {
        "int(tables.permitted[0 if split is None else 1 + split][self.rows[state]])": _ARRAYS,
        "int(self.walk.opening[a, b])": _ARRAYS,
        "int(self.game.first.permitted[0][row])": _ARRAYS,
        "int(self.walk.opening[rank, rank])": _ARRAYS,
        "int(tables.permitted[1 + rank][self.rows[state]])": _ARRAYS,
        "int(tables.permitted[0][self.rows[state]])": _ARRAYS,
        "int(state)": _ARRAYS,
    },
    "players/index_plays.py": {
        "float(tag)": _ARRAYS,
        "int(totals.total[two[a, b]])": _ARRAYS,
        "float(ev)": _ARRAYS,
        "float(gain)": _ARRAYS,
        "int(number)": _ARRAYS,
    },
    "rulebooks/book.py": {
        "Fraction(low.pays, low.per)": _READ,
        "Fraction(high.pays, high.per)": _READ,
    },
    "rulebooks/data.py": {
        "Fraction(cents, 100)": _READ,
    },
    "store/attempts.py": {
        "float(until)": _SECONDS,
    },
    "store/commits.py": {
        "int(may_owe(account))": _ROWS,
        "int(row[1])": _ROWS,
    },
    "store/disputes.py": {
        "int(last[0])": _ROWS,
        "int(may_owe(CORRECTIONS))": _READ,
    },
    "store/first_manager.py": {
        "json.loads(value)": _OURS,
        "float(value['at'])": _OURS,
    },
    "store/heads.py": {
        "json.loads(row[0])": _OURS,
        "int(row[0])": _ROWS,
        "int(row[1])": _ROWS,
        "int(n)": _ROWS,
        "int(at)": _ROWS,
    },
    "store/history.py": {
        "float(result[1])": _ROWS,
        "int(amount)": _ROWS,
        "int(number)": _ROWS,
    },
    "store/journal.py": {
        "json.loads(self.body)": _OURS,
        "int(row[0])": _ROWS,
    },
    "store/people.py": {
        "json.loads(notes)": _OURS,
        "int((last or (0,))[0] or 0)": _ROWS,
        "int(row[0])": _ROWS,
        "float(row[0])": _ROWS,
        "float(row[1])": _ROWS,
        "int(seconds)": _SECONDS,
    },
    "store/recorded.py": {
        "int(row[1])": _ROWS,
        "int(row[3])": _ROWS,
    },
    "store/roll.py": {
        "int(balances.get(player_account(name), 0))": _ROWS,
    },
    "store/sessions.py": {
        "float(value)": _ROWS,
        "int(row[0])": _ROWS,
    },
    "store/refills.py": {
        "int((row or (0,))[0] or 0)": _ROWS,
        "int(row[0])": _ROWS,
        "int((last or (0,))[0] or 0)": _ROWS,
        "float(row[0])": _ROWS,
    },
    "store/store.py": {
        "int((kept or (0,))[0] or 0)": _ROWS,
        "int((posted or (0,))[0] or 0)": _ROWS,
        "int(records[0][0])": _ROWS,
        "int(row[0])": _ROWS,
    },
    "store/unchained.py": {
        "int(amount)": _ROWS,
        "int(count[0])": _ROWS,
        "int(may_owe(account))": "a truth value, not a text",
    },
    "terminal/drilling.py": {
        "int(_number(self._screen, f'True count, {decks} left'))": _READ,
        "int(units)": _READ,
        "float(count)": _READ,
        "float(question.decks)": _READ,
    },
    "web/http/api/first_manager.py": {
        "int(locked.seconds)": _SECONDS,
    },
    "web/http/api/history.py": {
        "json.loads(line.event)": _OURS,
    },
    "web/http/api/people.py": {
        "int(request.app.state.hub.store.people.idle_of(person))": _SECONDS,
        "int(soon.seconds)": _SECONDS,
        "int(locked.seconds)": _SECONDS,
    },
    "web/http/api/sheets.py": {
        "json.loads(entry.body)": _OURS,
        "json.loads(orders[place].report)": _OURS,
    },
    "web/http/api/pit.py": {
        "json.loads(ruling.report)": _OURS,
    },
    "web/http/app.py": {
        "int(wait)": _SECONDS,
    },
    "web/audit/database_audit.py": {
        "json.loads(public)": _OURS,
        "json.loads(due)": _OURS,
    },
    "web/coach/drilling.py": {
        "int(n)": _READ,
        "int(right)": _READ,
    },
    "web/rules/house_options.py": {
        "float(least)": _READ,
        "float(most)": _READ,
        "float(default)": _READ,
    },
    "web/lab/calculations.py": {
        "float(spread.sd)": _FIGURES,
        "float(spread.average_wager)": _FIGURES,
        "float(spread.win)": _FIGURES,
        "float(spread.push)": _FIGURES,
        "float(spread.lose)": _FIGURES,
        "float(spread.unsure)": _FIGURES,
        "float(bet.price.house_edge)": _FIGURES,
        "float(net)": _FIGURES,
        "float(p)": _FIGURES,
    },
    "web/lab/drill_tasks.py": {
        "float(question.decks)": _FIGURES,
    },
    "web/lab/run_tasks.py": {
        "json.loads(json.dumps(document))": _OURS,
    },
    "web/lab/worker.py": {
        "int(word)": "the arguments with which this program starts its workers",
    },
    "web/lab/workers.py": {
        "int(fields[11])": "what the system reports of a process",
        "int(fields[12])": "what the system reports of a process",
    },
    "web/lab/price_worker.py": {
        "float(price.house_edge)": _FIGURES,
        "float(bet.price.house_edge)": _FIGURES,
    },
    "web/pit/round_summaries.py": {
        "json.loads(renamed(text))": _OURS,
    },
}
"""Every other call that makes a number or a document, and why it is no text from outside"""


def _is_number(node: ast.expr) -> bool:
    """Whether an expression is plainly no text."""
    match node:
        case ast.Constant(value=value):
            return not isinstance(value, str | bytes)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mod(), right=right):
            return _is_number(left) or _is_number(right)
        case ast.BinOp() | ast.Compare() | ast.UnaryOp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in {"round", "len", "abs", "sum", "ceil", "floor", "bool"}
        case _:
            return False


def found_in(text: str, *, of_figures: bool = False) -> Iterator[str]:
    """The calls in a module that may make a number or a document of a text."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        match node.func:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (module, name) in PARSERS:
                yield ast.unparse(node)
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in NUMBERS:
                if not of_figures and not all(map(_is_number, node.args)):
                    yield ast.unparse(node)
            case _:
                pass


def _modules() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name not in READERS:
            yield name, path.read_text("utf-8")


def _is_of_figures(name: str) -> bool:
    return any(name.startswith(f"{package}/") for package in OF_FIGURES)


def test_no_text_from_outside_becomes_a_number_but_in_one_place() -> None:
    for name, text in _modules():
        of_figures = _is_of_figures(name)
        for call in found_in(text, of_figures=of_figures):
            assert call in ALLOWED.get(name, {}), (
                f"{name}: {call}: read it with pitboss.numbers or pitboss.documents, or say in "
                "ALLOWED why it is no text from outside"
            )


def test_what_is_allowed_is_still_there() -> None:
    for name, text in _modules():
        of_figures = _is_of_figures(name)
        gone = set(ALLOWED.get(name, {})) - set(found_in(text, of_figures=of_figures))
        assert not gone, f"{name}: {sorted(gone)}"
    assert not set(ALLOWED) - {name for name, _ in _modules()}


@pytest.mark.parametrize(
    "line",
    [
        "Fraction(answer.running or '')",
        "Fraction(raw.strip()[:-1]) / 100",
        "fractions.Fraction(text)",
        "Decimal(amount) * 100",
        "int(found[1])",
        "int(number, 16)",
        "float(f'{text}')",
        "json.loads(body)",
        "tomllib.loads(text, parse_float=Decimal)",
        "int(text + other)",
    ],
)
def test_such_a_call_is_noticed(line: str) -> None:
    assert list(found_in(line))


@pytest.mark.parametrize("line", ["Fraction(1, 20)", "int(10**3)", "int(n * 2)", "float(len(a))"])
def test_arithmetic_is_no_text(line: str) -> None:
    assert not list(found_in(line))
