"""Client addresses, and the host name a request was sent to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
"""The host names of the machine itself."""

Network = IPv4Network | IPv6Network


class BadAddress(ValueError):
    """Not an address, a network or a host name; the message names it."""


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks such as 10.0.0.1 or 10.0.0.0/8; raises ``BadAddress``."""
    result = []
    for one in texts:
        try:
            result.append(ip_network(one, strict=False))
        except ValueError:
            raise BadAddress(f"{one!r} is not an address or a network such as 10.0.0.0/8") from None
    return tuple(result)


def is_in(address: str, among: Sequence[Network]) -> bool:
    """Whether an address is one of these addresses, or in one of these networks."""
    if not among:
        return False
    try:
        plain = ip_address(address)
    except ValueError:
        return False
    if isinstance(plain, IPv6Address) and plain.ipv4_mapped is not None:
        plain = plain.ipv4_mapped
    return any(plain in network for network in among)


def counted_as(address: str) -> str:
    """The address by which a client's requests are counted: for IPv6 the first 64 bits.

    A client with one IPv6 address usually has 2^64 of them.
    """
    if ":" not in address:
        return address
    try:
        plain = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(plain, IPv6Address):
        if plain.ipv4_mapped is not None:
            return str(plain.ipv4_mapped)
        return str(ip_network((plain, 64), strict=False).network_address)
    return address


def asked_by(text: str, peer: str, trusted: Sequence[Network]) -> str:
    """The address behind proxies that are trusted, from ``X-Forwarded-For``.

    Every proxy appends the address of its client; anything before the first untrusted one may be
    forged.
    """
    address = peer
    for one in reversed(text.split(",")):
        if not is_in(address, trusted):
            return address
        host = one.strip().strip("[]")
        try:
            ip_address(host)
        except ValueError:
            return address
        address = host
    return address


def host_name(text: str) -> str:
    """The name in a Host header, without its port."""
    if text.startswith("["):
        return text[1:].partition("]")[0].lower()
    return text.partition(":")[0].rstrip(".").lower()


def allowed_names(host: str, more: Iterable[str]) -> frozenset[str]:
    """The names under which this server answers: loopback, its own address, and those named."""
    names = {*LOOPBACK, *(one.strip().rstrip(".").lower() for one in more)}
    for name in names:
        if not name or any(sign in name for sign in "/ @,*") or (":" in name and name != "::1"):
            raise BadAddress(f"{name!r} is not a host name such as cards.example.org")
    if host not in ("0.0.0.0", "::", ""):
        names.add(host.lower())
    return frozenset(names)
