"""Simulation results as pages, pictures and tables."""

from __future__ import annotations

from .as_png import png
from .as_svg import svg
from .exports import ENDINGS, CannotExport, check_ending, simulation_file, write_result
from .page import html, sheet
from .plots import plots

__all__ = [
    "ENDINGS",
    "CannotExport",
    "check_ending",
    "html",
    "plots",
    "png",
    "sheet",
    "simulation_file",
    "svg",
    "write_result",
]
