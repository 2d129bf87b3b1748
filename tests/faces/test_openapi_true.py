"""The description of the API is true: every operation of a running server is asked for what it should take and for what it should not."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service import Service
from veracious.adapters.postgres.server import Addresses

PROGRAM = Path(sys.executable).with_name("schemathesis")
FEW, MANY = 8, 200
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
    """What says how much may be used is asked apart: by chance it says that nothing may."""
    for workspace, which in (("described", "--exclude-path-regex"), ("limited", "--include-path-regex")):
        key = service.key(workspace, "admin")
        command = [str(PROGRAM), "run", f"{service.url}/openapi.json", "--checks", "all", "--max-examples", str(many), "--seed", "11"]
        command += [
            "--header",
            f"Authorization: Bearer {key}",
            "--request-timeout",
            "150",
            "--max-response-time",
            "150",
            "--no-color",
            which,
            "/allowance$",
        ]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=SECONDS, check=False)
        print(done.stdout[-1500:])
        assert done.returncode == 0, done.stdout[-12_000:]
