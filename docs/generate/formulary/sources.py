"""The formulas of sources, a part of seeking."""

from docs.generate.formulary.entry import Formula

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "seeking.domains.registrable",
        "Registrable domain",
        """
domain = the public suffix and the label before it; suffix = an exception of the list without its first label,
         else its longest rule or wildcard, else the last label; the private part of the list counts
itself   an address, a single label, a bare suffix
none     a host of more than host_chars_at_most characters, or with more than label_chars_at_most between two dots
""",
        "SPEC §1 (source); public suffix list",
        ("DomainDials: host_chars_at_most label_chars_at_most",),
    ),
    Formula(
        "seeking.lookalikes.find",
        "Lookalikes",
        """
none      if the domain is known; else the first that holds:
subdomain      a known domain stands before it
confusable     its name is read as that of a known domain under the same suffix, or as a name below
other suffix   its name is one below, and its suffix is no country's own or the country's code is in sold_codes
hyphenated     a part of it between hyphens is a name below
one edit       its name is one edit away from one of edited_letters_at_least letters or more, under the same suffix;
               the first letter is the same, and the edit is no digit that is added
mixed scripts  a label has letters of scripts that do not stand together
names: of domains rated reliable or without consensus, of named_letters_at_least letters or more, that not many use
""",
        "ours",
        ("LookalikeDials: sold_codes edited_letters_at_least named_letters_at_least",),
    ),
    Formula(
        "seeking.register.worth",
        "What a rating is worth",
        """
credibility = reliable, no_consensus, unreliable or deprecated, as the source is rated
tier        = reliable_tier, no_consensus_tier, unreliable_tier or deprecated_tier
""",
        "E §7.2 names the list, C names the tiers; ours",
        (
            "RegisterDials: reliable no_consensus unreliable deprecated",
            "RegisterDials: reliable_tier no_consensus_tier unreliable_tier deprecated_tier",
        ),
    ),
)
