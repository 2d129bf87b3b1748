"""A claim about a present state is decided by the newest credible report on it; what older ones say is superseded.

“The cathedral is closed” was true of the day on which it was written. A report is too old to speak where a newer and credible one takes the
other side or hardly bears it out, or where it only tells of a plan and the claim says that it was done.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from veracious.domain.claim import Subclaim, Trait
from veracious.domain.trust import Weighed
from veracious.rules.reading import clauses
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.verbs import Form
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, side

_PRESENT = frozenset(("is", "isn't", "are", "aren't", "am", "has", "hasn't", "have", "haven't", "do", "don't", "does", "doesn't"))
_PERFECT = frozenset(("has", "have"))


@dataclass(frozen=True, slots=True)
class FreshnessDials:
    """When an older report no longer speaks."""

    on: bool = True  # whether newer reports supersede older ones; either; SPEC §9
    days_apart: int = 14  # a report that is newer by less does not supersede; 1–90; a guess
    plan_days: int = 60  # age of a report from which a plan may have been carried out since; 14–365; a guess
    credible: float = 0.5  # least credibility of a report that supersedes others; 0.4–0.8; above an unknown one, a guess
    sure_from: float = 0.6  # share of its side below which the newest report no longer bears out older ones of that side; 0–0.9; a guess
    counts_age: bool = True  # whether counts, sums and shares are states, too, which change; either; SPEC §9


class Tense(StrEnum):
    """What time the main verb of a claim speaks of, as far as it matters for the age of a report."""

    STATE = "state"  # it is so, it has become so
    DONE = "done"  # it has been done, or was
    OTHER = "other"


_LASTING = frozenset(
    "length area mass volume temperature angle pressure voltage power energy concentration time speed frequency data data-rate".split()
)


def tense(part: Subclaim, lexicon: Lexicon, dials: FreshnessDials) -> tuple[Tense, ...]:
    """The times that a claim speaks of: “has reopened” tells a state and a deed. What it measures is no state: lengths do not age."""
    found = _tense(part.text, lexicon)
    return tuple(one for one in found if one is not Tense.STATE) if _measures(part, dials) else found


def _measures(part: Subclaim, dials: FreshnessDials) -> bool:
    """Whether it says of something how long, heavy or hot it is; of old, whether it tells any amount."""
    if not dials.counts_age:
        return Trait.NUMERIC in part.traits
    return any(one.dimension in _LASTING and "-" not in one.span.of(part.text) for one in part.quantities)  # a 2-litre kettle is called so


def _tense(text: str, lexicon: Lexicon) -> tuple[Tense, ...]:
    clause = clauses.parse(text, lexicon)
    verb = clauses.main_verb(clause)
    if verb is None:
        return ()
    word = clause.low(verb)
    known = lexicon.verbs.get(word)
    forms = known.forms if known else frozenset()
    if word in _PERFECT and any(
        _is_participle(clause.low(index), lexicon) for index in range(verb + 1, clauses.verb_group_end(clause, verb))
    ):
        return (Tense.STATE, Tense.DONE)
    if word in _PRESENT or (forms & {Form.THIRD, Form.BASE} and Form.PAST not in forms):
        return (Tense.STATE,)
    return (Tense.DONE,) if Form.PAST in forms else (Tense.OTHER,)


def _is_participle(word: str, lexicon: Lexicon) -> bool:
    known = lexicon.verbs.get(word)
    return known is not None and Form.PARTICIPLE in known.forms


@dataclass(frozen=True, slots=True)
class Dated:
    """What the age of a report is held against."""

    published: Mapping[str, date | None]  # by evidence
    as_of: date
    tenses: Sequence[tuple[Tense, ...]]  # of each subclaim


def superseded(weighed: Sequence[Weighed], dated: Dated, lexicon: Lexicon, dials: FreshnessDials) -> tuple[Weighed, ...]:
    """The pieces that are too old to speak of what is claimed.

    Formula: Superseded reports. From SPEC §9; ours.

        of a part about a present state: what is older by days_apart or more than the newest report, where that takes the other side, or
            the same while no report of its last days_apart has a share ≥ sure_from, and is of a known source of credibility ≥ credible
            a measure is no state, nor is any amount unless counts_age; a report without a date supersedes nothing, and stays
        of a part about what was done: what refutes it, tells of a plan, and is older than plan_days
        nothing unless on

    Dials: on, days_apart, plan_days, credible, sure_from, counts_age of FreshnessDials.
    """
    if not dials.on:
        return ()
    spoken = [piece for piece in weighed if side(piece.stance) != "neutral" and dated.published.get(piece.evidence) is not None]
    return tuple(piece for piece in spoken if _is_outrun(piece, spoken, dated, dials) or _is_old_plan(piece, dated, lexicon, dials))


def _is_outrun(piece: Weighed, spoken: Sequence[Weighed], dated: Dated, dials: FreshnessDials) -> bool:
    if Tense.STATE not in dated.tenses[piece.subclaim]:
        return False
    told = [
        other
        for other in spoken
        if other.subclaim == piece.subclaim and other.credibility >= dials.credible and other.origin != UNKNOWN_ORIGIN
    ]
    newest = max(told, key=lambda other: (_day(other, dated), other.trust, other.evidence), default=None)
    if newest is None or (_day(newest, dated) - _day(piece, dated)).days < dials.days_apart:
        return False
    lately = [other for other in told if (_day(newest, dated) - _day(other, dated)).days < dials.days_apart]
    is_borne_out = any(side(other.stance) == side(piece.stance) and _share(other) >= dials.sure_from for other in lately)
    return side(newest.stance) != side(piece.stance) or not is_borne_out


def _share(piece: Weighed) -> float:
    """Of the side that it takes."""
    return max(piece.stance.supports, piece.stance.refutes)


def _is_old_plan(piece: Weighed, dated: Dated, lexicon: Lexicon, dials: FreshnessDials) -> bool:
    if Tense.DONE not in dated.tenses[piece.subclaim] or side(piece.stance) != "refutes":
        return False
    is_old = (dated.as_of - _day(piece, dated)).days >= dials.plan_days
    return is_old and lexicon.plan_terms.found_in(scan(piece.quote.text))


def _day(piece: Weighed, dated: Dated) -> date:
    """When it was published; only dated pieces are asked about."""
    return dated.published[piece.evidence] or date.min
