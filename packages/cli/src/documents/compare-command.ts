import { basename, dirname, join } from 'node:path'
import { many } from '@polyparse/compare/format'
import { compareReport } from '@polyparse/report'
import type { CatalogEntry } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import type { Command } from 'commander'
import type { Invocation } from '../invocation.ts'
import { jsonOption, type JsonOption } from '../options.ts'
import { print, notify, replaceControls } from '../output.ts'
import { providersInCatalog, requireOutputs } from './catalog-check.ts'
import { addDocumentOptions, addServiceOptions, type DocumentOptions } from './command-options.ts'
import { compareDocument, isParsed, withoutOutputs, withReportOutputs, type Comparison } from './compare-document.ts'
import { comparisonText } from './comparison-text.ts'
import { safeFileName } from './file-names.ts'
import { readSources, type NamedSource } from './document-source.ts'
import { inParallel } from './in-parallel.ts'
import { providersOption } from './options.ts'
import { filesOf, jsonResultFile, pathsOf, type ResultFile } from './result-files.ts'
import { endUnfinished, notCompared } from './unfinished.ts'
import { withService, type ServiceOptions } from './with-service.ts'
import { freePath, requireWritable, writeFiles } from './write-files.ts'

type CompareOptions = ServiceOptions &
  DocumentOptions &
  JsonOption & { providers?: string[]; out?: string; report?: string; force?: boolean }

/** A service processes a few runs at once; more documents would only wait there. */
const maxConcurrentDocuments = 2

export const addCompareCommand = (program: Command, invocation: Invocation): void => {
  const command = program
    .command('compare')
    .description('parse documents with several providers and recommend one to trust')
    .argument('<document...>', 'files, or URLs that the service fetches')
    .option('--providers <providers>', 'the providers to compare, separated by commas (default: all)', providersOption)
  addDocumentOptions(command)
    .option('-o, --out <folder>', 'write a file for each provider and output, and the agreement: NAME.PROVIDER.md …')
    .option(
      '--report <file>',
      'where to write the report (default: NAME.comparison.html in the -o folder, or in the current folder with a number if it exists)',
    )
    .option('--force', 'overwrite existing files')
    .option(jsonOption[0], 'print the comparisons as one JSON object, without the outputs')
  addServiceOptions(command)
    .addHelpText('after', compareHelp)
    .action((documents: string[], options: CompareOptions) => compareDocuments(documents, options, invocation))
}

const compareHelp = `
Prints how far the providers agree and where they contradict each other, and writes a report, one HTML file with their
texts side by side.

  polyparse compare report.pdf
  polyparse compare march.pdf april.pdf --providers provider-a,provider-c -o compared --report spring.html`

type NamedComparison = NamedSource & { readonly comparison: Comparison }

const compareDocuments = async (
  documents: readonly string[],
  options: CompareOptions,
  invocation: Invocation,
): Promise<void> => {
  const { out, force, json: asJson, outputs = ['markdown'] } = options
  const sources = await readSources(documents)
  const report = await reportPath(options, reportName(sources))

  const { results: compared, failures } = await withService(invocation, options, async (context) => {
    const { providers, pages, providerOptions, metadata } = options
    const chosen = providersInCatalog(context.catalog, { providers }, 'compare')
    requireOutputs(chosen, outputs)
    if (out !== undefined) await requireWritable(expectedPaths(out, sources, chosen, outputs), { force })
    const query = { outputs: withReportOutputs(outputs, chosen), pages, providers, providerOptions, metadata }
    const { signal } = context
    const fallback = (named: NamedSource, failure: unknown) => ({
      ...named,
      comparison: { error: notCompared(failure) },
    })
    return inParallel(
      sources,
      { concurrency: maxConcurrentDocuments, signal, fallback },
      async (named): Promise<NamedComparison> => {
        const comparison = await compareDocument(context, named, query)
        return { ...named, comparison }
      },
    )
  })

  const files = compared.flatMap((each) => resultFiles(each, outputs))
  if (out !== undefined) await writeFiles(out, files, { force })
  const successes = compared.flatMap(({ shown, comparison }) =>
    'result' in comparison ? [{ name: shown, result: comparison.result }] : [],
  )
  if (successes.length > 0) {
    const content = compareReport(successes, { madeAt: new Date() })
    await writeFiles(dirname(report), [{ path: basename(report), content }], { force })
  }
  const written = successes.length > 0 ? report : null
  if (asJson === true) print(invocation, { documents: compared.map(toJson), report: written }, { json: true }, () => '')
  else for (const { name, result } of successes) invocation.stdout.write(`${comparisonText(name, result)}\n\n`)
  if (out !== undefined) notify(invocation, `Wrote ${many(files.length, 'file')} to ${replaceControls(out)}`)
  if (written !== null) notify(invocation, `Wrote the report ${replaceControls(written)}`)
  const unparsed = compared.filter(({ comparison }) => !isParsed(comparison))
  if (unparsed.length === 0) return
  const errors = unparsed.flatMap(({ comparison }) => ('error' in comparison ? comparison.error : []))
  const sentence = `Not parsed by any provider: ${unparsed.map(({ shown }) => shown).join(', ')}`
  endUnfinished(invocation, sentence, { of: compared.length, errors, failures })
}

/** A report evades those that are there unless its place was chosen. */
const reportPath = async ({ report, out, force }: CompareOptions, name: string): Promise<string> => {
  if (report === undefined && out === undefined && force !== true) {
    const free = await freePath(name)
    await requireWritable([free], {})
    return free
  }
  const path = report ?? join(out ?? '.', name)
  await requireWritable([path], { force })
  return path
}

const reportName = (sources: readonly NamedSource[]): string => {
  const [only, ...others] = sources
  return only === undefined || others.length > 0 ? 'comparison.html' : `${only.name}.comparison.html`
}

const agreementPath = (name: string): string => `${name}.agreement.json`

const resultName = (name: string, provider: string): string => `${name}.${safeFileName(provider)}`

const expectedPaths = (
  folder: string,
  sources: readonly NamedSource[],
  chosen: readonly CatalogEntry[],
  outputs: readonly OutputId[],
): string[] =>
  sources
    .flatMap(({ name }) => [
      agreementPath(name),
      ...chosen.flatMap(({ id }) => pathsOf(resultName(name, id), outputs, false)),
    ])
    .map((path) => join(folder, path))

const resultFiles = ({ name, comparison }: NamedComparison, outputs: readonly OutputId[]): ResultFile[] => {
  if (!('result' in comparison)) return []
  return [
    { path: agreementPath(name), content: jsonResultFile(comparison.result.agreement ?? null) },
    ...comparison.result.providers.flatMap((entry) =>
      entry.status === 'parsed' ? filesOf(resultName(name, entry.provider), entry.result, outputs) : [],
    ),
  ]
}

const toJson = ({ shown, comparison }: NamedComparison): object =>
  'result' in comparison
    ? { name: shown, result: withoutOutputs(comparison.result) }
    : { name: shown, error: comparison.error.message }
