import { type OutputId, outputIds } from '@polyparse/document'
import type { Command } from 'commander'
import { outputsOption, pagesOption, providerOptionsOption, urlOption } from './options.ts'

export type DocumentOptions = {
  readonly outputs?: OutputId[]
  readonly pages?: number[]
  readonly providerOptions?: object
}

/** What is wanted of a document. */
export const addDocumentOptions = (command: Command): Command =>
  addProviderOptions(
    command
      .option(
        '--outputs <outputs>',
        `what is wanted, separated by commas: ${outputIds.join(', ')} (default: markdown)`,
        outputsOption,
      )
      .option('--pages <pages>', 'only these, such as 1-3,7', pagesOption),
  )

export const addProviderOptions = (command: Command): Command =>
  command.option(
    '--provider-options <json>',
    'from providers to their options, as JSON, or @FILE for a file of it',
    providerOptionsOption,
  )

/** Where it is done and how it is told. */
export const addServiceOptions = (command: Command): Command =>
  command
    .option(
      '--url <url>',
      'the service to use, with the key in POLYPARSE_API_KEY (default: POLYPARSE_URL, or the one that runs here, or one for this call)',
      urlOption,
    )
    .option('-q, --quiet', 'do not tell how far it is')
