"""Golden rounds of the generic table."""

from __future__ import annotations

from tests.transcripts_rounds.playing import (
    CLOSE,
    Golden,
    by_hand,
    duties,
    golden,
    hit,
    report,
    rest,
    stand,
    wager,
)

ROUNDS: dict[str, Golden] = {
    "dealer": golden("Th 6h 8c As 4d", {1: 10}, stand(1), soft_17="hit"),
    "ruling": golden(
        "Th 7s 8c Td",
        {1: 10},
        report("ruling", ruling="the round goes on", why="a chip rolled among the cards"),
        stand(1),
    ),
    "void-round": golden(
        "Th 7s 8c Td", {1: 10}, report("void_round", by="Sue", why="a card fell to the floor")
    ),
    "shoe-exhausted": golden("Th 9h 7s 6c 9c 9d Kd END 4h", {1: 10, 2: 10}, hit(1), stand(2)),
    "absent": golden("Th 7s 2c Td", {1: 10}, report("absent", box=1)),
    "madness-failure": by_hand(
        golden(
            "Ah 9h Ks 8d",
            {},
            wager(1, 10),
            wager(1, 1, "madness_21"),
            CLOSE,
            duties(5),
            report("madness_failure"),
            rest,
            side_bets="madness_21",
        )
    ),
    "madness-repaired": golden(
        "Th 9h 9s 8d",
        {},
        report("madness_failure"),
        wager(1, 10),
        report("madness_repaired"),
        wager(1, 1, "madness_21"),
        CLOSE,
        stand(1),
        side_bets="madness_21",
    ),
}
