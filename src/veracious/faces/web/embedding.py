"""What somebody puts into a page of theirs to show a published verdict there: a frame, or a picture with a link."""

from dataclasses import dataclass

from veracious.faces.pages import foreign
from veracious.faces.web import frame

WIDTH = 480  # of the picture, and of the frame
HEIGHT = 300  # of the frame: room for a claim of three lines and a correction; what is longer is scrolled to
CLAIM_CHARS = 120  # in what is read out in place of the picture


@dataclass(frozen=True, slots=True)
class Embedding:
    """The two ways, as HTML."""

    frame: str
    picture: str


def of(site: str, id: str, claim: str) -> Embedding:
    """How the verdict of this record is shown elsewhere. Neither names the verdict, which may change: the card says it as it is then."""
    values = {"page": f"{site}/published/{id}", "claim": foreign.cut(claim, CLAIM_CHARS), "width": WIDTH, "height": HEIGHT}
    return Embedding(*(frame.render(f"embed_{name}.html.j2", values).strip() for name in ("frame", "picture")))
