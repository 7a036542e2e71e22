"""The flows of the other operations: what is sent, and what becomes of the answers."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import httpx

from polyparse._answers import json_of
from polyparse._flow import Flow, Send, ignore, not_polyparse, read, send
from polyparse._requests import batch_path, job_path, list_parameters, schema_path
from polyparse._service import Service
from polyparse.errors import NotFoundError, PolyparseError
from polyparse.results import JobCorrections, JobJudgements

if TYPE_CHECKING:
    from polyparse.types import JudgedDocument


def erase(service: Service, job_id: str) -> Flow[None]:
    """A job that does not exist is erased."""
    return _remove(service, job_path(job_id))


def _remove(service: Service, path: str, headers: Mapping[str, str] | None = None) -> Flow[None]:
    try:
        yield from send(service, Send("DELETE", path, headers=headers or {}), ignore)
    except NotFoundError as error:
        # A repeated request whose first answer was lost is answered so, too.
        if error.code != "not_found":
            raise


def cancel(service: Service, job_id: str) -> Flow[None]:
    return send(service, Send("POST", job_path(job_id, "cancel")), ignore)


def retry(service: Service, job_id: str) -> Flow[None]:
    return send(service, Send("POST", job_path(job_id, "retry")), ignore, repeatable=False)


def get(service: Service, job_id: str, *, corrected: bool) -> Flow[dict[str, Any]]:
    return read(service, Send("GET", job_path(job_id), params=_as(corrected)), "id", "status")


def list_page(service: Service, filters: Mapping[str, Any], cursor: str | None) -> Flow[dict[str, Any]]:
    return _with_list(service, Send("GET", "/api/v1/jobs", params=list_parameters(filters, cursor)), "jobs")


def deliveries(service: Service, job_id: str) -> Flow[dict[str, Any]]:
    return _with_list(service, Send("GET", job_path(job_id, "deliveries")), "deliveries")


def share(service: Service, job_id: str, expires_in: int | None) -> Flow[dict[str, Any]]:
    request = Send("POST", job_path(job_id, "shares"), json={} if expires_in is None else {"expiresIn": expires_in})
    return read(service, request, "id", "url", "expiresAt", repeatable=False)


def shares(service: Service, job_id: str) -> Flow[dict[str, Any]]:
    return _with_list(service, Send("GET", job_path(job_id, "shares")), "shares")


def revoke_share(service: Service, job_id: str, share_id: str) -> Flow[None]:
    """A link that does not exist is revoked."""
    return _remove(service, job_path(job_id, "shares", share_id))


def image(service: Service, job_id: str, *path: str, provider: str | None = None) -> Flow[bytes]:
    """The file of an image, of any type but that of the page of a proxy."""
    return _part(service, lambda media_type: not media_type.startswith("text/html"), job_id, *path, provider=provider)


def page(service: Service, job_id: str, number: int, *, corrected: bool) -> Flow[Any]:
    path = job_path(job_id, "pages", str(number))
    return read(service, Send("GET", path, params={"output": "json", **_as(corrected)}), "markdown", "text")


def _as(corrected: bool) -> dict[str, str]:
    return {"corrected": "true"} if corrected else {}


def _part(
    service: Service,
    is_expected: Callable[[str], bool],
    job_id: str,
    *path: str,
    provider: str | None,
    corrected: bool = False,
) -> Flow[bytes]:
    def parse(response: httpx.Response) -> bytes:
        if is_expected(response.headers.get("content-type", "")):
            return response.content
        raise not_polyparse(service)

    whose = () if provider is None else ("providers", provider)
    return send(service, Send("GET", job_path(job_id, *whose, *path), params=_as(corrected)), parse)


def output(service: Service, job_id: str, name: str, *, provider: str | None, corrected: bool) -> Flow[bytes]:
    media_type = {"markdown": "text/markdown", "text": "text/plain", "html": "text/html"}.get(name, "application/json")

    def is_expected(given: str) -> bool:
        return given.startswith(media_type)

    return _part(service, is_expected, job_id, "outputs", name, provider=provider, corrected=corrected)


def corrections(service: Service, job_id: str) -> Flow[JobCorrections]:
    return _corrections(service, Send("GET", job_path(job_id, "corrections")))


def replace_corrections(
    service: Service, job_id: str, entries: Sequence[Mapping[str, Any]], etag: str | None
) -> Flow[JobCorrections]:
    # The service itself records who has made a correction, and when.
    bare = [{name: value for name, value in entry.items() if name not in ("by", "at")} for entry in entries]
    path = job_path(job_id, "corrections")
    return _corrections(service, Send("PUT", path, headers=_if_match(etag), json={"corrections": bare}))


def remove_corrections(service: Service, job_id: str, etag: str | None) -> Flow[None]:
    return _remove(service, job_path(job_id, "corrections"), _if_match(etag))


def _corrections(service: Service, request: Send) -> Flow[JobCorrections]:
    value, etag = yield from _tagged(service, request)
    if isinstance(value.get("corrections"), list):
        return JobCorrections(value["corrections"], etag)
    raise not_polyparse(service)


def judgements(service: Service, job_id: str) -> Flow[JobJudgements]:
    return _judgements(service, Send("GET", job_path(job_id, "judgements")))


def replace_judgements(
    service: Service, job_id: str, document: Mapping[str, Any], etag: str | None
) -> Flow[JobJudgements]:
    path = job_path(job_id, "judgements")
    return _judgements(service, Send("PUT", path, headers=_if_match(etag), json={"document": document}))


def remove_judgements(service: Service, job_id: str, etag: str | None) -> Flow[None]:
    return _remove(service, job_path(job_id, "judgements"), _if_match(etag))


def judgements_page(service: Service, filters: Mapping[str, Any], cursor: str | None) -> Flow[dict[str, Any]]:
    return _with_list(service, Send("GET", "/api/v1/judgements", params=list_parameters(filters, cursor)), "documents")


def _judgements(service: Service, request: Send) -> Flow[JobJudgements]:
    value, etag = yield from _tagged(service, request)
    document = value.get("document")
    if isinstance(value.get("keeping"), str) and (document is None or isinstance(document, dict)):
        return JobJudgements(value["keeping"], cast("JudgedDocument | None", document), etag)
    raise not_polyparse(service)


def _tagged(service: Service, request: Send) -> Flow[tuple[dict[str, Any], str]]:
    """The record that people keep beside a job, with the tag that names it as it is."""

    def parse(response: httpx.Response) -> tuple[dict[str, Any], str]:
        value, etag = json_of(response, service.url), response.headers.get("etag")
        if isinstance(value, dict) and etag is not None:
            return value, etag
        raise not_polyparse(service)

    return send(service, request, parse)


def _if_match(etag: str | None) -> dict[str, str]:
    return {} if etag is None else {"if-match": etag}


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


def store_schema(
    service: Service, name: str, schema: Mapping[str, Any], description: str | None
) -> Flow[dict[str, Any]]:
    body = {"name": name, "schema": schema, **({} if description is None else {"description": description})}
    return read(service, Send("POST", "/api/v1/schemas", json=body), "id", "name")


def schema(service: Service, schema_id: str, version: int | None) -> Flow[dict[str, Any]]:
    params = {} if version is None else {"version": version}
    return read(service, Send("GET", schema_path(schema_id), params=params), "id", "name")


def schema_page(service: Service, filters: Mapping[str, Any], cursor: str | None) -> Flow[dict[str, Any]]:
    return _with_list(service, Send("GET", "/api/v1/schemas", params=list_parameters(filters, cursor)), "schemas")


def archive_schema(service: Service, schema_id: str) -> Flow[dict[str, Any]]:
    return read(service, Send("POST", schema_path(schema_id, "archive")), "id", "name")


def erase_schema(service: Service, schema_id: str) -> Flow[None]:
    """A schema that does not exist is erased."""
    return _remove(service, schema_path(schema_id))


def _with_list(service: Service, request: Send, name: str) -> Flow[dict[str, Any]]:
    value = yield from read(service, request)
    if isinstance(value.get(name), list):
        return value
    raise not_polyparse(service)
