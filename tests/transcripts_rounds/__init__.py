"""The golden rounds: for each book a table of short rounds, each a shoe, wagers and acts."""

from __future__ import annotations

from tests.transcripts_rounds import classic, leaflet, nobust, nz, rws, zappit
from tests.transcripts_rounds.playing import Golden

PHASES = (
    "opening",
    "shuffle-and-cut",
    "betting",
    "deal",
    "side-bets",
    "window",
    "play",
    "dealer",
    "settlement",
    "collection",
    "bank",
)
"""The phases of a round; each is shown by a golden round of that name in some book."""

BOOKS: dict[str, dict[str, Golden]] = {
    "nz": nz.ROUNDS,
    "zappit": zappit.ROUNDS,
    "rws": rws.ROUNDS,
    "leaflet": leaflet.ROUNDS,
    "nobust": nobust.ROUNDS,
    "classic": classic.ROUNDS,
}
"""The golden rounds of each book by name: that of a phase, of a remedy, or of what is played."""
