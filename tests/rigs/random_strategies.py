"""Random strategies within the rules, so that rare plays are common."""

from __future__ import annotations

from random import Random

import numpy as np

from pitboss.acts import BY_CARDS, HandAct
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.hand_states import HandWalk
from pitboss.compiled.permissions import DOUBLE, HIT, STAND
from pitboss.players.decisions import PER_STAGE, PermittedDecisions, rows_of


def wild_decisions(
    game: CompiledGame,
    walk: HandWalk,
    seed: int,
    *,
    splits: float = 0.9,
    draws: float | None = None,
) -> PermittedDecisions:
    """Choose a permitted act for every hand, splitting pairs, and drawing, as often as asked."""
    random = Random(seed)
    stages = [game.first] if game.after_exchange is None else [game.first, game.after_exchange]
    shape = (PER_STAGE * len(stages), 10, len(walk.hands))
    acts, unsplit = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    most = np.ones((len(stages), 10, 10), np.uint8)
    rows = [rows_of(game, walk, split) for split in (None, *range(10))]
    for number, stage in enumerate(stages):
        most[number] = stage.hands_at_most[:, None]
        for split in range(PER_STAGE):
            context = PER_STAGE * number + split
            for state in range(len(walk.hands)):
                row = int(rows[split][state])
                for up in range(10):
                    drawn, first = _acts(stage, walk, split, state, row, up)
                    unsplit[context, up, state] = random.choice(drawn)
                    if HandAct.SPLIT in first and random.random() < splits:
                        acts[context, up, state] = HandAct.SPLIT
                    else:
                        others = [act for act in (*drawn, *first) if act is not HandAct.SPLIT]
                        acts[context, up, state] = random.choice(others)
                    if draws is not None and HandAct.HIT in drawn and random.random() < draws:
                        acts[context, up, state] = unsplit[context, up, state] = HandAct.HIT
    fresh = np.full((10, 10), PER_STAGE if len(stages) > 1 else 0, np.uint8)
    return PermittedDecisions(acts, unsplit, most, fresh)


def _acts(
    stage: StageTables, walk: HandWalk, split: int, state: int, row: int, up: int
) -> tuple[list[HandAct], list[HandAct]]:
    """The acts permitted for any hand, and those for two cards only."""
    hand = walk.hands[state]
    if len(hand) == 1:
        return [HandAct.HIT], []
    if walk.is_over[state] or (split == 0 and stage.has_natural and walk.is_natural[state]):
        return [HandAct.STAND], []
    bits = int(stage.permitted[split][row])
    drawn = [
        act
        for act, bit in ((HandAct.STAND, STAND), (HandAct.HIT, HIT), (HandAct.DOUBLE, DOUBLE))
        if bits & bit
    ]
    first: list[HandAct] = []
    if len(hand) == 2:
        a, b = hand
        if a == b and split in (0, 1 + a) and stage.hands_at_most[a] > (2 if split else 1):
            first.append(HandAct.SPLIT)
        if split == 0:
            first += [act for act in BY_CARDS if stage.offered[act, a, b, up]]
    return drawn or [HandAct.STAND], first
