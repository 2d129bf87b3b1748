"""Statements that are told as somebody's, without quotation marks, and whose."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from veracious.rules.reading import clauses, grammar, tellers
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quoting import SpeechDials


@dataclass(frozen=True, slots=True)
class Told:
    """A statement without who makes it."""

    text: str
    speaker: str = ""


def attributed(text: str, lexicon: Lexicon, dials: SpeechDials) -> Told:
    """What a sentence tells as somebody's statement, and whose; the sentence itself where it tells it as a fact."""
    clause = clauses.parse(text, lexicon)
    for rule in (_credited, _quoted_as, _said_between, _said_last, _said_first):
        found = rule(clause, dials)
        if found is not None and found.speaker:
            return replace(found, text=found.text if rule is _credited else _own(found.text, found.speaker))
    return Told(text)


def _own(text: str, speaker: str) -> str:
    """What a body says of itself with its name for the pronoun that opens it: "It will close …"."""
    first, _, rest = text.partition(" ")
    return (
        f"{_capital(speaker)} {rest}"
        if first.lower() in ("it", "they", "he", "she") and speaker.lower() not in ("it", "they", "he", "she")
        else text
    )


# Words that credit somebody with a statement; the name stands behind them, or within them at the blank.
_CREDITS = tuple(
    tuple(line.split())
    for line in (
        "according to",
        "in the words of",
        "in the view of",
        "in the opinion of",
        "in the estimation of",
        "by the account of",
        "by the reckoning of",
        "as _ put",
        "as _ puts",
        "in _ words",
        "in _ view",
        "in _ telling",
    )
)


def _credited(clause: Clause, dials: SpeechDials) -> Told | None:
    """According to Ana Bell, the mayor, the road is closed; the road, in the words of Ana Bell, is closed; as Bell put it, …"""
    for at in range(len(clause) - 1):
        for credit in _CREDITS:
            found = _credit(clause, at, credit, dials)
            if found is None or _is_study(clause, *found[0]):
                continue
            who, end = found
            told = _without(clause, at, end)
            return None if told is None else Told(told, clause.words(*who).removesuffix("'s").removesuffix("’s"))
    return None


def _credit(clause: Clause, at: int, credit: Sequence[str], dials: SpeechDials) -> tuple[tuple[int, int], int] | None:
    """The tokens of who is credited, and where the credit ends with what it says of them."""
    before = credit.index("_") if "_" in credit else len(credit)
    if any(clause.low(at + k) != word for k, word in enumerate(credit[:before])) or clause.tag(at) is Tag.QUOTED:
        return None
    start, after = at + before, credit[before + 1 :]
    if after:
        ends = range(start + 1, min(len(clause), start + dials.speaker_words_at_most))
        close = next((k for k in ends if all(clause.low(k + j) == word for j, word in enumerate(after))), None)
        owned = close is not None and ("'" not in clause.low(close - 1)) == (credit[0] == "in")
        if close is None or owned:
            return None
        commas = (k for k in range(close, len(clause)) if clause.is_comma(k))
        return (start, close), next(commas, len(clause)) if credit[0] == "as" else close + len(after)
    end = next((k for k in range(start, len(clause)) if _ends_credit(clause, k, at == 0)), len(clause))
    return ((start, end), _described_end(clause, end, at == 0)) if end > start else None


def _ends_credit(clause: Clause, index: int, leads: bool) -> bool:
    """Whether the words for who is credited end here: at a comma, a verb, a quotation; behind a statement also at a relative clause."""
    quoted = clause.tags[index] is Tag.QUOTED
    return (
        quoted
        or clause.is_comma(index)
        or clause.low(index) == ";"
        or ((clause.low(index) == "that" or clause.tags[index] in (Tag.RELATIVE, *FINITE)) and not leads)
    )


def _described_end(clause: Clause, end: int, leads: bool) -> int:
    """Behind "Ana Bell, the mayor,": what only describes who is credited goes with the name."""
    if clause.tag(end) is Tag.RELATIVE or clause.low(end) == "that":
        return next((k for k in range(end, len(clause)) if clause.is_comma(k)), len(clause))
    if not clause.is_comma(end):
        return end
    commas = [k for k in range(end, len(clause) - 1) if clause.is_comma(k)]
    if leads:
        return next((k for k in commas if clauses.begins_clause(clause, k + 1)), end)
    for at in commas:
        close = next((k for k in commas if k > at), len(clause))
        opens = clause.tag(at + 1) in (Tag.DETERMINER, Tag.NAME, Tag.NUMBER, Tag.WORD, Tag.RELATIVE)
        if not opens or (clauses.main_verb(clause, at + 1, close) is not None and clause.tag(at + 1) is not Tag.RELATIVE):
            return at
    return len(clause)


def _without(clause: Clause, at: int, end: int) -> str | None:
    """The sentence without the credit that stands at its head, at its end or between commas; none where no statement is left."""
    first = clause.words(0, at)
    rest = clause.words(end + clause.is_comma(end), len(clause))
    if not first:
        return _capital(rest) or None
    joint = ", " if clause.tag(end + 1) is Tag.CONJUNCTION and clause.is_comma(end) else " "
    whole = f"{first}{joint if rest else ''}{rest}"
    stated = clauses.parse(whole, clause.lexicon)
    return whole if clauses.main_verb(stated) is not None or Tag.QUOTED in stated.tags else None


def _quoted_as(clause: Clause, dials: SpeechDials) -> Told | None:
    """The harbour master was quoted by local radio as saying that three boats had sunk."""
    at = next((k for k in range(1, len(clause) - 2) if clause.low(k) == "as" and clause.low(k + 1) in ("saying", "stating")), None)
    verb = clauses.main_verb(clause)
    if at is None or verb is None or verb >= at:
        return None
    start, end = tellers.subject(clause, verb)
    begin = at + 2 + (clause.low(at + 2) == "that")
    return Told(_capital(clause.words(begin, len(clause))), clause.words(start, end)) if end > start else None


def _said_between(clause: Clause, dials: SpeechDials) -> Told | None:
    """The viaduct, the council said, will be inspected."""
    commas = [k for k in range(1, len(clause) - 1) if clause.is_comma(k)]
    for start, end in itertools.pairwise(commas):
        verb = clauses.main_verb(clause, start + 1, end)
        inverted = verb == start + 1 and tellers.says(clause, verb) and tellers.is_voice(clause, start + 2, end)
        if verb is None or clause.tag(start + 1) in _NO_TELLER or end - start > dials.speaker_words_at_most:
            continue
        base = grammar.verb_base(clause.tokens[verb], clause.lexicon)
        if not tellers.says(clause, verb) and base not in clause.lexicon.belief_verbs and base not in clause.lexicon.reporting_verbs:
            continue
        whole = clause.tag(end + 1) is not Tag.CONJUNCTION and not _is_followed(
            clauses.parse(clause.words(0, end), clause.lexicon), verb + 1
        )
        goes_on = (*FINITE, Tag.BASE, Tag.PARTICIPLE, Tag.PREPOSITION)
        tied = clause.tag(clauses.skip_adverbs(clause, end + 1)) in goes_on and clause.tag(end + 2) is not Tag.RELATIVE
        joint = " " if tied else ", "
        rest = f"{clause.words(0, start)}{joint}{clause.words(end + 1, len(clause))}"
        if (whole or inverted) and (verb > start + 1 or inverted) and clauses.main_verb(clauses.parse(rest, clause.lexicon)) is not None:
            return Told(rest, clause.words(start + 2, end) if inverted else clause.words(start + 1, verb))
    return None


def _said_last(clause: Clause, dials: SpeechDials) -> Told | None:
    """The road is closed, the mayor said on Monday."""
    for comma in (k for k in range(len(clause) - 2, 1, -1) if clause.is_comma(k)):
        verb = clauses.main_verb(clause, comma + 1)
        confirmed = verb is not None and clause.low(verb) in ("has", "have", "had") and tellers.says(clause, verb + 1)
        if verb is not None and confirmed and not _is_followed(clause, verb + 2) and clause.tag(comma + 1) not in _NO_TELLER:
            return Told(clause.words(0, comma), clause.words(comma + 1, verb))
        inverted = tellers.says(clause, comma + 1) and clause.tag(comma + 1) is Tag.VERB
        if not inverted and (verb is None or not tellers.says(clause, verb) or clause.tag(comma + 1) in _NO_TELLER):
            continue
        said = comma + 1 if inverted else verb
        if said is None or clauses.main_verb(clause, 0, comma) is None or _is_followed(clause, said + 1 if not inverted else len(clause)):
            continue
        who = (said + 1, tellers.person_end(clause, said + 1)) if inverted else (comma + 1, said)
        if inverted and not tellers.is_voice(clause, *who):
            continue
        if 0 < who[1] - who[0] <= dials.speaker_words_at_most:
            joint = next((k for k in range(who[1], len(clause) - 2) if clause.is_comma(k) and clause.low(k + 1) in ("and", "but")), None)
            rest = "" if joint is None else f", {clause.words(joint + 1, len(clause))}"
            return Told(f"{clause.words(0, comma)}{rest}", clause.words(*who))
    return None


_NO_TELLER = frozenset({Tag.CONJUNCTION, Tag.RELATIVE, Tag.SUBORDINATOR, Tag.PREPOSITION, Tag.ADVERB})


def _is_followed(clause: Clause, start: int) -> bool:
    """Whether what is said stands behind the verb."""
    timed = start < len(clause) and clause.lexicon.relative_times.at(clause.tokens, start)[0]
    if clause.tag(start) in (Tag.NAME, Tag.WORD, Tag.DETERMINER, Tag.NUMBER, Tag.QUOTED) and not timed and clause.low(start - 1) != "told":
        return True
    return any(clause.tags[k] in FINITE or clause.low(k) == "that" for k in range(start, len(clause)))


def _said_first(clause: Clause, dials: SpeechDials) -> Told | None:
    """The mayor said on Monday that the road is closed."""
    verb = clauses.main_verb(clause)
    thats = [k for k in range(2, len(clause)) if clause.low(k) == "that"]
    that = next((k for k in thats if tellers.says(clause, k - 1 - (clause.low(k - 1) == "out"))), next(iter(thats), 0))
    told = that - 1 - (clause.low(that - 1) == "out")
    if (
        that
        and tellers.says(clause, told)
        and clause.tag(told - 1) in (Tag.NAME, Tag.WORD, Tag.SIGN, Tag.ADVERB, Tag.PRONOUN)
        and (verb is None or verb != told)
    ):
        comma = max((k for k in range(told - 1) if clause.is_comma(k)), default=-1)
        opened = clause.tag(0) in (Tag.PREPOSITION, Tag.SUBORDINATOR) and comma > 0
        between = any(clause.tags[k] in FINITE for k in range(comma + 1 if opened else 0, told)) and not clause.is_comma(told - 1)
        verb = verb if between else told
    if verb is None:
        return None
    group = clauses.verb_group_end(clause, verb)
    said = next((k for k in range(verb, group) if tellers.says(clause, k)), None) or _says_that(clause, group - 1)
    passive = said is not None and any(clause.low(k) in _BEING for k in range(verb, said))
    if said is None or passive or clauses.is_negated(clause, verb) or any(clause.low(k) in _UNSAID for k in range(verb, group)):
        return None
    start, end = tellers.subject(clause, verb)
    begin = _content(clause, group)
    if begin is None or end <= start or end - start > dials.speaker_words_at_most or _is_finding(clause, said, start, end):
        return None
    return Told(_capital(clause.words(begin, len(clause))), clause.words(start, end))


def _says_that(clause: Clause, verb: int) -> int | None:
    """Any verb that "that" follows says, if somebody is its subject; those of belief, doubt and proof do not."""
    base = grammar.verb_base(clause.tokens[verb], clause.lexicon)
    believes = base in clause.lexicon.belief_verbs or base in _DENIALS or base in _SHOWING
    spoken = clause.low(verb + 1) == "that" and not believes and clause.tags[verb] in (Tag.VERB, Tag.PARTICIPLE, Tag.BASE)
    return verb if spoken and tellers.is_voice(clause, *tellers.subject(clause, verb)) else None


_DENIALS = frozenset(
    "deny doubt dispute reject refute know learn discover hear see ensure require demand agree decide vote rule order".split()
)
_BEING = frozenset("is are was were be been being".split())
_UNSAID = frozenset("would could might should may must to".split())
_FINDINGS = frozenset(
    "study survey analysis research review report figure data statistic result finding poll paper model trial experiment record estimate "
    "image measurement test audit census evidence trend modelling".split()
)


_SHOWING = frozenset("show suggest indicate reveal prove demonstrate confirm mean imply".split())


def _is_finding(clause: Clause, verb: int, start: int, end: int) -> bool:
    """The survey found that …: the claim says whose finding it is."""
    shows = grammar.verb_base(clause.tokens[verb], clause.lexicon) in _SHOWING
    return _is_study(clause, start, end) or (shows and not (tellers.is_somebody(clause, start, end) or clause.tag(end - 1) is Tag.NAME))


def _is_study(clause: Clause, start: int, end: int) -> bool:
    """Whether a subject is a study or a report by its head."""
    heads = (k for k in range(start + 1, end) if clause.tags[k] in (Tag.PREPOSITION, Tag.SIGN, Tag.PARTICIPLE, Tag.VERB))
    head = clause.low(next(heads, end) - 1)
    return head in _FINDINGS or head.removesuffix("s") in _FINDINGS


_HEARERS = frozenset("us me him her them reporters journalists lawmakers members parliament".split())


def _content(clause: Clause, start: int) -> int | None:
    """Where what is said begins: behind "that", or at once, or behind whom it is said to."""
    that = next((k for k in range(start, len(clause)) if clause.low(k) == "that" or clause.tags[k] in FINITE), None)
    if that is not None and clause.low(that) == "that" and not any(clause.tags[k] is Tag.RELATIVE for k in range(start, that)):
        opens = that + 1 < len(clause)
        verbs = [k for k in range(that + 2, len(clause)) if clause.tags[k] in (*FINITE, Tag.PARTICIPLE) or clause.low(k) == "be"]
        asked = bool(verbs) and clause.low(verbs[0]) == "be" and clause.low(verbs[0] - 1) != "to"  # that ballots be stored
        states = bool(verbs) and not asked
        return that + 1 if opens and (states or clause.tag(that + 1) is Tag.QUOTED) else None
    start += clause.low(start) in _HEARERS
    if clause.tag(start) is Tag.PREPOSITION or clause.lexicon.relative_times.at(clause.tokens, start)[0]:
        at = start
        while (
            at < len(clause)
            and clause.tags[at] not in (Tag.DETERMINER, Tag.PRONOUN)
            and not (at > start + 1 and clause.tag(at) in (Tag.NAME, Tag.NUMBER))
        ):
            at += 1
        start = at
    inner = clauses.main_verb(clause, start)
    reduced = inner is not None and clause.low(inner + 1) == "by" and clause.tags[inner] is Tag.VERB  # the words followed by a picture
    opens = start < len(clause) and not reduced and (clauses.begins_clause(clause, start) or _begins_quoted(clause, start))
    return start if opens else None


def _begins_quoted(clause: Clause, start: int) -> bool:
    """The faults "had nothing to do with it": a subject whose verb is quoted."""
    at = start
    while clause.tag(at) in (Tag.DETERMINER, Tag.WORD, Tag.NAME):
        at += 1
    return at > start + 1 and clause.tag(start) in (Tag.DETERMINER, Tag.NAME) and clause.tag(at) is Tag.QUOTED


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
