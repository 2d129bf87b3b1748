"""The page of formulas forgets nothing, and what it names is there."""

from dataclasses import replace
from pathlib import Path

from docs.generate import formulas
from docs.generate.formulary import APART, FORMULAS, Formula
from docs.generate.formulas import Worked

ROOT = Path(__file__).parents[2]
FIRST = next(formula for formula in FORMULAS if formula.name == "ranking.recency.boost")
OTHERS = tuple(formula for formula in FORMULAS if formula is not FIRST)


AS_IT_IS = list(formulas.problems(ROOT))


def noticed(*listed: Formula, apart: tuple[str, ...] = APART) -> set[str]:
    """What a planted fault adds to the problems."""
    return set(formulas.problems(ROOT, listed, apart)) - set(AS_IT_IS)


def test_the_list_of_formulas_agrees_with_code_and_tests() -> None:
    assert AS_IT_IS == []


def test_a_formula_stands_once() -> None:
    assert len({formula.name for formula in FORMULAS}) == len({formula.title for formula in FORMULAS}) == len(FORMULAS)


def test_the_dials_of_no_formula_are_few() -> None:
    assert len(APART) <= 10


def test_a_function_that_is_not_there_is_noticed() -> None:
    for name in ("ranking.recency.boosted", "ranking.nowhere.boost", "ranking.recency.RecencyDials"):
        assert f"{name} does not exist in veracious.rules" in noticed(*FORMULAS, replace(FIRST, name=name, uses=()))


def test_a_dial_that_is_not_there_is_noticed() -> None:
    planted = replace(FIRST, uses=(*FIRST.uses, "RecencyDials: half_life_weeks", "AgeDials: days"))
    assert noticed(*OTHERS, planted) == {
        "ranking.recency.boost names the dial RecencyDials.half_life_weeks, which does not exist",
        "ranking.recency.boost names the dial AgeDials.days, which does not exist",
    }


def test_a_dial_that_the_function_is_not_given_is_noticed() -> None:
    assert noticed(*OTHERS, replace(FIRST, uses=(*FIRST.uses, "RerankDials: top_k"))) == {"ranking.recency.boost is not given RerankDials"}


def test_a_dial_that_the_formula_does_not_speak_of_is_noticed() -> None:
    planted = replace(FIRST, text="recency = (1/2)^(age / half_life_days)")
    assert noticed(*OTHERS, planted) == {"ranking.recency.boost does not say where RecencyDials.unknown_age_half_lives enters"}


def test_a_dial_of_no_formula_is_noticed() -> None:
    planted = replace(FIRST, uses=("RecencyDials: half_life_days",))
    assert noticed(*OTHERS, planted) == {"RecencyDials.unknown_age_half_lives stands in no formula"}


def test_a_dial_set_apart_that_is_none_or_stands_in_a_formula_is_noticed() -> None:
    assert noticed(*FORMULAS, apart=(*APART, "RecencyDials.half_life_days", "RecencyDials.half_life_weeks")) == {
        "RecencyDials.half_life_days is set apart, and is no dial or stands in a formula",
        "RecencyDials.half_life_weeks is set apart, and is no dial or stands in a formula",
    }


def test_a_formula_that_nobody_works_is_noticed() -> None:
    planted = replace(FIRST, name="ranking.recency.age_days", uses=())
    assert noticed(*FORMULAS, planted) == {"ranking.recency.age_days has 0 examples worked by hand; mark a test with @works"}


def test_a_formula_of_the_code_that_the_page_lacks_is_noticed() -> None:
    assert any(told.startswith("ranking.recency.boost has a formula in its docstring") for told in noticed(*OTHERS))


def test_a_test_that_works_an_unknown_formula_is_noticed() -> None:
    assert "tests/rules/ranking/test_recency.py works ranking.recency.boost, which is no formula of the list" in noticed(*OTHERS)


PLANTED = """
@works("a.b", "a.c")
@pytest.mark.parametrize(("x", "y"), [(1, 2), (3, 4), (5, 6), (7, 8)])
def test_many(x: int, y: int) -> None: ...

@pytest.mark.parametrize("x", CASES)
@works("a.b")
def test_of_a_list_elsewhere(x: int) -> None: ...

@works("a.b")
def test_one() -> None: ...

def test_unmarked() -> None: ...
"""


def test_the_entries_of_a_literal_list_are_counted(tmp_path: Path) -> None:
    planted = tmp_path / "tests/rules/room/test_planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text(PLANTED, "utf-8")
    assert list(formulas.worked(tmp_path)) == [
        Worked("tests/rules/room/test_planted.py", "test_many", ("a.b", "a.c"), 4),
        Worked("tests/rules/room/test_planted.py", "test_of_a_list_elsewhere", ("a.b",), 1),
        Worked("tests/rules/room/test_planted.py", "test_one", ("a.b",), 1),
    ]


def test_the_page_shows_the_reference_where_it_differs() -> None:
    """Confidence takes truth as it is in the reference; the half-life is the same in both."""
    page = formulas.page(ROOT)
    assert "| `judging.confidence.as_printed` | False | True |" in page
    assert "| `ranking.hybrid.recency.half_life_days` | 365.0 |\n" in page
