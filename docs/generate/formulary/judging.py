"""The formulas of judging."""

from docs.generate.formulary.entry import Formula
from docs.generate.formulary.guards import GUARDED

QUOTED: tuple[Formula, ...] = (
    Formula(
        "judging.quotes.choose",
        "Quote",
        """
quote = argmax of claim_overlap(run) − gain_per_sentence × (sentences − 1)
        over runs of at most sentences_at_most consecutive sentences; the shortest, then the earliest, of equals
""",
        "ours",
        ("QuoteDials: sentences_at_most gain_per_sentence",),
    ),
    Formula(
        "judging.conflicts.find",
        "An amount that a quote excludes",
        """
conflict    if all amounts of that kind in the quote exclude the claimed one
            and 1 ≤ how many differing ones speak of the same ≤ found_at_most
none        if one of them agrees, the digits stand in the quote unread, or the claim leaves the amount open
            (before and after a date, the 1800s), or denies it
agrees      also a share or multiple that is off by no more than near_share of the larger, and two counts whose sum is the claimed one
not read    the 95 % of a confidence interval, digits of a name (2019-nCoV)
""",
        "A §6.1 (numeric override paths)",
        ("ConflictDials: found_at_most near_share",),
    ),
    Formula(
        "judging.denials.find",
        "A quote that denies the subclaim in so many words",
        """
conflict    if a sentence of the quote, its denial taken away, has the subclaim's verb
            and at least denied_words of the subclaim's words
none        if the subclaim is itself a denial
""",
        "ours",
        ("ConflictDials: denied_words",),
    ),
    Formula(
        "judging.judgements.phrase",
        "What the judge is asked about a denial",
        """
if without_denial, of "it is not so":
    asked     = "it is so"
    supports' = refutes
    refutes'  = supports
where the denial is of the whole sentence: not after "some" or "most", not in "not only", not beside "but" or "because"
""",
        "ours",
        ("HeardDials: without_denial",),
    ),
    Formula(
        "judging.cascade.unsure",
        "Pairs that a second judge is asked about",
        """
sure  = max(supports, refutes, neutral) of the first judge; 0 where it said nothing of the pair
asked = the pairs with sure < sure_at_least, the least sure first, of equals the earlier,
        no more than min(pairs_at_most, ⌊share_at_most × pairs⌋)
where there is no second judge, none
""",
        "ours",
        ("CascadeDials: sure_at_least share_at_most pairs_at_most",),
    ),
    Formula(
        "judging.conflicts.apply",
        "A support that a conflict contradicts",
        """
supports' = 0
refutes'  = refutes + to_refutes × supports
neutral'  = 1 − refutes'
""",
        "A §6.1 (numeric override paths)",
        ("ConflictDials: to_refutes",),
    ),
)
JOINED: tuple[Formula, ...] = (
    Formula(
        "judging.aggregate.part",
        "Verdict on a subclaim",
        """
firm origins on both sides:
    a side      if it is forced
    mixed       if not, and they are of two origins or more; one that contradicts itself is no dispute
firm origins on one side:
    supported   if (STRONGLY_)VALID and they are origins_at_least or more, or the credibility of the side ≥ sole_source_credibility
    refuted     if INVALID, and the same
not_enough_evidence otherwise
""",
        "E §7.1, E §7.3 (minimum sources)",
        ("DecisiveDials: origins_at_least sole_source_credibility",),
    ),
    Formula(
        "judging.aggregate.forced",
        "A side that is forced against dissent",
        """
a side is forced if its firm origins ≥ max(force_origins, force_ratio × firm origins of the other side)
""",
        "A §8",
        ("DecisiveDials: force_origins force_ratio",),
    ),
    Formula(
        "judging.aggregate.whole",
        "Verdict on the claim",
        """
refuted     if a part is refuted, and refuted_part_refutes or no part is supported or mixed
mixed       if a part is mixed, or one is supported and one refuted
supported   if all parts are supported
mixed       if a part is supported and unknown_parts_mix
not_enough_evidence otherwise
""",
        "E §8",
        ("DecisiveDials: refuted_part_refutes unknown_parts_mix",),
    ),
    Formula(
        "judging.verdicts.decide",
        "Order of deciding",
        """
each part by itself: its verdict, then the guards of a part, which see its own status and voices, and the traits of the claim
the claim:           the verdict from the parts so guarded, its truth, then the guards of the whole, then confidence and its limits
every part is not_enough_evidence where the guards of the whole made the claim that
""",
        "A §8, E §8",
    ),
    Formula(
        "judging.aggregate.cite",
        "Citations shown",
        """
one a page; those with credibility ≥ credible only, unless they are fewer than credible_at_least
or fewer than credible_share × all; the first at_most
""",
        "E §7.2, E §8",
        ("CitationDials: credible credible_at_least credible_share at_most",),
    ),
)
SCORED: tuple[Formula, ...] = (
    Formula(
        "judging.truth.weight",
        "Weight of a status",
        """
STRONGLY_VALID, VALID → valid;  PARTIALLY_VALID → partially_valid;  UNKNOWN → unknown
PARTIALLY_INVALID → partially_invalid;  INVALID → invalid
""",
        "A §6.1",
        ("TruthDials: valid partially_valid unknown partially_invalid invalid",),
    ),
    Formula(
        "judging.truth.score",
        "Truth score",
        """
truth = clamp(average of the weights − contradicted × contradicted parts / parts − unresolved × UNKNOWN parts / parts, 0, 1)
truth = the weight of UNKNOWN                  where there are no parts
""",
        "A §6.1",
        ("TruthDials: contradicted unresolved",),
    ),
    Formula(
        "judging.truth.segment_support",
        "Quality of one piece",
        """
rel = semantic × scaled(semantic score) + triple × scaled(triple score)
support = max(0, relevance × rel + anchors × anchor_match + overlap × claim_overlap + credibility × credibility
                 − wording × ([uncertain wording] + [claim mention]) − contradiction × [refutes], where lowers_refutation)
""",
        "A §6.2",
        ("SegmentDials: semantic triple wording contradiction lowers_refutation", "QualityDials: relevance anchors overlap credibility"),
    ),
    Formula(
        "judging.truth.quality",
        "Evidence quality",
        """
quality = average over subclaims of the best support × (diversity_base + diversity_gain × diversity)
quality ≤ ceiling_base + ceiling_gain × diversity
""",
        "A §6.2",
        ("QualityDials: diversity_base diversity_gain ceiling_base ceiling_gain",),
    ),
)
SURE: tuple[Formula, ...] = (
    Formula(
        "judging.confidence.clearness",
        "Clearness",
        """
clearness = |2 × truth − 1|
clearness = truth                              where as_printed
""",
        "A §7",
        ("ConfidenceDials: as_printed",),
    ),
    Formula(
        "judging.confidence.score",
        "Confidence",
        """
confidence = truth × clearness + coverage × coverage + agreement × agreement + diversity × diversity + trust × trust_post
confidence ≥ covered_floor × clearness         where coverage ≥ covered
confidence ≤ most
the agreement is the stanced one, or the one in which silence counts where as_printed
""",
        "A §7",
        ("ConfidenceDials: truth coverage agreement diversity trust most covered covered_floor as_printed",),
    ),
    Formula(
        "judging.confidence.open_parts_cap_confidence",
        "Limit: open parts",
        """
confidence ≤ 1 − unresolved × UNKNOWN parts / parts
""",
        "A §7",
        ("CapDials: unresolved",),
    ),
    Formula(
        "judging.confidence.insufficiency_caps_confidence",
        "Limit: insufficiency",
        """
confidence ≤ insufficient                      if the evidence is not sufficient
""",
        "A §7",
        ("CapDials: insufficient",),
    ),
    Formula(
        "judging.confidence.plain_refutation_holds_confidence",
        "Limit: plain refutation",
        """
confidence ≥ refuted_floor                     if refuted, and every part is INVALID
""",
        "A §7",
        ("CapDials: refuted_floor",),
    ),
    Formula(
        "judging.confidence.strong_votes_hold_confidence",
        "Limit: strong votes",
        """
confidence ≥ votes_floor                       if refuted, and every part has votes_origins firm refuting origins and no supporting one
confidence ≥ votes_floor                       if supported, and the same the other way, where votes_both
""",
        "A §7",
        ("CapDials: votes_floor votes_origins votes_both",),
    ),
    Formula(
        "judging.confidence.excluded_amount_caps_confidence",
        "Limit: an excluded amount",
        """
confidence ≤ numeric                           if supported, and a quote excludes the amount of a part that no quote supports
""",
        "A §7",
        ("CapDials: numeric",),
    ),
    Formula(
        "judging.confidence.undecided_locks_confidence",
        "Limit: undecided",
        """
confidence ≤ unverifiable                      if not_enough_evidence
confidence ≤ unverifiable_comparative          if not_enough_evidence on a comparison
""",
        "A §7",
        ("CapDials: unverifiable unverifiable_comparative",),
    ),
    Formula(
        "judging.cache_gate.stale",
        "Freshness of what a verdict rests on",
        """
stale if the age of the newest piece that takes a side > fresh_days; an undated one counts as undated_days old
""",
        "A §3 (cache precheck)",
        ("RestDials: fresh_days undated_days",),
    ),
    Formula(
        "judging.cache_gate.barred",
        "What bars a verdict from resting on the stores",
        """
the first of: insufficient; not_enough_evidence; stale; a part refuted while the claim is neither refuted nor mixed
""",
        "A §3 (cache precheck)",
    ),
)
BELIEVED: tuple[Formula, ...] = (
    Formula(
        "judging.belief.impact",
        "Impact",
        """
impact = relevance × largest × sigmoid(steepness × (strength − midpoint)),  sigmoid(x) = 1 / (1 + e^−x)
""",
        "C (sigmoid impact)",
        ("BeliefDials: largest steepness midpoint",),
    ),
    Formula(
        "judging.belief.update",
        "Belief",
        """
of each origin up = max supports × impact and down = max refutes × impact
log-odds = prior_log_odds + (max up + others × Σ of the other up) − (max down + others × Σ of the other down)
confidence = origins / (origins + certainty_origins)
""",
        "C (log-odds, belief state)",
        ("BeliefDials: prior_log_odds others certainty_origins",),
    ),
    Formula(
        "judging.belief.capped",
        "Consensus cap",
        """
log-odds' = min(log-odds, limit)               where sources ≥ consensus_sources
""",
        "C (consensus cap)",
        ("BeliefDials: consensus_sources",),
    ),
    Formula(
        "judging.belief.log_odds",
        "Log-odds of a share",
        """
log-odds = ln(p / (1 − p))
""",
        "C (log-odds)",
    ),
    Formula(
        "judging.belief.probability",
        "Share of log-odds",
        """
p = 1 / (1 + e^−log-odds)
""",
        "C (log-odds)",
    ),
    Formula(
        "judging.calibration.apply",
        "Calibrated probability",
        """
P(verdict) = e^logit(verdict) / Σ e^logit,  logit(verdict) = bias + Σ weight × score, from a fitted table
""",
        "ours",
    ),
    Formula(
        "judging.calibration.step",
        "Calibration by steps",
        """
P = the value behind the last edge that is not above the score, from a fitted table
""",
        "ours",
    ),
)
FORMULAS = (*QUOTED, *JOINED, *SCORED, *GUARDED, *SURE, *BELIEVED)
