"""Units of measure beside a number: before it, behind it, alone or per another."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.rules.reading.lexicon import Lexicon, Unit
from veracious.rules.reading.tokens import Token, low


@dataclass(frozen=True, slots=True)
class UnitDials:
    """How long a unit is."""

    tokens_at_most: int = 4  # longest unit in tokens; 4–6; the unit list


def before(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> Unit | None:
    """A currency sign or code right before the number at `index`."""
    if not 1 <= index <= len(tokens):
        return None
    word = tokens[index - 1].low
    if index > 1 and tokens[index - 2].end == tokens[index - 1].start and tokens[index - 2].low + word in lexicon.units:
        word = tokens[index - 2].low + word  # US$
    unit = lexicon.units.get(word)
    is_sign = not word.isalpha() or tokens[index - 1].text.isupper()  # $, US$, EUR; never the verb "won"
    return unit if unit is not None and unit.dimension.startswith("money") and is_sign else None


def after(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: UnitDials) -> tuple[Unit, int] | None:
    """The longest unit that begins at `index`, alone or per another, and where it ends."""
    for end in range(min(len(tokens), index + dials.tokens_at_most), index, -1):
        unit = lexicon.units.get(_name(tokens, index, end))
        belongs_ahead = end < len(tokens) and tokens[end].is_numeral and tokens[end].start == tokens[end - 1].end  # 20 £1.5m
        if unit is None or (belongs_ahead and unit.dimension.startswith("money")):
            continue
        if not _is_other_letter(tokens, index, end) and not _counts_occasions(tokens, index, end):
            return _per(tokens, _money_pounds(tokens, index, unit, lexicon), end, lexicon)
    if low(tokens, index) == "-":  # a 5-km race
        return after(tokens, index + 1, lexicon, dials)
    return None


def _name(tokens: Sequence[Token], index: int, end: int) -> str:
    """The tokens as the unit list writes them: run together where they touch, else with an underscore between."""
    parts = [tokens[index].low]
    parts += [
        token.low if token.start == tokens[k - 1].end else "_" + token.low
        for k, token in enumerate(tokens[index + 1 : end], start=index + 1)
    ]
    return "".join(parts)


def _counts_occasions(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Downloaded 900 times: occasions are counted; nothing is so many times as much as something else."""
    follows = low(tokens, end)
    compares = follows in ("as", "more", "less", "its", "the", "their", "his", "her", "what", "that") or follows.endswith("er")
    return low(tokens, index) == "times" and not compares


def _is_other_letter(tokens: Sequence[Token], index: int, end: int) -> bool:
    """A single letter that is no unit in this case: 5G and 5K are neither grams nor kelvins."""
    return end == index + 1 and len(tokens[index].text) == 1 and tokens[index].text.isalpha() and tokens[index].text not in "CFgmtWVshlLJ"


def _money_pounds(tokens: Sequence[Token], index: int, unit: Unit, lexicon: Lexicon) -> Unit:
    """Five million pounds is money, fifty pounds is weight."""
    is_money = tokens[index].low == "pounds" and low(tokens, index - 1) in lexicon.magnitudes
    return lexicon.units["gbp"] if is_money else unit


def _per(tokens: Sequence[Token], unit: Unit, end: int, lexicon: Lexicon) -> tuple[Unit, int]:
    """Tonnes per hectare: the quotient of two units."""
    below = lexicon.units.get(low(tokens, end + 1)) if low(tokens, end) in ("per", "/") else None
    if below is None or unit.offset or below.offset:
        return unit, end
    return Unit(f"{unit.dimension}/{below.dimension}", unit.factor / below.factor), end + 2
