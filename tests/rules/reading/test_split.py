"""A claim into the parts that can be checked apart: each rule by its own sentences, then the whole."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE, claims
from veracious.rules.reading import asides, joins, split
from veracious.rules.reading.clauses import parse
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.reading.split import Rule, SplitDials
from veracious.rules.reading.tokens import scan

DIALS, SENTENCES = SplitDials(), SentenceDials()


def parts(text: str, lexicon: Lexicon, dials: SplitDials = DIALS) -> tuple[str, ...]:
    return split.parts(text, lexicon, dials, SENTENCES)


APPLIES: list[tuple[Rule, str, tuple[str, ...]]] = [
    (
        asides.relative,
        "Marie Curie, who was born in Warsaw, won two Nobel Prizes",
        ("Marie Curie won two Nobel Prizes", "Marie Curie was born in Warsaw"),
    ),
    (
        asides.relative,
        "Cobalt is refined in China, which also processes graphite",
        ("Cobalt is refined in China", "China also processes graphite"),
    ),
    (
        asides.relative,
        "Zaha Hadid, whose father was a politician, studied in Beirut",
        ("Zaha Hadid studied in Beirut", "Zaha Hadid's father was a politician"),
    ),
    (
        asides.relative,
        "The tribunal sat in Arusha, where judges convicted an officer",
        ("The tribunal sat in Arusha", "In Arusha judges convicted an officer"),
    ),
    (
        asides.relative,
        "Marie Curie moved to Paris, where she studied physics",
        ("Marie Curie moved to Paris", "In Paris Marie Curie studied physics"),
    ),
    (
        asides.apposition,
        "Jes Staley, chief executive of Barclays, resigned in 2021",
        ("Jes Staley resigned in 2021", "Jes Staley was chief executive of Barclays"),
    ),
    (
        asides.apposition,
        "The drug was developed by BioNTech, a company based in Mainz, and Pfizer sold the drug",
        ("The drug was developed by BioNTech, and Pfizer sold the drug", "BioNTech is a company based in Mainz"),
    ),
    (
        asides.apposition,
        "Mo Ibrahim, a telecoms entrepreneur, set up a prize",
        ("Mo Ibrahim set up a prize", "Mo Ibrahim was a telecoms entrepreneur"),
    ),
    (
        asides.apposition,
        "The drug was developed by BioNTech, a company based in Mainz",
        ("The drug was developed by BioNTech", "BioNTech is a company based in Mainz"),
    ),
    (
        asides.apposition,
        "The bank's chief executive, Jes Staley, resigned in 2021",
        ("The bank's chief executive resigned in 2021", "The bank's chief executive was Jes Staley"),
    ),
    (
        asides.participle,
        "Aspartame, discovered in 1965, is sweeter than sugar",
        ("Aspartame is sweeter than sugar", "Aspartame was discovered in 1965"),
    ),
    (joins.semicolon, "Reykjavik uses hot springs; Warsaw relies on coal", ("Reykjavik uses hot springs", "Warsaw relies on coal")),
    (joins.semicolon, "Warsaw relies on coal; it imports gas", ("Warsaw relies on coal", "Warsaw imports gas")),
    (joins.semicolon, "It rained; it snowed", ("It rained", "it snowed")),
    (joins.concession, "Although Botswana has diamonds, it imports grain", ("Botswana has diamonds", "Botswana imports grain")),
    (joins.concession, "While Chile has copper, Botswana has diamonds", ("Chile has copper", "Botswana has diamonds")),
    (joins.concession, "Chile has copper, whereas Botswana has diamonds", ("Chile has copper", "Botswana has diamonds")),
    (
        joins.neither,
        "Neither Apple nor Samsung recalled the phones",
        ("Apple did not recall the phones", "Samsung did not recall the phones"),
    ),
    (joins.neither, "Venus is neither a star nor a moon", ("Venus is not a star", "Venus is not a moon")),
    (
        joins.neither,
        "The firm neither confirmed nor denied the report",
        ("The firm did not confirm the report", "The firm did not deny the report"),
    ),
    (
        joins.both,
        "Both sumatriptan and rizatriptan are approved for migraine",
        ("sumatriptan is approved for migraine", "rizatriptan is approved for migraine"),
    ),
    (joins.both, "Both cats and dogs carry fleas", ("cats carry fleas", "dogs carry fleas")),
    (
        joins.not_but,
        "Cholera is caused not by a virus but by a bacterium",
        ("Cholera is caused not by a virus", "Cholera is caused by a bacterium"),
    ),
    (joins.not_but, "The flood hit not only Ghana but also Togo", ("The flood hit Ghana", "The flood hit Togo")),
    (
        joins.but_not,
        "The capital of Australia is Canberra, not Sydney",
        ("The capital of Australia is Canberra", "The capital of Australia is not Sydney"),
    ),
    (
        joins.but_not,
        "Norway is a member of NATO but not of the European Union",
        ("Norway is a member of NATO", "Norway is not a member of the European Union"),
    ),
    (joins.but_not, "Norway belongs to NATO, but not to the Union", ("Norway belongs to NATO", "Norway does not belong to the Union")),
    (
        joins.clauses_joined,
        "India became independent and the state of Pakistan was created",
        ("India became independent", "the state of Pakistan was created"),
    ),
    (joins.clauses_joined, "Exports rose, but imports fell", ("Exports rose", "imports fell")),
    (
        joins.verb_phrases,
        "Ole Kirk trained as a carpenter, opened a workshop and made toys",
        ("Ole Kirk trained as a carpenter", "Ole Kirk opened a workshop", "Ole Kirk made toys"),
    ),
    (
        joins.verb_phrases,
        "Ole Kirk trained as a carpenter, opened a workshop, and made toys",
        ("Ole Kirk trained as a carpenter", "Ole Kirk opened a workshop", "Ole Kirk made toys"),
    ),
    (joins.verb_phrases, "Elon Musk bought Twitter and renamed it", ("Elon Musk bought Twitter", "Elon Musk renamed Twitter")),
    (joins.verb_phrases, "The law was passed in 2010 and repealed in 2015", ("The law was passed in 2010", "The law was repealed in 2015")),
    (joins.verb_phrases, "Shakespeare was born in 1564 and died in 1616", ("Shakespeare was born in 1564", "Shakespeare died in 1616")),
    (
        joins.verb_phrases,
        "Alitalia did not pay the fees or refund passengers",
        ("Alitalia did not pay the fees", "Alitalia did not refund passengers"),
    ),
    (
        joins.infinitives,
        "The treaty obliged Germany to give up land and to pay reparations",
        ("The treaty obliged Germany to give up land", "The treaty obliged Germany to pay reparations"),
    ),
    (
        joins.infinitives,
        "The treaty obliged Germany to give up land, to limit the army and to pay reparations",
        (
            "The treaty obliged Germany to give up land",
            "The treaty obliged Germany to limit the army",
            "The treaty obliged Germany to pay reparations",
        ),
    ),
    (joins.objects, "Ghana sold oil to France and gas to Germany", ("Ghana sold oil to France", "Ghana sold gas to Germany")),
    (joins.objects, "The EU banned lead, mercury and cadmium", ("The EU banned lead", "The EU banned mercury", "The EU banned cadmium")),
    (joins.objects, "The family bought a house and a boat", ("The family bought a house", "The family bought a boat")),
]

LEAVES_ALONE: list[tuple[Rule, str]] = [
    (asides.relative, "Workers who had joined the union received full pay"),  # restrictive: no commas
    (asides.relative, "The firm was founded in 1837, which was a bad year"),  # 1837 is no firm
    (asides.apposition, "Lisbon, Portugal, was hit by a wave"),
    (asides.apposition, "Rome burned, a crowd cheered"),  # a clause of its own
    (asides.apposition, "Smith was an author, a friend of Jones"),  # said of Smith or of the author
    (asides.apposition, "The family bought a car, a house and a boat"),  # a list
    (asides.apposition, "In Paris, a man sold a horse"),  # a place, then the subject
    (asides.participle, "Aspartame discovered in 1965 is sweeter than sugar"),  # restrictive
    (asides.participle, "Ole Kirk trained as a carpenter, opened a workshop and made toys"),  # verbs, not asides
    (joins.semicolon, "The museum has three halls; two gardens"),  # no clause behind it
    (joins.semicolon, "The film is called “Rome fell; Paris stands”"),  # inside quotation marks
    (joins.concession, "Nero played the lyre while Rome burned"),  # at the same time
    (joins.concession, "Although rich, Botswana imports grain"),  # no clause behind "although"
    (joins.neither, "Neither of the two firms recalled the phones"),
    (joins.neither, "Apple recalled the phones"),
    (joins.both, "Both kidneys were removed in 2010"),
    (joins.both, "The law bans both lead and mercury"),  # objects: another rule's
    (joins.not_but, "The vote was not close"),
    (joins.not_but, "The vote was not close but the count was slow"),  # two clauses
    (joins.but_not, "The vote was not close"),
    (joins.clauses_joined, "Prices rose because demand grew and supply fell"),  # one cause
    (joins.clauses_joined, "Siemens pays for research and development"),
    (joins.clauses_joined, "Exports rose and fell"),
    (joins.verb_phrases, "India became independent and the state of Pakistan was created"),  # a subject of its own
    (joins.verb_phrases, "The EU banned lead and mercury"),
    (joins.verb_phrases, "Ice melts and floats if the sun warms it"),  # one condition
    (joins.infinitives, "The treaty obliged Germany to pay reparations"),
    (joins.infinitives, "The treaty asked Germany and France to pay"),
    (joins.objects, "Siemens pays for research and development"),  # a fixed pair
    (joins.objects, "The firm sells national and local papers"),  # both adjectives belong to the papers
    (joins.objects, "Malta and Cyprus joined the Union"),  # joined subjects stay
    (joins.objects, "The tunnel connects France and Britain"),  # the two make one statement
    (joins.objects, "The fee lies between 5 and 7 dollars"),
    (joins.objects, "Lagos has more people than Accra and Lomé"),  # behind "than"
]


@pytest.mark.parametrize(("rule", "text", "found"), APPLIES, ids=lambda value: getattr(value, "__name__", None))
def test_a_rule_splits_its_own_sentence(rule: Rule, text: str, found: tuple[str, ...], lexicon: Lexicon) -> None:
    said = rule(parse(text, lexicon))
    assert said is not None
    assert [part.split() for part in said] == [part.split() for part in found]


@pytest.mark.parametrize(("rule", "text"), LEAVES_ALONE, ids=lambda value: getattr(value, "__name__", None))
def test_a_rule_leaves_other_sentences_alone(rule: Rule, text: str, lexicon: Lexicon) -> None:
    assert rule(parse(text, lexicon)) is None


def test_every_rule_has_its_sentences() -> None:
    rules = {*split.ASIDES, *split.JOINS}
    assert {rule for rule, _, _ in APPLIES} == rules
    assert {rule for rule, _ in LEAVES_ALONE} == rules


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "According to the WHO, cholera kills thousands and malaria kills more.",
            ("According to the WHO, cholera kills thousands.", "According to the WHO, malaria kills more."),
        ),
        (
            "In 1947, India became independent and Pakistan was created.",
            ("In 1947, India became independent.", "In 1947, Pakistan was created."),
        ),
        (
            "The Bank of Japan said that inflation had slowed in May and that wages were rising.",
            ("The Bank of Japan said that inflation had slowed in May.", "The Bank of Japan said that wages were rising."),
        ),
        (
            "Exports fell in 2022 but recovered in 2023, the agency reported.",
            ("Exports fell in 2022, the agency reported.", "Exports recovered in 2023, the agency reported."),
        ),
        (
            "Exports fell in 2022 but recovered in 2023, according to the agency.",
            ("Exports fell in 2022, according to the agency.", "Exports recovered in 2023, according to the agency."),
        ),
    ],
)
def test_a_frame_is_put_around_every_part(text: str, found: tuple[str, ...], lexicon: Lexicon) -> None:
    """Who says so, when and where hold for each part."""
    assert parts(text, lexicon) == found


def test_an_aside_stands_outside_the_frame(lexicon: Lexicon) -> None:
    """Who Maathai was is not something the minister said."""
    assert parts("The minister said that Wangari Maathai, who founded a movement, received a prize.", lexicon) == (
        "The minister said that Wangari Maathai received a prize.",
        "Wangari Maathai founded a movement.",
    )


@pytest.mark.parametrize(
    ("text", "head", "core", "tail"),
    [
        ("According to Smith, prices rose.", "According to Smith,", "prices rose", ""),
        ("In 2019, prices rose.", "In 2019,", "prices rose", ""),
        ("In 2019, in Rome, prices rose.", "In 2019, in Rome,", "prices rose", ""),
        ("Smith said that prices rose.", "Smith said that", "prices rose", ""),
        ("Prices rose, Smith said.", "", "Prices rose", ", Smith said"),
        ("Smith said in May that prices rose.", "Smith said in May that", "prices rose", ""),
        ("The law ensures that prices fall.", "", "The law ensures that prices fall", ""),  # nobody says so
        ("Prices rose, due to demand.", "", "Prices rose, due to demand", ""),
        ("Prices rose.", "", "Prices rose", ""),
        ("Although prices rose, wages fell.", "", "Although prices rose, wages fell", ""),  # a contrast is no frame
        ("If prices rise, wages fall.", "", "If prices rise, wages fall", ""),  # a condition is part of the claim
    ],
)
def test_what_frames_a_sentence_is_taken_off(text: str, head: str, core: str, tail: str, lexicon: Lexicon) -> None:
    found = split.frame(text, lexicon)
    assert (found.head, found.core, found.tail) == (head, core, tail)


def test_a_frame_goes_around_a_part() -> None:
    assert split.Frame("In 2019,", "x", ", Smith said").around("prices rose") == "In 2019, prices rose, Smith said"
    assert split.Frame("", "x", "").around("prices rose") == "prices rose"


def test_parts_are_split_again(lexicon: Lexicon) -> None:
    """An aside first, then the verbs of what is left."""
    assert parts("Marie Curie, who was born in Warsaw, won two Nobel Prizes and died in 1934.", lexicon) == (
        "Marie Curie won two Nobel Prizes.",
        "Marie Curie died in 1934.",
        "Marie Curie was born in Warsaw.",
    )


def test_sentences_are_parts_and_a_pronoun_takes_the_name_before_it(lexicon: Lexicon) -> None:
    assert parts("Marie Curie was born in Warsaw. She moved to Paris in 1891.", lexicon) == (
        "Marie Curie was born in Warsaw.",
        "Marie Curie moved to Paris in 1891.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Prices rose because demand grew and supply fell.",
        "A driver can lose the licence if alcohol and cocaine are found in a sample.",
        "Malta and Cyprus joined the European Union in 2004.",
        "Ernst and Young audited the accounts of Wirecard for ten years.",
        "Between 5 and 7 million people smoke in Spain.",
        "Workers who had joined the union before the strike received full pay.",
        "Lagos has more inhabitants than Accra and Lomé.",
        "Whales are warm-blooded mammals.",
    ],
)
def test_what_makes_one_claim_stays_whole(text: str, lexicon: Lexicon) -> None:
    assert parts(text, lexicon) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        'The chairman warned: "Costs are rising, passengers are leaving and the bank will not wait."',
        "The chairman warned: “Costs are rising; passengers are leaving, although we pay.”",
        "Jane Austen wrote “Pride and Prejudice” in Hampshire.",
        "The law (which bans lead and mercury) was passed in 2010.",
    ],
)
def test_nothing_inside_quotation_marks_or_brackets_is_cut(text: str, lexicon: Lexicon) -> None:
    assert parts(text, lexicon) == (text,)


def test_what_stands_around_a_quotation_is_split(lexicon: Lexicon) -> None:
    assert parts('John Steinbeck published "Of Mice and Men" in 1937 and won a prize in 1962.', lexicon) == (
        'John Steinbeck published "Of Mice and Men" in 1937.',
        "John Steinbeck won a prize in 1962.",
    )


def test_there_are_at_most_five_parts(lexicon: Lexicon) -> None:
    """Five metals are five parts; six would be too many, so the sentence stays whole; six sentences too."""
    five = "The EU banned lead, mercury, cadmium, arsenic and nickel."
    assert parts(five, lexicon) == tuple(f"The EU banned {metal}." for metal in ("lead", "mercury", "cadmium", "arsenic", "nickel"))
    six = "The EU banned lead, mercury, cadmium, arsenic, nickel and zinc."
    assert parts(six, lexicon) == (six,)
    sentences = ("Whales swim.", "Dogs bark.", "Cats sleep.", "Birds sing.", "Cows graze.", "Horses run.")
    assert parts(" ".join(sentences), lexicon) == (" ".join(sentences),)
    assert parts(" ".join(sentences[:5]), lexicon) == sentences[:5]


def test_the_dials_set_how_many_parts(lexicon: Lexicon) -> None:
    text = "The EU banned lead, mercury and cadmium."
    assert len(parts(text, lexicon, SplitDials(parts_at_most=3))) == 3
    assert parts(text, lexicon, SplitDials(parts_at_most=2)) == (text,)


def test_the_dials_set_which_claims_are_split(lexicon: Lexicon) -> None:
    """ "Ice melts; it floats." has 21 characters."""
    text = "Ice melts; it floats."
    assert len(text) == 21
    assert parts(text, lexicon, SplitDials(claim_chars_at_least=21)) == ("Ice melts.", "Ice floats.")
    assert parts(text, lexicon, SplitDials(claim_chars_at_least=22)) == (text,)


def test_the_dials_set_which_sentences_are_split(lexicon: Lexicon) -> None:
    text = "Ice melts; it floats."
    assert parts(text, lexicon, SplitDials(sentence_chars_at_most=21)) == ("Ice melts.", "Ice floats.")
    assert parts(text, lexicon, SplitDials(sentence_chars_at_most=20)) == (text,)


@given(ANY_TEXT | PROSE | claims())
def test_there_is_at_least_one_part_and_no_two_are_alike(text: str) -> None:
    """One to five, and the same every time."""
    found = parts(text, LEXICON)
    assert 1 <= len(found) <= 5
    assert len(set(found)) == len(found)
    assert parts(text, LEXICON) == found


# Words that a rule may add: what ties a description to a name, what denies, what carries a place.
ADDED = {"is", "was", "are", "were", "do", "does", "did", "not", "in", "has"}


@given(PROSE | claims())
def test_parts_use_the_words_of_the_text(text: str) -> None:
    """All but the few words a rule may add, and a verb in another form: at most one new word in four."""
    own = {LEXICON.verbs[token.low].base if token.low in LEXICON.verbs else token.low for token in scan(text)} | ADDED
    for part in parts(text, LEXICON):
        words = [token.low.removesuffix("'s") for token in scan(part) if token.is_word]
        strange = [word for word in words if (LEXICON.verbs[word].base if word in LEXICON.verbs else word) not in own]
        assert len(strange) <= len(words) / 4
