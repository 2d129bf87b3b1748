"""A large corpus with real vectors, to measure how a store grows: `python -m training.padded texts FOLDER`, then `… vectors FOLDER`.

`texts` (in the project's environment) cuts the corpora of the pack as the engine does and adds passages of sentences of one corpus, drawn
anew, into `passages.jsonl` and `queries.jsonl`. `vectors` (in the training environment) embeds both with the base model in bfloat16, and
goes on where it was stopped. Nothing is learned from any of this: the files are searched, not trained on.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np

from training import pairs

SETS = ("scifact", "check_covid", "climate_fever", "fm2")
CLAIMS = ("scifact", "check_covid")  # their train splits are the queries
CHARS = 512
BLOCK = 4096
SEED = 5


def real(name: str) -> Iterator[dict[str, object]]:
    """The passages of a corpus as the engine cuts them."""
    from veracious.domain.evidence import Snapshot, Source
    from veracious.rules.reading.sentences import SentenceDials
    from veracious.rules.seeking import passages

    for row in pairs.rows(f"retrieval/{name}/corpus"):
        snapshot = Snapshot(str(row["doc_id"]), " ".join(row["sentences"]), Source(""))  # type: ignore[call-overload]
        for passage in passages.cut(snapshot, passages.PassageDials(), SentenceDials()):
            yield {"set": name, "title": row["title"], "text": passage.text}


def recombined(count: int, random: Random) -> Iterator[dict[str, object]]:
    """Passages of a few sentences from anywhere in one corpus, under a title of that corpus."""
    sentences = {name: [one for row in pairs.rows(f"retrieval/{name}/corpus") for one in row["sentences"]] for name in SETS}  # type: ignore[attr-defined]
    titles = {name: [str(row["title"]) for row in pairs.rows(f"retrieval/{name}/corpus")] for name in SETS}
    for _ in range(count):
        name = random.choice(SETS)
        text = random.choice(sentences[name]).strip()
        while len(text) < CHARS / 2:
            text += " " + random.choice(sentences[name]).strip()
        yield {"set": f"{name}+", "title": random.choice(titles[name]), "text": text[:CHARS].strip()}


def texts(folder: Path, total: int) -> None:
    """Write passages and queries."""
    folder.mkdir(parents=True, exist_ok=True)
    found = [one for name in SETS for one in real(name)]
    known = len(found)
    found += list(recombined(max(0, total - known), Random(SEED)))
    (folder / "passages.jsonl").write_text("".join(json.dumps(one) + "\n" for one in found), "utf-8")
    claims = [str(row["claim"]) for name in CLAIMS for row in pairs.rows(f"retrieval/{name}/claims_train")]
    Random(SEED).shuffle(claims)
    (folder / "queries.jsonl").write_text("".join(json.dumps({"text": claim}) + "\n" for claim in claims[:500]), "utf-8")
    print(f"{known} passages of the pack, {len(found) - known} recombined, {len(claims[:500])} queries")


def embedded(texts: Sequence[str], threads: int) -> np.ndarray:
    """Vectors of unit length, in the order of the texts."""
    import torch

    from training.model import encoder, mean, tokenizer

    torch.set_num_threads(threads)
    model, cutter = encoder().eval().to(torch.bfloat16), tokenizer(256)
    rows = [one.ids for one in cutter.encode_batch(list(texts))]
    order = sorted(range(len(rows)), key=lambda place: len(rows[place]))
    found = np.zeros((len(rows), model.config.hidden_size), dtype=np.float16)
    with torch.inference_mode():
        for at in range(0, len(order), 64):
            chosen = order[at : at + 64]
            longest = max(len(rows[place]) for place in chosen)
            ids = torch.tensor([rows[place] + [0] * (longest - len(rows[place])) for place in chosen])
            mask = torch.tensor([[1] * len(rows[place]) + [0] * (longest - len(rows[place])) for place in chosen])
            states = model(input_ids=ids, attention_mask=mask).last_hidden_state.float()
            found[chosen] = torch.nn.functional.normalize(mean(states, mask), dim=-1).numpy().astype(np.float16)
    return found


def vectors(folder: Path, threads: int) -> None:
    """Embed passages and queries, a block at a time, each kept as it is done."""
    for name in ("queries", "passages"):
        rows = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]
        told = [f"{row['title']}. {row['text']}" if row.get("title") else row["text"] for row in rows]
        done = []
        for at in range(0, len(told), BLOCK):
            path = folder / f"{name}-{at:08}.npy"
            if not path.exists():
                np.save(path.with_suffix(".tmp.npy"), embedded(told[at : at + BLOCK], threads))
                path.with_suffix(".tmp.npy").replace(path)
                print(f"{name}: {min(at + BLOCK, len(told))} of {len(told)}", flush=True)
            done.append(np.load(path))
        np.save(folder / f"{name}.npy", np.concatenate(done))


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("texts", "vectors"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--total", type=int, default=200_000)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    texts(given.folder, given.total) if given.what == "texts" else vectors(given.folder, given.threads)


if __name__ == "__main__":
    main()
