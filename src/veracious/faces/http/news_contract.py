"""The contract of `POST /verify` (seed E §1 and §8): verdict, reasoning, citations, and `sub_results` where there are several parts."""

from collections.abc import Sequence
from typing import Literal, cast

from pydantic import Field

from veracious.domain.report import Report
from veracious.domain.verdict import Citation, Verdict
from veracious.faces.http.models import ClaimText, Given, Shown
from veracious.rules import labels
from veracious.rules.judging import aggregate
from veracious.rules.judging.aggregate import DecisiveDials
from veracious.rules.labels import Vocabulary

SEVERAL = 2  # parts from which on each has a result of its own
# Seed E §8; everywhere else a refuted part beside a supported one mixes.
AS_PRINTED = DecisiveDials(refuted_part_refutes=True, unknown_parts_mix=True)

NewsVerdict = Literal["Supported", "Refuted", "Mixed/Disputed", "Not Enough Evidence"]


class NewsClaim(Given):
    """What is asked."""

    claim: ClaimText


class NewsCitation(Shown):
    """Where a reader can look it up."""

    title: str
    url: str | None = None
    snippet: str = Field(description="The exact words.")
    source: str


class SubResult(Shown):
    """The result for one part of the claim."""

    claim: str
    verdict: NewsVerdict
    reasoning: str
    citations: list[NewsCitation]


class NewsAnswer(SubResult):
    """The result for the claim.

    Where it has several parts: any refuted, refuted; any mixed, mixed; all supported, supported; all without enough evidence, that; else
    mixed. Each part is decided as everywhere else, by the default dials.
    """

    sub_results: list[SubResult] | None = Field(default=None, description="Only where the claim has two parts or more.")


def answer(body: NewsClaim, report: Report) -> NewsAnswer:
    """The answer to a claim whose run ended with a verdict."""
    if report.verdict is None:
        raise ValueError("a run without a verdict has no answer")
    parts = [
        SubResult(claim=one.claim, verdict=_word(one.verdict), reasoning=one.reasoning, citations=_cited(one.citations))
        for one in report.sub_results
    ]
    return NewsAnswer(
        claim=body.claim,
        verdict=_word(_joined(report, report.verdict)),
        reasoning=" ".join(told.text for told in report.explanation),
        citations=_cited(report.citations),
        sub_results=parts if len(parts) >= SEVERAL else None,
    )


def _joined(report: Report, verdict: Verdict) -> Verdict:
    """The verdict as this contract joins those of the parts."""
    parts = [one.verdict for one in report.sub_results]
    return aggregate.whole(parts, AS_PRINTED) if len(parts) >= SEVERAL else verdict


def _cited(citations: Sequence[Citation]) -> list[NewsCitation]:
    return [NewsCitation(title=one.title, url=one.url, snippet=one.quote.text, source=one.domain) for one in citations]


def _word(verdict: Verdict) -> NewsVerdict:
    return cast(NewsVerdict, labels.write(verdict, Vocabulary.NEWS))
