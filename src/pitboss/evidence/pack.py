"""An evidence pack as a file: its parts, their digests, and the house's signature.

``docs/reference/evidence.md`` is the specification. A pack is JSON in one form only, so that no
byte of it can be changed unnoticed, and each part has a digest, so that a change is found by name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.documents import LONGEST, BadDocument, json_value
from pitboss.numbers import NotANumber
from pitboss.store.signatures import fingerprint, has_signed

FORMAT: Final = "pitboss evidence 1"
"""What a pack says first, and the first line of what is signed."""

PARTS: Final = (
    "about", "opening", "before", "entries", "sentences", "account", "approvals", "people",
    "clauses", "shoes", "head",
)  # fmt: skip
"""The parts of a pack, in their order."""

MEDIA_TYPE: Final = "application/vnd.pitboss.evidence+json"
"""Not the type of other answers: in those, present names replace former ones."""

_START: Final = b'{"format":"pitboss evidence '
_FIRST_LINE: Final = f'{{"format":"{FORMAT}",\n'.encode()


class BadPack(ValueError):
    """What is wrong with a pack: the part, and the entry of the log if it is one of them."""

    def __init__(self, problem: str, *, part: str, entry: int | None = None) -> None:
        self.part, self.entry = part, entry
        super().__init__(problem)


class PackSignature(Struct, frozen=True):
    """The house's signature; ``at`` is in microseconds since 1970."""

    key: str
    at: int
    signature: str

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key."""
        return fingerprint(self.key)


class Pack(Struct, frozen=True):
    """A pack as it was read: nothing in it is verified yet."""

    parts: dict[str, Any]
    manifest: dict[str, str]
    signed: PackSignature


def canonical(value: object) -> str:
    """JSON with sorted keys and without spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def manifest_of(parts: Mapping[str, Any]) -> dict[str, str]:
    """The digest of every part."""
    return {name: _digest(parts[name]) for name in PARTS}


def _digest(part: object) -> str:
    return sha256(canonical(part).encode("utf-8", "surrogatepass")).hexdigest()


def signed_text(manifest: Mapping[str, str], at: int) -> bytes:
    """What is signed: the digests of the parts, and when."""
    return f"{FORMAT}\n{at}\n{canonical(manifest)}\n".encode()


def write_pack(
    parts: Mapping[str, Any], *, at: int, sign: Callable[[bytes], tuple[str, str]]
) -> bytes:
    """A signed pack; ``sign`` gives the public key and its signature of a text."""
    manifest = manifest_of(parts)
    key, signature = sign(signed_text(manifest, at))
    return _written(parts, manifest, PackSignature(key, at, signature))


def _written(parts: Mapping[str, Any], manifest: Mapping[str, str], signed: PackSignature) -> bytes:
    """The one form of a pack: a part begins a line, and so does each row of a list."""
    rest = {
        "manifest": manifest,
        "signature": {
            "at": signed.at,
            "fingerprint": signed.fingerprint,
            "key": signed.key,
            "signature": signed.signature,
        },
    }
    lines = [f'{{"format":{canonical(FORMAT)}']
    for name, part in {**{name: parts[name] for name in PARTS}, **rest}.items():
        text = canonical(part)
        if isinstance(part, list) and part:
            text = "[\n" + ",\n".join(map(canonical, part)) + "]"
        lines.append(f"{canonical(name)}:{text}")
    return (",\n".join(lines) + "}\n").encode("utf-8", "surrogatepass")


def is_pack(data: bytes) -> bool:
    """Whether a file is meant to be a pack, even one that another program has written again."""
    return data.startswith(_START) or _is_rewritten(data)


def _is_rewritten(data: bytes) -> bool:
    """Whether these bytes are a whole pack as JSON, in whatever form."""
    try:
        contents = json_value(data.decode())
    except (BadDocument, NotANumber, UnicodeDecodeError):
        return False
    is_object = isinstance(contents, dict)
    return is_object and str(contents.get("format", "")).startswith("pitboss evidence ")


def read_pack(data: bytes) -> Pack:
    """Read a pack; ``BadPack`` names the first line that is not as one is written."""
    if len(data) > LONGEST:
        raise BadPack(f"it is too large: a pack has at most {LONGEST} bytes", part="file")
    if not data.startswith(_FIRST_LINE) and _is_rewritten(data):
        raise BadPack(
            "it is an evidence pack that another program has written again as JSON; only the file "
            "as the house gave it is signed, so verify that one",
            part="file",
        )
    if not data.endswith(b"}\n"):
        raise BadPack("it does not end as a pack does: it was truncated", part="file")
    try:
        contents = json_value(data.decode())
    except (BadDocument, NotANumber, UnicodeDecodeError) as error:
        raise BadPack(f"it cannot be read: {error}", part="file") from None
    if contents.get("format") != FORMAT:
        raise BadPack(f"it is not of the format {FORMAT!r}", part="format")
    if (missing := {*PARTS, "manifest", "signature"} - contents.keys()) != set():
        raise BadPack(f"the part {min(missing)!r} is missing", part=min(missing))
    manifest, signature = contents["manifest"], contents["signature"]
    if not isinstance(manifest, dict) or manifest.keys() != set(PARTS):
        raise BadPack("the manifest does not list the parts", part="manifest")
    try:
        signed = msgspec.convert(signature, PackSignature)
    except msgspec.ValidationError:
        raise BadPack("the signature cannot be read", part="signature") from None
    pack = Pack({name: contents[name] for name in PARTS}, manifest, signed)
    due = _written(pack.parts, manifest, signed)
    if due != data:
        raise BadPack(_first_difference(data, due), part="file")
    return pack


def _first_difference(data: bytes, due: bytes) -> str:
    """The line at which a file departs from the one form of a pack."""
    pairs = enumerate(zip(data, due, strict=False))
    same = next(
        (at for at, (number, wanted) in pairs if number != wanted), min(len(data), len(due))
    )
    line = data.count(b"\n", 0, same) + 1
    return f"line {line} is not written as a pack is"


def check_signature(pack: Pack) -> None:
    """Raise ``BadPack`` unless every part is as it was signed."""
    for name in PARTS:
        if _digest(pack.parts[name]) != pack.manifest[name]:
            raise BadPack(f"the part {name!r} was changed after it was signed", part=name)
    text = signed_text(pack.manifest, pack.signed.at)
    written = pack.signed.key + pack.signed.signature
    is_signed = has_signed(pack.signed.key, pack.signed.signature, text)
    if not is_signed or written != written.lower():
        raise BadPack("the signature is not by its key, or the manifest was changed",
                      part="signature")  # fmt: skip
