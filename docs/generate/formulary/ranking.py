"""The formulas of ranking."""

from docs.generate.formulary.entry import Formula

_WEIGHTS = "WeightDials: semantic triple entity claim_overlap recency credibility quality"

FORMULAS = (
    Formula(
        "ranking.recency.boost",
        "Recency",
        """
recency = (1/2)^(age / half_life_days)         age in days, at least 0
recency = (1/2)^unknown_age_half_lives         where the date is not known
""",
        "A §4.1",
        ("RecencyDials: half_life_days unknown_age_half_lives",),
    ),
    Formula(
        "ranking.hybrid._scaled",
        "Similarity, scaled to the pool",
        """
scaled(x) = (x − min) / (max − min)            over the candidates that were found so, x > 0, with scaled_over_found; else over all
scaled(x) = 1                                  where all of them are the same
scaled(x) = 0                                  of what was not found so
""",
        "A §4.1 (`sem_norm`, `kg_norm`)",
        ("FilterDials: scaled_over_found",),
    ),
    Formula(
        "ranking.overlap.share",
        "Claim overlap",
        """
claim_overlap = |stems of the claim ∩ stems of the candidate| / |stems of the claim|
""",
        "A §4.1",
    ),
    Formula(
        "ranking.overlap.tell",
        "Stems",
        """
a word counts if it is an acronym, or no function word and of word_letters_at_least letters or more
stem(word) = its digits                        of a number; of a demonym, the stem of its country
stem(word) = its first stem_letters letters    of a longer word
stem(word) = the word without a plural -s      of any other
""",
        "A §4.1 names the overlap, the stem is ours",
        ("OverlapDials: stem_letters word_letters_at_least",),
    ),
    Formula(
        "ranking.overlap.names",
        "Entity overlap",
        """
entity_overlap = names of the claim that the candidate has under one of their forms / names of the claim
entity_overlap = 0                             where the claim has no names
""",
        "A §4.1",
    ),
    Formula(
        "ranking.overlap.anchors",
        "Anchor match",
        """
anchor_match = anchors that the candidate has, as words or by their stem / anchors of the claim
anchor_match = 0                               where the claim has no anchors
""",
        "A §4.3, B (anchor extraction)",
    ),
    Formula(
        "ranking.hybrid.weights_for",
        "Weights by trait",
        """
weights = therapeutic, else causal, else mechanistic, else general: the first trait that the claim has
""",
        "A §4, B (hybrid ranker)",
    ),
    Formula(
        "ranking.hybrid._measure",
        "Base score",
        """
base = semantic × scaled(semantic score) + triple × scaled(triple score) + entity × entity_overlap
     + claim_overlap × claim_overlap + recency × recency + credibility × credibility + quality × source quality
the credibility of an unknown source is unknown_credibility
""",
        "A §4.1, B (source quality)",
        (_WEIGHTS, "FilterDials: unknown_credibility"),
    ),
    Formula(
        "ranking.hybrid.quality",
        "Source quality",
        """
source quality = ([has an address] + [has a date] + [has a byline]) / 3
""",
        "B (hybrid ranker)",
    ),
    Formula(
        "ranking.hybrid._raw_triple",
        "Boost of a triple",
        """
+ triple_raw × min(1, raw)                     if raw > 0 and claim_overlap ≥ triple_raw_overlap
""",
        "A §4.2",
        ("BoostDials: triple_raw triple_raw_overlap",),
    ),
    Formula(
        "ranking.hybrid._triple_and_names",
        "Boost of a triple that shares names and words",
        """
+ triple_and_names                             if scaled(triple score) > 0
                                               and entity_overlap ≥ triple_and_names_entity
                                               and claim_overlap ≥ triple_and_names_overlap
""",
        "A §4.2",
        ("BoostDials: triple_and_names triple_and_names_entity triple_and_names_overlap",),
    ),
    Formula(
        "ranking.hybrid._triple_anchored",
        "Boost of a strong triple on the anchors",
        """
+ triple_anchored                              if the candidate is a triple, raw ≥ triple_anchored_raw
                                               and anchor_match ≥ anchor_at_least
""",
        "A §4.2",
        ("BoostDials: triple_anchored triple_anchored_raw", "ThresholdDials: anchor_at_least"),
    ),
    Formula(
        "ranking.penalties.weak_anchor",
        "Penalty: weak anchor",
        """
× weak_anchor_triple                           of a triple, if anchor_match < anchor_at_least
× weak_anchor                                  of anything else
""",
        "A §4.3",
        ("PenaltyDials: weak_anchor_triple weak_anchor", "ThresholdDials: anchor_at_least"),
    ),
    Formula(
        "ranking.penalties.backfill",
        "Penalty: backfill",
        """
× backfill                                     if claim_overlap < backfill_overlap and entity_overlap = 0
""",
        "A §4.3",
        ("PenaltyDials: backfill", "ThresholdDials: backfill_overlap"),
    ),
    Formula(
        "ranking.penalties.object_mismatch",
        "Penalty: object mismatch",
        """
× object_mismatch                              if it shares a stem with the subject and none with the object
""",
        "A §4.3, B (unsupported object focus)",
        ("PenaltyDials: object_mismatch",),
    ),
    Formula(
        "ranking.penalties.focus_mismatch",
        "Penalty: focus mismatch",
        """
× focus_mismatch                               if it shares a name and no stem beside the names
""",
        "A §4.3",
        ("PenaltyDials: focus_mismatch",),
    ),
    Formula(
        "ranking.penalties.subject_mismatch",
        "Penalty: subject mismatch",
        """
× subject_mismatch                             if it shares no stem with the subject
""",
        "A §4.3",
        ("PenaltyDials: subject_mismatch",),
    ),
    Formula(
        "ranking.penalties.relation_object_mismatch",
        "Penalty: relation to another object",
        """
× relation_object_mismatch                     if a triple has the relation and another object,
                                               or a text has object, verb, subject in this order
""",
        "A §4.3, B (relation direction)",
        ("PenaltyDials: relation_object_mismatch",),
    ),
    Formula(
        "ranking.penalties.claim_mention",
        "Penalty: claim mention",
        """
× claim_mention                                if it reports that somebody claims this, and the claim is not about a belief
""",
        "A §4.3",
        ("PenaltyDials: claim_mention",),
    ),
    Formula(
        "ranking.penalties.low_signal",
        "Penalty: low signal",
        """
× low_signal                                   if it has the words of boilerplate
""",
        "B (hybrid ranker)",
        ("PenaltyDials: low_signal",),
    ),
    Formula(
        "ranking.penalties.uncertainty",
        "Penalty: uncertain wording",
        """
− uncertainty                                  if it is worded as uncertain, and the claim is not
""",
        "A §4.3, B (uncertainty language)",
        ("PenaltyDials: uncertainty",),
    ),
    Formula(
        "ranking.hybrid._score",
        "Ranking score",
        """
score = clamp(max(floor₀, penalties(base + boosts)), 0, 1)
floor₀ = floor                                 if both similarities are 0 and credibility ≥ floor_credibility, else 0
""",
        "A §4.2–§4.4",
        ("BoostDials: floor floor_credibility",),
    ),
    Formula(
        "ranking.hybrid.rank",
        "Filter and order",
        """
dropped                                        if claim_overlap < overlap_at_least, entity_overlap = 0 and anchor_match = 0
kept                                           the list_at_most highest scores, each against the subclaim it fits best
""",
        "A §4.4",
        ("FilterDials: overlap_at_least list_at_most",),
    ),
    Formula(
        "ranking.gate.too_weak",
        "Gate: score",
        """
shut if score < score_at_least
""",
        "B (ranking phase)",
        ("GateDials: score_at_least",),
    ),
    Formula(
        "ranking.gate.boilerplate",
        "Gate: boilerplate",
        """
shut if the low-signal penalty applied and claim_overlap < low_signal_overlap
""",
        "A §4.4",
        ("GateDials: low_signal_overlap",),
    ),
    Formula(
        "ranking.gate.count_needs_a_number",
        "Gate: counts",
        """
shut if the claim is of how many, and the candidate has no number or claim_overlap < count_overlap
""",
        "B (count-claim gate)",
        ("GateDials: count_overlap",),
    ),
    Formula(
        "ranking.gate.other_topic",
        "Gate: topic",
        """
shut if anchor_match < topic_anchors and claim_overlap < topic_overlap
""",
        "B (topic alignment)",
        ("GateDials: topic_anchors topic_overlap",),
    ),
    Formula(
        "ranking.gate.lacks_core_name",
        "Gate: core name",
        """
shut if the candidate has the core name of the claim under none of its forms and anchor_match ≤ nameless_anchors
""",
        "B (must-have aliases)",
        ("GateDials: nameless_anchors",),
    ),
    Formula(
        "ranking.gate.core_name",
        "Core name",
        """
the first name of the claim that is no date
with lower_is_no_name: but a single word at the beginning that a candidate writes without its capital is none
""",
        "B (must-have aliases)",
        ("GateDials: lower_is_no_name",),
    ),
    Formula(
        "ranking.gate.admit",
        "Admission",
        """
a candidate counts for a subclaim if no gate is shut, with the score, anchor_match and claim_overlap it has beside that subclaim
if it counts for none: the reason of the first gate that is shut beside the subclaim it fits best
""",
        "B (ranking phase)",
    ),
    Formula(
        "ranking.gate.supporting",
        "Supporting evidence",
        """
the top_k highest scores that do not contradict
in degraded mode what contradicts too, its score × contradiction
""",
        "A §2, B (ranking phase)",
        ("SupportingDials: top_k contradiction",),
    ),
    Formula(
        "ranking.rerank.score",
        "Rerank score",
        """
rerank = relevance × relevance of the model + url_quality × [address of an article] + source_preference × preference
preference = 1 of the web, own_store_preference of anything else; without a model the ranking score is its relevance
""",
        "E §6.1",
        ("RerankDials: relevance url_quality source_preference own_store_preference",),
    ),
    Formula(
        "ranking.rerank.related",
        "What the relevance model reads",
        """
the first read_at_most by ranking score       if more than judged_at_most may count, or share > 0
none                                          otherwise: the judge reads all of them
""",
        "ours",
        ("RelevanceDials: read_at_most share", "RerankDials: judged_at_most"),
    ),
    Formula(
        "ranking.rerank.read",
        "Relevance of a piece",
        """
score beside a subclaim = (1 − share) × ranking score beside it + share × relevance of the model
0 beside a subclaim that the piece is far from; the ranking score where the model did not read
""",
        "ours",
        ("RelevanceDials: share",),
    ),
    Formula(
        "ranking.rerank.choose",
        "What the judge reads",
        """
few  = best first, at most judged_per_origin of an origin, the most credible of them included
kept = of few, for each subclaim the first ⌊judged_at_most / number of subclaims⌋ that fit it best,
       half of these places or more for sources of which something is known, if there are as many;
       and of the others the first, up to judged_at_most together
""",
        "ours",
        ("RerankDials: judged_per_origin judged_at_most",),
    ),
    Formula(
        "ranking.rerank.spread",
        "Spread",
        """
best first, at most per_domain_at_most of a domain and per_origin_at_most of an origin; the first top_k
""",
        "E §6.1, E (RERANK_TOP_K)",
        ("RerankDials: per_domain_at_most per_origin_at_most top_k",),
    ),
)
