"""The reference of the API as a page shows it, read from our own OpenAPI document: groups, operations, shapes, events, problems."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from veracious.faces.http import authentication, logs
from veracious.faces.web import api_types
from veracious.faces.web.api_types import Part, Phrase, Schema

Document = Mapping[str, Any]

SHARED = (logs.HEADER, authentication.CSRF)  # headers that are told once, for all operations
STREAM, EVENTS = "text/event-stream", "events"
GOOD_BELOW = 400
NONE: Schema = MappingProxyType({})
GOOD_STATUSES = frozenset({"Successful Response", "As described."})  # what says nothing that the status does not
ADVICE: Mapping[int, str] = MappingProxyType(
    {
        401: "Bring a key that is known and good, or a session.",
        402: "The money of the workspace, or of the key, does not suffice for the most that this may cost.",
        403: "The key or the person may not do this, or a change with a session did not bring its token.",
        404: "It is not there, it was erased, or it belongs to somebody else.",
        409: "It cannot be done as things stand now. `detail` says why.",
        413: "Send less at once, or make room.",
        415: "Send JSON, with `Content-Type: application/json`.",
        422: "Correct what `errors` names.",
        429: "Wait as many seconds as `Retry-After` says.",
        500: "This should not have happened. Tell whoever runs the service, with the `request_id`.",
        503: "Send it again after as many seconds as `Retry-After` says.",
    }
)


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a member of an object."""

    name: str
    kind: Phrase
    about: str
    is_required: bool = False
    default: str = ""
    place: str = ""  # of a parameter: path, query or header


@dataclass(frozen=True, slots=True)
class Answer:
    """A way in which an operation ends well."""

    status: int
    about: str
    kind: Phrase = ()
    media_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that a program may ask for."""

    id: str
    group: str
    method: str
    path: str
    summary: str
    about: str
    scope: str  # empty: it is open to everybody
    parameters: tuple[Field, ...]
    body: str  # name of the shape that is sent; empty: nothing is
    fields: tuple[Field, ...]  # of the body
    answers: tuple[Answer, ...]
    problems: tuple[tuple[int, str], ...]
    names: frozenset[str]  # of the shapes that it needs
    asks: tuple[str, ...] | None  # what its address must have to be opened in a browser; none: it cannot be
    words: str  # all that a search looks in


@dataclass(frozen=True, slots=True)
class Shape:
    """What several operations are sent or answer."""

    name: str
    title: str
    about: str
    fields: tuple[Field, ...]
    values: Phrase = ()  # where it is no object


@dataclass(frozen=True, slots=True)
class Event:
    """What may happen to a job."""

    kind: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """Everything that the document says."""

    groups: tuple[tuple[str, tuple[Operation, ...]], ...]
    shapes: tuple[Shape, ...]
    events: tuple[Event, ...]
    shared: tuple[Field, ...]
    problems: tuple[tuple[int, str, str], ...]

    @property
    def count(self) -> int:
        """How many operations there are."""
        return sum(len(operations) for _, operations in self.groups)

    def about(self, query: str) -> "Reference":
        """Of the operations only those with all these words, and the shapes that they need."""
        wanted = query.lower().split()
        matching = ((name, tuple(filter(lambda entry: _has(entry, wanted), entries))) for name, entries in self.groups)
        groups = tuple((name, operations) for name, operations in matching if operations)
        names = frozenset().union(*(operation.names for _, operations in groups for operation in operations))
        shapes = tuple(shape for shape in self.shapes if shape.name in names)
        return replace(self, groups=groups, shapes=shapes, events=self.events if EVENTS in names else ())


def read(document: Document) -> Reference:
    """The reference that an OpenAPI document holds."""
    schemas: Mapping[str, Schema] = document["components"]["schemas"]
    operations = [_operation(method, path, entry, schemas) for path, method, entry in _entries(document)]
    groups = {operation.group: tuple(other for other in operations if other.group == operation.group) for operation in operations}
    sent = {operation.body for operation in operations}  # such stand with their operation, unless others name them, too
    shapes = tuple(_shape(name, schema) for name, schema in schemas.items() if name not in sent or _is_named(name, schemas))
    statuses = sorted({status for operation in operations for status, _ in operation.problems})
    problems = tuple((status, HTTPStatus(status).phrase, ADVICE.get(status, "")) for status in statuses)
    return Reference(tuple(groups.items()), shapes, tuple(_events(document)), tuple(_shared(document)), problems)


def _has(operation: Operation, words: Sequence[str]) -> bool:
    return all(word in operation.words for word in words)


def _entries(document: Document) -> Iterator[tuple[str, str, Document]]:
    """Path, method and description of every operation."""
    for path, operations in document["paths"].items():
        for method, entry in operations.items():
            yield path, method, entry


def _operation(method: str, path: str, entry: Document, schemas: Mapping[str, Schema]) -> Operation:
    parameters = tuple(_parameter(parameter) for parameter in entry.get("parameters", ()) if parameter["name"] not in SHARED)
    sent = next(iter(entry.get("requestBody", NONE).get("content", NONE).values()), NONE).get("schema", NONE)
    body = next(iter(api_types.shapes_in(sent)), "")
    fields = _fields(schemas[body]) if body else ()
    responses = {int(status): response for status, response in entry["responses"].items()}
    good = {status: response for status, response in responses.items() if status < GOOD_BELOW}
    answers = tuple(_answer(status, response) for status, response in good.items())
    about = re.sub(r"\s*Needs the scope `\w+`\.$", "", str(entry.get("description", "")))  # it stands beside the address
    texts = [entry["operationId"], entry["summary"], about, method, path, *entry["tags"]]
    shown = {name for response in good.values() for name in api_types.shapes_in(response.get("content", {}))}
    shown |= {name for parameter in entry.get("parameters", ()) for name in api_types.shapes_in(parameter["schema"])}
    events = {EVENTS} if any(answer.media_type == STREAM for answer in answers) else set()
    return Operation(
        id=entry["operationId"],
        group=entry["tags"][0],
        method=method.upper(),
        path=path,
        summary=entry["summary"],
        about=about,
        scope=entry.get("x-scope", ""),
        parameters=parameters,
        body=body,
        fields=fields,
        answers=answers,
        problems=tuple((status, response["description"]) for status, response in responses.items() if status not in good),
        names=frozenset(_reached(shown | ({body} if body else set()), schemas) | events),
        asks=tuple(field.name for field in parameters if field.is_required) if method == "get" and "{" not in path else None,
        words=" ".join([*texts, *(field.name for field in (*parameters, *fields))]).lower(),
    )


def _parameter(entry: Document) -> Field:
    schema, is_required = entry["schema"], bool(entry.get("required"))
    about = entry.get("description", schema.get("description", ""))
    return Field(entry["name"], api_types.phrase(schema), about, is_required, api_types.default(schema), entry["in"])


def _fields(schema: Schema) -> tuple[Field, ...]:
    """The members of an object."""
    needed = schema.get("required", ())
    return tuple(
        Field(name, api_types.phrase(member), member.get("description", ""), name in needed, api_types.default(member))
        for name, member in schema.get("properties", {}).items()
    )


def _answer(status: int, response: Document) -> Answer:
    media_type, content = next(iter(response.get("content", NONE).items()), ("", NONE))
    kind = (Part("events", EVENTS),) if media_type == STREAM else api_types.phrase(content["schema"]) if content else ()
    headers = tuple((name, str(header["description"])) for name, header in response.get("headers", {}).items() if name not in SHARED)
    about = "" if response["description"] in GOOD_STATUSES else str(response["description"])
    return Answer(status, about or HTTPStatus(status).phrase, kind, media_type, headers)


def _shape(name: str, schema: Schema) -> Shape:
    values = () if schema.get("type") == "object" else api_types.phrase(schema)
    about = " ".join(str(schema.get("description", "")).partition("\n\n")[0].split())
    return Shape(name, api_types.shape_name(name), about, _fields(schema), values)


def _is_named(name: str, schemas: Mapping[str, Schema]) -> bool:
    """Whether another shape names this one."""
    return any(name in api_types.shapes_in(schema) for other, schema in schemas.items() if other != name)


def _reached(names: Iterable[str], schemas: Mapping[str, Schema]) -> set[str]:
    """These shapes, and all that they name in turn."""
    reached, left = set[str](), list(names)
    while left:
        name = left.pop()
        if name not in reached and name in schemas:
            reached.add(name)
            left += api_types.shapes_in(schemas[name])
    return reached


def _events(document: Document) -> Iterator[Event]:
    """The kinds of events, as the first stream that the document describes has them."""
    responses = (response for _, _, entry in _entries(document) for response in entry["responses"].values())
    streams = (response["content"][STREAM]["schema"] for response in responses if STREAM in response.get("content", {}))
    for kind in next(streams, NONE).get("properties", {}).get("data", {}).get("contentSchema", {}).get("oneOf", ()):
        fields = kind["properties"]["fields"]
        starred = {f"{_unescaped(pattern)}*": schema for pattern, schema in fields.get("patternProperties", {}).items()}
        yield Event(kind["properties"]["kind"]["const"], kind["description"], _fields({"properties": {**fields["properties"], **starred}}))


def _unescaped(pattern: str) -> str:
    """What a pattern that says how a name begins was made of."""
    return re.sub(r"\\(.)", r"\1", pattern.removeprefix("^"))


def _shared(document: Document) -> Iterator[Field]:
    entries = {parameter["name"]: parameter for _, _, entry in _entries(document) for parameter in entry.get("parameters", ())}
    yield from (_parameter(entries[name]) for name in SHARED if name in entries)
