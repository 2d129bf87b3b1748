"""A small made-up world to try the engine on: documents of publishers that do not exist, how credible they are, and twelve claims."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from veracious.domain.claim import Reason
from veracious.domain.document import Document
from veracious.domain.evidence import Source, Tier
from veracious.domain.verdict import Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Expected:
    """How a run should come out."""

    outcome: Outcome
    verdict: Verdict | None = None  # none when it is refused
    refusal: Reason | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A claim of the demonstration, how it should come out, and what it shows."""

    text: str
    as_of: date
    expected: Expected
    shows: str  # as the end of "this shows that …"


def documents() -> tuple[Document, ...]:
    """What was published in the made-up world."""
    return tuple(_document(number, told) for number, told in enumerate(_lines("corpus.jsonl"), 1))


def sources() -> Mapping[str, Source]:
    """Its publishers by domain."""
    told = json.loads((files(__name__) / "sources.json").read_text("utf-8"))
    return MappingProxyType({domain: Source(domain, one["credibility"], Tier(one["tier"])) for domain, one in told.items()})


def examples() -> tuple[Example, ...]:
    """The twelve claims, in the order they are shown."""
    return tuple(
        Example(one["text"], date.fromisoformat(one["as_of"]), _expected(one["expected"]), one["shows"]) for one in _lines("claims.jsonl")
    )


def _document(number: int, row: dict[str, Any]) -> Document:
    published = date.fromisoformat(row.pop("published"))
    return Document(name=f"corpus.jsonl:{number}", published=published, **row)


def _expected(row: dict[str, Any]) -> Expected:
    verdict, refusal = row.get("verdict"), row.get("refusal")
    return Expected(Outcome(row["outcome"]), verdict and Verdict(verdict), refusal and Reason(refusal))


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (files(__name__) / name).read_text("utf-8").splitlines()]
