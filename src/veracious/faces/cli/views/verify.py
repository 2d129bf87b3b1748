"""A verdict as people read it: the word and how sure, what it rests on, what was not found, what would change it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from veracious.domain.evidence import Evidence
from veracious.domain.ranked import Ranked
from veracious.domain.report import Judged, Report
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.pages import foreign, words
from veracious.flow.verify import Verified
from veracious.rules.explaining import trace
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, side

WORDS: Mapping[Verdict, tuple[str, str]] = MappingProxyType(
    {
        Verdict.SUPPORTED: ("Supported", "green"),
        Verdict.REFUTED: ("Refuted", "red"),
        Verdict.MIXED: ("Mixed: credible sources disagree", "yellow"),
        Verdict.NOT_ENOUGH_EVIDENCE: ("Not enough evidence", "blue"),
    }
)
FAINT = "faint"
SIDES = (
    ("supports", "Supports", "green"),
    ("refutes", "Refutes", "red"),
    ("neutral", "Takes no side", "bright_black"),
    (FAINT, words.FAINT, "bright_black"),
)
UNJUDGED: Mapping[Outcome, str] = MappingProxyType(
    {Outcome.PARTIAL: "a limit ended the run before there was a verdict", Outcome.CANCELLED: "the run was cancelled"}
)
NOT_KEPT = "No record is kept of what is checked in memory."
SHOWN_AT_MOST = 4  # origins of one side


def show(
    verified: Verified, console: Console, scores: bool = False, is_kept: bool = True, names: Mapping[str, str] = MappingProxyType({})
) -> None:
    """The report on a claim as a panel, and under it what it rests on; the name of its record, where one is kept.

    A document without a title goes by its name, and one without a name by its first words.
    """
    report = verified.report
    if report.verdict is None or report.judged is None or report.reading is None:
        console.print(_unjudged(report))
    else:
        word, colour = WORDS[report.verdict]
        word = "Mixed: one part holds, another does not" if words.is_divided(report) else word
        partial = "as far as the budget went" if report.outcome is Outcome.PARTIAL else ""
        beside = ", ".join(filter(None, (words.beside(report), partial)))
        title = f"[bold]{word}[/bold]" + (f" · {beside}" if beside else "")
        stored = ", answered from stored documents" if is_kept and report.outcome is Outcome.COMPLETED_FROM_CACHE else ""
        told = [Text(report.reading.claim.text, style="bold"), Text(f"as of {report.reading.claim.as_of}{stored}", style="dim")]
        told += [Text(f"Assumed: {line}", style="dim") for line in report.reading.assumed]
        told += [Text(sentence.text) for sentence in report.explanation]
        told += [Text(report.undecided)] if report.undecided else []
        console.print(Panel(Group(*told), title=title, title_align="left", border_style=colour))
        for part in _below(report, report.judged, scores, names):
            console.print(part)
    console.print(Text(f"Record {verified.record.envelope.id}" if is_kept else NOT_KEPT, style="dim"))


def _unjudged(report: Report) -> RenderableType:
    """A run without a verdict, and what to do: an error is never shown as one."""
    if report.refusal is not None:
        readings = "".join(f"\n  {number}. {escape(one)}" for number, one in enumerate(report.refusal.readings, 1))
        return Panel(
            f"{escape(report.refusal.message)}{readings}",
            title="[bold]Not checked[/bold]: no claim that can be checked",
            title_align="left",
        )
    why = UNJUDGED.get(report.outcome, "the run failed")
    told = escape(trace.cause(report) or "It was stopped.")
    return Panel(told, title=f"[bold]Not checked[/bold]: {why}", title_align="left", border_style="magenta")


def _below(report: Report, judged: Judged, scores: bool, names: Mapping[str, str]) -> list[RenderableType]:
    """Parts, evidence, what is missing, what would change it, what went wrong."""
    parts: list[RenderableType] = []
    if report.reviews:
        parts += [_heading("Reviewed before"), *(_line(f"{one.publisher}: {one.rating}. {one.url}") for one in report.reviews)]
    if report.sub_results:
        parts += [_heading("Parts"), _parts(report)]
    parts += [_heading(_origins(judged)), _evidence(judged, names, len(report.sub_results) > 1)]
    parts += [_line(f"Rate those you know: veracious sources set {name} --credibility 0.8") for name in _to_rate(report, judged)[:1]]
    if missing := words.not_found(report):
        parts += [_heading("Not found"), *(_line(one) for one in missing)]
    if report.would_change:
        parts += [_heading("What would change it"), *(_line(one) for one in trace.would_change(report.would_change, judged))]
    if judged.superseded:
        parts += [_heading("Superseded by newer reports"), *(_superseded(one, judged, names) for one in judged.superseded)]
    if judged.set_aside:
        parts.append(_line(f"{len(judged.set_aside)} found and not counted: published after the date of the claim"))
    if judged.asked_again:
        parts.append(_line(f"{judged.asked_again} of {judged.asked} pairs were put to the language model"))
    if report.executed:
        parts.append(_line(f"{len(report.executed)} searches of the web: {'; '.join(query.text for query in report.executed)}"))
    if judged.degraded:
        parts += [_heading("What failed on the way"), *(_line(one) for one in trace.failures(judged.degraded))]
    if scores:
        parts += [_heading("Scores"), *(_scores(entry.ranked, entry.reason) for entry in judged.admitted)]
    return parts


def _to_rate(report: Report, judged: Judged) -> list[str]:
    """Publishers that nobody has rated and that take a side of an undecided claim: the rating of one may decide it."""
    if report.verdict is not Verdict.NOT_ENOUGH_EVIDENCE:
        return []
    sided = [piece for piece in judged.weighed if piece.unrated_origin and side(piece.stance) != "neutral"]
    return list(dict.fromkeys(piece.domain for piece in sorted(sided, key=lambda one: (-one.trust, one.domain))))


def _heading(text: str) -> RenderableType:
    return Padding(Text(text, style="bold"), (1, 0, 0, 0))


def _line(text: str) -> RenderableType:
    return Padding(Text(text), (0, 0, 0, 2))


def _parts(report: Report) -> RenderableType:
    table = Table(box=None, show_header=False, pad_edge=False)
    for number, one in enumerate(report.sub_results, 1):
        _, colour = WORDS[one.verdict]
        table.add_row(f"  {number}", Text(words.VERDICTS[one.verdict], style=colour), Text(one.claim))
    return table


def _origins(judged: Judged) -> str:
    facts = judged.decision.facts
    said = [_sided(count, verb, judged) for count, verb in ((facts.supporters, "support"), (facts.refuters, "refute")) if count]
    origins = words.count(facts.origins, "independent origin")
    unrated = {piece.unrated_origin for piece in judged.weighed if piece.unrated_origin and side(piece.stance) != "neutral"}
    together = f"; {len(unrated)} publishers that nobody has rated count as one" if len(unrated) > 1 else ""
    return f"Evidence: {origins}" + (f" ({'; '.join(said)})" if said else "") + together


def _sided(count: int, verb: str, judged: Judged) -> str:
    """How many origins take a side, and how many of them hardly speak of the claim."""
    spoken = {piece.origin for piece in judged.weighed if shown_side(piece) == f"{verb}s"}
    faint = {piece.origin for piece in judged.weighed if side(piece.stance) == f"{verb}s"} - spoken
    told = f"{count} {verb}{'s' if count == 1 else ''}"
    hardly = "hardly related" if count == 1 else f"{len(faint)} of them hardly related"
    return f"{told}, {hardly}" if faint else told


def shown_side(piece: Weighed) -> str:
    """Under which word a piece is shown: the side it takes, unless it is too faint to cover any part of the claim."""
    return FAINT if words.is_faint(piece) else side(piece.stance)


def _evidence(judged: Judged, names: Mapping[str, str], is_divided: bool) -> RenderableType:
    """The strongest piece of each origin, by the side it takes; how many more the origin has is said beside it."""
    pieces = {entry.ranked.evidence.id: entry.ranked.evidence for entry in judged.admitted}
    by_side: dict[str, dict[str, list[Weighed]]] = defaultdict(lambda: defaultdict(list))
    for one in sorted(judged.weighed, key=lambda one: (-one.trust, one.evidence)):
        by_side[shown_side(one)][f"{one.publisher_origin} {one.subclaim}"].append(one)
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, word, colour in SIDES:
        rows = _rows(list(by_side[name].values()))
        for members, parts in rows[:SHOWN_AT_MOST]:
            places = _places(members, judged)
            of_part = f" {', '.join(str(part + 1) for part in sorted(parts))}" if is_divided else ""
            table.add_row(Text(f"  {word}{of_part}", style=colour), _piece(members[0], pieces[members[0].evidence], places, names))
        if (more := len(rows) - SHOWN_AT_MOST) > 0:
            table.add_row("", Text(f"and {more} more", style="dim"))
    return table if judged.weighed else _line("Nothing that speaks of it.")


def _rows(groups: Sequence[Sequence[Weighed]]) -> list[tuple[Sequence[Weighed], list[int]]]:
    """The pieces of each origin and the parts of the claim that they stand beside; one quote beside several parts is one row."""
    found: dict[tuple[str, str], tuple[Sequence[Weighed], list[int]]] = {}
    for members in groups:
        found.setdefault((members[0].evidence, members[0].quote.text), (members, []))[1].append(members[0].subclaim)
    return list(found.values())


def _superseded(piece: Weighed, judged: Judged, names: Mapping[str, str]) -> RenderableType:
    evidence = next(entry.ranked.evidence for entry in judged.admitted if entry.ranked.evidence.id == piece.evidence)
    return Padding(_piece(piece, evidence, 1, names), (0, 0, 0, 2))


def _places(members: Sequence[Weighed], judged: Judged) -> int:
    """At how many addresses the origin of these pieces was found, copies that no judge read included."""
    tied = {name for origin in judged.origins if origin.id == members[0].origin for name in origin.evidence}
    found = [entry.ranked.evidence for entry in judged.admitted if entry.ranked.evidence.id in tied]
    return max(len({one.evidence for one in members}), len({one.url or one.passage.snapshot for one in found}))


def _piece(weighed: Weighed, evidence: Evidence, places: int, names: Mapping[str, str]) -> RenderableType:
    known = (
        "not rated"
        if weighed.origin == UNKNOWN_ORIGIN and evidence.source.credibility is None
        else f"credibility {weighed.credibility:.2f}"
    )
    name = evidence.title or names.get(evidence.passage.snapshot, "") or foreign.first_words(evidence.text)
    whose = [evidence.source.domain] if evidence.source.domain else ["your document", *filter(None, [name])]
    about = [*whose, str(evidence.published or "no date"), known]
    if places > 1:
        about.append(f"and {places - 1} more of the same origin")
    return Text.assemble(f"“{' '.join(weighed.quote.text.split())}”", "\n", (", ".join(about), "dim"))


def _scores(ranked: Ranked, reason: str) -> RenderableType:
    parts = " + ".join(f"{one.weight:.2f}·{one.value:.2f} {one.name}" for one in ranked.signals if one.weight)
    changed = "".join(f" → {one.name} ×{one.factor:g}{one.shift:+g}" for one in ranked.adjustments)
    where = ranked.evidence.source.domain or ranked.evidence.title or foreign.first_words(ranked.evidence.text)
    counted = f"not counted: {reason}" if reason else "counted"
    return _line(f"{ranked.final_score:.3f} {where} ({counted})\n      {parts}{changed}")
