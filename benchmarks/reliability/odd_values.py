"""Odd values for any field: huge, tiny, long, deep, infinite, foreign; as JSON and TOML."""

from __future__ import annotations

import json
import random
from typing import Final

_EXPONENTS: Final = ("3", "9", "40", "99", "400", "5000", "60000000", "999999999999", "-60000000")
_LENGTHS: Final = (1, 4, 12, 18, 19, 20, 40, 41, 400, 4301, 5000, 30_000)
_DEPTHS: Final = (1, 3, 21, 120, 1000, 5000)
_TEXTS: Final = (
    "", " ", "inf", "-inf", "nan", "Infinity", "NaN", "none", "any", "true", "0x1f", "1_000",
    "1__0", "٣", "²", "１２", "½", "−1", "1,5", "1/0", "0/0", "1/3", "7/1000000000000000000",
    "100%", "1e9%", "1e60000000%", "-0", "+1", ".5", "5.", "1e", "e1", "1:0", "0:1", "6:5",
    "999999999999:1",
    "9999999:1", "A:99", "T:999999999", "{ min = 1e60000000 }", "{ min = 1, max = 1e9, step = 0 }",
    "[99999.99, 100000]", "1,2,3", "perfect_pairs:999999-1-1", "perfect_pairs:1e60000000",
    "9999-12-31", "../../etc/passwd", "%00", "💥", "a" * 300, "\\", '"', "<b>", "{{7*7}}", "\n\n",
    "player's first two and dealer's first", "total 99999999999", "total over 21", "As Ks",
)  # fmt: skip


class Odd:
    """Draws odd values, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        """A text that is, or looks like, a number of some size."""
        choose = self.random.choice
        match self.random.randrange(6):
            case 0:
                return f"{choose(('', '-', '+'))}{choose('0159')}e{choose(_EXPONENTS)}"
            case 1:
                return f"{choose(('', '-', '0.'))}{choose('0179') * choose(_LENGTHS)}"
            case 2:
                return f"{choose('19') * choose(_LENGTHS)}/{choose('0139') * choose(_LENGTHS)}"
            case 3:
                return f"{self.random.uniform(-1e6, 1e6):.{choose((0, 2, 9))}f}"
            case 4:
                return f"{choose(('1e', '9' * 18 + 'e'))}{choose(_EXPONENTS)}{choose(('', '%'))}"
            case _:
                return choose(_TEXTS)

    def json(self) -> str:
        """A JSON value, as it is written."""
        choose = self.random.choice
        match self.random.randrange(10):
            case 0 | 1 | 2 | 3:
                return json.dumps(self.text())
            case 4:
                return f"{choose(('', '-'))}{choose('19') * choose(_LENGTHS)}"
            case 5:
                return f"{choose(('', '-'))}1e{choose(_EXPONENTS)}"
            case 6:
                return choose(("0", "-1", "0.5", "1e308", "5e-324", "9223372036854775808", "NaN",
                               "18446744073709551616", "Infinity", "-0.0", "2.5", "7"))  # fmt: skip
            case 7:
                depth = choose(_DEPTHS)
                return choose(("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth))
            case 8:
                number = choose((0, 3, 200, 4000))
                members = (self._small() for _ in range(number))
                return f"[{','.join(members)}]"
            case _:
                number = choose((1, 3, 200, 2000))
                message = (
                    f'"{choose(("k", "min", "-10"))}{n}":{self._small()}' for n in range(number)
                )
                return choose(
                    (
                        "null",
                        "true",
                        '"\\ud800"',
                        json.dumps("a" * 40_000),
                        f"{{{','.join(message)}}}",
                    )
                )

    def toml(self) -> str:
        """A TOML value, as it is written."""
        choose = self.random.choice
        match self.random.randrange(8):
            case 0 | 1 | 2:
                return json.dumps(self.text(), ensure_ascii=False).replace("\x7f", "")
            case 3:
                return f"{choose(('', '-', '+'))}1{choose(('', '.5'))}e{choose(_EXPONENTS)}"
            case 4:
                return choose(("inf", "-inf", "nan", "true", "9999-12-31", "23:59:59", "1_000",
                               "-7", "0.1", "99999999999", "0b1", "2", "17"))  # fmt: skip
            case 5:
                return choose(("1", "0x", "0o", "-")) + choose("147") * choose(_LENGTHS)
            case 6:
                depth = choose(_DEPTHS)
                return choose(("[" * depth + "]" * depth, "{a=" * depth + "1" + "}" * depth))
            case _:
                return f"[{', '.join(self._small() for _ in range(choose((0, 2, 30, 2000))))}]"

    def key(self) -> str:
        """A TOML key of one part or very many."""
        return ".".join(["a"] * self.random.choice((1, 2, 21, 400, 10_000)))

    def _small(self) -> str:
        return self.random.choice(("1", "0", "-1", '"x"', '"1e60000000"', "99999999999", "2.5"))
