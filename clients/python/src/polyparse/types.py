"""The types of results, as dictionaries with the names that the API gives them.

A newer service may add keys, and values to the lists of known ones; nothing is checked when the program runs.
"""

from polyparse._wire import AccountUsage as AccountUsage
from polyparse._wire import (
    Agreement,
    Batch,
    BatchAccepted,
    Block,
    Catalog,
    CatalogEntry,
    Cell,
    Chunk,
    DeliveryReport,
    Dispute,
    Document,
    Extraction,
    ExtractionEvidence,
    Field,
    Image,
    JobSummary,
    Outputs,
    ProviderEntry,
    Recommendation,
    RunProgress,
    SchemaSummary,
    StoredSchema,
    Table,
    Timing,
    Usage,
    Warning,
)
from polyparse._wire import OutputId as OutputId
from polyparse._wire import Page2 as Page

__all__ = [
    "AccountUsage",
    "Agreement",
    "Batch",
    "BatchAccepted",
    "Block",
    "Catalog",
    "CatalogEntry",
    "Cell",
    "Chunk",
    "DeliveryReport",
    "Dispute",
    "Document",
    "Extraction",
    "ExtractionEvidence",
    "Field",
    "Image",
    "JobSummary",
    "OutputId",
    "Outputs",
    "Page",
    "ProviderEntry",
    "Recommendation",
    "RunProgress",
    "SchemaSummary",
    "StoredSchema",
    "Table",
    "Timing",
    "Usage",
    "Warning",
]
