"""Locks are taken in one order, so that two threads never wait for each other."""

import threading

import pytest

from companion.locks import ORDER, Lock, LockOrder, held_for


@pytest.mark.parametrize("outer", range(len(ORDER) - 1))
def test_a_lock_further_down_may_be_taken_while_one_is_held(outer: int) -> None:
    with Lock(ORDER[outer]), Lock(ORDER[outer + 1]):
        pass


@pytest.mark.parametrize("inner", range(1, len(ORDER)))
def test_the_other_way_round_is_refused_at_once_and_leaves_nothing_locked(inner: int) -> None:
    first, second = Lock(ORDER[inner]), Lock(ORDER[inner - 1])
    with pytest.raises(LockOrder, match=ORDER[inner - 1]), first, second:
        pass
    with second, first:
        assert first.held() is not None
    assert first.held() is None


def test_two_locks_of_one_place_are_refused_as_well() -> None:
    with pytest.raises(LockOrder), Lock("file"), Lock("file"):
        pass


def test_a_thread_may_take_its_own_lock_again() -> None:
    lock = Lock("house")
    with lock, Lock("file"), lock:
        assert lock.held() is not None
    assert lock.held() is None


def test_another_thread_waits() -> None:
    lock, came = Lock("house"), threading.Event()

    def come() -> None:
        with lock:
            came.set()

    other = threading.Thread(target=come)
    with lock:
        other.start()
        assert not came.is_set()
    assert came.wait(30)
    other.join()


def test_a_lock_held_for_long_is_named_with_its_thread() -> None:
    with Lock("session"):
        assert ("session", threading.current_thread().name) in {held[:2] for held in held_for(0)}
        assert not list(held_for(3600))
