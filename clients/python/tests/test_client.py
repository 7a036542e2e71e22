from __future__ import annotations

import asyncio
import io
import os
import time
import uuid
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO, cast

import httpx
import pytest

from polyparse import (
    AsyncPolyparse,
    AuthenticationError,
    CompareResult,
    JobFailedError,
    NotFoundError,
    Polyparse,
    PreconditionFailedError,
    ProblemError,
    WaitTimeoutError,
)
from tests.conftest import HTML


class Unseekable(io.BytesIO):
    def seekable(self) -> bool:
        return False


def test_parses_a_path_bytes_a_file_and_a_stream(client: Polyparse, ferries: Path) -> None:
    given: list[tuple[Any, str | None]] = [
        (ferries, None),
        (str(ferries), None),
        (HTML.encode(), "a.html"),
        (io.BytesIO(HTML.encode()), "a.html"),
        (Unseekable(HTML.encode()), "a.html"),
    ]
    for document, filename in given:
        result = client.parse(document, filename=filename, outputs=["markdown", "tables"])
        assert result.markdown.startswith("# Ferries")
        assert result.tables[0]["rows"] == [["Route", "2025"], ["Holm", "341"]]
        assert result.page_count == 1
        assert result.provider == "auto"
    with ferries.open("rb") as file:
        assert "Holm" in client.parse(cast("BinaryIO", file), outputs=["text"]).text
        assert not file.closed
    with pytest.raises(KeyError, match="text was not asked for"):
        _ = result.text
    with pytest.raises(FileNotFoundError):
        client.parse("missing.pdf")
    with pytest.raises(ValueError, match="filename"):
        client.parse(b"bytes")


def test_reads_a_page(client: Polyparse, ferries: Path) -> None:
    job_id = client.jobs.create(ferries, outputs=["pages"], provisional_pages=True)
    client.jobs.wait(job_id)
    page = client.jobs.page(job_id, 1)
    assert page["markdown"].startswith("# Ferries")
    assert page["provisional"] is False
    with pytest.raises(NotFoundError):
        client.jobs.page(job_id, 2)


def test_corrects_a_result(client: Polyparse, ferries: Path) -> None:
    job_id = client.parse(ferries, outputs=["markdown", "pages", "json"]).job_id
    none = client.corrections.get(job_id)
    assert none.entries == []
    table = {"table": "p1-t1", "row": 1, "column": 1, "read": "341", "text": "347"}
    text = {"block": "p1-b2", "read": "The ferry to Holm leaves at nine.", "text": "The ferry to Holm leaves at ten."}
    first = client.corrections.replace(job_id, [cast("Any", table)])
    assert first.entries[0]["by"]["kind"] == "key"
    second = client.corrections.replace(job_id, [*first.entries, cast("Any", text)], etag=first.etag)
    assert second.entries[0] == first.entries[0]
    assert client.corrections.get(job_id) == second

    with pytest.raises(PreconditionFailedError) as raised:
        client.corrections.replace(job_id, [], etag=first.etag)
    assert raised.value.code == "corrections_changed"
    with pytest.raises(PreconditionFailedError):
        client.corrections.remove(job_id)

    read, corrected = client.jobs.output(job_id, "markdown"), client.jobs.output(job_id, "markdown", corrected=True)
    assert b"341" in read
    assert b"nine" in read
    assert b"347" in corrected
    assert b"ten" in corrected
    assert "347" in client.jobs.page(job_id, 1, corrected=True)["markdown"]
    assert "347" in client.jobs.get(job_id, corrected=True)["result"]["outputs"]["markdown"]

    client.corrections.remove(job_id, etag=second.etag)
    client.corrections.remove(job_id, etag=second.etag)
    assert client.corrections.get(job_id) == none
    client.jobs.erase(job_id)
    with pytest.raises(NotFoundError):
        client.corrections.get(job_id)


def test_keeps_judgements(client: Polyparse, ferries: Path) -> None:
    job_id = client.compare(ferries, providers=["provider-a", "provider-c"]).job_id
    none = client.judgements.get(job_id)
    assert (none.keeping, none.document) == ("kept", None)
    judged: Any = {
        "name": "ferries.html",
        "job": job_id,
        "comparedAt": "2026-01-15T09:30:00.480Z",
        "disputes": 1,
        "readings": [{"provider": "provider-a", "pages": 1, "durationMs": 31}],
        "settlements": [],
    }
    kept = client.judgements.replace(job_id, judged)
    assert kept.document == judged
    assert client.judgements.get(job_id) == kept
    assert list(client.judgements.list()) == [judged]

    with pytest.raises(PreconditionFailedError) as raised:
        client.judgements.replace(job_id, judged | {"disputes": 2}, etag=none.etag)
    assert raised.value.code == "judgements_changed"
    with pytest.raises(PreconditionFailedError):
        client.judgements.remove(job_id)

    client.judgements.remove(job_id, etag=kept.etag)
    client.judgements.remove(job_id)
    assert list(client.judgements.list()) == []
    client.jobs.erase(job_id)
    with pytest.raises(NotFoundError):
        client.judgements.get(job_id)


class Fares:
    """A class that knows its JSON Schema, as those of Pydantic do."""

    def __init__(self, buyer: str) -> None:
        self.buyer = buyer

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        return {"type": "object", "properties": {"buyer": {"type": "string"}, "captain": {"type": "string"}}}

    @classmethod
    def model_validate(cls, obj: Any) -> Fares:
        if obj["buyer"] is None:
            raise ValueError("buyer")
        return cls(obj["buyer"])


def test_extracts_by_a_class_and_by_a_schema(client: Polyparse) -> None:
    order = b"<table><tr><td>Buyer:</td><td>Acme Ltd.</td></tr><tr><td>Total:</td><td>12</td></tr></table>"
    extracted = client.extract(order, Fares, filename="order.html")
    assert extracted.data == {"buyer": "Acme Ltd.", "captain": None}
    assert [entry["status"] for entry in extracted.evidence] == ["found", "not_found"]
    buyer: str = extracted.validated(Fares).buyer
    assert buyer == "Acme Ltd."
    assert "2 values" in repr(extracted)
    with pytest.raises(ValueError, match="buyer"):
        client.extract(HTML.encode(), Fares, filename="a.html").validated(Fares)
    by_schema = client.extract(order, Fares.model_json_schema(), filename="order.html", unproven="keep")
    assert by_schema.data["buyer"] == "Acme Ltd."
    with pytest.raises(ProblemError, match="vision"):
        client.extract(order, Fares, filename="order.html", model="vision", instructions="Be terse.")


def test_stores_schemas_and_extracts_by_the_id_of_one(client: Polyparse) -> None:
    order = b"<p>Buyer: Acme Ltd.</p>"
    first = client.schemas.store("order", Fares, description="Of our buyers.")
    assert client.schemas.store("order", Fares.model_json_schema(), description="Of our buyers.") == first
    second = client.schemas.store("order", {"properties": {"captain": {"type": "string"}}})
    assert (second["id"], second["version"]) == (first["id"], 2)
    assert client.schemas.get(first["id"])["version"] == 2
    assert client.schemas.get(first["id"], version=1)["schema"] == first["schema"]
    extracted = client.extract(order, schema_id=first["id"], schema_version=1, filename="order.html")
    assert extracted.data == {"buyer": "Acme Ltd.", "captain": None}
    assert client.jobs.get(extracted.result.job_id)["extractionSchema"] == {"id": first["id"], "version": 1}
    assert client.extract(order, schema_id=first["id"], filename="order.html").data == {"captain": None}
    assert [schema["id"] for schema in client.schemas.list(name="order")] == [first["id"]]
    assert "archivedAt" in client.schemas.archive(first["id"])
    with pytest.raises(ProblemError, match="archived"):
        client.extract(order, schema_id=first["id"], filename="order.html")
    assert [schema["name"] for schema in client.schemas.list(archived=True)] == ["order"]
    client.schemas.erase(first["id"])
    client.schemas.erase(first["id"])
    with pytest.raises(NotFoundError):
        client.schemas.get(first["id"])


def test_gives_labels(client: Polyparse) -> None:
    bill = b"<h1>Invoice</h1><p>Invoice number: A-17</p>"
    labels = {"labels": [{"name": "contract"}, {"name": "invoice"}]}
    parsed = client.parse(bill, filename="bill.html", outputs=["classification"], classification=labels)
    [found] = parsed.classification["ranges"]
    assert (found["label"], found["pages"]) == ("invoice", [1])
    with pytest.raises(ProblemError, match="same as that of label 1"):
        twice = {"labels": [{"name": "Invoice"}, {"name": "invoice"}]}
        client.parse(bill, filename="bill.html", outputs=["classification"], classification=twice)


def test_compares(client: Polyparse, ferries: Path) -> None:
    compared = client.compare(ferries, providers=["provider-a", "provider-c"])
    assert [entry["provider"] for entry in compared.providers] == ["provider-a", "provider-c"]
    assert "Holm" in compared.result("provider-a").markdown
    assert compared.agreement is not None
    with pytest.raises(KeyError):
        compared.result("provider-b")


def test_creates_lists_cancels_and_erases_jobs(client: Polyparse, ferries: Path) -> None:
    label = {"run": str(uuid.uuid4())}
    key = str(uuid.uuid4())
    job_id = client.jobs.create(ferries, metadata=label, idempotency_key=key)
    assert client.jobs.create(ferries, metadata=label, idempotency_key=key) == job_id
    result = client.jobs.wait(job_id)
    assert not isinstance(result, CompareResult)
    yesterday = datetime.now() - timedelta(days=1)
    listed = list(client.jobs.list(metadata=label, status=["complete"], created_after=yesterday))
    assert [(job["id"], job["source"].get("filename")) for job in listed] == [(job_id, "Fähren 1.html")]
    assert job_id in [job["id"] for job in client.jobs.list(same_source_as=job_id)]
    assert client.jobs.output(job_id, "markdown").decode() == result.markdown
    client.jobs.cancel(job_id)
    assert client.jobs.get(job_id)["status"] == "complete"
    client.jobs.erase(job_id)
    client.jobs.erase(job_id)
    with pytest.raises(NotFoundError) as raised:
        client.jobs.get(job_id)
    assert (raised.value.code, raised.value.status) == ("not_found", 404)
    assert raised.value.request_id != ""


def test_shares_a_result_by_a_link(client: Polyparse, ferries: Path) -> None:
    result = client.parse(ferries)
    link = client.jobs.share(result.job_id, expires_in=60)
    look = {"authorization": f"Bearer {link['url'].split('#/')[1]}"}
    shared = f"{os.environ['POLYPARSE_URL']}/api/v1/shared"
    shown = httpx.get(shared, headers=look).json()
    assert shown["result"]["outputs"]["markdown"] == result.markdown
    assert [each["id"] for each in client.jobs.shares(result.job_id)] == [link["id"]]
    client.jobs.revoke_share(result.job_id, link["id"])
    client.jobs.revoke_share(result.job_id, link["id"])
    assert client.jobs.shares(result.job_id) == []
    assert httpx.get(shared, headers=look).status_code == 404
    client.jobs.share(result.job_id)


def test_says_what_is_wrong(client: Polyparse, ferries: Path, slow_url: str) -> None:
    with pytest.raises(ProblemError) as raised:
        client.parse(ferries, provider="nobody")
    assert (raised.value.code, raised.value.errors[0]["field"]) == ("validation_error", "X-Service-Provider")
    with pytest.raises(JobFailedError) as failed:
        client.parse(b"%PDF-1.7 is no document", filename="a.pdf")
    assert failed.value.error_code == "document_damaged"
    with pytest.raises(AuthenticationError):
        Polyparse("pp_live_wrong").providers()
    job_id = client.jobs.create(slow_url)
    begun = time.monotonic()
    with pytest.raises(WaitTimeoutError):
        client.jobs.wait(job_id, timeout=0.2)
    assert time.monotonic() - begun < 5
    client.jobs.erase(job_id)


def test_batches_usage_and_providers(client: Polyparse, slow_url: str) -> None:
    entry = {"operation": "parse", "source": {"url": slow_url}, "outputs": ["markdown"]}
    batch = client.batches.create([entry, entry], idempotency_key=f"batch-{uuid.uuid4()}")
    assert client.batches.get(batch["id"])["total"] == 2
    for job in batch["jobs"]:
        client.jobs.erase(job["id"])
    assert "auto" in [provider["id"] for provider in client.providers()]
    assert client.usage()["currency"] == "USD"


def test_the_other_client_awaits_the_same(ferries: Path) -> None:
    async def work() -> None:
        async with AsyncPolyparse() as client:
            result, compared = await asyncio.gather(
                client.parse(ferries), client.compare(ferries, providers=["provider-a", "provider-c"])
            )
            assert result.markdown.startswith("# Ferries")
            assert compared.agreement is not None
            assert result.job_id in [job["id"] async for job in client.jobs.list()]

    asyncio.run(work())


def test_a_task_that_is_cancelled_leaves_no_job(client: Polyparse, slow_url: str) -> None:
    label = {"run": str(uuid.uuid4())}

    async def work() -> None:
        async with AsyncPolyparse() as other:
            task = asyncio.create_task(other.parse(slow_url, metadata=label))
            while not [job async for job in other.jobs.list(metadata=label)]:
                await asyncio.sleep(0.02)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(work())
    assert list(client.jobs.list(metadata=label)) == []


def test_chunks_become_documents_of_langchain(ferries: Path) -> None:
    pytest.importorskip("langchain_core")
    from polyparse.langchain import PolyparseLoader

    documents = PolyparseLoader([ferries]).load()
    assert "Holm" in documents[0].page_content
    assert documents[0].metadata["pages"] == [1]
    assert documents[0].metadata["source"] == os.fspath(ferries)
    assert documents[0].metadata["headings"] == ["Ferries"]
