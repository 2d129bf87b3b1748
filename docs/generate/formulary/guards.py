"""The guards of a verdict: first those of a part, then those of the whole, both in their order."""

from docs.generate.formulary.entry import Formula

GUARDED: tuple[Formula, ...] = (
    Formula(
        "judging.guards.no_evidence_no_verdict",
        "Guard of a part, and of the whole: no evidence, no verdict",
        """
not_enough_evidence                            if no origin takes a side
""",
        "E §7.1",
    ),
    Formula(
        "judging.guards.uncited_decides_nothing",
        "Guard of a part: a verdict needs quotes",
        """
supported → not_enough_evidence                if supporting origins with a quote < quoted_at_least
refuted   → not_enough_evidence                if refuting origins with a quote < quoted_at_least
""",
        "E §7.3",
        ("StrongDials: quoted_at_least",),
    ),
    Formula(
        "judging.guards.weak_signals_decide_nothing",
        "Guard of a part: weak signals",
        """
not_enough_evidence                            if max(support, refutation) < weak_signal
""",
        "A §8",
        ("GuardDials: weak_signal",),
    ),
    Formula(
        "judging.guards.voices_must_not_oppose",
        "Guard of a part: the evidence must not oppose",
        """
supported → not_enough_evidence                if refuting origins > supporting origins
refuted   → not_enough_evidence                if supporting origins > refuting origins
""",
        "A §8",
    ),
    Formula(
        "judging.guards.absolute_quantifier_needs_more",
        "Guard of a part: absolute quantifiers",
        """
supported → not_enough_evidence                if the claim says always, never, all and firmly supporting origins < absolute_origins
""",
        "A §8",
        ("GuardDials: absolute_origins",),
    ),
    Formula(
        "judging.guards.rationale_must_not_oppose",
        "Guard: the rationale must not oppose",
        """
supported → not_enough_evidence                if the written reasons refute
refuted   → not_enough_evidence                if the written reasons support
""",
        "A §8",
    ),
    Formula(
        "judging.guards.decisive_needs_sufficiency",
        "Guard: a binary verdict needs quality",
        """
supported, refuted → not_enough_evidence       if not sufficient, or trust_post < binary_trust
""",
        "A §8",
        ("GuardDials: binary_trust",),
    ),
    Formula(
        "judging.guards.mixed_needs_trust",
        "Guard: a dispute needs trust",
        """
mixed → not_enough_evidence                    if trust_post < binary_trust
""",
        "ours; A §8 asks it of a binary verdict",
        ("GuardDials: binary_trust",),
    ),
    Formula(
        "judging.guards.strong_voices_force_truth",
        "Guard: a side chosen against dissent",
        """
truth ≥ supported_truth                        if supported, and a part has firm origins on both sides
truth ≤ refuted_truth                          if refuted, and the same
""",
        "A §8",
        ("StrongDials: supported_truth refuted_truth",),
    ),
    Formula(
        "judging.guards.excluded_amount_is_untrue",
        "Guard: an excluded amount",
        """
truth ≤ numeric_truth                          if refuted, and a quote excludes the amount of a part that no quote supports
""",
        "A §6.1",
        ("GuardDials: numeric_truth",),
    ),
    Formula(
        "judging.guards.open_parts_cap_truth",
        "Guard: open parts",
        """
truth ≤ open_truth                             if a part is UNKNOWN and none is contradicted
""",
        "A §6.1",
        ("GuardDials: open_truth",),
    ),
    Formula(
        "judging.guards.resolved_truth_is_lifted",
        "Guard: fully resolved",
        """
truth ≥ resolved_truth                         if supported, and every part is STRONGLY_VALID
""",
        "A §6.1",
        ("GuardDials: resolved_truth",),
    ),
    Formula(
        "judging.guards.pure_contradiction_is_low",
        "Guard: pure contradiction",
        """
truth ≤ contradicted_truth                     if refuted, and every part is INVALID
""",
        "A §6.1",
        ("GuardDials: contradicted_truth",),
    ),
    Formula(
        "judging.guards.diversity_ceils_truth",
        "Guard: diversity ceiling",
        """
truth ≤ ceiling_base + ceiling_gain × diversity
""",
        "A §6.1",
        ("GuardDials: ceiling_base ceiling_gain",),
    ),
    Formula(
        "judging.guards.undecided_truth_is_open",
        "Guard: undecided",
        """
truth = unverifiable_truth                     if not_enough_evidence
""",
        "A §6.1",
        ("GuardDials: unverifiable_truth",),
    ),
)
