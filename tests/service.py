"""The real service for tests: `veracious serve` and `veracious worker` as processes of their own, on a database of their own."""

import json
import os
import socket
import subprocess
import sys
import time
from base64 import b64encode
from pathlib import Path
from typing import IO, Any

import httpx2

from veracious.adapters import durable
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.client import Client

ROOT = Path(__file__).parents[1]
COMMAND = "from veracious.faces.cli.main import run; run()"
START_S, END_S = 60.0, 60.0
SECRET = b64encode(bytes(range(32))).decode()


class Service:
    """Processes around one database; what they say is in files."""

    def __init__(self, own: Addresses, folder: Path, **settings: str) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
        told = {"VERACIOUS_HOME": str(folder), "VERACIOUS_THREADS": "1", "DATABASE_URL": own.app, "VERACIOUS_SECRET": SECRET}
        self.environment = {**kept, **told, "VERACIOUS_OWNER_URL": own.owner, **settings}
        self.own, self.folder = own, folder
        self.parts: dict[str, tuple[subprocess.Popen[bytes], IO[bytes]]] = {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        durable.migrate(own.owner, APP_ROLE)

    @property
    def url(self) -> str:
        """Where the API answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, name: str, *command: str) -> "subprocess.Popen[bytes]":
        """Start a part under a name of its own."""
        return self.launch(name, "-c", COMMAND, *(command or ("worker", "--grace", "5")))

    def launch(self, name: str, *arguments: str, **settings: str) -> "subprocess.Popen[bytes]":
        """Start a process of Python as a part, with settings of its own beside those of all."""
        log = (self.folder / f"{name}.log").open("ab")
        environment = {**self.environment, **settings}
        process = subprocess.Popen([sys.executable, *arguments], env=environment, cwd=ROOT, stdout=log, stderr=log)
        self.parts[name] = (process, log)
        return process

    def serve(self, *more: str) -> None:
        """Start the API and wait until it answers."""
        self.start("api", "serve", "--port", str(self.port), *more)
        until = time.monotonic() + START_S
        while not self.answers():
            assert self.parts["api"][0].poll() is None, self.said("api")
            assert time.monotonic() < until, self.said("api")
            time.sleep(0.1)

    def work(self, name: str) -> None:
        """Start a worker and wait until it takes jobs: from then on it ends in order when it is asked to."""
        process, until = self.start(name), time.monotonic() + START_S
        while "worker_started" not in self.said(name):
            assert process.poll() is None, self.said(name)
            assert time.monotonic() < until, self.said(name)
            time.sleep(0.1)

    def answers(self) -> bool:
        """Whether the API lives."""
        try:
            return httpx2.get(f"{self.url}/health", timeout=2).status_code == 200
        except httpx2.TransportError:
            return False

    def said(self, name: str) -> str:
        """What a part has said so far."""
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def run(self, *arguments: str, given: str = "") -> tuple[int, str, str]:
        """A command of the operator."""
        command = [sys.executable, "-c", COMMAND, *arguments]
        done = subprocess.run(command, env=self.environment, cwd=ROOT, capture_output=True, text=True, input=given, check=False)
        return done.returncode, done.stdout, done.stderr

    def key(self, workspace: str, scope: str, *limits: str) -> str:
        """A new key."""
        code, out, error = self.run("key", "create", "--workspace", workspace, "--scope", scope, "--json", *limits)
        assert code == 0, error
        told: dict[str, Any] = json.loads(out)
        return str(told["key"])

    def person(self, workspace: str, name: str, password: str) -> None:
        """Let somebody sign in."""
        code, _, error = self.run("person", "add", name, "--workspace", workspace, "--role", "reviewer", "--password-stdin", given=password)
        assert code == 0, error

    def client(self, key: str = "") -> Client:
        """A client with this key; without one, of nobody."""
        return Client(self.url, key)

    def stop(self, name: str) -> int:
        """End a part as an operator does; its exit code."""
        process, log = self.parts.pop(name)
        process.terminate()
        try:
            return process.wait(END_S)
        finally:
            process.kill()
            process.wait()
            log.close()

    def close(self) -> None:
        """End everything."""
        for name in list(self.parts):
            self.stop(name)
