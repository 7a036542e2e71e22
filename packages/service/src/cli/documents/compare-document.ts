import type { JobQuery } from '@polyparse/client'
import { many } from '@polyparse/compare/format'
import { type CatalogEntry, CompareResult } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import { Check } from 'typebox/value'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import { runJob } from '../service/run-job.ts'
import type { DocumentSource } from './document-source.ts'
import type { DocumentCall } from './with-service.ts'

export type Comparison = { readonly result: CompareResult } | { readonly error: CliError }

/**
 * What comes of comparing one document; one that comes to nothing does not stop others.
 * @throws whatever would end every other in the same way, such as a service that cannot be reached
 */
export const compareDocument = async (
  { client, display }: DocumentCall,
  { source, shown }: { readonly source: DocumentSource; readonly shown: string },
  query: Omit<JobQuery, 'operation'>,
): Promise<Comparison> => {
  const watched = display.watch(shown)
  try {
    const { result } = await runJob(client, source, { ...query, operation: 'compare' }, watched)
    if (!Check(CompareResult, result)) throw new CliError('The service answers with a result of another shape.')
    watched.end(summary(result))
    return { result }
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof UsageError)) throw error
    watched.end(`failed: ${error.message}`)
    return { error }
  }
}

/** Adds what a report shows, as far as all can give it: who lacks an output would not be asked at all. */
export const withReportOutputs = (outputs: readonly OutputId[], chosen: readonly CatalogEntry[]): OutputId[] => {
  const choices: readonly OutputId[][] = [['pages', 'tables'], ['json'], []]
  const more = choices.find((choice) =>
    choice.every((output) => chosen.every(({ capabilities }) => capabilities.outputs.includes(output))),
  )
  return [...new Set([...outputs, ...(more ?? [])])]
}

/** Whether any provider has read it. */
export const isRead = (comparison: Comparison): boolean =>
  'result' in comparison && comparison.result.providers.some(({ status }) => status === 'parsed')

/** What of it is about the providers, and not the document itself. */
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
