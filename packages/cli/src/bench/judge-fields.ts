import type { JobRequest } from '@polyparse/client'
import { fieldsJudgedAgain } from '@polyparse/compare'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import { type CompareResult, ParseResult } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import { CliError } from '../cli-error.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { runJob } from '../documents/run-job.ts'
import type { DocumentContext } from '../documents/with-service.ts'

/** The schema whose settled values are looked at, and the models that fill it; without models, the service fills it itself. */
export type FilledSchema = {
  readonly schema: NonNullable<NonNullable<JobRequest['extraction']>['schema']>
  readonly models?: string[] | undefined
}

/** The values of a judged document as the readings of a comparison have them, each filled by the service itself. */
export const judgeFieldsOfProviders = (document: JudgedDocument, { providers }: CompareResult): JudgedDocument =>
  fieldsJudgedAgain(
    document,
    new Map(
      providers.map((entry) => [
        entry.provider,
        entry.status === 'parsed' ? entry.result.outputs.extraction?.data : undefined,
      ]),
    ),
  )

/**
 * The values of a judged document as each of the models fills the schema now. One that has failed has found nothing.
 * @throws {DocumentError} when the document cannot be read or the job fails
 */
export const judgeFieldsOfModels = async (
  { client, display }: DocumentContext,
  { source, shown }: { readonly source: DocumentSource; readonly shown: string },
  { document, schema, models }: { readonly document: JudgedDocument; readonly models: string[] } & FilledSchema,
): Promise<JudgedDocument> => {
  const progress = display.watch(`${shown} by ${models.join(', ')}`)
  const request = { operation: 'parse', outputs: ['extraction'], extraction: { schema, models } } as const
  try {
    const { result } = await runJob(client, source, request, progress)
    if (!Check(ParseResult, result)) throw new CliError('The service answered with an unexpected result.')
    const { data, comparison } = result.outputs.extraction ?? {}
    progress.end('filled')
    const filled = comparison?.models.map((model) => [model.id, model.data] as const)
    return fieldsJudgedAgain(document, new Map<string, unknown>(filled ?? models.map((model) => [model, data])))
  } catch (error) {
    progress.end('failed')
    throw error
  }
}
