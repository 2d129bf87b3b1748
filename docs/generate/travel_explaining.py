"""The last part of the page on how a claim travels: from the verdict on each part to the record."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import exp

from docs.generate.sums import Sum, call, equal, figure, num, prose, same, share, table, total
from docs.generate.travel_world import Journey

from veracious import wiring
from veracious.domain.decision import Draft, Facts
from veracious.domain.trust import Covered, Status, Weighed
from veracious.domain.verdict import Outcome, Verdict
from veracious.flow import claim
from veracious.rules.judging import aggregate, belief, cache_gate, confidence, guards, truth
from veracious.rules.judging.belief import BeliefDials
from veracious.rules.judging.verdicts import of_part
from veracious.rules.weighing.evidence_trust import side

Act = Callable[[Draft], Draft]


def verdicts(journey: Journey) -> list[str]:
    """The verdict on each part, and on the whole."""
    facts, drafted, dials = journey.judged.decision.facts, journey.judged.decision.drafted, journey.dials.judging.decisive
    same("parts", tuple(aggregate.part(one, dials) for one in facts.sufficiency.details), facts.drafted)
    ends, acts = zip(*(_guarded_part(journey, index) for index in range(len(facts.drafted))), strict=True)
    same("the whole", aggregate.whole(ends, dials), drafted.verdict)
    signed = [(act.part, act.guard) for act in journey.judged.decision.draft.acted if act.part is not None]
    changes = [row for rows in acts for row in rows]
    same("guards of the parts", [(int(row[0]) - 1, row[1].strip("`")) for row in changes], signed)
    rows = [
        (str(one.subclaim + 1), f"`{one.status}`", *_firm(one), f"`{verdict}`")
        for one, verdict in zip(facts.sufficiency.details, facts.drafted, strict=True)
    ]
    return [
        *prose(
            f"A part whose status is settled is decided by {dials.origins_at_least} independent firm origins, or by one whose",
            "credibility is at",
            f"least {figure(dials.sole_source_credibility)}. Firm voices of different origins on both sides make it mixed, unless one",
            "side is far stronger. The best credibility is that of firm pieces alone; the unrated have none.",
        ),
        *table(("part", "status", "firmly for", "best credibility", "firmly against", "best credibility", "verdict"), rows),
        *prose(
            f"{len(guards.PARTS)} guards look at each part by itself, so that no part is called decided that could not be decided alone.",
            "These changed something:" if changes else "None of them changed anything.",
        ),
        *(table(("part", "guard", "why", "before", "after"), changes) if changes else []),
        *prose(f"Together: `{drafted.verdict}`."),
    ]


def _firm(one: Covered) -> tuple[str, ...]:
    """How many origins are firm on each side, and the best credibility among them."""
    sides = ((one.supporting, one.supporting_credibility), (one.refuting, one.refuting_credibility))
    return tuple(cell for origins, best in sides for cell in (str(len(origins)), figure(best) if origins else "–"))


def _guarded_part(journey: Journey, index: int) -> tuple[Verdict, list[tuple[str, ...]]]:
    """The verdict on a part after its guards, and those that changed it."""
    facts, dials = journey.judged.decision.facts, journey.dials.judging
    own = of_part(facts, index)
    acts = [(guard.__name__, _sentence(guard), _bound(guard, own, dials.guards)) for guard in guards.PARTS]
    draft = Draft(facts.drafted[index], truth.score(own.sufficiency.details, dials.truth), 0.0)
    draft, rows = _acted([act for act in acts if act[0] not in dials.off], draft)
    return draft.verdict, [(str(index + 1), *row) for row in rows]


def truth_score(journey: Journey) -> list[str]:
    """The truth score from the statuses."""
    decision, dials = journey.judged.decision, journey.dials.judging.truth
    statuses = [one.status for one in decision.facts.sufficiency.details]
    count = num(len(statuses))
    against = sum(status in (Status.INVALID, Status.PARTIALLY_INVALID) for status in statuses)
    mean = total(num(truth.weight(status, dials)) for status in statuses) / count
    taken = num(dials.contradicted) * (num(against) / count)
    written = mean - taken - num(dials.unresolved) * (num(statuses.count(Status.UNKNOWN)) / count)
    return [
        *prose("Each status counts for something. From their mean something is taken for the share of contradicted and of open parts."),
        *table(("status", "counts"), [(f"`{status}`", figure(truth.weight(status, dials))) for status in dict.fromkeys(statuses)]),
        f"Truth score: {equal(share(written), decision.drafted.truth)}.",
    ]


def guarded(journey: Journey) -> list[str]:
    """The guards that acted."""
    decision, dials = journey.judged.decision, journey.dials.judging
    acts = [(guard.__name__, _sentence(guard), _bound(guard, decision.facts, dials.guards)) for guard in guards.GUARDS]
    draft, rows = _acted([act for act in acts if act[0] not in dials.off], decision.drafted)
    same("after the guards", (draft.verdict, draft.truth), (decision.draft.verdict, decision.draft.truth))
    same("guards of the whole", [act[0] for act in acts if f"`{act[0]}`" in {row[0] for row in rows}], _signed(journey, acts))
    return [
        *prose(
            f"{len(acts)} guards look at the draft of the whole in a fixed order, each for one thing a verdict must not do. One that takes",
            "the verdict back takes it back from every part. These changed something:",
        ),
        *(table(("guard", "why", "before", "after"), rows) if rows else ["None."]),
    ]


def _signed(journey: Journey, acts: Sequence[tuple[str, str, Act]]) -> list[str]:
    """Which of them signed for the whole claim."""
    names = {name for name, _, _ in acts}
    return [act.guard for act in journey.judged.decision.draft.acted if act.part is None and act.guard in names]


def confident(journey: Journey) -> list[str]:
    """The confidence, and what limits it."""
    decision, dials = journey.judged.decision, journey.dials.judging
    found, weights = decision.facts.sufficiency, dials.confidence
    sure = confidence.score(decision.draft.truth, decision.facts, weights)
    acts = [(one.__name__, _sentence(one), _bound(one, decision.facts, dials.caps)) for one in confidence.LIMITS]
    draft, rows = _acted([act for act in acts if act[0] not in dials.off], replace(decision.draft, confidence=sure))
    same("confidence", draft.confidence, decision.draft.confidence)
    same("limits", [act[0] for act in acts if f"`{act[0]}`" in {row[0] for row in rows}], _signed(journey, acts))
    clear = num(confidence.clearness(decision.draft.truth, weights))
    agreement = found.agreement if weights.as_printed else found.stanced_agreement
    values = (clear.value, found.coverage, agreement, found.diversity, found.trust_post)
    wanted = (weights.truth, weights.coverage, weights.agreement, weights.diversity, weights.trust)
    written = total(num(weight) * num(value) for weight, value in zip(wanted, values, strict=True))
    floor = clear * num(weights.covered_floor) if found.coverage >= weights.covered else num(0.0)
    apart = num(decision.draft.truth) if weights.as_printed else call("|2 × {} − 1|", _apart, num(decision.draft.truth))
    return [
        f"How clear the truth score is: {equal(apart, clear.value)}.",
        "",
        *prose(
            "Clearness, coverage, agreement, diversity and trust are weighed together. Where most is covered there is a floor, and",
            "there is a",
            "most that nothing passes:",
        ),
        equal(call("min({}, max({}, {}))", _held, num(weights.most), written, floor), sure),
        "",
        *prose("This is a score, not a probability. Limits then hold it down, or up. These changed something:"),
        *(table(("limit", "why", "before", "after"), rows) if rows else ["None.", ""]),
        f"Score: **{figure(decision.draft.confidence)}**.",
    ]


def _apart(value: float) -> float:
    return abs(2 * value - 1)


def rested(journey: Journey) -> list[str]:
    """Whether the verdict may rest on what was there, and how the run ended."""
    report, dials = journey.report, journey.dials.judging.rest
    case = cache_gate.CacheCase(journey.judged.decision, claim.part_ages(journey.reading, journey.judged, dials, wiring.lexicon()))
    rows = [(f"`{gate.__name__}`", _sentence(gate), "yes" if gate(case, dials) else "no") for gate in cache_gate.GATES]
    barred = any(row[-1] == "yes" for row in rows)
    same("outcome", barred or bool(journey.judged.degraded), report.outcome is not Outcome.COMPLETED_FROM_CACHE)
    ends = "One of them holds, so the run would now search the open web." if barred else "None holds, so the run ends without a search."
    return [
        *prose("A verdict may rest on what the stores already had, unless one of these holds:"),
        *table(("gate", "what it says", "holds"), rows),
        *prose(ends, f"Outcome of the run: `{report.outcome}`; the rule that stopped it: `{report.stop}`."),
    ]


def _held(most: float, value: float, floor: float) -> float:
    return min(most, max(value, floor))


def _bound(act: Callable[..., Draft], facts: Facts, dials: object) -> Act:
    return lambda draft: act(draft, facts, dials)


def _acted(acts: list[tuple[str, str, Act]], draft: Draft) -> tuple[Draft, list[tuple[str, ...]]]:
    """The draft after all, and those that changed it, with what was before and after."""
    rows: list[tuple[str, ...]] = []
    for name, why, act in acts:
        after = act(draft)
        for field in ("verdict", "truth", "confidence"):
            old, new = getattr(draft, field), getattr(after, field)
            if old != new:
                shown = [f"{field} {figure(one) if isinstance(one, float) else f'`{one}`'}" for one in (old, new)]
                rows.append((f"`{name}`", why.strip(), *shown))
        draft = after
    return draft, rows


def _side(impacts: Iterable[float], dials: BeliefDials) -> Sum:
    """What one side adds: its strongest voice, and of the others a share."""
    first, *rest = sorted(impacts, reverse=True) or [0.0]
    return num(first) + num(dials.others) * total(num(one) for one in rest) if rest else num(first)


def believed(journey: Journey) -> list[str]:
    """Belief in each part, in log-odds."""
    dials, rows, lines = journey.dials.judging.belief, [], []
    for number, held in enumerate(journey.judged.decision.beliefs):
        up: dict[str, float] = {}
        down: dict[str, float] = {}
        for piece in (one for one in journey.heard if one.subclaim == number):
            moved = belief.impact(piece.relevance, piece.trust, dials)
            rows.append((str(number + 1), journey.names[piece.evidence], equal(_impact(piece, journey), moved), *_moves(piece, moved)))
            up[piece.origin] = max(up.get(piece.origin, 0.0), piece.stance.supports * moved)
            down[piece.origin] = max(down.get(piece.origin, 0.0), piece.stance.refutes * moved)
        steps = _side(up.values(), dials) - _side(down.values(), dials)
        written = steps if dials.prior_log_odds == 0 else num(dials.prior_log_odds) + steps
        sure = equal(num(len(up)) / (num(len(up)) + num(dials.certainty_origins)), held.confidence)
        lines.append(f"- part {number + 1}: {equal(written, held.log_odds)}")
        lines.append(f"  - as a share: {figure(belief.probability(held.log_odds))}")
        lines.append(f"  - certainty of that number: {sure}")
    return [
        *prose(
            "Beside the verdict stands a belief: evidence adds up in log-odds, where nought is even. Each origin moves it by its score",
            "and its",
            "trust, up by what supports and down by what refutes: the strongest of each side whole, the others by a share.",
        ),
        *table(("part", "", "impact", "× supports", "× refutes"), rows),
        *lines,
        "",
        *prose(
            "The shares are not calibrated, so they are no probabilities. A part can be believed and still be open: belief adds up, a",
            "status",
            "asks whether anybody is heard on the other side.",
        ),
    ]


def _impact(piece: Weighed, journey: Journey) -> Sum:
    dials = journey.dials.judging.belief
    grown = call("exp(−{} × ({} − {}))", lambda k, t, m: exp(-k * (t - m)), num(dials.steepness), num(piece.trust), num(dials.midpoint))
    return num(piece.relevance) * num(dials.largest) / (num(1.0) + grown)


def _moves(piece: Weighed, moved: float) -> tuple[str, str]:
    return figure(moved * piece.stance.supports), figure(moved * piece.stance.refutes)


def quality(journey: Journey) -> list[str]:
    """How good the evidence is."""
    decision, dials, segment = journey.judged.decision, journey.dials.judging.quality, journey.dials.judging.segment
    lines, best = [], []
    for number in range(len(decision.facts.parts)):
        pieces = [piece for piece in journey.judged.weighed if piece.subclaim == number]
        piece = max(pieces, key=lambda one: truth.segment_support(one, dials, segment))
        best.append(truth.segment_support(piece, dials, segment))
        relevance = num(segment.semantic) * num(piece.semantic) + num(segment.triple) * num(piece.triple)
        rest = ((dials.anchors, piece.anchor_match), (dials.overlap, piece.overlap), (dials.credibility, piece.credibility))
        written = total([num(dials.relevance) * relevance, *(num(weight) * num(value) for weight, value in rest)])
        taken = segment.wording * len(piece.wording) + (segment.contradiction if side(piece.stance) == "refutes" else 0.0)
        written = written - num(taken) if taken else written
        lines.append(f"- part {number + 1}, {journey.names[piece.evidence]}: {equal(written, best[-1])}")
    diverse = num(decision.facts.sufficiency.diversity)
    raised = total(map(num, best)) / num(len(best)) * (num(dials.diversity_base) + num(dials.diversity_gain) * diverse)
    ceiling = num(dials.ceiling_base) + num(dials.ceiling_gain) * diverse
    return [
        *prose(
            "How good the evidence is, whichever way it points. For each part the best piece counts: by the relevance of text and",
            "triples, its",
            "anchors, its words and its publisher.",
        ),
        *lines,
        f"- together, raised by diversity and under its ceiling: {equal(call('min({}, {})', min, raised, ceiling), decision.quality)}",
    ]


def fixed(journey: Journey) -> list[str]:
    """Trust of all evidence as one number."""
    told, dials = journey.report.fixed_trust, journey.dials.weighing.trust
    if told is None:
        return ["No piece was weighed."]
    pieces = journey.heard
    agreeing = sum(side(piece.stance) != "refutes" for piece in pieces)
    same("agreement", agreeing / len(pieces), told.agreement)
    squares, plain = total(num(one.trust) ** num(2.0) for one in pieces), total(num(one.trust) for one in pieces)
    written = squares / plain * (num(agreeing) / num(len(pieces)))
    return [
        *prose(
            "A second view of trust, which can be compared from claim to claim: the mean of trust weighted by itself, times the share",
            "that does",
            "not contradict.",
        ),
        equal(written, told.value),
        "",
        *prose(
            f"Grade {told.grade}. The {figure(dials.interval_share * 100)} % interval is {figure(told.low)} to {figure(told.high)}, from",
            f"{dials.bootstrap_rounds} samples of the same pieces, drawn by hashing a seed that is the digest of claim, dials and",
            "evidence: the",
            "same run draws the same samples.",
        ),
    ]


def told(journey: Journey) -> list[str]:
    """The explanation."""
    report = journey.report
    said = [f"- {one.text} ({', '.join(sorted(journey.names[evidence] for evidence in one.evidence))})" for one in report.explanation]
    named = sorted((name for name in journey.names if name.startswith("origin:")), key=len, reverse=True)
    changes = []
    for change in report.would_change:
        for name in named:
            change = change.replace(name, journey.names[name])
        changes.append(f"- {change.replace('_', ' ')}")
    return [
        *prose(f"The verdict is **{str(report.verdict).replace('_', ' ')}**. In words, each sentence with what it cites:"),
        *said,
        "",
        "Looked for and not settled:",
        "",
        *([f"- {text}" for text in report.missing] or ["- nothing"]),
        "",
        *prose(
            "What would change the verdict: each origin is taken away in turn, then new ones are added, and it is decided again each time."
        ),
        *(changes or ["- nothing that was tried"]),
    ]


def recorded(journey: Journey) -> list[str]:
    """The record, replayed."""
    body, envelope = journey.record.body, journey.record.envelope
    ports = sorted({one.port.split(".")[0] for one in body.tape})
    rows = [
        ("dials", f"`{body.dials}`"),
        ("tools", ", ".join(f"{tool.role}: {tool.name}" for tool in body.tools)),
        ("tape", f"{len(body.tape)} answers, of {', '.join(ports)}"),
        ("digest of all", f"`{envelope.body}`"),
    ]
    return [
        *prose("Everything that decided is kept: what was asked, the dials, the tools, what each of them answered, and the report."),
        *table(("", ""), rows),
        *prose(
            "While this page was made, the record was replayed: the same flow, with tools that answer from the tape alone. It gave the",
            "same",
            "body to the byte; the page would not exist otherwise.",
        ),
    ]


SECTIONS = (
    ("A verdict on each part", verdicts),
    ("Truth", truth_score),
    ("Guards", guarded),
    ("Confidence", confident),
    ("May it rest", rested),
    ("Belief", believed),
    ("Quality of the evidence", quality),
    ("Trust that can be compared", fixed),
    ("In words", told),
    ("The record", recorded),
)


def _sentence(function: Callable[..., object]) -> str:
    """What a function does, by the first paragraph of its docstring."""
    return (function.__doc__ or "").partition("\n\n")[0].strip()
