"""The client that waits.

Made of _async_client.py by `npm run docs`: change that one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, Literal, cast

import httpx

from polyparse import _jobs, _operations
from polyparse._flow import not_polyparse
from polyparse._jobs import OnProgress
from polyparse._requests import Asked, instant
from polyparse._runner import Runner
from polyparse._service import service_of
from polyparse._source import Document
from polyparse.results import (
    CompareResult,
    ExtractionResult,
    JobCorrections,
    JobJudgements,
    ModelClass,
    ParseResult,
    json_schema_of,
)
from polyparse.types import (
    AccountUsage,
    Batch,
    BatchAccepted,
    CatalogEntry,
    Correction,
    CreatedShare,
    DeliveryReport,
    JobSummary,
    JudgedDocument,
    MadeCorrection,
    OutputId,
    PageReading,
    SchemaSummary,
    Share,
    StoredSchema,
)


class Polyparse:
    """A Polyparse service.

    A request that was not answered, or was answered with 408, 429, 502, 503 or 504, is sent again, after pauses of 0.5
    to 20 seconds or when `Retry-After` says, if that is within a minute. Every job has an idempotency key, so none is
    created twice. If nothing has ever answered, a call fails after two seconds.

    Args:
        api_key: default: the environment variable `POLYPARSE_API_KEY`.
        url: where the service is; default: `POLYPARSE_URL`, or `http://localhost:3000`.
        retries: how often a request is sent again.
        http_client: your own, for proxies, certificates or tests; it is not closed.

    Raises:
        ValueError: the key or the address is not one.

    Example:
        >>> with Polyparse() as client:
        ...     result = client.parse("report.pdf")
        >>> print(result.markdown)
    """

    def __init__(
        self,
        api_key: str | None = None,
        url: str | None = None,
        *,
        retries: int = 6,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._service = service_of(api_key, url, retries, os.environ)
        self._runner = Runner(self._service, http_client)
        self.jobs = Jobs(self)
        self.batches = Batches(self)
        self.schemas = Schemas(self)
        self.corrections = Corrections(self)
        self.judgements = Judgements(self)

    def parse(
        self,
        document: Document,
        *,
        outputs: Sequence[OutputId] = ("markdown",),
        filename: str | None = None,
        pages: Sequence[int] | None = None,
        provider: str | None = None,
        provider_options: Mapping[str, Mapping[str, Any]] | None = None,
        include_raw: bool = False,
        extraction: Mapping[str, Any] | None = None,
        classification: Mapping[str, Any] | None = None,
        images: Literal["inline", "reference"] = "inline",
        page_images: bool = False,
        provisional_pages: bool = False,
        deadline_seconds: int | None = None,
        fallback: Sequence[str] | None = None,
        webhook: str | None = None,
        deliver: Mapping[str, Any] | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> ParseResult:
        """Has one provider read a document, and waits for the result.

        Args:
            document: a path, bytes, an open binary file, or a URL that the service fetches.
            outputs: what of: markdown, text, html, pages, tables, images, chunks, json, metadata, fields, extraction,
                classification.
            filename: required for bytes; its extension says what type the document is.
            pages: from 1; None is all of them.
            provider: None is the configured default, usually `auto`.
            extraction: for that output, `{"schema": …}` with the JSON Schema that is to be filled.
            classification: for that output, `{"labels": [{"name": …}]}`; `"by": "pages"` divides several in one file.
            images: `reference` leaves their files at the service, for `jobs.image`.
            page_images: keeps an image of each page with the result, for `jobs.page_image`.
            provisional_pages: with the output `pages` or `markdown`, lets pages be read before the end, by `jobs.page`.
            deadline_seconds: how long each provider may take.
            deliver: `{"url": …, "outputs": {"markdown": …}}`, URLs that take the result, or single outputs, by a PUT.
            idempotency_key: your own, of 8 to 255 characters, makes it one job even if your program runs twice, and the
                job stays when the call ends before it.
            on_progress: called every two seconds or so with how far each provider is.
            timeout: in seconds, for the end of the job; None waits for however long it takes.

        When the call is interrupted, as by Ctrl-C or the cancellation of its task, or fails before the job has ended,
        the job is erased, or cancelled where the API key may not erase; that takes seconds at most. A job with an
        `idempotency_key` of your own stays.

        Raises:
            JobFailedError: the document could not be read.
            ProblemError: the service refused the request.
            UnreachableError: the service cannot be reached.
            WaitTimeoutError: after `timeout`.
        """
        asked = Asked(
            operation="parse",
            outputs=outputs,
            pages=pages,
            provider=provider,
            provider_options=provider_options,
            include_raw=include_raw,
            extraction=extraction,
            classification=classification,
            images=images,
            page_images=page_images,
            provisional_pages=provisional_pages,
            deadline_seconds=deadline_seconds,
            fallback=fallback,
            webhook=webhook,
            deliver=deliver,
            metadata=metadata,
        )
        flow = _jobs.run_job(
            self._service,
            document,
            asked,
            filename=filename,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
            timeout=timeout,
        )
        result = self._runner.run(flow)
        if isinstance(result, ParseResult):
            return result
        raise not_polyparse(self._service)

    def compare(
        self,
        document: Document,
        *,
        outputs: Sequence[OutputId] = ("markdown",),
        filename: str | None = None,
        pages: Sequence[int] | None = None,
        providers: Sequence[str] | None = None,
        provider_options: Mapping[str, Mapping[str, Any]] | None = None,
        include_raw: bool = False,
        extraction: Mapping[str, Any] | None = None,
        classification: Mapping[str, Any] | None = None,
        images: Literal["inline", "reference"] = "inline",
        page_images: bool = False,
        deadline_seconds: int | None = None,
        webhook: str | None = None,
        deliver: Mapping[str, Any] | None = None,
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
            extraction=extraction,
            classification=classification,
            images=images,
            page_images=page_images,
            deadline_seconds=deadline_seconds,
            webhook=webhook,
            deliver=deliver,
            metadata=metadata,
        )
        flow = _jobs.run_job(
            self._service,
            document,
            asked,
            filename=filename,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
            timeout=timeout,
        )
        result = self._runner.run(flow)
        if isinstance(result, CompareResult):
            return result
        raise not_polyparse(self._service)

    def extract(
        self,
        document: Document,
        schema: Mapping[str, Any] | ModelClass[Any] | None = None,
        *,
        schema_id: str | None = None,
        schema_version: int | None = None,
        model: str | None = None,
        models: Sequence[str] | None = None,
        instructions: str | None = None,
        unproven: Literal["null", "keep"] = "null",
        filename: str | None = None,
        pages: Sequence[int] | None = None,
        provider: str | None = None,
        provider_options: Mapping[str, Mapping[str, Any]] | None = None,
        deadline_seconds: int | None = None,
        fallback: Sequence[str] | None = None,
        webhook: str | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> ExtractionResult:
        """Fills a schema from a document, with the place of each value.

        Args:
            document: as in `parse`.
            schema: a JSON Schema, or a class of Pydantic, or another with `model_json_schema` and `model_validate`.
            schema_id: in place of `schema` one that is stored, in its latest version or in `schema_version`.
            model: the provider whose model proposes the values; None is the service itself.
            models: in its place several that fill the schema side by side, such as `("local", "vision")`; the value's
                `comparison` has what each has found.
            instructions: for the models, which get them with the schema.
            unproven: `keep` keeps values that are nowhere on the pages, which are None otherwise.

        Other arguments, interruptions and errors are those of `parse`.
        """
        extraction: dict[str, Any] = {"unproven": unproven}
        if schema is not None:
            extraction["schema"] = json_schema_of(schema)
        if schema_id is not None:
            extraction["schemaId"] = schema_id
        if schema_version is not None:
            extraction["schemaVersion"] = schema_version
        if model is not None:
            extraction["model"] = model
        if models is not None:
            extraction["models"] = list(models)
        if instructions is not None:
            extraction["instructions"] = instructions
        result = self.parse(
            document,
            outputs=("extraction",),
            extraction=extraction,
            filename=filename,
            pages=pages,
            provider=provider,
            provider_options=provider_options,
            deadline_seconds=deadline_seconds,
            fallback=fallback,
            webhook=webhook,
            metadata=metadata,
            idempotency_key=idempotency_key,
            on_progress=on_progress,
            timeout=timeout,
        )
        return ExtractionResult(result)

    def providers(self) -> list[CatalogEntry]:
        """Every provider that the service knows, with what it can do and whether it is enabled."""
        catalog = self._runner.run(_operations.providers(self._service))
        return cast("list[CatalogEntry]", catalog["providers"])

    def usage(self, *, since: str | None = None, until: str | None = None) -> AccountUsage:
        """Return the usage of the account, by day (as `2026-01-15`, UTC) and provider."""
        return cast("AccountUsage", self._runner.run(_operations.usage(self._service, since, until)))

    def close(self) -> None:
        """Closes the connections, unless they are those of your own client."""
        self._runner.close()

    def __enter__(self) -> Polyparse:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Jobs:
    """The jobs of the account."""

    def __init__(self, client: Polyparse) -> None:
        self._service = client._service
        self._runner = client._runner

    def create(
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
        extraction: Mapping[str, Any] | None = None,
        classification: Mapping[str, Any] | None = None,
        images: Literal["inline", "reference"] = "inline",
        page_images: bool = False,
        provisional_pages: bool = False,
        deadline_seconds: int | None = None,
        fallback: Sequence[str] | None = None,
        webhook: str | None = None,
        deliver: Mapping[str, Any] | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Creates a job without waiting for it, and returns its id.

        When the call is interrupted, no job is left, unless it has an `idempotency_key` of your own.
        """
        asked = Asked(
            operation=operation,
            outputs=outputs,
            pages=pages,
            provider=provider,
            providers=providers,
            provider_options=provider_options,
            include_raw=include_raw,
            extraction=extraction,
            classification=classification,
            images=images,
            page_images=page_images,
            provisional_pages=provisional_pages,
            deadline_seconds=deadline_seconds,
            fallback=fallback,
            webhook=webhook,
            deliver=deliver,
            metadata=metadata,
        )
        flow = _jobs.create_job(self._service, document, asked, filename=filename, idempotency_key=idempotency_key)
        return self._runner.run(flow)

    def get(self, job_id: str, *, corrected: bool = False) -> dict[str, Any]:
        """The job as it is now, as the API sends it; `corrected` as people have corrected its result."""
        return self._runner.run(_operations.get(self._service, job_id, corrected=corrected))

    def wait(
        self, job_id: str, *, on_progress: OnProgress | None = None, timeout: float | None = None
    ) -> ParseResult | CompareResult:
        """The result of a job once it has ended. An interruption leaves the job alone."""
        flow = _jobs.wait(self._service, job_id, on_progress=on_progress, timeout=timeout)
        return self._runner.run(flow)

    def list(
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
    ) -> Iterator[JobSummary]:
        """The jobs of the account, newest first; pages of the list are fetched as they are needed.

        A `datetime` without a zone is local time.
        """
        filters = {
            "status": None if status is None else [*status],
            "operation": operation,
            "provider": provider,
            "batch": batch,
            "name": name,
            "same_source_as": same_source_as,
            "created_after": instant(created_after),
            "created_before": instant(created_before),
            "metadata": metadata,
        }
        cursor: str | None = None
        while True:
            page = self._runner.run(_operations.list_page(self._service, filters, cursor))
            yield from page["jobs"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    def cancel(self, job_id: str) -> None:
        """Ends an unfinished job; one that has ended stays as it is."""
        self._runner.run(_operations.cancel(self._service, job_id))

    def erase(self, job_id: str) -> None:
        """Removes a job in any state: its document, its result and its record. One that does not exist is erased."""
        self._runner.run(_operations.erase(self._service, job_id))

    def retry(self, job_id: str) -> None:
        """Runs a job again that has failed; vendors may charge again.

        It is not sent again when its answer is lost, because it may have been accepted.
        """
        self._runner.run(_operations.retry(self._service, job_id))

    def deliveries(self, job_id: str) -> Sequence[DeliveryReport]:
        """Return the state of the delivery to each URL in `deliver`, once the job is complete."""
        found = self._runner.run(_operations.deliveries(self._service, job_id))
        reports: Sequence[DeliveryReport] = found["deliveries"]
        return reports

    def share(self, job_id: str, *, expires_in: int | None = None) -> CreatedShare:
        """Makes a link that shows the result of a complete job to whoever has it, without a key, for so many seconds.

        Its `url` is in no other answer. It is not sent again when its answer is lost: there may be such a link then.
        """
        flow = _operations.share(self._service, job_id, expires_in)
        return cast("CreatedShare", self._runner.run(flow))

    def shares(self, job_id: str) -> Sequence[Share]:
        """The links to the result of a job that are valid, the newest first."""
        found = self._runner.run(_operations.shares(self._service, job_id))
        links: Sequence[Share] = found["shares"]
        return links

    def revoke_share(self, job_id: str, share_id: str) -> None:
        """Revokes a link to a result. One that does not exist is revoked."""
        self._runner.run(_operations.revoke_share(self._service, job_id, share_id))

    def output(
        self,
        job_id: str,
        output: OutputId,
        *,
        provider: str | None = None,
        corrected: bool = False,
    ) -> bytes:
        """One output of a complete job; of a compare with its provider. `corrected`: as people have corrected it.

        Raises:
            ProblemError: `not_correctable` when corrections do not reach the output.
        """
        flow = _operations.output(self._service, job_id, output, provider=provider, corrected=corrected)
        return self._runner.run(flow)

    def page(self, job_id: str, page: int, *, corrected: bool = False) -> PageReading:
        """Return the text of a page, as `markdown` and `text`, of a job with the output `pages`.

        With `provisional_pages` that is possible before the end of the job: such a page is `provisional`, and later
        pages may change it.

        Raises:
            ProblemError: `no_result` when the page cannot be read yet.
        """
        flow = _operations.page(self._service, job_id, page, corrected=corrected)
        return cast("PageReading", self._runner.run(flow))

    def page_image(self, job_id: str, page: int) -> bytes:
        """The image of a page, of a job with `page_images`; `pageImages` of its result lists them."""
        return self._runner.run(_operations.image(self._service, job_id, "pages", str(page), "image"))

    def image(self, job_id: str, image_id: str, *, provider: str | None = None) -> bytes:
        """The file of one image of a complete job."""
        flow = _operations.image(self._service, job_id, "images", image_id, provider=provider)
        return self._runner.run(flow)


class Batches:
    """Many jobs at once."""

    def __init__(self, client: Polyparse) -> None:
        self._service = client._service
        self._runner = client._runner

    def create(
        self, jobs: Sequence[Mapping[str, Any]], *, idempotency_key: str | None = None, webhook: str | None = None
    ) -> BatchAccepted:
        """Creates up to 1,000 jobs about documents at URLs, all or none; each as in the API.

        When the call is interrupted while it waits for the answer, the batch may have been created: give an
        `idempotency_key`, with which the same call comes back to it.
        """
        flow = _operations.create_batch(self._service, jobs, idempotency_key=idempotency_key, webhook=webhook)
        return cast("BatchAccepted", self._runner.run(flow))

    def get(self, batch_id: str) -> Batch:
        """Return the batch, with the number of its jobs in each state."""
        return cast("Batch", self._runner.run(_operations.batch(self._service, batch_id)))


class Schemas:
    """Schemas for extractions, stored under names and in versions."""

    def __init__(self, client: Polyparse) -> None:
        self._service = client._service
        self._runner = client._runner

    def store(
        self, name: str, schema: Mapping[str, Any] | ModelClass[Any], *, description: str | None = None
    ) -> StoredSchema:
        """Stores a schema, as the next version of the one that has its name.

        What the latest version is already is not stored again.
        """
        flow = _operations.store_schema(self._service, name, json_schema_of(schema), description)
        return cast("StoredSchema", self._runner.run(flow))

    def get(self, schema_id: str, *, version: int | None = None) -> StoredSchema:
        """A version of a schema, or its latest."""
        return cast("StoredSchema", self._runner.run(_operations.schema(self._service, schema_id, version)))

    def list(self, *, name: str | None = None, archived: bool = False) -> Iterator[SchemaSummary]:
        """The schemas of the account in their latest versions, newest name first: those in use, or those archived."""
        filters = {"name": name, "archived": "true" if archived else None, "limit": 100}
        cursor: str | None = None
        while True:
            page = self._runner.run(_operations.schema_page(self._service, filters, cursor))
            yield from page["schemas"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    def archive(self, schema_id: str) -> StoredSchema:
        """Keeps new jobs from referring to a schema, until something is stored under its name again."""
        return cast("StoredSchema", self._runner.run(_operations.archive_schema(self._service, schema_id)))

    def erase(self, schema_id: str) -> None:
        """Erases a schema with all its versions; jobs keep what they fill."""
        self._runner.run(_operations.erase_schema(self._service, schema_id))


class Corrections:
    """The corrections that people have made to the results of jobs."""

    def __init__(self, client: Polyparse) -> None:
        self._service = client._service
        self._runner = client._runner

    def get(self, job_id: str) -> JobCorrections:
        """Return the corrections of the result of a job, with their authors and times."""
        return self._runner.run(_operations.corrections(self._service, job_id))

    def replace(
        self, job_id: str, corrections: Sequence[Correction | MadeCorrection], *, etag: str | None = None
    ) -> JobCorrections:
        """Replaces all corrections of a job; those that stay keep who has made them, and when.

        Args:
            corrections: each names a block or a cell, what was read there, and what is printed there.
            etag: of the corrections that were read; `*` overwrites any. Without it the job may have none.

        Raises:
            PreconditionFailedError: somebody has changed them since they were read.
            ProblemError: a place does not exist or something else was read there, and then none is stored; or
                `not_correctable`, when the job is a comparison or has no output `json`.
        """
        flow = _operations.replace_corrections(self._service, job_id, corrections, etag)
        return self._runner.run(flow)

    def remove(self, job_id: str, *, etag: str | None = None) -> None:
        """Undoes all corrections of a job. Where there are none, none are left.

        Raises:
            PreconditionFailedError: somebody has changed them since they were read.
        """
        self._runner.run(_operations.remove_corrections(self._service, job_id, etag))


class Judgements:
    """Reads and replaces what people have said about the disputes of comparisons, where the account keeps that."""

    def __init__(self, client: Polyparse) -> None:
        self._service = client._service
        self._runner = client._runner

    def get(self, job_id: str) -> JobJudgements:
        """Returns what has been said about the disputes of a job, and whether the account keeps that."""
        return self._runner.run(_operations.judgements(self._service, job_id))

    def replace(self, job_id: str, document: JudgedDocument, *, etag: str | None = None) -> JobJudgements:
        """Replaces what was said about a job.

        Args:
            document: all that is said, with the id of the job.
            etag: of what was read; `*` overwrites anything. Without it nothing may have been said yet.

        Raises:
            PreconditionFailedError: somebody has changed it since it was read.
            PermissionDeniedError: the account keeps no judgements, which its operator decides.
        """
        return self._runner.run(_operations.replace_judgements(self._service, job_id, document, etag))

    def remove(self, job_id: str, *, etag: str | None = None) -> None:
        """Forgets what was said about a job. Where nothing was, nothing is left.

        Raises:
            PreconditionFailedError: somebody has changed it since it was read.
        """
        self._runner.run(_operations.remove_judgements(self._service, job_id, etag))

    def list(self) -> Iterator[JudgedDocument]:
        """All judged documents that the account keeps, those on the newest job first."""
        cursor: str | None = None
        while True:
            page = self._runner.run(_operations.judgements_page(self._service, {"limit": 100}, cursor))
            yield from page["documents"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return
