"""Fairness: shoes as a table seals, cuts, deals and reveals them, checked by other code."""

from __future__ import annotations

import random

from benchmarks.reliability.figures import Figure
from pitboss.audit import fairness as verifier
from pitboss.law.shoe import composition, cut_limits, size
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.table.sources import Marker, ShoeEmpty
from pitboss.web.live.shoes import HouseShoe


def fairness(*, shoes: int) -> Figure:
    """Recalculate the order of this many shoes from what is published."""
    chance = random.Random(9)
    held = sealed_before = told_after = 0
    for number in range(shoes):
        rules = rulebook(BOOKS[number % len(BOOKS)]).elect()
        shoe = HouseShoe(f"table {number}")
        shoe.shuffle(composition(rules))
        seal = shoe.commitment
        assert seal is not None
        sealed_before += not shoe.take_reveals()  # nothing about the secret is published yet
        depth = chance.randint(*cut_limits(rules, size(rules)))
        shoe.cut(depth)
        dealt = []
        for _ in range(chance.randint(1, size(rules))):
            try:
                card = shoe.draw()
            except ShoeEmpty:
                break
            if not isinstance(card, Marker):
                dealt.append(str(getattr(card, "text", card)))
        shoe.end()
        (reveal,) = shoe.take_reveals()
        told_after += reveal.secret != ""
        verdict = verifier.verify(
            commitment=seal.digest,
            secret=reveal.secret,
            table=reveal.table,
            shoe=reveal.shoe,
            composition=reveal.composition,
            cut=reveal.cut,
            dealt=dealt,
        )
        held += verdict.holds and reveal.cut == depth
    seen = f"{shoes} shoes sealed before the cut, {held} dealt as the independent verifier has them"
    return Figure(seen, held == sealed_before == told_after == shoes)
