"""The documentation site under /docs, if it has been built."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from pitboss.handbook.site import site_folder
from pitboss.web.http.assets import ASK_AGAIN, Asset, answer, asset_of

_NOT_BUILT = (
    "The documentation is not built on this server. "
    "Run './pitboss docs' in a clone of pitboss, then load this page again.\n"
)

_MOST: Final = 32 * 1024 * 1024
"""Bytes of pages that are kept in memory."""


class _CachedFiles:
    """Files read and compressed once, as long as they do not change; the oldest make room."""

    def __init__(self) -> None:
        self._files: OrderedDict[str, tuple[tuple[int, int], Asset]] = OrderedDict()
        self._size = 0

    async def asset(self, path: str, stat: os.stat_result) -> Asset:
        """A file as it is now."""
        stamp = (stat.st_mtime_ns, stat.st_size)
        before = self._files.get(path)
        if before is not None and before[0] == stamp:
            self._files.move_to_end(path)
            return before[1]
        made = await asyncio.to_thread(lambda: asset_of(Path(path).read_bytes(), path))
        self._forget(path)
        self._files[path] = (stamp, made)
        self._size += _weight(made)
        while self._size > _MOST:
            self._forget(next(iter(self._files)))
        return made

    def _forget(self, path: str) -> None:
        if (gone := self._files.pop(path, None)) is not None:
            self._size -= _weight(gone[1])


def _weight(asset: Asset) -> int:
    return len(asset.body) + len(asset.packed or b"")


class _SiteFile(Response):
    """A file of the site, read when it is sent."""

    def __init__(self, kept: _CachedFiles, path: str, stat: os.stat_result, status: int) -> None:
        super().__init__(status_code=status)
        self._kept, self._path, self._stat = kept, path, stat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asset = await self._kept.asset(self._path, self._stat)
        sent = answer(Headers(scope=scope), asset, ASK_AGAIN, status=self.status_code)
        await sent(scope, receive, send)


class _Site(StaticFiles):
    """The built pages, found as usual."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self._kept = _CachedFiles()

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Answer with a file that was found."""
        return _SiteFile(self._kept, os.fspath(full_path), stat_result, status_code)


class Documentation:
    """Serves the built pages, or says how to build them."""

    def __init__(self) -> None:
        self._folder = site_folder()
        self._files = _Site(self._folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (self._folder / "index.html").is_file():
            await self._files(scope, receive, send)
        else:
            await PlainTextResponse(_NOT_BUILT, 404)(scope, receive, send)
