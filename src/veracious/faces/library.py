"""The library: what the command line does, for programs. `import veracious` loads it when one of its names is first used."""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeVar

from veracious import assemble
from veracious.assemble import Opinion, Search
from veracious.domain.budget import Limits
from veracious.domain.document import Document
from veracious.domain.errors import InputError
from veracious.domain.store import Scope
from veracious.flow import batch
from veracious.flow.verify import Verified
from veracious.rules.dials import Dials

R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a checker is made of; each may be left out.

    Attributes:
        documents: the evidence, as texts or `Document`s held in memory; without them and `search`, the evidence is the store's
        credibility: how far to trust documents whose publisher the register does not know, in [0, 1]
        search: your own finder, a function of a query and a number that gives documents
        judge: your own judge, a function of a claim and a quote that gives three shares: supports, refutes, neutral
        workspace: whose documents of the store; without it, the one that VERACIOUS_WORKSPACE names
        dials: the numbers that decide, where they are to be others
        limits: what a run may use
        web: whether what the store lacks is searched on the web, with the searches that VERACIOUS_SEARCH names

    """

    documents: Sequence[str | Document] | None = None
    credibility: float | None = None
    search: Search | None = None
    judge: Opinion | None = None
    workspace: str = ""
    dials: Dials | None = None
    limits: Limits | None = None
    web: bool = False


def verify(claim: str, *, as_of: date | None = None, **choices: Any) -> Verified:
    """The verdict on a claim, with its evidence and its record; the choices are those of `Choices`."""
    return run(averify(claim, as_of=as_of, **choices))


async def averify(claim: str, *, as_of: date | None = None, **choices: Any) -> Verified:
    """The same for a program that awaits."""
    chosen = Choices(**choices)
    return await (await checker(chosen)).verify(claim, as_of, chosen.limits)


def verify_all(claims: Iterable[str], *, as_of: date | None = None, at_once: int = 2, **choices: Any) -> list[Verified]:
    """The same for many claims, in their order; models and documents are made ready once."""

    async def all_of_them() -> list[Verified]:
        chosen, found = Choices(**choices), dict[int, Verified]()
        ready = await checker(chosen)

        async def answer(numbered: tuple[int, str]) -> None:
            found[numbered[0]] = await ready.verify(numbered[1], as_of, chosen.limits)

        async for _ in batch.each(enumerate(claims), answer, at_once):
            pass
        return [found[number] for number in sorted(found)]

    return run(all_of_them())


async def checker(choices: Choices) -> assemble.Checker:
    """A checker of these choices, for claim after claim."""
    if choices.web and (choices.documents is not None or choices.search is not None):
        raise InputError("what is read on the web is kept in the store; documents and a search of your own use none")
    if choices.documents is None and choices.search is None:
        made = await asyncio.to_thread(assemble.local, Scope(), choices.workspace, choices.dials)
        made = assemble.with_web(made, await assemble.rated_by(choices.workspace)) if choices.web else made
    else:
        held = [Document(one) if isinstance(one, str) else one for one in choices.documents or ()]
        made = await assemble.in_memory(held, assemble.CredibilityRules(others=choices.credibility), choices.dials)
    if choices.documents is None and choices.search is not None:  # nothing else can find: if it fails, the run does
        made = replace(made, tools=replace(made.tools, finders=()))
    return assemble.with_own(
        assemble.with_language_model(made), choices.search, choices.judge, assemble.CredibilityRules(others=choices.credibility)
    )


def run(work: Coroutine[Any, Any, R]) -> R:
    """Run to the end, also where a loop runs already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
