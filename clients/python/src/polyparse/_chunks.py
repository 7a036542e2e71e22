"""Chunks with what a citation needs, for frameworks."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from polyparse._source import Document
from polyparse.results import ParseResult
from polyparse.types import OutputId

OUTPUTS: Sequence[OutputId] = ("chunks",)


def chunks_with_metadata(result: ParseResult, document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The id, the text and the metadata of each chunk: source, pages, headings, boxes by page."""
    for chunk in result.chunks:
        yield (
            chunk["id"],
            chunk["text"],
            {
                "source": source_name(document),
                "job_id": result.job_id,
                "pages": chunk["pages"],
                "headings": chunk["headings"],
                "boxes": chunk.get("boxes", []),
            },
        )


def source_name(document: Document) -> str:
    if isinstance(document, str | os.PathLike):
        return os.fspath(document)
    return str(getattr(document, "name", "bytes"))
