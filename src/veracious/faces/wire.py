"""The JSON we promise: what a face writes for machines."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from veracious.domain.archive import Audit, Listed, Replayed
from veracious.domain.budget import Estimate
from veracious.domain.claim import Reading, Refusal
from veracious.domain.configuration import Configuration
from veracious.domain.ledger import AnswerClaim, Backing, Entry, Ledger
from veracious.domain.model import Examination
from veracious.domain.record import Record
from veracious.domain.refresh import CollectionAge
from veracious.domain.report import Judged, Report
from veracious.domain.standing import Standing
from veracious.domain.store import FoundPassage, Generation, IngestProgress, Moved, Reembedding, StoreState
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Outcome
from veracious.flow.answer import Answered
from veracious.flow.check import Checked
from veracious.flow.fill import Filled
from veracious.flow.verify import Verified
from veracious.rules import digest
from veracious.rules.explaining import headline
from veracious.rules.explaining.changes import Comparison
from veracious.rules.explaining.trace import Step
from veracious.rules.ledger import gates, reasons
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.weighing.evidence_trust import side

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def reading(reading: Reading | Refusal) -> str:
    """A reading or a refusal as JSON; `outcome` tells which."""
    outcome = "refused" if isinstance(reading, Refusal) else "read"
    body = json.loads(digest.canonical(reading))
    return json.dumps({"outcome": outcome, **body}, ensure_ascii=False, indent=2)


def verified(verified: Verified, indent: int | None = 2) -> str:
    """The report on a claim as JSON; a refused or failed run has no `verdict`, and says why in `refusal` or `cause`."""
    return json.dumps(verdict(verified), ensure_ascii=False, indent=indent)


def verdict(verified: Verified) -> dict[str, Any]:
    """The same as a value.

    `probability` is of the verdict, and `band` its word; `probabilities` are of all four verdicts, `lean` has that of the likelier side.
    All are left out where they were not measured. `score` and `truth` are scores of the rules, and no probabilities.
    """
    named = {"outcome": verified.outcome, "record": verified.record.envelope.id, "body": verified.record.envelope.body}
    return named | report_on_claim(verified.report)


def report_on_claim(report: Report) -> dict[str, Any]:
    """The report on a claim as a value, without the names of a record."""
    judged = report.judged
    told: dict[str, Any] = {"outcome": report.outcome}
    if report.reading is not None:
        told |= {"claim": report.reading.claim.text, "as_of": report.reading.claim.as_of.isoformat()}
    if report.reading is not None and report.reading.assumed:
        told["assumed"] = list(report.reading.assumed)
    if report.refusal is not None:
        told["refusal"] = json.loads(digest.canonical(report.refusal))
    if report.cause:
        told["cause"] = report.cause
    if report.executed or report.reviews:
        told |= {"searches": [query.text for query in report.executed], "not_read": dict(report.skipped)}
        told["reviews"] = json.loads(digest.canonical(report.reviews))
    if report.verdict is None or judged is None:
        return told
    draft, facts = judged.decision.draft, judged.decision.facts
    told["verdict"] = report.verdict
    if (likely := headline.probability(report)) is not None:
        told |= {"probability": likely, "band": headline.band(report)}
    if report.probability is not None:
        told["probabilities"] = json.loads(digest.canonical(report.probability))
    if report.lean is not None:
        told["lean"] = json.loads(digest.canonical(report.lean))
    told |= {"score": headline.score(report), "truth": draft.truth}
    if report.undecided:
        told["undecided"] = report.undecided
    told["explanation"] = [json.loads(digest.canonical(sentence)) for sentence in report.explanation]
    told["origins"] = {"all": facts.origins, "supporting": facts.supporters, "refuting": facts.refuters}
    told["parts"] = json.loads(digest.canonical(report.sub_results))
    told["evidence"] = [_evidence(piece, judged) for piece in judged.weighed]
    if judged.superseded:
        told["superseded"] = [_evidence(piece, judged) for piece in judged.superseded]
    told |= {"missing": list(report.missing), "would_change": list(report.would_change), "stop": report.stop}
    if judged.asked_again:
        told["asked_again"] = {"pairs": judged.asked_again, "of": judged.asked}
    return told | {"guards": [one.guard for one in draft.acted], "degraded": list(judged.degraded), "set_aside": list(judged.set_aside)}


def _evidence(piece: Weighed, judged: Judged) -> dict[str, Any]:
    """A piece that was judged: its quote with where it stands, its source, which way it points and how far it is trusted."""
    ranked = next(entry.ranked for entry in judged.admitted if entry.ranked.evidence.id == piece.evidence)
    evidence, published = ranked.evidence, ranked.evidence.published
    return {
        "id": piece.evidence,
        "part": piece.subclaim,
        "side": side(piece.stance),
        "stance": json.loads(digest.canonical(piece.stance)),
        "quote": json.loads(digest.canonical(piece.quote)),
        "origin": piece.origin,
        "domain": piece.domain,
        "title": evidence.title,
        "url": evidence.url,
        "published": None if published is None else published.isoformat(),
        "credibility": piece.credibility,
        "trust": piece.trust,
        "score": ranked.final_score,
    }


def checked(checked: Checked, wanted: AnswerGateDials | None = None, names: Mapping[str, str] = NO_NAMES, indent: int | None = 2) -> str:
    """The ledger of an answer as JSON; a refused or failed check has no `claims`, and says why in `refusal` or `cause`.

    The gates are those of the dials that the check was made with. A document without a title goes by its name here, if it has one.
    """
    report = checked.report
    told: dict[str, Any] = {"outcome": report.outcome, "record": checked.record.envelope.id, "body": checked.record.envelope.body}
    if report.refusal is not None:
        told["refusal"] = json.loads(digest.canonical(report.refusal))
    if report.cause:
        told["cause"] = report.cause
    if report.ledger is not None and report.outcome is not Outcome.REFUSED:
        told |= _ledger(report.ledger, wanted or AnswerGateDials(), names)
    return json.dumps(told, ensure_ascii=False, indent=indent)


def answered(answered: Answered, indent: int | None = 2) -> str:
    """An answer as JSON: the report as the record has it, and the record's names."""
    told = {"record": answered.record.envelope.id, "body": answered.record.envelope.body}
    return json.dumps(told | json.loads(digest.canonical(answered.report)), ensure_ascii=False, indent=indent)


def _ledger(ledger: Ledger, wanted: AnswerGateDials, names: Mapping[str, str]) -> dict[str, Any]:
    summary = ledger.summary
    return {
        "claims": [_entry(entry, names) for entry in ledger.entries],
        "summary": {
            "total_claims": summary.total_claims,
            "evidence_coverage": summary.evidence_coverage,
            "unsupported_rate": summary.unsupported_rate,
            "critical_unsupported": summary.critical_unsupported,
            "contradictions": summary.contradictions,
            "critical_uncited": summary.critical_uncited,
            "verdict_distribution": dict(summary.verdicts),
        },
        "gates": json.loads(digest.canonical(gates.judge(summary, wanted))),
        "risk_flags": json.loads(digest.canonical(ledger.risk_flags)),
        "passed_over": [[span.start, span.end] for span in ledger.passed_over],
        "unread": [_claim(claim) for claim in ledger.unread],
    }


def _claim(claim: AnswerClaim) -> dict[str, Any]:
    """A claim and where it stands in the answer, in characters."""
    place = {"text": claim.text, "start": claim.span.start, "end": claim.span.end}
    return place | {"kind": claim.kind, "importance": claim.importance, "citations": list(claim.citations)}


def _entry(entry: Entry, names: Mapping[str, str]) -> dict[str, Any]:
    return _claim(entry.claim) | {
        "verdict": entry.verdict,
        "level": entry.level,
        "score": entry.confidence,
        "reasoning": reasons.reason(entry),
        "unsupported": [[span.start, span.end] for span in entry.unsupported],
        "conflicts": list(entry.conflicts),
        "invalid_citations": list(entry.invalid),
        "evidence": [_backing(one, names) for one in entry.backing],
    }


def _backing(backing: Backing, names: Mapping[str, str]) -> dict[str, Any]:
    """What was read beside a claim, and how it stands; each quote by where it stands in its snapshot."""
    quotes = [
        {
            "text": quote.text,
            "start": quote.span.start,
            "end": quote.span.end,
            "snapshot": quote.snapshot,
            "title": title or names.get(quote.snapshot, ""),
        }
        for quote, title in zip(backing.quotes, backing.titles, strict=True)
    ]
    stance = {"supports": backing.stance.supports, "refutes": backing.stance.refutes, "neutral": backing.stance.neutral}
    published = None if backing.published is None else backing.published.isoformat()
    found = {"similarity": backing.similarity, "cited": backing.is_cited, "match_type": reasons.match_type(backing)}
    return {"quotes": quotes, **stance, **found, "published": published}


def estimate(estimate: Estimate, claims: int | None = None) -> str:
    """What a run will take, as JSON; `outcome` is `short` when a limit is below what is expected, `tight` when below the worst case.

    Of an article whose text is known, `claims` is how many were read off it.
    """
    outcome = "short" if estimate.short else "tight" if estimate.tight else "estimated"
    counted = {} if claims is None else {"claims": claims}
    return json.dumps({"outcome": outcome, **counted, **json.loads(digest.canonical(estimate))}, ensure_ascii=False, indent=2)


def models(examinations: Sequence[Examination]) -> str:
    """What was found of each model as JSON; `outcome` is `usable` when nothing is wrong with any."""
    outcome = "unusable" if any(one.trouble for one in examinations) else "usable"
    return json.dumps({"outcome": outcome, "models": json.loads(digest.canonical(tuple(examinations)))}, ensure_ascii=False, indent=2)


def configuration(found: Configuration) -> str:
    """The settings and what was found of them, as JSON; `outcome` is `usable` when nothing must be done first."""
    outcome = "usable" if found.usable else "unusable"
    return json.dumps({"outcome": outcome, **json.loads(digest.canonical(found))}, ensure_ascii=False, indent=2)


def removed(was_there: bool) -> str:
    """Whether a judge was taken away, as JSON."""
    return json.dumps({"outcome": "removed" if was_there else "nothing_added"}, indent=2)


def standing(standing: Standing) -> str:
    """How a source stands, as JSON; `outcome` is who rates it: `workspace`, `publishers`, `register`, `suffix`, or `unknown`."""
    return json.dumps({"outcome": standing.origin, **json.loads(digest.canonical(standing))}, ensure_ascii=False, indent=2)


def sources(standings: Sequence[Standing]) -> str:
    """Entries of the register or of a workspace, as JSON."""
    rows = [
        {"domain": one.source.domain, "credibility": one.source.credibility, "tier": one.source.tier, "rating": one.rating}
        for one in standings
    ]
    return json.dumps({"outcome": "listed", "sources": rows}, ensure_ascii=False, indent=2)


def unsaid(was_there: bool) -> str:
    """Whether anything was said of a source that is said no more, as JSON."""
    return json.dumps({"outcome": "removed" if was_there else "nothing_said"}, indent=2)


def store_state(state: StoreState, waiting: Sequence[Reembedding] = ()) -> str:
    """What the store is like, and which collections wait for new vectors, as JSON."""
    outcome = "usable" if state.usable else "unusable"
    told = {"outcome": outcome, **json.loads(digest.canonical(state)), "reembedding": json.loads(digest.canonical(tuple(waiting)))}
    return json.dumps(told, ensure_ascii=False, indent=2)


def moved(moved: Moved) -> str:
    """What was moved to another server, as JSON."""
    return json.dumps({"outcome": "moved", **json.loads(digest.canonical(moved))}, ensure_ascii=False, indent=2)


def reembedded(done: Sequence[Reembedding], waiting: Sequence[Reembedding]) -> str:
    """Which collections have new vectors, and which still wait, as JSON; `outcome` is `reembedded` when none does."""
    told = {"outcome": "waiting" if waiting else "reembedded", "collections": json.loads(digest.canonical(tuple(done)))}
    return json.dumps({**told, "waiting": json.loads(digest.canonical(tuple(waiting)))}, ensure_ascii=False, indent=2)


def generations(generations: Sequence[Generation], ages: Sequence[CollectionAge] = ()) -> str:
    """The generations of collections, and how old the shared ones are, as JSON."""
    told = {"outcome": "listed", "generations": json.loads(digest.canonical(tuple(generations)))}
    return json.dumps({**told, "ages": json.loads(digest.canonical(tuple(ages)))}, ensure_ascii=False, indent=2)


def filled(name: str, filled: Filled) -> str:
    """What a fill came to, as JSON; `outcome` is `filled` when every page of the list is there."""
    told = {"outcome": "unread_some" if filled.unread else "filled", "collection": name, **json.loads(digest.canonical(filled))}
    return json.dumps(told, ensure_ascii=False, indent=2)


def search_results(query: str, passages: Sequence[FoundPassage], waiting: Sequence[Reembedding] = ()) -> str:
    """What a search found, as JSON, best first; `by_words_alone` are the collections that wait for new vectors, if any do."""
    told: dict[str, Any] = {"outcome": "found" if passages else "nothing_found", "query": query}
    told["passages"] = json.loads(digest.canonical(tuple(passages)))
    if waiting:
        told["by_words_alone"] = sorted({one.collection for one in waiting})
    return json.dumps(told, ensure_ascii=False, indent=2)


def taken(so_far: IngestProgress) -> str:
    """What an ingest came to, as JSON; what was passed over by rule is listed with the refused, but makes no refusal."""
    return _taken("refused_some" if so_far.failed else "ingested", so_far)


def rebuilt(so_far: IngestProgress, is_live: bool) -> str:
    """What a rebuild came to, as JSON; `outcome` is `rebuilt` when the new generation is live."""
    return _taken("rebuilt" if is_live else "refused_some" if so_far.failed else "nothing_found", so_far)


def erased(what: str, documents: int) -> str:
    """How many documents were erased, as JSON; a workspace is erased even if it held none."""
    outcome = "erased" if documents or what == "workspace" else "nothing_erased"
    return json.dumps({"outcome": outcome, "documents": documents}, indent=2)


def kept(days: int | None) -> str:
    """For how many days documents are kept, as JSON; none: until they are erased."""
    return json.dumps({"outcome": "kept", "days": days}, indent=2)


def switched(generation: int, before: int | None) -> str:
    """Which generation is live, and which was before, as JSON."""
    return json.dumps({"outcome": "switched", "generation": generation, "before": before}, indent=2)


def dropped(generation: int) -> str:
    """Which generation was dropped, as JSON."""
    return json.dumps({"outcome": "dropped", "generation": generation}, indent=2)


def stopped(ran: bool) -> str:
    """Whether a private server was stopped, as JSON."""
    return json.dumps({"outcome": "stopped" if ran else "not_running"}, indent=2)


def migrated(applied: Sequence[str]) -> str:
    """Which migrations were applied, as JSON."""
    return json.dumps({"outcome": "migrated" if applied else "up_to_date", "applied": list(applied)}, indent=2)


def swept(tables: Sequence[str]) -> str:
    """Which tables were written anew, as JSON."""
    return json.dumps({"outcome": "swept", "tables": list(tables)}, indent=2)


def written(file: str) -> str:
    """Which file was written, as JSON."""
    return json.dumps({"outcome": "written", "file": file}, ensure_ascii=False, indent=2)


def records(records: Sequence[Listed]) -> str:
    """The records of a workspace as JSON, the newest first; `event` tells those that are erased."""
    return _many("listed", "records", records)


def replayed(replayed: Replayed) -> str:
    """A record that came out the same, as JSON; `dials` are those that are other today."""
    return json.dumps({"outcome": "same", **json.loads(digest.canonical(replayed))}, ensure_ascii=False, indent=2)


def changes(compared: Comparison) -> str:
    """What changed between two records, as JSON, and a sentence that sums it up."""
    told = {"outcome": "changed" if compared.changes else "same", **json.loads(digest.canonical(compared))}
    return json.dumps(told, ensure_ascii=False, indent=2)


def why(record: Record, steps: Sequence[Step]) -> str:
    """The path to a verdict as JSON, and which record it is of."""
    told = {"outcome": "explained", "record": record.envelope.id, "body": record.envelope.body, "dials": record.body.dials}
    return json.dumps(told | {"steps": json.loads(digest.canonical(tuple(steps)))}, ensure_ascii=False, indent=2)


def audit(audit: Audit) -> str:
    """What an archive was found to be, as JSON; `outcome` is `whole` or `altered`."""
    outcome = "whole" if audit.is_whole else "altered"
    return json.dumps({"outcome": outcome, **json.loads(digest.canonical(audit))}, ensure_ascii=False, indent=2)


def erased_records(gone: int) -> str:
    """How many records were erased, as JSON."""
    return json.dumps({"outcome": "erased" if gone else "nothing_erased", "records": gone}, indent=2)


def expired(gone: int) -> str:
    """How many tapes expired, as JSON."""
    return json.dumps({"outcome": "expired" if gone else "nothing_expired", "tapes": gone}, indent=2)


def _many(outcome: str, name: str, values: Sequence[object]) -> str:
    return json.dumps({"outcome": outcome, name: json.loads(digest.canonical(tuple(values)))}, ensure_ascii=False, indent=2)


def _taken(outcome: str, so_far: IngestProgress) -> str:
    return json.dumps({"outcome": outcome, **json.loads(digest.canonical(so_far))}, ensure_ascii=False, indent=2)
