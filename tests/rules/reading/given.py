"""Texts that laws are tried on."""

from hypothesis import strategies as st

from veracious import wiring

# Laws take the word lists from here: as an argument of the test they would be printed, 2 MB of them, with every counterexample.
LEXICON = wiring.lexicon()

SIGNS = "“”«»„\"'’().,;:!?-–—%$€½⁄²³&/\n\t\u00a0\u200b\u202e\u2028\ud800Aa1"

# Any code point, lone surrogates among them, with the signs that rules look for made frequent.
ANY_TEXT = st.text(st.characters() | st.sampled_from(SIGNS), max_size=120)

VOCABULARY = (
    "the a an Paris France Marie Curie WHO United Nations University of Oxford London company court law report vaccine river people cities "
    "was is were has had did not must may won founded banned signed opened closed said believes discovered exports causes who which that "
    "and or but because although while if when in on by from to after before between 1848 2019 12 1,500 3.5 seven million percent km March "
    "15 more than most largest never all every it he she they its his old new French national quickly often neither nor both , , . ;"
).split()

# Words and signs of English in any order: most of it nonsense, all of it familiar.
PROSE = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=30).map(" ".join)

FRAMES = ("", "", "According to the WHO, ", "In 2019, ", "Although it rained, ", "Smith said that ")
SUBJECTS = (
    "Marie Curie", "the city of Łódź", "Samsung, which makes phones,", "the law, a relic of 1848,", "Both Malta and Cyprus", "Botswana",
    "Neither Apple nor Samsung", "the United Nations", "most drivers in Japan", "he",
)  # fmt: skip
PREDICATES = (
    "won two prizes in 1903", "exports gold, silver and copper", "was founded in 1937 and closed in 2019", "is not a star but a planet",
    "banned lead", "never signed the “Treaty of Rome”", "grew by 3.5 percent between 2010 and 2019", "must pay $1,500 or leave the market",
)  # fmt: skip
JOINS = (" and ", ", but ", "; ", ", while ", " because ", ". ")
TAILS = (".", ", the agency reported.", ", not in Rome.", "")


@st.composite
def claims(draw: st.DrawFn) -> str:
    """One or two clauses as they stand in the news, with what frames and joins them: nearly all are read, most are split."""
    clauses = [f"{draw(st.sampled_from(SUBJECTS))} {draw(st.sampled_from(PREDICATES))}" for _ in range(draw(st.integers(1, 2)))]
    text = draw(st.sampled_from(FRAMES)) + draw(st.sampled_from(JOINS)).join(clauses) + draw(st.sampled_from(TAILS))
    return text[0].upper() + text[1:]
