/*
 * The types of the contract that callers see. The published package has them written out, so that it depends on nothing:
 * scripts/build/contract-types.ts, which lists the same names.
 */
export type {
  AccountUsage,
  Batch,
  BatchAccepted,
  BatchWebhookEvent,
  CatalogEntry,
  CompareResult,
  CompleteJob,
  DeliveryReport,
  DeliveryReports,
  EndedJob,
  FailedJob,
  Job,
  JobAccepted,
  JobErrorCode,
  JobList,
  JobParameters,
  JobStatus,
  JobSummary,
  Operation,
  ParseResult,
  Problem,
  ProblemCode,
  ProviderEntry,
  RunProgress,
  SchemaSummary,
  StatusEvent,
  StoredSchema,
  TestWebhookEvent,
  WebhookEvent,
  WebhookSecret,
  WebhookTest,
} from '@polyparse/contract'
export type { OutputId, OutputValues } from '@polyparse/document/schema'
