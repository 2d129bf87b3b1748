"""Names of files and addresses as they can be shown and kept: they may be any bytes, and made to deceive."""

import unicodedata

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
BYTE_BEGINS, BYTE_ENDS, BYTE_OFFSET = 0xDC80, 0xDCFF, 0xDC00  # how Python carries a byte of a name that is no UTF-8


def show(name: str) -> str:
    """The name with every character that cannot be seen, or that turns the order of others, written out."""
    return "".join(char if unicodedata.category(char) not in UNSEEN else _written_out(ord(char)) for char in name)


def _written_out(code: int) -> str:
    if BYTE_BEGINS <= code <= BYTE_ENDS:
        return f"\\x{code - BYTE_OFFSET:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
