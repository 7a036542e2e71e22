"""The client that awaits; in all else as the other."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, BinaryIO, Literal, TypeVar, cast

import anyio
import anyio.to_thread
import httpx

from polyparse import _requests as requests
from polyparse._flow import Flow, Pause, Send, read, send
from polyparse._requests import Asked, OnProgress
from polyparse._settings import CANCEL_SECONDS, TIMEOUT, connection
from polyparse._source import Document
from polyparse.results import CompareResult, ParseResult
from polyparse.types import AccountUsage, Batch, BatchAccepted, CatalogEntry, JobSummary, OutputId

Result = TypeVar("Result")


class AsyncPolyparse:
    """A Polyparse service, for `asyncio` and Trio.

    As `Polyparse`, with every method awaited. A task that is cancelled while it waits for `parse` or `compare` has its
    job cancelled.

    Args:
        api_key: default: the environment variable `POLYPARSE_API_KEY`.
        base_url: default: `POLYPARSE_URL`, or `http://localhost:3000`.
        http_client: your own, for proxies, certificates or tests; it is not closed.

    Example:
        >>> async with AsyncPolyparse() as client:
        ...     print((await client.parse("report.pdf")).markdown)
    """

    def __init__(
        self, api_key: str | None = None, base_url: str | None = None, *, http_client: httpx.AsyncClient | None = None
    ) -> None:
        self._headers, self._url = connection(api_key, base_url, os.environ)
        self._owns_http = http_client is None
        self._http = http_client or httpx.AsyncClient(timeout=TIMEOUT)
        self.jobs = AsyncJobs(self)
        self.batches = AsyncBatches(self)

    async def parse(
        self,
        document: Document,
        *,
        outputs: Sequence[OutputId] = ("markdown",),
        filename: str | None = None,
        pages: Sequence[int] | None = None,
        provider: str | None = None,
        provider_options: Mapping[str, Mapping[str, Any]] | None = None,
        include_raw: bool = False,
        images: Literal["inline", "reference"] = "inline",
        page_images: bool = False,
        deadline_seconds: int | None = None,
        fallback: Sequence[str] | None = None,
        webhook: str | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> ParseResult:
        """Has one provider read a document, and waits for the result.

        Args:
            document: a path, bytes, an open binary file, or a URL that the service fetches.
            outputs: what of: markdown, text, html, pages, tables, images, chunks, json, metadata, fields.
            filename: required for bytes; its extension says what type the document is.
            pages: from 1; None is all of them.
            provider: None is the configured default, usually `auto`.
            images: `reference` leaves their files at the service, for `jobs.image`.
            page_images: keeps an image of each page with the result, for `jobs.page_image`.
            deadline_seconds: how long each provider may take.
            idempotency_key: your own, of 8 to 255 characters, makes it one job even if your program runs twice.
            on_progress: called every two seconds or so with how far each provider is.
            timeout: in seconds, for the end of the job; None waits for however long it takes.

        Raises:
            JobFailedError: the document could not be read.
            ProblemError: the service refused the request.
            UnreachableError: the service cannot be reached.
            WaitTimeoutError: after `timeout`; the job goes on.

        When it is interrupted, as by Ctrl-C, the job is cancelled.
        """
        asked = Asked(
            operation="parse",
            outputs=outputs,
            pages=pages,
            provider=provider,
            provider_options=provider_options,
            include_raw=include_raw,
            images=images,
            page_images=page_images,
            deadline_seconds=deadline_seconds,
            fallback=fallback,
            webhook=webhook,
            metadata=metadata,
        )
        flow = requests.create_job(document, asked, filename=filename, idempotency_key=idempotency_key)
        job_id = await self._run(flow)
        return await self._attended(job_id, requests.wait_for_parse(job_id, on_progress=on_progress, timeout=timeout))

    async def compare(
        self,
        document: Document,
        *,
        outputs: Sequence[OutputId] = ("markdown",),
        filename: str | None = None,
        pages: Sequence[int] | None = None,
        providers: Sequence[str] | None = None,
        provider_options: Mapping[str, Mapping[str, Any]] | None = None,
        include_raw: bool = False,
        images: Literal["inline", "reference"] = "inline",
        page_images: bool = False,
        deadline_seconds: int | None = None,
        webhook: str | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> CompareResult:
        """Has several providers read a document, all that are enabled unless they are named, and compares them.

        Arguments and errors are those of `parse`.
        """
        asked = Asked(
            operation="compare",
            outputs=outputs,
            pages=pages,
            providers=providers,
            provider_options=provider_options,
            include_raw=include_raw,
            images=images,
            page_images=page_images,
            deadline_seconds=deadline_seconds,
            webhook=webhook,
            metadata=metadata,
        )
        flow = requests.create_job(document, asked, filename=filename, idempotency_key=idempotency_key)
        job_id = await self._run(flow)
        return await self._attended(job_id, requests.wait_for_compare(job_id, on_progress=on_progress, timeout=timeout))

    async def providers(self) -> list[CatalogEntry]:
        """Every provider that the service knows, with what it can do and whether it is enabled."""
        return cast("list[CatalogEntry]", (await self._run(read(Send("GET", "/api/v1/providers"))))["providers"])

    async def usage(self, *, since: str | None = None, until: str | None = None) -> AccountUsage:
        """What the account has used, by day (as `2026-01-15`, UTC) and provider."""
        params = {name: value for name, value in (("from", since), ("to", until)) if value is not None}
        return cast("AccountUsage", await self._run(read(Send("GET", "/api/v1/usage", params=params))))

    async def close(self) -> None:
        """Closes the connections, unless they are those of your own client."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncPolyparse:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _attended(self, job_id: str, flow: Flow[Result]) -> Result:
        """A job that its caller no longer waits for, after an interruption, is cancelled."""
        try:
            return await self._run(flow)
        except Exception:
            raise
        except BaseException:
            await self._cancel_quietly(job_id)
            raise

    async def _cancel_quietly(self, job_id: str) -> None:
        # The task that waited may have been cancelled, and this is awaited all the same.
        with (
            anyio.CancelScope(shield=True),
            anyio.move_on_after(CANCEL_SECONDS),
            contextlib.suppress(Exception),
        ):
            await self._send(requests.cancel_request(job_id), timeout=CANCEL_SECONDS)

    async def _run(self, flow: Flow[Result]) -> Result:
        answer: httpx.Response | None = None
        failure: httpx.TransportError | None = None
        while True:
            try:
                step = flow.send(answer) if failure is None else flow.throw(failure)
            except StopIteration as end:
                return cast("Result", end.value)
            answer, failure = None, None
            if isinstance(step, Pause):
                await anyio.sleep(step.seconds)
                continue
            try:
                answer = await self._send(step)
            except httpx.TransportError as error:
                failure = error

    async def _send(self, step: Send, *, timeout: float | None = None) -> httpx.Response:
        chosen = timeout or step.timeout
        given: dict[str, Any] = {} if chosen is None else {"timeout": chosen}
        headers = {**self._headers, **step.headers}
        url = self._url + step.path
        if step.source is None:
            return await self._http.request(
                step.method, url, params=dict(step.params) or None, headers=headers, json=step.json, **given
            )
        with step.source.open() as file:
            return await self._http.request(step.method, url, headers=headers, content=_pieces(file), **given)


#: Bytes that are read from a file at once.
PIECE = 256 * 1024


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    """A file in pieces, read where no other task waits for it."""
    while piece := await anyio.to_thread.run_sync(file.read, PIECE):
        yield piece


class AsyncJobs:
    """The jobs of the account."""

    def __init__(self, client: AsyncPolyparse) -> None:
        self._client = client

    async def create(
        self,
        document: Document,
        *,
        operation: str = "parse",
        outputs: Sequence[OutputId] = ("markdown",),
        filename: str | None = None,
        pages: Sequence[int] | None = None,
        provider: str | None = None,
        providers: Sequence[str] | None = None,
        provider_options: Mapping[str, Mapping[str, Any]] | None = None,
        include_raw: bool = False,
        images: Literal["inline", "reference"] = "inline",
        page_images: bool = False,
        deadline_seconds: int | None = None,
        fallback: Sequence[str] | None = None,
        webhook: str | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Creates a job without waiting for it, and returns its id."""
        asked = Asked(
            operation=operation,
            outputs=outputs,
            pages=pages,
            provider=provider,
            providers=providers,
            provider_options=provider_options,
            include_raw=include_raw,
            images=images,
            page_images=page_images,
            deadline_seconds=deadline_seconds,
            fallback=fallback,
            webhook=webhook,
            metadata=metadata,
        )
        return await self._client._run(
            requests.create_job(document, asked, filename=filename, idempotency_key=idempotency_key)
        )

    async def get(self, job_id: str) -> dict[str, Any]:
        """The job as it is now, as the API sends it."""
        return cast("dict[str, Any]", await self._client._run(read(requests.part_request(job_id))))

    async def wait(
        self, job_id: str, *, on_progress: OnProgress | None = None, timeout: float | None = None
    ) -> ParseResult | CompareResult:
        """The result of a job once it has ended. An interruption leaves the job alone."""
        return await self._client._run(requests.wait(job_id, on_progress=on_progress, timeout=timeout))

    async def list(
        self,
        *,
        status: Sequence[str] | None = None,
        operation: str | None = None,
        provider: str | None = None,
        batch: str | None = None,
        name: str | None = None,
        same_source_as: str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AsyncIterator[JobSummary]:
        """The jobs of the account, newest first; pages of the list are fetched as they are needed."""
        filters = {
            "status": None if status is None else [*status],
            "operation": operation,
            "provider": provider,
            "batch": batch,
            "name": name,
            "same_source_as": same_source_as,
            "created_after": None if created_after is None else created_after.isoformat(),
            "created_before": None if created_before is None else created_before.isoformat(),
            "metadata": metadata,
        }
        cursor: str | None = None
        while True:
            page = await self._client._run(read(requests.list_request(filters, cursor)))
            for job in page["jobs"]:
                yield job
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    async def cancel(self, job_id: str) -> None:
        """Ends an unfinished job; one that has ended stays as it is."""
        await self._client._run(send(requests.cancel_request(job_id)))

    async def erase(self, job_id: str) -> None:
        """Removes a job in any state: its document, its result and its record."""
        await self._client._run(send(Send("DELETE", requests.part_request(job_id).path)))

    async def retry(self, job_id: str) -> None:
        """Runs a job again that has failed; vendors may charge again."""
        await self._client._run(send(Send("POST", requests.part_request(job_id, "retry").path), repeatable=False))

    async def output(self, job_id: str, output: OutputId, *, provider: str | None = None) -> bytes:
        """One output of a complete job; of a compare with its provider."""
        part = ("outputs", output) if provider is None else ("providers", provider, "outputs", output)
        return (await self._client._run(send(requests.part_request(job_id, *part)))).content

    async def page_image(self, job_id: str, page: int) -> bytes:
        """The image of a page, of a job with `page_images`; `pageImages` of its result lists them."""
        request = requests.part_request(job_id, "pages", str(page), "image")
        return (await self._client._run(send(request))).content

    async def image(self, job_id: str, image_id: str, *, provider: str | None = None) -> bytes:
        """The file of one image of a complete job."""
        part = ("images", image_id) if provider is None else ("providers", provider, "images", image_id)
        return (await self._client._run(send(requests.part_request(job_id, *part)))).content


class AsyncBatches:
    """Many jobs at once."""

    def __init__(self, client: AsyncPolyparse) -> None:
        self._client = client

    async def create(
        self, jobs: Sequence[Mapping[str, Any]], *, idempotency_key: str, webhook: str | None = None
    ) -> BatchAccepted:
        """Creates up to 1,000 jobs about documents at URLs, all or none; each as in the API."""
        body = {"jobs": [*jobs], **({} if webhook is None else {"webhook": {"url": webhook}})}
        flow = read(Send("POST", "/api/v1/batches", headers={"idempotency-key": idempotency_key}, json=body))
        return cast("BatchAccepted", await self._client._run(flow))

    async def get(self, batch_id: str) -> Batch:
        """How many of its jobs are in each state."""
        return cast("Batch", await self._client._run(read(requests.batch_request(batch_id))))
