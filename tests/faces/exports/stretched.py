"""A report in which everything is as much and as long as it can be, in letters of every width."""

from dataclasses import replace

from veracious.faces.pages.pieces import Column
from veracious.faces.pages.view import View

LETTERS = ("W", "w ", "漢", "x" * 40 + " ", "﷽", "й", "ệ")
CHARS = 2000  # of a claim at most, and here of every text


def stretched(found: View, letters: str, origins: int = 60) -> View:
    """The same report with as many origins on each side, and every text as long as it may be, in these letters."""
    long = (letters * 3000)[:CHARS]
    assert found.judgement is not None

    def longer(column: Column) -> Column:
        groups = [group for group in column.groups for _ in range(origins)]
        changed = []
        for group in groups[:origins]:
            piece = group.pieces[0]
            page = replace(piece.page, title=long[:160], publisher=long[:100], byline=long[:160], address=long)
            sayings = tuple(replace(one, quote=long) for one in piece.sayings)
            changed.append(replace(group, pieces=(replace(piece, page=page, sayings=sayings),)))
        return replace(column, groups=tuple(changed))

    judgement = replace(found.judgement, columns=tuple(longer(one) for one in found.judgement.columns))
    told = tuple(replace(one, text=long) for one in found.told * 4)
    flips = tuple(replace(one, change=long) for one in found.flips * 9)
    return replace(found, claim=long, judgement=judgement, told=told, flips=flips, assumed=(long,) * 9)
