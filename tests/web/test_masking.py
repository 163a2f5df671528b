"""Sentences and cards that no viewer may see, one by one; random rounds cover the rest."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.rulebooks import rulebook
from pitboss.table import events as e
from pitboss.table.run import TableStep
from pitboss.table.state import HeldCard, TableState
from pitboss.web.wire.masking import StoredStep, shown

STATE = TableState(rules=rulebook("zappit").elect())


def public_text(event: e.Event, before: TableState = STATE, viewer: str = "Ada") -> str:
    return str(shown(StoredStep(TableStep(event, before, before, "house"), 1, "h", 0.0), viewer))


def test_collected_cards_are_counted_and_not_named() -> None:
    text = public_text(e.CardsCollected(cards=("Ks", "9h"), under="x"))
    assert "Ks" not in text and "K♠" not in text and "2 cards" in text


def test_a_held_card_that_nobody_saw_leaves_unseen() -> None:
    removed = e.CardRemoved(card="Ks", why="refused", held=True, under="x")
    for exposed in (False, True):
        held = (HeldCard(Card("Ks"), exposed=exposed),)
        before = replace(STATE, shoe=replace(STATE.shoe, held=held))
        text = public_text(removed, before)
        assert ("Ks" in text or "K♠" in text) == exposed


def test_a_burned_card_is_for_whoever_asked() -> None:
    burned_card_shown = e.BurnedCardShown(player="Ada", card="Ks", under="x")
    assert "Ks" in public_text(burned_card_shown) and "Ks" not in public_text(
        burned_card_shown, viewer="Ben"
    )
    assert "K♠" not in public_text(burned_card_shown, viewer="Ben")
    burned = public_text(e.CardBurned(card="Ks", under="x"))
    assert "Ks" not in burned and "K♠" not in burned
