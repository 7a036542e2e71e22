import { join } from 'node:path'
import { duration, many } from '@polyparse/compare/format'
import type { ParseResult } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import type { Command } from 'commander'
import { UsageError } from '../cli-error.ts'
import { jsonOption, type JsonOption } from '../options.ts'
import { notify, replaceControls } from '../output.ts'
import { chosenProviders, requireOutputs } from './catalog-check.ts'
import { addDocumentOptions, addServiceOptions, type DocumentOptions } from './command-options.ts'
import { withReader } from './with-reader.ts'
import type { ServiceOptions } from './with-service.ts'
import { providersOption } from './options.ts'
import { readSources } from './document-source.ts'
import { filesOf, pathsOf, text } from './result-files.ts'
import { refuseExisting, writeFiles } from './write-files.ts'

type ParseOptions = ServiceOptions &
  DocumentOptions &
  JsonOption & {
    provider?: string
    fallback?: string[]
    outputs?: OutputId[]
    includeRaw?: boolean
    out?: string
    force?: boolean
  }

export const addParseCommand = (program: Command, environment: NodeJS.ProcessEnv): void => {
  const command = program
    .command('parse')
    .description('parse one document with one provider')
    .argument('<document>', 'a file, or a URL that the service fetches')
    .option('--provider <provider>', 'the provider to use (default: chosen by the service)')
    .option(
      '--fallback <providers>',
      'providers to try in order if that one fails, separated by commas',
      providersOption,
    )
  addDocumentOptions(command)
    .option('--include-raw', "include the provider's raw response")
    .option('-o, --out <folder>', 'write a file for each output: NAME.md, NAME.txt, NAME.tables.json …')
    .option('--force', 'overwrite existing files')
    .option(jsonOption[0], 'print the whole result as one JSON object')
  addServiceOptions(command)
    .addHelpText('after', help)
    .action((document: string, options: ParseOptions) => parseDocument(document, options, environment))
}

const help = `
A single output of text or JSON goes to standard output, so that it can be piped; several need -o or --json.
All other messages go to standard error.

  polyparse parse report.pdf > report.md
  polyparse parse report.pdf --outputs markdown,tables,images --pages 1-3,7 -o parsed
  polyparse parse https://example.com/report.pdf --provider provider-c --outputs text | less`

const parseDocument = async (document: string, options: ParseOptions, environment: NodeJS.ProcessEnv) => {
  const { outputs = ['markdown'], includeRaw = false, out, json = false, force } = options
  if (out === undefined && !json) requireOneOutput(outputs, includeRaw)
  const [named] = await readSources([document])
  if (named === undefined) return
  const { source, shown, name } = named
  if (out !== undefined)
    await refuseExisting(
      pathsOf(name, outputs, includeRaw).map((path) => join(out, path)),
      { force },
    )

  const { provider, fallback, pages, providerOptions } = options
  const query = { outputs, pages, provider, fallback, providerOptions, includeRaw }
  const result = await withReader(environment, options, { sources: [source], query }, async ({ reader, display }) => {
    const { catalog } = reader
    requireOutputs(chosenProviders(catalog, { provider }, 'parse'), outputs)
    for (const entry of chosenProviders(catalog, { fallback: fallback ?? [] }, 'parse'))
      requireOutputs([entry], outputs)
    const progress = display.watch(shown)
    const read = await reader.read(source, query, progress)
    progress.end(summary(read))
    return read
  })

  for (const { code, message, page } of result.warnings)
    notify(replaceControls(`warning: ${page === undefined ? '' : `page ${page}: `}${message} (${code})`))
  if (out !== undefined) {
    const files = filesOf(name, result, outputs)
    await writeFiles(out, files, { force })
    for (const { path } of files) notify(`Wrote ${replaceControls(join(out, path))}`)
  }
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else if (out === undefined) process.stdout.write(printed(result, outputs))
}

const requireOneOutput = (outputs: readonly OutputId[], includeRaw: boolean): void => {
  if (outputs.length > 1)
    throw new UsageError('--outputs lists several outputs, which need a folder: use -o, or --json.')
  if (outputs.includes('images'))
    throw new UsageError('--outputs lists images, which need a folder: use -o, or --json.')
  if (includeRaw) throw new UsageError('--include-raw needs a folder: use -o, or --json.')
}

const summary = ({ provider, pageCount, timing, warnings }: ParseResult): string =>
  [
    `parsed by ${replaceControls(provider)}`,
    many(pageCount, 'page'),
    duration(timing.durationMs),
    ...(warnings.length > 0 ? [many(warnings.length, 'warning')] : []),
  ].join(', ')

const printed = ({ outputs }: ParseResult, [output]: readonly OutputId[]): string => {
  const value = output === undefined ? undefined : outputs[output]
  return typeof value === 'string' ? shownText(text(value)) : `${JSON.stringify(value ?? null)}\n`
}

/** Unchanged in a pipe; on a terminal, control characters of the document are replaced. */
const shownText = (value: string): string =>
  process.stdout.isTTY ? value.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{fffd}') : value
