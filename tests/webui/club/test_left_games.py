"""A club's table, too, goes on with a game it left; nobody sees those of another table."""

from collections.abc import Callable

from tests.webui.club.conftest import AtTable

TWO = {"players": [{"name": "Eve", "color": "red"}, {"name": "Mallory", "color": "blue"}]}


def test_a_table_goes_on_with_the_game_it_left(table: Callable[[int], AtTable]) -> None:
    here, other = table(0), table(0)
    version, people = here.act(here.host), here.view(here.host)["players"]
    assert here.host.ask("POST", f"{here.path}/api/game", TWO)[0] == 200
    status, told = here.host.ask("GET", f"{here.path}/api/saved")
    assert status == 200 and [len(game["players"]) for game in told["earlier"]] == [3]
    assert other.host.ask("GET", f"{other.path}/api/saved")[1] == {"earlier": [], "over": []}
    file = told["earlier"][0]["file"]
    assert other.host.ask("POST", f"{other.path}/api/saved/recover", {"file": file})[0] == 404
    status, view = here.host.ask("POST", f"{here.path}/api/saved/recover", {"file": file})
    assert (status, view["version"], view["players"]) == (200, version, people)
