"""What one piece of evidence can carry, and all of them as one number."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from math import fsum
from struct import iter_unpack

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence
from veracious.domain.ranked import Ranked
from veracious.domain.stance import Judgement, Stance
from veracious.domain.trust import FixedTrust, Grade, Weighed
from veracious.rules.ranking import recency
from veracious.rules.ranking.recency import RecencyDials
from veracious.rules.seeking import lookalikes, urls
from veracious.rules.seeking.fuse import statement

UNKNOWN_ORIGIN = "origin:unknown"


@dataclass(frozen=True, slots=True)
class TrustDials:
    """How the trust of one piece is made, and its marks."""

    relevance: float = 0.35  # weight of the ranking score; 0.1–0.6; seed B names the part, a guess
    credibility: float = 0.30  # weight of the source; 0.1–0.6; seed B names the part, a guess
    recency: float = 0.10  # weight of what age leaves; 0–0.3; seed B names the part, a guess
    certainty: float = 0.25  # weight of how sure the stance is; 0.1–0.5; seed B names the part, a guess
    unknown_credibility: float = 0.4  # what an unknown source counts as, and the least of an origin of its own; 0.2–0.6; a guess
    unrated_apart: bool = True  # whether chances tell unrated publishers apart, unless they look alike; either; SPEC §1
    grade_a: float = 0.75  # least trust of an A; 0.7–0.9; a guess
    grade_b: float = 0.60  # least trust of a B; 0.5–0.75; a guess
    grade_c: float = 0.40  # least trust of a C; 0.3–0.6; a guess
    bootstrap_rounds: int = 200  # resamples behind the interval; 100–2000; a guess
    interval_share: float = 0.95  # of the resamples inside the interval; fixed; SPEC §7


@dataclass(frozen=True, slots=True)
class Scale:
    """What trust is measured with besides the evidence itself."""

    as_of: date
    trust: TrustDials
    recency: RecencyDials


def weigh(
    ranked: Sequence[Ranked], judgements: Sequence[Judgement], subclaims: Sequence[Subclaim], origins: Mapping[str, str], scale: Scale
) -> tuple[Weighed, ...]:
    """Every judged pair, most trusted first; one place, and the same words of one origin, count once for a subclaim.

    Formula: Trust of a judged pair. From B (trust ranking).

        trust of the pair, with the ranking score against this subclaim, what age leaves, and how sure the judge is
        the credibility of an unknown source is unknown_credibility, and all origins that have no known source are one
        among these, publishers that do not look alike and tell no common story are told apart (unrated_apart)
        for a subclaim the same words of one origin, and the same place of the same page, count once:
        a text before a triple, then where they are trusted most

    Dials: unknown_credibility, unrated_apart of TrustDials.
    """
    by_id = {entry.evidence.id: entry for entry in ranked}
    index = {subclaim.text: number for number, subclaim in enumerate(subclaims)}
    # A source known to be worse than an unknown one does not count for more: it weighs together with the unknown.
    worth = scale.trust.unknown_credibility
    rated = frozenset(origins.get(name, name) for name, entry in by_id.items() if (entry.evidence.source.credibility or 0.0) >= worth)
    found = [
        _weighed(by_id[judgement.evidence], index[judgement.subclaim], judgement, origins, scale)
        for judgement in judgements
        if judgement.evidence in by_id and judgement.subclaim in index
    ]
    own = frozenset(name for name, entry in by_id.items() if (entry.evidence.source.credibility or 0.0) >= worth)
    said = frozenset((piece.subclaim, piece.origin, side(piece.stance)) for piece in found if piece.evidence in own)
    counted = [piece if piece.origin in rated and _is_its(piece, own, said) else replace(piece, origin=UNKNOWN_ORIGIN) for piece in found]
    if scale.trust.unrated_apart:
        nobody_rated = {name for name, entry in by_id.items() if entry.evidence.source.credibility is None}
        counted = _told_apart(counted, found, nobody_rated)
    taken: set[tuple[int, str]] = set()
    kept = []
    for piece in sorted(counted, key=lambda piece: (piece.is_triple, -piece.trust, piece.evidence)):  # a text before its triple
        words = f"{piece.origin} {statement(piece.quote.text)}"
        keys = {(piece.subclaim, _place(by_id[piece.evidence].evidence)), (piece.subclaim, words)}
        if not keys & taken:
            taken |= keys
            kept.append(piece)
    return tuple(sorted(kept, key=lambda piece: (-piece.trust, piece.subclaim, piece.evidence)))


def _is_its(piece: Weighed, own: frozenset[str], said: frozenset[tuple[int, str, str]]) -> bool:
    """Whether a piece speaks for its origin: it is of a rated source, or takes no other side than the rated ones of that origin do."""
    towards = side(piece.stance)
    return piece.evidence in own or towards == "neutral" or (piece.subclaim, piece.origin, towards) in said


def _told_apart(counted: Sequence[Weighed], found: Sequence[Weighed], nobody_rated: Set[str]) -> list[Weighed]:
    """The pieces, those of an unrated origin with the first publisher of it; publishers that look alike are one."""
    first: dict[str, str] = {}  # by origin as it was found
    for piece in sorted(found, key=lambda piece: piece.domain):
        if piece.domain and piece.evidence in nobody_rated:
            alike = next((name for name in first.values() if lookalikes.are_alike(name, piece.domain)), piece.domain)
            first.setdefault(piece.origin, alike)
    names = {piece.evidence: first[piece.origin] for piece in found if piece.origin in first}
    return [replace(piece, unrated_origin=names.get(piece.evidence, "")) if piece.origin == UNKNOWN_ORIGIN else piece for piece in counted]


def trust(relevance: float, credibility: float, freshness: float, certainty: float, dials: TrustDials) -> float:
    """The weighted mean of the four parts, in [0, 1].

    Formula: Trust of one piece. From B (trust ranking).

        trust = (relevance × score + credibility × credibility + recency × recency + certainty × certainty)
                / (relevance + credibility + recency + certainty)

    Dials: relevance, credibility, recency, certainty of TrustDials.
    """
    total = dials.relevance + dials.credibility + dials.recency + dials.certainty
    parts = dials.relevance * relevance + dials.credibility * credibility + dials.recency * freshness + dials.certainty * certainty
    return parts / total


def certainty(stance: Stance) -> float:
    """How sure the judge is that the quote takes a side, or that it takes none.

    Formula: Certainty of a stance. From B (trust ranking).

        certainty = max(supports, refutes, neutral)
    """
    return max(stance.supports, stance.refutes, stance.neutral)


def grade(value: float, dials: TrustDials) -> Grade:
    """A school mark for trust.

    Formula: Grade. From B (trust ranking).

        A if trust ≥ grade_a, B if ≥ grade_b, C if ≥ grade_c, else D

    Dials: grade_a, grade_b, grade_c of TrustDials.
    """
    marks = ((dials.grade_a, Grade.A), (dials.grade_b, Grade.B), (dials.grade_c, Grade.C))
    return next((mark for least, mark in marks if value >= least), Grade.D)


def per_origin(weighed: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """For each subclaim and direction, the most trusted piece of each origin: twenty copies weigh as one."""
    best: dict[tuple[int, str, str], Weighed] = {}
    for piece in weighed:
        key = (piece.subclaim, piece.origin, side(piece.stance))
        known = best.get(key)
        if known is None or (piece.trust, known.evidence) > (known.trust, piece.evidence):
            best[key] = piece
    return tuple(best[key] for key in sorted(best))


def side(stance: Stance) -> str:
    """Which way a stance points, if it points more one way than neither."""
    if stance.supports > max(stance.refutes, stance.neutral):
        return "supports"
    return "refutes" if stance.refutes > max(stance.supports, stance.neutral) else "neutral"


def fixed(weighed: Sequence[Weighed], seed: str, dials: TrustDials) -> FixedTrust | None:
    """The self-weighted mean of trust times the share that does not contradict, with a bootstrap interval that replays.

    Formula: Fixed trust. From A §9, B (trust ranking).

        trust_post_fixed = Σt² / Σt × agreement        over the most trusted piece of each origin and side
        agreement = pieces that do not refute / pieces
        interval: the middle interval_share of bootstrap_rounds resamples, drawn by a hash of the seed

    Dials: bootstrap_rounds, interval_share of TrustDials.
    """
    pieces = per_origin(weighed)
    if not pieces:
        return None
    value, agreement = _post(pieces)
    draws = sorted(_post([pieces[k] for k in sample])[0] for sample in _samples(len(pieces), seed, dials.bootstrap_rounds))
    outside = (1 - dials.interval_share) / 2
    low, high = (draws[min(len(draws) - 1, int(share * len(draws)))] for share in (outside, 1 - outside))
    return FixedTrust(value, agreement, grade(value, dials), min(low, value), max(high, value))


def _post(pieces: Sequence[Weighed]) -> tuple[float, float]:
    total = fsum(piece.trust for piece in pieces)
    mean = fsum(piece.trust**2 for piece in pieces) / total if total else 0.0
    agreement = sum(side(piece.stance) != "refutes" for piece in pieces) / len(pieces)
    return mean * agreement, agreement


def _samples(size: int, seed: str, rounds: int) -> list[list[int]]:
    """Draws with replacement from a generator that is nothing but hashes of the seed and a counter."""
    drawn = []
    for number in range(rounds):
        row: list[int] = []
        block = 0
        while len(row) < size:
            row.extend(word for (word,) in iter_unpack(">I", sha256(f"{seed}/{number}/{block}".encode()).digest()))
            block += 1
        drawn.append([word % size for word in row[:size]])
    return drawn


def _weighed(entry: Ranked, number: int, judgement: Judgement, origins: Mapping[str, str], scale: Scale) -> Weighed:
    source = entry.evidence.source
    known = scale.trust.unknown_credibility if source.credibility is None else source.credibility
    freshness = recency.boost(recency.age_days(entry.evidence.published, scale.as_of), scale.recency)
    fit = entry.fit(number)
    value = trust(fit.score, known, freshness, certainty(judgement.stance), scale.trust)
    return Weighed(
        evidence=entry.evidence.id,
        subclaim=number,
        origin=origins.get(entry.evidence.id, entry.evidence.id),
        domain=source.domain,
        quote=judgement.quote,
        stance=judgement.stance,
        relevance=fit.score,
        anchor_match=fit.anchor_match,
        overlap=fit.overlap,
        credibility=known,
        is_triple=entry.evidence.triple is not None,
        trust=value,
        grade=grade(value, scale.trust),
        semantic=entry.signal("semantic"),
        triple=entry.signal("triple"),
        wording=tuple(act.name for act in entry.adjustments if act.name in ("uncertainty", "claim_mention")),
    )


def _place(evidence: Evidence) -> str:
    """One place a quote stands at: the page and the passage on it."""
    page = urls.normalise(evidence.url or "") or evidence.passage.snapshot
    return f"{page}#{evidence.passage.span.start}"
