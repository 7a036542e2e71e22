import type {
  AccountUsage,
  Batch,
  BatchAccepted,
  BatchWebhookEvent,
  CatalogEntry,
  CompareResult,
  Corrections,
  CreatedShare,
  DeliveryReports,
  Job,
  JobAccepted,
  JobJudgements,
  JobList,
  JudgedDocument,
  OutputId,
  OutputValues,
  PageEvent,
  PageReading,
  ParseResult,
  Problem,
  ProviderEntry,
  RunProgress,
  SchemaSummary,
  Shares,
  StatusEvent,
  StoredSchema,
  TestWebhookEvent,
  WebhookEvent,
  WebhookSecret,
  WebhookTest,
} from './contract.ts'
import { outputMediaTypes } from './output-media-types.ts'

/*
 * Checks that tell an answer of the service from the page of a proxy. They look at the fields that the client itself
 * uses and leave the rest to the contract, so that a newer service, which may add fields and codes, is understood.
 */

const isAnswerRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasTexts = (value: unknown, ...names: readonly string[]): value is Readonly<Record<string, unknown>> =>
  isAnswerRecord(value) && names.every((name) => typeof value[name] === 'string')

export const isProblem = (value: unknown): value is Problem =>
  hasTexts(value, 'code', 'detail', 'request_id') && typeof value['status'] === 'number'

export const isAccepted = (value: unknown): value is JobAccepted => hasTexts(value, 'id', 'status')

export const isJob = (value: unknown): value is Job => {
  if (!hasTexts(value, 'id', 'status')) return false
  if (value['status'] === 'complete') return isParseResult(value['result']) || isCompareResult(value['result'])
  return ['queued', 'running', 'failed'].includes(String(value['status']))
}

const isParseResult = (value: unknown): value is ParseResult =>
  hasTexts(value, 'provider') && isAnswerRecord(value['outputs']) && Array.isArray(value['warnings'])

const isCompareResult = (value: unknown): value is CompareResult =>
  isAnswerRecord(value) &&
  Array.isArray(value['providers']) &&
  value['providers'].every((entry) => hasTexts(entry, 'status'))

export const isJobList = (value: unknown): value is JobList => isAnswerRecord(value) && Array.isArray(value['jobs'])

export const isCatalog = (value: unknown): value is { readonly providers: CatalogEntry[] } =>
  isAnswerRecord(value) && Array.isArray(value['providers'])

export const isDeliveryReports = (value: unknown): value is DeliveryReports =>
  isAnswerRecord(value) && Array.isArray(value['deliveries'])

export const isCorrections = (value: unknown): value is Corrections =>
  isAnswerRecord(value) && Array.isArray(value['corrections'])

export const isJobJudgements = (value: unknown): value is JobJudgements =>
  hasTexts(value, 'keeping') && (value['document'] === null || isAnswerRecord(value['document']))

export const isJudgementsList = (
  value: unknown,
): value is { readonly documents: JudgedDocument[]; readonly nextCursor?: string } =>
  isAnswerRecord(value) && Array.isArray(value['documents'])

export const isCreatedShare = (value: unknown): value is CreatedShare => hasTexts(value, 'id', 'url', 'expiresAt')

export const isShares = (value: unknown): value is Shares => isAnswerRecord(value) && Array.isArray(value['shares'])

export const isBatch = (value: unknown): value is Batch =>
  hasTexts(value, 'id', 'createdAt') && isAnswerRecord(value['counts'])

export const isBatchAccepted = (value: unknown): value is BatchAccepted =>
  isAnswerRecord(value) && isBatch(value) && 'jobs' in value && Array.isArray(value.jobs)

export const isStoredSchema = (value: unknown): value is StoredSchema =>
  hasTexts(value, 'id', 'name') && typeof value['version'] === 'number' && isAnswerRecord(value['schema'])

export const isSchemaList = (
  value: unknown,
): value is { readonly schemas: SchemaSummary[]; readonly nextCursor?: string } =>
  isAnswerRecord(value) && Array.isArray(value['schemas'])

export const isUsage = (value: unknown): value is AccountUsage => isAnswerRecord(value) && Array.isArray(value['usage'])

export const isWebhookSecret = (value: unknown): value is WebhookSecret => hasTexts(value, 'secret', 'createdAt')

export const isWebhookTest = (value: unknown): value is WebhookTest =>
  isAnswerRecord(value) && typeof value['delivered'] === 'boolean'

export const isWebhookEvent = (value: unknown): value is WebhookEvent | BatchWebhookEvent | TestWebhookEvent =>
  hasTexts(value, 'type', 'timestamp') && hasTexts(value['data'], 'id')

export const isStatusEvent = (value: unknown): value is StatusEvent => hasTexts(value, 'id', 'status')

export const isRunProgress = (value: unknown): value is RunProgress => hasTexts(value, 'provider', 'state')

export const isPageEvent = (value: unknown): value is PageEvent =>
  hasTexts(value, 'id', 'provider') && typeof value['page'] === 'number'

export const isPageReading = (value: unknown): value is PageReading =>
  hasTexts(value, 'markdown', 'text') && typeof value['provisional'] === 'boolean'

export const isOutput = <Output extends OutputId>(output: Output, value: unknown): value is OutputValues[Output] =>
  outputMediaTypes[output] === 'application/json'
    ? typeof value === 'object' && value !== null
    : typeof value === 'string'

/** The result of a parse of which these outputs were asked. */
export type ParseResultWith<Output extends OutputId> = ParseResult & {
  readonly outputs: { readonly [Id in Output]: OutputValues[Id] }
}

/** The result of a comparison of which these outputs were asked: every provider that has parsed the document has them. */
export type CompareResultWith<Output extends OutputId> = Omit<CompareResult, 'providers'> & {
  readonly providers: (
    | Exclude<ProviderEntry, { status: 'parsed' }>
    | (Extract<ProviderEntry, { status: 'parsed' }> & { readonly result: ParseResultWith<Output> })
  )[]
}

export const isParseResultWith = <Output extends OutputId>(
  result: ParseResult | CompareResult,
  outputs: readonly OutputId[],
): result is ParseResultWith<Output> =>
  isParseResult(result) && outputs.every((output) => isOutput(output, result.outputs[output]))

export const isCompareResultWith = <Output extends OutputId>(
  result: ParseResult | CompareResult,
  outputs: readonly OutputId[],
): result is CompareResult & CompareResultWith<Output> =>
  isCompareResult(result) &&
  result.providers.every((entry) => entry.status !== 'parsed' || isParseResultWith(entry.result, outputs))
