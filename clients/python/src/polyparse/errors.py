"""The errors of the client. Decide by class and `code`; messages are for people and may be reworded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from polyparse._wire import FieldError


class PolyparseError(Exception):
    """The base of every error of this package.

    Attributes:
        code: what happened, for programs, by the words of the API and of the TypeScript client.
        idempotency_key: of a call that was to create a job. The same call with this key comes back to the job if there
            is one, and creates no second; None if no job was to be created.
    """

    code: str
    idempotency_key: str | None = None


class UnreachableError(PolyparseError):
    """No complete answer came, however often the request was sent; `__cause__` is why the last attempt failed.

    Attributes:
        retry_after: the seconds that what answers in place of the service asks to wait; None if it does not say.
    """

    code = "connection_failed"

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class UnexpectedAnswerError(PolyparseError):
    """The server that answered is not Polyparse, or a version of it that this client does not know."""

    code = "unexpected_answer"


class ProblemError(PolyparseError):
    """The service refused a request.

    Attributes:
        code: which problem, such as `validation_error`; docs/use/problems.md lists them.
        status: the HTTP status.
        request_id: under which the service has logged it.
        errors: the fields that are wrong, with what is allowed.
        retry_after: the seconds that the service asks callers to wait; None if it does not say.
    """

    def __init__(
        self,
        detail: str,
        *,
        code: str,
        status: int,
        request_id: str,
        errors: Sequence[FieldError] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.errors = list(errors)
        self.retry_after = retry_after


class AuthenticationError(ProblemError):
    """401: the API key is missing, invalid, disabled or expired."""


class PermissionDeniedError(ProblemError):
    """403: the API key lacks a scope."""


class NotFoundError(ProblemError):
    """404: there is no such job, batch or part of a result in the account."""


class ConflictError(ProblemError):
    """409: an idempotency key was used for something else, or a job is not in the state for this."""


class PreconditionFailedError(ProblemError):
    """412: what the request replaces or removes has changed since it was read. Read it again, and decide."""


class RateLimitedError(ProblemError):
    """429, after several attempts, or with a `retry_after` too long to wait for."""


class JobFailedError(PolyparseError):
    """The job ended without a result.

    Attributes:
        job_id: the job, which stays readable.
        code: why, such as `document_encrypted` or `cancelled`; `unknown` if an older service ended it.
        error_code: the same; None if it is unknown.
    """

    def __init__(self, message: str, *, job_id: str, error_code: str | None) -> None:
        super().__init__(message)
        self.job_id = job_id
        self.error_code = error_code
        self.code = error_code or "unknown"


class WaitTimeoutError(PolyparseError):
    """The job had not ended within the time given.

    Attributes:
        job_id: the job, if there was one. After `jobs.wait` it goes on; `parse` and `compare` leave none behind.
    """

    code = "timeout"

    def __init__(self, message: str, *, job_id: str | None) -> None:
        super().__init__(message)
        self.job_id = job_id


class WebhookVerificationError(PolyparseError):
    """A webhook was not signed with the secret, or is too old."""

    code = "webhook_not_genuine"


_by_status: dict[int, type[ProblemError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    412: PreconditionFailedError,
    429: RateLimitedError,
}


def problem_class(status: int) -> type[ProblemError]:
    return _by_status.get(status, ProblemError)
