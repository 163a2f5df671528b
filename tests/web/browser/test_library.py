"""The library in a browser: read, search and link to a book; compare books."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import rulebook
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, Size

_SHOWN = ".clause:not([hidden])"


def test_a_clause_is_found_by_its_words_its_number_its_kind_and_its_answer(arrive: Arrive) -> None:
    reader = arrive()
    reader.go("/books", "[data-book=nz] a")
    reader.page.click("[data-book=nz] a")
    reader.page.wait_for_selector(_SHOWN)
    ledger = rulebook("nz").ledger
    assert reader.page.locator(_SHOWN).count() == len(ledger)
    reader.page.fill("[data-search]", "12.4(b)")
    assert reader.page.locator(_SHOWN).count() == sum("12.4(b)" in c.id for c in ledger)
    reader.page.fill("[data-search]", "Split Ace")
    result = reader.page.locator(_SHOWN).evaluate_all("all => all.map(one => one.id)")
    assert result == ["12.4(b)#2", "12.4(b)#3", "12.4(c)", "13.1(c)"]
    reader.page.fill("[data-search]", "")
    reader.page.select_option("select >> nth=1", "recorded")
    many = sum(clause.answer.value == "recorded" for clause in ledger)
    assert reader.page.locator(_SHOWN).count() == many
    assert f"{many} of {len(ledger)} clauses" in reader.page.inner_text(".library-tools")


def test_an_address_names_a_clause_and_the_clause_what_answers_it(arrive: Arrive) -> None:
    reader = arrive()
    reader.go("/books/nz#12.4(b)", ".clause.here .facts-of")
    here = reader.page.locator(".clause.here")
    assert here.locator(".clause-number").inner_text() == "12.4(b)"
    assert "law.play.may_split" in here.inner_text()
    assert "test_aces_are_split_once" in here.inner_text()
    here.locator("[data-path='splitting.aces_hands_at_most'] summary").click()
    reader.page.wait_for_selector(".clause.here .other-books .differs")
    assert here.locator(".other-books tr").count() == 6
    reader.page.click("[data-price='splitting.aces_hands_at_most']")
    worth = "[data-other=zappit] [data-worth]:has-text('points on the edge')"
    reader.page.wait_for_selector(worth, timeout=60_000)
    reader.page.evaluate("location.hash = '#16.5'")
    reader.page.wait_for_selector("[id^='16.5'].here")


def test_the_side_by_side_table_is_searched_and_sorted(arrive: Arrive) -> None:
    reader = arrive()
    reader.go("/books", ".wide-table tbody tr")
    reader.page.fill(".side-by-side input[type=search]", "zapped")
    rows = reader.page.locator(".wide-table tbody tr[data-path]")
    assert 0 < rows.count() < 10
    reader.page.fill(".side-by-side input[type=search]", "")
    reader.page.check(".side-by-side input[type=checkbox]")
    assert rows.count() == reader.page.locator(".wide-table tbody tr.differs").count()
    head = reader.page.locator(".wide-table thead th >> nth=1")
    assert head.inner_text() == "nz" and head.get_attribute("title") == rulebook("nz").title
    rows.last.scroll_into_view_if_needed()
    top = "one => one.getBoundingClientRect().top"
    tools = reader.page.locator(".library-tools").evaluate(
        "one => one.getBoundingClientRect().bottom"
    )
    assert tools <= head.evaluate(top) < rows.last.evaluate(top), "the headings stay in sight"
    reader.page.click(".wide-table thead button >> nth=0")
    texts = rows.locator("th").all_inner_texts()
    assert len(texts) > 50 and [a[0] for a in texts] == sorted(a[0] for a in texts)


def test_a_worked_round_moves_step_by_step_and_back(arrive: Arrive) -> None:
    reader = arrive()
    reader.go("/books/nz/rounds/NZ02", ".worked .steps .now")
    steps = reader.page.locator(".worked .steps button")
    for _ in range(steps.count() - 1):
        reader.page.click("[data-step=next]")
    reader.page.wait_for_selector(".worked .steps li:last-child.now")
    so_far = reader.page.inner_text(".so-far")
    assert so_far.split() == ["P1", "+22.50", "P2", "−20"]
    assert reader.page.inner_text("[data-sums]") == so_far
    dealt = reader.page.locator(".worked .steps li", has_text="to the dealer: 7")
    dealt.locator("button").click()
    reader.until("document.querySelectorAll('pb-round pb-card[face]').length === 3")
    reader.page.keyboard.press("ArrowLeft")
    reader.until("document.querySelectorAll('pb-round pb-card[face]').length === 2")
    reader.page.click(".worked .says .why-button")
    reader.page.wait_for_selector("dialog .gist")
    clause = reader.page.inner_text(".worked .says .why-button")
    book = reader.page.get_attribute("dialog a:has-text('In the book')", "href")
    assert book == f"/books/nz#{clause}"


def test_a_worked_round_is_rehearsed_without_a_seat_or_money(arrive: Arrive) -> None:
    player = arrive()
    player.go("/books/nz/rounds/NZ14", "#rehearse")
    player.page.click("#rehearse")
    player.page.wait_for_selector("[data-choice=split]")
    banner = player.page.inner_text(".rehearsal-banner").lower()
    assert "rehearsal" in banner and "no money" in banner and "nothing is recorded" in banner
    player.until("document.querySelectorAll('pb-round pb-card[face]').length === 5")
    player.page.keyboard.press("p")
    player.page.wait_for_selector("[data-over]")
    assert "The same result as the worked round" in player.page.inner_text("[data-over]")
    assert player.page.inner_text("[data-over] .sums-of").split() == ["P1", "−10", "P2", "+15"]
    player.page.click("[data-rehearse=back]")
    player.page.wait_for_selector("[data-choice=hit]")
    player.page.click("[data-choice=stand]")
    player.page.wait_for_selector("[data-over]:has-text('A different result')")
    assert "−10" in player.page.locator("[data-over] .sums-of").nth(1).inner_text()
    assert player.page.request.get("/api/v1/me?or_nobody=1").status == 204
    assert player.faults() == []


@pytest.mark.parametrize(
    ("size", "theme", "clause"),
    [(Size(320, 640), "light", "zappit#9(d)"), (DESKTOP, "dark", "leaflet#split.4")],
)
def test_the_library_is_readable_by_everybody(
    arrive: Arrive, size: Size, theme: str, clause: str
) -> None:
    reader = arrive(size=size, theme=theme)
    reader.go(f"/books/{clause}", ".clause.here .facts-of")
    reader.page.locator(".clause.here [data-path] summary").first.click()
    reader.page.wait_for_selector(".other-books .differs")
    assert reader.faults() == []
    reader.go("/books", ".wide-table tbody tr")
    assert reader.faults() == []
    if size == DESKTOP:
        faint = "all => { all.at(-1).style.color = '#888'; all.at(-1).style.background = '#999'; }"
        reader.page.locator(".wide-table tbody td").evaluate_all(faint)
        reader.page.locator(".wide-table thead button").evaluate_all(
            "all => all.slice(0, 2).forEach((one, n, [first]) => {"
            "  one.style = 'all: unset; display: block; font-size: 6px; line-height: 6px';"
            "  first.parentElement.append(one); })"
        )
        texts = [fault.split(":")[0] for fault in reader.faults()]
        assert texts == ["target-size", "color-contrast"], "every one of hundreds is looked at"
    reader.go("/books/zappit/rounds/Z02", ".worked .steps .now")
    assert reader.faults() == []
