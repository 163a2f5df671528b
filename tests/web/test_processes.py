"""Several processes on one PostgreSQL: a table has one owner, and moves when that one dies."""

from __future__ import annotations

import time

from tests.postgres import new_database
from tests.web.serving import Server


def test_two_processes_share_the_tables(postgres: str) -> None:
    url = new_database(postgres)
    with Server(url) as first, Server(url) as second:
        ada, ben = first.guest(), second.guest()
        table = ada.open("classic")
        ada.say(table, "sit", box=1)
        assert ben.state(table)["boxes"][0]["seat"]["name"] == ada.name
        there = ben.sit(table)  # a stream that is forwarded to the owner
        there.must("sit", box=2)
        ada.say(table, "bet", box=1, amount=there.state["limits"]["minimum"], key="the bet")
        there.hear(lambda m: m["type"] == "events" and bool(there.state["boxes"][0]["wagers"]))
        # A person at tables of both processes has one account, and both know its balance.
        elsewhere = ben.open("classic")
        limits = ada.state(elsewhere)["limits"]
        least, balance = limits["minimum"], ada.get("/me")["balance"]
        ada.say(table, "bet", box=3, amount=least)
        ada.at(second)
        assert ada.get("/me")["balance"] == balance - least
        assert ada.say(elsewhere, "bet", box=1, amount=least)["accepted"]
        ada.at(first)
        assert ada.state(table)["you"]["balance"] == balance - 2 * least
        there.catch_up()
        sequence = there.state["sequence"]
        first.kill()
        ada.at(second)
        until = time.monotonic() + 20
        while True:  # until the lease has expired
            answer = ada.http.get(f"/tables/{table}")
            if answer.status_code == 200:
                break
            assert answer.status_code == 503 and time.monotonic() < until, answer.text
            time.sleep(0.2)
        state = answer.json()["state"]
        assert state["sequence"] == sequence
        assert state["boxes"][0]["wagers"][0]["bettor"] == ada.name
        least = state["limits"]["minimum"]
        again = ada.say(table, "bet", box=1, amount=least, key="the bet")
        assert again["repeated"]
        ada.say(table, "bet", box=1, amount=least)
        (wager,) = ada.state(table)["boxes"][0]["wagers"]
        assert wager["amount"] == 2 * least
        assert ada.state(table)["boxes"][2]["wagers"][0]["amount"] == least
        ada.verifies(table)
