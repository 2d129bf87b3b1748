"""What a page is made of beside its words: elements, their attributes, and where these lead. A text that is only words adds none."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from xml.etree import ElementTree

LOADED = frozenset("src href action formaction data poster srcset background ping xlink:href manifest cite".split())
SENT = frozenset("hx-get hx-post hx-put hx-delete hx-patch sse-connect".split())
HERE = ("/", "http://127.0.0.1:")  # where what leads anywhere must lead; a drawing on another site needs the whole address
NAMED = {("link", "rel"), ("meta", "http-equiv"), ("script", "type"), ("input", "type"), ("a", "target"), ("iframe", "sandbox")}


@dataclass
class Structure(HTMLParser):
    """The parts of a page, each once; what leads anywhere a page must not lead, or runs, is kept apart."""

    parts: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.parts.add(tag)
        for name, value in attrs:
            self.parts.add(f"{tag} {name}" + (f"={value}" if (tag, name) in NAMED else ""))
            if name.startswith(("on", "hx-on", "data-hx-on")) or name in ("style", "srcdoc"):
                self.wrong.append(f"{tag} {name}={value}")
            if name in LOADED | SENT and not _is_allowed(tag, name, value or ""):
                self.wrong.append(f"{tag} {name}={value}")

    def handle_comment(self, data: str) -> None:
        """A comment is of the template."""
        self.parts.add("<!-- -->")

    def handle_decl(self, decl: str) -> None:
        """So is a declaration."""
        self.parts.add(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        """And an instruction."""
        self.parts.add("<?>")

    def unknown_decl(self, data: str) -> None:
        """And a part that is not parsed."""
        self.parts.add("<![>")


def _is_allowed(tag: str, name: str, value: str) -> bool:
    """Links lead to the web; all else stays on the site."""
    if tag == "a" and name == "href":
        return value.startswith(("/", "#", "?", "http://", "https://")) and not value.startswith("//")
    return value in ("", "data:,") or (value.startswith(("/", "#", "?")) and not value.startswith(("//", "/\\")))


def of_html(text: str) -> Structure:
    """The structure of a page, or of a part of one."""
    found = Structure()
    found.feed(text)
    found.close()
    return found


def of_stream(text: str) -> Structure:
    """That of what a stream of events puts into a page; its own lines are parts, too."""
    found = of_html("\n".join(line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: ")))
    found.parts |= {line.partition(":")[0] for line in text.splitlines() if line}
    return found


def of_xml(text: str) -> Structure:
    """That of a feed, or of a drawing."""
    found = Structure()
    for element in ElementTree.fromstring(text).iter():  # noqa: S314 our own
        found.parts |= {element.tag, *(f"{element.tag} {name}" for name in element.attrib)}
        found.wrong += [value for name, value in element.attrib.items() if name == "href" and not value.startswith(HERE)]
    return found


READERS = {"text/html": of_html, "text/event-stream": of_stream, "application/atom+xml": of_xml, "image/svg+xml": of_xml}
