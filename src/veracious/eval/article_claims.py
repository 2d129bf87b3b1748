"""The articles suite: which claims of articles are found by rules alone, and what else is taken for a claim.

When two claims match is fixed in `evals/articles/README.md` and done in `articles.py`. The articles lie beside the log of openings, the
answers of language models in the data pack. No model and no network is used.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from veracious.domain.evidence import Snapshot, Source
from veracious.eval import articles, pack, run
from veracious.eval.articles import AnnotatedArticle, Counts, Score
from veracious.eval.pack import EvalSet, Opened
from veracious.eval.run import Plan, Report, Watch
from veracious.eval.tables import pct, table
from veracious.rules.reading import article
from veracious.rules.reading.article import ArticleContext

ANSWERS = "answers"  # a set whose rows are pairs of an answer and one of its claims


def claims(plan: Plan, watch: Watch) -> Report:
    """Run the suite."""
    told, inputs = {}, []
    digest = plan.dials.digest(plan.lexicon)
    means = ArticleContext(plan.lexicon, plan.dials.reading, plan.dials.verifiable, plan.dials.article.reading)
    for one in plan.sets:
        opening = plan.log.begin(one, digest)
        opened = pack.read(plan.log.path.parent if one.known.get("beside_log") else plan.data, one, opening)
        given = _drawn(_annotated(one, opened), plan.limit)
        tick = watch.begin(f"{one.name} articles", len(given))
        found = {}
        for annotated in given:
            found[annotated.id] = article.read(snapshot(annotated), means).claims
            tick(1)
        told[one.name] = figures(given, articles.score(given, found), one.known.get("rows_are") != ANSWERS)
        inputs.append(run.described(one, opened, len(given)))
        plan.log.finish(opening, headline(told[one.name]))
    return run.plain({"suite": "articles", "manifest": run.manifest(plan, {"rules": digest}, inputs), "sets": told})


def snapshot(annotated: AnnotatedArticle) -> Snapshot:
    """The article as the rules read it."""
    published = date.fromisoformat(annotated.published) if annotated.published else None
    return Snapshot("", annotated.text, Source(""), title=annotated.title, published=published, byline=annotated.byline)


def _annotated(eval_set: EvalSet, opened: Opened) -> tuple[AnnotatedArticle, ...]:
    return articles.of_answers(opened.rows) if eval_set.known.get("rows_are") == ANSWERS else articles.of_rows(opened.rows)


def _drawn(given: Sequence[AnnotatedArticle], limit: int | None) -> tuple[AnnotatedArticle, ...]:
    kept = frozenset(pack.sample([one.id for one in given], limit))
    return tuple(one for one in given if one.id in kept)


def figures(given: Sequence[AnnotatedArticle], score: Score, is_complete: bool) -> Report:
    """All figures of a set; where not every claim was annotated, the precision is a lower bound."""
    return {
        "n": len(given),
        "annotated": score.counts.annotated,
        "predicted": score.counts.predicted,
        "matched": score.counts.matched,
        "recall": score.recall,
        "precision": score.precision,
        "f1": score.f1,
        "is_complete": is_complete,
        "standing_alone": score.standing_alone,
        "by_article_kind": {kind: _shares(counts) for kind, counts in score.by_article_kind.items()},
        "recall_by_claim_kind": {kind: counts.recall for kind, counts in score.by_claim_kind.items()},
    }


def _shares(counts: Counts) -> Report:
    return {"annotated": counts.annotated, "predicted": counts.predicted, "recall": counts.recall, "precision": counts.precision}


def headline(report: Report) -> str:
    """What a line of the log says."""
    bound = "" if report["is_complete"] else " at least"
    return f"n {report['n']}, recall {run.percent(report['recall'])}, precision{bound} {run.percent(report['precision'])}"


# The page.


def parts(report: Report) -> list[str]:
    """What is told of a run."""
    sets: Mapping[str, Report] = report["sets"]
    head = ("set", "articles", "claims", "found", "recall", "precision", "F1", "standing alone")
    pages = [
        "Percent, with 95 % bootstrap intervals over whole articles. A claim is found when place, words, numbers and negation agree with "
        "an annotated one (`evals/articles/README.md`). *≥* marks a precision that is a lower bound, since not every claim was annotated.",
        table(head, (_row(name, told) for name, told in sets.items())),
    ]
    for name, told in sets.items():
        pages += [f"## {name}", table(("kind of article", "claims", "found", "recall", "precision"), _kinds(told))]
        recalls = ((kind, _percent(share)) for kind, share in told["recall_by_claim_kind"].items())
        pages.append(table(("kind of claim", "recall"), recalls))
    return pages


def _row(name: str, told: Report) -> tuple[object, ...]:
    precision = ("" if told["is_complete"] else "≥ ") + pct(told["precision"])
    shares = (pct(told["recall"]), precision, pct(told["f1"]), _percent(told["standing_alone"]))
    return (name, told["n"], told["annotated"], told["predicted"], *shares)


def _kinds(told: Report) -> Iterator[tuple[object, ...]]:
    for kind, found in told["by_article_kind"].items():
        yield kind, found["annotated"], found["predicted"], _percent(found["recall"]), _percent(found["precision"])


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
