"""The formulas of forecasts: what a call takes, and what a run takes."""

from docs.generate.formulary.entry import Formula

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "spend.worst",
        "What a call takes at most",
        """
calls = ⌈items / items a call may have⌉, at least 1; 1 where any number goes in one call
tokens, money = calls × (price of a call) + items × (price of an item)
pages = items, bytes = items × page_bytes_at_most                     for pages alone
milliseconds = ⌈slow × (calls × call_ms + items × item_ms)⌉

            call_ms      item_ms
find        find_ms      piece_ms                                     items: pieces asked for
relevance   0            text_ms
judge       0            pair_ms
split       split_ms     0                                            every question to a language model
search      search_ms    0
page        0            page_ms + page_bytes_at_most / passage_bytes × passage_ms
""",
        "ours",
        (
            "PaceDials: find_ms piece_ms pair_ms text_ms passage_ms page_ms search_ms split_ms slow",
            "ExpectDials: page_bytes_at_most passage_bytes",
        ),
    ),
    Formula(
        "spend.usual",
        "What a call is expected to take",
        """
as at most, with slow = 1 and page_bytes in place of the most bytes of a page
""",
        "ours",
        ("ExpectDials: page_bytes",),
    ),
    Formula(
        "spend.plan",
        "The calls of a run",
        """
looks = 1 + rounds
split      1 if a model splits the claim
find       looks × queries × finders, each for `found` pieces
relevance  looks if there is such a model, each with kept' = min(queries × finders × found, kept) texts
judge      looks, each with parts × min(kept', judged) pairs
search     rounds
page       rounds × pages
second     looks if there is a second judge, each with `doubted` pairs
explain    1 if a model explains, and once the judge with checked_pairs of its sentences and what they cite
""",
        "ours",
        ("ExpectDials: checked_pairs",),
    ),
    Formula(
        "spend.expect",
        "What a run is expected to ask for",
        """
found' = ⌈found × found of the run⌉, judged' = ⌈judged × judged of the run⌉
doubted' = ⌈judged × doubted of the run⌉, checked' = ⌈found × checked of the run⌉
rounds' = min(rounds, rounds of the run), pages' = min(pages, pages of the run)
""",
        "ours",
        ("ExpectDials: found judged rounds pages",),
    ),
    Formula(
        "spend.forecast",
        "What a run takes",
        """
expected = min(cap, Σ expected amounts of the calls that are expected)
worst = min(cap, Σ most amounts of all calls there can be)             for each resource
""",
        "SPEC §8",
    ),
)
