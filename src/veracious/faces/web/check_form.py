"""The form that an answer is handed in with: its text, what it answers, and the documents that should carry it.

Documents come from three places: those of an earlier check, those that the workspace keeps, and those that are pasted into the form.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from veracious.domain.document import Document
from veracious.faces.http import cursors
from veracious.faces.http.models import SEEN, TITLE_CHARS
from veracious.faces.web import claim_form

PASTED_AT_MOST = 8  # fields of a form are counted
STORED_AT_MOST = 100
QUESTION_CHARS = 2_000

NO_ANSWER = "Write or paste the answer that is to be checked."
NO_DOCUMENTS = "Choose or paste a document. An answer that is checked against nothing says nothing."
TOO_MANY = f"Choose {STORED_AT_MOST} documents at most."
LONG_QUESTION = f"The question is longer than {QUESTION_CHARS:,} characters."
LONG_TITLE = f"The title is longer than {TITLE_CHARS:,} characters."
NO_TEXT = "There is a title or a day, and no text. Paste the text, or leave all three empty."

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class PastedDocument:
    """A document as it was pasted; one that is empty is none."""

    title: str = ""
    published: str = ""
    text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return not (self.title or self.published or self.text)

    def document(self) -> Document:
        """The same as the engine has it."""
        return Document(self.text, title=self.title, published=claim_form.day(self.published), language="")


@dataclass(frozen=True, slots=True)
class CheckForm:
    """The fields as they were written."""

    answer: str = ""
    question: str = ""
    as_of: str = ""
    pasted: tuple[PastedDocument, ...] = (PastedDocument(),)
    stored: tuple[str, ...] = ()  # digests of documents that the workspace keeps
    earlier: str = ""  # the check whose documents are taken, too
    after: int = 0  # number of the document behind which the list of those that are kept begins
    key: str = field(default_factory=claim_form.new_key)
    wrong: Mapping[str, str] = field(default_factory=dict)  # what is wrong, by the name of the field

    @property
    def has_room(self) -> bool:
        """Whether one more document may be pasted."""
        return len(self.pasted) < PASTED_AT_MOST


def sent(fields: Mapping[str, str]) -> CheckForm:
    """The form as it was sent, with what is wrong with it."""
    ticked = [value for name, value in fields.items() if re.fullmatch("stored[0-9]{1,3}", name)]
    chosen = dict.fromkeys(one for one in (*fields.get("chosen", "").split(), *ticked) if _DIGEST.fullmatch(one))
    earlier, key, after = fields.get("earlier", ""), fields.get("key", ""), fields.get("after", "0")
    form = CheckForm(
        answer=_lines(fields.get("answer", "")).strip(),
        question=_lines(fields.get("question", "")).strip(),
        as_of=fields.get("as_of", "").strip()[:20],
        pasted=_pasted(fields) or (PastedDocument(),),
        stored=tuple(chosen),
        earlier=earlier if re.fullmatch(cursors.NAME, earlier) and fields.get("keep") == "on" else "",
        after=int(after) if after.isdecimal() and len(after) < 10 else 0,
        key=key if claim_form.KEY.fullmatch(key) else claim_form.new_key(),
    )
    return replace(form, wrong=_wrong(form))


def day(form: CheckForm, today: date) -> date:
    """The day on which documents are old or not."""
    return claim_form.day(form.as_of) or today


def without_faults(form: CheckForm) -> CheckForm:
    """The same while it is still being written: nothing is wrong with it yet."""
    return replace(form, wrong={})


def one_more(form: CheckForm) -> CheckForm:
    """The same with room for one more document; nothing is wrong with it yet."""
    more = (PastedDocument(),) if form.has_room else ()
    return without_faults(replace(form, pasted=(*form.pasted, *more)))


def _pasted(fields: Mapping[str, str]) -> tuple[PastedDocument, ...]:
    found = []
    for number in range(1, PASTED_AT_MOST + 1):
        if f"text{number}" not in fields:
            continue
        title, published = fields.get(f"title{number}", "").strip(), fields.get(f"published{number}", "").strip()[:20]
        text = _lines(fields[f"text{number}"])
        found.append(PastedDocument(title, published, text if re.fullmatch(SEEN, text) else ""))
    return tuple(found)


def _wrong(form: CheckForm) -> Mapping[str, str]:
    found = {}
    if not form.answer:
        found["answer"] = NO_ANSWER
    if len(form.question) > QUESTION_CHARS:
        found["question"] = LONG_QUESTION
    if form.as_of and not claim_form.is_day(form.as_of):
        found["as_of"] = claim_form.NO_DAY
    for number, one in enumerate(form.pasted, 1):
        if one.published and not claim_form.is_day(one.published):
            found[f"published{number}"] = claim_form.NO_DAY
        if len(one.title) > TITLE_CHARS:
            found[f"title{number}"] = LONG_TITLE
        if not one.text and not one.is_empty:
            found[f"text{number}"] = NO_TEXT
    if not form.stored and not form.earlier and all(one.is_empty for one in form.pasted):
        found["text1"] = NO_DOCUMENTS
    if len(form.stored) > STORED_AT_MOST:
        found["stored"] = TOO_MANY
    return found


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
