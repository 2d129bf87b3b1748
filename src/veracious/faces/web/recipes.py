"""Recipes of the API page: what most programs do first, ready to copy. `tests/faces/test_service_recipes.py` runs them as they stand here.

The page fills the address in; what begins with `YOUR-` or `ID-OF-` is for whoever copies a recipe. Lines are short, so that
commands and program stand beside each other unbroken.
"""

from dataclasses import dataclass, replace

SITE = "ADDRESS-OF-THE-SERVICE"
KEY, RECORD, WORKSPACE, NAME, PASSWORD = "YOUR-KEY", "ID-OF-A-FINISHED-CLAIM", "YOUR-WORKSPACE", "YOUR-NAME", "YOUR-PASSWORD"


@dataclass(frozen=True, slots=True)
class Recipe:
    """Something to do, as commands and as a program."""

    name: str  # its anchor in the page
    title: str
    about: str
    scope: str  # that the key must have; empty: a person does it
    curl: str
    python: str


AUTHORIZED = '-H "Authorization: Bearer $KEY"'
AS_JSON = "-H 'Content-Type: application/json'"


def _job(path: str, body: str, follow: str = "-o /dev/null ") -> str:
    """Commands that hand a job in, wait for its end and read it."""
    return f"""\
SITE='{SITE}'
KEY='{KEY}'
JOB=$(curl -sSf -o /dev/null -w '%header{{location}}' \\
  "$SITE{path}" {AS_JSON} \\
  {AUTHORIZED} -d '{body}')
# The events end when the job does.
curl -sSfN {follow}"$SITE$JOB/events" \\
  {AUTHORIZED}
curl -sSf "$SITE$JOB" {AUTHORIZED}
"""


def _program(lines: str, before: str = "") -> str:
    """A program that does this with a client."""
    inside = "".join(f"    {line}\n" if line else "\n" for line in lines.strip().splitlines())
    return f'''\
{before}from veracious.client import Client

SITE = "{SITE}"
KEY = "{KEY}"

with Client(SITE, key=KEY) as service:
{inside}'''


RECIPES: tuple[Recipe, ...] = (
    Recipe(
        "verify-a-claim",
        "Verify a claim and wait",
        "A claim is handed in as a job. Its events end when it is finished; then its report has the verdict and the evidence.",
        "verify",
        _job("/v1/verifications", '{\n    "claim": "Marie Curie was born in Warsaw."}'),
        _program(
            """
claim = "Marie Curie was born in Warsaw."
job = service.wait(service.verify(claim))
print(job.id, job.outcome)
if job.report:
    print(job.report.get("verdict"))
"""
        ),
    ),
    Recipe(
        "check-an-answer",
        "Check an answer",
        "An answer that somebody, or a chatbot, gave is checked sentence by sentence against the documents that come with it.",
        "verify",
        _job(
            "/v1/checks",
            "{\n"
            '    "question": "When does the office open?",\n'
            '    "answer": "The office opens at 9 AM.",\n'
            '    "documents": [{\n'
            '      "title": "Handbook",\n'
            '      "text": "The office opens at 9 AM every day."}]}',
        ),
        _program(
            """
handbook = {
    "title": "Handbook",
    "text": "The office opens at 9 AM every day.",
}
job = service.wait(service.check(
    "The office opens at 9 AM.",
    [handbook],
    question="When does the office open?",
))
for claim in job.report["claims"]:
    print(claim["verdict"], claim["text"])
"""
        ),
    ),
    Recipe(
        "analyse-an-article",
        "Analyse an article",
        "The claims of an article worth checking, how they hang together, and a verdict on those that were searched for. "
        "Send its text, or its url alone.",
        "verify",
        _job(
            "/v1/articles",
            "{\n"
            '    "title": "A bridge",\n'
            '    "published": "2026-05-05",\n'
            '    "budget": "minimal",\n'
            '    "text": "The Orla bridge opened in 2021. It is blue."}',
        ),
        _program(
            """
text = "The Orla bridge opened in 2021. It is blue."
job = service.wait(
    service.analyse(
        text,
        title="A bridge",
        published="2026-05-05",
        budget="minimal",
    ),
    seconds=600,
)
for claim in job.report["claims"]:
    print(claim["state"], claim["text"])
"""
        ),
    ),
    Recipe(
        "hand-in-documents",
        "Hand in documents",
        "Texts of your own, that claims are checked against from then on. The report says what became of each.",
        "write",
        _job(
            "/v1/documents",
            "{\n"
            '    "documents": [{\n'
            '      "title": "A biography",\n'
            '      "published": "2024-05-01",\n'
            '      "text": "Marie Curie was born in Warsaw in 1867."}]}',
        ),
        _program(
            """
biography = {
    "title": "A biography",
    "published": "2024-05-01",
    "text": "Marie Curie was born in Warsaw in 1867.",
}
for document in service.put(biography):
    print(document["outcome"], document["digest"])
"""
        ),
    ),
    Recipe(
        "follow-events",
        "Follow events",
        "What happens to a job, while it happens. Whoever is cut off asks again with the number of the last event as Last-Event-ID; "
        "the client does so by itself.",
        "verify",
        _job("/v1/verifications", '{\n    "claim": "Marie Curie was born in Paris."}', follow=""),
        _program(
            """
claim = "Marie Curie was born in Paris."
for event in service.events(service.verify(claim)):
    print(event.number, event.kind, event.text)
"""
        ),
    ),
    Recipe(
        "export-a-verdict",
        "Export a verdict",
        "The files that “Export” on the page of a verdict offers: the record itself, Markdown with every quote in a footnote, "
        "CSV with a row for each quote.",
        "read",
        f"""\
SITE='{SITE}'
KEY='{KEY}'
RECORD='{RECORD}'
for FILE in record.json report.md quotes.csv; do
  curl -sSf -o "$FILE" "$SITE/v/$RECORD/export/$FILE" \\
    {AUTHORIZED}
done
""",
        _program(
            f"""
record = "{RECORD}"
for name in "record.json", "report.md", "quotes.csv":
    content = service.export(record, name)
    Path(name).write_bytes(content)
""",
            before="from pathlib import Path\n\n",
        ),
    ),
    Recipe(
        "sign-a-verdict",
        "Sign a verdict",
        "Only a person signs, with a name and a password, and never a key. What is signed is the verdict as it was read: "
        "if somebody was faster, nothing is written. The commands need jq.",
        "",
        f"""\
SITE='{SITE}'
RECORD='{RECORD}'
REVIEW="$SITE/v1/records/$RECORD/review"
COOKIES=$(mktemp)
CSRF=$(curl -sSf -c "$COOKIES" "$SITE/v1/session" \\
  {AS_JSON} -d '{{
    "workspace": "{WORKSPACE}",
    "name": "{NAME}",
    "password": "{PASSWORD}"}}' | jq -r .csrf)
curl -sSf -b "$COOKIES" "$REVIEW" |
  jq '{{act: "signed", digest, seen}}' |
  curl -sSf -b "$COOKIES" "$REVIEW" -d @- \\
    -H "X-CSRF-Token: $CSRF" \\
    {AS_JSON}
curl -sSf -b "$COOKIES" -X DELETE "$SITE/v1/session" \\
  -H "X-CSRF-Token: $CSRF"
rm "$COOKIES"
""",
        f"""\
from veracious.client import Client

SITE = "{SITE}"
RECORD = "{RECORD}"

with Client(SITE) as service:
    service.sign_in(
        "{WORKSPACE}",
        "{NAME}",
        "{PASSWORD}",
    )
    signed = service.sign(service.review(RECORD))
    print(signed["became"])
    service.sign_out()
""",
    ),
)


def at(site: str) -> list[Recipe]:
    """The recipes for a service at this address."""
    return [replace(one, curl=one.curl.replace(SITE, site), python=one.python.replace(SITE, site)) for one in RECIPES]
