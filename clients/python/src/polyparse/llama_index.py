"""A reader for LlamaIndex."""

from __future__ import annotations

import os
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from polyparse._chunks import OUTPUTS, chunks_with_metadata
from polyparse._client import Polyparse


class PolyparseReader(BaseReader):  # type: ignore[misc,unused-ignore]
    """Reads documents as chunks, with `source`, `pages`, `headings` and `boxes` as metadata.

    Works by itself, and as a file extractor of `SimpleDirectoryReader`.

    Args:
        client: default: `Polyparse()`, by the environment.
        options: for `Polyparse.parse`, such as `provider` or `provider_options`.

    Example:
        >>> PolyparseReader().load_data("report.pdf")
    """

    def __init__(self, *, client: Polyparse | None = None, **options: Any) -> None:
        self._client = client or Polyparse()
        self._options = options

    def load_data(self, file: str | os.PathLike[str], extra_info: dict[str, Any] | None = None) -> list[Document]:
        result = self._client.parse(file, outputs=OUTPUTS, **self._options)
        # Boxes are for citations, not for what a model is shown or a vector is made of.
        hidden = ["boxes", "job_id"]
        return [
            Document(
                id_=f"{result.job_id}/{chunk_id}",
                text=text,
                metadata={**metadata, **(extra_info or {})},
                excluded_embed_metadata_keys=hidden,
                excluded_llm_metadata_keys=hidden,
            )
            for chunk_id, text, metadata in chunks_with_metadata(result, file)
        ]
