import { type JsonSchema, limits } from '@polyparse/contract'
import type { Command } from 'commander'
import { UsageError } from '../cli-error.ts'
import type { Invocation } from '../invocation.ts'
import { idArgument, jsonOption, wholeNumberOption } from '../options.ts'
import { addProviderOptions, addServiceOptions } from './command-options.ts'
import { metadataOption, pagesOption, providersOption, schemaOption } from './options.ts'
import { parseDocuments, type ParseDocumentsOptions } from './parse-command.ts'

type SchemaChoice = {
  readonly schema?: JsonSchema | undefined
  readonly schemaId?: string | undefined
  readonly schemaVersion?: number | undefined
}

type ExtractOptions = Omit<ParseDocumentsOptions, 'outputs' | 'extraction' | 'includeRaw' | 'fallback'> &
  SchemaChoice & {
    readonly keepUnproven?: boolean
    readonly model?: string
    readonly models?: string[]
    readonly instructions?: string
  }

export const addExtractCommand = (program: Command, invocation: Invocation): void => {
  const command = program
    .command('extract')
    .description('fill a JSON Schema from documents, with the place of each value')
    .argument('<documents...>', 'files, folders, patterns, URLs that the service fetches, or - for standard input')
    .option('--schema <file>', 'the JSON Schema that is to be filled', schemaOption)
    .option('--schema-id <id>', 'in its place, the id of one that the account has stored in the service', idArgument)
    .option('--schema-version <number>', 'not the latest version of that', wholeNumberOption(1, limits.schemaVersions))
    .option(
      '--model <provider>',
      'the provider whose model proposes the values, such as vision (default: the service itself)',
    )
    .option(
      '--models <providers>',
      'in its place, several that fill the schema side by side, separated by commas, such as local,vision',
      providersOption,
    )
    .option('--instructions <text>', 'instructions for the model, which it gets with the schema')
    .option('--keep-unproven', 'keep values that were not found on the page, which are null otherwise')
    .option('--pages <pages>', 'only these pages, such as 1-3,7', pagesOption)
    .option('--provider <provider>', 'the provider that reads (default: chosen by the service)')
    .option('--metadata <key=value>', 'a label of the job; may be given several times', metadataOption)
  addProviderOptions(command)
    .option('-o, --out <path>', 'a folder for NAME.extraction.json of each document, or the file for the only one')
    .option('--force', 'overwrite existing files')
    .option('--filename <name>', 'the name of the document on standard input, whose extension says what type it is')
    .option(
      jsonOption[0],
      'print the whole result as one JSON object, and several as JSON Lines, each with its document',
    )
  addServiceOptions(command)
    .addHelpText('after', extractHelp)
    .action(
      (
        documents: string[],
        {
          schema,
          schemaId,
          schemaVersion,
          keepUnproven = false,
          model,
          models,
          instructions,
          ...options
        }: ExtractOptions,
      ) =>
        parseDocuments(
          documents,
          {
            ...options,
            outputs: ['extraction'],
            extraction: {
              ...chosenSchema({ schema, schemaId, schemaVersion }),
              ...(model !== undefined && { model }),
              ...(models !== undefined && { models }),
              ...(instructions !== undefined && { instructions }),
              ...(keepUnproven && { unproven: 'keep' }),
            },
          },
          invocation,
        ),
    )
}

/** @throws {UsageError} */
const chosenSchema = ({ schema, schemaId, schemaVersion }: SchemaChoice) => {
  if ((schema === undefined) === (schemaId === undefined))
    throw new UsageError('The schema is named by --schema FILE, or by --schema-id ID, one of both.')
  if (schemaId === undefined) {
    if (schemaVersion !== undefined) throw new UsageError('--schema-version is only for --schema-id.')
    return { ...(schema !== undefined && { schema }) }
  }
  return { schemaId, ...(schemaVersion !== undefined && { schemaVersion }) }
}

const extractHelp = `
The values come as data, in the shape of the schema, and as evidence, which says for each where it is and how sure that is.

  polyparse extract invoice.pdf --schema invoice.schema.json
  polyparse extract invoices/ --schema invoice.schema.json -o extracted
  polyparse extract invoices/ --schema-id ID -o extracted
  polyparse extract contract.pdf --schema contract.schema.json --model vision
  polyparse extract contract.pdf --schema contract.schema.json --models local,vision`
