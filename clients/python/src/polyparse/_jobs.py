"""The flows that create a job, wait for it, and leave none behind."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import httpx

from polyparse._answers import json_of
from polyparse._flow import Expired, Flow, Interruption, Send, ignore, not_polyparse, read, send
from polyparse._requests import Asked, job_path, json_body, upload_headers
from polyparse._service import Service
from polyparse._source import Document, is_url, source_of
from polyparse.errors import JobFailedError, PolyparseError, WaitTimeoutError
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
        yield from send(service, Send("DELETE", job_path(job_id), timeout=DISCARD_SECONDS), ignore, retries=0)
    except Exception:
        cancellation = Send("POST", job_path(job_id, "cancel"), timeout=DISCARD_SECONDS)
        with suppress(Exception):
            yield from send(service, cancellation, ignore, retries=0)


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
