"""Training pairs have the form that is served, hold no held-out document, and their form does not tell their label."""

import re
from collections import Counter
from random import Random

import numpy as np
import pytest
from training.pairs import LABELS, Pair

from training import pairs, served

POINTS = 3.0  # that a classifier of the form alone may be above the most frequent label
HEAD = re.compile(r"^[^.]{3,140}?( \(\d{1,2} [A-Z][a-z]+ \d{4}\))?: ")
STEPS, RATE = 400, 0.5


def own() -> list[served.Written]:
    """A fifth of the documents."""
    return served.documents()[::5]


def form(pair: Pair) -> tuple[int, ...]:
    """What can be seen of a pair without reading it."""
    head = HEAD.match(pair.evidence)
    return (
        int(bool(head)),
        int(bool(head and head[1])),
        min(len(pair.evidence) // 60, 8),
        min(len(pair.claim) // 15, 8),
        min(pair.evidence.count(","), 4),
        min(len(re.findall(r"\d+", pair.evidence)), 4),
        int(bool(re.search(r"\d", pair.claim))),
        int(" ." in pair.evidence),
        int(pair.claim.endswith(".")),
        int('"' in pair.evidence or "“" in pair.evidence),
    )


def by_form(found: list[Pair]) -> tuple[float, float]:
    """How often the most frequent label is right, and a logistic regression on the form, both on pairs it did not see; in percent."""
    rows = [form(pair) for pair in found]
    names = sorted({(place, value) for row in rows for place, value in enumerate(row)})
    number = {name: at for at, name in enumerate(names)}
    seen = np.zeros((len(rows), len(names) + 1))
    seen[:, -1] = 1
    for at, row in enumerate(rows):
        seen[at, [number[place, value] for place, value in enumerate(row)]] = 1
    gold = np.array([LABELS.index(pair.label) for pair in found])
    learned = np.arange(len(gold)) % 2 == 0
    weights = np.zeros((seen.shape[1], len(LABELS)))
    wanted = np.eye(len(LABELS))[gold[learned]]
    for _ in range(STEPS):
        raised = np.exp(seen[learned] @ weights)
        weights -= RATE * seen[learned].T @ (raised / raised.sum(axis=1, keepdims=True) - wanted) / learned.sum()
    held = gold[~learned]
    most = np.bincount(gold[learned], minlength=len(LABELS)).argmax()
    return 100 * float((held == most).mean()), 100 * float(((seen[~learned] @ weights).argmax(axis=1) == held).mean())


def test_the_form_of_written_pairs_tells_nothing() -> None:
    """Title, date, lengths, punctuation, digits: what they tell beyond the most frequent label is at most three points."""
    random = Random(3)
    drawn = [pair for _ in range(3) for pair in served.levelled(served.of_written(own(), random), random)]
    random.shuffle(drawn)
    most, told = by_form(drawn)
    assert len(drawn) > 5000
    assert told <= most + POINTS


def test_a_form_that_tells_the_label_is_noticed() -> None:
    """The test above can fail: titles on the pairs that take a side, and on no other."""
    drawn = served.of_written(own(), Random(3))
    marked = [
        Pair(one.claim, one.evidence if one.label == "neutral" or HEAD.match(one.evidence) else f"A title: {one.evidence}", one.label, "")
        for one in drawn
    ]
    bare = [Pair(one.claim, HEAD.sub("", one.evidence), one.label, "") if one.label == "neutral" else one for one in marked]
    most, told = by_form(bare)
    assert told > most + POINTS


def test_every_claim_is_beside_what_is_named_for_it_in_a_served_form() -> None:
    """With the sentences that settle it, whole, whatever stands before and around them."""
    documents = own()[:20]
    for pair in served.of_written(documents, Random(1)):
        if pair.source.split("/")[1] in ("elsewhere", "near", "other_document") or pair.source.split("/")[1].startswith("verbatim"):
            continue
        (document,) = [one for one in documents if any(claim.text == pair.claim for claim in one.claims)]
        (named,) = [claim.sentences for claim in document.claims if claim.text == pair.claim]
        assert all(document.sentences[at] in pair.evidence for at in named)


def test_a_neutral_pair_made_of_the_same_document_never_holds_what_settles_its_claim() -> None:
    documents = own()
    by_claim = {claim.text: (one, claim.sentences) for one in documents for claim in one.claims}
    made = [pair for pair in served.of_written(documents, Random(2)) if pair.source in ("written/elsewhere", "written/near")]
    assert len(made) > 300
    for pair in made:
        document, settling = by_claim[pair.claim]
        assert not any(document.sentences[at] in pair.evidence for at in settling)


def test_held_out_documents_are_in_no_round() -> None:
    held = {claim.text for one in own() if one.held_out for claim in one.claims}
    assert len(held) > 100
    learned = served.of_written([one for one in own() if not one.held_out], Random(4))
    assert not held & {pair.claim for pair in learned}


def test_our_own_documents_are_whole() -> None:
    """Every label as often as the others but for what was dropped, every sentence named is there, no claim twice."""
    documents = own()
    labels = Counter(claim.label for one in documents for claim in one.claims)
    assert max(labels.values()) <= 1.05 * min(labels.values())
    assert all(0 <= at < len(one.sentences) for one in documents for claim in one.claims for at in (*claim.sentences, *claim.near))
    assert not any(set(claim.sentences) & set(claim.near) for one in documents for claim in one.claims)
    claims = [claim.text for one in documents for claim in one.claims]
    assert len(claims) == len(set(claims))


@pytest.mark.skipif(not (pairs.folder() / "stance").is_dir(), reason="the data pack is not here")
def test_the_form_of_a_whole_round_tells_nothing() -> None:
    drawn = served.round_of(1)
    most, told = by_form(drawn)
    assert told <= most + POINTS
