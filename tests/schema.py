"""The schema as one file: what all migrations together make, as the server itself writes it down.

`python -m tests.schema` (or `make schema`) writes `schema.sql` anew, on a private server of its own.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from veracious.adapters.postgres import migrate, server

SCHEMA = Path(migrate.__file__).parent / "sql" / "schema.sql"
HEAD = """\
-- What all migrations together make, as `pg_dump` writes it; `make schema` writes this file anew, and a test compares the two.
-- It is here to be read. A database is made by `veracious db migrate`, which makes the role `veracious_app` too.
"""
_WRITTEN = re.compile(r"^(?:--.*|\\(?:un)?restrict .*|SET .*|SELECT pg_catalog\.set_config\(.*)$\n?", re.MULTILINE)


def dump(owner_url: str) -> str:
    """The schema of a database, without what differs from one writing to the next: comments, settings, the owner's name."""
    utils = server._library().utils
    program = utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION] / "pg_dump"
    asked = [str(program), "--schema-only", "--no-owner", "--no-comments", "--exclude-table=public.veracious_migration", owner_url]
    said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    plain = re.sub(r"(POLICY keeper ON \S+) TO \w+", r"\1 TO CURRENT_USER", _WRITTEN.sub("", said))
    return HEAD + "\n" + re.sub(r"\n{3,}", "\n\n", plain).strip() + "\n"


def write() -> None:
    """Write the file anew."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        found = server.start(data)
        try:
            migrate.run(found.owner)
            SCHEMA.write_text(dump(found.owner), "utf-8")
        finally:
            server.stop(data)


if __name__ == "__main__":
    write()
