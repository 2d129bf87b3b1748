"""The formulas of the open web: what is searched, what is read, when it ends."""

from docs.generate.formulary.entry import Formula

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "seeking.targets.openness",
        "How open a part is",
        """
open = −p × log2 p − (1 − p) × log2 (1 − p)        p = 1 / (1 + e^−belief)
times decided, once the part is supported or refuted
""",
        "C (EVOI: entropy of the prior)",
        ("TargetDials: decided",),
    ),
    Formula(
        "seeking.targets.worth",
        "Worth of a search",
        """
worth = open × decay^(searches made for the same part or for all of the claim)
open is that of the part; for a query of all of the claim, the mean of its parts
the query of greatest worth is next; of equals the first in the list
""",
        "C (EVOI), SPEC §8",
        ("TargetDials: decay",),
    ),
    Formula(
        "seeking.targets.is_worth_it",
        "Whether a search is made",
        """
its worth is at least least
""",
        "C (minimum of EVOI)",
        ("TargetDials: least",),
    ),
    Formula(
        "seeking.acquisition.worth",
        "Worth of a page before it is read",
        """
worth = (unspoken + (1 − unspoken) × share) × credibility × place^(places above it)
share is that of the words sought that title and snippet have; unknown_credibility where nothing is known
""",
        "C (acquisition ladder: snippets first), SPEC §8",
        ("WorthDials: unspoken unknown_credibility place",),
    ),
    Formula(
        "seeking.acquisition.order",
        "Order of reading",
        """
again and again the page of greatest worth, times again where its host was read already; of equals the first in the list
without by_value the list as it is
""",
        "SPEC §8",
        ("WorthDials: again by_value",),
    ),
    Formula(
        "seeking.acquisition.bears",
        "Whether a page bears on a part",
        """
it has at least bearing_share of the words of the part
""",
        "C (quote hit-rate)",
        ("LadderDials: bearing_share",),
    ),
    Formula(
        "seeking.acquisition.expected",
        "Expected value of the next page",
        """
expected = value × open × bearing × decay^read × (1 − relief × covered)
bearing = (bearing_before + pages that bore) / (bearing_before + idle_before + pages read)
""",
        "C (acquisition ladder)",
        ("LadderDials: value bearing_before idle_before decay relief",),
    ),
    Formula(
        "seeking.acquisition.goes_on",
        "Whether the next page is read",
        """
no   at pages_at_most
yes  below pages_at_least
else expected ≥ cost
""",
        "C (acquisition ladder)",
        ("LadderDials: pages_at_most pages_at_least cost",),
    ),
    Formula(
        "seeking.remembered.passed_over",
        "Addresses that are not read again",
        """
read_before    read less than fresh_days ago
failed_before  could not be read, less than failed_days ago
""",
        "B (URL memory), C (registry)",
        ("MemoryDials: fresh_days failed_days",),
    ),
    Formula(
        "seeking.reviews.same",
        "Whether a review is of this claim",
        """
each of the two entails the other with at least same_at_least, or they are the same words
""",
        "SPEC §3",
        ("ReviewDials: same_at_least",),
    ),
    Formula(
        "seeking.reviews.rated",
        "Stance of a rating",
        """
a rating that plainly takes a side takes it with sure; the rest is shared by the two others
any other rating takes no side
""",
        "SPEC §3",
        ("ReviewDials: sure",),
    ),
    Formula(
        "seeking.current.queries",
        "Queries of a refresh",
        """
one a line, each once, comments left out; refused when more than queries_at_most, or one of more than query_chars_at_most characters
""",
        "E §9.2",
        ("CurrentDials: queries_at_most query_chars_at_most",),
    ),
    Formula(
        "seeking.current.choose",
        "Pages of a refresh",
        """
credible publishers first (unknown_credibility where nothing is known), of these the newest, then what the searches put higher
no publisher has more than domain_share of pages_at_most, and always one; tries_a_page × pages_at_most in all
""",
        "E §9.2 (credible first)",
        ("CurrentDials: unknown_credibility domain_share pages_at_most tries_a_page",),
    ),
    Formula(
        "seeking.current.age",
        "Age of a page of current affairs",
        """
undated  without a date, or with one more than days_ahead_at_most ahead
old      more than days_at_most days before the day
fresh    else
""",
        "E §9.2",
        ("CurrentDials: days_ahead_at_most days_at_most",),
    ),
    Formula(
        "seeking.current.has_room",
        "Pages without a date",
        """
let in as long as they are at most undated_share of the pages
""",
        "E §9.2",
        ("CurrentDials: undated_share",),
    ),
)
