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

from veracious import demo
from veracious.rules.seeking import snapshots

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


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with `veracious[local]` from its wheels and nothing else, in which Python may open no socket."""
    where = tmp_path_factory.mktemp("fresh")
    wheels = where / "wheels"
    wheels.mkdir()
    wheel(ROOT, wheels), wheel(ROOT / "weights", wheels)
    subprocess.run([sys.executable, "-m", "venv", where / "fresh"], check=True)
    python = where / "fresh/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--find-links", wheels, "veracious[local]"], check=True)
    (packages,) = (where / "fresh/lib").glob("python*/site-packages")
    (packages / "sitecustomize.py").write_text(NO_SOCKET, "utf-8")
    return where / "fresh"


@pytest.fixture
def dark(tmp_path: Path) -> dict[str, str]:
    """Settings in which nothing outside can be reached."""
    return {"http_proxy": UNREACHABLE, "https_proxy": UNREACHABLE, "HF_HUB_OFFLINE": "1", "VERACIOUS_HOME": str(tmp_path / "home")}


@pytest.mark.long
def test_the_models_answer_in_a_fresh_environment_without_a_network(fresh: Path, dark: dict[str, str]) -> None:
    """Only `veracious[local]` is installed; then the index is out of reach and Python may open no socket."""
    listed = json.loads(call(fresh / "bin/python", "-m", "pip", "list", "--format", "json", PIP_NO_INDEX="1").stdout)
    installed = {one["name"].lower() for one in listed}
    assert {"veracious", "veracious-models", "onnxruntime", "tokenizers"} <= installed
    assert installed & {"torch", "transformers", "onnx", "sentence-transformers"} == set()

    cut = ["unshare", "--map-root-user", "--net"] if _can_unshare() else []
    done = call(*cut, fresh / "bin/veracious", "models", "check", "--json", **dark)
    print(call(*cut, fresh / "bin/veracious", "models", "check", **dark).stdout)
    found = json.loads(done.stdout)
    there = {role for role in veracious_models.ROLES if veracious_models.folder(role).is_dir()}
    assert {one["place"]["role"] for one in found["models"] if not one["trouble"]} == there
    assert all(str(fresh) in one["place"]["folder"] for one in found["models"])
    assert (found["outcome"] == "usable") == (there == set(veracious_models.ROLES)) == (done.returncode == 0)


@pytest.mark.long
def test_the_demonstration_comes_out_in_a_fresh_environment_without_a_network(fresh: Path, dark: dict[str, str]) -> None:
    """Twelve claims as expected, without a key; and every quote is its snapshot's characters at its offsets."""
    cut = ["unshare", "--map-root-user", "--net"] if _can_unshare() else []
    plain = {name: value for name, value in os.environ.items() if not name.startswith("VERACIOUS_") and "KEY" not in name}
    done = subprocess.run(
        [*cut, fresh / "bin/veracious", "demo", "--json"], capture_output=True, text=True, env={**plain, **dark}, cwd=fresh
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["claims"]
    assert [(one["claim"], *one["came_out"].values()) for one in found] == [
        (one.text, one.expected.outcome, one.expected.verdict, one.expected.refusal) for one in demo.examples()
    ]
    texts = {snapshots.name(one.text): one.text for one in demo.documents()}
    quotes = [piece["quote"] for one in found for piece in one["report"].get("evidence", [])]
    assert len(quotes) >= len(found)
    assert [quote for quote in quotes if texts[quote["snapshot"]][quote["span"]["start"] : quote["span"]["end"]] != quote["text"]] == []


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
def test_the_wheel_of_the_library_has_the_made_up_world(tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel(ROOT, tmp_path)) as packed:
        names = {Path(name).name for name in packed.namelist() if name.startswith("veracious/demo/")}
    assert {"corpus.jsonl", "sources.json", "claims.jsonl", "__init__.py"} <= names


@pytest.mark.long
def test_the_wheel_of_the_library_has_its_tables_and_their_licences(tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel(ROOT, tmp_path)) as packed:
        names = {Path(name).name for name in packed.namelist() if name.startswith("veracious/tables/")}
        readme = packed.read("veracious/tables/README.md").decode()
    assert names == {path.name for path in (ROOT / "src/veracious/tables").iterdir() if path.is_file()}
    assert "MPL-2.0" in readme
    assert "CC BY-SA 4.0" in readme
