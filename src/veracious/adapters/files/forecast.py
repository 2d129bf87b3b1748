"""How much there is to read, told without reading it."""

from collections.abc import Sequence

from veracious.adapters.files import formats, walk
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.formats import Format


def count(paths: Sequence[str], caps: Caps) -> int | None:
    """How many documents and refusals there will be; none when standard input or a file of JSON lines is among them."""
    if walk.STANDARD_INPUT in paths:
        return None
    total = 0
    for one in walk.find(paths, caps):
        if isinstance(one, walk.Opened) and formats.BY_ENDING.get(one.file_name.rpartition(".")[2].lower()) is Format.JSONL:
            return None
        total += 1
    return total
