"""The words of a claim."""

import pytest

from veracious.rules.reading import wording
from veracious.rules.reading.cast import Reference


@pytest.mark.parametrize(
    ("text", "put", "once"),
    [
        ("Bronwen Tegg says that Bronwen Tegg won.", "she", "Bronwen Tegg says that she won."),
        ("Bronwen Tegg sold it to Bronwen Tegg's neighbours.", "she", "Bronwen Tegg sold it to Bronwen Tegg's neighbours."),
        ("Bronwen Tegg won.", "she", "Bronwen Tegg won."),
    ],
)
def test_a_name_is_put_once(text: str, put: str, once: str) -> None:
    """What was put where the name stands already is taken back; a name of the sentence's own stays."""
    assert wording.named_once(text, [Reference(20, 20 + len(put), put, "Bronwen Tegg")]) == once
