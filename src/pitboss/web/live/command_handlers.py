"""Carry out each command: as an act of the table engine, or by the server itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from pitboss.law.answers import Refusal
from pitboss.law.side_bets.prizes import drawn_bet
from pitboss.law.spoken import may_be_unnoticed, may_say
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.store.people import PersonRole
from pitboss.store.records import Person
from pitboss.table import acts
from pitboss.table.act_words import By
from pitboss.table.decide import decide, decide_in
from pitboss.table.fairness import CommittedShoe
from pitboss.table.procedure.card_preparation import may_be_recut, open_steps
from pitboss.table.procedure.cutting import last_cutter
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.procedure.waiting import must_wait, offered_under
from pitboss.table.run import RunningDecision
from pitboss.table.sources import Called
from pitboss.table.state import Phase
from pitboss.table.table import Table
from pitboss.web.live import commands as c
from pitboss.web.live.balances import check_funds
from pitboss.web.live.driver import close_bets, close_window, draw_prize, pass_offers
from pitboss.web.live.irregularities import ReportRequest, must_have_the_authority
from pitboss.web.live.open_table import Change, LiveTable, ServerRefusal
from pitboss.web.live.pauses import pause, resume
from pitboss.web.live.table_notes import Declared
from pitboss.web.pit.four_eyes import reporter
from pitboss.web.wire.prompts import unanswered

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


_UNREADY: Final = (acts.Bet, acts.TakeBank, acts.Insure, acts.TakeEvenMoney, acts.Withdraw)
"""Acts after which their player must confirm again that the deal, or play, may begin."""


def handle(actor: Actor, person: Person, command: c.Command) -> Change:
    """Carry out a person's command; raises ``ServerRefusal`` if the server itself refuses it."""
    live = actor.live
    try:
        command = c.tidied(command)
    except ValueError as error:
        raise ServerRefusal(str(error), status=422) from None
    if live.status == "closed":
        raise ServerRefusal("the table is closed")
    _not_paused(live, command)
    if command.by is By.DEALERS:
        return _dealer(actor, person, command)
    if command.by is By.SUPERVISORS:
        _not_at_stake(live, person)
        return _supervisor(actor, person, command)
    if command.act is acts.PrepareCards:
        return _prepare(live, person, command)
    if live.chair == person.name:
        raise ServerRefusal("the dealer may not play at this table", status=403)
    if live.practice and live.info.opened_by not in person.names:
        opener = actor.hub.known.text(live.info.opened_by)
        raise ServerRefusal(f"{opener} practises at this table alone", status=403)
    match command:
        case c.Ready():
            return _ready(live, person, {Phase.BETTING})
        case c.Done():
            return _ready(live, person, {Phase.WINDOW})
        case c.GiveSeed():
            return _seed(live, person, command)
        case c.Place():
            return _place(actor, person, command)
        case c.Declare():
            _betting_is_open(live)
            return declare(actor, person, command)
    if command.act is acts.PressButton:
        return _press(live, person, command)
    act = c.act_of(command, person.name)
    # A machine would begin the play at a player's decision; the others may still be insuring.
    if (early := must_wait(live.table.state, act)) is not None:
        raise ServerRefusal(early.why, clause=early.under)
    if isinstance(act, acts.Bet | acts.TakeBank):
        _betting_is_open(live)
    check = partial(check_funds, actor, person.name, act)
    change = live.carry_out(person.name, lambda table: _act(table, act, person.name, check))
    if isinstance(act, _UNREADY) and change.refusal is None:
        live.ready.discard(person.name)
    return change


def _not_paused(live: LiveTable, command: c.Command) -> None:
    """Refuse everything except a supervisor's order while the table is paused."""
    pause = live.pause
    if pause is not None and command.by is not By.SUPERVISORS:
        raise ServerRefusal(f"the table is paused: {pause.why}")


def _act(
    table: Table, act: acts.Act, player: str, check: Callable[[RunningDecision], None]
) -> None:
    """Record the arrival with the first act; a refused act changes nothing."""
    if isinstance(act, acts.Bet | acts.Sit) and player not in table.state.arrived:
        run = RunningDecision(table.state)
        if decide_in(run, act) is None:
            check(run)
            table.do(acts.Arrive(player=player))
    table.do(act, if_agreed=check)


def _betting_is_open(live: LiveTable) -> None:
    if live.status != "open":
        raise ServerRefusal("a supervisor has suspended betting at this table")


def _place(actor: Actor, person: Person, place: c.Place) -> Change:
    """Place bets together or not at all; a refusal names the spot."""
    live = actor.live
    _betting_is_open(live)
    bets = [
        acts.Bet(box=bet.box, player=person.name, stake=bet.amount, kind=bet.kind)
        for bet in place.bets
    ]
    run = RunningDecision(live.state)
    for bet in bets:
        refused = decide_in(run, bet)
        if refused is not None:
            raise ServerRefusal(refused.why, clause=refused.under, spot=(bet.box, bet.kind))
    check_funds(actor, person.name, bets[-1], run)

    def do(table: Table) -> None:
        if person.name not in table.state.arrived:
            table.do(acts.Arrive(player=person.name))
        for bet in bets:
            table.do(bet)

    change = live.carry_out(person.name, do)
    if change.refusal is None:
        live.ready.discard(person.name)
    return change


# The players' own answers.


def _ready(live: LiveTable, person: Person, phases: set[Phase]) -> Change:
    state = live.state
    if state.phase not in phases:
        raise ServerRefusal("there is no decision to make now")
    banks = state.banker is not None and state.banker.player == person.name
    mine = state.open_wagers(player=person.name, kind=WagerKind.MAIN)
    if state.phase is Phase.BETTING and not banks and not mine:
        raise ServerRefusal("place a bet first", clause=state.rules.betting.closes.under)
    live.ready.add(person.name)
    return live.carry_out(person.name, lambda _table: None)


def _press(live: LiveTable, person: Person, command: c.Command) -> Change:
    if drawn_bet(live.rules) is None:
        raise ServerRefusal("this game draws no prizes", clause=NOT_IN_THE_TEXT)
    press = c.act_of(command, person.name, prize=0)
    assert isinstance(press, acts.PressButton)
    act = replace(press, prize=draw_prize(live, press.box))
    return live.carry_out(person.name, lambda table: table.do(act))


def _seed(live: LiveTable, person: Person, give_seed: c.GiveSeed) -> Change:
    """Add a seed to the sealed shoe; the command names the seal it is for."""
    source = live.table.source
    sealed = source.commitment if isinstance(source, CommittedShoe) else None
    if sealed is None or sealed.digest != give_seed.commitment:
        raise ServerRefusal("the seal does not match the shoe that is open for seeds")
    return live.carry_out(person.name, lambda table: table.give_seed(person.name, give_seed.seed))


# The dealer's chair.


def _dealer(actor: Actor, person: Person, command: c.Command) -> Change:
    live = actor.live
    if live.info.dealt_by != "person":
        raise ServerRefusal("this table is dealt automatically")
    if isinstance(command, c.TakeChair):
        _not_at_stake(live, person)
        if live.chair not in (None, person.name):
            raise ServerRefusal(f"{live.chair} is already dealing at this table")
        is_new, live.chair = live.chair is None, person.name
        changes = is_new and live.state.shoe.number > 0 and live.state.phase is Phase.BETTING
        act = acts.ChangeDealer()
        return live.carry_out(
            person.name, lambda table: table.do(act) if changes and _burns(table) else None
        )
    if live.chair != person.name:
        raise ServerRefusal("take over as dealer first", status=403)
    if command.act is acts.CloseBets:
        return live.carry_out(person.name, close_bets)
    if command.act is acts.PassCut:
        return live.carry_out(person.name, lambda table: table.do(acts.PassCut()))
    if command.act is acts.PassOffer:
        return _pass_offer(live, person)
    match command:
        case c.PlaceDeclared():
            return place_declared(actor, person, command)
        case c.ReturnDeclared():
            return return_declared(live, person, command)
        case c.LeaveChair():
            if live.state.phase is not Phase.BETTING:
                raise ServerRefusal("the round is still in progress")
            live.chair = None
            return live.carry_out(person.name, lambda _table: None)
        case c.Perform():
            _must_be_answered(live)
            return live.carry_out(person.name, _perform)
        case c.Call():
            return live.carry_out(person.name, lambda table: _call(table, command.card))
        case c.Shuffle():
            return live.carry_out(person.name, _shuffle)
        case c.HouseCut():
            return live.carry_out(person.name, _house_cut)
    raise AssertionError(command)


def _prepare(live: LiveTable, person: Person, command: c.Command) -> Change:
    """Carry out a preparation step in the person's role; a machine leaves the players their rights.

    Those are the steps that a player may require of it (nz 7.1A).
    """
    name, is_seated = person.name, person.name in live.state.seats.values()
    rules = PersonRole(person.role) in c.SUPERVISORS and not is_seated
    part = "dealer" if live.chair == name else "supervisor" if rules else "player"
    act = c.act_of(command, name, role=part)
    if live.info.dealt_by != "person":
        assert isinstance(act, acts.PrepareCards)
        if act.step not in {step.step for _, step in open_steps(live.state) if step.optional}:
            raise ServerRefusal("this table is dealt automatically")
        act = replace(act, role="player")
    return live.carry_out(name, lambda table: table.do(act))


def _burns(table: Table) -> bool:
    return table.ask(acts.ChangeDealer()) is None and table.source.left > 1


def _must_be_answered(live: LiveTable) -> None:
    """Refuse to close what is on offer after the deal while a player has not answered it."""
    duty = live.table.duty
    if duty is None or duty.task is not DutyKind.CLOSE_WINDOW:
        return
    if names := " and ".join(unanswered(live.state, live.ready)):
        why = f"{names} must answer what is on offer first, or it is passed on unanswered"
        raise ServerRefusal(why, clause=offered_under(live.state))


def _pass_offer(live: LiveTable, person: Person) -> Change:
    """Note that those who are still waited for do not answer what is on offer after the deal."""
    waiting = unanswered(live.state, live.ready)
    if not waiting:
        raise ServerRefusal("every player has answered")
    change = live.carry_out(person.name, partial(pass_offers, players=waiting))
    live.ready.update(waiting)
    return change


def _perform(table: Table) -> None:
    if table.duty is None:
        raise ServerRefusal("the dealer has nothing to do now")
    table.perform()


def _call(table: Table, card: str) -> None:
    if not isinstance(table.source, Called):
        raise ServerRefusal("this table is dealt from a sealed shoe; press Deal")
    duty = table.duty
    if duty is None or not duty.needs_card:
        raise ServerRefusal("no card is due now")
    between = table.state.phase is Phase.BETTING
    if table.state.shoe.held and (duty.task is not DutyKind.BURN or between):
        raise ServerRefusal("a card already drawn must be dealt first; press Deal")
    table.source.call(card)
    table.perform()


def _shuffle(table: Table) -> None:
    due = table.shuffle_is_due()
    if due is None:
        raise ServerRefusal("no shuffle is due")
    # The cards are loaded with the dealer's next act, if people may give seeds or order a recut.
    waits = isinstance(table.source, CommittedShoe) or may_be_recut(table.state)
    table.shuffle(*due, load=not waits)


def _house_cut(table: Table) -> None:
    depth = table.house_depth(table.source.left)
    table.do(acts.Cut(player=last_cutter(table.rules), depth=depth))


# The supervisors.


def _not_at_stake(live: LiveTable, person: Person) -> None:
    """Refuse a ruling by a person with a seat or a bet at the table."""
    state = live.state
    if person.name in state.seats.values() or state.open_wagers(player=person.name):
        raise ServerRefusal(
            "you may not rule at a table where you have a seat or a bet", status=403
        )


def _supervisor(actor: Actor, person: Person, command: c.Command) -> Change:
    live = actor.live
    if command.act is not None:
        if command.act is acts.OrderRecut:
            must_have_the_authority(live.state, ReportRequest(what="recut"), reporter(person))
        act = c.act_of(command, person.name)
        return live.carry_out(person.name, lambda table: table.do(act))
    what = ""
    match command:
        case c.PauseTable():
            pause(live, person.name, command.why)
            what = "paused"
        case c.ResumeTable():
            resume(live)
            what = "resumed"
        case c.Disable():
            live.status = "disabled"
        case c.Enable():
            live.status = "open"
        case c.CloseTable():
            if live.state.phase is not Phase.BETTING:
                raise ServerRefusal("the round is still in progress")
            live.status, live.pause = "closed", None
    why = getattr(command, "why", "")
    actor.hub.note_order(live.info.id, what=what or live.status, why=why, by=person.name)
    if live.status != "closed":
        return live.carry_out(person.name, lambda _table: None)
    back = acts.ReturnUndealt(by=person.name, why=why)
    return live.carry_out(person.name, lambda table: (table.do(back), table.end_shoe()))


def may_rule(live: LiveTable, person: Person) -> None:
    """Raise ``ServerRefusal`` if this person may not rule at this table."""
    if PersonRole(person.role) not in c.SUPERVISORS:
        raise ServerRefusal("only a supervisor may make a ruling", status=403)
    _not_at_stake(live, person)


__all__ = ["close_window", "handle", "may_rule"]
