export {
  Agreement,
  Dispute,
  type DisputeKind,
  disputeKinds,
  type DisputeOccurrence,
  type DisputeSide,
  ExtractionAgreement,
  type PageAgreement,
  type PairAgreement,
} from './agreement.ts'
export { Batch, BatchAccepted, CreateBatchBody, JobCounts } from './batches.ts'
export { Capabilities, Catalog, CatalogEntry } from './catalog.ts'
export { Corrections, CorrectionsBody, MadeCorrection } from './corrections.ts'
export { JudgementKeeping, judgementKeepings } from './judgement-keeping.ts'
export { PageEvent, ProgressEvent, StatusEvent } from './events.ts'
export { RunProgress } from './progress.ts'
export { type FailureCode, failureCodes, type JobErrorCode, jobErrorCodes } from './failures.ts'
export {
  CompleteJob,
  EndedJob,
  FailedJob,
  Job,
  JobAccepted,
  JobList,
  type JobStatus,
  jobStatuses,
  JobSummary,
  type Operation,
  operations,
  UnfinishedJob,
} from './jobs.ts'
export { limits } from './limits.ts'
export { Metadata } from './metadata.ts'
export { ProviderId, Timestamp, Uuid } from './primitives.ts'
export { FieldError, Problem, type ProblemCode, problemCodes, problems, problemSlug } from './problems.ts'
export { DeliveryReport, DeliveryReports } from './deliveries.ts'
export {
  CreateJobBody,
  DeliveryRequest,
  ClassificationRequest,
  ExtractionRequest,
  type ImageForm,
  JobParameters,
  type CanonicalRequest,
} from './requests.ts'
export {
  CompareResult,
  PageReading,
  ParseResult,
  ProviderEntry,
  Quality,
  RunError,
  type Usage,
  Warning,
} from './results.ts'
export { JsonSchema, SchemaList, SchemaReference, SchemaSummary, StoredSchema, StoreSchemaBody } from './schemas.ts'
export { Scope, scopes } from './scopes.ts'
export { ParseBody, ParseForm, ParseQuery, type UploadHeader, UploadHeaders, UploadQuery } from './uploads.ts'
export { CreatedShare, CreateShareBody, Share, SharedJob, Shares } from './shares.ts'
export { AccountUsage, UsageLimits } from './usage.ts'
export {
  BatchWebhookEvent,
  TestWebhookEvent,
  WebhookEvent,
  WebhookSecret,
  WebhookTest,
  WebhookTestBody,
} from './webhooks.ts'
