import type { JobRequest } from '@polyparse/client'
import { many } from '@polyparse/compare/format'
import { type CatalogEntry, CompareResult } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { Check } from '@polyparse/document/typebox/value'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import { runJob } from './run-job.ts'
import type { DocumentSource } from './document-source.ts'
import type { DocumentContext } from './with-service.ts'

export type Comparison = { readonly result: CompareResult } | { readonly error: CliError }

/**
 * Compares one document. If it fails, that is the result, so that the others continue.
 * @throws any error that would affect the others too, such as a service that cannot be reached
 */
export const compareDocument = async (
  { client, display }: DocumentContext,
  { source, shown }: { readonly source: DocumentSource; readonly shown: string },
  query: Omit<JobRequest, 'operation'>,
): Promise<Comparison> => {
  const progress = display.watch(shown)
  try {
    const { result } = await runJob(client, source, { ...query, operation: 'compare' }, progress)
    if (!Check(CompareResult, result)) throw new CliError('The service answered with an unexpected result.')
    progress.end(summary(result))
    return { result }
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof UsageError)) throw error
    progress.end(`failed: ${error.message}`)
    return { error }
  }
}

/** Adds the outputs that a report shows if all providers offer them: one without an output would be left out. */
export const withReportOutputs = (outputs: readonly OutputId[], chosen: readonly CatalogEntry[]): OutputId[] => {
  const choices: readonly OutputId[][] = [['pages', 'tables'], ['json'], []]
  const more = choices.find((choice) =>
    choice.every((output) => chosen.every(({ capabilities }) => capabilities.outputs.includes(output))),
  )
  return [...new Set([...outputs, ...(more ?? [])])]
}

/** Tells whether any provider has parsed the document. */
export const isParsed = (comparison: Comparison): boolean =>
  'result' in comparison && comparison.result.providers.some(({ status }) => status === 'parsed')

/** The result without the content of the document. */
export const withoutOutputs = (result: CompareResult): CompareResult => ({
  ...result,
  providers: result.providers.map((entry) =>
    entry.status === 'parsed' ? { ...entry, result: { ...entry.result, outputs: {} } } : entry,
  ),
})

const summary = ({ providers, agreement }: CompareResult): string => {
  const parsed = providers.filter(({ status }) => status === 'parsed').length
  const disputes = (agreement?.disputes.length ?? 0) + (agreement?.omittedDisputeCount ?? 0)
  return [
    `parsed by ${parsed} of ${many(providers.length, 'provider')}`,
    ...(parsed > 1 && agreement !== undefined ? [many(disputes, 'dispute')] : []),
  ].join(', ')
}
