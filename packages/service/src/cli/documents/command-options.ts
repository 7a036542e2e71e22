import { type OutputId, outputIds } from '@polyparse/document'
import type { Command } from 'commander'
import { outputsOption, pagesOption, type ProviderOptions, providerOptionsOption, urlOption } from './options.ts'

export type DocumentOptions = {
  readonly outputs?: OutputId[]
  readonly pages?: number[]
  readonly providerOptions?: ProviderOptions
}

/** Options that say what to produce from a document. */
export const addDocumentOptions = (command: Command): Command =>
  addProviderOptions(
    command
      .option(
        '--outputs <outputs>',
        `the outputs to produce, separated by commas: ${outputIds.join(', ')} (default: markdown)`,
        outputsOption,
      )
      .option('--pages <pages>', 'only these pages, such as 1-3,7', pagesOption),
  )

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
