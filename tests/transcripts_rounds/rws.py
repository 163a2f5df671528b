"""Golden rounds of Singapore's book."""

from __future__ import annotations

from pitboss.table import acts
from pitboss.table.procedure.duties import DutyKind
from tests.transcripts_rounds.playing import (
    CLOSE,
    Golden,
    by_hand,
    drawn,
    duties,
    golden,
    hit,
    report,
    rest,
    stand,
    strictly,
    until,
    wager,
    window,
)

ROUNDS: dict[str, Golden] = {
    # The phases of a round.
    "betting": golden(
        "Th 9h 9c 8d",
        {},
        wager(1, 100),
        wager(1, 50, player="Ben"),
        wager(1, 50, player="Kim", placed_by="the dealer"),
        acts.Withdraw(box=1, player="Ben"),
        CLOSE,
        window,
        stand(1),
    ),
    "window": golden(
        "Th 9h As 6c 8d Kd",
        {1: 50, 2: 50},
        acts.Insure(box=2, amount=2500),
        window,
        stand(1, 2),
    ),
    "surrender": golden(
        "Th 9h Ts 6c 8d 7d", {1: 50, 2: 50}, acts.Surrender(box=1), window, stand(2)
    ),
    # What can go wrong.
    "over-limit": golden(
        "Th 9h 9c 8d",
        {},
        wager(1, 900),
        wager(1, 600, player="Ben", unnoticed=True),
        CLOSE,
        window,
        stand(1),
        max=1000,
    ),
    "seated-first": golden(
        "Th 9h 9c 8d",
        {},
        acts.Sit(box=1, player="Ivy"),
        wager(1, 600, player="Ben"),
        wager(1, 700),
        CLOSE,
        window,
        stand(1),
        max=1000,
    ),
    "under-minimum": golden(
        "Th 9h 9c 8d",
        {},
        wager(1, 20, unnoticed=True),
        CLOSE,
        report("under_minimum", box=1, player="Ivy"),
        window,
        stand(1),
    ),
    "absent": golden("2h 9h 3c 6d 4d Td", {1: 50}, report("absent", box=1), window),
    "tech-interruption": golden(
        "Th 9h 9d 9c 8c", {1: 50, 2: 50}, report("tech_interruption", why="the power failed")
    ),
    "tech-interruption-after-a-bust": golden(
        "Th 9h 9d 5c 8c Kd 9s",
        {1: 50, 2: 50},
        window,
        hit(1),
        report("tech_interruption", why="the power failed"),
        stand(2),
    ),
    "foreign-card": golden("Th 9h 5c XX", {1: 50}, window, hit(1)),
    "card-count-wrong": golden(
        "Th 9h 9c", {1: 50}, report("card_count_wrong", why="a deck had 53 cards")
    ),
    "shoe-exhausted": golden("Th 9h 5c END", {1: 50}, window, hit(1)),
    "unshuffled": golden("Th 9h 9c", {1: 50}, report("unshuffled", why="the decks were sealed")),
    "dealing-error": golden(
        "Th 9h 9d 9c 8c 7d Td",
        {1: 50, 2: 50},
        report("dealing_error", reconstructed=False, why="the order is lost"),
        acts.Continue(player="Ivy"),
        acts.TakeBack(player="Ben"),
        window,
        stand(1),
    ),
    "extra-dealer-card": by_hand(
        golden(
            "Th 9h 8c 8d 5s",
            {1: 50},
            rest,
            window,
            stand(1),
            until(DutyKind.SETTLE),
            drawn("extra_dealer_card"),
            rest,
        )
    ),
    "stray-cards": golden(
        "Th 9h 9c 5s 6s 8d",
        {},
        wager(1, 50),
        wager(1, 20, "over_13"),
        CLOSE,
        drawn("stray_cards", 2, box=2, why="box 2 has no bet"),
        acts.Continue(player="Ivy"),
        window,
        stand(1),
    ),
    "face-up-card": golden("Th 9h 5c 4s! 8d", {1: 50}, window, hit(1), stand(1)),
    "drawn-together": golden(
        "2h 9h 3c 6s Ts 8d",
        {1: 50},
        window,
        drawn("drawn_together", 2),
        hit(1, pick="Ts"),
        acts.Continue(player="Ivy"),
        hit(1),
    ),
    "drawn-together-dealer": by_hand(
        golden(
            "Th 9h 9c 6s Ts 8d",
            {1: 50},
            rest,
            window,
            stand(1),
            drawn("drawn_together", 2),
            acts.Continue(player="Ivy"),
            rest,
        )
    ),
    "orphan-side-bet": golden(
        "8h 9h 8c Td",
        {},
        wager(1, 50),
        wager(2, 10, "player_pair", unnoticed=True),
        CLOSE,
        window,
        stand(1),
    ),
    "side-bets": golden(
        "8h 9h 8c Td",
        {},
        wager(1, 50),
        wager(1, 10, "player_pair"),
        wager(1, 10, "over_13"),
        CLOSE,
        window,
        stand(1),
    ),
    "side-bets-missed": by_hand(
        golden(
            "8h 9h 8c Td",
            {},
            wager(1, 50),
            wager(1, 10, "player_pair"),
            CLOSE,
            duties(4),
            report("side_bets_missed", why="box 1 was passed over"),
            rest,
            window,
            stand(1),
            rest,
        )
    ),
    "void-round": strictly(
        golden(
            "Th 9h 9c",
            {1: 50},
            report("unshuffled", by="Sue", why="the decks were sealed", approved_by="Max"),
        )
    ),
    "squeeze": golden(
        "Th 9h 9c 8d",
        {},
        wager(1, 50),
        acts.Squeeze(box=1, player="Ivy"),
        CLOSE,
        window,
        stand(1),
        allow_squeeze=True,
    ),
    "squeeze-exposed": golden(
        "Th 9h 9c 8d",
        {},
        wager(1, 50),
        acts.Squeeze(box=1, player="Ivy"),
        CLOSE,
        report("squeeze_exposed", box=1, why="the dealer turned the T♥"),
        window,
        stand(1),
        allow_squeeze=True,
    ),
    "ruling": golden(
        "Th 9h 9c 8d",
        {1: 50},
        report(
            "ruling", by="Max", ruling="the hand is played out", why="a drink ran over the cards"
        ),
        window,
        stand(1),
    ),
}
