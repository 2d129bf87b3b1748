"""PDF into a document. Imported, and run, only in the sandbox."""

from collections.abc import Iterator
from datetime import date
from io import BytesIO

import pypdf
from pypdf.errors import DependencyError, FileNotDecryptedError, LimitReachedError, PyPdfError
from pypdf.generic import DictionaryObject

from veracious.adapters import text_decoding
from veracious.adapters.files import lines, plain
from veracious.adapters.files.caps import Caps
from veracious.adapters.read_error import NotRead
from veracious.adapters.web import hidden, page_metadata
from veracious.domain.document import Document, Unread

ADDRESS_CHARS = 2000
PAGE_UNREAD = "page_unread"
LIMITS = (  # what a limit of pypdf's is, by a word of its message
    ("cycl", Unread.DAMAGED),
    ("loop", Unread.DAMAGED),
    ("depth", Unread.TOO_DEEP),
    ("decompress", Unread.BOMB),
    ("decod", Unread.BOMB),
    ("output", Unread.BOMB),
)
LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})


def read(content: bytes, caps: Caps) -> Document:
    """The text of a PDF, page by page, with what it says of itself."""
    pypdf.overwrite_configuration(jbig2dec_binary=None)  # pictures are not read, and nothing else is started
    try:
        reader = pypdf.PdfReader(BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):  # many ask for no password to read, only to print
            raise NotRead(Unread.ENCRYPTED)
        if len(reader.pages) > caps.pdf_pages:
            raise NotRead(Unread.TOO_LARGE, f"{len(reader.pages):,} pages; at most {caps.pdf_pages:,}")
        texts = tuple(_texts(reader, caps))
    except (FileNotDecryptedError, DependencyError) as locked:
        raise NotRead(Unread.ENCRYPTED, "" if isinstance(locked, FileNotDecryptedError) else "a cipher that is not read") from locked
    except NotImplementedError as unknown:  # of ciphers
        raise NotRead(Unread.ENCRYPTED, text_decoding.title(str(unknown))) from unknown
    except LimitReachedError as limit:
        raise _limit(str(limit)) from limit
    unread = texts.count(None)
    is_partial = unread > 0 or _says_more(reader)
    if unread == len(texts):
        raise NotRead(Unread.DAMAGED if unread else Unread.EMPTY, "no page can be read" if unread else "no pages")
    text = "\n\n".join(page for page in texts if page)
    published, modified = (page_metadata.likely(_day(reader, name), date.today()) for name in ("creation_date", "modification_date"))
    text = plain.fit(text_decoding.clean(lines.unwrap(text, printed=True)), caps)
    return Document(
        text,
        title=_said(reader, "title") or plain.title(text),
        published=published,
        modified=None if modified and published and modified < published else modified,
        language="",
        byline=_said(reader, "author"),
        links=tuple(dict.fromkeys(_links(reader, caps)))[: caps.links],
        marks=(PAGE_UNREAD,) * is_partial,
    )


def _texts(reader: pypdf.PdfReader, caps: Caps) -> Iterator[str | None]:
    """The text of each page; none for a page that is broken."""
    taken = 0
    for page in reader.pages:
        try:
            text = text_decoding.clean(hidden.shown(page.extract_text().translate(LIGATURES)))
        except (LimitReachedError, FileNotDecryptedError, DependencyError, MemoryError, RecursionError):
            raise
        except Exception:  # pypdf raises what it comes upon in a broken page: KeyError, TypeError, AttributeError, …
            yield None
            continue
        taken += len(text)
        if taken > caps.characters:
            raise NotRead(Unread.TOO_LARGE, f"more than {caps.characters:,} characters")
        yield text


def _says_more(reader: pypdf.PdfReader) -> bool:
    """Whether the file says it has more pages than were found in it."""
    tree = reader.root_object.get("/Pages", DictionaryObject()).get_object()
    count = tree.get("/Count") if isinstance(tree, DictionaryObject) else None
    return isinstance(count, int) and count > len(reader.pages)


def _limit(said: str) -> NotRead:
    """A limit of pypdf's own as a reason of ours."""
    return NotRead(next((reason for word, reason in LIMITS if word in said.lower()), Unread.TOO_LARGE), text_decoding.title(said))


def _said(reader: pypdf.PdfReader, name: str) -> str:
    try:
        value = getattr(reader.metadata, name, None)
    except (PyPdfError, ValueError, TypeError, AttributeError, KeyError):
        return ""
    return text_decoding.title(hidden.shown(value)) if isinstance(value, str) else ""


def _day(reader: pypdf.PdfReader, name: str) -> date | None:
    """When the PDF was made or changed; a change says little, for whoever stamps a copy makes one."""
    try:
        moment = getattr(reader.metadata, name) if reader.metadata else None
        return moment.date() if moment else None
    except (PyPdfError, ValueError, TypeError, AttributeError, KeyError, OverflowError):
        return None


def _links(reader: pypdf.PdfReader, caps: Caps) -> Iterator[str]:
    kept = 0
    for page in reader.pages:
        try:
            for note in page.get("/Annots", ()) or ():
                action = note.get_object().get("/A", DictionaryObject()).get_object()
                address = action.get("/URI", "")
                if isinstance(address, str) and address.startswith(("http://", "https://")) and len(address) <= ADDRESS_CHARS:
                    yield text_decoding.title(address) if len(address) <= text_decoding.TITLE_CHARS else text_decoding.clean(address)
                    kept += 1
                if kept > caps.links:
                    return
        except (PyPdfError, ValueError, TypeError, AttributeError, KeyError):
            continue
