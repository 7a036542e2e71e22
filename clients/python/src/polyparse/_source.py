"""Documents, as callers have them."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

#: A path, the bytes themselves, an open binary file, or a URL that starts with `http://` or `https://`.
Document = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO


@dataclass(frozen=True)
class Source:
    """A document to upload. `open` gives its bytes from the start, for each attempt."""

    filename: str
    open: Callable[[], AbstractContextManager[BinaryIO]]
    #: In bytes; None where it shows only at the end.
    size: int | None
    is_repeatable: bool = True


def is_url(document: Document) -> bool:
    return isinstance(document, str) and document.lower().startswith(("http://", "https://"))


def source_of(document: Document, filename: str | None) -> Source:
    """Raises `FileNotFoundError` and the like at once, not when it is sent."""
    if isinstance(document, str | os.PathLike):
        path = Path(document)
        with path.open("rb") as opened:
            found = os.fstat(opened.fileno())
        size = found.st_size if stat.S_ISREG(found.st_mode) else None
        return Source(filename or path.name, lambda: path.open("rb"), size)
    if isinstance(document, bytes | bytearray | memoryview):
        if filename is None:
            raise ValueError("Bytes need a filename, whose extension says what type the document is.")
        data = bytes(document)
        return Source(filename, lambda: nullcontext(io.BytesIO(data)), len(data))
    name = filename or _name_of(document)
    if name is None:
        raise ValueError("A file without a name needs a filename, whose extension says what type the document is.")
    if not document.seekable():
        return Source(name, lambda: nullcontext(document), None, is_repeatable=False)
    start = document.tell()
    size = document.seek(0, os.SEEK_END) - start
    document.seek(start)

    def from_start() -> AbstractContextManager[BinaryIO]:
        document.seek(start)
        # The caller's own file stays open.
        return nullcontext(document)

    return Source(name, from_start, size)


def _name_of(file: BinaryIO) -> str | None:
    name = getattr(file, "name", None)
    return os.path.basename(name) if isinstance(name, str) and name != "" else None
