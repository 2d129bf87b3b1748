"""The formulas of the rules, read from the docstrings of the functions that hold them.

A docstring with a formula goes on, behind its first paragraph, like this:

    Formula: Recency. From A §4.1.

        recency = (1/2)^(age / half_life_days)

    Dials: half_life_days of RecencyDials.

`From` names the section of a source document, or says whose it is; `Dials` names, group by group, what enters of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import getdoc
from textwrap import dedent
from types import FunctionType

# The modules with formulas by package, each in the order in which they are used; within a module, in the order of the page.
MODULES = {
    "reading": ("skeleton", "checkworthy"),
    "seeking": (
        "queries",
        "urls",
        "lexical",
        "depth",
        "triples",
        "fuse",
        "origins",
        "passages",
        "targets",
        "article_targets",
        "acquisition",
        "trackers",
        "own_text",
        "extent",
        "remembered",
        "reviews",
        "current",
        "domains",
        "lookalikes",
        "register",
    ),
    "ranking": ("recency", "hybrid", "overlap", "penalties", "gate", "rerank"),
    "weighing": ("evidence_trust", "freshness", "coverage", "sufficiency", "article_sufficiency"),
    "judging": (
        "quotes",
        "conflicts",
        "denials",
        "restated",
        "comparisons",
        "figures",
        "endings",
        "judgements",
        "cascade",
        "aggregate",
        "selective",
        "verdicts",
        "truth",
        "guards",
        "confidence",
        "cache_gate",
        "belief",
        "claim_graph",
        "propagation",
        "dimensions",
        "calibration",
    ),
    "explaining": ("explain", "undecided", "results", "claimreview", "counterfactual", "plain"),
    "spend": ("",),
    "ledger": ("matching", "questions", "levels", "spans", "gates", "revision", "findings", "compose"),
}
PACKAGES = tuple(MODULES)
IN_PART = frozenset(("reading",))  # packages of which the page has the modules above alone

# Dials that bound the work of the flow and enter nothing that is computed in the rules.
APART = (
    "AskDials.judged_at_once",
    "LadderDials.pages_a_look",
    "ReviewDials.at_most",
    "CurrentDials.pages_a_query",
    "DepthDials.ef_search",
    "DepthDials.scan_at_most",
    "DepthDials.each",
    "DepthDials.triples_at_most",
)

HEAD = re.compile(r"^Formula: (?P<title>.+)\. From (?P<source>.+)\.\n\n(?P<text>(?: {4}.*\n|\n)+)(?:Dials: (?P<dials>(?:.+\n)+))?", re.M)


@dataclass(frozen=True, slots=True)
class Formula:
    """A function of the rules, and what it computes."""

    name: str  # below veracious.rules
    title: str
    text: str
    source: str
    uses: tuple[str, ...] = ()  # "Group: dial dial", a group of dials and those of it that enter

    @property
    def package(self) -> str:
        """The package of the rules it stands in."""
        return self.name.partition(".")[0]

    @property
    def dials(self) -> tuple[str, ...]:
        """Every dial that enters, as `Group.dial`."""
        parts = (use.split(":") for use in self.uses)
        return tuple(f"{group}.{name}" for group, names in parts for name in names.split())


def formulas() -> Iterator[Formula]:
    """Every formula, in the order of the page."""
    for package, modules in MODULES.items():
        for module in modules:
            yield from of_module(f"{package}.{module}".rstrip("."))


def of_module(name: str) -> Iterator[Formula]:
    """The formulas of a module below `veracious.rules`."""
    module = import_module(f"veracious.rules.{name}")
    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            match = HEAD.search(f"{getdoc(function) or ''}\n")
            if match:
                yield Formula(
                    f"{name}.{function.__name__}", match["title"], dedent(match["text"]).strip("\n"), match["source"], _uses(match["dials"])
                )


def _uses(dials: str | None) -> tuple[str, ...]:
    groups = [part.rpartition(" of ") for part in " ".join((dials or "").split()).rstrip(".").split("; ") if part]
    return tuple(f"{group}: {names.replace(',', '')}" for names, _, group in groups)


FORMULAS: tuple[Formula, ...] = tuple(formulas())
