"""The description of the API is true: every operation of a running server is asked for what it should take and for what it should not."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.faces.fresh_keys import OWN
from tests.service import ROOT, Service
from veracious.adapters.postgres.server import Addresses

PROGRAM = Path(sys.executable).with_name("schemathesis")
FEW, MANY = 8, 100  # examples of each operation; the program itself would take a hundred
SECONDS = 3600


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("described"))
    try:
        made.start("worker")
        made.serve()
        yield made
    finally:
        made.close()


@pytest.mark.long
@pytest.mark.parametrize("many", [FEW, MANY])
def test_every_operation_does_what_its_description_says(service: Service, many: int, tmp_path: Path) -> None:
    key = service.key("described", "admin")
    options = {"--checks": "all", "--max-examples": str(many), "--seed": "11", "--header": f"Authorization: Bearer {key}"}
    patience = {"--request-timeout": "150", "--max-response-time": "150"}
    command = [str(PROGRAM), "run", f"{service.url}/openapi.json", "--no-color", *chain.from_iterable({**options, **patience}.items())]
    hooks = {"SCHEMATHESIS_HOOKS": "tests.faces.fresh_keys", "PYTHONPATH": str(ROOT), OWN: "_".join(key.split("_")[:2])}
    done = subprocess.run(command, env={**os.environ, **hooks}, capture_output=True, text=True, cwd=tmp_path, timeout=SECONDS, check=False)
    print(done.stdout[-2500:])
    assert done.returncode == 0, done.stdout[-12_000:]
    described = {
        (method.upper(), path)
        for path, operations in httpx2.get(f"{service.url}/openapi.json").json()["paths"].items()
        for method in operations
    }
    answered = Counter((one["method"], one["route"]) for one in requests(service) if one["status"] < 400)
    print(f"{len(described)} operations, {len(requests(service))} requests; never well answered: {sorted(described - set(answered))}")


def requests(service: Service) -> list[dict[str, Any]]:
    """Every request that the log tells of."""
    lines = (json.loads(line) for line in service.said("api").splitlines() if line.startswith("{"))
    return [one for one in lines if one.get("event") == "request" and one.get("route")]
