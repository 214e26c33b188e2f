"""How fast an address may open lines: so many at once, then at a steady pace."""

from webui.http.pace import Pace

NEAR, FAR, OWN = "192.168.1.20", "192.168.1.21", "127.0.0.1"


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def opened(pace: Pace, address: str, tries: int) -> int:
    return sum(pace.lets_in(address) for _ in range(tries))


def test_so_many_lines_may_be_opened_at_once() -> None:
    assert opened(Pace(10, 2.0, Clock()), NEAR, 50) == 10


def test_lines_come_back_at_a_steady_pace_and_never_more_than_at_once() -> None:
    clock = Clock()
    pace = Pace(10, 2.0, clock)
    opened(pace, NEAR, 50)
    clock.now_s += 3
    assert opened(pace, NEAR, 50) == 6
    clock.now_s += 3600
    assert opened(pace, NEAR, 50) == 10


def test_an_address_pays_for_itself_only() -> None:
    pace = Pace(10, 2.0, Clock())
    opened(pace, NEAR, 50)
    assert opened(pace, FAR, 5) == 5


def test_this_computers_own_browser_and_proxy_are_not_held_back() -> None:
    assert opened(Pace(10, 2.0, Clock()), OWN, 500) == 500


def test_addresses_are_forgotten_when_there_are_too_many() -> None:
    pace = Pace(10, 2.0, Clock())
    for number in range(10_000):
        pace.lets_in(f"10.0.{number // 250}.{number % 250}")
    assert len(pace._full_at_s) <= 4096
