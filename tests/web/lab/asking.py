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
        response: dict[str, Any] = self.post(
            "/lab/price", {"book": book, "parts": list(parts), **more}
        )
        while response["waiting"]:
            part = response["waiting"].pop(0)
            answer = self.http.get(f"/lab/prices/{response['digest']}", params={"wait": part})
            assert answer.status_code == 200, answer.text
            later = answer.json()
            response["waiting"] += [
                one for one in later.pop("waiting") if one not in response["waiting"]
            ]
            response |= later
        return response

    def post(self, path: str, request: Any, status: int = 200) -> Any:
        answer = self.http.post(path, json=request)
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, path: str, request: Any) -> tuple[int, str]:
        answer = self.http.post(path, json=request)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        return answer.status_code, answer.json()["why"]

    def lines(self, path: str, request: Any = None) -> list[dict[str, Any]]:
        """The messages of an event stream, until it ends."""
        method = "GET" if request is None else "POST"
        with self.http.stream(method, path, json=request) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            texts = [line for line in answer.iter_lines() if line.startswith("data: ")]
        return [json.loads(line.removeprefix("data: ")) for line in texts]
