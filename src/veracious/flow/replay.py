"""A record run again on its own tape: the same bytes, or the name of what differs first."""

import json
from datetime import date

from veracious.domain.article import BudgetClass
from veracious.domain.errors import DialsDiffer, ReplayDiffers, TapeEnds
from veracious.domain.ledger import Mode
from veracious.domain.record import Record
from veracious.flow import answer, article, check, claim
from veracious.flow.answer import Asking
from veracious.flow.article import AnalysisRequest
from veracious.flow.check import Checking
from veracious.flow.record import Request, body
from veracious.flow.run import Run
from veracious.rules import digest


async def replay(record: Record, run: Run) -> None:
    """Run the request of a record with tools that answer from its tape; raises unless the body comes out the same to the byte.

    Other dials or word lists are named before any difference they may have made: they are no sign of an alteration.
    """
    request = asked(record)
    is_other = run.dials_digest != record.body.dials
    try:
        report = await _report(request, record, run)
    except (ReplayDiffers, TapeEnds) as differs:
        raise DialsDiffer(differs.detail) if is_other else differs from differs
    again = body(request, report, run, record.body.tape, record.body.tools)
    if is_other:
        raise DialsDiffer(first_difference(record.body.report, again.report) or "the report comes out the same all the same")
    if digest.of(again, "body") != record.envelope.body:
        raise ReplayDiffers(first_difference(record.body.report, again.report) or "the dials or tools of the record are not those of today")


def asked(record: Record) -> Request | Checking | Asking | AnalysisRequest:
    """What a record was asked: a claim, the check of an answer, an answer, or the analysis of an article."""
    told = json.loads(record.body.request)
    day = date.fromisoformat(told["as_of"])
    if "claims_only" in told:
        published = date.fromisoformat(told["published"]) if told["published"] else None
        changes = {"published": published, "links": tuple(told["links"]), "budget": BudgetClass(told["budget"])}
        return AnalysisRequest(**{**told, "as_of": day, **changes})
    if "mode" in told:
        return Asking(told["question"], Mode(told["mode"]), day)
    if "answer" in told:
        return Checking(told["answer"], told["question"], day, tuple(told["documents"]))
    return Request(told["text"], day, tuple(told.get("context", ())))


async def _report(request: Request | Checking | Asking | AnalysisRequest, record: Record, run: Run) -> object:
    """What the same request tells again."""
    if isinstance(request, AnalysisRequest):
        return await article.analyse(request, run)
    if isinstance(request, Asking):
        return await answer.answer(request, run, answer.signed(record.body.tools))
    if isinstance(request, Checking):
        return await check.check(request, run)
    return await claim.verify(request.text, request.as_of, run, request.context)


def first_difference(first: str, other: str) -> str:
    """The path to the first member in which two canonical reports differ; empty when they do not."""
    return _differs(json.loads(first), json.loads(other), "report")


def _differs(first: object, other: object, path: str) -> str:
    if isinstance(first, dict) and isinstance(other, dict) and first.keys() == other.keys():
        return next(filter(None, (_differs(first[name], other[name], f"{path}.{name}") for name in first)), "")
    if isinstance(first, list) and isinstance(other, list) and len(first) == len(other):
        pairs = enumerate(zip(first, other, strict=True))
        return next(filter(None, (_differs(a, b, f"{path}[{index}]") for index, (a, b) in pairs)), "")
    return "" if first == other else path
