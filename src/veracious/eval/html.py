"""A report as one page that needs nothing else: its Markdown as HTML, its pictures inside it. No script, no font, no request.

Only the Markdown that reports are written in is known: headings, paragraphs, lists of quotes, tables, pictures, bold, code.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1f2430; --soft: #6b7180; --line: #d9dce3; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ee; --soft: #9aa0b0; --line: #3a3f4c; --paper: #16181d; } }
body { margin: 2rem auto; padding: 0 1rem; max-width: 72rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 .6rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
code { font-size: .85em; overflow-wrap: anywhere; }
figure { display: inline-block; margin: .5rem 1rem .5rem 0; }
figure svg { max-width: 100%; height: auto; border-radius: .4rem; }
li { color: var(--soft); }
"""
_PICTURE = re.compile(r"!\[([^\]]*)\]\(pictures/([^)]+)\)")


def page(markdown: str, pictures: Mapping[str, str]) -> str:
    """The page."""
    blocks = [block for block in markdown.split("\n\n") if block.strip()]
    title = blocks[0].lstrip("# ") if blocks else "Evaluation"
    inner = "\n".join(part for block in blocks for part in _block(block, pictures))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title><style>{STYLE}</style>'
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
    return f'<figure aria-label="{escape(words)}">{pictures[name]}</figure>' if name in pictures else f"<p>{escape(words)}</p>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in (lines[0], *lines[2:])]
    head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _inline(text: str) -> str:
    told = escape(text, quote=False)
    told = re.sub(r"`([^`]+)`", r"<code>\1</code>", told)
    told = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", told)
    return re.sub(r"(?<!\w)\*([^*]+)\*", r"<em>\1</em>", told)
