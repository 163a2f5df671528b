"""Requests to the lab of a server, as a page makes them."""

from __future__ import annotations

import json
from typing import Any

import httpx


class Asker:
    """A person who uses the lab."""

    def __init__(self, client: httpx.Client) -> None:
        self.http = client

    def price(self, book: str, *parts: str, **more: Any) -> dict[str, Any]:
        """A price with these parts, however long they take."""
        told: dict[str, Any] = self.post("/lab/price", {"book": book, "parts": list(parts), **more})
        while told["waiting"]:
            part = told["waiting"].pop(0)
            answer = self.http.get(f"/lab/prices/{told['digest']}", params={"wait": part})
            assert answer.status_code == 200, answer.text
            later = answer.json()
            told["waiting"] += [one for one in later.pop("waiting") if one not in told["waiting"]]
            told |= later
        return told

    def post(self, path: str, asked: Any, status: int = 200) -> Any:
        answer = self.http.post(path, json=asked)
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, path: str, asked: Any) -> tuple[int, str]:
        answer = self.http.post(path, json=asked)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        return answer.status_code, answer.json()["why"]

    def lines(self, path: str, asked: Any = None) -> list[dict[str, Any]]:
        """The messages of an event stream, until it ends."""
        method = "GET" if asked is None else "POST"
        with self.http.stream(method, path, json=asked) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            found = [line for line in answer.iter_lines() if line.startswith("data: ")]
        return [json.loads(line.removeprefix("data: ")) for line in found]
