"""The evidence pack of a round: who may have it, and that it proves itself without a server."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.evidence.pack import (
    PARTS,
    BadPack,
    canonical,
    is_pack,
    manifest_of,
    read_pack,
    write_pack,
)
from pitboss.evidence.reenactment import account_of
from pitboss.evidence.verification import VerifiedPack, verify_pack
from pitboss.store import Store, open_database
from pitboss.store.heads import Signer
from pitboss.store.signatures import Key
from pitboss.table.log import read_event, step
from pitboss.table.log_verifier import opened
from pitboss.table.stored_state import read_state
from pitboss.web.audit.evidence import NoPack, Packs
from pitboss.web.pit.known_people import KnownPeople
from tests.web.inside import KEY, played_by_the_clock
from tests.web.serving import Seat, Server
from tests.web.test_rulings import dealt

Parts = dict[str, Any]


def verified(data: bytes) -> VerifiedPack:
    """What is found in a pack; a file that cannot be read is a problem too."""
    try:
        return verify_pack(read_pack(data))
    except BadPack as bad:
        return VerifiedPack(first_bad=bad.entry or 1, problem=str(bad), part=bad.part)


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Packs]:
    """A house in which three rounds of nz were played."""
    path = tmp_path_factory.mktemp("evidence") / "house.sqlite3"
    played_by_the_clock("nz", path, rounds=3)
    store = Store(open_database(f"sqlite:///{path}"))
    signer = Signer(store, KEY)
    signer.take_up()
    yield Packs(store, KnownPeople(store.people), signer)
    store.close()


@pytest.fixture(scope="module")
def data(packs: Packs) -> bytes:
    """The pack of the second round, whose shoe is still in play."""
    (info,) = packs._store.every_table()
    return packs.make(info, 2).data


def signed(parts: Parts) -> bytes:
    """These parts as the house would sign them, were they true."""
    return write_pack(parts, at=1, sign=lambda text: (KEY.public, KEY.sign_text(text)))


def parts_of(data: bytes) -> Parts:
    contents = json.loads(data)
    return {name: contents[name] for name in PARTS}


# A pack alone.


def test_every_round_has_a_pack_that_is_verified(packs: Packs) -> None:
    (info,) = packs._store.every_table()
    for number in (1, 2, 3):
        outcome = verified(packs.make(info, number).data)
        assert outcome.ok, outcome.problem
        assert (outcome.about["round"], outcome.about["table"]) == (number, info.id)
        assert outcome.payments > 0 and outcome.fingerprint == KEY.fingerprint
    with pytest.raises(NoPack, match="still in progress or was never played"):
        packs.make(info, 4)


def test_nothing_sealed_leaves_while_the_shoe_is_in_play(packs: Packs, data: bytes) -> None:
    """Neither a secret nor the nonce or card of a hidden entry, nor the cards of earlier rounds."""
    (info,) = packs._store.every_table()
    text = data.decode()
    assert not json.loads(data)["about"]["complete"] and "still in play" in text
    for secret in packs._store.secrets(info.id).values():
        assert secret.hex() not in text
    first = json.loads(packs.make(info, 1).data)
    burned = [one for one in first["entries"] if one["event"]["event"] == "CardBurned"]
    assert burned and all("nonce" not in one for one in burned)
    assert all(one["event"]["card"].startswith("#") for one in burned)
    state = json.loads(data)["before"]["state"]
    assert (state["shoe"]["rack"], state["shoe"]["burned"], state["money"]) == ([], None, {})


def test_a_changed_byte_is_found_wherever_it_is(data: bytes) -> None:
    lot = random.Random(1)
    for at in lot.sample(range(len(data)), 250):
        changed = bytearray(data)
        changed[at] ^= 1 << lot.randrange(8)
        outcome = verified(bytes(changed))
        assert not outcome.ok and outcome.part, f"byte {at}"


def test_hexadecimal_in_capitals_is_a_change(data: bytes) -> None:
    signature = json.loads(data)["signature"]["signature"]
    changed = data.replace(signature.encode(), signature.upper().encode())
    assert verified(changed).part == "signature"


def test_what_was_changed_is_named(data: bytes) -> None:
    entry = json.loads(data)["entries"][3]
    changed = data.replace(entry["hash"].encode(), b"0" * 64)
    outcome = verified(changed)
    assert outcome.part == "entries" and outcome.first_bad == entry["n"]
    assert f"entry {entry['n']}: hash mismatch" in str(outcome.problem)
    for name in PARTS[5:10]:
        parts = parts_of(data)
        was, now = canonical(parts[name]), canonical({"x": 1})
        text = data.decode().replace(f'"{name}":{was}', f'"{name}":{now}')
        if text != data.decode():
            assert verified(text.encode()).part == name


@pytest.mark.parametrize("length", [0, 100, -1, -500])
def test_a_truncated_pack_is_not_read(data: bytes, length: int) -> None:
    outcome = verified(data[:length])
    assert not outcome.ok and "truncated" in str(outcome.problem)


@pytest.mark.parametrize(
    "form",
    [
        {"indent": 2},
        {"sort_keys": True},
        {"separators": (",", ":"), "ensure_ascii": False},
        {"separators": (",", ":")},
    ],
)
def test_a_pack_written_again_as_json_is_told_from_a_history(
    data: bytes, form: dict[str, Any], tmp_path: Path
) -> None:
    again = json.dumps(json.loads(data), **form).encode()
    with pytest.raises(BadPack, match="another program has written again"):
        read_pack(again)
    (path := tmp_path / "again.json").write_bytes(again)
    run = _verify(path)
    assert run.returncode == 1 and "another program has written again" in run.stdout
    assert not is_pack(b'{"format":"pitboss history 2"}') and not is_pack(b'[{"format":1}]')


def test_a_pack_has_a_largest_size(data: bytes) -> None:
    assert "too large" in str(verified(data + b" " * 3_000_000 + b"}\n").problem)


# A house that signs what is not true.


def test_a_payment_that_the_book_does_not_make_is_found_although_it_is_signed(data: bytes) -> None:
    """The chain, the account and the signature are all right; only the law is not."""
    parts = parts_of(data)
    paid = next(one for one in parts["entries"] if one["event"]["event"] == "WagerSettled")
    paid["event"]["returned"] += 100
    before = bytes.fromhex(parts["before"]["hash"])
    for line in parts["entries"]:
        text = canonical(line["event"]).encode()
        nonce = line.get("nonce", "")
        before = step(before, line["n"], line["actor"], line["at"], text, nonce, line["v"])
        line["hash"] = before.hex()
    table = opened(read_event(canonical(parts["opening"]["event"])))
    state = read_state(table, canonical(parts["before"]["state"]).encode())
    events = [read_event(canonical(line["event"])) for line in parts["entries"]]
    parts["account"] = account_of(state, events)
    outcome = verified(signed(parts))
    assert outcome.first_bad == paid["n"] and "the book returns" in str(outcome.problem)


def _another_account(parts: Parts) -> None:
    parts["account"]["players"][0]["net"] += 1


def _missing_clause(parts: Parts) -> None:
    parts["clauses"].popitem()


def _other_round(parts: Parts) -> None:
    parts["about"]["round"] += 1


def _is_complete(parts: Parts) -> None:
    parts["about"] |= {"complete": True, "until": None}


def _without_the_seal(parts: Parts) -> None:
    parts["shoes"] = []


def _other_seal(parts: Parts) -> None:
    link = parts["shoes"][0]["links"][0]
    link["entry"]["event"]["commitment"] = "0" * 64


def _without_an_entry(parts: Parts) -> None:
    del parts["entries"][2]


def _other_head(parts: Parts) -> None:
    parts["head"]["n"] += 1


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (_another_account, "account"),
        (_missing_clause, "clauses"),
        (_other_round, "before"),
        (_is_complete, "about"),
        (_without_the_seal, "shoes"),
        (_other_seal, "shoes"),
        (_without_an_entry, "entries"),
        (_other_head, "head"),
    ],
)
def test_an_untrue_part_is_found_although_it_is_signed(
    packs: Packs, change: Any, part: str
) -> None:
    (info,) = packs._store.every_table()
    parts = parts_of(packs.make(info, 1).data)
    change(parts)
    outcome = verified(signed(parts))
    assert outcome.part == part, outcome.problem


def test_the_manifest_has_a_digest_of_every_part(data: bytes) -> None:
    contents = json.loads(data)
    assert contents["manifest"] == manifest_of(contents) and set(contents["manifest"]) == {*PARTS}


# The command.


def _verify(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pitboss", "verify", str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_verify_takes_a_pack_and_says_whose_key_it_cannot_know(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "round.evidence.json"
    path.write_bytes(data)
    done = _verify(path)
    assert done.returncode == 0 and "every hash, card and payment verified" in done.stdout
    assert "the pack cannot prove" in done.stdout and KEY.fingerprint in done.stdout
    row = json.loads(_verify(path, "--json", "--fingerprint", KEY.fingerprint.upper()).stdout)
    assert row["ok"] and row["known_key"] and row["first_bad"] is None and row["rounds"] == 1
    other = _verify(path, "--fingerprint", Key().fingerprint)
    assert other.returncode == 1 and "signed by another key" in other.stdout
    (tmp_path / "house.key").write_bytes(KEY.as_pem())
    assert "cannot prove" not in _verify(path, "--key", str(tmp_path / "house.key")).stdout
    path.write_bytes(data.replace(b'"event":"RoundClosed"', b'"event":"RoundClosee"', 1))
    bad = _verify(path, "--json")
    assert bad.returncode == 1 and json.loads(bad.stdout)["part"] == "entries"
    assert _verify(path, "--shoes", str(tmp_path / "x")).returncode == 2


# Who may have it.


def _played(server: Server, **more: Any) -> tuple[Seat, str]:
    ada = server.guest()
    table = ada.open("classic", bots=1, **more)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    seat.must("bet", box=1, amount=10_00)
    seat.must("deal")
    seat.finish()
    return seat, table


def test_players_of_the_round_and_staff_may_have_the_evidence(server: Server) -> None:
    seat, table = _played(server)
    path = f"/tables/{table}/rounds/1/evidence"
    for visitor in (seat.visitor, *map(server.named, ("supervisor", "shift_manager", "auditor"))):
        answer = visitor.http.get(path)
        assert answer.status_code == 200 and verified(answer.content).ok
        assert answer.headers["content-type"].startswith("application/vnd.pitboss.evidence+json")
    for stranger in (server.guest(), server.named(), server.named("dealer")):
        assert "only a player of the round" in stranger.get(path, 403)["why"]
    for number, words in (("7", "never played"), ("x", "whole number"), ("-1", "whole number")):
        assert words in seat.visitor.get(f"/tables/{table}/rounds/{number}/evidence", 404)["why"]


def test_the_pack_is_complete_when_the_shoe_has_ended(server: Server) -> None:
    """An old pack stays true; it says when it can be complete."""
    seat, table = _played(server)
    boss, path = server.named("supervisor"), f"/tables/{table}/rounds/1/evidence"
    early = seat.visitor.http.get(path).content
    seat.must("leave", box=1)
    boss.say(table, "close_table", why="the evening is over")
    late = seat.visitor.http.get(path).content
    assert [verified(one).about["complete"] for one in (early, late)] == [False, True]
    assert verified(early).ok and verified(late).revealed_shoes == 1 and not verified(late).sealed
    shoe = json.loads(late)["shoes"][0]["links"]
    kinds = [one["entry"]["event"]["event"] for one in shoe]
    assert (kinds[0], kinds[-1]) == ("ShoeSealed", "ShoeRevealed")


def test_a_void_round_names_both_who_approved_it(server: Server) -> None:
    seat, table = _played(server)
    boss, other = server.named("supervisor"), server.named("shift_manager")
    dealt(seat)
    number = seat.state["round"]
    request = {"what": "void_round", "remedy": "void_round", "reason": "the cards fell"}
    waiting = boss.post(f"/tables/{table}/rulings", {**request, "box": 1, "hand": 1}, 202)
    other.post(f"/tables/{table}/rulings/{waiting['id']}/approvals", {})
    data = boss.http.get(f"/tables/{table}/rounds/{number}/evidence").content
    assert verified(data).ok, verified(data).problem
    (approval,) = json.loads(data)["approvals"]
    assert (approval["by"], approval["second"]) == (boss.name, other.name)
    assert approval["reason"] == "the cards fell"
    people = json.loads(data)["people"]
    assert (people[boss.name], people[other.name]) == ("supervisor", "shift manager")
