"""A benchmark's corpus as documents that the engine can find and quote, and its claims.

The corpora name no publishers. Each document is taken to be of a publisher of its own, so it is an origin of its own, and all of them have
one declared credibility: that with which one document is enough for a verdict, since each set asks for one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from veracious.domain.evidence import Snapshot, Source
from veracious.domain.span import Span
from veracious.domain.verdict import Verdict
from veracious.eval.pack import Record
from veracious.rules.seeking import snapshots

CREDIBILITY = 0.9  # declared for every document of every corpus
AS_OF = date(2026, 1, 1)  # of claims without a date
SUFFIX = ".invalid"


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a corpus, and where each of its sentences stands in its text."""

    id: str
    snapshot: Snapshot
    sentences: tuple[Span, ...]

    def within(self, span: Span) -> tuple[int, ...]:
        """The numbers of the sentences that a span touches."""
        return tuple(at for at, one in enumerate(self.sentences) if one.start < span.end and span.start < one.end)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The documents, by id and by domain."""

    documents: tuple[Document, ...]

    @property
    def by_domain(self) -> Mapping[str, Document]:
        """The documents by the domain each has to itself."""
        return {one.snapshot.source.domain: one for one in self.documents}


@dataclass(frozen=True, slots=True)
class Gold:
    """A document that settles a claim: which way, and the sets of sentences of which one is enough."""

    document: str
    stance: str  # "supports" or "refutes"
    rationales: tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim of a set and the right answer."""

    key: str
    text: str
    label: Verdict
    as_of: date
    gold: tuple[Gold, ...] = ()


def of_documents(rows: Sequence[Record]) -> Corpus:
    """A corpus whose rows are documents of sentences; an empty one is left out."""
    return Corpus(tuple(_document(number, row["doc_id"], row["title"], row["sentences"]) for number, row in enumerate(rows) if _said(row)))


def of_answers(rows: Sequence[Record]) -> Corpus:
    """The answers that people gave to questions on claims, each as a document whose title is the question; the same one once."""
    found: dict[tuple[str, str], None] = {}
    for row in rows:
        for asked in row["questions"]:
            found.update(dict.fromkeys((asked["question"], told) for answer in asked["answers"] if (told := _answer(answer))))
    return Corpus(tuple(_document(number, f"answer-{number}", title, [text]) for number, (title, text) in enumerate(found)))


def _said(row: Record) -> bool:
    return bool("".join(row["sentences"]).strip() or row["title"].strip())


def _answer(answer: Mapping[str, Any]) -> str:
    """An answer in words; a bare yes or no with the reason that was given for it."""
    told = str(answer["answer"]).strip()
    reason = str(answer.get("explanation") or "").strip()
    return f"{told.rstrip('.')}. {reason}" if reason and answer.get("answer_type") == "Boolean" else told


def _document(number: int, id: str, title: str, sentences: Sequence[str]) -> Document:
    text, spans = "", []
    for sentence in sentences if "".join(sentences).strip() else [title]:
        text += " " if text else ""
        spans.append(Span(len(text), len(text) + len(sentence)))
        text += sentence
    domain = f"document-{number}{SUFFIX}"
    source = Source(domain, CREDIBILITY)
    return Document(str(id), Snapshot(snapshots.name(text), text, source, f"https://{domain}/article/{number}", title), tuple(spans))


def asked(rows: Mapping[str, Record]) -> list[LabelledClaim]:
    """The claims of a set."""
    return [
        LabelledClaim(key, row["claim"], Verdict(row["label"]), _day(row), tuple(map(_gold, row.get("gold", ()))))
        for key, row in rows.items()
    ]


def _day(row: Record) -> date:
    told = row.get("claim_date")
    return date.fromisoformat(told) if told else AS_OF


def _gold(record: Record) -> Gold:
    sets = record.get("rationales") or [record["sentences"]]
    return Gold(str(record["doc_id"]), record["stance"], tuple(frozenset(one) for one in sets))
