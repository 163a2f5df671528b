"""The store: append-only events, double-entry money, people; on SQLite or PostgreSQL."""

from pitboss.store.addresses import BadDatabase, default_url, open_database
from pitboss.store.store import Store

__all__ = ["BadDatabase", "Store", "default_url", "open_database"]
