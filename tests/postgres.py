"""A real PostgreSQL for the tests: one that is named, or a cluster of our own for the session."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

HOW = "apt-get install postgresql, or name one: PITBOSS_POSTGRES=postgresql://user@host/database"


def missing(what: str, how: str) -> None:
    """Skip if something is not installed; in CI that is a failure."""
    text = f"there is no {what} here; to run this: {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(text)
    pytest.skip(text)


def _binaries() -> Path | None:
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if paths:
        return paths[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def _as_user(command: list[str]) -> list[str]:
    """PostgreSQL does not run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a server on which databases may be created."""
    if named := os.environ.get("PITBOSS_POSTGRES"):
        yield named
        return
    binaries = _binaries()
    if binaries is None:
        missing("PostgreSQL", HOW)
        return
    with tempfile.TemporaryDirectory(prefix="pitboss-pg-") as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = f"{folder}/data"
        initdb = [str(binaries / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N"]
        subprocess.run(_as_user(initdb), check=True, capture_output=True, cwd=folder)
        options = ["-c", "fsync=off", "-c", f"unix_socket_directories={folder}"]
        options += [
            "-c",
            "listen_addresses=127.0.0.1",
            "-p",
            str(port),
            "-c",
            "shared_buffers=32MB",
        ]
        server = subprocess.Popen(
            _as_user([str(binaries / "postgres"), "-D", data, *options]),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        try:
            url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
            _wait_for(url)
            yield url
        finally:
            stop = [str(binaries / "pg_ctl"), "stop", "-D", data, "-m", "immediate"]
            subprocess.run(_as_user(stop), check=True, capture_output=True, cwd=folder)
            server.wait(timeout=20)


def _wait_for(url: str) -> None:
    import psycopg

    for _ in range(200):
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("PostgreSQL did not start")


_made = iter(range(10**6))


def new_database(server: str) -> str:
    """The address of an empty database: a new schema, which is faster than a new database."""
    import psycopg

    name = f"pitboss_test_{os.getpid()}_{next(_made)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"


def database_of_its_own(server: str) -> str:
    """The same for a test that may meet no other's server: a lock is that of a whole database."""
    import psycopg

    name = f"pitboss_test_{os.getpid()}_{next(_made)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return urlsplit(server)._replace(path=f"/{name}").geturl()
