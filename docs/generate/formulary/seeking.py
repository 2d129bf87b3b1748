"""The formulas of seeking."""

from docs.generate.formulary.entry import Formula

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "seeking.queries.forms",
        "Queries",
        """
the claim; its first phrase_words_at_most key words with words of refutation; its parts, if there are several;
of each part the names, if there are entities_at_least or more, and a name in quotation marks with its key words
a key word is in capitals, or no function word and capitalised or of word_letters_at_least letters or more
none twice; the first at_most
""",
        "A §3, E §5.2",
        ("QueryDials: phrase_words_at_most entities_at_least word_letters_at_least at_most",),
    ),
    Formula(
        "seeking.queries.limit",
        "Candidates asked for",
        """
limit for the claim and for its parts, frame_limit for any other query; times widened^(looks before), for attempts looks at most
""",
        "E, RAG_TOP_K",
        ("QueryDials: limit frame_limit widened attempts",),
    ),
    Formula(
        "seeking.queries.is_looked_at",
        "Collections that are looked at",
        """
all; from look current_from on, if it is not 0, only current affairs and the web
""",
        "E (adaptive refinement)",
        ("QueryDials: current_from",),
    ),
    Formula(
        "seeking.queries.for_web",
        "Queries for the web",
        """
the first of each form: claim, debunk, phrase, fact_check, entities, subclaim; then those of the other parts
the first web_at_most for each part
""",
        "E §5.1",
        ("QueryDials: web_at_most",),
    ),
    Formula(
        "seeking.urls.normalise",
        "One form of an address",
        """
https, the host without www. and m., the path without index files and final slash, no port, no fragment
the query sorted, without the parameters in tracking or beginning with one of tracking_prefixes
""",
        "B (URL dedupe), C (normalised URL)",
        ("UrlDials: tracking tracking_prefixes",),
    ),
    Formula(
        "seeking.urls.is_article",
        "Article or front page",
        """
no path:  an article if a parameter is in text_names or root_text_names
else the first that holds:
no        if one of the last two parts is in listing_parts, or the path ends in a date
article   if a parameter is in text_names, or the path is dated,
          or its last part has slug_words_at_least words or slug_digits_at_least digits
article   below front_parts, if it has more than path_parts_of_category + 1 parts
article   elsewhere, if it has more than path_parts_of_category parts or its last part is a file
""",
        "E §9.1",
        (
            "UrlDials: slug_words_at_least slug_digits_at_least path_parts_of_category",
            "UrlDials: front_parts listing_parts text_names root_text_names",
        ),
    ),
    Formula(
        "seeking.lexical.rarity",
        "Rarity of a word",
        """
rarity = ln(1 + (N − n + rarity_offset) / (n + rarity_offset))        n of the N documents have the word
""",
        "A §3 names the store; BM25",
        ("LexicalDials: rarity_offset",),
    ),
    Formula(
        "seeking.lexical.saturation",
        "Saturation of a word",
        """
saturation = tf / (tf + k1 × (1 − b + b × length / mean length))      tf: times in the document
""",
        "A §3 names the store; BM25",
        ("LexicalDials: k1 b",),
    ),
    Formula(
        "seeking.lexical.score",
        "Full-text score",
        """
score = Σ over the words of the query of times in the query × rarity × saturation
""",
        "A §3 names the store; BM25",
    ),
    Formula(
        "seeking.lexical.together",
        "Passages of one document",
        """
score together = score + other_share × score of the best other passage of its document      both among the in_sight best of all
""",
        "ours: a document is found by all of its passages, and each passage has a score of its own",
        ("LexicalDials: other_share in_sight",),
    ),
    Formula(
        "seeking.lexical.rarest",
        "Words looked up",
        """
looked up = the rarest word, and further ones, rarest first, while the places of all ≤ postings_at_most
""",
        "A §3 names the store; bounds what a search reads",
        ("LexicalDials: postings_at_most",),
    ),
    Formula(
        "seeking.depth.joined",
        "Meaning and words joined",
        """
score = near_weight / (rank_offset + rank by vectors) + told_weight / (rank_offset + rank by words)      no rank adds nothing
""",
        "A §3 names the stores; reciprocal ranks of Cormack et al. 2009",
        ("DepthDials: near_weight told_weight rank_offset",),
    ),
    Formula(
        "seeking.triples.names",
        "Names looked up",
        """
keys = all runs of 1 … name_words_at_most words and signs of the query, in lower case, each once
""",
        "A §3 names the store",
        ("TripleDials: name_words_at_most",),
    ),
    Formula(
        "seeking.triples.walk",
        "Triples in reach",
        """
hop 1 = triples with a name that stands in the query
hop k = triples that share a name with one of hop k − 1, k ≤ hops_at_most
""",
        "A §3 names the store",
        ("TripleDials: hops_at_most",),
    ),
    Formula(
        "seeking.triples.score",
        "Triple score",
        """
score = share of the query's words / hops
""",
        "A §3 names the store",
    ),
    Formula(
        "seeking.fuse.merge",
        "Fused rank",
        """
semantic score = Σ 1 / (rank_offset + rank)    over the answers that found it by text or vectors
triple score   = max of the triple finder's scores
kept           = the pool_at_most highest Σ 1 / (rank_offset + rank) over all answers
left out before that: front pages of the web and of current affairs
""",
        "A §3 (candidates of both stores); reciprocal rank fusion",
        ("FuseDials: rank_offset pool_at_most",),
    ),
    Formula(
        "seeking.origins._copied",
        "Origins: copies",
        """
share = |shingles of a ∩ shingles of b| / min(|shingles of a|, |shingles of b|), a shingle being shingle_words words in a row
one origin if share ≥ copied_share, or share ≥ wire_share under the byline of one agency
no comparison where the shorter has fewer than shingles_at_least shingles
""",
        "ours",
        ("OriginDials: shingle_words shingles_at_least copied_share wire_share",),
    ),
    Formula(
        "seeking.origins._meetings",
        "Origins: which pieces are compared",
        """
two pieces meet if the least of their shingles of one remainder mod bins is the same
a least shingle is remembered of the first meetings_at_most pieces that have it
""",
        "ours; one-permutation MinHash",
        ("OriginDials: bins meetings_at_most",),
    ),
    Formula(
        "seeking.origins._keys",
        "Origins: the same to the letter",
        """
one origin if the page or the whole text is the same, or quotation_words quoted words in a row
""",
        "ours",
        ("OriginDials: quotation_words",),
    ),
    Formula(
        "seeking.origins._same_topic",
        "Origins: mention of another",
        """
one origin if one names or links to the other, and
|content words of a ∩ content words of b| / min(|content words of a|, |content words of b|) ≥ same_topic_share
""",
        "ours",
        ("OriginDials: same_topic_share",),
    ),
    Formula(
        "seeking.origins.cluster",
        "Origins: who makes two of them one",
        """
a tie joins the origins of its two pieces; but where both have a piece of credibility ≥ joined_by_none already,
only if both of its pieces have, or, where one names or links to the other, the one that does
""",
        "ours",
        ("OriginDials: joined_by_none",),
    ),
    Formula(
        "seeking.passages.cut",
        "Passages",
        """
whole sentences, as many as fit into chars characters
the next passage repeats the last of them, as many as fit into overlap characters
a sentence longer than chars is broken into runs of words of at most overlap characters
""",
        "E §9.2",
        ("PassageDials: chars overlap",),
    ),
)
