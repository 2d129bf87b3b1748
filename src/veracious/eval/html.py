"""A report as one page that needs nothing else: its Markdown as HTML, its pictures inside it. No script, no font, no request.

Only the Markdown that reports are written in is known: headings, paragraphs, lists of quotes, tables, pictures, bold, code.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1f2430; --soft: #5a6170; --line: #d9dce3; --paper: #ffffff; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6e8ee; --soft: #a6acbb; --line: #3a3f4c; --paper: #16181d; } }
* { box-sizing: border-box; }
body { margin: 2rem auto; padding: 0 1rem; max-width: 72rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 .6rem; }
p, ul { max-width: 50rem; }
.scroll { overflow-x: auto; margin: 0 0 1rem; }
.scroll:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; min-width: 4.5rem; }
thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; }
td code { display: inline-block; min-width: 9rem; }
code { font-size: .85em; overflow-wrap: anywhere; }
figure { display: inline-block; margin: .5rem 1rem .5rem 0; max-width: 100%; overflow-x: auto; vertical-align: top; }
figure svg { display: block; max-width: 100%; min-width: 20rem; height: auto; border-radius: .4rem; }
li { color: var(--soft); }
@media (max-width: 40rem) {
  body { margin: 1rem auto; }
  table { font-size: .875rem; }
  th, td { padding: .3rem .5rem; }
  tr > :first-child { position: sticky; left: 0; min-width: 6.5rem; max-width: 9rem; padding-left: 0; background: var(--paper); }
  figure { margin-right: 0; }
}
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 10pt; }
  .scroll, figure { overflow: visible; }
  table { font-size: 8pt; }
  th, td { min-width: 0; padding: .15rem .35rem; }
  tr, figure { break-inside: avoid; }
  h1, h2, h3 { break-after: avoid; }
  figure { width: 47%; }
  figure svg { min-width: 0; width: 100%; }
}
"""
_BREAKS, _BREAK = re.compile(r"(?<=\w)([_/])(?=\w)"), r"\1<wbr>"  # where a name may go on in the next line
_PICTURE = re.compile(r"!\[([^\]]*)\]\(pictures/([^)]+)\)")


def page(markdown: str, pictures: Mapping[str, str]) -> str:
    """The page."""
    blocks = [block for block in markdown.split("\n\n") if block.strip()]
    title = blocks[0].lstrip("# ") if blocks else "Evaluation"
    inner = "\n".join(part for block in blocks for part in _block(block, pictures))
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{view}<title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body><main>\n{inner}\n</main></body></html>\n'


def _block(block: str, pictures: Mapping[str, str]) -> Iterator[str]:
    lines = block.strip("\n").split("\n")
    if lines[0].startswith("#"):
        words = lines[0].lstrip("#")
        level = len(lines[0]) - len(words)
        yield f"<h{level}>{_inline(words.strip())}</h{level}>"
    elif lines[0].startswith("|"):
        yield _table(lines)
    elif lines[0].startswith("- "):
        yield "<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "</ul>"
    elif _PICTURE.match(lines[0]):
        yield from (_figure(name, words, pictures) for words, name in _PICTURE.findall(block))
    else:
        yield f"<p>{_inline(' '.join(lines))}</p>"


def _figure(name: str, words: str, pictures: Mapping[str, str]) -> str:
    """A picture; where it is wider than a phone, it is scrolled by itself."""
    if name not in pictures:
        return f"<p>{escape(words)}</p>"
    return f'<figure role="group" aria-label="{escape(words)}" tabindex="0">{pictures[name]}</figure>'


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in (lines[0], *lines[2:])]
    head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in rows[0])
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows[1:])
    about = f"Table of {len(rows) - 1} rows by {rows[0][0] or 'name'}, may be scrolled"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" role="region" aria-label="{escape(about)}" tabindex="0">{table}</div>'


def _row(cells: list[str]) -> str:
    first = f'<th scope="row">{_BREAKS.sub(_BREAK, _inline(cells[0]))}</th>'
    return first + "".join(f"<td>{_inline(cell)}</td>" for cell in cells[1:])


def _inline(text: str) -> str:
    told = escape(text, quote=False)
    told = re.sub(r"`([^`]+)`", r"<code>\1</code>", told)
    told = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", told)
    return re.sub(r"(?<!\w)\*([^*]+)\*", r"<em>\1</em>", told)
