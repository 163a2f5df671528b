"""Reading scenarios: ours can all be read; an error says where, what, and what is allowed."""

from __future__ import annotations

import re
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import Card, cards
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks.enumerations import Result
from pitboss.scenarios.format import (
    ACT_KEYS,
    EVENT_KEYS,
    BankLine,
    BettorRole,
    CutOffer,
    Expect,
    ExpectedHand,
    ExpectedWager,
    HandAt,
    Reshuffle,
    Scenario,
    ScenarioFile,
    ScriptedAct,
    ScriptedEvent,
    ScriptedFaceUp,
    ScriptedMarker,
    SettlingTime,
    ShuffleReason,
    VoidOrder,
    WagerLine,
)
from pitboss.scenarios.loader import BadScenario, read_scenarios, read_text
from pitboss.scenarios.strict_yaml import BadYaml, load

OURS = {"nz": 40, "zappit": 24, "rws": 26, "leaflet": 9, "nobust": 23}
DOCS = Path(__file__).parents[2] / "docs" / "reference" / "scenarios.md"

TEXT = """\
format: 1
rulebook: nz
scenarios:
- id: X01
  title: "Ten against 17, insurance refused"
  rulebook: nz
  clauses: ["5.1(b)", "9.1"]
  settings: {decks: 4}
  wagers:
    - {box: 1, player: P1, role: seated, kind: main, stake: 12.50}
  shoe: [Kh, 7d, Qs, CUT, "3s!", Tc]
  acts:
    - {box: 1, player: P1, act: insurance, amount: 5, refused: "9.1"}
    - {event: damaged_card, card: 7d}
    - {box: 1, hand: 1, act: stand}
  expect:
    dealer: {cards: [7d, Tc], total: 17, soft: false, blackjack: false}
    hands:
      - {box: 1, hand: 1, cards: [Kh, Qs], total: 20}
    wagers:
      - {box: 1, hand: 1, player: P1, kind: main, stake: 12.5,
         result: win, paid: 12.5, returned: 25, when: end}
    net: {P1: 12.5}
    cards_used: 5
    removed: [3s]
"""
"""A valid file."""


def one(text: str = TEXT) -> Scenario:
    (scenario,) = read_text("own.yaml", text).scenarios
    return scenario


def entry(line: str) -> ScriptedAct | ScriptedEvent:
    """What an entry of ``acts`` is read as."""
    written = TEXT.replace("{event: damaged_card, card: 7d}", line)
    return one(written).rounds[0].acts[1]


def error(text: str) -> str:
    with pytest.raises(BadScenario) as caught:
        read_text("own.yaml", text)
    stated_text = str(caught.value)
    assert stated_text.startswith("own.yaml: ")
    assert "\n" not in stated_text
    return stated_text


# What can be read.


@pytest.mark.parametrize("book", OURS)
def test_our_scenarios_can_be_read(book: str) -> None:
    path = files("pitboss.scenarios") / "books" / f"{book}.yaml"
    file = read_scenarios(str(path))
    assert (file.where, file.rulebook, len(file.scenarios)) == (str(path), book, OURS[book])


def test_a_scenario_of_one_round() -> None:
    scenario = one()
    assert scenario.settings == (("decks", 4),)
    assert scenario.clauses == ("5.1(b)", "9.1")
    (played,) = scenario.rounds
    assert played.bank is None
    assert played.wagers == (
        WagerLine(box=1, player="P1", role=BettorRole.SEATED, kind=WagerKind.MAIN, stake=12_50),
    )
    kh, seven, queen, ten = cards("Kh 7d Qs Tc")
    assert played.shoe == (kh, seven, queen, ScriptedMarker.CUT, ScriptedFaceUp(Card("3s")), ten)
    assert played.acts == (
        ScriptedAct(
            act="insurance", given={"box": 1, "player": "P1", "amount": 5_00}, refused="9.1"
        ),
        ScriptedEvent(event="damaged_card", card=Card("7d")),
        ScriptedAct(act="stand", given={"box": 1, "hand": 1}),
    )
    assert played.expect.wagers == (
        ExpectedWager(
            box=1,
            hand=1,
            player="P1",
            kind=WagerKind.MAIN,
            stake=12_50,
            result=Result.WIN,
            paid=12_50,
            returned=25_00,
            when=SettlingTime.END,
        ),
    )
    assert played.expect.hands == (ExpectedHand(box=1, hand=1, cards=(kh, queen), total=20),)
    assert played.expect.net == (("P1", 12_50),)


def test_absent_is_not_empty() -> None:
    expect = one().rounds[0].expect
    assert (expect.cards_left, expect.replaced, expect.net_with) == (None, None, None)
    stated_expect = one(TEXT.replace("removed: [3s]", "removed: []")).rounds[0].expect
    assert stated_expect.removed == ()


def test_several_rounds_with_a_bank() -> None:
    nobust = read_scenarios(str(files("pitboss.scenarios") / "books" / "nobust.yaml"))
    scenario = next(one for one in nobust.scenarios if one.id == "N20")
    assert scenario.seats == ((1, "P1"), (3, "P3"), (4, "P4"), (6, "P6"))
    assert [played.bank for played in scenario.rounds] == [
        BankLine(box=3, player="P3", wager=200_00),
        BankLine(box=3, player="P3", wager=200_00),
        BankLine(box=6, player="P6", wager=200_00),
    ]
    assert scenario.rounds[1].expect.fees == (("P1", 1_00), ("P3", 2_00))


def test_rounds_that_follow_each_other() -> None:
    nz = read_scenarios(str(files("pitboss.scenarios") / "books" / "nz.yaml"))
    first, second = next(one for one in nz.scenarios if one.id == "NZ42").rounds
    assert first.expect.reshuffle is Reshuffle.AFTER_ROUND
    assert first.expect.cut_offer == CutOffer(box=5, player="P3", clause="7.3(c)")
    assert second.acts[0] == ScriptedEvent(
        event="shuffle", reason=ShuffleReason.CUT_CARD, at="dealer"
    )


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (
            "{box: 1, hand: 1, act: double, amounts: {P1: 20, P2: 5}}",
            ScriptedAct(
                act="double", given={"box": 1, "hand": 1}, amounts=(("P1", 20_00), ("P2", 5_00))
            ),
        ),
        (
            "{box: 1, hand: 1, act: split, with: [P2], stay: {P3: 2}}",
            ScriptedAct(act="split", given={"box": 1, "hand": 1}, with_=("P2",), stay=(("P3", 2),)),
        ),
        ("{act: deal}", ScriptedAct(act="deal")),
        (
            "{player: employee, act: cut, depth: 104}",
            ScriptedAct(act="cut", given={"player": "employee", "depth": 104}),
        ),
        (
            "{box: 2, player: employee, act: press_button, prize: 40}",
            ScriptedAct(act="press_button", given={"box": 2, "player": "employee", "prize": 40_00}),
        ),
        (
            "{box: 3, player: P5, act: withdraw, kind: main, refused: '5.5(b)'}",
            ScriptedAct(
                act="withdraw",
                given={"box": 3, "player": "P5", "kind": WagerKind.MAIN},
                refused="5.5(b)",
            ),
        ),
        (
            "{event: csm_malfunction, ruling: void_hands, hands: [{box: 2, hand: 1}]}",
            ScriptedEvent(
                event="csm_malfunction",
                ruling=VoidOrder.VOID_HANDS,
                hands=(HandAt(box=2, hand=1),),
            ),
        ),
        (
            "{event: csm_malfunction, ruling: void_round, after_cards: 3}",
            ScriptedEvent(event="csm_malfunction", ruling=VoidOrder.VOID_ROUND, after_cards=3),
        ),
        (
            "{event: shuffle, reason: cut_card, at: 4}",
            ScriptedEvent(event="shuffle", reason=ShuffleReason.CUT_CARD, at=4),
        ),
        (
            "{box: 1, hand: 2, act: double, amount: 5, pick: Kh}",
            ScriptedAct(
                act="double", given={"box": 1, "hand": 2, "amount": 5_00, "pick": Card("Kh")}
            ),
        ),
        (
            "{box: 1, hand: 2, player: P1, act: withdraw, kind: double, refused: '3.22'}",
            ScriptedAct(
                act="withdraw",
                given={"box": 1, "hand": 2, "player": "P1", "kind": WagerKind.DOUBLE},
                refused="3.22",
            ),
        ),
        (
            "{box: 1, hand: 1, act: insurance, amount: 5}",
            ScriptedAct(act="insurance", given={"box": 1, "hand": 1, "amount": 5_00}),
        ),
        (
            "{event: reader_fault, after_cards: 3}",
            ScriptedEvent(event="reader_fault", after_cards=3),
        ),
    ],
)
def test_entries(line: str, read: ScriptedAct | ScriptedEvent) -> None:
    assert entry(line) == read


def test_settings_are_elections_and_odds_stay_odds() -> None:
    text = TEXT.replace("nz", "zappit").replace("decks: 4", "decks: 6, bj_pay: 6:5")
    assert one(text).settings == (("decks", 6), ("bj_pay", "6:5"))


def test_a_title_may_be_folded_and_a_round_without_decisions_needs_no_acts() -> None:
    folded = TEXT.replace('title: "Ten against 17, insurance refused"', "title: >\n    Ten\n    up")
    without = re.sub(r"  acts:\n(    - .*\n)+", "", folded)
    assert (one(without).title, one(without).rounds[0].acts) == ("Ten up", ())


# What cannot.

WRONG = {
    "format": ("format: 1", "format: 2", "format", "the format is 1"),
    "format as text": ("format: 1", "format: '1'", "format", "the format is 1"),
    "no format": ("format: 1\n", "", "", "'format' is missing"),
    "no such book": ("rulebook: nz\ns", "rulebook: nt\ns", "rulebook", "the books are nz, zappit"),
    "another book": ("  rulebook: nz", "  rulebook: rws", "X01: rulebook", "for 'nz'"),
    "unknown key": ("  title:", "  titel:", "X01", "'titel' does not belong here"),
    "missing key": ("  shoe: [Kh", "  #: [Kh", "X01", "'shoe' is missing"),
    "no id": ("- id: X01\n ", "-", "scenario 1", "'id' is missing"),
    "id as number": ("id: X01", "id: 1", "scenario 1: id", "a text of one line"),
    "clause unquoted": ('"9.1"]', "9.10]", "X01: clauses 2", 'quoted, as in "9.10"'),
    "refusal unquoted": ('refused: "9.1"', "refused: 9", "acts 1.refused", 'quoted, as in "9"'),
    "decks missing": ("{decks: 4}", "{boxes: 7}", "settings", "'decks' is missing"),
    "unknown setting": ("decks: 4", "decks: 4, deks: 4", "settings", "nz has no election 'deks'"),
    "setting out of range": ("decks: 4", "decks: 9", "settings", "nz 3.3(a) allows"),
    "settings as list": ("{decks: 4}", "[4]", "settings", "is not a mapping"),
    "no player": ("player: P1, role", "player: Bob, role", "wagers 1.player", "P1, P2"),
    "employee bets": ("player: P1, role", "player: employee, role", "wagers 1.player", "P1, P2"),
    "role": ("seated", "sitting", "wagers 1.role", "allowed: seated, standing"),
    "kind": ("main, stake: 12.50", "side, stake: 1", "wagers 1.kind", "allowed: main, perfect"),
    "late kind": ("main, stake: 12.50", "double, stake: 1", "wagers 1.kind", "allowed: main,"),
    "more than two decimals": ("12.50}", "12.505}", "wagers 1.stake", "more than two decimals"),
    "money as text": ("12.50}", "'12.50'}", "wagers 1.stake", "an amount of money"),
    "money as truth": ("12.50}", "true}", "wagers 1.stake", "an amount of money"),
    "negative stake": ("12.50}", "-1}", "wagers 1.stake", "0 or more"),
    "box zero": ("- {box: 1, player: P1, r", "- {box: 0, player: P1, r", "wagers 1.box", "least 1"),
    "wagers no list": (
        "    - {box: 1, player: P1, role",
        "    {box: 1, player: P1, role",
        "wagers",
        "list",
    ),
    "no such card": ("[Kh,", "[1h,", "shoe 1", "Td or one of 3s!, XX, CUT, END"),
    "no such marker": ("CUT", "CUTS", "shoe 4", "Td or one of 3s!, XX, CUT, END"),
    "card too often": ("[Kh,", "[Kh, Kh, Kh, Kh, 'Kh!',", "shoe", "4 decks allow 4"),
    "act": ("act: stand", "act: stnd", "acts 3.act", "allowed: bet, withdraw, deal"),
    "event": ("damaged_card", "damage", "acts 2.event", "allowed: shuffle, dealer_change"),
    "act and event": ("event: dam", "act: stand, event: dam", "acts 2", "either act or event"),
    "no act": ("act: stand", "do: stand", "acts 3", "either act or event"),
    "key of another act": ("act: stand", "act: stand, pick: Kh", "acts 3", "to the act stand"),
    "act needs a box": ("{box: 1, hand: 1, act", "{hand: 1, act", "acts 3", "'box' is missing"),
    "refused event": (
        "card: 7d}",
        "card: 7d, refused: '1'}",
        "acts 2",
        "to the event damaged_card",
    ),
    "event needs card": (", card: 7d", "", "acts 2", "'card' is missing"),
    "cut by a guest": ("act: stand", "act: stand, player: dealer", "acts 3.player", "P1, P2"),
    "expect key": ("cards_used", "card_used", "X01: expect", "'card_used' does not belong"),
    "result": ("result: win", "result: wins", "expect.wagers 1.result", "standoff"),
    "when": ("when: end", "when: late", "expect.wagers 1.when", "allowed: first_card"),
    "expected stake": ("stake: 12.5,", "stake: 12.5.0,", "expect.wagers 1.stake", "money"),
    "paid missing": ("paid: 12.5, ", "", "expect.wagers 1", "'paid' is missing"),
    "main without hand": (
        "{box: 1, hand: 1, player",
        "{box: 1, player",
        "expect.wagers 1",
        "is on a hand",
    ),
    "side bet on a hand": (
        "kind: main, stake: 12.5,",
        "kind: insurance, stake: 12.5,",
        "expect.wagers 1.hand",
        "no hand",
    ),
    "truth": ("soft: false", "soft: no", "expect.dealer.soft", "true or false"),
    "dealer key": ("soft: false, ", "", "expect.dealer", "'soft' is missing"),
    "total": ("total: 20", "total: twenty", "expect.hands 1.total", "a whole number"),
    "net of nobody": ("{P1: 12.5}", "{Q1: 12.5}", "expect.net", "P1, P2"),
    "null": ("cards_used: 5", "cards_used:", "expect.cards_used", "null is not"),
    "marker among removed": ("removed: [3s]", "removed: [CUT]", "removed 1", "Td or one of XX"),
    "reshuffle": ("cards_used: 5", "reshuffle: soon", "expect.reshuffle", "after_round, at_once"),
    "net_with": (
        "net: {P1",
        "net_with: [{settings: {deks: 4}, net: {}}]\n    net: {P1",
        "expect.net_with 1.settings",
        "no election 'deks'",
    ),
    "bank": (
        "  wagers:\n    -",
        "  bank: {box: 8, player: P8, wager: 10}\n  wagers:\n    -",
        "X01: bank",
        "no player banks",
    ),
    "rounds beside": ("  wagers:\n    -", "  rounds: []\n  wagers:\n    -", "X01", "with rounds"),
    "broken YAML": ("settings: {decks: 4}", "settings: {decks: 4", "line 9", "not YAML"),
    "key twice": ("  title:", "  id: X02\n  title:", "line 5", "'id' occurs twice"),
    "alias": ("{decks: 4}", "&a {decks: 4}", "line 8", "anchors (&a) are not allowed"),
    "tag": ("{decks: 4}", "!!map {decks: 4}", "line 8", "tags"),
    "python tag": ("id: X01", "id: !!python/name:os.system X", "line 4", "tags"),
}


@pytest.mark.parametrize(("old", "new", "place", "wrong"), WRONG.values(), ids=WRONG.keys())
def test_an_error_says_where_and_what(old: str, new: str, place: str, wrong: str) -> None:
    assert old in TEXT
    text = error(TEXT.replace(old, new, 1))
    assert f"{place}: " in text
    assert wrong in text


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{box: 1, hand: 1, act: double}", "one of amount, amounts is needed"),
        ("{box: 1, hand: 1, act: double, amount: 1, amounts: {P1: 1}}", "exactly one of"),
        ("{box: 1, hand: 1, act: split, with: P2}", "is not a list"),
        ("{box: 1, hand: 2, act: even_money}", "a whole number from 1 to 1"),
        ("{box: 1, hand: 1, act: split, stay: {P2: no}}", "acts 2.stay.P2: 'no'"),
        ("{player: P1, act: cut}", "'depth' is missing"),
        ("{player: house, act: cut, depth: 60}", "or employee or dealer"),
        ("{player: dealer, act: press_button, box: 1, prize: 1}", "or employee"),
        ("{act: deal, box: 1}", "does not belong to the act deal; allowed: act, refused"),
        ("{act: bet, box: 1, player: P1, kind: main}", "'stake' is missing"),
        ("{event: shuffle, reason: bored}", "allowed: start, cut_card, ordered, replaced"),
        ("{event: shuffle, reason: start, at: 1}", "with the reason cut_card"),
        ("{event: shuffle, reason: cut_card, at: bar}", "the number of a box or dealer"),
        ("{event: dealer_card_missed, which: third}", "allowed: first, second"),
        ("{event: drawn_together, cards: [9c]}", "at least two"),
        ("{event: csm_malfunction, ruling: void_hands}", "must name its hands"),
        ("{event: csm_malfunction, ruling: void_round, hands: [{box: 1, hand: 1}]}", "must not"),
        ("{event: csm_malfunction, ruling: void_hands, hands: [{box: 1}]}", "hands 1: the key"),
        ("{event: dealing_error, reconstructed: maybe}", "true or false"),
        ("{event: dealer_change, after_cards: 2}", "to the event dealer_change"),
        ("{event: tech_interruption, after_cards: -1}", "of at least 0"),
        ("{event: rebuilt}", "event: 'rebuilt'"),
        ("{event: missing_card}", "event: 'missing_card'"),
        ("{event: under_minimum, box: 1}", "event: 'under_minimum'"),
        ("stand", "either act or event"),
    ],
)
def test_an_entry_that_is_wrong(line: str, wrong: str) -> None:
    text = error(TEXT.replace("{event: damaged_card, card: 7d}", line))
    assert text.startswith("own.yaml: X01: acts 2")
    assert wrong in text


def test_the_whole_sentence() -> None:
    text = error(TEXT.replace("act: stand", "act: zap, amount: 3"))
    assert text == (
        "own.yaml: X01: acts 3: the key 'amount' does not belong to the act zap; "
        "allowed: act, box, hand, player, refused"
    )


def test_a_wager_is_refused_or_unnoticed() -> None:
    line = 'stake: 12.50, refused: "14.1", unnoticed: true}'
    assert "either refused or unnoticed" in error(TEXT.replace("stake: 12.50}", line))


def test_an_id_is_given_once() -> None:
    scenario = TEXT[TEXT.index("- id") :]
    assert "scenario 2: id: 'X01' is taken by an earlier" in error(TEXT + scenario)


def test_a_place_in_a_later_round() -> None:
    head, body = TEXT.split("  wagers:\n", 1)
    indented = ("  wagers:\n" + body).replace("\n", "\n    ").rstrip()
    rounds = f"{head}  rounds:\n    -{indented[1:]}\n    -{indented[1:]}\n"
    assert len(one(rounds).rounds) == 2
    first, _, second = rounds.rpartition("[Kh, 7d")
    assert "X01: rounds 2.shoe 1: 'Zh'" in error(f"{first}[Zh, 7d{second}")
    assert "X01: rounds: 0 given; at least 1" in error(f"{head}  rounds: []\n")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "the file is empty"),
        ("scenarios", "a mapping with format, rulebook, scenarios"),
        (f"{TEXT}---\n{TEXT}", "a second document"),
        ("%YAML 1.1\n---\n" + TEXT, "directives"),
        ("a: *b", "aliases (*b)"),
        ("? [a]\n: b", "a key is a list or a mapping"),
        ("[" * 10_000, "more than 20 nested levels"),
        ('a: "\\UFFFFFFFF"', "line 1: this is not YAML"),
        ("a: \0", "line 1: a character that YAML does not allow"),
        ("format: 1\nrulebook: nz\nscenarios: []\n", "at least one scenario"),
        ("format: 1\nrulebook: nz\nscenarios: {}\n", "is not a list"),
        ("format: 1\nrulebook: [nz]\nscenarios: []\n", "a text of one line"),
        (f"format: 1\nrulebook: {'n' * 5000}\nscenarios: []\n", "rulebook"),
    ],
)
def test_a_file_that_is_wrong(text: str, wrong: str) -> None:
    assert wrong in error(text)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadScenario, match="cannot be read"):
        read_scenarios(str(tmp_path / "none.yaml"))
    (tmp_path / "latin.yaml").write_bytes(b"format: \xff")
    with pytest.raises(BadScenario, match="cannot be read"):
        read_scenarios(str(tmp_path / "latin.yaml"))


@pytest.mark.parametrize(
    "odd", ["²", "--5", "1e999999999", "{min: {}}", "[[]]", "null", "'\\ud800'"]
)
@pytest.mark.parametrize("key", ["decks", "chips", "max", "madness_21_amount", "layout"])
def test_an_odd_setting_is_no_traceback(key: str, odd: str) -> None:
    text = TEXT.replace(
        "{decks: 4}", f"{{decks: 4, {key}: {odd}}}".replace("decks: 4, decks", "decks")
    )
    assert "X01: settings: " in error(text)


# YAML.


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("6:5", "6:5"),
        ("12:30:45", "12:30:45"),
        ("on", "on"),
        ("no", "no"),
        ("2024-05-01", "2024-05-01"),
        ("010", "010"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("=", "="),
        ("'5'", "5"),
        ("5", 5),
        ("-5", -5),
        ("+5", 5),
        ("0.10", Decimal("0.10")),
        ("true", True),
        ("null", None),
        ("9" * 40, "9" * 40),
    ],
)
def test_yaml_without_surprises(written: str, value: object) -> None:
    result = load(f"a: {written}")["a"]
    assert (result, type(result)) == (value, type(value))


def test_a_merge_key_is_only_a_word() -> None:
    assert load("<<: {a: 1}") == {"<<": {"a": 1}}


PIECES = st.sampled_from(
    [
        *"{}[]:,-\"'!&*|>%@`#?~ \n\t\0",
        "é",
        "\ud800",
        "null",
        "-1",
        "1.005",
        "9" * 30,
        "- ",
        "P1",
        "XX",
    ]
)


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 9), PIECES), max_size=4))
def test_a_mangled_text_is_read_or_refused(cuts: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for start, length, piece in cuts:
        text = text[:start] + piece + text[start + length :]
    try:
        assert isinstance(read_text("own.yaml", text), ScenarioFile)
    except BadScenario as bad:
        assert "\n" not in str(bad)
        str(bad).encode()


@given(st.text(alphabet=st.characters() | st.sampled_from('{}[]:,-"&*!|>\n ')))
def test_any_text_is_yaml_or_is_not(text: str) -> None:
    try:
        load(text)
    except BadYaml as bad:
        assert str(bad).startswith("line ")


# What the documentation says.


def test_every_word_of_the_format_is_documented() -> None:
    text = DOCS.read_text("utf-8")
    words = {
        *ACT_KEYS,
        *EVENT_KEYS,
        *ScriptedMarker,
        *BettorRole,
        *SettlingTime,
        *Reshuffle,
        *ShuffleReason,
        *VoidOrder,
    }
    words |= {*WagerKind, *Result, *Expect.__struct_fields__}
    words |= {key for keys in (*ACT_KEYS.values(), *EVENT_KEYS.values()) for key in keys.all}
    words |= {f for f in Scenario.__struct_fields__ if f != "rounds"} | {"rounds"}
    for word in sorted(words):
        assert re.search(rf"`[^`\n]*\b{re.escape(word)}\b[^`\n]*`", text), word


@pytest.mark.parametrize("book", BOOKS)
def test_every_setting_is_documented(book: str) -> None:
    text = DOCS.with_name("house-options.md").read_text("utf-8")
    (section,) = re.findall(rf"^## {book}\b.*?(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE))
    assert rows == {
        key: str(election.default).lower()
        if isinstance(election.default, bool)
        else election.shown_default
        for key, election in rulebook(book).elections.items()
    }


def test_the_examples_in_the_documentation_can_be_read() -> None:
    for page in (DOCS, DOCS.parents[1] / "how-to" / "worked-rounds.md"):
        examples = re.findall(r"^```yaml\n(.*?)^```", page.read_text("utf-8"), re.M | re.DOTALL)
        assert examples
        for example in examples:
            read_text(page.name, example)
