"""The middle of the page on how a claim travels: from stance to sufficiency."""

from docs.generate.sums import Sum, call, equal, figure, mean, num, prose, same, table, total
from docs.generate.travel_world import Journey

from veracious.domain.stance import Judgement, Stance
from veracious.domain.trust import Covered
from veracious.rules.judging import conflicts
from veracious.rules.judging.conflicts import Measure
from veracious.rules.ranking import recency
from veracious.rules.seeking.fuse import statement
from veracious.rules.weighing import coverage, evidence_trust, sufficiency
from veracious.rules.weighing.evidence_trust import side
from veracious.rules.weighing.sufficiency import Measures, SufficiencyDials


def stances(journey: Journey) -> list[str]:
    """What the judge says of each pair."""
    rows = []
    allowed = {one.ranked.evidence.id: one.subclaims for one in journey.judged.admitted}
    read = [one.evidence.id for one in journey.chosen]
    for index, part in enumerate(journey.reading.subclaims):
        judged = {journey.names[one.evidence]: one for one in journey.judgements if one.subclaim == part.text}
        asked = sorted(journey.names[evidence] for evidence in read if index in allowed[evidence])
        rows += [(str(index + 1), name, *_answer(judged.get(name), journey)) for name in asked]
    return [
        *prose(
            "The judge is given every part beside every piece that counts for it, and says how a quote stands toward the part: the",
            "probabilities that it supports it, refutes it, or does neither. They sum to one. A pair it cannot decide is absent, which",
            "is not the same as neutral.",
            f"Every quote is looked up in its document to the letter; {journey.judged.quotes_rejected} answers were rejected. The same",
            "words of one origin, and the same place, count once: a text before a triple read from it, then where they are trusted most.",
        ),
        *table(("part", "", "quote", "supports", "refutes", "neutral", "counts"), rows),
    ]


def _answer(judgement: Judgement | None, journey: Journey) -> tuple[str, ...]:
    if judgement is None:
        return "–", "–", "–", "–", "absent"
    part = [one.text for one in journey.reading.subclaims].index(judgement.subclaim)
    counted = [one for one in journey.judged.weighed if one.subclaim == part]
    if any(one.evidence == judgement.evidence for one in counted):
        return judgement.quote.text, *_three(judgement.stance), "yes"
    tied = next(one.evidence for one in journey.judged.origins if judgement.evidence in one.evidence)
    words = statement(judgement.quote.text)
    repeats = [journey.names[one.evidence] for one in counted if one.evidence in tied and statement(one.quote.text) == words]
    same("a repetition stands for another", len(repeats), 1)
    return judgement.quote.text, *_three(judgement.stance), f"no: the words of {repeats[0]}"


def _three(stance: Stance) -> tuple[str, str, str]:
    return figure(stance.supports), figure(stance.refutes), figure(stance.neutral)


def conflicting(journey: Journey) -> list[str]:
    """Amounts that cannot both be true."""
    lines = [line for judgement in journey.judgements for line in _turned(judgement, journey)]
    excluded = journey.judged.decision.facts.numeric_conflict
    held = "such a part, so guards will hold the verdict to it" if excluded else "no such part"
    return [
        *prose(
            "A judge may overlook a number. So rules hold the amounts of part and quote against each other. Where they exclude each",
            "other, a support becomes in part a refutation and in part silence, and both values are named. Nothing else can be",
            "turned.",
        ),
        *(lines or ["No amount conflicts."]),
        "",
        *prose(
            f"Where a quote conflicts with a part and no other quote supports it, the amount counts as *excluded*. Here there is {held}."
        ),
    ]


def _turned(judgement: Judgement, journey: Journey) -> list[str]:
    """What a conflict makes of a judgement; nothing where there is none."""
    dials, before = journey.dials, judgement.stance
    part = [one.text for one in journey.reading.subclaims].index(judgement.subclaim)
    subclaim = journey.reading.subclaims[part]
    found = conflicts.find(
        subclaim, judgement.quote, Measure(journey.run.lexicon, dials.reading.amounts, dials.compare, dials.judging.conflicts)
    )
    after = conflicts.apply(before, found, dials.judging.conflicts)
    if found is None or after == before:
        return []
    same("a named conflict", conflicts.values([found]) in journey.judged.conflicts, True)
    shares = dials.judging.conflicts
    moved = num(before.refutes) + num(before.supports) * num(shares.to_refutes if found.is_restated else shares.loosely_to_refutes)
    values = f"the claim says *{found.claimed}*, the quote says *{found.found}*"
    return [
        f"- **{journey.names[judgement.evidence]}** beside part {part + 1}: {values}; no value satisfies both. Of supports"
        f" {figure(before.supports)} nothing is left.",
        f"  - refutes: {equal(moved, after.refutes)}",
        f"  - neutral: {equal(num(1.0) - num(after.refutes), after.neutral)}",
    ]


def trusted(journey: Journey) -> list[str]:
    """The trust of each piece, of four parts."""
    dials, rows, worked = journey.dials.weighing.trust, [], []
    weights = (dials.relevance, dials.credibility, dials.recency, dials.certainty)
    for piece in journey.weighed:
        age = recency.age_days(journey.document(piece.evidence).page.published, journey.reading.claim.as_of)
        fresh = recency.boost(age, journey.dials.ranking.hybrid.recency)
        parts = (piece.relevance, piece.credibility, fresh, evidence_trust.certainty(piece.stance))
        shown = equal(mean(zip(weights, parts, strict=True)), piece.trust)
        worked.append(f"- **{journey.names[piece.evidence]}**, part {piece.subclaim + 1}: {shown}, grade {piece.grade}")
        same("grade", evidence_trust.grade(piece.trust, dials), piece.grade)
        rows.append((str(piece.subclaim + 1), journey.names[piece.evidence], journey.names[piece.origin], *map(figure, parts)))
    marks = ", ".join(f"{mark} from {figure(least)}" for mark, least in (("A", dials.grade_a), ("B", dials.grade_b), ("C", dials.grade_c)))
    return [
        *prose("How far one piece can be relied on: its score, its publisher, its age, and how sure the stance is."),
        *table(("part", "", "origin", "relevance", "credibility", "recency", "certainty"), rows),
        *prose(f"Trust is their weighted mean. Grades: {marks}, D below."),
        *worked,
        "",
        *_supporting(journey),
    ]


def _supporting(journey: Journey) -> list[str]:
    """What is shown as support, now that stances are known."""
    chosen = [journey.names[entry.evidence.id] for entry in journey.judged.supporting]
    return prose(f"Now that stances are known, the support to show is chosen, contradiction kept out: {', '.join(chosen) or 'none'}.")


def covered(journey: Journey) -> list[str]:
    """How firmly each part is spoken to."""
    enough, rows = journey.dials.weighing.sufficiency, []
    dials = enough.relaxed_coverage if enough.confidence_mode else enough.coverage
    for piece in (one for one in journey.weighed if side(one.stance) != "neutral" and one.quote.text):
        spoken = mean(((dials.anchor, piece.anchor_match), (dials.overlap, piece.overlap), (dials.relevance, piece.relevance)))
        strength = coverage.strength(piece, dials)
        shown = equal(spoken * num(dials.triple_factor) if piece.is_triple else spoken, strength)
        taken = max(piece.stance.supports, piece.stance.refutes)
        firm = equal(num(strength) * num(taken), coverage.firmness(piece, dials))
        named = (journey.names[piece.evidence], journey.names[piece.origin], side(piece.stance))
        rows.append((str(piece.subclaim + 1), *named, shown, firm))
    details = journey.judged.decision.facts.sufficiency.details
    same("coverage", coverage.measure(journey.judged.weighed, len(details), dials), details)
    head = ("part", "firmest for", "firmest against", "firmly for", "firmly against", "status", "weight", "best trust")
    return [
        *prose(
            "Heard is what takes a side and has a quote. How strongly a piece speaks to a part, whichever way, is measured by the anchors,",
            "the words and the score it has beside that part. Strength times the stance on its side is how firmly it takes that side. Of",
            "one origin the firmest piece on each side counts.",
        ),
        *table(("part", "", "origin", "side", "strength", "firmness"), rows),
        *prose(
            f"From {figure(dials.strong)} on a voice is firm, from {figure(dials.partial)} on it is heard in part. Firm voices on one",
            "side and",
            "none heard on the other settle a part; voices heard on both sides leave it open.",
        ),
        *table(head, [_detail(one, journey) for one in details]),
    ]


def _detail(one: Covered, journey: Journey) -> tuple[str, ...]:
    sides = (", ".join(sorted(journey.names[origin] for origin in origins)) or "–" for origins in (one.supporting, one.refuting))
    heard = figure(one.support), figure(one.refutation)
    return str(one.subclaim + 1), *heard, *sides, f"`{one.status}`", figure(one.weight), figure(one.best_trust)


def enough(journey: Journey) -> list[str]:
    """Coverage, diversity, agreement, the route, and trust in all of it."""
    found, dials = journey.judged.decision.facts.sufficiency, journey.dials.weighing.sufficiency
    seen, heard = _measures(journey), [side(piece.stance) for piece in journey.heard]
    taking = [one for one in heard if one != "neutral"]
    larger = max(taking.count("supports"), taking.count("refutes"))
    spread = call("min(1, ({} − 1) / ({} − 1))", _spread, num(seen.evidence), num(dials.state.origins_for_full_diversity))
    relevant = total(num(piece.relevance) for piece in journey.heard if side(piece.stance) != "neutral") / num(len(taking))
    rows = [(f"`{name}`", _asks(name, dials), "open" if opens(seen, dials) else "shut") for name, opens in sufficiency.ROUTES]
    return [
        f"- **Coverage**: {equal(total(num(one.weight) for one in found.details) / num(len(found.details)), found.coverage)}",
        f"- **Diversity**, from the origins that take a side: {equal(spread, found.diversity)}",
        f"- **Agreement**, silence counted: {equal(num(1.0) - num(heard.count('refutes')) / num(len(heard)), found.agreement)}",
        f"- **Stanced agreement**, of those that take a side: {equal(num(larger) / num(len(taking)), found.stanced_agreement)}",
        f"- **Mean relevance** of those: {equal(relevant, seen.mean_relevance)}",
        f"- **Highest trust** of those: {figure(seen.top_trust)}",
        "",
        *prose("The routes to *enough* are tried in order, and the first that is open decides."),
        *table(("route", "asks for", ""), rows),
        *prose(
            f"Here it is `{found.route}`. Trust in all of it, `trust_post`, is the mean of the best trust of the parts, lowered when not"
            " all are covered, and at least the highest trust times the coverage:"
        ),
        equal(_trust_post(seen, dials), found.trust_post),
        "",
        *prose(f"The state of the evidence is `{found.state}`."),
    ]


def _spread(origins: float, full: float) -> float:
    return min(1.0, max(0.0, (origins - 1) / (full - 1)))


def _measures(journey: Journey) -> Measures:
    """What the gates looked at, from what the report carries."""
    found = journey.judged.decision.facts.sufficiency
    pieces = [piece for piece in journey.heard if side(piece.stance) != "neutral"]
    return Measures(
        coverage=found.coverage,
        diversity=found.diversity,
        agreement=found.agreement,
        stanced_agreement=found.stanced_agreement,
        evidence=len({piece.origin for piece in pieces}),
        mean_relevance=sum(piece.relevance for piece in pieces) / len(pieces),
        top_trust=max(piece.trust for piece in pieces),
        details=found.details,
    )


def _asks(route: str, dials: SufficiencyDials) -> str:
    over, strict = dials.override, dials.strict
    spread = f"coverage {figure(over.coverage)} with diversity {figure(over.diversity)}"
    medium = f"{figure(strict.coverage_medium)} with diversity {figure(strict.diversity_high)}"
    asked = {
        "low_count": f"fewer origins than {strict.evidence_at_least}; agreement {figure(strict.agreement_high)};"
        f" diversity {figure(over.low_count_diversity)} and mean relevance {figure(over.low_count_relevance)}",
        "confidence_mode": "confidence mode, which is " + ("on" if dials.confidence_mode else "off"),
        "override": f"no part with firm voices on both sides; {spread}, or parts firmly covered: {over.strong_covered},"
        f" or mean relevance {figure(over.relevance)}",
        "strict": f"origins: {strict.evidence_at_least}; agreement {figure(strict.agreement_high)};"
        f" coverage {figure(strict.coverage_high)}, or {medium}",
    }
    return asked.get(route, "")


def _trust_post(seen: Measures, dials: SufficiencyDials) -> Sum:
    carried = [num(one.best_trust) * num(one.weight) for one in seen.details if one.weight > 0]
    least = num(seen.top_trust) * num(seen.coverage)
    if not carried:
        return least
    base = num(dials.state.coverage_base) + num(1 - dials.state.coverage_base) * num(seen.coverage)
    return call("max({}, {})", max, total(carried) / num(len(carried)) * base, least)


SECTIONS = (
    ("Stance", stances),
    ("Conflicts", conflicting),
    ("Trust in each piece", trusted),
    ("Coverage of each part", covered),
    ("Is it enough", enough),
)
