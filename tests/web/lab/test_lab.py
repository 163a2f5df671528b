"""The lab answers as the commands do: prices, hands, charts, comparisons, runs and files."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner

from pitboss.cli.main import cli
from pitboss.players.counts import SYSTEMS, TITLES, BadCount
from pitboss.players.index_plays import index_plays
from pitboss.report.comparison import compare, each_difference
from pitboss.rulebooks import rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.simulator.run import simulate
from pitboss.solver import solve
from pitboss.store import Store, open_database
from pitboss.web.lab import answers as cache
from pitboss.web.lab import drafts
from pitboss.web.lab.answers import AnswerCache
from pitboss.web.lab.protocol import WorkerMessage, WorkerTask
from pitboss.web.lab.questions import posed
from pitboss.web.lab.runs import LabRun
from pitboss.web.lab.workers import RunningTask
from tests.web.lab.asking import Asker
from tests.web.looping import done
from tests.web.serving import OPEN, Server

QUICK = {"max_hands": "1", "double_on": "none", "insurance": "false"}
"""Settings whose every figure is calculated in a moment."""


@pytest.fixture
def asker(lab_house: Server) -> Asker:
    """A visitor without a session."""
    client = httpx.Client(base_url=f"{lab_house.address}/api/v1", timeout=60)
    return Asker(OPEN.enter_context(client))


def quoted(*text: str) -> str:
    """What the command prints."""
    result = CliRunner().invoke(cli, text, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def set_(settings: dict[str, str]) -> list[str]:
    return [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]


def test_every_figure_of_a_price_is_the_commands(asker: Asker) -> None:
    settings = {"soft_17": "hit", **QUICK}
    price = asker.price("classic", "hands", "bets", "chart", "spread", settings=settings)
    solved = json.loads(quoted("solve", "classic", *set_(settings), "--hands", "--json"))
    assert price["main"].items() <= solved["main"].items()
    assert price["main"]["ev"] == solved["main"]["ev"]
    for name in ("sd", "average_wager"):
        assert price["spread"][name] == solved["main"][name]
    hands = {(hand["cards"], hand["up"]): hand for hand in solved["hands"]}
    assert len(price["hands"]) == len(hands) == 550
    for hand in price["hands"]:
        known = hands[hand["cards"], hand["up"]]
        assert hand["best"] == known["best"] and hand["acts"]
        for act, value in hand["acts"].items():
            assert value == known[act]
        for act, number in hand["refused"].items():
            assert act not in hand["acts"] and price["refusals"][number]["clause"]
    chart = json.loads(quoted("chart", "classic", *set_(settings), "--json"))
    assert price["chart"] == chart
    assert price["link"] == ("/lab/classic?soft_17=hit&double_on=none&max_hands=1&insurance=false")


def test_side_bets_and_insurance_are_exact_with_every_line(asker: Asker) -> None:
    price = asker.price("nz", "bets", settings={"layout": "4"})
    assert price["insurance"]["exact"] == "-23/311"
    bets = {bet["name"]: bet for bet in price["side_bets"]}
    pairs = bets["perfect_pairs"]
    assert pairs["offered"] and not bets["super_sevens"]["offered"]
    assert pairs["exact"] == "-18/311" and f"{-price['insurance']['ev']:.3%}" == "7.395%"
    solved = json.loads(quoted("solve", "nz", "--set", "layout=4", "--json"))
    assert pairs["ev"] == solved["side_bets"]["perfect_pairs"]["ev"]
    assert sum(line["combinations"] for line in pairs["outcomes"]) == pairs["combinations"]
    assert all(line["clause"] for line in pairs["outcomes"])


def test_any_shoe_is_priced_and_the_solver_says_why_one_is_not(asker: Asker) -> None:
    shoe = "A:20 2:24 3:24 4:24 5:20 6:24 7:24 8:24 9:24 T:96"
    price = asker.price("classic", shoe=shoe)
    solved = json.loads(quoted("solve", "classic", "--shoe", shoe, "--json"))
    assert price["main"]["ev"] == solved["main"]["ev"] and not price["is_full"]
    assert price["shoe"] == shoe and price["cards"] == 304
    status, why = asker.refused("/lab/price", {"book": "classic", "shoe": "A:4 T:5"})
    for _ in range(100):
        if status != 200:
            break
        status, why = asker.refused("/lab/price", {"book": "classic", "shoe": "A:4 T:5"})
    assert status == 422 and "could run out within a round" in why
    full = "A:24 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24 T:96"
    assert asker.price("classic", shoe=full)["digest"] == asker.price("classic")["digest"]


@pytest.mark.parametrize(
    ("document", "status", "words"),
    [
        ({"book": "none"}, 404, "no book named 'none'"),
        ({"book": "classic", "settings": {"decks": "9"}}, 422, "decks"),
        ({"book": "classic", "settings": {"colour": "red"}}, 422, "colour"),
        ({"book": "classic", "policy": "best"}, 400, "policy"),
        ({"book": "classic", "parts": ["all"]}, 400, "parts"),
        ({"book": "classic", "settings": {"decks": ["a"]}}, 422, "decks"),
        ({"book": "classic", "shoe": "X:4"}, 422, "'X:4' does not name a rank"),
    ],
)
def test_what_cannot_be_priced_is_told_in_a_sentence(
    asker: Asker, document: dict[str, Any], status: int, words: str
) -> None:
    for _ in range(50):
        answer = asker.http.post("/lab/price", json=document)
        if answer.status_code != 200:
            break
        time.sleep(0.1)  # the solver has not been asked yet
    assert answer.status_code == status and words in answer.json()["why"]


def test_an_option_out_of_its_range_names_its_clause(asker: Asker) -> None:
    answer = asker.http.post("/lab/price", json={"book": "nz", "settings": {"decks": "3"}})
    assert answer.json()["clause"] == "3.3(a)" and answer.json()["book"] == "nz"


def test_a_part_is_told_once_and_for_all(asker: Asker) -> None:
    price = asker.price("classic", "bets")
    path = f"/lab/prices/{price['digest']}?wait=bets"
    answer = asker.http.get(path)
    assert "immutable" in answer.headers["cache-control"]
    again = asker.http.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert asker.http.get("/lab/prices/unknown").status_code == 404
    assert asker.http.get(f"/lab/prices/{price['digest']}?wait=everything").status_code == 400


def test_prices_one_step_away_are_answers_of_their_own(asker: Asker) -> None:
    texts = {"book": "leaflet", "parts": ["near"], "touched": ["resplit_aces"], "page": "near"}
    response = asker.post("/lab/price", texts)
    while not response.get("near"):
        response = asker.http.get(f"/lab/prices/{response['digest']}?wait=near&page=near").json()
    near = {(one["key"], one["value"]): one for one in response["near"]}
    one = near["resplit_aces", "true"]
    other = {"book": "leaflet", "settings": {"resplit_aces": "true"}, "page": "near"}
    found_response = asker.post("/lab/price", other)
    assert found_response["digest"] == one["digest"] and not found_response["waiting"]
    assert found_response["main"]["house_edge"] == one["house_edge"]


def test_each_difference_is_worth_what_the_command_says_and_they_add_up(asker: Asker) -> None:
    changed = {"soft_17": "hit", "blackjack_pays": "6:5", **QUICK}
    sides = {"a": {"book": "classic"}, "b": {"book": "classic", "settings": changed}}
    head, *rows, end = asker.lines("/lab/compare", sides)
    book = rulebook("classic")
    known = compare(book.default_rules, book.elect_all(changed)).to_json()
    for row in rows:
        row.pop("matters")
    assert rows == known["differences"] and head["books"] == known["books"]
    total = end["total"]
    assert total == known["totals"]["classic#2"]
    summed = sum(row["worth"]["classic#2"] for row in rows)
    parts = summed + total["elsewhere"] + total["interaction"]
    assert parts == pytest.approx(total["difference"], abs=1e-12)


def test_a_run_is_the_commands_and_its_files_too(asker: Asker) -> None:
    document = {"book": "classic", "rounds": 1_000_000, "seed": 7, "settings": QUICK}
    run = asker.post("/lab/runs", document, 202)["id"]
    *marks, end = asker.lines(f"/lab/runs/{run}/stream")
    result = simulate(rulebook("classic").elect_all(QUICK), rounds=1_000_000, seed=7, fresh=True)
    assert end["result"]["digest"] == result.digest
    assert end["result"]["ev"] == result.ev and abs(end["result"]["z"]) < 4
    assert end["trail"][-1] == [result.rounds, result.ev, result.se]
    message = [one["mark"]["rounds"] for one in marks if "mark" in one]
    assert len(message) >= len(marks) - 1 and all(rounds <= result.rounds for rounds in message)
    saved = asker.http.get(f"/lab/runs/{run}.json")
    assert saved.json()["digest"] == result.digest
    assert asker.http.get(f"/lab/runs/{run}.html").text.startswith("<!doctype html>")
    assert asker.http.get("/lab/runs/0.csv").status_code == 404


def test_a_run_is_stopped_with_what_was_whole(asker: Asker) -> None:
    document = {"book": "classic", "rounds": 20_000_000, "count": "hi-lo", "fresh": False}
    run = asker.post("/lab/runs", document, 202)["id"]
    status, why = asker.refused("/lab/runs", document)
    assert status == 429 and "sign in" in why
    with asker.http.stream("GET", f"/lab/runs/{run}/stream") as stream:
        lines = stream.iter_lines()
        first = json.loads(next(line for line in lines if "mark" in line).removeprefix("data: "))
        assert asker.http.delete(f"/lab/runs/{run}").status_code == 204
        *_, last = [line for line in lines if line]
    end = json.loads(last.removeprefix("data: "))
    assert 0 < first["mark"]["rounds"] <= end["result"]["rounds"] < 20_000_000
    assert end["stopped_by"] == "stopped" and end["result"]["interrupted"]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"rounds": 10**9}, "at most 20,000,000 rounds; sign in for more"),
        ({"count": "/etc/passwd"}, "is not the name of a counting system"),
        ({"policy": "chart.csv"}, "policy"),
    ],
)
def test_a_run_that_is_not_started(asker: Asker, document: dict[str, Any], words: str) -> None:
    status, why = asker.refused("/lab/runs", {"book": "classic", **document})
    assert 400 <= status < 500 and words in why


def test_a_run_that_cannot_be_played_says_why(asker: Asker) -> None:
    run = asker.post("/lab/runs", {"book": "classic", "count": "nonesuch"}, 202)["id"]
    *_, document = asker.lines(f"/lab/runs/{run}/stream")
    assert "unknown counting system 'nonesuch'" in document["problem"]


def test_a_file_names_its_link_and_its_options(asker: Asker, tmp_path: Path) -> None:
    """The browser's tests compare every kind of file."""
    digest, path = asker.price("classic", settings=QUICK)["digest"], tmp_path / "chart.csv"
    quoted("chart", "classic", *set_(QUICK), "-o", str(path))
    answer = asker.http.get(f"/lab/export/{digest}.csv")
    assert answer.content == path.read_bytes()
    assert "/lab/classic?double_on=none" in answer.headers["link"]
    assert "max_hands=1" in answer.headers["content-disposition"]
    assert asker.http.get(f"/lab/export/{digest}.exe").status_code == 404
    assert asker.http.get("/lab/export/unknown.svg").status_code == 404


# Limits and the cache.


def test_a_runs_files_are_on_disk_until_it_is_dropped() -> None:
    job = RunningTask(WorkerTask(1, "run", {}, 0), "stream")
    run = LabRun("r", "Ada", job)
    job.tell(WorkerMessage(1, result={"rounds": 5, "files": {".csv": b"a,b", ".html": b"<p>" * 9}}))
    job.tell(WorkerMessage(1, is_last=True))
    done(run.follow())
    assert run.file(".csv") == b"a,b" and run.file(".html") == b"<p>" * 9
    assert run.file(".csv") == b"a,b" and run.file(".exe") is None
    assert not any(isinstance(value, bytes) for value in vars(run).values())
    run.close()
    assert run.file(".csv") is None


def test_a_full_disk_costs_a_run_its_files_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    job = RunningTask(WorkerTask(1, "run", {}, 0), "stream")
    run = LabRun("r", "Ada", job)
    job.tell(WorkerMessage(1, result={"rounds": 5, "files": {".csv": b"a,b"}}))
    job.tell(WorkerMessage(1, is_last=True))

    async def followed() -> list[bytes]:
        await run.follow()
        return [bytes(mark) async for mark in run.marks()]

    assert done(followed()) == [b'{"rounds":5}']
    assert run.file(".csv") is None


def test_answers_in_memory_are_bounded_in_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "BYTES", 10_000)
    store = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
    drawn, spread = b'"%s"' % (b"x" * 2998), b'"%s"' % (b"x" * 20_000)

    async def work() -> None:
        answers = AnswerCache(store)
        for n in range(40):
            question = posed("classic", {"min": str(n + 1)})
            answer = await answers.find(question.digest, question.question)
            answers.learn(answer, "chart", {"chart": drawn})
            answers.learn(answer, "main", {"n": b"1"})
        assert len(answers) == 3 and answers.weight == 3 * 3001
        await answers.store_now()
        # What was dropped is read from the store again, and counted again.
        first = posed("classic", {"min": "1"})
        again = await answers.find(first.digest, first.question)
        assert bytes(again.fields("chart")["chart"]) == drawn
        assert answers.weight <= 10_000
        # One answer that is larger than the limit is still an answer.
        answers.learn(again, "spread", {"spread": spread})
        assert len(answers) == 1 and answers.get(first.digest) is again
        answers.stop()

    done(work())
    store.close()


def test_answers_are_kept_in_memory_and_in_the_store_within_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "IN_STORE", 3)
    store = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))

    async def work() -> None:
        answers, kept = AnswerCache(store), list[cache.QuestionAnswer]()
        for n in range(cache.IN_MEMORY + 4):
            question = posed("classic", {"min": str(n + 1)})
            answer = await answers.find(question.digest, question.question)
            if n < 5:
                answers.learn(answer, "main", {"n": b"1"})
            if n < cache.WITH_HANDS + 2:
                answers.learn(answer, "hands", {"hands": b"[]"})
                kept.append(answer)
                assert answers.get(kept[0].digest), "it is asked for again and again"
        assert len(answers) == cache.IN_MEMORY
        assert sum("hands" in one.parts for one in kept) == cache.WITH_HANDS
        assert "hands" in kept[0].parts and "hands" not in kept[1].parts
        assert kept[0].fields("hands") == {"hands": msgspec.Raw(b"[]")}
        await answers.store_now()
        answers.stop()
        again = AnswerCache(store)
        found_answers = [
            await again.recall(posed("classic", {"min": str(n + 1)}).digest) for n in range(5)
        ]
        known = [one for one in found_answers if one is not None]
        assert len(known) == 3
        assert all(one.question.book == "classic" and "n" in one.parts["main"] for one in known)
        again.stop()

    done(work())
    store.close()


# Counting.


def test_the_counting_systems_are_named_once(asker: Asker) -> None:
    """The pages list what the server has: every system, and index numbers where there are any."""
    assert set(TITLES) == set(SYSTEMS)
    counts = asker.http.get("/lab/counts").json()["counts"]
    assert [(one["name"], one["title"]) for one in counts] == list(TITLES.items())
    for one in counts:
        with pytest.raises(BadCount) as refused:  # either for its kind, or for this depth
            index_plays(rulebook("classic").default_rules, count=one["name"], depth=2.0)
        assert ("keeps a running count" in str(refused.value)) is not one["has_index"], one["name"]


def test_effects_and_index_numbers_are_the_commands(asker: Asker) -> None:
    response = asker.post("/lab/effects", {"book": "classic", "settings": QUICK})
    assert response == json.loads(quoted("effects", "classic", *set_(QUICK), "--json"))
    document = {"book": "classic", "settings": QUICK, "count": "zen", "depth": 0.4}
    response = asker.post("/lab/index", document)
    printed = quoted(
        "index", "classic", *set_(QUICK), "--count", "zen", "--depth", "0.4", "--most", "100",
        "--json",
    )  # fmt: skip
    file = response.pop("toml")
    assert response.pop("found") == len(response["plays"]), "all of them are listed"
    assert response == json.loads(printed) and "[[deviations]]" in file
    status, why = asker.refused("/lab/index", {**document, "count": "../zen"})
    assert status == 400 and "is not the name of a counting system" in why
    status, why = asker.refused("/lab/index", {**document, "count": "ko"})
    assert status == 422 and "running count" in why


def test_the_worth_of_a_provision_is_the_row_of_the_comparison(asker: Asker) -> None:
    path = "dealer.soft_17"
    (row,) = asker.lines("/lab/worth", {"book": "leaflet", "path": path})
    tables = [rulebook(book).default_rules for book in ("leaflet", "nobust")]
    known = next(one for one in each_difference(tables, solve(tables[0])) if path in one.paths)
    assert row.pop("book") == "nobust" and row["worth"]["nobust"] > 0.001
    assert row == known.to_json(("own", "nobust"))
    status, why = asker.refused("/lab/worth", {"book": "leaflet", "path": "dealer.smiles"})
    assert status == 422 and "is not a provision" in why


# A user's own book.

OWN = """
id = "bold"
title = "The bold game"
jurisdiction = "Example City"
document = "House rules"
based_on = "classic"

[clauses]
"3" = "A blackjack pays six to five."

[settlement]
blackjack_odds = { is = "6:5", under = "3" }
"""


def test_a_book_of_ones_own_is_priced_and_not_kept(asker: Asker) -> None:
    draft = asker.post("/lab/books", {"text": OWN}, 201)
    assert draft["title"] == "The bold game" and draft["id"].startswith("draft-")
    price = asker.price(draft["id"], settings={"max_hands": "1"})
    bold = read_text("bold", OWN).elect_all({"max_hands": "1"})
    assert price["main"]["house_edge"] == solve(bold).house_edge
    assert price["book"] == draft["id"] and price["link"] == f"/lab/{draft['id']}?max_hands=1"
    sides = {"a": {"book": "classic"}, "b": {"book": draft["id"]}}
    head, *rows, _end = asker.lines("/lab/compare", sides)
    assert head["books"] == ["classic", "bold"] and [row["paths"] for row in rows] == [
        ["settlement.blackjack_odds"]
    ]
    clause = asker.http.get(f"/rulebooks/{draft['id']}/clauses/3").json()
    assert clause["clauses"][0]["gist"] == "A blackjack pays six to five."
    # It is nowhere else: not among the books, not at a table.
    assert draft["id"] not in asker.http.get("/rulebooks").text
    asker.http.post("/sessions", json={"guest": True})
    assert asker.http.post("/tables", json={"book": draft["id"]}).status_code == 404


def test_nothing_of_a_draft_is_stored(tmp_path: Path) -> None:
    store = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))

    async def learnt(book: str) -> str | None:
        answers, question = AnswerCache(store), posed(book, {})
        answer = await answers.find(question.digest, question.question)
        answers.learn(answer, "main", {"n": b"1"})
        await answers.store_now()
        answers.stop()
        return store.kept(f"lab/{question.digest}")

    assert (
        done(learnt("classic"))
        and done(learnt(drafts.add(OWN, read_text("the book", OWN)))) is None
    )
    store.close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id = 3", "id"),
        (OWN.replace("6:5", "six"), "blackjack_odds"),
        (OWN.replace('"classic"', '"nowhere"'), "nowhere"),
        ("#" * 70_000, "at most 65536 bytes"),
    ],
)
def test_a_book_that_cannot_be_read_is_refused_in_the_readers_words(
    asker: Asker, text: str, words: str
) -> None:
    status, why = asker.refused("/lab/books", {"text": text})
    assert status == 422 and words in why
    assert asker.refused("/lab/price", {"book": "draft-0"})[0] == 404


def test_only_so_many_drafts_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "MOST", 2)
    texts = [OWN.replace("bold", f"bold{n}") for n in range(3)]
    ids = [drafts.add(text, read_text("the book", text)) for text in texts]
    assert [drafts.find(id) is None for id in ids] == [True, False, False]
    assert drafts.id_of(texts[2]) == ids[2]
