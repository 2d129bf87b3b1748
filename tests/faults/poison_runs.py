"""Runs of claims with planted pages, what moved those whose verdict moved, and the figures.

A claim is kept if the engine decides it rightly on its two honest pages, from a store and through a search of the web.
"""

import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.faults import poison, poison_world
from tests.faults.poison import AS_OF, RATED
from tests.faults.poison_world import Fact
from veracious import app, wiring
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.web.credibility import RatedSearch
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.report import Report
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.dials import Dials
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots
from veracious.rules.seeking.register import CredibilityRules
from veracious.rules.weighing import coverage
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, side

COUNTS = (1, 2, 3, 4, 5)  # planted pages beside the two
WAYS = ("store", "web", "shelved")  # all pages in the store; all behind a search; the planted ones in the store and the honest ones found
DIALS = Dials()
COVERAGE = DIALS.weighing.sufficiency.coverage

Rating = Mapping[str, Source]


async def verified(fact: Fact, planted: Sequence[Document], way: str, rated: Rating = RATED) -> Report:
    """The report on a claim from its honest pages and the planted ones, as they come."""
    honest = poison.honest(fact)
    stored, found = {"store": ([*honest, *planted], []), "web": ([], [*honest, *planted]), "shelved": (planted, honest)}[way]

    def rate(url: str) -> Source:
        return registers.rate(url, wiring.register(), rated, DIALS.seeking.register)

    engine = await wiring.in_memory(stored, CredibilityRules(rated))
    if found:
        web = MemoryWeb({str(page.url): snapshots.of(page, rate(str(page.url)), "web") for page in found}, wiring.lexicon())
        engine = replace(engine, tools=replace(engine.tools, search=RatedSearch(web, rate), door=web))
    return (await app.claims.verify(engine, fact.claim, AS_OF)).report


@dataclass(frozen=True, slots=True)
class Kept:
    """A claim that the engine decides rightly on its honest pages, and its reports on them by the way they came."""

    fact: Fact
    reports: Mapping[str, Report]


@dataclass(frozen=True, slots=True)
class Ran:
    """A run with planted pages, and the one without."""

    fact: Fact
    planted: tuple[Document, ...]
    way: str
    before: Report
    after: Report

    @property
    def is_moved(self) -> bool:
        """Whether the verdict is another."""
        return self.after.verdict is not self.fact.verdict

    @property
    def is_heard(self) -> bool:
        """Whether a planted page was weighed against the verdict."""
        return any(self.is_planted(piece) and self.is_against(piece) for piece in pieces(self.after))

    def is_planted(self, piece: Weighed) -> bool:
        """Whether a piece is of a planted page."""
        return piece.domain not in poison.publishers(self.fact)

    def is_against(self, piece: Weighed) -> bool:
        """Whether a piece speaks against the verdict."""
        return side(piece.stance) == ("supports" if self.fact.opposite is Verdict.SUPPORTED else "refutes")


def pieces(report: Report) -> tuple[Weighed, ...]:
    """What was weighed."""
    return report.judged.weighed if report.judged else ()


@dataclass
class Measured:
    """All runs of a measurement."""

    made: Counter[str] = field(default_factory=Counter)  # claims, by the verdict that is right
    kept: list[Kept] = field(default_factory=list)
    ran: list[Ran] = field(default_factory=list)
    believed: list[Ran] = field(default_factory=list)  # the same pages of publishers that are credible: they do move verdicts
    borrowed: dict[str, list[Ran]] = field(default_factory=dict)  # by trick


async def measure(limit: int, is_whole: bool = True) -> Measured:
    """The runs of so many claims; of each every count of planted pages in the store, and some the other ways; of a slice a few of each."""
    measured, begun = Measured(), time.monotonic()
    async for one in keep(limit, measured.made):
        place = len(measured.kept)
        measured.kept.append(one)
        for way, count in _planned(place, is_whole):
            measured.ran.append(await _ran(one, poison.planted(one.fact, count), way))
        if place % 5 == 0:
            measured.believed.append(await _ran(one, poison.planted(one.fact, 3), "store", are_credible=True))
        if is_whole:
            trick = poison.BORROWING[place // 2 % len(poison.BORROWING)]
            measured.borrowed.setdefault(trick, []).append(await _ran(one, poison.borrowing(one.fact, trick), "store"))
            moved = sum(run.is_moved for run in measured.ran)
            print(f"{place + 1} claims, {len(measured.ran)} runs, {moved} moved, {time.monotonic() - begun:.0f} s", flush=True)
    return measured


def _planned(place: int, is_whole: bool) -> list[tuple[str, int]]:
    """By which ways a claim is run, with how many planted pages."""
    count = COUNTS[place // 2 % len(COUNTS)]
    if is_whole:
        return [("store", each) for each in COUNTS] + [(way, count) for way in WAYS[1:]]
    return [("store", count), (WAYS[1 + place // 2 % 2], COUNTS[-1])]


async def keep(limit: int, made: Counter[str]) -> AsyncIterator[Kept]:
    """The first claims that hold, as many of either verdict; all that had to be made are counted."""
    wanted = {Verdict.SUPPORTED: limit - limit // 2, Verdict.REFUTED: limit // 2}
    for fact in poison_world.facts():
        if not any(wanted.values()):
            return
        if wanted[fact.verdict]:
            made[fact.verdict] += 1
            reports = {way: await verified(fact, (), way) for way in WAYS[:2]}
            if all(report.verdict is fact.verdict for report in reports.values()):
                wanted[fact.verdict] -= 1
                yield Kept(fact, reports | {"shelved": reports["web"]})


async def _ran(one: Kept, planted: Sequence[Document], way: str, are_credible: bool = False) -> Ran:
    own = registers.overrides(registers.override(page.domain, poison.CREDIBLE) for page in planted if are_credible)
    rated = {**RATED, **own}
    return Ran(one.fact, tuple(planted), way, one.reports[way], await verified(one.fact, planted, way, rated))


def causes(run: Ran) -> list[str]:
    """What moved a verdict, by name; the rules that these come from stand beside them."""
    return sorted({*_of_voices(run), *_of_origins(run), *_of_guards(run)}) or ["unexplained"]


def _of_voices(run: Ran) -> Iterator[str]:
    """Which pages are heard: `coverage._heard`, `coverage._status`, `aggregate.part`."""
    firm = [
        piece for piece in pieces(run.after) if side(piece.stance) != "neutral" and coverage.firmness(piece, COVERAGE) >= COVERAGE.strong
    ]
    loudest = max((coverage.firmness(piece, COVERAGE) for piece in firm if run.is_against(piece)), default=0.0)
    if any(run.is_against(piece) and piece.origin == UNKNOWN_ORIGIN for piece in firm):
        yield "dissent of the unknown"
    told = {piece.domain for piece in firm if not run.is_against(piece) and not run.is_planted(piece)}
    for domain in poison.publishers(run.fact):
        heard = [piece for piece in pieces(run.after) if piece.domain == domain]
        if not heard:
            yield "honest page not judged"
        elif any(map(run.is_against, heard)):
            yield "honest page misread"
        elif domain not in told:
            yield "honest page no longer firm"
        elif max(coverage.firmness(piece, COVERAGE) for piece in heard) < COVERAGE.near * loudest:
            yield "honest page outshouted"


def _of_origins(run: Ran) -> Iterator[str]:
    """Who counts as whom: `origins.cluster`."""
    of = {piece.domain: piece.origin for piece in pieces(run.after) if not run.is_planted(piece)}
    if len(of) == 2 and len(set(of.values())) == 1:
        yield "honest pages taken for one origin"
    if any(piece.origin in of.values() for piece in pieces(run.after) if run.is_planted(piece)):
        yield "planted page taken into an honest origin"


def _of_guards(run: Ran) -> Iterator[str]:
    """Guards that changed the verdict: `guards.PARTS`, `guards.GUARDS`."""
    acted = run.after.judged.decision.draft.acted if run.after.judged else ()
    yield from (f"guard {act.guard}" for act in acted if "verdict" in act.changed)


def explained(run: Ran) -> dict[str, Any]:
    """A verdict that moved, and everything that was weighed for it."""
    judged = run.after.judged
    return {
        "claim": run.fact.claim,
        "planted": len(run.planted),
        "way": run.way,
        "verdicts": [run.fact.verdict, run.after.verdict or run.after.outcome],
        "causes": causes(run),
        "guards": [act.guard for act in judged.decision.draft.acted] if judged else [],
        "degraded": list(judged.degraded) if judged else [],
        "weighed": [_shown(piece, run) for piece in pieces(run.after)],
    }


def _shown(piece: Weighed, run: Ran) -> str:
    """A piece in a line: who, how it stands, how firmly, how credible, and whether it counts as unknown."""
    who = "planted" if run.is_planted(piece) else "honest"
    firm, origin = coverage.firmness(piece, COVERAGE), "unknown" if piece.origin == UNKNOWN_ORIGIN else piece.origin[-6:]
    return f"{who} {piece.domain} {side(piece.stance)} firmness {firm:.2f} credibility {piece.credibility:.2f} origin {origin}"


def figures(measured: Measured) -> dict[str, Any]:
    """What is written."""
    moved = [run for run in measured.ran if run.is_moved]
    return {
        "claims": len(measured.kept),
        "claims_made": measured.made.total(),
        "kinds_of_facts": len({one.fact.kind for one in measured.kept}),
        "wordings": len(poison.WORDINGS),
        **_counted(measured.ran),
        "by_planted_pages": {str(count): _counted([run for run in measured.ran if len(run.planted) == count]) for count in COUNTS},
        "by_way": {way: _counted([run for run in measured.ran if run.way == way]) for way in WAYS},
        "by_verdict": {
            of: _counted([run for run in measured.ran if run.fact.verdict is of]) for of in (Verdict.SUPPORTED, Verdict.REFUTED)
        },
        "the_same_pages_credible": _counted(measured.believed),
        "borrowing": {trick: _counted(ran) for trick, ran in measured.borrowed.items()},
        "causes": dict(Counter(cause for run in moved for cause in causes(run)).most_common()),
        "moved_runs": [explained(run) for run in moved],
        "moved_by_borrowing": [explained(run) for ran in measured.borrowed.values() for run in ran if run.is_moved],
    }


def _counted(ran: Sequence[Ran]) -> dict[str, Any]:
    ends = Counter("right" if not run.is_moved else run.after.verdict or run.after.outcome for run in ran)
    opposite = sum(run.after.verdict is run.fact.opposite for run in ran)
    count = max(1, len(ran))
    return {
        "runs": len(ran),
        "a_planted_page_heard": sum(run.is_heard for run in ran),  # weighed against the verdict
        "moved": len(ran) - ends["right"],
        "moved_share": round((len(ran) - ends["right"]) / count, 4),
        "to_the_opposite": opposite,
        "to_the_opposite_share": round(opposite / count, 4),
        "to_mixed": ends[Verdict.MIXED],
        "to_not_enough_evidence": ends[Verdict.NOT_ENOUGH_EVIDENCE],
    }
