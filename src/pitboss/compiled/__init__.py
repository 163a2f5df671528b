"""The law evaluated once over its finite domain, into small arrays for the kernels."""

from __future__ import annotations

import os

# Neighbouring columns in one register: off by default, but twice as fast here. Loop vectorisation
# would prevent it. Both are set before any module imports Numba, which reads them at once, because
# they are part of the key of a stored kernel.
os.environ.setdefault("NUMBA_SLP_VECTORIZE", "1")
os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")
