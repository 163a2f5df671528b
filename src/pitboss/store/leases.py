"""Which process has which table in hand, and until when."""

from __future__ import annotations

from pitboss.store.database import Database


class Leases:
    """The leases of the tables of one database."""

    database: Database

    def take_lease(self, id: str, *, owner: str, address: str, seconds: float) -> bool:
        """Own a table that nobody owns, or whose owner has died; whether it is ours now.

        Leases are told by the clock of the database, whatever those of the machines say.
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
        """Keep what we own; which tables these are."""
        with self.database.writing() as rows:
            rows.run(
                f"UPDATE tables SET lease = {self.database.clock} + ? WHERE owner = ?",
                (seconds, owner),
            )
            return {id for (id,) in rows.all("SELECT id FROM tables WHERE owner = ?", (owner,))}

    def release_leases(self, owner: str) -> None:
        """Give up everything that we own."""
        with self.database.writing() as rows:
            rows.run("UPDATE tables SET owner = NULL, lease = 0 WHERE owner = ?", (owner,))

    def release_lease(self, id: str, owner: str) -> None:
        """Give up one table."""
        with self.database.writing() as rows:
            rows.run(
                "UPDATE tables SET owner = NULL, lease = 0 WHERE id = ? AND owner = ?", (id, owner)
            )

    def take_all(self, owner: str, address: str) -> None:
        """Own every table: where one process has the database alone, at its start."""
        with self.database.writing() as rows:
            rows.run("UPDATE tables SET owner = ?, address = ?, lease = 0", (owner, address))
