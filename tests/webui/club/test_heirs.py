"""Who goes on with the tables of a server that ends?  The other ones, in turn; who does not answer is passed over."""

import asyncio
from typing import cast

from webui.club.operations.drain import Heirs
from webui.club.peers import NeverSent, PeerAnswer, Peers


class Asked:
    """Peers of which some are gone; remembers who was asked for which table."""

    def __init__(self, gone: frozenset[str] = frozenset()) -> None:
        self.gone, self.took = gone, list[tuple[str, bytes]]()

    async def ask(self, address: str, what: str, body: bytes) -> PeerAnswer:
        if address in self.gone:
            raise NeverSent
        self.took.append((address, body))
        return PeerAnswer(200, [], b"{}")


def handed_on(peers: Asked, servers: list[str]) -> list[bool]:
    async def all_three() -> list[bool]:
        heirs = Heirs(servers, cast(Peers, peers))
        return [await heirs.take(code) for code in ("A", "B", "C")]

    return asyncio.run(all_three())


def test_tables_are_shared_out_among_the_others() -> None:
    peers = Asked()
    assert handed_on(peers, ["one", "two"]) == [True, True, True]
    assert peers.took == [("one", b'"A"'), ("two", b'"B"'), ("one", b'"C"')]


def test_a_server_that_does_not_answer_is_passed_over() -> None:
    peers = Asked(gone=frozenset({"one"}))
    assert handed_on(peers, ["one", "two"]) == [True, True, True]
    assert [address for address, _ in peers.took] == ["two", "two", "two"]


def test_without_others_nobody_takes_a_table() -> None:
    assert handed_on(Asked(), []) == [False, False, False]
    assert handed_on(Asked(gone=frozenset({"one"})), ["one"]) == [False, False, False]
