"""The formulas of answers checked against documents."""

from docs.generate.formulary.entry import Formula

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "ledger.matching.premises",
        "What is read beside a claim of an answer",
        """
rarity(word)   = ln(1 + (N − n + rarity_offset) / (n + rarity_offset))             n of the N sentences have the word
said(stretch)  = Σ rarity of the claim's words that it has / Σ rarity of the claim's words
value(stretch) = said − gain_per_sentence × (its sentences − 1)
looked at:     the sentences that have the claim's rarest words, looked_at of each and until there are as many
read:          the stretches of up to sentences_at_most sentences of greatest value that do not overlap, the first `stretches`;
               and, as one text, up to together_at_most sentences of together_chars characters, each adding together_gain to what is said
nothing        when the best says less than similarity_at_least
""",
        "D §4.1–4.2, of similarity; the sentences together are ours",
        (
            "MatchDials: stretches sentences_at_most gain_per_sentence similarity_at_least together_at_most together_chars together_gain "
            "looked_at rarity_offset",
        ),
    ),
    Formula(
        "ledger.questions.gathered",
        "What a claim of an answer cites",
        """
a citation     names the one passage whose name begins with it, of name_letters letters or more; else it is invalid
of what it cites the cited_stretches best are read, however little they say; then what any other claim would be checked against
a support that an amount or a denial excludes is turned, and the two values are named
""",
        "D §3.3, §4.1; ours",
        ("HearingDials: name_letters cited_stretches",),
    ),
    Formula(
        "ledger.levels.judge",
        "How far documents carry a claim of an answer",
        """
carries        = the greatest (support + said_weight × said) / (1 + said_weight) among what was read with support ≥ support_at_least
against        = the greatest share of refutation among what says at least on_it_from of the claim, numbers apart
disagree       = one document supports it and another refutes it, each by disagree_from or more and on it
contradicted   if they disagree, or against ≥ contradicted_from and against > every share of support
full           if not, and carries ≥ full_from
partial        if not, and carries ≥ partial_from
none           if not
""",
        "D §4.3, §8.2",
        ("LevelDials: said_weight support_at_least full_from partial_from contradicted_from on_it_from disagree_from",),
    ),
    Formula(
        "ledger.levels.confident",
        "Confidence in a claim of an answer",
        """
full | partial       to begin with, by level; 0 for what is contradicted or not found
+ each_further       for each further document that carries it, further_at_most of them
+ for_nearly_all     when what carries it says more than nearly_all of it, on average
− put_together       when only several places together carry it
""",
        "D §5.2",
        ("SureDials: full partial each_further further_at_most nearly_all for_nearly_all put_together",),
    ),
    Formula(
        "ledger.levels.settle",
        "Verdict on a claim of an answer",
        """
contradicted   if the level is contradicted
not_found      if it is none
supported      if it is full, and the confidence > supported_over
weak           if not
""",
        "D §5.1",
        ("SureDials: supported_over",),
    ),
    Formula(
        "ledger.spans.unsupported",
        "Words of a claim that no document carries",
        """
not carried    a word whose stem is in none of the quotes that say most of the claim
a stretch      from one such word to the next, while tokens_between words or fewer stand between
""",
        "ours",
        ("SpanDials: tokens_between",),
    ),
    Formula(
        "ledger.gates.summarise",
        "A ledger in numbers",
        """
coverage         = supported or weak claims / claims, minor ones left out; 1 when there are none
unsupported rate = claims not found / claims, minor ones left out; 0 when there are none
what the judge could not read is a claim that is neither carried nor not found
""",
        "D §7.1–7.2",
    ),
    Formula(
        "ledger.gates.judge",
        "The gates of an answer",
        """
coverage ≥ coverage_at_least, unsupported rate ≤ unsupported_at_most,
critical claims not found ≤ critical_unsupported_at_most, contradicted claims ≤ contradictions_at_most
""",
        "D §7.3",
        ("AnswerGateDials: coverage_at_least unsupported_at_most critical_unsupported_at_most contradictions_at_most",),
    ),
    Formula(
        "ledger.gates.outdated",
        "A document that is old",
        """
flagged        when what decides a claim was published more than outdated_days before the day; its age is told in years of year_days
""",
        "D §8.3",
        ("AnswerGateDials: outdated_days year_days",),
    ),
    Formula(
        "ledger.revision.decide",
        "Whether an answer is written again",
        """
no             after revisions_at_most revisions
no             if the gate of coverage is met and, unless as_printed, those of critical claims and contradictions are
yes            else; the writer is told of critical claims not found, or else of contradictions, or else to cite more; unless as_printed
               then of every other claim that falls short
""",
        "D §6.1–6.2",
        ("RevisionDials: revisions_at_most as_printed",),
    ),
    Formula(
        "ledger.revision.best",
        "Which attempt goes out",
        """
the last       unless best_attempt
else           fewest contradictions, then fewest critical claims not found, then highest coverage, of equals the latest
""",
        "D §6.3; ours",
        ("RevisionDials: best_attempt",),
    ),
    Formula(
        "ledger.findings.entries",
        "A language model's findings as a ledger",
        """
a finding is of the claim that has same_share of its words or more; its quote must stand in its passage
support        = supported | weak, refutation = contradicted, by its label
full           if supported findings together have whole_share of the claim's words
partial        if not, and findings have part_share of them
contradicted   if one says so, or its quote has another amount or denies it
""",
        "ours; D §4.3",
        ("FindingDials: same_share whole_share part_share supported weak contradicted",),
    ),
    Formula(
        "ledger.compose.choose",
        "The passages that an answer is written from",
        """
the first `excerpts` of what was found, none twice, none published after the day
""",
        "D §2; ours",
        ("AskDials: excerpts",),
    ),
    Formula(
        "ledger.compose.named",
        "The name of a passage in an anchor",
        """
the first name_letters of its hash; all of it where two begin alike
""",
        "D §3.3; ours",
        ("AskDials: name_letters",),
    ),
    Formula(
        "ledger.compose.put_back",
        "What a draft gets back",
        """
put back       what an earlier attempt said, no document carries and the draft lacks:
               no sentence of the draft has reworded_share of its words
""",
        "ours; D §6.2",
        ("AskDials: reworded_share",),
    ),
)
