"""The formulas of telling, and of budgets."""

from docs.generate.formulary.entry import Formula

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "telling.explain.band",
        "Word for a confidence",
        """
very sure if confidence ≥ very_sure, fairly sure if ≥ sure, not very sure if ≥ unsure, else unsure
""",
        "ours",
        ("ExplainDials: very_sure sure unsure",),
    ),
    Formula(
        "telling.explain.sentences",
        "Length of an explanation",
        """
an opening and a second sentence for each part, where these are sentences_at_most or fewer
else the openings alone, the first sentences_at_most
a quote of more than quote_chars_at_most characters ends at the last space before that, with …
""",
        "E §7.1",
        ("ExplainDials: sentences_at_most quote_chars_at_most",),
    ),
    Formula(
        "telling.results.citations",
        "Citations of both sides",
        """
of each side the citations shown, taken from its quotes, most trusted first
together, most trusted first, the first at_most; a part has those of its own quotes
""",
        "E §7.2, E §8",
        ("CitationDials: at_most",),
    ),
    Formula(
        "telling.claimreview.render",
        "Rating",
        """
supported → best;  mixed → middle;  refuted → worst;  not_enough_evidence → no review
""",
        "ours; schema.org",
        ("RatingDials: best middle worst",),
    ),
    Formula(
        "telling.counterfactual.losses",
        "Origins whose loss flips the verdict",
        """
flips = {origin : verdict(evidence without the origin) ≠ verdict(evidence)}
""",
        "ours",
    ),
    Formula(
        "telling.counterfactual.gains",
        "Origins that would flip the verdict",
        """
the least n ≤ at_most for which verdict(evidence + n origins on one side) ≠ verdict(evidence), for each side
an added origin has that credibility, that stance, and that relevance as score, anchors, words and trust
""",
        "ours",
        ("AddedDials: at_most credibility stance relevance",),
    ),
    Formula(
        "spend.admit",
        "Admission of a call",
        """
admitted if, for every resource, spent + promised + worst case + kept ≤ cap
kept calls = max(0, reserved_facts_calls − fact calls admitted)          unless the call is one
           + max(0, reserved_verdict_calls − judge and verdict calls admitted)     unless the call is one
where nobody reads facts, nothing is kept for it
time is measured: a call finds at least a millisecond left, and is waited for until none is
""",
        "B (LLM quota hardening)",
        ("SpendDials: reserved_facts_calls reserved_verdict_calls",),
    ),
    Formula(
        "spend.stop",
        "End of the search",
        """
the first of: sufficient, and a verdict is reached; no query left; searches ≥ queries_at_most;
the relaxed gate passes and searches ≥ relaxed_after;
a comparison, one domain holds ≥ monopoly_share of what takes a side, and searches ≥ monopoly_after
""",
        "B (corrective loop budget)",
        ("StopDials: queries_at_most relaxed_after monopoly_share monopoly_after",),
    ),
)
