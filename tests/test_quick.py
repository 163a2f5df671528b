"""What ``./pitboss test --quick`` chooses."""

from __future__ import annotations

from tests.quick import chosen, within

TEXTS = {
    "tests/law/test_play.py": "from pitboss.law.play import may_split\n",
    "tests/law/test_order.py": "",
    "tests/table/test_rounds.py": "from pitboss.law import play, settlement\n",
    "tests/web/lab/test_runs.py": "",
    "tests/web/test_tables.py": "import pitboss.law\n",
    "tests/test_api.py": "",
}


def test_what_imports_a_module_comes_before_the_rest_of_its_room() -> None:
    tests = chosen(["src/pitboss/law/play.py"], TEXTS)
    assert tests == [
        "tests/law/test_play.py",
        "tests/test_api.py",
        "tests/law/test_order.py",
        "tests/table/test_rounds.py",
    ]


def test_a_changed_test_comes_first_and_only_once() -> None:
    tests = chosen(["src/pitboss/law/play.py", "tests/law/test_order.py"], TEXTS)
    assert tests[0] == "tests/law/test_order.py"
    assert len(tests) == len(set(tests))


def test_a_room_within_a_room_has_tests_of_its_own() -> None:
    assert "tests/web/test_tables.py" not in chosen(["src/pitboss/web/lab/runs.py"], TEXTS)
    assert "tests/web/lab/test_runs.py" in chosen(["src/pitboss/web/lab/runs.py"], TEXTS)
    assert "tests/web/test_tables.py" in chosen(["src/pitboss/web/static/js/lab.js"], TEXTS)


def test_a_page_of_prose_needs_only_what_every_change_needs() -> None:
    assert chosen(["docs/index.md"], TEXTS) == ["tests/test_api.py"]


def test_what_does_not_fit_is_left_and_what_is_shorter_still_fits() -> None:
    kept, left = within(["a", "b", "c"], {"a": 5.0, "b": 90.0, "c": 4.0}, budget=10.0)
    assert (kept, left) == (["a", "c"], ["b"])
    assert within(["b"], {"b": 90.0}, budget=10.0) == (["b"], [])
