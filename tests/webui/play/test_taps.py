"""One tap is taken back whole, however many there were."""

from webui.play.taps import Taps


def test_a_tap_is_known_by_any_of_its_entries() -> None:
    taps = Taps()
    taps.add(0, 3)
    taps.add(3, 4)
    assert [taps.start(number) for number in (1, 2, 3, 4)] == [0, 0, 0, 3]


def test_an_entry_of_no_tap_is_taken_back_alone() -> None:
    taps = Taps()
    taps.add(0, 2)
    assert taps.start(5) == 4


def test_the_newest_two_hundred_are_known() -> None:
    taps = Taps()
    for tap in range(201):
        taps.add(3 * tap, 3 * tap + 3)
    assert taps.start(5) == 3 and taps.start(3) == 2
