"""A real nginx in front of the real service, set up as the manual says, and as somebody would who has not read it: nobody slips in."""

import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.service import END_S, ROOT, START_S, Service
from veracious.adapters.access.tries import BOTH
from veracious.adapters.postgres.server import Addresses

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
PAGE = (ROOT / "docs/howto/run-the-service.md").read_text("utf-8")
DOCUMENTED = re.findall(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
CARELESS = "location / { proxy_pass http://127.0.0.1:8300; }"
PORT = "127.0.0.1:8300"
AT_ONCE = 8
PASSWORD = "correct horse battery"  # noqa: S105
HOSTS = (
    *("localhost", "LOCALHOST", "LocalHost", "localhost.", "localhost:80", "localhost:8300", "localhost.:8300"),
    *("127.0.0.1", "127.0.0.1:8300", "127.0.0.1.", "127.1", "127.0.0.2", "127.000.000.001", "0", "2130706433", "0x7f.0.0.1"),
    *("[::1]", "[::1]:8300", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "facts.example.org", "localhost.facts.example.org"),
)
HEADERS = (
    *("X-Forwarded-Host: localhost", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: ::1", "X-Forwarded-Server: localhost"),
    *("Forwarded: for=127.0.0.1;host=localhost;proto=http", "X-Real-IP: 127.0.0.1", "X-Client-IP: 127.0.0.1", "X-Original-Host: localhost"),
    *(
        "X-Host: localhost",
        "Origin: http://localhost",
        "Via: 1.1 localhost",
        "X-Forwarded-Proto: http",
        "X-Original-URL: http://localhost/",
    ),
    *("Connection: Host", "Connection: close, X-Forwarded-For, Host", "Authorization_: Bearer x"),
)
TARGETS = (
    "http://localhost/v1/documents",
    "http://127.0.0.1:8300/v1/documents",
    "HTTP://LOCALHOST:8300/v1/documents",
    "http://[::1]/v1/documents",
)
REQUESTS = (
    *(f"GET /v1/documents HTTP/1.1\r\nHost: {host}" for host in HOSTS),
    *(f"GET /v1/documents HTTP/1.1\r\nHost: {host}\r\n{header}" for host in ("localhost", "facts.example.org") for header in HEADERS),
    *(f"GET {target} HTTP/1.1\r\nHost: {host}" for host in ("localhost", "facts.example.org") for target in TARGETS),
    "GET /v1/documents HTTP/1.0\r\nHost: localhost",
)
AMBIGUOUS = (
    "Content-Length: 50\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 0",
    "Content-Length: 50\r\nContent-Length: 0",
    "Content-Length : 50",
    "Content-Length: -1",
)
NAMELESS = "GET /v1/documents HTTP/1.0"  # HTTP/1.1, which nginx speaks to the service, wants a host


@pytest.fixture(scope="module", autouse=True)
def nginx() -> str:
    if NGINX is None:
        pytest.skip("nginx is not installed; these tests need a real one: apt-get install nginx-light")
    return NGINX


@contextmanager
def in_front(nginx: str, location: str, to: int, folder: Path) -> Iterator[int]:
    """An nginx with this block, sent to the port of a service; its own port."""
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    assert PORT in location
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    server = f"server {{ listen 127.0.0.1:{port}; {location.replace(PORT, f'127.0.0.1:{to}')} }}"
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; master_process off; pid {folder / 'pid'}; error_log {folder / 'errors'} warn;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary}\n{server} }}\n",
        "utf-8",
    )
    process = subprocess.Popen([nginx, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(settings)])
    try:
        until = time.monotonic() + START_S
        while not _listens(port):
            assert process.poll() is None, (folder / "errors").read_text("utf-8")
            assert time.monotonic() < until
            time.sleep(0.05)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(END_S)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("behind"), VERACIOUS_PROXIES="127.0.0.1")
    try:
        made.serve()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def door(nginx: str, service: Service) -> Iterator[int]:
    """The port of an nginx as the manual has it."""
    (location,) = DOCUMENTED
    with in_front(nginx, location, service.port, service.folder / "documented") as port:
        yield port


@pytest.fixture(scope="module")
def careless(nginx: str, service: Service) -> Iterator[int]:
    """The port of an nginx that passes on what it must, and says for nobody whom it asks."""
    with in_front(nginx, CARELESS, service.port, service.folder / "careless") as port:
        yield port


def status(port: int, request: str) -> int:
    """What a request is answered with, sent as it stands."""
    with socket.create_connection(("127.0.0.1", port), 30) as line:
        ending = "" if "Connection:" in request else "\r\nConnection: close"
        line.sendall(f"{request}{ending}\r\n\r\n".encode())
        line.settimeout(30)
        return int(line.makefile("rb").readline().split()[1])


def sign_in(port: int, source: str, password: str, **headers: str) -> http.client.HTTPResponse:
    """Sign in from an address of this machine."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    body = json.dumps({"workspace": "ours", "name": "ana", "password": password})
    line.request("POST", "/v1/session", body, {"Content-Type": "application/json", **headers})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer


def test_nobody_is_let_in_without_a_key(door: int, careless: int, service: Service) -> None:
    """Through either nginx, and past both."""
    for port in (door, careless):
        assert {request: status(port, request) for request in REQUESTS} == dict.fromkeys(REQUESTS, 401)
        assert status(port, NAMELESS) in (400, 401)
    found = {request: status(service.port, request) for request in REQUESTS}
    assert {request for request, told in found.items() if told != 401} <= {one for one in REQUESTS if "://" in one.split()[1]}
    assert set(found.values()) <= {401, 404}  # the server itself knows no address that begins with a scheme


def test_a_key_is_let_in(door: int, careless: int, service: Service) -> None:
    key = service.key("ours", "read")
    asked = f"GET /v1/documents HTTP/1.1\r\nHost: facts.example.org\r\nAuthorization: Bearer {key}"
    assert [status(port, asked) for port in (door, careless, service.port)] == [200] * 3


def test_nobody_is_locked_out_from_another_address(door: int, service: Service) -> None:
    """Nor gets new tries by naming another address: the proxy says which it is, and from anybody else the header is not read."""
    service.person("ours", "ana", PASSWORD)
    for port, attacker, other in ((door, "127.0.0.2", "127.0.0.3"), (service.port, "127.0.0.4", "127.0.0.5")):

        def wrong(number: int, port: int = port, attacker: str = attacker) -> http.client.HTTPResponse:
            return sign_in(port, attacker, "wrong" * 5, **{"X-Forwarded-For": f"203.0.113.{number}"})

        with ThreadPoolExecutor(AT_ONCE) as pool:
            told = list(pool.map(wrong, range(4 * BOTH.at_once)))
        statuses = {answer.status for answer in told}
        assert {401, 429} <= statuses <= {401, 429, 503}
        assert all(int(answer.headers["Retry-After"]) > 0 for answer in told if answer.status != 401)
        right = sign_in(port, other, PASSWORD)
        assert right.status == 201
        assert ("Secure" in right.headers["Set-Cookie"]) == (port == door)


def test_what_up_opens_on_this_machine_stays_shut_behind_the_proxy(
    nginx: str, new_addresses: Callable[..., Addresses], tmp_path: Path
) -> None:
    made = Service(new_addresses(), tmp_path)
    (location,) = DOCUMENTED
    try:
        made.start("api", "up", "--port", str(made.port), "--grace", "1")
        until = time.monotonic() + START_S
        while not made.answers():
            assert time.monotonic() < until, made.said("api")
            time.sleep(0.1)
        assert status(made.port, "GET /v1/documents HTTP/1.1\r\nHost: localhost") == 200
        assert status(made.port, "GET /v1/documents HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.7") == 401
        with in_front(nginx, location, made.port, tmp_path / "front") as port:
            assert {request: status(port, request) for request in REQUESTS} == dict.fromkeys(REQUESTS, 401)
        assert "needs no key; --keys asks for one" in made.said("api")
    finally:
        made.close()


def test_up_asks_everybody_for_a_key_when_it_is_told_to(new_addresses: Callable[..., Addresses], tmp_path: Path) -> None:
    made = Service(new_addresses(), tmp_path)
    try:
        made.start("api", "up", "--keys", "--port", str(made.port), "--grace", "1")
        until = time.monotonic() + START_S
        while not made.answers():
            assert time.monotonic() < until, made.said("api")
            time.sleep(0.1)
        assert status(made.port, "GET /v1/documents HTTP/1.1\r\nHost: localhost") == 401
    finally:
        made.close()


@pytest.mark.parametrize("lines", AMBIGUOUS)
def test_a_request_of_two_lengths_is_refused_by_the_proxy(door: int, lines: str) -> None:
    """And by the service, which is tested with more of them; so nothing hides behind a request on its way through both."""
    body = '{"workspace": "one", "name": "a", "password": "b"}'
    hidden = "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    head = f"POST /v1/session HTTP/1.1\r\nHost: facts.example.org\r\nContent-Type: application/json\r\n{lines}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", door), 20) as connection:
        connection.sendall((head + body + hidden).encode())
        found = b""
        while piece := connection.recv(65_536):
            found += piece
    assert found.startswith(b"HTTP/1.1 400 ")
    assert found.count(b"HTTP/1.1 ") == 1
    assert b"nginx" in found
