"""The requests: the bodies, headers and parameters of requests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal
from urllib.parse import quote

from polyparse.types import OutputId


@dataclass(frozen=True)
class Asked:
    """The parameters for one document, by the names of the API; those that are None are left out."""

    operation: str
    outputs: Sequence[OutputId]
    pages: Sequence[int] | None = None
    provider: str | None = None
    providers: Sequence[str] | None = None
    provider_options: Mapping[str, Mapping[str, Any]] | None = None
    include_raw: bool = False
    extraction: Mapping[str, Any] | None = None
    classification: Mapping[str, Any] | None = None
    images: Literal["inline", "reference"] = "inline"
    page_images: bool = False
    provisional_pages: bool = False
    deadline_seconds: int | None = None
    fallback: Sequence[str] | None = None
    webhook: str | None = None
    deliver: Mapping[str, Any] | None = None
    metadata: Mapping[str, str] | None = None


def json_body(url: str, asked: Asked) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "operation": asked.operation,
        "source": {"url": url},
        "outputs": list(asked.outputs),
        "pages": None if asked.pages is None else list(asked.pages),
        "provider": asked.provider,
        "providers": None if asked.providers is None else list(asked.providers),
        "providerOptions": asked.provider_options,
        "includeRaw": asked.include_raw or None,
        "extraction": asked.extraction,
        "classification": asked.classification,
        "images": None if asked.images == "inline" else asked.images,
        "pageImages": asked.page_images or None,
        "provisionalPages": asked.provisional_pages or None,
        "deadlineSeconds": asked.deadline_seconds,
        "fallback": None if asked.fallback is None else list(asked.fallback),
        "webhook": None if asked.webhook is None else {"url": asked.webhook},
        "deliver": asked.deliver,
        "metadata": asked.metadata,
    }
    return {name: value for name, value in fields.items() if value is not None}


def upload_headers(filename: str, asked: Asked) -> dict[str, str]:
    headers = {
        "x-service-filename": quote(filename, safe=""),
        "x-service-operation": asked.operation,
        "x-service-outputs": ",".join(asked.outputs),
        "x-service-pages": None if asked.pages is None else ",".join(map(str, asked.pages)),
        "x-service-provider": asked.provider,
        "x-service-providers": None if asked.providers is None else ",".join(asked.providers),
        "x-service-provider-options": None
        if asked.provider_options is None
        else percent_encoded_json(asked.provider_options),
        "x-service-include-raw": "true" if asked.include_raw else None,
        "x-service-extraction": None if asked.extraction is None else percent_encoded_json(asked.extraction),
        "x-service-classification": None
        if asked.classification is None
        else percent_encoded_json(asked.classification),
        "x-service-images": None if asked.images == "inline" else asked.images,
        "x-service-page-images": "true" if asked.page_images else None,
        "x-service-provisional-pages": "true" if asked.provisional_pages else None,
        "x-service-deadline-seconds": None if asked.deadline_seconds is None else str(asked.deadline_seconds),
        "x-service-fallback": None if asked.fallback is None else ",".join(asked.fallback),
        "x-service-webhook": asked.webhook,
        "x-service-deliver": None if asked.deliver is None else percent_encoded_json(asked.deliver),
        "x-service-metadata": None if asked.metadata is None else percent_encoded_json(asked.metadata),
    }
    return {name: value for name, value in headers.items() if value is not None}


def percent_encoded_json(value: Any) -> str:
    """Encode a value as headers of an upload carry JSON."""
    return quote(json.dumps(value, ensure_ascii=False, separators=(",", ":")), safe="")


def list_parameters(filters: Mapping[str, Any], cursor: str | None) -> dict[str, Any]:
    """Return the parameters of one page of the list; filters that are None are left out."""
    params = {name: value for name, value in {**filters, "cursor": cursor}.items() if value is not None}
    metadata = params.pop("metadata", {})
    return {**params, **{f"metadata.{key}": value for key, value in metadata.items()}}


def instant(moment: datetime | None) -> str | None:
    """A moment with its zone, as the API takes it. One without a zone is local time, as everywhere in Python."""
    return None if moment is None else moment.astimezone(timezone.utc).isoformat()


def job_path(job_id: str, *rest: str) -> str:
    """The path of a job or of a part of it."""
    return "/api/v1/jobs/" + "/".join(quote(part, safe="") for part in (job_id, *rest))


def schema_path(schema_id: str, *rest: str) -> str:
    return "/api/v1/schemas/" + "/".join(quote(part, safe="") for part in (schema_id, *rest))


def batch_path(batch_id: str) -> str:
    return f"/api/v1/batches/{quote(batch_id, safe='')}"
