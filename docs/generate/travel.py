"""The page on how a claim travels: one real run through a small world, told step by step with every number of it."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path

from docs.generate import travel_explaining, travel_verdict
from docs.generate.sums import DIGITS, FINE, call, equal, figure, num, prose, same, share, table, total
from docs.generate.travel_world import AS_OF, DOCUMENTS, TYPED, Journey, walk

from veracious.domain.claim import Entity, Subclaim
from veracious.domain.evidence import Candidate, Pooled
from veracious.domain.quantity import Quantity
from veracious.domain.ranked import Ranked
from veracious.rules.dials import Dials
from veracious.rules.ranking import overlap, recency, rerank
from veracious.rules.seeking import urls

Section = Callable[[Journey], list[str]]

OPENING = """# How a claim travels

One claim, from what was typed to its record, with every number on the way. The claim, the publishers and the documents are made up; the
run is not. This page is made by running the same flow that every claim goes through (`veracious.flow.claim`) on stores in memory, and by
writing down what it gave. Wherever arithmetic is shown, the generator has done it again from the numbers of the run and has compared the
results; it fails if they differ. `make pages` fails if the page is not what the code gives today.

**The judge is a table.** Where a model would read evidence and say how it stands toward a claim, here a table gives the answer, so that
every number that follows can be checked by hand. The vectors are counts of words, where a model would give better ones. There is no other
model, and no web to search.

Numbers are shown with at most {digits} decimals, where they lie close together {fine}, and computed with all of them; so a last digit may
differ when you add up what is shown. The numbers in the arithmetic that do not come from an earlier step are dials:
{{doc}}`../reference/dials` has them all. {{doc}}`../reference/formulas` has every formula, {{doc}}`../reference/glossary` every word."""


def page(root: Path, dials: Dials | None = None) -> str:
    """The page as Markdown; other dials give another page."""
    journey = walk(dials or Dials())
    steps = [f"## {number}. {title}\n\n{text}" for number, (title, text) in enumerate(sections(journey).items(), 1)]
    return "\n\n".join([OPENING.format(digits=DIGITS, fine=FINE), world(), outcome(journey), *steps]) + "\n"


def sections(journey: Journey) -> dict[str, str]:
    """Each step of the journey in words, by its title."""
    return {title: "\n".join(section(journey)).strip() for title, section in SECTIONS}


def world() -> str:
    """What there is to be found."""
    rows = [
        (one.name, one.role, one.page.source.domain, _or(one.page.source.credibility), _day(one.page.published), one.page.text)
        for one in DOCUMENTS
    ]
    lines = ["## The world", "", *prose("These documents are on the shelf. The credibility of a publisher is given.")]
    return "\n".join([*lines, *table(("", "what it is", "publisher", "credibility", "published", "text"), rows)]).strip()


def outcome(journey: Journey) -> str:
    """Where it will end, told first."""
    verdicts = (str(verdict).replace("_", " ") for verdict in journey.judged.decision.facts.parts)
    each = "; ".join(f"part {number}, {verdict}" for number, verdict in enumerate(verdicts, 1))
    whole = str(journey.report.verdict).replace("_", " ")
    return "\n".join(prose(f"It will end with the verdict **{whole}** ({each}). This is how it gets there.")).strip()


def intake(journey: Journey) -> list[str]:
    """What was typed and what is read."""
    clean = journey.reading.claim
    return [
        *prose(f"Somebody types {len(TYPED)} characters. Some of them are blanks, invisible, or of an unusual width:"),
        "```text",
        ascii(TYPED),
        "```",
        "",
        *prose(
            f"They are brought to one form, which has {len(clean.text)} characters. It is not a question, a command or an opinion, so",
            "it is",
            f"not refused. Its language is `{clean.language}`, and it is checked as of {AS_OF.isoformat()}.",
        ),
        f"> {clean.text}",
    ]


def parts(journey: Journey) -> list[str]:
    """The subclaims and what is read off each."""
    subclaims = journey.reading.subclaims
    rows = [
        (str(number), part.text, _listed(sorted(part.traits)), _listed(part.anchors), _listed(map(_forms, part.entities)))
        for number, part in enumerate(subclaims, 1)
    ]
    amounts = [(str(number), *_amount(part, one)) for number, part in enumerate(subclaims, 1) for one in part.quantities]
    return [
        *prose(
            "The claim says more than one thing, and is split. Each part stands alone. Its *anchors* are the terms that evidence must",
            "speak",
            "of to be about it.",
        ),
        *table(("part", "text", "traits", "anchors", "names and dates"), rows),
        *prose("An amount is read as all values that would make its statement true, in the base unit of its kind:"),
        *table(("part", "as written", "kind", "from", "to"), amounts),
    ]


def looked_for(journey: Journey) -> list[str]:
    """The queries."""
    rows = [(f"Q{number}", query.form, f"`{query.text}`") for number, query in enumerate(journey.asked, 1)]
    lines = prose("The claim is looked for in several forms. The *debunk* form looks for its refutation.")
    return [*lines, *table(("", "form", "text"), rows)]


def found(journey: Journey) -> list[str]:
    """What each finder answered, by rank."""
    asked = [f"Q{number}" for number in range(1, len(journey.asked) + 1)]
    stated = {journey.names[one.evidence.id]: one.evidence.triple for answers in journey.found.values() for one in answers[0]}
    triples = [f"{name} is *{one.subject} – {one.relation} – {one.object}*." for name, one in sorted(stated.items()) if one]
    lines = prose(
        "Every query goes to every finder. Full text ranks by shared words (BM25), vectors by the angle between texts, triples by the",
        "words of the query they have. A triple is a statement read from a document, and a piece of its own.",
        *triples,
        "A number is the rank in one answer; a dash means that it was not in the answer.",
    )
    for finder, answers in journey.found.items():
        ranks = {(journey.names[one.evidence.id], place): one.rank for place, answer in enumerate(answers) for one in answer}
        names = sorted({name for name, _ in ranks})
        rows = [(name, *(str(ranks.get((name, place), "–")) for place in range(len(asked)))) for name in names]
        lines += table((f"`{finder}`", *asked), rows)
    return lines


def pooled(journey: Journey) -> list[str]:
    """Ranks into one pool."""
    every = [one for answers in journey.found.values() for answer in answers for one in answer]
    kept = {journey.names[entry.evidence.id] for entry in journey.pool}
    of_web = [one for one in DOCUMENTS if one.page.collection in ("web", "current_affairs")]
    front = [one for one in of_web if one.page.url and not urls.is_article(one.page.url, journey.dials.seeking.urls)]
    same("front pages", kept & {one.name for one in front}, set())
    rows = [_pool_row(entry, every, journey) for entry in journey.pool]
    return [
        *prose(
            "All answers become one pool. For each answer that has it, a piece gets one over its rank plus an offset, so that many good",
            "places count more than one first place. A triple keeps its best score; its ranks count for its place in the pool alone.",
            *(f"{one.name} is from the web and left out: `{one.page.url}` is a front page, not an article." for one in front),
        ),
        *table(("", "found by", "summed ranks", "triple"), rows),
    ]


def _pool_row(entry: Pooled, every: list[Candidate], journey: Journey) -> tuple[str, ...]:
    name = journey.names[entry.evidence.id]
    ranks = [one.rank for one in every if journey.names[one.evidence.id] == name and one.finder != "triples"]
    offset = num(journey.dials.seeking.fuse.rank_offset)
    written = total(num(ranks.count(rank)) / (offset + num(rank)) for rank in sorted(set(ranks)))
    return name, ", ".join(entry.found_by), equal(written, entry.semantic, FINE) if ranks else figure(entry.semantic), figure(entry.triple)


def set_aside(journey: Journey) -> list[str]:
    """What is later than the claim."""
    later = [journey.document(evidence) for evidence in journey.judged.set_aside]
    told = [f"{one.name} was published on {_day(one.page.published)}: it is shown, and never counted." for one in later]
    return prose(f"The claim is checked as of {AS_OF.isoformat()}.", *(told or ["Nothing is later."]))


def origins(journey: Journey) -> list[str]:
    """What goes back to one publication."""
    ordered = sorted(journey.judged.origins, key=lambda origin: journey.names[origin.id])
    rows = [
        (journey.names[one.id], ", ".join(sorted(journey.names[evidence] for evidence in one.evidence)), ", ".join(one.ties) or "–")
        for one in ordered
    ]
    return [
        *prose(
            "Evidence that goes back to one publication is one *origin*, however many pages repeat it. Independent means: of another",
            "origin.",
        ),
        *table(("origin", "documents", "tied by"), rows),
        *prose("Origins of which no publisher is rated count as one, here called *the unrated*; chances alone tell them apart."),
    ]


def measured(journey: Journey) -> list[str]:
    """The signals, before they are weighed."""
    names, wanted = journey.names, journey.dials.ranking.hybrid.recency
    semantic = [(names[one.evidence.id], _scaled(one, journey), _aged(one, journey)) for one in _ranked(journey)]
    spoken = [(names[one.evidence.id], str(one.subclaim + 1), *_spoken(one, journey)) for one in _ranked(journey)]
    return [
        *prose(
            "The summed ranks are scaled so that the lowest of the texts left in the pool is nought and the highest one. Age halves what",
            "is left",
            f"of a piece every {figure(wanted.half_life_days)} days; an undated one counts as {figure(wanted.unknown_age_half_lives)}",
            "half-lives",
            "old.",
        ),
        *table(("", "semantic", "recency"), semantic),
        *prose(
            "Every candidate is measured beside each part, and keeps the part it fits best. Names, words and anchors are shares of",
            "those of that",
            "part. Words are compared by their beginnings.",
        ),
        *table(("", "part", "names", "words shared", "claim overlap", "anchors"), spoken),
    ]


def _scaled(entry: Ranked, journey: Journey) -> str:
    later = set(journey.judged.set_aside)
    every = not journey.dials.ranking.hybrid.filters.scaled_over_found
    kept = [one for one in journey.pool if one.evidence.id not in later]
    values = {one.evidence.id: one.semantic for one in kept if every or one.semantic > 0}
    if entry.evidence.id not in values:
        return equal(num(0.0), entry.signal("semantic"))
    least, most, own = (num(value, FINE) for value in (min(values.values()), max(values.values()), values[entry.evidence.id]))
    return equal((own - least) / (most - least), entry.signal("semantic"))


def _aged(entry: Ranked, journey: Journey) -> str:
    wanted, age = journey.dials.ranking.hybrid.recency, recency.age_days(entry.evidence.published, AS_OF)
    exponent = num(wanted.unknown_age_half_lives) if age is None else num(age) / num(wanted.half_life_days)
    return equal((num(1.0) / num(2.0)) ** exponent, entry.signal("recency"))


def _spoken(entry: Ranked, journey: Journey) -> tuple[str, ...]:
    dials, part = journey.dials.ranking.hybrid.overlap, journey.reading.subclaims[entry.subclaim]
    asked = overlap.ask(part, journey.run.lexicon, dials)
    shared = asked.words & overlap.tell(entry.evidence, journey.run.lexicon, dials).stems
    words = equal(num(len(shared)) / num(len(asked.words)), entry.signal("claim_overlap"))
    return _of(entry.signal("entity"), len(asked.names)), _listed(sorted(shared)), words, _of(entry.anchor_match, len(part.anchors))


def _of(value: float, count: int) -> str:
    """A share of so many, as a fraction."""
    return equal(num(round(value * count)) / num(count), value) if count else figure(value)


def scored(journey: Journey) -> list[str]:
    """Signals times weights, boosts, penalties, floor."""
    entries = _ranked(journey)
    signals = [signal for signal in entries[0].signals if signal.weight]
    for entry in entries:
        same("weights", [signal.weight for signal in entry.signals], [signal.weight for signal in entries[0].signals])
    rows = [(signal.name, figure(signal.weight), *(figure(entry.signal(signal.name)) for entry in entries)) for signal in signals]
    return [
        *prose(
            "Each signal has a weight. The table has the values; the lines below add them up, then apply what raises or lowers a score."
        ),
        *table(("signal", "weight", *(journey.names[entry.evidence.id] for entry in entries)), rows),
        *(f"- **{journey.names[entry.evidence.id]}**: {'; '.join(_score(entry))}." for entry in entries),
    ]


def _score(entry: Ranked) -> Iterator[str]:
    written = total(num(signal.weight) * num(signal.value) for signal in entry.signals if signal.weight)
    score = sum(signal.weight * signal.value for signal in entry.signals)
    yield equal(written, score)
    for act in entry.adjustments:
        after = score * act.factor + act.shift
        changed = num(score) * num(act.factor) if act.factor != 1 else num(score)
        step = changed if act.shift == 0 else changed + num(act.shift) if act.shift > 0 else changed - num(-act.shift)
        why = f" ({act.why})" if act.why else ""
        yield f"{act.name.replace('_', ' ')}{why} {equal(step, after)}"
        score = after
    if score != entry.final_score:
        low = call("max({}, {})", max, num(entry.floor), num(score)) if entry.floor else num(score)
        yield "held " + equal(share(low), entry.final_score)


def admitted(journey: Journey) -> list[str]:
    """Who may count."""
    parts = range(len(journey.reading.subclaims))
    rows = []
    for one in journey.judged.admitted:
        same("admitted", bool(one.subclaims), one.admissible_for_trust)
        told = _listed(str(index + 1) for index in one.subclaims) or f"none: {one.reason}"
        rows.append((journey.names[one.ranked.evidence.id], *(figure(one.ranked.fit(index).score) for index in parts), told))
    return [
        *prose(
            "Before anybody judges it, a candidate must be about a part, and it counts only for the parts that it is about. Its score",
            "beside a part that it is far from is nought. What counts for none stays in the report with the reason.",
        ),
        *table(("", *(f"score, part {index + 1}" for index in parts), "counts for"), rows),
    ]


def reranked(journey: Journey) -> list[str]:
    """The order in which evidence is judged and shown."""
    dials, url_dials = journey.dials.ranking.rerank, journey.dials.seeking.urls
    counted = [one.ranked for one in journey.judged.admitted if one.admissible_for_trust]
    same("pieces that no judge read", len(counted) - len(journey.chosen), journey.judged.unjudged)
    rows = []
    for entry in rerank.sort(counted, {}, dials, url_dials):
        page = 1.0 if entry.evidence.url and urls.is_article(entry.evidence.url, url_dials) else 0.0
        liked = 1.0 if entry.evidence.collection == "web" else dials.own_store_preference
        pairs = ((dials.relevance, entry.final_score), (dials.url_quality, page), (dials.source_preference, liked))
        written = total(num(weight) * num(value) for weight, value in pairs)
        shown = "yes" if entry.evidence.id in journey.judged.shown else "no"
        read = "yes" if entry in journey.chosen else "no"
        rows.append((journey.names[entry.evidence.id], equal(written, rerank.score(entry, {}, dials, url_dials)), read, shown))
    return [
        *prose(
            "The admitted are put in the order in which they are judged: by a relevance model, in whose place the score stands here;",
            "by whether",
            f"the page is an article; and by where it is kept. The judge reads at most {dials.judged_per_origin} of an origin and at most",
            f"{dials.judged_at_most} in all: {dials.judged_at_most // len(journey.reading.subclaims)} places are for the pieces that fit",
            "one part best, as many for those of each other part, and what is left is for the best of the rest. The list that a reader is",
            f"shown is another: at most {dials.per_domain_at_most} of a domain and {dials.per_origin_at_most} of an origin.",
        ),
        *table(("", "order", "judged", "shown"), rows),
    ]


def _ranked(journey: Journey) -> list[Ranked]:
    return [one.ranked for one in journey.judged.admitted]


def _forms(entity: Entity) -> str:
    """A name with the other forms it may appear under."""
    return " or ".join((entity.text, *entity.aliases))


def _amount(part: Subclaim, amount: Quantity) -> tuple[str, ...]:
    def bound(value: float | None, is_open: bool) -> str:
        if value is None:
            return "no bound"
        shown = date.fromordinal(int(value)).isoformat() if amount.dimension == "date" else figure(value)
        return f"{shown}, excluded" if is_open else shown

    return amount.span.of(part.text), amount.dimension, bound(amount.low, amount.low_open), bound(amount.high, amount.high_open)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def _or(value: float | None) -> str:
    return "not known" if value is None else figure(value)


def _day(day: date | None) -> str:
    return "undated" if day is None else day.isoformat()


SECTIONS: tuple[tuple[str, Section], ...] = (
    ("Typed and cleaned", intake),
    ("Read: parts, anchors, amounts", parts),
    ("What is looked for", looked_for),
    ("What is found", found),
    ("One pool", pooled),
    ("Set aside by date", set_aside),
    ("Origins", origins),
    ("Measured", measured),
    ("Scored", scored),
    ("Admitted", admitted),
    ("In order", reranked),
    *travel_verdict.SECTIONS,
    *travel_explaining.SECTIONS,
)
