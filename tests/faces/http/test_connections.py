"""Clients that stall: they are let go, and nobody else notices."""

import contextlib
import re
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn

from tests.faces.http.asking import problem, submitted
from tests.faces.http.servers import Service, serving
from veracious.faces.http import server
from veracious.faces.http.connections import ConnectionLimits, Connections, network

SLOW = 3_000
FILES = SLOW + 500
HALF = b"GET /v1/records HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Filler: " + b"a" * 12_000  # a head of which the end does not come
SIGN_IN = b"POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
MEMORY_BYTES = 8 * 1024 * 1024  # that the second and the third thousand may add: half of what they send
QUICK = ConnectionLimits(head_seconds=0.4, request_seconds=0.8)
APART = """
import sys
from tests.faces.http.servers import serving
from veracious.faces.http.connections import ConnectionLimits
with serving(limits=ConnectionLimits(head_seconds=600, request_seconds=600)) as service:
    print(service.url, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def apart() -> Iterator[tuple[str, int]]:
    """A service in a process of its own, and its number: how many may connect is as by default, and nobody is let go for being late."""
    with subprocess.Popen([sys.executable, "-c", APART], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
        process.stdin.close()
        process.wait(30)


@pytest.fixture
def files() -> Iterator[None]:
    """As many open files as the test needs, where the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FILES:
        pytest.skip(f"this system allows {hard} open files, and {FILES} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Asking(threading.Thread):
    """Somebody who asks again and again, each time over a new connection, until told to stop."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.stopped, self.answers = url, threading.Event(), list[str]()

    def run(self) -> None:
        """Ask."""
        while not self.stopped.is_set():
            try:
                self.answers.append(str(httpx2.get(f"{self.url}/openapi.json", timeout=60).status_code))
            except httpx2.HTTPError as failed:
                self.answers.append(repr(failed))

    def ended(self, least: int = 0) -> list[str]:
        """What was answered, once it was so often and it has stopped."""
        until = time.monotonic() + 60
        while len(self.answers) < least and time.monotonic() < until:
            time.sleep(0.05)
        self.stopped.set()
        self.join(90)
        return self.answers


def connected(url: str, source: str = "127.0.0.1") -> socket.socket:
    """A connection from an address of this machine."""
    _, port = url.removeprefix("http://").split(":")
    try:
        return socket.create_connection(("127.0.0.1", int(port)), 20, (source, 0))
    except OSError as failed:
        if source == "127.0.0.1":
            raise
        pytest.skip(f"this system does not connect from {source}: {failed}")


def resident(pid: int) -> int:
    """The bytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * resource.getpagesize()


def is_held(connection: socket.socket) -> bool:
    """Whether the server has not closed it."""
    connection.setblocking(False)
    try:
        while connection.recv(65_536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def heard(connection: socket.socket, seconds: float = 10.0) -> bytes:
    """Everything until the server closes; a failure if it does not."""
    connection.settimeout(seconds)
    found = b""
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65_536):
            found += piece
    return found


def stall(url: str, sources: list[str], sent: bytes, slow: list[socket.socket], many: int) -> None:
    """Connect until there are so many, from one address after another, and send what does not come to an end."""

    def one(number: int) -> socket.socket:
        made = connected(url, sources[number % len(sources)])
        with contextlib.suppress(ConnectionError):  # it may be cut off already
            made.sendall(sent)
        return made

    with ThreadPoolExecutor(16) as several:
        slow += several.map(one, range(len(slow), many))


def settled(slow: list[socket.socket], allowed: int) -> int:
    """How many are held once no more are than may be, or after a while: the last may not have been looked at yet."""
    until = time.monotonic() + 60
    while (held := sum(map(is_held, slow))) > allowed and time.monotonic() < until:
        time.sleep(0.2)
    return held


@pytest.mark.parametrize(("sources", "sent"), [
    (["127.0.0.2"], HALF),
    ([f"127.0.{high}.{low}" for high in range(1, 13) for low in range(1, 251)], HALF),
    ([f"127.0.1.{low}" for low in range(1, 101)], SIGN_IN),
], ids=["one address", "many addresses", "half a body"])  # fmt: skip
@pytest.mark.usefixtures("files")
def test_three_thousand_that_stall_keep_nobody_waiting(apart: tuple[str, int], sources: list[str], sent: bytes) -> None:
    url, process = apart
    limits, honest, slow = ConnectionLimits(), Asking(url), list[socket.socket]()
    allowed = limits.connections if len(sources) > 1 else limits.per_address
    honest.start()
    try:
        stall(url, sources, sent, slow, SLOW // 3)
        settled(slow, allowed)
        before = resident(process)
        stall(url, sources, sent, slow, SLOW)
        held = settled(slow, allowed)
        grown = resident(process) - before
        answers = honest.ended(20)  # the others are still held
    finally:
        honest.ended()
        for one in slow:
            one.close()
    assert 0 < held <= allowed
    assert grown < MEMORY_BYTES
    assert len(answers) >= 20
    assert set(answers) == {"200"}


@pytest.fixture(scope="module")
def quick() -> Iterator[Service]:
    """A service that waits for nobody for long."""
    with serving(limits=QUICK) as found:
        yield found


def trickled(connection: socket.socket, seconds: float = 5.0) -> float:
    """Send a little again and again; after how long the server closed."""
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        try:
            connection.sendall(b"a")
        except OSError:
            break
        time.sleep(0.05)
    return time.monotonic() - began


def test_a_head_must_arrive_in_time_however_steadily_it_comes(quick: Service) -> None:
    with connected(quick.url) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        assert trickled(slow) < 4
    with connected(quick.url) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        told = heard(slow)
    assert told.startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in told
    assert b"connection: close" in told.lower()


def test_who_says_nothing_is_told_nothing(quick: Service) -> None:
    with connected(quick.url) as silent:
        assert heard(silent) == b""


def test_a_second_request_must_arrive_in_time_too(quick: Service) -> None:
    with connected(quick.url) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /hea")
        told = heard(slow)
    assert told.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in told


def test_a_body_must_arrive_in_time_however_steadily_it_comes(quick: Service) -> None:
    with connected(quick.url) as slow:
        slow.sendall(SIGN_IN)
        assert 0.5 < trickled(slow) < 4
    with connected(quick.url) as slow:
        slow.sendall(SIGN_IN)
        assert heard(slow).startswith(b"HTTP/1.1 408 ")


def test_who_was_refused_does_not_go_on_sending(quick: Service) -> None:
    head = b"POST /v1/verifications HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n"
    with connected(quick.url) as slow:
        slow.sendall(head)
        assert b"401 " in slow.recv(65_536)
        assert trickled(slow) < 4


def test_who_does_not_read_what_was_answered_is_let_go() -> None:
    sent: list[int] = []

    async def flood(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for number in range(10_000):
            await send({"type": "http.response.body", "body": b"a" * 65_536, "more_body": True})
            sent.append(number)

    running = uvicorn.Server(server.configured(flood, QUICK, lifespan="off", timeout_graceful_shutdown=5))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        with connected(url) as deaf:
            deaf.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            until = time.monotonic() + 10
            while time.monotonic() < until and (not sent or running.server_state.connections):
                time.sleep(0.02)
            assert sent
            assert not running.server_state.connections
        running.should_exit = True
        thread.join(20)


def test_who_asks_beyond_the_limit_of_requests_is_told_to_come_again() -> None:
    with serving(limits=replace(ConnectionLimits(), requests=1)) as busy, busy.client() as client:
        busy.inside.desk.held = True
        job = submitted(client)
        with client.stream("GET", f"/v1/verifications/{job['id']}/events"):  # one is being answered for as long as it is open
            told = problem(client.get("/v1/records"), 503, "requests_too_many_at_once")
            assert "again" in told["detail"]
            assert client.get("/health").status_code == 200
        busy.inside.desk.held = False
        until = time.monotonic() + 10
        while client.get("/v1/records").status_code != 200 and time.monotonic() < until:
            time.sleep(0.05)
        assert client.get("/v1/records").status_code == 200


def test_a_request_whose_body_stalls_makes_room_for_one_that_does_not() -> None:
    with serving(limits=replace(ConnectionLimits(), requests=1)) as busy, busy.client() as client, connected(busy.url) as slow:
        slow.sendall(SIGN_IN)
        time.sleep(0.3)
        assert client.get("/v1/records").status_code == 200
        assert heard(slow) == b""


def test_connections_that_are_all_being_answered_are_not_given_up_for_another() -> None:
    with serving(limits=replace(ConnectionLimits(), per_address=1)) as busy, busy.client() as client:
        busy.inside.desk.held = True
        job = submitted(client)
        with client.stream("GET", f"/v1/verifications/{job['id']}/events") as stream, connected(busy.url) as other:
            told = heard(other)
            assert told.startswith(b"HTTP/1.1 503 ")
            assert re.search(rb"retry-after: \d", told.lower())
            busy.inside.desk.held = False
            assert "event: finished" in "".join(stream.iter_text())


class Waiting:
    """A connection that waits."""

    def __init__(self, address: str, is_asking: bool = False) -> None:
        self.address, self.is_asking, self.is_dropped = address, is_asking, False

    def drop(self) -> None:
        """Note that it was dropped."""
        self.is_dropped = True


def test_the_address_with_the_most_that_wait_loses_the_oldest() -> None:
    held = Connections(ConnectionLimits(connections=4, per_address=3))
    one, two, three, four = Waiting("a"), Waiting("b"), Waiting("b"), Waiting("b")
    assert all(held.enter(each) for each in (one, two, three, four))
    held.go_on(two)  # its request is whole: it is not given up
    assert held.enter(Waiting("c"))
    assert three.is_dropped
    assert not (one.is_dropped)
    assert not (two.is_dropped)
    assert not (four.is_dropped)
    assert len(held) == 4


def test_an_address_at_its_limit_loses_its_own_and_nobody_elses() -> None:
    held = Connections(ConnectionLimits(connections=100, per_address=2))
    other, first, second, third = Waiting("b"), Waiting("a"), Waiting("a"), Waiting("a")
    assert all(held.enter(each) for each in (other, first, second, third))
    assert first.is_dropped
    assert not (other.is_dropped)
    assert not (second.is_dropped)
    held.go_on(second)
    held.go_on(third)
    assert not held.enter(Waiting("a"))
    held.leave(second)
    assert held.enter(Waiting("a"))


def test_a_request_that_was_dropped_takes_no_place_while_its_end_is_awaited() -> None:
    """A new connection takes the place of one that stalls in its body; the request of that one is not over yet, and nobody else waits."""
    held = Connections(ConnectionLimits(connections=1, per_address=0, requests=1))
    stalled, honest = Waiting("a", is_asking=True), Waiting("b")
    assert held.enter(stalled)
    assert held.begin(stalled)
    assert held.enter(honest)
    assert stalled.is_dropped
    held.go_on(honest)
    assert held.begin(honest)
    held.end(stalled)  # it learns of its end only now, and takes nobody's place away
    assert not held.begin(Waiting("c"))


def test_a_request_that_begins_before_the_one_before_has_ended_is_counted() -> None:
    held = Connections(ConnectionLimits(requests=1))
    one = Waiting("a")
    assert held.enter(one)
    held.go_on(one)
    assert held.begin(one)
    held.end(one)
    assert held.begin(one)
    held.go_on(one)
    assert not held.begin(one)
    held.end(one)
    assert held.begin(one)


def test_a_proxy_of_ours_is_not_one_address() -> None:
    """Everybody comes from there; the limit in all is theirs, too."""
    proxies = (ip_network("192.0.2.7/32"), ip_network("2001:db8:1:2:3::/80"))
    held = Connections(ConnectionLimits(connections=6, per_address=1, proxies=proxies))
    behind, foreign, odd = ("192.0.2.7", "2001:db8:1:2::/64"), "192.0.2.8", "socket"
    for address in behind:
        for _ in range(2):
            one = Waiting(address)
            assert held.enter(one)
            held.go_on(one)
    for address in (foreign, odd):
        first = Waiting(address)
        assert held.enter(first)
        held.go_on(first)
        assert not held.enter(Waiting(address))


@pytest.mark.parametrize(("host", "counted"), [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("fe80::1%eth0", "fe80::/64"), ("", ""), ("socket", "socket"),
])  # fmt: skip
def test_an_address_of_ipv6_counts_as_its_network(host: str, counted: str) -> None:
    assert network(host) == counted
