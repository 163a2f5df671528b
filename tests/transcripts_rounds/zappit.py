"""Golden rounds of ZAPPIT Blackjack."""

from __future__ import annotations

from pitboss.table import acts
from pitboss.table.procedure.duties import DutyKind
from tests.transcripts_rounds.playing import (
    CLOSE,
    Golden,
    by_hand,
    cut,
    drawn,
    duties,
    from_a_seed,
    golden,
    hit,
    lose_a_card,
    new_shoe,
    prepare,
    report,
    rest,
    shuffle,
    sit,
    stand,
    strictly,
    until,
    wager,
    window,
)

OPENING = ("inspect", "verify:supervisor", "spread", "view:player", "turn", "wash", "stack")

ROUNDS: dict[str, Golden] = {
    # The phases of a round.
    "shuffle-and-cut": golden(
        "5d",
        {},
        sit(1),
        sit(2),
        shuffle(),
        acts.DeclineCut(player="Ivy"),
        cut("Ben", 100),
    ),
    "deal": golden("Th 9h 7s 9c 9d Td", {1: 10, 2: 10}, stand(1, 2)),
    "window": golden(
        "Ah Th As Kc 9d 6c 8h",
        {1: 20, 2: 20},
        acts.TakeEvenMoney(box=1),
        acts.Insure(box=2, amount=1000),
        window,
        stand(2),
        even_money=True,
    ),
    "collection": golden("Th 9h 7s 6c 9c 9d 8c Kd", {1: 10, 2: 10}, hit(1), stand(2)),
    "zap": golden(
        "Th 9h 7s 6c 9c 9d 2c 3c 5s Kd 4h",
        {1: 10, 2: 10},
        acts.Zap(box=1),
        hit(1),
        hit(1),
        stand(1, 2),
    ),
    "idle": golden(
        "5d 6d",
        {},
        sit(1),
        new_shoe,
        acts.PassTime(minutes=10),
        prepare("spread", "view:player", "wash", "stack"),
        new_shoe,
    ),
    # What can go wrong.
    "face-up-card": golden("Th 7s 2c 9d 5s! 8d Td", {1: 10}, hit(1), stand(1)),
    "drawn-unexposed": golden(
        "Th 7s 2c Td 5s", {1: 10}, drawn("drawn_unexposed"), hit(1), stand(1)
    ),
    "exposed-card": golden(
        "Th 9h 7s 6c 8c Td 5d",
        {1: 10, 2: 10},
        drawn("exposed_card"),
        acts.RefuseCard(box=1),
        acts.RefuseCard(box=2),
    ),
    "extra-dealer-card": by_hand(
        golden(
            "Th 7s 8c Td 5s",
            {1: 10},
            rest,
            stand(1),
            until(DutyKind.SETTLE),
            drawn("extra_dealer_card"),
            rest,
        )
    ),
    "dealer-card-missed": by_hand(
        golden(
            "Th 9h 8c 8d 7s Td",
            {1: 10, 2: 10},
            duties(2),
            report("dealer_card_missed", which="first"),
            rest,
            stand(1),
            stand(2),
            rest,
        )
    ),
    "shoe-exhausted": golden("Th 9h 7s 6c 9c 9d Kd END 2s 4h", {1: 10, 2: 10}, hit(1), stand(2)),
    "no-cards-dealt": by_hand(
        golden(
            "9h 7s 9c Td",
            {1: 10, 2: 10},
            report("no_cards_dealt", box=1, why="the dealer passed box 1 over"),
            rest,
            stand(2),
            rest,
        )
    ),
    "one-card-dealt": by_hand(
        golden(
            "Th 9h 7s 9c 8d Td",
            {1: 10, 2: 10},
            duties(3),
            report("one_card_dealt", box=1),
            rest,
            acts.TakeLateCard(box=1),
            rest,
            stand(1),
            stand(2),
            rest,
        )
    ),
    "missed-card": golden(
        "Th 9h 7s 6c 8c Td 4d",
        {1: 10, 2: 10},
        report("missed_card", box=1, hand=1, why="Ivy had tapped for a card"),
        stand(2),
        acts.TakeLateCard(box=1),
        stand(1),
    ),
    "wrong-peek": golden(
        "Th 7s 9c Td", {1: 10}, report("wrong_peek", why="the up card is a seven"), stand(1)
    ),
    "reader-fault": golden(
        "Th 7s 9c Td",
        {1: 10},
        report("reader_fault"),
        report("reader_repaired"),
        stand(1),
    ),
    "reader-repaired": golden(
        "Th 7s 9c Td",
        {},
        wager(1, 10),
        report("reader_fault"),
        report("reader_repaired"),
        CLOSE,
        stand(1),
    ),
    "shuffler-fault": golden(
        "5d Th 7s 9c Td 6d",
        {},
        new_shoe,
        wager(1, 10),
        CLOSE,
        report("shuffler_fault", why="it jammed in its cycle"),
        stand(1),
        new_shoe,
        shuffler="batch_machine",
    ),
    "shuffler-dead": golden(
        "5d Th 7s 9c Td",
        {},
        report("shuffler_dead"),
        new_shoe,
        wager(1, 10),
        CLOSE,
        stand(1),
        shuffler="batch_machine",
    ),
    "reshuffle-ordered": golden(
        "5d Th 7s 9c Td 6d",
        {},
        new_shoe,
        wager(1, 10),
        CLOSE,
        stand(1),
        report("reshuffle_ordered", by="Sue", why="a new player asked for it"),
        new_shoe,
    ),
    "missing-card": from_a_seed(golden("", {}, new_shoe, lose_a_card, shuffle("ordered"))),
    "recut": golden(
        "5d",
        {},
        sit(1),
        sit(2),
        shuffle(),
        cut("Ivy", 100, load=False),
        acts.OrderRecut(by="Sue", why="a card was exposed"),
        acts.DeclineCut(player="Ivy"),
        cut("Ben", 150),
    ),
    "readmitted": golden(
        "Th 9h 7s 9c 9d Td 8h 7d Tc Ts",
        {1: 10, 2: 10},
        stand(1, 2),
        wager(1, 10),
        CLOSE,
        stand(1),
        report("readmitted", player="Ben", by="Sue"),
        wager(2, 10),
        no_mid_shoe_entry=True,
    ),
    "cards-replaced": strictly(
        golden(
            "5d 6d Th 7s 9c Td",
            {},
            sit(1),
            prepare(*OPENING),
            new_shoe,
            wager(1, 10),
            acts.PassTime(minutes=24 * 60),
            report("cards_replaced", by="Sue", why="the decks are a day old"),
            prepare(*OPENING),
            new_shoe,
            CLOSE,
            stand(1),
        )
    ),
}
