"""Golden rounds of No Bust 21st Century Blackjack."""

from __future__ import annotations

from pitboss.table import acts
from tests.transcripts_rounds.playing import (
    CLOSE,
    Golden,
    bank,
    golden,
    hit,
    report,
    stand,
    wager,
)

ROUNDS: dict[str, Golden] = {
    "bank": golden("Th 9h 9c 8d", {}, bank(8, 1000), wager(1, 50), CLOSE, stand(1)),
    "short-bank": golden(
        "Th 9h 8h 9c Td 9d", {}, bank(8, 70), wager(1, 50), wager(2, 50), CLOSE, stand(1, 2)
    ),
    "passing-the-bank": golden(
        "Th 9h 9c 8d",
        {},
        acts.Sit(box=1, player="Ivy"),
        bank(8, 1000),
        wager(1, 50),
        CLOSE,
        stand(1),
        acts.DeclineBank(player="Ivy"),
        bank(8, 500),
    ),
    "over-over": golden("Th 6h 6c Td 7d 9d", {}, bank(8, 1000), wager(1, 50), CLOSE, hit(1)),
    "ruling": golden(
        "Th 9h 9c 8d",
        {},
        bank(8, 1000),
        wager(1, 50),
        CLOSE,
        report("ruling", ruling="the round goes on", why="a chip rolled among the cards"),
        stand(1),
    ),
    "void-round": golden(
        "Th 9h 9c 8d",
        {},
        bank(8, 1000),
        wager(1, 50),
        CLOSE,
        report("void_round", by="Sue", why="a card fell to the floor"),
    ),
    "shoe-exhausted": golden("Th 9h 5c 8d END", {}, bank(8, 1000), wager(1, 50), CLOSE, hit(1)),
}
