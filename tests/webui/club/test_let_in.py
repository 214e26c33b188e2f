"""A phone types a code at a club's table and is let in, at the server that has the table or at another one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.webui.club.conftest import AtTable
from tests.webui.conftest import PHONE, Screens, until
from webui.club.engines import HERE
from webui.club.trial import Trial

pytestmark = [pytest.mark.browser, pytest.mark.long]
CLEO = 2


@pytest.mark.parametrize("server", [0, 1], ids=["at its owner", "at another server"])
def test_a_phone_that_was_let_in_counts_as_present(
    club: Trial, table: Callable[[int], AtTable], screens: Screens, server: int
) -> None:
    one = table(0)
    phone = screens.open(f"http://{HERE}:{club.servers[server].port}{one.path}/", **PHONE)
    phone.get_by_label("Or type the six characters").fill(one.code_of(CLEO)["code"])
    phone.get_by_role("button", name="Take this seat").tap()
    expect(phone.get_by_role("status").first).to_contain_text("has been asked")
    (wish,) = one.view(one.at(0))["wishes"]  # type: ignore[misc]
    assert one.at(0).ask("POST", f"{one.path}/api/wishes", {"id": wish["id"], "let_in": True})[0] == 200
    phone.wait_for_selector(".mat")
    until(phone, lambda: one.view(one.at(0))["present"][CLEO])  # type: ignore[index]
