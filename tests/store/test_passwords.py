"""Passwords that are too easy to guess."""

from __future__ import annotations

import pytest

from pitboss.store.passwords import too_easy


@pytest.mark.parametrize("password", ["Annelise", "esilenna", "ESILENNA", "annelise1", "Anne Lise"])
def test_a_name_is_no_password_for_its_owner_backwards_neither(password: str) -> None:
    assert too_easy(password, "Annelise") == "a password may not be your own name"
    assert too_easy(password, "Bertram") is None
