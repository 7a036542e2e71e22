import type { CatalogEntry, ClassificationRequest, ExtractionRequest, Metadata } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import type { Command } from 'commander'
import { providersInCatalog, requireOutputs } from './catalog-check.ts'
import type { ReadQuery } from './document-reader.ts'
import {
  metadataOption,
  outputsOption,
  plainOutputs,
  pagesOption,
  type CommandProviderOptions,
  providerOptionsOption,
  providersOption,
  urlOption,
} from './options.ts'

export type DocumentOptions = {
  readonly outputs?: OutputId[]
  readonly pages?: number[]
  readonly providerOptions?: CommandProviderOptions
  readonly metadata?: Metadata
}

/** Options that say what to produce from a document. */
export const addDocumentOptions = (command: Command): Command =>
  addProviderOptions(
    command
      .option(
        '--outputs <outputs>',
        `the outputs to produce, separated by commas: ${plainOutputs.join(', ')} (default: markdown)`,
        outputsOption,
      )
      .option('--pages <pages>', 'only these pages, such as 1-3,7', pagesOption)
      .option(
        '--metadata <key=value>',
        'a label of the job, to find it again in the service; may be given several times',
        metadataOption,
      ),
  )

export type ParseCommandOptions = DocumentOptions & {
  readonly provider?: string
  readonly fallback?: string[]
  readonly includeRaw?: boolean
  readonly extraction?: ExtractionRequest
  readonly classification?: ClassificationRequest
}

/** The same for one provider. */
export const addParseOptions = (command: Command): Command =>
  addDocumentOptions(
    command
      .option('--provider <provider>', 'the provider to use (default: chosen by the service)')
      .option(
        '--fallback <providers>',
        'providers to try in order if that one fails, separated by commas',
        providersOption,
      ),
  ).option('--include-raw', "include the provider's raw response")

/** Returns what the options ask of each document. */
export const queryOf = ({
  outputs = ['markdown'],
  pages,
  provider,
  fallback,
  providerOptions,
  includeRaw = false,
  metadata,
  extraction,
  classification,
}: ParseCommandOptions): ReadQuery => ({
  outputs,
  pages,
  provider,
  fallback,
  providerOptions,
  includeRaw,
  metadata,
  extraction,
  classification,
})

/** @throws {UsageError} when a provider that may be asked does not have the outputs */
export const requireParsing = (
  catalog: readonly CatalogEntry[],
  { provider, fallback = [], outputs }: ReadQuery,
): void => {
  requireOutputs(providersInCatalog(catalog, { provider }, 'parse'), outputs)
  for (const entry of providersInCatalog(catalog, { fallback }, 'parse')) requireOutputs([entry], outputs)
}

export const addProviderOptions = (command: Command): Command =>
  command.option(
    '--provider-options <json>',
    'the options of each provider as a JSON object, or @FILE to read it from a file',
    providerOptionsOption,
  )

/** Options for the service to use and the progress display. */
export const addServiceOptions = (command: Command): Command =>
  command
    .option(
      '--url <url>',
      'the service to use, with the key in POLYPARSE_API_KEY (default: POLYPARSE_URL, else the one on this machine, else a temporary one)',
      urlOption,
    )
    .option('-q, --quiet', 'do not show progress')
