"""Bets that players say at a table dealt by a person, and that the dealer places or hands back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pitboss.law.answers import Refusal
from pitboss.law.spoken import may_be_unnoticed, may_say
from pitboss.store.records import Person
from pitboss.table import acts
from pitboss.table.decide import decide, decide_in
from pitboss.table.run import RunningDecision
from pitboss.table.table import Table
from pitboss.web.live import commands as c
from pitboss.web.live.funds import check_funds
from pitboss.web.live.open_table import Change, LiveTable, ServerRefusal
from pitboss.web.live.table_notes import Declared

if TYPE_CHECKING:
    from pitboss.web.live.actor import Actor


def declare(actor: Actor, person: Person, declare: c.Declare) -> Change:
    """Say a bet; nothing is placed yet, so limits are left to the dealer's eye."""
    live = actor.live
    if live.info.dealt_by != "person":
        raise ServerRefusal("this table is dealt automatically; place the bet yourself")
    _must(may_say(live.rules, has_chips=True))
    declaration = Declared(person.name, declare.box, declare.kind, declare.amount)
    run = RunningDecision(live.state)
    act = _placed(declaration, by=person.name, unnoticed=True)
    if (refused := decide_in(run, act)) is not None:
        raise ServerRefusal(refused.why, clause=refused.under)
    try:
        check_funds(actor, person.name, act, run)
    except ServerRefusal:
        _must(may_say(live.rules, has_chips=False))
    live.declared = (*_others(live, declaration), declaration)
    return live.carry_out(person.name, lambda _table: None)


def place_declared(actor: Actor, dealer: Person, place_declared: c.PlaceDeclared) -> Change:
    """Place a bet that a player has said; beyond the limits only where the book lets it stand."""
    live = actor.live
    declaration = _found(live, place_declared)
    act = _placed(declaration, by=dealer.name, unnoticed=place_declared.unnoticed)
    if place_declared.unnoticed:
        _must(may_be_unnoticed(live.rules))
        if not isinstance(decide(live.state, _placed(declaration, by=dealer.name)), Refusal):
            raise ServerRefusal("the bet is within the limits; place it as it is")
    check = partial(check_funds, actor, declaration.player, act)

    def do(table: Table) -> None:
        if declaration.player not in table.state.arrived:
            table.do(acts.Arrive(player=declaration.player))
        table.do(act, if_agreed=check)

    change = live.carry_out(dealer.name, do)
    if change.refusal is None:
        live.declared = _others(live, declaration)
        live.ready.discard(declaration.player)
    return change


def return_declared(live: LiveTable, dealer: Person, return_declared: c.ReturnDeclared) -> Change:
    """Hand the chips of a spoken bet back."""
    live.declared = _others(live, _found(live, return_declared))
    return live.carry_out(dealer.name, lambda _table: None)


def _placed(declaration: Declared, *, by: str, unnoticed: bool = False) -> acts.Bet:
    return acts.Bet(
        box=declaration.box,
        player=declaration.player,
        kind=declaration.kind,
        stake=declaration.amount,
        unnoticed=unnoticed,
        placed_by=by,
    )


def _must(answer: object) -> None:
    if isinstance(answer, Refusal):
        raise ServerRefusal(answer.why, clause=answer.under)


def _found(live: LiveTable, place_declared: c.PlaceDeclared | c.ReturnDeclared) -> Declared:
    for declaration in live.declared:
        if (declaration.player, declaration.box, declaration.kind) == (
            place_declared.player,
            place_declared.box,
            place_declared.kind,
        ):
            return declaration
    raise ServerRefusal(f"{place_declared.player} has said no such bet on box {place_declared.box}")


def _others(live: LiveTable, declaration: Declared) -> tuple[Declared, ...]:
    """What else has been said; a player who speaks again about a spot changes their mind."""
    spot = (declaration.player, declaration.box, declaration.kind)
    return tuple(one for one in live.declared if (one.player, one.box, one.kind) != spot)
