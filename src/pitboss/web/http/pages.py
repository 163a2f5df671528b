"""The pages of the site: one HTML document, the files each page needs, and what does not exist."""

from __future__ import annotations

from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss.web.http.assets import ASK_AGAIN, Asset, answer, asset_of, assets
from pitboss.web.http.missing_pages import missing, not_found, page_about

_STYLES: Final = {
    "lab": ("base", "pages", "lab"),
    "evidence": ("base", "pages", "evidence"),
    "disputes": ("base", "pages", "evidence"),
    "me": ("base", "felt", "bar", "pages", "books", "coach", "evidence"),
    "pit": ("base", "felt", "bar", "pages", "books", "coach", "desk"),
    "rules": ("base", "pages", "desk"),
    "": ("base", "felt", "bar", "pages", "books", "coach"),
}
"""The style sheets of a page by the first part of its path; the last row is for all others."""


PAGES: Final = (
    "/",
    "/tables/{table}",
    "/pit",
    "/pit/sheets",
    "/pit/tables/{table}",
    "/rules/{table}",
    "/audit",
    "/audit/{table}",
    "/evidence/{table}/{number}",
    "/disputes",
    "/disputes/{dispute}",
    "/disputes/{dispute}/papers",
    "/sign-in",
    "/first-manager",
    "/me",
    "/me/rounds/{table}/{number}",
    "/me/drills",
    "/me/drills/{kind}",
    "/lab",
    "/lab/{book}",
    "/books",
    "/books/{book}",
    "/books/{book}/rounds/{round}",
    "/books/{book}/rounds/{round}/play",
)
"""The paths of the pages."""


_MODULES: Final = {
    "": "lobby",
    "audit": "audit",
    "books": "books",
    "disputes": "disputes",
    "evidence": "evidence",
    "first-manager": "first-manager",
    "lab": "lab",
    "me": "me",
    "me/drills": "drills",
    "me/rounds": "me-round",
    "pit": "pit",
    "pit/sheets": "sheets",
    "pit/tables": "pit-table",
    "rules": "table-rules",
    "sign-in": "signin",
    "tables": "table",
}
"""The module of a page by the first parts of its path; the browser is told of it at once."""


@cache
def _document(part: str) -> Asset:
    """The shared HTML document with the style sheets and the modules of one page."""
    held = assets()
    modules = held.imports("js/main.js") + held.imports(f"js/{_MODULES[part]}.js")
    links = [
        f'<link rel="stylesheet" href="/static/css/{name}.css">'
        for name in _STYLES.get(part.partition("/")[0], _STYLES[""])
    ]
    links += [
        f'<link rel="modulepreload" href="/static/{name}">' for name in dict.fromkeys(modules)
    ]
    text = held.known["index.html"].body.decode()
    text = text.replace("<!-- links -->", "\n    ".join(links))
    return asset_of(text.replace("/static/", f"{held.base}/").encode(), "index.html")


def _text(part: str) -> str:
    return _document(part).body.decode()


async def page(request: Request) -> Response:
    """The HTML document of a page; one script serves all pages and draws what the path names."""
    if "index.html" not in assets().known:
        return Response("The web pages are not installed; the API is at /api/v1.", 200)
    if (why := await missing(request)) is not None:
        return page_about(404, why, _text(""))
    parts = request.url.path.split("/")[1:]
    known = [part for part in ("/".join(parts[:2]), parts[0]) if part in _MODULES]
    return answer(request.headers, _document((*known, "")[0]), ASK_AGAIN)


async def not_found_here(request: Request, error: Exception) -> Response:
    return not_found(request, error, _text(""))
