/**
 * Why a run failed, as callers see it in `error.code` of a compare entry.
 * The list is closed: an engine's or vendor's own code is mapped to one of these.
 */
export const failureCodes = [
  'page_out_of_range',
  'document_encrypted',
  'document_damaged',
  'document_empty',
  'document_too_large',
  'too_many_pages',
  'unsupported_option',
  'timeout',
  'out_of_memory',
  'engine_crashed',
  'provider_unauthorized',
  'provider_quota',
  'provider_rate_limited',
  'provider_unavailable',
  'provider_outcome_unknown',
  'spending_limit',
  'source_lost',
  'internal_error',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Why a job failed, as callers see it in `errorCode`: its run failed, or there was nothing to run. */
export const jobErrorCodes = [
  ...failureCodes,
  'cancelled',
  'source_unreachable',
  'source_refused',
  'source_too_large',
  'unsupported_media_type',
] as const
export type JobErrorCode = (typeof jobErrorCodes)[number]
