"""Answers held against documents, for programs. `import veracious` loads it when one of its names is first used."""

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from veracious import assemble
from veracious.domain.document import Document
from veracious.domain.ledger import Mode
from veracious.domain.screen import Policy, Screened
from veracious.faces import library
from veracious.faces.library import run
from veracious.flow import batch
from veracious.flow.answer import Answered, Asking
from veracious.flow.check import Checked
from veracious.flow.screen import ScreenedSentence
from veracious.rules.dials import Dials
from veracious.rules.ledger import screening

Documents = Sequence[str | Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """How an answer is held against documents; each may be left out.

    Attributes:
        question: what was asked, which tells what the answer rests on; without it every claim counts
        as_of: the day on which documents are old or not; without it, today
        dials: the numbers that decide, where they are to be others
        judge: your own judge, a function of a claim and a text that gives three shares: supports, refutes, neutral

    """

    question: str = ""
    as_of: date | None = None
    dials: Dials | None = None
    judge: assemble.Opinion | None = None


def check(answer: str, documents: Documents, **choices: Any) -> Checked:
    """The ledger of an answer: each claim with what the documents say of it; the choices are those of `Choices`."""
    return run(acheck(answer, documents, **choices))


async def acheck(answer: str, documents: Documents, **choices: Any) -> Checked:
    """The same for a program that awaits."""
    chosen = Choices(**choices)
    return await assemble.assessor(chosen.dials, chosen.judge).check(answer, read(documents), chosen.question, chosen.as_of)


def check_all(answers: Iterable[tuple[str, Documents]], *, at_once: int = 256, **choices: Any) -> list[Checked]:
    """The same for many answers, each with its documents, in their order; the judge is made ready once."""

    async def all_of_them() -> list[Checked]:
        chosen, found = Choices(**choices), dict[int, Checked]()
        ready = assemble.assessor(chosen.dials, chosen.judge).for_many()

        async def one(numbered: tuple[int, tuple[str, Documents]]) -> None:
            number, (answer, documents) = numbered
            found[number] = await ready.check(answer, read(documents), chosen.question, chosen.as_of)

        async for _ in batch.each(enumerate(answers), one, at_once):
            pass
        return [found[number] for number in sorted(found)]

    return run(all_of_them())


def answer(question: str, *, mode: Mode = Mode.ANSWER, as_of: date | None = None, **choices: Any) -> Answered:
    """An answer from documents with its ledger, or a draft; the choices are those of `veracious.verify`."""
    return run(aanswer(question, mode=mode, as_of=as_of, **choices))


async def aanswer(question: str, *, mode: Mode = Mode.ANSWER, as_of: date | None = None, **choices: Any) -> Answered:
    """The same for a program that awaits."""
    chosen = library.Choices(**choices)
    engine = assemble.with_author(await library.checker(chosen))
    asked = Asking(question, Mode(mode), as_of or assemble.clock().now().date())
    return await assemble.answer(engine, asked, chosen.limits)


def screen(answer: str, documents: Documents, *, policy: Policy | None = None, **choices: Any) -> Screened:
    """Whether an answer may go out: pass, revise or block, with reasons. What could not be checked is blocked."""
    return run(ascreen(answer, documents, policy=policy, **choices))


async def ascreen(answer: str, documents: Documents, *, policy: Policy | None = None, **choices: Any) -> Screened:
    """The same for a program that awaits."""
    found = await acheck(answer, documents, **choices)
    dials = choices.get("dials") or Dials()
    return screening.rule(found.report, policy or Policy(), dials.ledger.gates)


async def follow(pieces: AsyncIterable[str], documents: Documents, **choices: Any) -> AsyncIterator[ScreenedSentence]:
    """Each sentence of an answer that is still arriving, with what the documents say of it, while the next is being written."""
    chosen = Choices(**choices)
    ready = assemble.assessor(chosen.dials, chosen.judge)
    async for heard in ready.follow(pieces, read(documents), chosen.question, chosen.as_of):
        yield heard


def read(documents: Documents) -> list[Document]:
    """Texts as documents."""
    return [Document(one) if isinstance(one, str) else one for one in documents]
