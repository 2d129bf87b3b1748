"""What a user installs: two wheels in a fresh environment, and then no network."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import veracious_models

ROOT = Path(__file__).parents[1]
MEGABYTES_OF_A_FILE, MEGABYTES_OF_ALL = 50, 120
NO_SOCKET = """
import socket
def refused(*args, **kwargs):
    raise AssertionError("a socket was opened")
socket.socket.connect = socket.socket.connect_ex = socket.create_connection = socket.getaddrinfo = refused
"""
UNREACHABLE = "http://127.0.0.1:9"  # nothing listens there


def call(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment}, cwd=ROOT)
    assert done.returncode in (0, 1), done.stderr
    return done


def wheel(where: Path, out: Path) -> Path:
    """The wheel of a distribution, built as a release builds it."""
    before = set(out.iterdir())
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out], cwd=where, check=True, capture_output=True)
    (built,) = set(out.iterdir()) - before
    return built


@pytest.mark.long
def test_the_models_answer_in_a_fresh_environment_without_a_network(tmp_path: Path) -> None:
    """Only `veracious[local]` is installed; then the index is out of reach and Python may open no socket."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    wheel(ROOT, wheels), wheel(ROOT / "weights", wheels)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "fresh"], check=True)
    python = tmp_path / "fresh/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--find-links", wheels, "veracious[local]"], check=True)
    (packages,) = (tmp_path / "fresh/lib").glob("python*/site-packages")
    (packages / "sitecustomize.py").write_text(NO_SOCKET, "utf-8")

    listed = json.loads(call(python, "-m", "pip", "list", "--format", "json", PIP_NO_INDEX="1").stdout)
    installed = {one["name"].lower() for one in listed}
    assert {"veracious", "veracious-models", "onnxruntime", "tokenizers"} <= installed
    assert installed & {"torch", "transformers", "onnx", "sentence-transformers"} == set()

    dark = {"http_proxy": UNREACHABLE, "https_proxy": UNREACHABLE, "HF_HUB_OFFLINE": "1", "VERACIOUS_HOME": str(tmp_path / "home")}
    cut = ["unshare", "--map-root-user", "--net"] if _can_unshare() else []
    done = call(*cut, tmp_path / "fresh/bin/veracious", "models", "check", "--json", **dark)
    print(call(*cut, tmp_path / "fresh/bin/veracious", "models", "check", **dark).stdout)
    found = json.loads(done.stdout)
    there = {role for role in veracious_models.ROLES if veracious_models.folder(role).is_dir()}
    assert {one["place"]["role"] for one in found["models"] if not one["trouble"]} == there
    assert all(str(tmp_path / "fresh") in one["place"]["folder"] for one in found["models"])
    assert (found["outcome"] == "usable") == (there == set(veracious_models.ROLES)) == (done.returncode == 0)


def _can_unshare() -> bool:
    """Whether a process here may be put into a network of its own, with nothing in it."""
    found = shutil.which("unshare")
    return found is not None and subprocess.run([found, "--map-root-user", "--net", "true"], capture_output=True).returncode == 0


@pytest.mark.long
def test_the_wheel_of_the_models_is_small_enough_and_says_its_licences(tmp_path: Path) -> None:
    built = wheel(ROOT / "weights", tmp_path)
    assert built.stat().st_size <= MEGABYTES_OF_ALL * 1_000_000
    with zipfile.ZipFile(built) as packed:
        sizes = {entry.filename: entry.file_size for entry in packed.infolist()}
        notice = next(name for name in sizes if name.endswith("NOTICE"))
        assert "CC BY-SA" in packed.read(notice).decode()
    assert max(sizes.values()) <= MEGABYTES_OF_A_FILE * 1_000_000
    assert sum(sizes.values()) <= MEGABYTES_OF_ALL * 1_000_000
    print({name: size for name, size in sizes.items() if size > 1_000_000})


@pytest.mark.long
def test_the_wheel_of_the_library_has_its_tables_and_their_licences(tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel(ROOT, tmp_path)) as packed:
        names = {Path(name).name for name in packed.namelist() if name.startswith("veracious/tables/")}
        readme = packed.read("veracious/tables/README.md").decode()
    assert names == {path.name for path in (ROOT / "src/veracious/tables").iterdir() if path.is_file()}
    assert "MPL-2.0" in readme
    assert "CC BY-SA 4.0" in readme
