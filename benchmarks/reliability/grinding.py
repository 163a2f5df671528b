"""An operator who tries many secrets and seals one they like: the players' seeds defeat it.

The house wants a blackjack for itself in the first round: the second and the fourth card of a deck.
It tries secrets until one gives it one, seals it, and only then do the people give their seeds.
"""

from __future__ import annotations

from benchmarks.reliability.figures import Figure, progress
from pitboss.cards import DECK, Card
from pitboss.table.fairness import CommittedShoe

TRIED_AT_ONCE = 100_000


def _wins(shoe: CommittedShoe) -> int:
    """What the house has in the first round; a blackjack is best."""
    cards = [shoe.draw() for _ in range(4)]
    assert all(isinstance(card, Card) for card in cards)
    ranks = {str(getattr(card, "text", ""))[0] for card in (cards[1], cards[3])}
    return 2 if "A" in ranks and ranks & set("TJQK") else int("A" in ranks)


def _dealt(secret: int, seed: str | None) -> int:
    shoe = CommittedShoe("grinding", draw_secret=lambda: secret.to_bytes(32, "big"))
    shoe.shuffle(DECK)
    if seed is not None:
        shoe.give("Ann", seed)
        shoe.mix_seeds()
    return _wins(shoe)


def grinding(*, secrets: int, seeds: int) -> Figure:
    """Try every secret; how often the chosen ones win once players have given their seeds."""
    liked = []
    for secret in range(secrets):
        if _dealt(secret, None) == 2:
            liked.append(secret)
        if secret % TRIED_AT_ONCE == TRIED_AT_ONCE - 1:
            progress(f"{secret + 1} secrets tried")
    won = sum(_dealt(liked[n % len(liked)], f"seed {n}") == 2 for n in range(seeds))
    chance = 2 * 4 * 16 / (52 * 51)
    even, spread = chance * seeds, (seeds * chance * (1 - chance)) ** 0.5
    seen = (
        f"{secrets:,} secrets tried, {len(liked):,} give the house a blackjack; with seeds it has "
        f"one in {won} of {seeds} shoes, {even:.0f} being due ({(won - even) / spread:+.1f} sigma)"
    )
    return Figure(seen, bool(liked) and abs(won - even) < 4 * spread)
