"""Results of jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from polyparse import _wire
    from polyparse.types import (
        Agreement,
        JudgedDocument,
        MadeCorrection,
        Outputs,
        ProviderEntry,
        Recommendation,
        Usage,
        Warning,
    )


class ParseResult:
    """The reading of one provider. An output that was not requested raises `KeyError`.

    Attributes:
        job_id: of the job.
        raw: the whole result as the API sends it.
    """

    def __init__(self, job_id: str, raw: _wire.ParseResult) -> None:
        self.job_id = job_id
        self.raw = raw

    def __repr__(self) -> str:
        return f"<ParseResult of {self.page_count} pages by {self.provider}, job {self.job_id}>"

    @property
    def outputs(self) -> Outputs:
        return self.raw["outputs"]

    @property
    def provider(self) -> str:
        return self.raw["provider"]

    @property
    def page_count(self) -> int:
        return self.raw["pageCount"]

    @property
    def warnings(self) -> list[Warning]:
        return self.raw["warnings"]

    @property
    def usage(self) -> Usage | None:
        return self.raw.get("usage")

    # Begin: outputs. Made by `npm run docs`.

    @property
    def markdown(self) -> str:
        return cast("str", self._output("markdown"))

    @property
    def text(self) -> str:
        return cast("str", self._output("text"))

    @property
    def html(self) -> str:
        return cast("str", self._output("html"))

    @property
    def pages(self) -> list[_wire.Page]:
        return cast("list[_wire.Page]", self._output("pages"))

    @property
    def tables(self) -> list[_wire.Table]:
        return cast("list[_wire.Table]", self._output("tables"))

    @property
    def images(self) -> list[_wire.Image]:
        return cast("list[_wire.Image]", self._output("images"))

    @property
    def chunks(self) -> list[_wire.Chunk]:
        return cast("list[_wire.Chunk]", self._output("chunks"))

    @property
    def json(self) -> _wire.Document:
        return cast("_wire.Document", self._output("json"))

    @property
    def metadata(self) -> _wire.Metadata:
        return cast("_wire.Metadata", self._output("metadata"))

    @property
    def fields(self) -> list[_wire.Field]:
        return cast("list[_wire.Field]", self._output("fields"))

    @property
    def extraction(self) -> _wire.Extraction:
        return cast("_wire.Extraction", self._output("extraction"))

    @property
    def classification(self) -> _wire.Classification:
        return cast("_wire.Classification", self._output("classification"))

    # End: outputs.

    def _output(self, name: str) -> Any:
        outputs = cast("dict[str, Any]", self.raw["outputs"])
        if name not in outputs:
            raise KeyError(f"{name} was not asked for; the result has {', '.join(outputs)}.")
        return outputs[name]


Model = TypeVar("Model")
Model_co = TypeVar("Model_co", covariant=True)


class ModelClass(Protocol[Model_co]):
    """A class that knows its JSON Schema, as those of Pydantic do."""

    def model_json_schema(self) -> dict[str, Any]: ...

    def model_validate(self, obj: Any) -> Model_co: ...


def json_schema_of(schema: Mapping[str, Any] | ModelClass[Any]) -> dict[str, Any]:
    """The JSON Schema itself."""
    return dict(schema) if isinstance(schema, Mapping) else schema.model_json_schema()


class ExtractionResult:
    """A schema that was filled from a document.

    Attributes:
        result: the whole result, with its warnings.
        data: in the shape of the schema; None where a value was not found on the pages.
        evidence: for each value where it is, and how sure that is.
    """

    def __init__(self, result: ParseResult) -> None:
        self.result = result
        self.data: dict[str, Any] = result.extraction["data"]
        self.evidence = result.extraction["evidence"]

    def __repr__(self) -> str:
        return f"<ExtractionResult with {len(self.evidence)} values, job {self.result.job_id}>"

    def validated(self, model: ModelClass[Model]) -> Model:
        """The data as an instance of a class, which is usually the one that was given for a schema.

        Raises:
            pydantic.ValidationError: a value that the class requires was not found.
        """
        return model.model_validate(self.data)


@dataclass(frozen=True)
class JobCorrections:
    """The corrections that people have made to the result of a job.

    Attributes:
        entries: the corrections, each with who has made it, and when.
        etag: names them as they are, for `replace` and `remove`.
    """

    entries: Sequence[MadeCorrection]
    etag: str


@dataclass(frozen=True)
class JobJudgements:
    """The record of what people have said about the disputes of a job.

    Attributes:
        keeping: whether the account keeps that: `off`, `with_result` for as long as the result, or `kept` until the
            job is erased.
        document: what was said; None where nothing was, or where only browsers have it.
        etag: names it as it is, for `replace` and `remove`.
    """

    keeping: str
    document: JudgedDocument | None
    etag: str


class CompareResult:
    """The readings of several providers, and their agreement.

    Attributes:
        job_id: of the job.
        raw: the whole result as the API sends it.
    """

    def __init__(self, job_id: str, raw: _wire.CompareResult) -> None:
        self.job_id = job_id
        self.raw = raw

    def __repr__(self) -> str:
        return f"<CompareResult of {', '.join(entry['provider'] for entry in self.providers)}, job {self.job_id}>"

    @property
    def providers(self) -> list[ProviderEntry]:
        return self.raw["providers"]

    @property
    def agreement(self) -> Agreement | None:
        return self.raw.get("agreement")

    @property
    def recommendation(self) -> Recommendation | None:
        return None if self.agreement is None else self.agreement.get("recommendation")

    def result(self, provider: str) -> ParseResult:
        """Return the reading of one of them. Raises `KeyError` if it has not read the document."""
        for entry in self.providers:
            if entry["provider"] == provider and entry["status"] == "parsed":
                return ParseResult(self.job_id, entry["result"])
        raise KeyError(f"{provider} has not read the document.")
