"""Check the generated pages against the code, or write them: `python -m docs.generate [--write]`."""

import sys
from pathlib import Path

from docs.generate import ablation, dials, endpoint_costs, formulas, glossary, growth, growth_page, roles, travel

ROOT = Path(__file__).parents[2]
PAGES = {
    "docs/reference/dials.md": dials.page,
    "docs/reference/formulas.md": formulas.page,
    "docs/reference/glossary.md": glossary.page,
    "docs/reference/roles.md": roles.page,
    "docs/explanation/how-a-claim-travels.md": travel.page,
    "docs/explanation/from-a-laptop-to-a-billion.md": growth_page.page,
    "docs/explanation/what-helps.md": ablation.page,
    "docs/explanation/what-a-language-model-costs.md": endpoint_costs.page,
    "docs/explanation/growth-search.svg": growth.searching,
    "docs/explanation/growth-size.svg": growth.sizes,
    "docs/explanation/growth-writing.svg": growth.writing,
}


def main(write: bool) -> int:
    """The number of pages that did not agree, and of formulas, dials and mechanisms that are not as the pages need them."""
    stale = 0
    for name, page in PAGES.items():
        path, text = ROOT / name, page(ROOT)
        if path.exists() and path.read_text("utf-8") == text:
            continue
        if write:
            path.write_text(text, "utf-8")
            print(f"wrote {name}")
        else:
            stale += 1
            print(f"{name} does not agree with the code. Run `make pages WRITE=--write`.")
    wrong = [*formulas.problems(ROOT), *dials.problems(ROOT), *ablation.problems()]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return stale + len(wrong)


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
