"""Golden rounds of the leaflet."""

from __future__ import annotations

from tests.transcripts_rounds.playing import CLOSE, Golden, golden, hit, report, stand, wager

ROUNDS: dict[str, Golden] = {
    "play": golden("8h 7s 8c Td", {1: 25}, hit(1)),
    "side-bets": golden(
        "8h 7s 8h Td", {}, wager(1, 25), wager(1, 10, "perfect_pairs"), CLOSE, stand(1)
    ),
    "ruling": golden(
        "Th 9h 8c 8d",
        {1: 25},
        report("ruling", ruling="the round goes on", why="a chip rolled among the cards"),
        stand(1),
    ),
    "void-round": golden(
        "Th 9h 8c",
        {1: 25},
        report("void_round", by="Sue", why="a card fell to the floor"),
    ),
    "shoe-exhausted": golden("Th 9h 5c END", {1: 25}, hit(1)),
}
