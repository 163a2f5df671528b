"""Files as they are sent: compressed once, named by their content, and kept by the browser."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pitboss.numbers import whole

STATIC: Final = Path(str(files("pitboss.web") / "static"))
"""Our own pages: no build step, no third-party files."""

FOREVER: Final = "public, max-age=31536000, immutable"
"""How long a file may be kept whose address changes with its content."""

ASK_AGAIN: Final = "no-cache"
"""Every other file is kept too, but the browser asks whether it is still the same."""

_KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".xml": "application/xml",
}
"""The media types that compress well; what the operating system says of them differs."""

_WORTH_PACKING: Final = 256
"""Bytes from which a file is compressed."""

_FARTHEST: Final = 10**15
"""More than any range of bytes reaches"""

_RANGE: Final = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


class Asset(NamedTuple):
    """A file in memory, as it is and compressed."""

    body: bytes
    packed: bytes | None
    kind: str
    digest: str

    def etag(self, *, packed: bool) -> str:
        """The entity tag of one of its two forms."""
        return f'"{self.digest}-gzip"' if packed else f'"{self.digest}"'


def lean(script: bytes) -> bytes:
    """A script as it is sent: without comments on lines of their own and without indentation.

    Every statement keeps its line, so that an error names the line of the source.
    """
    code = _COMMENT.sub(lambda match: b"\n" * match[0].count(b"\n"), script)
    return _INDENTATION.sub(b"", code)


_COMMENT: Final = re.compile(rb"^[ \t]*(?:/\*\*?(?:(?!\*/).)*\*/|//[^\n]*)(?=\n)", re.M | re.S)
_INDENTATION: Final = re.compile(rb"^[ \t]+", re.M)


def asset_of(body: bytes, name: str, *, level: Literal[6, 9] = 6) -> Asset:
    """A file with this content and name."""
    ending = Path(name).suffix.lower()
    kind = _KINDS.get(ending)
    packed = None
    if kind is None:
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    elif len(body) >= _WORTH_PACKING:
        squeezed = gzip.compress(body, level, mtime=0)
        packed = squeezed if len(squeezed) < len(body) else None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Asset(body, packed, kind, sha256(body).hexdigest()[:32])


def accepts_gzip(headers: Headers) -> bool:
    """Whether the client takes a gzip-compressed answer."""
    for part in ",".join(headers.getlist("accept-encoding")).lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in ("gzip", "x-gzip", "*"):
            return not re.fullmatch(r"\s*q=0(\.0{0,3})?\s*", weight)
    return False


def answer(
    headers: Headers, asset: Asset, kept: str, *, status: int = 200, extra: Mapping[str, str] = {}
) -> Response:
    """Send a file: compressed if the client takes that, in part, or only that it is the same."""
    fields = {"cache-control": kept, "vary": "accept-encoding", **extra}
    packed = asset.packed if accepts_gzip(headers) else None
    tag = asset.etag(packed=packed is not None)
    if status == 200 and _has_it(headers, asset):
        return Response(status_code=304, headers={**fields, "etag": tag})
    part = _part_of(headers, asset) if status == 200 else None
    if part is not None:
        # A range counts the bytes of the file itself, so that is what is sent a part of.
        fields |= {"etag": asset.etag(packed=False), "accept-ranges": "bytes"}
        size = len(asset.body)
        if not part:
            return Response(status_code=416, headers={**fields, "content-range": f"bytes */{size}"})
        fields["content-range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
        return Response(asset.body[part.start : part.stop], 206, fields, asset.kind)
    fields |= {"etag": tag, "accept-ranges": "bytes"}
    if packed is None:
        return Response(asset.body, status, fields, asset.kind)
    return Response(packed, status, {**fields, "content-encoding": "gzip"}, asset.kind)


def _has_it(headers: Headers, asset: Asset) -> bool:
    """Whether the client already has this content, in either form."""
    known = ",".join(headers.getlist("if-none-match"))
    tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
    return bool(tags & {"*", asset.etag(packed=True), asset.etag(packed=False)})


def _part_of(headers: Headers, asset: Asset) -> range | None:
    """The bytes that are asked for, an empty range if there are none, None for the whole file."""
    wanted = _RANGE.fullmatch(headers.get("range", "").strip())
    condition = headers.get("if-range", "").strip()
    if wanted is None or wanted.groups() == ("", ""):
        return None
    if condition and condition != asset.etag(packed=False):
        return None
    size = len(asset.body)
    first, last = (
        whole(text, least=0, most=_FARTHEST) if text else None for text in wanted.groups()
    )
    if first is None:
        return range(max(0, size - (last or 0)), size)
    if last is None:
        return range(first, size)
    return None if last < first else range(first, min(size, last + 1))


class Assets(NamedTuple):
    """All static files, and one digest of them all."""

    known: Mapping[str, Asset]
    digest: str

    @property
    def base(self) -> str:
        """The address under which they never change."""
        return f"/static/{self.digest}"

    def imports(self, name: str) -> list[str]:
        """A module and all modules that it imports before it runs, in the order of need."""
        result: dict[str, None] = {}
        waiting = [name]
        while waiting:
            one = waiting.pop(0)
            if one not in result and one in self.known:
                result[one] = None
                text = self.known[one].body.decode()
                waiting += [f"js/{other}" for other in _IMPORTS.findall(text)]
        return list(result)


_IMPORTS: Final = re.compile(r'^(?:import|export) [^;]*?"\./([\w.-]+)";', re.MULTILINE)
_VERSION: Final = re.compile(r"[0-9a-f]{16}")


@lru_cache(maxsize=64)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def packed_json(request: Request, document: Response) -> Response:
    """A public document, compressed if that is accepted.

    Only for answers without anything personal: compressing a secret with foreign text reveals it.
    """
    document.headers["vary"] = "accept-encoding"
    body = bytes(document.body)
    if len(body) < _WORTH_PACKING or not accepts_gzip(request.headers):
        return document
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(_packed(body), document.status_code, headers, document.media_type)


def _sent(path: Path) -> bytes:
    body = path.read_bytes()
    return lean(body) if path.suffix == ".js" else body


@cache
def assets() -> Assets:
    """The static files, read and compressed once; none if the pages are not installed."""
    known = {
        path.relative_to(STATIC).as_posix(): asset_of(_sent(path), path.name, level=9)
        for path in sorted(STATIC.rglob("*"))
        if path.is_file()
    }
    whole = sha256("\n".join(f"{name} {one.digest}" for name, one in known.items()).encode())
    return Assets(known, whole.hexdigest()[:16])


async def static(request: Request) -> Response:
    """A static file, by an address that changes with the files or by its plain one.

    A page that was open during an upgrade still asks by the digest of before: it gets the file as
    it is now, which is not kept.
    """
    version, slash, rest = request.path_params["path"].partition("/")
    is_versioned = bool(slash) and _VERSION.fullmatch(version) is not None
    held = assets()
    asset = held.known.get(rest if is_versioned else request.path_params["path"])
    if asset is None:
        raise HTTPException(404)
    kept = FOREVER if is_versioned and version == held.digest else ASK_AGAIN
    return answer(request.headers, asset, kept)
