export type * from './contract.ts'
export {
  createClient,
  type Client,
  type ClientOptions,
  type CompareOptions,
  type ExtractOptions,
  type ParseOptions,
} from './client.ts'
export {
  AnswerTooLargeError,
  AuthenticationError,
  ConnectionError,
  IdempotencyConflictError,
  JobFailedError,
  NotFoundError,
  PermissionError,
  PolyparseError,
  PreconditionFailedError,
  ProblemError,
  RateLimitError,
  ResultExpiredError,
  ServiceUnavailableError,
  SourceError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts'
export type { BatchJob, BatchWaitOptions, CreateBatchOptions } from './batches.ts'
export type { JobCorrections } from './corrections.ts'
export type { Extracted, ExtractionOf, SchemaFor, StoredSchemaId, TypedSchema } from './extract.ts'
export type { JobEvent } from './events.ts'
export type {
  CallOptions,
  CorrectedOptions,
  CreateOptions,
  Jobs,
  OutputOptions,
  PartOptions,
  RunOptions,
  WaitOptions,
} from './jobs.ts'
export type { JudgementsOfJob } from './judgements.ts'
export type { KnownTag } from './kept.ts'
export type { JobFilters } from './list.ts'
export type { ImageFile } from './parts.ts'
export { passagesOf, type Passage } from './passages.ts'
export type { JobRequest } from './request.ts'
export type { CompareResultWith, ParseResultWith } from './shapes.ts'
export type { SchemaFilters, SchemaToStore } from './schemas.ts'
export type { Source, SourceOptions } from './source.ts'
export { type AnyWebhookEvent, verifyWebhook, type WebhookHeaders } from './webhooks.ts'
