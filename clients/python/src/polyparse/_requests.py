"""The flows of the public operations: what is sent, and what becomes of the answers."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from polyparse._flow import Flow, Send, job_path, percent_encoded_json, read, until_ended
from polyparse._source import Document, is_url, source_of
from polyparse.errors import JobFailedError, UnexpectedAnswerError, WaitTimeoutError
from polyparse.results import CompareResult, ParseResult
from polyparse.types import OutputId, RunProgress

OnProgress = Callable[[list[RunProgress]], None]


@dataclass(frozen=True)
class Asked:
    """What is asked for one document, by the names of the API; what is None is left out."""

    operation: str
    outputs: Sequence[OutputId]
    pages: Sequence[int] | None = None
    provider: str | None = None
    providers: Sequence[str] | None = None
    provider_options: Mapping[str, Mapping[str, Any]] | None = None
    include_raw: bool = False
    images: Literal["inline", "reference"] = "inline"
    page_images: bool = False
    deadline_seconds: int | None = None
    fallback: Sequence[str] | None = None
    webhook: str | None = None
    metadata: Mapping[str, str] | None = None


def create_job(document: Document, asked: Asked, *, filename: str | None, idempotency_key: str | None) -> Flow[str]:
    """The id of the job. However often it is sent, the key makes it one."""
    headers = {"idempotency-key": idempotency_key or str(uuid.uuid4())}
    if is_url(document):
        body = json_body(str(document), asked)
        created = yield from read(Send("POST", "/api/v1/jobs", headers=headers, json=body))
    else:
        source = source_of(document, filename)
        headers |= upload_headers(source.filename, asked)
        created = yield from read(Send("POST", "/api/v1/jobs", headers=headers, source=source))
    return str(created["id"])


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
        "images": None if asked.images == "inline" else asked.images,
        "pageImages": asked.page_images or None,
        "deadlineSeconds": asked.deadline_seconds,
        "fallback": None if asked.fallback is None else list(asked.fallback),
        "webhook": None if asked.webhook is None else {"url": asked.webhook},
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
        "x-service-images": None if asked.images == "inline" else asked.images,
        "x-service-page-images": "true" if asked.page_images else None,
        "x-service-deadline-seconds": None if asked.deadline_seconds is None else str(asked.deadline_seconds),
        "x-service-fallback": None if asked.fallback is None else ",".join(asked.fallback),
        "x-service-webhook": asked.webhook,
        "x-service-metadata": None if asked.metadata is None else percent_encoded_json(asked.metadata),
    }
    return {name: value for name, value in headers.items() if value is not None}


def wait(job_id: str, *, on_progress: OnProgress | None, timeout: float | None) -> Flow[ParseResult | CompareResult]:
    """The result of the job once it has ended."""
    deadline = None if timeout is None else time.monotonic() + timeout

    def late() -> WaitTimeoutError:
        return WaitTimeoutError(f"The job had not ended after {timeout} s; it goes on.", job_id=job_id)

    job = yield from until_ended(job_id, on_progress=on_progress, deadline=deadline, on_late=late)
    return result_of(job)


def result_of(job: Mapping[str, Any]) -> ParseResult | CompareResult:
    if job["status"] == "failed":
        raise JobFailedError(job.get("error") or "The job failed.", job_id=job["id"], error_code=job.get("errorCode"))
    result = job["result"]
    return CompareResult(job["id"], result) if "providers" in result else ParseResult(job["id"], result)


def wait_for_parse(job_id: str, *, on_progress: OnProgress | None, timeout: float | None) -> Flow[ParseResult]:
    result = yield from wait(job_id, on_progress=on_progress, timeout=timeout)
    if not isinstance(result, ParseResult):
        raise UnexpectedAnswerError("The job is no parse.")
    return result


def wait_for_compare(job_id: str, *, on_progress: OnProgress | None, timeout: float | None) -> Flow[CompareResult]:
    result = yield from wait(job_id, on_progress=on_progress, timeout=timeout)
    if not isinstance(result, CompareResult):
        raise UnexpectedAnswerError("The job is no compare.")
    return result


def list_request(filters: Mapping[str, Any], cursor: str | None) -> Send:
    """One page of the list; filters that are None are left out."""
    params = {name: value for name, value in {**filters, "cursor": cursor}.items() if value is not None}
    metadata = params.pop("metadata", {})
    return Send(
        "GET", "/api/v1/jobs", params={**params, **{f"metadata.{key}": value for key, value in metadata.items()}}
    )


def part_request(job_id: str, *part: str) -> Send:
    return Send("GET", job_path(job_id, *part))


def cancel_request(job_id: str) -> Send:
    return Send("POST", job_path(job_id, "cancel"))


def batch_request(batch_id: str) -> Send:
    return Send("GET", f"/api/v1/batches/{quote(batch_id, safe='')}")
