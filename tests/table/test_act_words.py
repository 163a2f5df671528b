"""An act is described in one place: commands, worked rounds and keys come from it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pitboss.scenarios.format import WORKED, EntryKeys, keys_of_act
from pitboss.table import acts
from pitboss.table.act_words import ActWords, Amount, Box, By, Origin, SentAs, Speaker
from pitboss.terminal.decisions import IN_PLAY, IN_WINDOW, MEANINGS
from pitboss.web.live import commands as c


class _Tip(acts.Act, frozen=True, kw_only=True):
    """Give the dealer something."""

    words = ActWords("tip_dealer", "tip", "Tip", key="t", by=By.DEALERS)
    box: Box
    stake: Annotated[Amount, SentAs("amount")]
    player: Speaker | None = None
    counted: Annotated[bool, Origin.INTERNAL] = False


def test_a_new_act_is_a_command_without_another_word() -> None:
    made = c.command_for(_Tip)
    command = msgspec.json.decode(b'{"type":"tip_dealer","box":3,"amount":500}', type=made)
    assert c.who_may(made) == c.who_may(c.Perform)
    assert c.act_of(command, "Ada") == _Tip(box=3, stake=500, player="Ada")
    schema: Any = msgspec.json.schema(made)["$defs"]["TipDealer"]
    assert schema["description"] == "Give the dealer something."
    assert schema["properties"]["amount"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 100_000_000_00,
    }
    assert set(schema["properties"]) == {"type", "box", "amount"}
    for wrong in (b'"amount":0', b'"amount":1,"player":"Bob"', b'"amount":1,"counted":true'):
        body = b'{"type":"tip_dealer","box":3,' + wrong + b"}"
        try:
            msgspec.json.decode(body, type=made)
        except msgspec.ValidationError:
            continue
        raise AssertionError(body)


def test_a_new_act_is_read_in_worked_rounds_without_another_word() -> None:
    assert keys_of_act(_Tip) == EntryKeys(("box", "stake"), ("player",))


def test_words_are_used_once() -> None:
    for words in (
        [kind.words.command for kind in acts.KINDS],
        [kind.words.in_rounds for kind in acts.KINDS],
        [kind.words.key for kind in acts.KINDS],
    ):
        texts = [word for word in words if word]
        assert len(texts) == len(set(texts))


OF_SPOKEN_BETS: set[type[c.Command]] = {c.PlaceDeclared, c.ReturnDeclared}
"""The dealer's answers to a bet that a player has said: they name whose it is, and no amount."""


def test_a_command_moves_nobody_elses_chips() -> None:
    """The sender of a command is its player: no other command names one."""
    for kind in c.KINDS:
        named = {"player", "by"} & set(kind.__struct_fields__)
        assert named == ({"player"} if kind in OF_SPOKEN_BETS else set()), kind
    for spoken in OF_SPOKEN_BETS:
        assert spoken.by is By.DEALERS and "amount" not in spoken.__struct_fields__


def test_the_words_of_the_format_and_the_terminal() -> None:
    assert set(WORKED) == {
        "stand", "hit", "double", "split", "zap", "surrender", "refuse_card", "insurance",
        "even_money", "press_button", "continue", "take_back", "late_card", "dead_hand", "bet",
        "withdraw", "deal", "cut", "decline_cut", "accept_bank", "decline_bank",
    }  # fmt: skip
    assert "".join(IN_PLAY) == "hsdprzx" and "".join(IN_WINDOW) == "ier"
    assert [MEANINGS[key] for key in "ier"] == ["insurance", "even money", "surrender"]
