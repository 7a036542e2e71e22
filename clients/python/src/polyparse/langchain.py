"""A document loader for LangChain."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from polyparse._async_client import AsyncPolyparse
from polyparse._chunks import OUTPUTS, chunks_with_metadata
from polyparse._client import Polyparse

Path = str | os.PathLike[str]


class PolyparseLoader(BaseLoader):
    """Loads documents as chunks, with `source`, `pages`, `headings` and `boxes` as metadata.

    Args:
        documents: paths or URLs, one or several.
        client: default: `Polyparse()`, by the environment.
        options: for `Polyparse.parse`, such as `provider` or `provider_options`.

    Example:
        >>> PolyparseLoader("report.pdf").load()
    """

    def __init__(self, documents: Path | Sequence[Path], *, client: Polyparse | None = None, **options: Any) -> None:
        self._documents = [documents] if isinstance(documents, str | os.PathLike) else list(documents)
        self._client = client
        self._options = options

    def lazy_load(self) -> Iterator[Document]:
        client = self._client or Polyparse()
        try:
            for document in self._documents:
                result = client.parse(document, outputs=OUTPUTS, **self._options)
                for chunk_id, text, metadata in chunks_with_metadata(result, document):
                    yield Document(id=f"{result.job_id}/{chunk_id}", page_content=text, metadata=metadata)
        finally:
            if self._client is None:
                client.close()

    async def alazy_load(self) -> AsyncIterator[Document]:
        if self._client is not None:
            async for loaded in super().alazy_load():
                yield loaded
            return
        async with AsyncPolyparse() as client:
            for document in self._documents:
                result = await client.parse(document, outputs=OUTPUTS, **self._options)
                for chunk_id, text, metadata in chunks_with_metadata(result, document):
                    yield Document(id=f"{result.job_id}/{chunk_id}", page_content=text, metadata=metadata)
