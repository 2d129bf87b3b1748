"""An ingest, from files to rows, beside the bare embedder on the same passages in the same run."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from tests.weights import shipped
from veracious import app, wiring
from veracious.adapters.models.embedder import OnnxEmbedder
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.store import Order
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import passages, snapshots
from veracious.rules.seeking.passages import PassageDials

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
RATIO_AT_LEAST = 0.85
ROUNDS, FILES, STORIES = 3, 80, 8  # files of as many stories as make an article; several batches, as an ingest has


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("DATABASE_URL", "VERACIOUS_OWNER_URL", "VERACIOUS_MODELS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VERACIOUS_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("VERACIOUS_THREADS", "1")
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()
    yield
    wiring.database().close()
    app.store.stop()
    wiring.addresses.cache_clear()
    wiring.database.cache_clear()


def stories() -> list[str]:
    lines = (ROOT / "evals/origins/pairs.jsonl").read_text("utf-8").splitlines()
    told = list(dict.fromkeys(json.loads(line)[side]["text"] for line in lines for side in "ab"))
    return ["\n\n".join(told[(at * 5 + k * 7) % len(told)] for k in range(STORIES)) for at in range(2 + ROUNDS * FILES)]


def told(text: str) -> list[str]:
    """What is embedded of a story."""
    snapshot = snapshots.of(Document(text), Source(""), "documents")
    return [passages.search_text("", one.text) for one in passages.cut(snapshot, PassageDials(), SentenceDials())]


def test_an_ingest_is_hardly_slower_than_the_embedder_alone(store: None, tmp_path: Path) -> None:
    found, ratios, rates = stories(), [], []
    session = OnnxEmbedder(shipped("embedder"), 1).session
    asyncio.run(
        app.documents.ingest(Order((_folder(tmp_path / "first", found[:2]),)), lambda taken: None)
    )  # starts the server, loads the model
    for turn in range(ROUNDS):
        chosen = found[2 + turn * FILES : 2 + (turn + 1) * FILES]
        folder = _folder(tmp_path / f"round{turn}", chosen)
        begun = time.perf_counter()
        taken = asyncio.run(app.documents.ingest(Order((folder,)), lambda taken: None))
        ingest = time.perf_counter() - begun
        feeds = [batch.feed for batch in session.batches(session.texts([piece for text in chosen for piece in told(text)]))]
        begun = time.perf_counter()
        for feed in feeds:
            session.graph.run(None, feed)
        bare = time.perf_counter() - begun
        assert taken.documents == len(chosen)
        ratios.append(bare / ingest)
        rates.append(taken.passages / ingest)
    print(
        f"\ningest {median(rates):.0f} passages/s, {median(ratios):.3f} of the bare embedder ({', '.join(f'{one:.3f}' for one in ratios)})"
    )
    assert median(ratios) >= RATIO_AT_LEAST


def _folder(place: Path, texts: list[str]) -> str:
    place.mkdir()
    for number, text in enumerate(texts):
        (place / f"{number:03}.txt").write_text(text, "utf-8")
    return str(place)
