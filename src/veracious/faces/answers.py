"""Answers checked against documents, for programs. `import veracious` loads it when one of its names is first used."""

from collections.abc import AsyncIterable, AsyncIterator, Iterable
from datetime import date

from veracious import app, wiring
from veracious.domain.budget import Limits
from veracious.domain.ledger import Mode
from veracious.domain.screen import Policy, Screened
from veracious.faces.library import Documents, Evidence, engine, read, run
from veracious.flow import batch
from veracious.flow.answer import Answered, Asking
from veracious.flow.check import Checked
from veracious.flow.screen import ScreenedSentence
from veracious.ports import Opinion, Search
from veracious.rules.dials import Dials
from veracious.rules.ledger import screening


def check(
    answer: str,
    documents: Documents,
    *,
    question: str = "",
    as_of: date | None = None,
    dials: Dials | None = None,
    judge: Opinion | None = None,
) -> Checked:
    """The ledger of an answer: each claim with what the documents say of it.

    Args:
        answer: what somebody or something wrote
        documents: what it is checked against, as texts or `Document`s
        question: what was asked, which tells what the answer rests on; without it every claim counts
        as_of: the day on which documents are old or not; without it, today
        dials: the numbers that decide, where they are to be others
        judge: your own judge, a function of a claim and a text that gives three shares: supports, refutes, neutral

    """
    return run(acheck(answer, documents, question=question, as_of=as_of, dials=dials, judge=judge))


async def acheck(
    answer: str,
    documents: Documents,
    *,
    question: str = "",
    as_of: date | None = None,
    dials: Dials | None = None,
    judge: Opinion | None = None,
) -> Checked:
    """`check` for a program that awaits; the keywords are the same."""
    return await app.checks.assessor(dials, judge).check(answer, read(documents), question, as_of)


def check_all(
    answers: Iterable[tuple[str, Documents]],
    *,
    at_once: int = 256,
    question: str = "",
    as_of: date | None = None,
    dials: Dials | None = None,
    judge: Opinion | None = None,
) -> list[Checked]:
    """`check` for many answers, each with its documents, in their order; the judge is made ready once."""

    async def all_of_them() -> list[Checked]:
        ready, checked = app.checks.assessor(dials, judge).for_many(), dict[int, Checked]()

        async def check_one(numbered: tuple[int, tuple[str, Documents]]) -> None:
            number, (answer, documents) = numbered
            checked[number] = await ready.check(answer, read(documents), question, as_of)

        async for _ in batch.each(enumerate(answers), check_one, at_once):
            pass
        return [checked[number] for number in sorted(checked)]

    return run(all_of_them())


def answer(
    question: str,
    *,
    mode: Mode = Mode.ANSWER,
    as_of: date | None = None,
    documents: Documents | None = None,
    credibility: float | None = None,
    search: Search | None = None,
    judge: Opinion | None = None,
    workspace: str = "",
    dials: Dials | None = None,
    limits: Limits | None = None,
    web: bool = False,
) -> Answered:
    """An answer from documents with its ledger, or a draft.

    Args:
        question: what is asked
        mode: whether an answer that its ledger does not carry comes out as a draft
        as_of: the day on which documents are old or not; without it, today
        documents: what is answered from, as texts or `Document`s held in memory; without them and `search`, the store
        credibility: how far to trust documents whose publisher the register does not know, in [0, 1]; 0.9 if it is not given
        search: your own finder, a function of a query and a number that gives documents
        judge: your own judge, a function of a claim and a quote that gives three shares: supports, refutes, neutral
        workspace: whose documents of the store; without it, the one that VERACIOUS_WORKSPACE names
        dials: the numbers that decide, where they are to be others
        limits: what a run may use
        web: whether what the store lacks is searched on the web, with the searches that VERACIOUS_SEARCH names

    """
    evidence = Evidence(documents=documents, credibility=credibility, search=search, judge=judge, workspace=workspace, dials=dials, web=web)
    return run(_answer(question, mode, as_of, evidence, limits))


async def aanswer(
    question: str,
    *,
    mode: Mode = Mode.ANSWER,
    as_of: date | None = None,
    documents: Documents | None = None,
    credibility: float | None = None,
    search: Search | None = None,
    judge: Opinion | None = None,
    workspace: str = "",
    dials: Dials | None = None,
    limits: Limits | None = None,
    web: bool = False,
) -> Answered:
    """`answer` for a program that awaits; the keywords are the same."""
    evidence = Evidence(documents=documents, credibility=credibility, search=search, judge=judge, workspace=workspace, dials=dials, web=web)
    return await _answer(question, mode, as_of, evidence, limits)


async def _answer(question: str, mode: Mode, as_of: date | None, evidence: Evidence, limits: Limits | None) -> Answered:
    asking = Asking(question, Mode(mode), as_of or wiring.clock().now().date())
    return await app.answers.answer(wiring.with_author(await engine(evidence)), asking, limits)


def screen(
    answer: str,
    documents: Documents,
    *,
    policy: Policy | None = None,
    question: str = "",
    as_of: date | None = None,
    dials: Dials | None = None,
    judge: Opinion | None = None,
) -> Screened:
    """Whether an answer may go out under a policy: pass, revise or block, with reasons. What could not be checked is blocked.

    The keywords beside `policy` are those of `check`.
    """
    return run(ascreen(answer, documents, policy=policy, question=question, as_of=as_of, dials=dials, judge=judge))


async def ascreen(
    answer: str,
    documents: Documents,
    *,
    policy: Policy | None = None,
    question: str = "",
    as_of: date | None = None,
    dials: Dials | None = None,
    judge: Opinion | None = None,
) -> Screened:
    """`screen` for a program that awaits; the keywords are the same."""
    checked = await acheck(answer, documents, question=question, as_of=as_of, dials=dials, judge=judge)
    return screening.rule(checked.report, policy or Policy(), (dials or Dials()).ledger.gates)


async def follow(
    pieces: AsyncIterable[str],
    documents: Documents,
    *,
    question: str = "",
    as_of: date | None = None,
    dials: Dials | None = None,
    judge: Opinion | None = None,
) -> AsyncIterator[ScreenedSentence]:
    """Each sentence of an answer that is still arriving, with what the documents say of it, while the next is being written.

    The keywords are those of `check`.
    """
    async for sentence in app.checks.assessor(dials, judge).follow(pieces, read(documents), question, as_of):
        yield sentence
