"""`veracious up`, `serve` and `worker`: the service on one machine, or on many around one PostgreSQL."""

import asyncio
import ipaddress
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Annotated

import typer

from veracious import app, settings
from veracious.faces.cli import common
from veracious.settings import DAILY
from veracious.wiring import service

Host = Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")]
Grace = Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long jobs may go on once the worker is asked to end.")]

PORT = 8300
COMMAND = "from veracious.faces.cli.main import run; run()"  # of the same Python, wherever it is installed
OPEN = "import sys, typer; from veracious.faces.cli.service import serve_openly; del sys.argv[1]; typer.run(serve_openly)"
GRACE_SECONDS = 20.0
RESTART_SECONDS = (1.0, 30.0)  # before a part that fell is started again: at first, and at most
LOOK_SECONDS = 0.2  # between two looks at the parts
STEADY_SECONDS = 60.0  # a part that lived as long is started again at once


def worker(grace: Grace = GRACE_SECONDS) -> None:
    """Run jobs that were handed in, until the process is asked to end.

    Start as many as you like, on as many machines as you like, with the same DATABASE_URL. Each tells the others that it lives; what one
    leaves unfinished, killed or cut off, another goes on with, and asks nobody twice for what the first was told.

    On SIGTERM or Ctrl-C it takes no more jobs and lets those that run end for --grace seconds; another goes on with the rest.

    Logs are lines of JSON on standard error.

    [bold]Example:[/bold] DATABASE_URL=postgresql://veracious_app:…@db/veracious veracious worker
    """
    from veracious.faces import logs
    from veracious.faces.worker import run

    with common.errors():
        _prepare()
        log = logs.logger()
        logs.install(log)
        asyncio.run(run.run(log.info, grace))


def serve(host: Host = "127.0.0.1", port: Port = PORT) -> None:
    """Answer over HTTP; the jobs that are handed in are run by `veracious worker`.

    Every request needs a key, wherever it comes from: `veracious key create` makes one. Put a proxy in front of it that speaks TLS, and
    name it in VERACIOUS_PROXIES.

    The API describes itself at /openapi.json.

    [bold]Example:[/bold] veracious serve --host 0.0.0.0 --port 8300
    """
    _answer(host, port, is_open=False)


def serve_openly(host: Host, port: Port) -> None:
    """Be the API of `veracious up`, which asks nobody on this machine for a key. It is no command of its own."""
    _answer(host, port, is_open=_is_loopback(host))


def _answer(host: str, port: int, is_open: bool) -> None:
    from veracious.faces import logs
    from veracious.faces.http import server
    from veracious.faces.web import site

    with common.errors():
        _prepare()
        logs.install(logs.logger())
        server.run(host, port, anonymous=is_open, pages=site.install)


def up(
    host: Host = "127.0.0.1",
    port: Port = PORT,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many workers to run.")] = 1,
    grace: Grace = GRACE_SECONDS,
    keys: Annotated[bool, typer.Option("--keys", help="Ask everybody for a key, on this machine too.")] = False,
) -> None:
    """Run the whole service on this machine: the private PostgreSQL, the API, and a worker.

    With DATABASE_URL set, that server is used instead of the private one. A part that falls is started again, the private PostgreSQL too;
    where that falls again and again, everything ends, and the error names its log.

    On loopback, as by default, whoever is on this machine needs no key, and everything happens in the workspace that VERACIOUS_WORKSPACE
    names. With --keys, or on any other address, everybody does. Put no proxy in front of it without --keys.

    Where VERACIOUS_SEARCH names a search, `current_affairs` is filled with the news every day, within the limits that are told at the
    start: VERACIOUS_REFRESH_PAGES, VERACIOUS_REFRESH_COST. VERACIOUS_REFRESH=never switches it off.

    Ctrl-C ends everything in order; jobs that are not finished then are gone on with at the next start.

    [bold]Example:[/bold] veracious up
    """
    with common.errors():
        if app.collections.is_refreshed_by_default():
            os.environ["VERACIOUS_REFRESH"] = DAILY
        news = app.collections.schedule_told()
        _prepare()
    os.environ.setdefault("VERACIOUS_THINKING", str(max(1, (os.cpu_count() or 1) // workers)))  # they share the machine
    is_open = _is_loopback(host) and not keys
    api = _Part("serve", "--host", host, "--port", str(port), code=OPEN if is_open else COMMAND)
    parts = [api, *(_Part("worker", "--grace", str(grace), number=number) for number in range(workers))]
    print(f"Veracious answers on http://{host}:{port}: open it in a browser. Its API stands at /openapi.json. Ctrl-C ends it.", flush=True)
    print("Whoever is on this machine needs no key; --keys asks for one." if is_open else "Everybody needs a key.", flush=True)
    if news:
        print(f"{news[0].upper()}{news[1:]}. VERACIOUS_REFRESH=never switches it off.", flush=True)
    with common.errors():
        _watch(parts, grace)


def _prepare() -> None:
    """Start the private server and bring its tables up to date; those of a server that is named are its owner's to make."""
    service.has_traces()  # what cannot be sent is told now, and not by parts that fall again and again
    if app.store.start().kind == "private":
        app.store.prepare_queue()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _log() -> Callable[..., object]:
    from veracious.faces.logs import logger

    return logger().warning


def _metrics_of(number: int) -> dict[str, str]:
    """Where one of several workers tells its metrics: the first on the port that is set, each other on the next."""
    host, _, port = settings.read().worker_metrics.rpartition(":")
    return {"VERACIOUS_WORKER_METRICS": f"{host}:{int(port) + number if int(port) else 0}"} if host else {}


class _Part:
    """A process of the service, started again whenever it falls."""

    def __init__(self, *command: str, code: str = COMMAND, number: int = 0) -> None:
        self.command, self._code = command, code
        self._environment = os.environ | _metrics_of(number)
        self._wait = RESTART_SECONDS[0]
        self._due = 0.0
        self._say = _log()
        self._start()

    def _start(self) -> None:
        self._began = time.monotonic()
        words = [sys.executable, "-c", self._code, *self.command]
        self.process = subprocess.Popen(words, start_new_session=True, env=self._environment)  # noqa: S603

    def look(self) -> None:
        """Start it again if it fell; one that falls again and again is waited with longer each time."""
        if self.process.poll() is None:
            return
        now = time.monotonic()
        if not self._due:
            lived = now - self._began
            self._wait = RESTART_SECONDS[0] if lived > STEADY_SECONDS else min(2 * self._wait, RESTART_SECONDS[1])
            self._due = now + self._wait
            self._say("part_ended", part=self.command[0], code=self.process.returncode, again_in_seconds=round(self._wait))
        elif now >= self._due:
            self._due = 0.0
            self._start()


def _watch(parts: list[_Part], grace: float) -> None:
    """Look after the parts and the private server until somebody wants the end, or the server cannot be kept."""
    ended: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda caught, _: ended.append(caught))
    private, say = app.store.PrivateServer(), _log()
    try:
        while not ended:
            if private.look(time.monotonic()):
                say("store_started_again")
            for part in parts:
                part.look()
            time.sleep(LOOK_SECONDS)
    finally:
        _end(parts, grace)


def _end(parts: list[_Part], grace: float) -> None:
    """Ask all parts to end, and end those that do not."""
    for part in parts:
        if part.process.poll() is None:
            part.process.send_signal(signal.SIGTERM)
    until = time.monotonic() + grace + 10
    for part in parts:
        try:
            part.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            part.process.kill()
            part.process.wait()
