"""What a page loads: its own files once, and nothing again on the next visit."""

from __future__ import annotations

from tests.web.browser.conftest import Arrive

_FILES = """performance.getEntriesByType("resource").filter((one) => one.name.includes("/static/"))
  .map((one) => [one.name, one.transferSize])"""


def test_a_page_loads_only_its_own_files_and_none_a_second_time(arrive: Arrive) -> None:
    player = arrive()
    player.come_in()
    wrong: list[str] = []
    player.page.on("console", lambda line: wrong.append(line.text) if line.type != "log" else None)
    pages = {
        "/": ("#books li", "/table.js"),
        f"/tables/{player.open_table('classic')}": ("#bar button", "/lobby.js"),
        "/lab/classic": ("[data-edge]", "/table.js"),
    }
    for path, (until, foreign) in pages.items():
        player.go(path, until)
        names = [name for name, _ in player.page.evaluate(_FILES)]
        assert len(names) == len(set(names)), "no module is loaded a second time"
        assert not [name for name in names if name.endswith(foreign)]
        player.page.goto("about:blank")
        player.go(path, until)
        again = [name for name, size in player.page.evaluate(_FILES) if size > 0]
        assert again == [], path
    assert not wrong, "everything that was announced was also used"


def test_a_page_that_does_not_fit_the_server_any_more_offers_to_be_loaded_again(
    arrive: Arrive,
) -> None:
    player = arrive()
    player.come_in()
    page = player.page
    page.route("**/js/lobby.js", lambda route: route.fulfill(status=404))
    player.go("/", "text=may have been updated")
    page.unroute("**/js/lobby.js")
    page.click("button:text-is('Reload')")
    page.wait_for_selector("#books li")
