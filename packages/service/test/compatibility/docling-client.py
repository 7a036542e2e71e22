"""Uses the client of docling-serve from its registry: arguments are the address and the key."""

import base64
import io
import logging
import sys

from docling_serve_sdk import (
    ConvertDocumentsRequest,
    ConvertDocumentsRequestOptions,
    DoclingClient,
    DoclingValidationError,
    FileSourceRequest,
    HttpSourceRequest,
    OutputFormat,
)

logging.disable()
html = b"<h1>Ferries</h1><p>The ferry to Holm leaves at nine.</p>"


def document() -> io.BytesIO:
    file = io.BytesIO(html)
    file.name = "ferries.html"
    return file


def title(text: str) -> str:
    return text.split("\n")[0]


with DoclingClient(sys.argv[1], api_key=sys.argv[2], max_retries=0) as client:
    print(client.health_check().status)
    converted = client.convert_file(document())
    print(converted.status.value, title(converted.document.md_content))
    formats = [OutputFormat.MD, OutputFormat.JSON, OutputFormat.TEXT]
    options = ConvertDocumentsRequestOptions(to_formats=formats, page_range=(1, 1))
    found = client.convert_file(document(), options=options).document
    print(found.json_content["schema_name"], title(found.md_content), title(found.text_content), sep=", ")
    task = client.convert_file_async_task(document())
    result = client.wait_for_task(task.task_id, poll_interval=0.2)
    print(result["status"], title(result["document"]["md_content"]))
    source = FileSourceRequest(base64_string=base64.b64encode(html).decode(), filename="ferries.html")
    embedded = client.convert_source(ConvertDocumentsRequest(sources=[source]))
    print(embedded.status.value, title(embedded.document.md_content))
    try:
        client.convert_source(ConvertDocumentsRequest(sources=[HttpSourceRequest(url="http://127.0.0.1:9/a.pdf")]))
    except DoclingValidationError as error:
        print("refused:", str(error).split(": ", 1)[1].split(" [")[0])
