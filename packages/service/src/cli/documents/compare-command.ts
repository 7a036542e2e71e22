import { basename, dirname, join } from 'node:path'
import { many } from '@polyparse/compare/format'
import { compareReport } from '@polyparse/compare/report'
import type { CatalogEntry } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import type { Command } from 'commander'
import { jsonOption, type JsonOption } from '../options.ts'
import { print, remark } from '../output.ts'
import { harmless } from '../table.ts'
import { chosenProviders, requireOutputs } from './catalog-check.ts'
import { addDocumentOptions, addServiceOptions, type DocumentOptions } from './command-options.ts'
import { compareDocument, isRead, withoutOutputs, withReportOutputs, type Comparison } from './compare-document.ts'
import { comparisonText } from './comparison-text.ts'
import { harmlessName } from './file-names.ts'
import { readSources, type NamedSource } from './document-source.ts'
import { inParallel } from './in-parallel.ts'
import { providersOption } from './options.ts'
import { filesOf, json, pathsOf, type ResultFile } from './result-files.ts'
import { endUnfinished, notCompared } from './unfinished.ts'
import { withService, type CallOptions } from './with-service.ts'
import { refuseExisting, writeFiles } from './write-files.ts'

type CompareOptions = CallOptions &
  DocumentOptions &
  JsonOption & { providers?: string[]; out?: string; report?: string; force?: boolean }

/** A service works on a few runs at once; more documents would wait there. */
const documentsAtOnce = 2

export const addCompareCommand = (program: Command, environment: NodeJS.ProcessEnv): void => {
  const command = program
    .command('compare')
    .description('read documents with several providers, and tell which to trust')
    .argument('<document...>', 'files, or URLs that the service fetches')
    .option('--providers <providers>', 'who reads them, separated by commas (default: all)', providersOption)
  addDocumentOptions(command)
    .option('-o, --out <folder>', 'write a file for each provider and output, and the agreement: NAME.PROVIDER.md …')
    .option('--report <file>', 'where the report goes (default: NAME.comparison.html in the folder of -o, or here)')
    .option('--force', 'replace files that are there already')
    .option(jsonOption[0], 'print the comparisons as one JSON object, without the outputs')
  addServiceOptions(command)
    .addHelpText('after', help)
    .action((documents: string[], options: CompareOptions) => compareDocuments(documents, options, environment))
}

const help = `
Prints how far the providers agree and what they contradict each other in, and writes a report of one HTML file with
their texts side by side.

  polyparse compare report.pdf
  polyparse compare march.pdf april.pdf --providers provider-a,provider-c -o compared --report spring.html`

type Compared = NamedSource & { readonly comparison: Comparison }

const compareDocuments = async (
  documents: readonly string[],
  options: CompareOptions,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  const { out, force, json: asJson, outputs = ['markdown'] } = options
  const sources = await readSources(documents)
  const report = options.report ?? join(out ?? '.', reportName(sources))
  await refuseExisting([report], { force })

  const { results: compared, failures } = await withService(environment, options, async (call) => {
    const { providers, pages, providerOptions } = options
    const chosen = chosenProviders(call.catalog, { providers }, 'compare')
    requireOutputs(chosen, outputs)
    if (out !== undefined) await refuseExisting(expectedPaths(out, sources, chosen, outputs), { force })
    const query = { outputs: withReportOutputs(outputs, chosen), pages, providers, providerOptions }
    const { signal } = call
    const instead = (named: NamedSource, failure: unknown) => ({
      ...named,
      comparison: { error: notCompared(failure) },
    })
    return inParallel(sources, { atOnce: documentsAtOnce, signal, instead }, async (named): Promise<Compared> => {
      const comparison = await compareDocument(call, named, query)
      return { ...named, comparison }
    })
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
  if (asJson === true) print({ documents: compared.map(asWire), report: written }, { json: true }, () => '')
  else for (const { name, result } of successes) process.stdout.write(`${comparisonText(name, result)}\n\n`)
  if (out !== undefined) remark(`Wrote ${many(files.length, 'file')} to ${harmless(out)}`)
  if (written !== null) remark(`Wrote the report ${harmless(written)}`)
  const unread = compared.filter(({ comparison }) => !isRead(comparison))
  if (unread.length === 0) return
  const errors = unread.flatMap(({ comparison }) => ('error' in comparison ? comparison.error : []))
  const sentence = `Read by no provider: ${unread.map(({ shown }) => shown).join(', ')}`
  endUnfinished(sentence, { of: compared.length, errors, failures })
}

const reportName = (sources: readonly NamedSource[]): string => {
  const [only, ...others] = sources
  return only === undefined || others.length > 0 ? 'comparison.html' : `${only.name}.comparison.html`
}

const agreementPath = (name: string): string => `${name}.agreement.json`

const resultName = (name: string, provider: string): string => `${name}.${harmlessName(provider)}`

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

const resultFiles = ({ name, comparison }: Compared, outputs: readonly OutputId[]): ResultFile[] => {
  if (!('result' in comparison)) return []
  return [
    { path: agreementPath(name), content: json(comparison.result.agreement ?? null) },
    ...comparison.result.providers.flatMap((entry) =>
      entry.status === 'parsed' ? filesOf(resultName(name, entry.provider), entry.result, outputs) : [],
    ),
  ]
}

const asWire = ({ shown, comparison }: Compared): object =>
  'result' in comparison
    ? { name: shown, result: withoutOutputs(comparison.result) }
    : { name: shown, error: comparison.error.message }
