"""Leases: which process owns which table, and until when."""

from __future__ import annotations

from pitboss.store.database import Database


class StoredLeases:
    """The leases of the tables of one database."""

    database: Database

    def take_lease(self, id: str, *, owner: str, address: str, seconds: float) -> bool:
        """Take a table that has no owner or whose lease has expired; return whether it is ours now.

        Leases use the database's clock, not those of the machines.
        """
        clock = self.database.clock
        with self.database.writing() as rows:
            return bool(
                rows.run(
                    f"UPDATE tables SET owner = ?, address = ?, lease = {clock} + ? "
                    f"WHERE id = ? AND (owner IS NULL OR owner = ? OR lease < {clock})",
                    (owner, address, seconds, id, owner),
                )
            )

    def renew_leases(self, owner: str, *, seconds: float) -> set[str]:
        """Renew our leases, and return which tables we own."""
        with self.database.writing() as rows:
            rows.run(
                f"UPDATE tables SET lease = {self.database.clock} + ? WHERE owner = ?",
                (seconds, owner),
            )
            return {id for (id,) in rows.all("SELECT id FROM tables WHERE owner = ?", (owner,))}

    def release_leases(self, owner: str) -> None:
        """Release all our leases."""
        with self.database.writing() as rows:
            rows.run("UPDATE tables SET owner = NULL, lease = 0 WHERE owner = ?", (owner,))

    def release_lease(self, id: str, owner: str) -> None:
        """Release one table."""
        with self.database.writing() as rows:
            rows.run(
                "UPDATE tables SET owner = NULL, lease = 0 WHERE id = ? AND owner = ?", (id, owner)
            )

    def take_all(self, owner: str, address: str) -> None:
        """Take every table, at the start of a process that has the database to itself."""
        with self.database.writing() as rows:
            rows.run("UPDATE tables SET owner = ?, address = ?, lease = 0", (owner, address))
