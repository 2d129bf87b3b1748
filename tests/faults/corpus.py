"""A folder of documents, and what a store must hold of each: worked out from the files by the rules, without a store."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from veracious import wiring
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.read import Files
from veracious.adapters.postgres import rows
from veracious.domain.document import Document
from veracious.rules.dials import Dials
from veracious.rules.reading import facts, language, words
from veracious.rules.seeking import passages, register, snapshots

_PLACES = "harbour museum bridge castle market school library tower garden station valley island forest temple mill".split()
_DEEDS = "opened closed painted flooded repaired measured sold counted moved restored".split()


@dataclass(frozen=True, slots=True)
class Stored:
    """A passage: where it stands, what it says, its words as numbers and the facts read off it."""

    start: int
    end: int
    text: str
    evidence: str
    words: int
    postings: frozenset[tuple[int, int, int]]  # term, times, words of the passage
    triples: frozenset[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Whole:
    """A document with all that belongs to it; two that are equal are the same to the last posting."""

    name: str
    file_hash: str
    digest: str
    text: str
    url: str | None
    title: str
    domain: str
    published: date | None
    passages: tuple[Stored, ...]


def write(folder: Path, files: int, lines: int, seed: int = 11) -> None:
    """Text files with several passages each, one of them twice, pages of HTML and Markdown, and lines of JSON."""
    chance = random.Random(seed)
    folder.mkdir()
    for number in range(files):
        (folder / f"note-{number:03}.txt").write_text(_story(chance, f"Norwick{number}", 9), "utf-8")
    (folder / "twice.txt").write_bytes((folder / "note-000.txt").read_bytes())
    (folder / "page.html").write_text(f"<html><title>A page</title><body><article><p>{_story(chance, 'Webham', 6)}</p></article>", "utf-8")
    (folder / "page.md").write_text(f"# A paper\n\n{_story(chance, 'Paperton', 6)}\n", "utf-8")
    with (folder / "more.jsonl").open("w", encoding="utf-8") as out:
        for number in range(lines):
            about = {"title": f"Report {number} on Lineford", "url": f"https://reports.example/{number}", "published": "2021-03-04"}
            out.write(json.dumps(about | {"text": _story(chance, f"Lineford{number}", 4)}) + "\n")


def _story(chance: random.Random, name: str, sentences: int) -> str:
    told = [f"{name} is the capital of {name}land."]
    for _ in range(sentences):
        place, other, deed = chance.choice(_PLACES), chance.choice(_PLACES), chance.choice(_DEEDS)
        told.append(
            f"In {chance.randint(1500, 2020)} the {place} of {name} was {deed} by {chance.randint(2, 900)} people "
            f"of the {other}, who had waited {chance.randint(2, 90)} days for it."
        )
    return " ".join(told)


def expected(folder: Path) -> Mapping[str, Whole]:
    """Every document of a folder by its name, equal contents once."""
    lexicon = wiring.lexicon()
    found: dict[str, Whole] = {}
    with Files(Caps(), lambda text: language.detect(text, lexicon, Dials().reading.language)) as files:
        for one in files.read([str(folder)]):
            assert isinstance(one, Document), one
            whole = _whole(one)
            if (whole.digest, whole.url) not in {(known.digest, known.url) for known in found.values()}:
                found[one.name] = whole
    return found


def _whole(document: Document) -> Whole:
    dials = Dials()
    source = register.rate(document.url or document.domain or "", wiring.register(), {}, dials.seeking.register)
    snapshot = snapshots.of(document, source, "documents")
    cut = passages.cut(snapshot, dials.seeking.passages, dials.reading.sentences)
    return Whole(
        name=document.name,
        file_hash=document.file_hash,
        digest=snapshot.digest,
        text=snapshot.text,
        url=snapshot.url,
        title=snapshot.title,
        domain=source.domain,
        published=snapshot.published,
        passages=tuple(
            Stored(
                start=passage.span.start,
                end=passage.span.end,
                text=passage.text,
                evidence=passages.evidence(snapshot, passage).id.removeprefix(rows.DIGEST),
                words=sum(counts.values()),
                postings=frozenset((rows.term(word), times, sum(counts.values())) for word, times in counts.items()),
                triples=frozenset(_triples(passage.text)),
            )
            for passage in cut
            for counts in [Counter(words.terms(passages.search_text(snapshot.title, passage.text), wiring.lexicon()))]
        ),
    )


def _triples(text: str) -> Iterator[tuple[str, str, str]]:
    for fact in facts.read(text, wiring.lexicon(), Dials().reading.facts):
        yield fact.subject, fact.relation, fact.object
