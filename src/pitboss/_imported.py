"""When the package began to be imported: the first module of it that is read."""

from time import time_ns

IMPORTED_AT = time_ns() - 20_000_000
"""No other module was read before; file systems keep time to some milliseconds."""
