"""The cards between rounds: prepared step by step, spread when idle, replaced in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cards import DECK, Suit
from pitboss.law.answers import Refusal
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.preparation import PreparationStep
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, TableState


def batches(rules: TableRules) -> int:
    """How many batches of cards alternate at the table."""
    return rules.book.opening.batches_of(rules.elections)


def decks_at_most(rules: TableRules) -> tuple[int, str]:
    """How many decks may be in use at the table, in all its batches, and under which clause."""
    decks = rules.equipment.decks
    return decks.value * batches(rules), decks.under


def next_batch(state: TableState) -> int:
    """The batch of the next shoe; the batches alternate."""
    return state.shoe.batch % batches(state.rules) + 1


def batch_in_machine(state: TableState) -> int | None:
    """The batch that is in the shuffler while another is in play."""
    return next_batch(state) if batches(state.rules) > 1 and state.shoe.number else None


def fans(rules: TableRules) -> tuple[str, ...]:
    """The spread: a fan for each suit of each deck, in rank order."""
    deck = [" ".join(str(card) for card in DECK if card.suit is suit) for suit in Suit]
    return tuple(deck) * rules.equipment.decks.value


def steps(state: TableState) -> tuple[PreparationStep, ...]:
    """The steps that the cards need now, in order, including any a player has required."""
    opening = state.rules.book.opening
    listed = opening.after_idle if state.preparing == "idle" else opening.steps
    elected: dict[str, Any] = dict(state.rules.elections)
    done = {p.step for p in state.prepared}
    for step in listed:
        if step.optional and step.step in done:
            elected.update(step.brings)
    return tuple(s for s in listed if s.applies(elected))


def _is_done(state: TableState, step: PreparationStep, batch: int) -> bool:
    return any((p.step, p.role, p.batch) == (step.step, step.by, batch) for p in state.prepared)


def due(state: TableState, batch: int) -> tuple[PreparationStep, ...]:
    """What may be done next with a batch: the next step, for every role that does it."""
    left = [s for s in steps(state) if not s.optional and not _is_done(state, s, batch)]
    return tuple(s for s in left if s.step == left[0].step)


def _batches_now(state: TableState) -> Sequence[int]:
    """The batches being prepared; when cards are spread, the other batch stays in the shuffler."""
    if not state.preparing:
        return ()
    idle = state.preparing == "idle"
    return (state.shoe.batch,) if idle else range(1, batches(state.rules) + 1)


def unfinished(state: TableState) -> PreparationStep | None:
    """The first step still to be done before the cards may be shuffled."""
    missing = (step for batch in _batches_now(state) for step in due(state, batch))
    return next(missing, None)


def open_steps(state: TableState) -> tuple[tuple[int, PreparationStep], ...]:
    """Every step that may be done now, with its batch: due, or a player's right to require."""
    if not state.preparing:
        return ()
    rights = [s for s in steps(state) if s.optional]
    return tuple(
        (batch, step)
        for batch in _batches_now(state)
        for step in (*due(state, batch), *(s for s in rights if not _is_done(state, s, batch)))
    )


def next_for_the_machine(state: TableState, *, shows: bool) -> tuple[int, PreparationStep] | None:
    """The next step with its batch, unless it must be shown and no player is there."""
    due = next(((b, step) for b, step in open_steps(state) if not step.optional), None)
    return None if due is None or (due[1].by == "player" and not shows) else due


def prepare(run: RunningDecision, act: acts.PrepareCards) -> Refusal | None:
    """Do a step of the preparation, in order; two roles need two different people."""
    state = run.state
    listed = steps(state)
    if not listed or not state.preparing:
        under = listed[0].under if listed else state.rules.shoe.cutting_card_in_round.under
        return Refusal(under, "the cards do not need preparation now")
    if not 1 <= act.batch <= batches(state.rules):
        return Refusal(listed[0].under, f"there is no batch {act.batch}")
    waiting = due(state, act.batch)
    optional = [s for s in listed if s.optional]
    step = _named(act, (*waiting, *optional))
    if step is None:
        why = must_come_first(waiting[0]) if waiting else "every step has been done"
        known = _named(act, listed)
        return Refusal((waiting or (known or listed[0],))[0].under, why)
    for before in state.prepared:
        if before.by == act.by and before.role != act.role:
            return Refusal(
                step.under,
                f"{act.by} has already acted as {before.role}; another person must do this",
            )
    by_the_machine = act.by == act.role
    people = (*state.arrived, *state.seats.values())
    if act.role == "player" and act.by not in people and not by_the_machine:
        return Refusal(step.under, f"{act.by} is not at the table")
    run.emit(
        e.CardsPrepared(step=step.step, by=act.by, role=step.by, batch=act.batch, under=step.under)
    )
    return None


def must_come_first(step: PreparationStep) -> str:
    """Why another step may not be done yet."""
    does = "check" if step.step == "look" else step.step
    return f"the {step.by} must {does} the cards first"


def _named(act: acts.PrepareCards, among: Sequence[PreparationStep]) -> PreparationStep | None:
    return next((s for s in among if (s.step, s.by) == (act.step, act.role)), None)


def waits_for_people(state: TableState) -> bool:
    """Whether people must do the steps; otherwise the machine does them when it shuffles."""
    return state.strict_supervision and state.by_the_book


def not_ready(state: TableState) -> Refusal | None:
    """Why the cards may not be shuffled yet: a step of the preparation is missing."""
    if not waits_for_people(state) and state.preparing != "idle":
        return None
    missing = unfinished(state)
    if missing is None:
        return None
    return Refusal(missing.under, must_come_first(missing))


def not_playable(state: TableState) -> Refusal | None:
    """Why no round may be dealt from these cards: they are too old, spread, or not prepared."""
    opening = state.rules.book.opening
    if opening.renewal is not None and state.age >= opening.renewal.hours * 60:
        return Refusal(
            opening.renewal.under,
            f"the decks must be replaced after {opening.renewal.hours} hours; "
            f"they are {state.age // 60} hours old",
        )
    if opening.idle is not None and state.preparing == "idle":
        return Refusal(opening.idle.under, "the cards are spread and must be shuffled first")
    if waits_for_people(state) and state.preparing and steps(state):
        missing = unfinished(state) or steps(state)[0]
        return Refusal(missing.under, "the cards must be prepared and shuffled first")
    return None


def pass_time(run: RunningDecision, act: acts.PassTime) -> Refusal | None:
    """Let minutes pass; a table that is idle for too long has its cards spread."""
    state = run.state
    opening = state.rules.book.opening
    if act.minutes < 0:
        return Refusal(NOT_IN_THE_TEXT, "time may not run backwards")
    run.emit(e.TimePassed(minutes=act.minutes, under="opening"))
    if opening.idle is None or run.state.preparing or run.state.phase is not Phase.BETTING:
        return None
    applies = any(s.applies(state.rules.elections) for s in opening.after_idle)
    if applies and run.state.idle >= state.rules.elections[opening.idle.elected]:
        run.emit(e.ShuffleOrdered(reason="idle", under=opening.idle.under))
    return None


def may_be_recut(state: TableState) -> bool:
    """Whether a cut stack waits before it goes into the shoe, since a recut may be ordered.

    A machine loads what has been cut at once: no one may touch it.
    """
    return state.dealt_by_person and "recut" in state.rules.book.remedies


def order_recut(run: RunningDecision, act: acts.OrderRecut) -> Refusal | None:
    """Order a recut, which a supervisor may until the cards are in the shoe."""
    state = run.state
    under = state.rules.book.remedies.get("recut")
    if under is None:
        return Refusal(NOT_IN_THE_TEXT, "this book does not provide for a recut")
    shoe = state.shoe
    if shoe.is_loaded or not shoe.is_cut or shoe.cutter is None:
        return Refusal(under, "there is no cut to repeat")
    if not act.why:
        return Refusal(under, "a recut needs a reason")
    last = tuple((o.box, o.player, o.under) for o in shoe.order[shoe.declined :])
    run.emit(e.RecutOrdered(by=act.by, why=act.why, offers=last, under=under))
    return None


def show_burned(run: RunningDecision, act: acts.ShowBurned) -> Refusal | None:
    """Show the burn card, once, to a player of the table who asks, if the book allows it."""
    state = run.state
    under = state.rules.book.remedies.get("burned_card_asked")
    if under is None:
        return Refusal(state.rules.shoe.burns_first.under, "the burn card may not be shown")
    if state.shoe.burned is None:
        return Refusal(under, "this shoe has no burn card")
    plays = act.player in state.seats.values() or state.open_wagers(player=act.player)
    if not plays:
        return Refusal(under, "only a player with a seat or a bet may see the burn card")
    if act.player in state.shoe.burned_shown_to:
        return Refusal(under, f"{act.player} has already been shown this burn card")
    run.emit(e.BurnedCardShown(player=act.player, card=state.shoe.burned.text, under=under))
    return None
