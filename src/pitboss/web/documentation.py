"""The documentation site under /docs, if it has been built."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from pitboss.handbook.site import site_folder

_NOT_BUILT = (
    "The documentation is not built on this server. "
    "Run './pitboss docs' in a clone of pitboss, then load this page again.\n"
)


class Documentation:
    """Serves the built pages, or says how to build them."""

    def __init__(self) -> None:
        self._folder = site_folder()
        self._files = StaticFiles(directory=self._folder, html=True, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (self._folder / "index.html").is_file():
            await self._files(scope, receive, send)
        else:
            await PlainTextResponse(_NOT_BUILT, 404)(scope, receive, send)
