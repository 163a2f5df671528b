"""Random players always find an act: a round that got stuck would hide everything after it."""

from __future__ import annotations

from pitboss.rulebooks import rulebook
from pitboss.table import acts
from tests.rigs.random_play import RandomPlayer


def test_who_holds_every_box_and_may_bank_no_more_gives_one_up() -> None:
    """No player banks more than twice in a row (nobust type.5), and one has to."""
    rules = rulebook("nobust").elect()
    people = RandomPlayer(rules, 1, trouble=0)
    table, boxes = people.table, rules.equipment.boxes.value
    for box in range(1, boxes + 1):
        people.must(acts.Sit(box=box, player="Finn"))
    for number in range(1, rules.present(rules.banking, "banking").turns_in_a_row.value + 3):
        people.play()
        assert table.state.round == number + 1
        for box in range(1, boxes + 1):
            seated = table.state.seats.get(box)
            if seated not in (None, "Finn"):
                people.must(acts.Leave(box=box, player=seated or ""))
            if seated != "Finn":
                people.must(acts.Sit(box=box, player="Finn"))
