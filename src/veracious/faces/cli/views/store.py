"""What the commands of the store show to people."""

from collections.abc import Sequence
from datetime import UTC

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from veracious.domain.document import Refused
from veracious.domain.refresh import CollectionAge, RefreshState
from veracious.domain.store import FoundPassage, Generation, IngestProgress, Moved, Reembedding, StoreState
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan

REFUSED_SHOWN = 20
MARK = "bold magenta"  # of a word that was looked for


def said(text: str) -> None:
    """One plain sentence."""
    Console(highlight=False).print(escape(text), soft_wrap=True)


def store_state(state: StoreState) -> None:
    """Which server, where, and what to do."""
    console = Console(highlight=False)
    if state.kind == "given":
        kind, silent = "Server of DATABASE_URL", "no answer"
    else:
        kind, silent = "Private server", "not running" if state.exists else "not made yet; the first command that needs it makes it"
    console.print(f"[bold]{kind}[/bold]: {'running' if state.running else silent}", soft_wrap=True)
    if state.place:
        console.print(f"  {escape(state.place)}", soft_wrap=True)
    if state.server:
        console.print(f"  PostgreSQL {escape(state.server)}, pgvector {escape(state.vector or 'not there yet')}", soft_wrap=True)
    if state.trouble:
        console.print(f"  [bold]{escape(state.trouble)}[/bold]", soft_wrap=True)
    elif state.missing:
        console.print(f"  The schema lacks {escape(', '.join(state.missing))}. Run `veracious db migrate`.", soft_wrap=True)
    elif state.running:
        console.print("  The schema is up to date.")


def waiting(waiting: Sequence[Reembedding]) -> None:
    """Which collections wait for new vectors, how far each is, and what to do."""
    for one in waiting:
        whose = f" of {one.workspace}" if one.workspace else ""
        said(f"  {one.collection}{whose}: {one.embedded:,} of {_many(one.passages, 'passage')} embedded anew")
    if waiting:
        said("The embedder was changed: until `veracious db reembed` has ended, these are searched by words and facts alone.")


def moved(moved: Moved) -> None:
    """What was moved, and what to set next."""
    rows = f"{_many(moved.rows, 'row')} in {_many(moved.tables, 'table')}, {_many(moved.records, 'record')} among them"
    said(f"Moved: {_many(moved.workspaces, 'workspace')}, {rows}. They are the same on both sides.")
    said("Next, give the role veracious_app a password there, as the owner, and set for everybody who works with the store:")
    said(f"  DATABASE_URL='{moved.address} password=…'")
    said("VERACIOUS_SECRET, if it is set, and the models stay as they are.")
    said("The private store is as it was. Erase its folder when you need it no more: `veracious db status` says where it is.")


def reembedded(done: Sequence[Reembedding], left: Sequence[Reembedding]) -> None:
    """What has new vectors now, and what still waits."""
    if left:
        said("Some collections still wait: somebody else is at them, or put more into them.")
        waiting(left)
    elif done:
        said(f"{_many(sum(one.embedded for one in done), 'passage')} embedded anew, in {_many(len(done), 'collection')}.")
    else:
        said("Nothing waits: all vectors are of the embedder in use.")


def generations(generations: Sequence[Generation]) -> None:
    """Collections, their generations and sizes."""
    if not generations:
        said("There are no collections yet. `veracious ingest FOLDER` makes the first.")
        return
    table = Table("collection", "generation", "state", box=None, pad_edge=False)
    for name in ("documents", "passages"):
        table.add_column(name, justify="right")
    table.add_column("made")
    for one in generations:
        sizes = (f"{one.documents:,}", f"{one.passages:,}")
        table.add_row(one.collection, str(one.id), one.state.value, *sizes, one.made_at.strftime("%Y-%m-%d %H:%M"))
    Console(highlight=False).print(table)


def ages(ages: Sequence[CollectionAge]) -> None:
    """How old the shared collections are, and what went wrong last."""
    for one in ages:
        said(f"{one.collection}: {_as_of(one)}{_last(one)}")
        if one.last_trouble is not None:
            trouble = one.last_trouble
            when = trouble.ended_at or trouble.begun_at or trouble.made_at
            said(f"  last failure, {when:%Y-%m-%d %H:%M} UTC: {plain(trouble.cause or trouble.reason)}")


def _as_of(age: CollectionAge) -> str:
    if age.as_of is None or age.age_seconds is None:
        return "nothing in it yet"
    return f"as of {age.as_of.astimezone(UTC):%Y-%m-%d %H:%M} UTC, {_long(age.age_seconds)} old"


def _last(age: CollectionAge) -> str:
    """What the refresh that was begun last came to, where it did not make what is there."""
    last = age.last
    if last is None or last.begun_at is None or last.state is RefreshState.REFRESHED:
        return ""
    told = {RefreshState.RUNNING: "is running", RefreshState.UNCHANGED: "found nothing new", RefreshState.FAILED: "failed"}
    return f"; a refresh of {last.begun_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC {told.get(last.state, last.state.value)}"


def _long(seconds: int) -> str:
    """A length of time in its largest whole unit."""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            number = seconds // length
            return f"{number:,} {unit}{'' if number == 1 else 's'}"
    return "less than a minute"


def plain(text: str) -> str:
    """A text of the web without what would move a cursor."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def passages(query: str, passages: Sequence[FoundPassage], lexicon: Lexicon) -> None:
    """What was found, best first, the query's words marked; what each search said of it."""
    if not passages:
        said("Nothing was found. `veracious collections list` shows what the store holds.")
        return
    wanted = frozenset(words.terms(query, lexicon))
    table = Table(box=None, pad_edge=False)
    for name in ("", "score", "meaning", "words"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("passage", overflow="fold")
    for one in passages:
        if one.rank > 1:
            table.add_row()
        meaning = "" if one.likeness is None else f"{one.likeness:.2f}"
        told = "" if one.words is None else f"{one.words:.2f}"
        table.add_row(str(one.rank), f"{one.score:.4f}", meaning, told, _passage(one, wanted, lexicon))
    Console(highlight=False).print(table)


def _passage(passage: FoundPassage, wanted: frozenset[str], lexicon: Lexicon) -> Text:
    """Title, text and place, one below the other."""
    evidence = passage.evidence
    shown = Text().append(f"{evidence.title}\n" if evidence.title else "", "bold")
    shown.append_text(_marked(" ".join(evidence.text.removeprefix(evidence.title).split()), wanted, lexicon))
    place = [evidence.url or passage.name or evidence.source.domain]
    place += [str(evidence.published)] if evidence.published else []
    place += [evidence.collection] if evidence.collection != "documents" else []
    return shown.append(f"\n{', '.join(place)}", "dim")


def _marked(text: str, wanted: frozenset[str], lexicon: Lexicon) -> Text:
    """The text with the words of the query marked: those by which it was found."""
    shown = Text(text)
    for token in scan(text):
        if not wanted.isdisjoint(words.terms(token.text, lexicon)):
            shown.stylize(MARK, token.start, token.end)
    return shown


def taken(so_far: IngestProgress) -> None:
    """What came in, what was there, and what was refused and why."""
    _told(so_far, "put into the store")
    _refused(so_far)


def rebuilt(collection: str, so_far: IngestProgress, is_live: bool) -> None:
    """The same, and whether readers see it."""
    if is_live:
        _told(so_far, f"now make up {collection}")
    elif so_far.failed:
        said(f"Nothing was changed: {_many(len(so_far.failed), 'file')} could not be read.")
    else:
        said("Nothing was changed: there is no document to build it from.")
    _refused(so_far)


def _told(so_far: IngestProgress, become: str) -> None:
    new = f"{_many(so_far.documents, 'document')}, {_many(so_far.passages, 'passage')}: {become}."
    known = f"{_many(so_far.known, 'document')} {'was' if so_far.known == 1 else 'were'} there already."
    parts = ([new] if so_far.documents else []) + ([known] if so_far.known else [])
    said(" ".join(parts) or "No document was put into the store.")


def _refused(so_far: IngestProgress) -> None:
    """What was not read, first what ought to have been."""
    console = Console(highlight=False)
    others = tuple(one for one in so_far.refused if one.is_skip)
    listed: tuple[tuple[str, Refused], ...] = tuple(("refused", one) for one in so_far.failed) + tuple(
        ("passed over", one) for one in others
    )
    for word, one in listed[:REFUSED_SHOWN]:
        detail = f" ({escape(one.detail)})" if one.detail else ""
        console.print(f"  [bold]{word}[/bold] {escape(one.name)}: {escape(one.advice)}{detail}", soft_wrap=True)
    if len(listed) > REFUSED_SHOWN:
        console.print(f"  and {len(listed) - REFUSED_SHOWN:,} more; --json lists all.")


def erased(what: str, name: str, documents: int) -> None:
    """What went, and what to do about its bytes."""
    if what == "workspace":
        said(f"The workspace {name} is erased, with {_many(documents, 'document')}.")
    elif documents:
        said(f"{_many(documents, 'document')} erased.")
    else:
        said("Nothing has expired." if what == "expired" else "Nothing of that name was there.")


def kept(days: int | None) -> None:
    """For how long documents are kept."""
    said("Documents are kept until they are erased." if days is None else f"Documents are kept for {_many(days, 'day')}.")


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
