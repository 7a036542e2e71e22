"""Polyparse: documents as Markdown, tables, chunks and more, by a service of your own.

>>> from polyparse import Polyparse
>>> client = Polyparse()
>>> print(client.parse("report.pdf").markdown)
"""

from polyparse._async_client import AsyncPolyparse
from polyparse._client import Polyparse
from polyparse.errors import (
    AuthenticationError,
    ConflictError,
    JobFailedError,
    NotFoundError,
    PermissionDeniedError,
    PolyparseError,
    PreconditionFailedError,
    ProblemError,
    RateLimitedError,
    UnexpectedAnswerError,
    UnreachableError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from polyparse.results import CompareResult, ExtractionResult, ParseResult
from polyparse.webhooks import verify_webhook

__all__ = [
    "AsyncPolyparse",
    "AuthenticationError",
    "CompareResult",
    "ConflictError",
    "ExtractionResult",
    "JobFailedError",
    "NotFoundError",
    "ParseResult",
    "PermissionDeniedError",
    "Polyparse",
    "PolyparseError",
    "PreconditionFailedError",
    "ProblemError",
    "RateLimitedError",
    "UnexpectedAnswerError",
    "UnreachableError",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "verify_webhook",
]
