"""The loopback internet in a process of its own: where times are measured, answering pages must not keep the clock waiting."""

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Network
from multiprocessing.connection import Connection

from tests.internet import Internet

START_S = 60.0


@contextmanager
def internet(delay: float) -> Iterator[Internet]:
    """An internet that answers elsewhere, for as long as the block lasts: here it is known by its addresses alone."""
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe()
    process = spawning.Process(target=_answer, args=(there, delay), daemon=True)
    process.start()
    there.close()
    try:
        assert here.poll(START_S), "the loopback internet did not start"
        known = Internet(delay)
        known.network = IPv4Network(here.recv())
        yield known
    finally:
        here.close()
        process.join(START_S)


def _answer(asked: Connection, delay: float) -> None:
    """Answer until whoever asked is gone."""
    with Internet(delay) as opened:
        asked.send(str(opened.network))
        asked.poll(None)
