"""The step kernel's memory: no table or box crosses a line of the processor's cache."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from pitboss.kernels.record import dtype_of
from pitboss.kernels.steps.memory import StepBox, StepTable, new_room

LINE = 64


def test_a_table_and_a_box_are_one_line_each() -> None:
    assert dtype_of(StepTable).itemsize == LINE
    assert dtype_of(StepBox).itemsize == LINE


@pytest.mark.parametrize("many", [1, 3, 50])
def test_tables_keep_to_their_lines_when_they_are_copied(many: int) -> None:
    room = new_room(np.arange(52, dtype=np.uint8), many, 3, 4)
    room.tables["position"] = np.arange(many)
    room.boxes["bet"] = np.arange(3 * many).reshape(many, 3)
    copied = pickle.loads(pickle.dumps(room))
    for each in (room, copied):
        assert each.tables.ctypes.data % LINE == 0
        assert each.boxes.ctypes.data % LINE == 0
    assert all((one == other).all() for one, other in zip(room, copied, strict=True))
    copied.tables["position"] += 1
    assert (room.tables["position"] == np.arange(many)).all()
