"""The formulas of explaining, and of budgets."""

from docs.generate.formulary.entry import Formula

PLAIN: tuple[Formula, ...] = (
    Formula(
        "explaining.plain.explain",
        "Explanation from excerpts without a model",
        """
of each excerpt the sentence that has most of the claim's words, the earliest of equals; the same one only once
told: the first explanation_sentences_at_most, in the order of the excerpts; of one alone also that it is alone
a quote or title of more than quote_chars_at_most characters ends at the last space before that, with …
""",
        "ours; E §7.1",
        ("PlainDials: explanation_sentences_at_most quote_chars_at_most",),
    ),
    Formula(
        "explaining.plain.summarise",
        "Summary of the parts without a model",
        """
the parts: refuted, mixed, supported, not_enough_evidence, of equals as in the claim
chosen:    the first sentence of each that cites, then the second of each, and so on, the first summary_sentences_at_most
told:      in the order of the claim, none twice
""",
        "ours; E §8",
        ("PlainDials: summary_sentences_at_most",),
    ),
    Formula(
        "explaining.plain.write",
        "Answer without a model",
        """
share  = content words of the question that a sentence has / content words of the question
answer = the sentences with share ≥ answer_share, the largest first, of equals the earlier, the first answer_sentences_at_most
a sentence that asks is none; one that several excerpts have cites them all
""",
        "ours",
        ("PlainDials: answer_share answer_sentences_at_most",),
    ),
    Formula(
        "explaining.plain.criticise",
        "Doubt of a sentence of an answer",
        """
share of a text = content words of the sentence that the text has / content words of the sentence
nearest         = of each excerpt that it cites, the sentence that has most of them
the first of:
uncited         it cites no excerpt that was given
contradicted    a nearest sentence with share ≥ about_share excludes its amount, or one of the two denies the other
unsupported     share of all it cites < cited_share, or one of its amounts stands nowhere in them
overstated      it allows no exception and no nearest sentence does so, or it has no reservation and all of these have one
""",
        "ours; D §2 (skeptic)",
        ("PlainDials: about_share cited_share",),
    ),
    Formula(
        "explaining.plain.supported",
        "Support of a sentence of an answer",
        """
contradicted    if refutes ≥ max(supports, contradicted_from)
supported       if not, and supports > supported_over
weak            if not, and supports ≥ weak_from
not_found       otherwise
""",
        "D §5.1, D §5.3",
        ("PlainDials: contradicted_from supported_over weak_from",),
    ),
)
TOLD: tuple[Formula, ...] = (
    Formula(
        "explaining.explain.band",
        "Word for a confidence",
        """
very sure if confidence ≥ very_sure, fairly sure if ≥ sure, not very sure if ≥ unsure, else unsure
""",
        "ours",
        ("ExplainDials: very_sure sure unsure",),
    ),
    Formula(
        "explaining.explain.sentences",
        "Length of an explanation",
        """
an opening and a second sentence for each part, where these are sentences_at_most or fewer
else the openings alone, the first sentences_at_most
a quote of more than quote_chars_at_most characters ends at the last space before that, with …
where a model explains: those of its sentences that the judge finds in what they cite, the first sentences_at_most;
                        the rules' own, if these are fewer than sentences_at_least, or the model fails
""",
        "E §7.1",
        ("ExplainDials: sentences_at_most sentences_at_least quote_chars_at_most",),
    ),
    Formula(
        "explaining.results.citations",
        "Citations of both sides",
        """
of each side the citations shown, taken from its quotes, most trusted first
together, most trusted first, the first at_most; a part has those of its own quotes
""",
        "E §7.2, E §8",
        ("CitationDials: at_most",),
    ),
    Formula(
        "explaining.claimreview.render",
        "Rating",
        """
supported → best;  mixed → middle;  refuted → worst;  not_enough_evidence → no review
""",
        "ours; schema.org",
        ("RatingDials: best middle worst",),
    ),
    Formula(
        "explaining.counterfactual.losses",
        "Origins whose loss flips the verdict",
        """
flips = {origin : verdict(evidence without the origin) ≠ verdict(evidence)}
""",
        "ours",
    ),
    Formula(
        "explaining.counterfactual.gains",
        "Origins that would flip the verdict",
        """
the least n ≤ at_most for which verdict(evidence + n origins on one side) ≠ verdict(evidence), for each side
an added origin has that credibility, that stance, and that relevance as score, anchors, words and trust
""",
        "ours",
        ("AddedDials: at_most credibility stance relevance",),
    ),
)
SPENT: tuple[Formula, ...] = (
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
the first of: sufficient, and a verdict is reached; no query left; the next search is not worth it;
searches ≥ queries_at_most × parts;
the relaxed gate passes and searches ≥ relaxed_after, and, with relaxed_decided, a verdict is reached;
a comparison, one domain holds ≥ monopoly_share of what takes a side, and searches ≥ monopoly_after
""",
        "B (corrective loop budget)",
        ("StopDials: queries_at_most relaxed_after relaxed_decided monopoly_share monopoly_after",),
    ),
)
FORMULAS = (*TOLD, *PLAIN, *SPENT)
