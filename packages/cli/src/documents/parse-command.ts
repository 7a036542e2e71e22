import { join } from 'node:path'
import type { Command } from 'commander'
import { DocumentError, UsageError } from '../cli-error.ts'
import { interruptible } from '../interruption.ts'
import type { Invocation } from '../invocation.ts'
import { jsonOption, type JsonOption } from '../options.ts'
import { notify, replaceControls } from '../output.ts'
import {
  addParseOptions,
  addServiceOptions,
  type ParseCommandOptions,
  queryOf,
  requireParsing,
} from './command-options.ts'
import { withReader } from './with-reader.ts'
import type { ServiceOptions } from './with-service.ts'
import { deliver, requireOneOutput, targetOfResult } from './deliver.ts'
import { givenSource, stemOf } from './document-source.ts'
import { safeFileName } from './file-names.ts'
import { findSources, type FoundSources } from './find-sources.ts'
import { forEachDocument } from './for-each-document.ts'
import { readStandardInput } from './read-standard-input.ts'
import { pathsOf } from './result-files.ts'
import { failuresText, resultSummary, warningText } from './result-text.ts'
import { requireWritable } from './write-files.ts'

export type ParseDocumentsOptions = ServiceOptions &
  ParseCommandOptions &
  JsonOption & {
    out?: string
    force?: boolean
    filename?: string
  }

export const addParseCommand = (program: Command, invocation: Invocation): void => {
  const command = program
    .command('parse')
    .description('parse documents with one provider')
    .argument('<documents...>', 'files, folders, patterns, URLs that the service fetches, or - for standard input')
  addParseOptions(command)
    .option(
      '-o, --out <path>',
      'a folder for a file of each output: NAME.md, NAME.tables.json …; or the file for the only one',
    )
    .option('--force', 'overwrite existing files')
    .option('--filename <name>', 'the name of the document on standard input, whose extension says what type it is')
    .option(
      jsonOption[0],
      'print the whole result as one JSON object, and several as JSON Lines, each with its document',
    )
  addServiceOptions(command)
    .addHelpText('after', parseHelp)
    .action((documents: string[], options: ParseDocumentsOptions) => parseDocuments(documents, options, invocation))
}

const parseHelp = `
A single output of text or JSON goes to standard output, so that it can be piped; several, and those of several
documents, need -o or --json. All other messages go to standard error. Documents that cannot be parsed are listed at
the end, and the exit code is 1 then.

  polyparse parse report.pdf > report.md
  polyparse parse report.pdf --outputs markdown,tables,images --pages 1-3,7 -o parsed
  polyparse parse invoices/ letters/*.docx -o parsed
  curl -s https://example.com/report.pdf | polyparse parse - -o report.md
  polyparse parse https://example.com/report.pdf --provider provider-c --outputs text | less`

const standardInput = '-'

/** Has documents parsed, and writes their outputs to where the options say. */
export const parseDocuments = async (
  documents: readonly string[],
  options: ParseDocumentsOptions,
  invocation: Invocation,
): Promise<void> => {
  const { filename } = options
  if (!documents.includes(standardInput)) {
    if (filename !== undefined) throw new UsageError('--filename is only for `-`, a document on standard input.')
    return parseSources(await findSources(documents, invocation), options, invocation)
  }
  if (documents.length > 1) throw new UsageError('`-` is parsed alone: standard input is one document.')
  using input = await interruptible(invocation, (signal) => readStandardInput(invocation, filename, signal))
  const named = { source: input.source, shown: 'standard input', name: safeFileName(stemOf(input.source.filename)) }
  return await parseSources({ sources: [named], skipped: [] }, options, invocation)
}

const parseSources = async (
  { sources, skipped }: FoundSources,
  options: ParseDocumentsOptions,
  invocation: Invocation,
) => {
  const query = queryOf(options)
  const { outputs, includeRaw } = query
  const { json = false, force } = options
  const target = targetOfResult(options, sources.length, outputs)
  for (const path of skipped) notify(invocation, `Skipped ${replaceControls(path)}: nothing reads its type`)
  if (target.kind === 'output' && !json) requireOneOutput(outputs, includeRaw)
  if (target.kind === 'file') await requireWritable([target.path], { force })
  if (target.kind === 'folder')
    await requireWritable(
      sources.flatMap(({ name }) => pathsOf(name, outputs, includeRaw).map((path) => join(target.path, path))),
      { force },
    )

  const asked = { sources: sources.map(({ source }) => source), query }
  const failures = await withReader(invocation, options, asked, async ({ reader, display, signal }) => {
    requireParsing(reader.catalog, query)
    return forEachDocument(sources, { concurrency: reader.concurrency, signal }, async ({ source, shown, name }) => {
      const progress = display.watch(shown)
      try {
        const result = await reader.read(source, query, progress)
        const document = sources.length > 1 ? givenSource(source) : null
        await deliver(invocation, result, { name, document, target, outputs, json, force })
        progress.end(resultSummary(result))
        for (const warning of result.warnings)
          display.say(`${sources.length > 1 ? `${shown}: ` : ''}${warningText(warning)}`)
      } catch (error) {
        if (sources.length > 1 && error instanceof DocumentError) progress.end(`failed: ${error.message}`)
        throw error
      }
    })
  })
  if (failures.length === 0) return
  const [first] = failures
  if (sources.length === 1 && first !== undefined) throw first.error
  const failed = failures.map(({ item, error }) => ({ shown: item.shown, reason: error.message }))
  throw new DocumentError(failuresText(failed, sources.length))
}
