"""The flows of the public operations: what is sent, and what becomes of the answers."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import httpx

from polyparse._answers import json_of
from polyparse._flow import Expired, Flow, Interruption, Send, not_polyparse, read, send
from polyparse._requests import Asked, batch_path, job_path, json_body, list_parameters, upload_headers
from polyparse._service import Service
from polyparse._source import Document, is_url, source_of
from polyparse.errors import JobFailedError, NotFoundError, PolyparseError, WaitTimeoutError
from polyparse.results import CompareResult, ParseResult
from polyparse.types import RunProgress

OnProgress = Callable[[list[RunProgress]], None]

#: How long one request waits for the end of a job, in seconds.
WAIT_SECONDS = 25
#: With progress to tell, a request waits no longer than this.
PROGRESS_SECONDS = 2
#: How long the answer to a new job is waited for when the call is interrupted: without its id it cannot be erased.
CREATE_GRACE = 5.0
#: How long each part of the erasure of an abandoned job may take: it is often the last request of a program.
DISCARD_SECONDS = 5.0


def create_job(
    service: Service,
    document: Document,
    asked: Asked,
    *,
    filename: str | None,
    idempotency_key: str | None,
    new_key: str | None = None,
    deadline: float | None = None,
) -> Flow[str]:
    """The id of the job. However often it is sent, the key makes it one.

    When it is interrupted, no job is left, unless it has a key of the caller's own.
    """
    key = (new_key or str(uuid.uuid4())) if idempotency_key is None else idempotency_key
    headers = {"idempotency-key": key.encode()}
    if is_url(document):
        request = Send(
            "POST", "/api/v1/jobs", headers=headers, json=json_body(str(document), asked), grace=CREATE_GRACE
        )
    else:
        source = source_of(document, filename)
        given = upload_headers(source.filename, asked)
        request = Send("POST", "/api/v1/jobs", headers={**headers, **given}, source=source, grace=CREATE_GRACE)
    try:
        created = yield from read(service, request, "id", "status", deadline=deadline)
    except PolyparseError as error:
        error.idempotency_key = key
        raise
    except Interruption as interruption:
        job_id = None if interruption.answer is None else _id_in(interruption.answer, service)
        if job_id is not None and idempotency_key is None:
            yield from discard(service, job_id)
        raise
    return str(created["id"])


def _id_in(answer: httpx.Response, service: Service) -> str | None:
    with suppress(PolyparseError):
        value = json_of(answer, service.url)
        if answer.is_success and isinstance(value, dict):
            return str(value["id"]) if "id" in value else None
    return None


def discard(service: Service, job_id: str) -> Flow[None]:
    """Erases an abandoned job, or cancels it where the key may not erase. Raises nothing."""
    try:
        yield from send(service, Send("DELETE", job_path(job_id), timeout=DISCARD_SECONDS), _nothing, retries=0)
    except Exception:
        cancellation = Send("POST", job_path(job_id, "cancel"), timeout=DISCARD_SECONDS)
        with suppress(Exception):
            yield from send(service, cancellation, _nothing, retries=0)


def run_job(
    service: Service,
    document: Document,
    asked: Asked,
    *,
    filename: str | None,
    idempotency_key: str | None,
    on_progress: OnProgress | None,
    timeout: float | None,
) -> Flow[ParseResult | CompareResult]:
    """Creates a job and waits for its result.

    When that ends otherwise, the job is discarded, unless it has a key of the caller's own: it may be older than the
    call, and the next call may come back to it.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    new_key = str(uuid.uuid4())
    key = new_key if idempotency_key is None else idempotency_key
    try:
        job_id = yield from create_job(
            service,
            document,
            asked,
            filename=filename,
            idempotency_key=idempotency_key,
            new_key=new_key,
            deadline=deadline,
        )
    except Expired:
        late = _late(None)
        late.idempotency_key = key
        raise late from None
    try:
        return (yield from _wait_until(service, job_id, on_progress=on_progress, deadline=deadline))
    except (GeneratorExit, JobFailedError):
        raise
    except BaseException as error:
        if isinstance(error, PolyparseError):
            error.idempotency_key = key
        if idempotency_key is None:
            yield from discard(service, job_id)
        raise


def wait(
    service: Service, job_id: str, *, on_progress: OnProgress | None, timeout: float | None
) -> Flow[ParseResult | CompareResult]:
    """The result of the job once it has ended."""
    deadline = None if timeout is None else time.monotonic() + timeout
    return _wait_until(service, job_id, on_progress=on_progress, deadline=deadline)


def _wait_until(
    service: Service, job_id: str, *, on_progress: OnProgress | None, deadline: float | None
) -> Flow[ParseResult | CompareResult]:
    longest = WAIT_SECONDS if on_progress is None else PROGRESS_SECONDS
    while True:
        left = longest if deadline is None else deadline - time.monotonic()
        if left <= 0:
            raise _late(job_id)
        seconds = min(longest, max(0.1, left))
        params = {"wait": f"{seconds:.3f}"}
        request = Send("GET", job_path(job_id), params=params, timeout=seconds + 30)
        try:
            job = yield from read(service, request, "id", "status", deadline=deadline)
        except Expired:
            raise _late(job_id) from None
        status = job["status"]
        if status == "failed":
            message = job.get("error") or "The job failed for an unknown reason."
            raise JobFailedError(message, job_id=job_id, error_code=job.get("errorCode"))
        if status == "complete":
            return _result_of(service, job)
        if status not in ("queued", "running"):
            raise not_polyparse(service)
        if on_progress is not None and "progress" in job:
            on_progress(job["progress"])


def _late(job_id: str | None) -> WaitTimeoutError:
    return WaitTimeoutError("The job had not ended in the time given.", job_id=job_id)


def _result_of(service: Service, job: Mapping[str, Any]) -> ParseResult | CompareResult:
    result = job.get("result")
    if isinstance(result, dict) and isinstance(result.get("providers"), list):
        return CompareResult(job["id"], result)  # type: ignore[arg-type]
    if isinstance(result, dict) and isinstance(result.get("outputs"), dict):
        return ParseResult(job["id"], result)  # type: ignore[arg-type]
    raise not_polyparse(service)


def erase(service: Service, job_id: str) -> Flow[None]:
    """A job that does not exist is erased."""
    try:
        yield from send(service, Send("DELETE", job_path(job_id)), _nothing)
    except NotFoundError as error:
        # Also how a repeated request is answered whose first answer was lost.
        if error.code != "not_found":
            raise


def cancel(service: Service, job_id: str) -> Flow[None]:
    return send(service, Send("POST", job_path(job_id, "cancel")), _nothing)


def retry(service: Service, job_id: str) -> Flow[None]:
    return send(service, Send("POST", job_path(job_id, "retry")), _nothing, repeatable=False)


def get(service: Service, job_id: str) -> Flow[dict[str, Any]]:
    return read(service, Send("GET", job_path(job_id)), "id", "status")


def list_page(service: Service, filters: Mapping[str, Any], cursor: str | None) -> Flow[dict[str, Any]]:
    return _with_list(service, Send("GET", "/api/v1/jobs", params=list_parameters(filters, cursor)), "jobs")


def part(service: Service, media_type: str, job_id: str, *path: str, provider: str | None = None) -> Flow[bytes]:
    """The bytes of a part of a result, whose media type starts so."""

    def parse(response: httpx.Response) -> bytes:
        if response.headers.get("content-type", "").startswith(media_type):
            return response.content
        raise not_polyparse(service)

    whose = () if provider is None else ("providers", provider)
    return send(service, Send("GET", job_path(job_id, *whose, *path)), parse)


def output(service: Service, job_id: str, name: str, provider: str | None) -> Flow[bytes]:
    media_type = {"markdown": "text/markdown", "text": "text/plain", "html": "text/html"}.get(name, "application/json")
    return part(service, media_type, job_id, "outputs", name, provider=provider)


def providers(service: Service) -> Flow[dict[str, Any]]:
    return _with_list(service, Send("GET", "/api/v1/providers"), "providers")


def usage(service: Service, since: str | None, until: str | None) -> Flow[dict[str, Any]]:
    params = {name: value for name, value in (("from", since), ("to", until)) if value is not None}
    return _with_list(service, Send("GET", "/api/v1/usage", params=params), "usage")


def create_batch(
    service: Service, jobs: Sequence[Mapping[str, Any]], *, idempotency_key: str | None, webhook: str | None
) -> Flow[dict[str, Any]]:
    key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
    body = {"jobs": [*jobs], **({} if webhook is None else {"webhook": {"url": webhook}})}
    request = Send("POST", "/api/v1/batches", headers={"idempotency-key": key.encode()}, json=body)
    try:
        return (yield from _with_list(service, request, "jobs"))
    except PolyparseError as error:
        error.idempotency_key = key
        raise


def batch(service: Service, batch_id: str) -> Flow[dict[str, Any]]:
    return read(service, Send("GET", batch_path(batch_id)), "id", "createdAt")


def _with_list(service: Service, request: Send, name: str) -> Flow[dict[str, Any]]:
    value = yield from read(service, request)
    if isinstance(value.get(name), list):
        return value
    raise not_polyparse(service)


def _nothing(response: httpx.Response) -> None:
    """Of an answer whose body says nothing more."""
