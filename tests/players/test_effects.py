"""Effects of removal and correlations against published ones."""

from __future__ import annotations

import pytest

from pitboss.players.effects import ClassEffects, effects

# Peter Griffin, The Theory of Blackjack, chapter 4: per cent, one deck, A to 9 and T.
GRIFFIN = [-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51]

# Norman Wattenberger, "Card counting systems" (qfit.com/card-counting.htm): betting and insurance.
PUBLISHED = {
    "hi-lo": (0.97, 0.76), "hi-opt-1": (0.88, 0.85), "hi-opt-2": (0.91, 0.91),
    "omega-2": (0.92, 0.85), "zen": (0.96, 0.85), "halves": (0.99, 0.72), "ko": (0.98, 0.78),
}  # fmt: skip


@pytest.fixture(scope="module")
def found() -> ClassEffects:
    return effects("classic", decks=1, policy="cdz", double_after_split=False)


def test_the_effects_are_griffins_but_for_the_rules(found: ClassEffects) -> None:
    """His game has other splits and a linear estimate, so tenths of a per cent are compared."""
    seen = [100 * effect for effect in found.by_card.values()]
    assert seen == pytest.approx(GRIFFIN, abs=0.08)


def test_gone_cards_and_cards_left_even_out(found: ClassEffects) -> None:
    """Removing a card at random changes nothing, except for what not knowing it costs."""
    weighted = sum(
        effect * number
        for effect, number in zip(found.by_card.values(), found.shoe.counts, strict=True)
    )
    assert 0 <= weighted / found.shoe.size < 5e-4


def test_counts_correlate_as_published(found: ClassEffects) -> None:
    seen = {each.system: each for each in found.correlations}
    for name, (betting, insurance) in PUBLISHED.items():
        assert seen[name].betting == pytest.approx(betting, abs=0.015), name
        assert seen[name].insurance == pytest.approx(insurance, abs=0.01), name


def test_without_insurance_there_is_no_insurance_correlation() -> None:
    given_effects = effects("classic", decks=1, policy="cdz", insurance=False)
    assert given_effects.insurance is None
    assert all(each.insurance is None for each in given_effects.correlations)
    assert given_effects.to_dicts()[0]["insurance"] is None
