"""The picture: its size, its colours, and letters that are really drawn."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

from PIL import Image

from pitboss.report.charts import Page
from pitboss.report.charts.as_png import SCALE, draw, drawable, face, png
from pitboss.report.charts.colours import PAPER
from pitboss.report.charts.layout import ChartSheet, Rectangle, TextLine, lay_out
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.solver.chart import Letter
from tests.report.charts.fixture import SMALL, SMALL_PAGE, WHOLE


def opened(file: bytes) -> Image.Image:
    return Image.open(BytesIO(file)).convert("RGB")


def test_the_picture_has_the_size_of_the_layout() -> None:
    drawing = lay_out(SMALL_PAGE)
    assert opened(png(SMALL_PAGE)).size == (drawing.width * SCALE, drawing.height * SCALE)
    assert Image.open(BytesIO(png(SMALL_PAGE))).format == "PNG"


def test_every_box_of_the_layout_is_filled_in_its_colour() -> None:
    drawing, picture = lay_out(SMALL_PAGE), opened(png(SMALL_PAGE))
    boxes = [shape for shape in drawing.shapes if isinstance(shape, Rectangle)]
    assert len(boxes) > 60
    for box in boxes:
        for x, y in ((box.x, box.y), (box.x + box.width - 1, box.y + box.height - 1)):
            assert picture.getpixel((x * SCALE, y * SCALE)) == _rgb(box.fill)
    for box in boxes[1:]:
        beside = (box.x + box.width) * SCALE, (box.y + box.height) * SCALE
        assert picture.getpixel((beside[0], box.y * SCALE)) == _rgb(PAPER)
        assert picture.getpixel((box.x * SCALE, beside[1])) == _rgb(PAPER)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def test_every_letter_is_drawn_in_a_shape_of_its_own() -> None:
    """All black on white: what differs is the letter."""
    drawn = {letter: opened(_alone(letter.value)).tobytes() for letter in Letter}
    blank = opened(_alone(" ")).tobytes()
    for one, other in combinations(Letter, 2):
        assert drawn[one] != drawn[other]
    assert blank not in drawn.values()


def _alone(text: str) -> bytes:
    paper = Rectangle(x=0, y=0, width=40, height=30, fill="#ffffff")
    words = TextLine(x=20, y=20, text=text, size=15, colour="#000000", anchor="middle", bold=True)
    return draw(ChartSheet("a cell", 40, 30, (paper, words)))


def test_charts_of_different_letters_are_different_pictures() -> None:
    pictures = {chart.book: png(Page(chart, "", ())) for chart in (SMALL, WHOLE)}
    assert pictures["zappit"] != pictures["classic"]


def test_no_words_run_off_the_paper() -> None:
    for name in BOOKS:
        page = Page(WHOLE, f"{rulebook(name).title}: basic strategy", ("a long line " * 40,))
        drawing = lay_out(page)
        for shape in drawing.shapes:
            if isinstance(shape, TextLine):
                long = face(shape.size).getlength(drawable(shape.text)) / SCALE
                back = {"start": 0.0, "middle": long / 2, "end": long}[shape.anchor]
                assert shape.x - back >= 0
                assert shape.x - back + long <= drawing.width
                assert shape.size <= shape.y <= drawing.height


def test_letters_that_the_face_lacks_are_written_otherwise() -> None:
    assert drawable("Casino Zürich – 20½") == "Casino Zurich - 20 1/2"
    assert drawable("Казино") == "??????"
    for name in BOOKS:
        assert "?" not in drawable(rulebook(name).title)
