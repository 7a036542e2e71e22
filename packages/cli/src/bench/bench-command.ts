import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { many } from '@polyparse/compare/format'
import { type BenchReport, benchReport, benchSummary } from '@polyparse/report'
import { judgedFieldScores, judgedScores } from '@polyparse/compare/judgements'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import type { Command } from 'commander'
import { firstOf } from '@polyparse/document/items'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import { providersInCatalog, requireOutputs } from '../documents/catalog-check.ts'
import { addProviderOptions, addServiceOptions } from '../documents/command-options.ts'
import { compareDocument, withoutOutputs } from '../documents/compare-document.ts'
import { tellRefused } from '../documents/files-below.ts'
import { inParallel } from '../documents/in-parallel.ts'
import { type CommandProviderOptions, providersOption, schemaOption } from '../documents/options.ts'
import { jsonResultFile } from '../documents/result-files.ts'
import { endUnfinished, notCompared } from '../documents/unfinished.ts'
import { withService, type ServiceOptions, type DocumentContext } from '../documents/with-service.ts'
import { requireWritable, writeFiles } from '../documents/write-files.ts'
import type { Invocation } from '../invocation.ts'
import { jsonOption, wholeNumberOption, type JsonOption } from '../options.ts'
import { print, notify, replaceControls } from '../output.ts'
import { benchText } from './bench-text.ts'
import { findDocuments, type FoundDocument } from './find-documents.ts'
import { type FilledSchema, judgeFieldsOfModels, judgeFieldsOfProviders } from './judge-fields.ts'
import { type JudgedByName, judgeAgain, readJudgements } from './judgements.ts'
import { readTruth, scoresOf, type Score } from './score.ts'

type BenchOptions = ServiceOptions &
  JsonOption & {
    providers?: string[]
    providerOptions?: CommandProviderOptions
    parallel?: number
    judgements?: string
    schema?: FilledSchema['schema']
    models?: string[]
    out?: string
    force?: boolean
  }

const maxConcurrent = 16

export const addBenchCommand = (program: Command, invocation: Invocation): void => {
  const command = program
    .command('bench')
    .description('compare providers on all documents of a folder, and recommend one for such documents')
    .argument('<folder>', 'the folder; its subfolders are included')
    .option('--providers <providers>', 'the providers to compare, separated by commas (default: all)', providersOption)
  addProviderOptions(command)
    .option(
      '--parallel <number>',
      'how many documents to compare at once (default: 2)',
      wholeNumberOption(1, maxConcurrent),
    )
    .option('--judgements <file>', 'a file of judgements that was saved in the app, by which the readings are scored')
    .option(
      '--schema <file>',
      'fill this JSON Schema again, and score the values that were settled in the app',
      schemaOption,
    )
    .option(
      '--models <providers>',
      'the models that fill it, separated by commas, such as local,vision (default: the service, from each reading)',
      providersOption,
    )
    .option('-o, --out <folder>', 'where to write bench.html and bench.json (default: the current folder)')
    .option('--force', 'overwrite existing files')
    .option(jsonOption[0], 'print the figures as one JSON object')
  addServiceOptions(command)
    .addHelpText('after', benchHelp)
    .action((folder: string, options: BenchOptions) => benchFolder(folder, options, invocation))
}

const benchHelp = `
A file NAME.md beside a document, such as report.md beside report.pdf, is its ground truth: each provider is scored
against it. Without ground truth, the providers are ranked by how far they agree with each other. With --judgements, the
disputes that were settled in the app are looked up in the new readings of the documents with the same names, and with
--schema the settled values in its new fillings.

  polyparse bench invoices -o results
  polyparse bench invoices --judgements judgements.json
  polyparse bench invoices --judgements judgements.json --schema invoice.schema.json --models local,vision`

type Scored = BenchReport['documents'][number] & {
  readonly truthScores?: Readonly<Record<string, Score>>
  readonly failure?: CliError
  readonly judged?: JudgedDocument
  readonly judgedFields?: JudgedDocument
}

const benchFolder = async (folder: string, options: BenchOptions, invocation: Invocation): Promise<void> => {
  const { out = '.', force, parallel = 2, json: asJson } = options
  const filled = filledSchemaOf(options)
  await requireFolder(folder)
  const [report, figures] = [join(out, 'bench.html'), join(out, 'bench.json')]
  await requireWritable([report, figures], { force })
  const judgements = options.judgements === undefined ? null : await readJudgements(options.judgements)

  const { results: documents, failures } = await withService(invocation, options, async (context) => {
    const { providers, providerOptions } = options
    const chosen = providersInCatalog(context.catalog, { providers }, 'compare')
    const outputs = filled === null ? (['markdown'] as const) : (['markdown', 'extraction'] as const)
    requireOutputs(chosen, [...outputs])
    const types = new Set(chosen.flatMap(({ mediaTypes = [] }) => mediaTypes))
    const found = await findDocuments(folder, {
      canRead: (type) => types.has(type),
      except: [report, figures, ...(options.judgements === undefined ? [] : [options.judgements])],
    })
    tellRefused(invocation, found.refused)
    if (found.skipped.length > 0) context.display.say(skippedFiles(found.skipped))
    if (found.documents.length === 0)
      throw new CliError(`${replaceControls(folder)} has no document that these providers support.`)
    const query = {
      outputs: [...outputs],
      providers,
      providerOptions,
      ...(filled !== null && { extraction: { schema: filled.schema } }),
    }
    const { signal } = context
    const fallback = ({ name }: FoundDocument, failure: unknown) => failureOfDocument(name, notCompared(failure))
    return inParallel(found.documents, { concurrency: parallel, signal, fallback }, (document) =>
      benchDocument(context, document, { query, judgements, filled }).catch(documentFailed(document)),
    )
  })

  const judged = documents.flatMap((document) => ('judged' in document ? (document.judged ?? []) : []))
  const judgedFields = documents.flatMap((document) =>
    'judgedFields' in document ? (document.judgedFields ?? []) : [],
  )
  if (judgements !== null && judged.length === 0)
    notify(invocation, 'None of the documents has the name of a judged one: the judgements say nothing about them.')
  const scores = judgedScores(judged)
  const fieldScores = judgedFieldScores(judgedFields)
  const bench: BenchReport = {
    folder,
    documents,
    ...(scores.length > 0 && { judged: scores }),
    ...(fieldScores.length > 0 && { judgedFields: fieldScores }),
  }
  const summary = benchSummary(bench)
  const printed = {
    ...summary,
    folder,
    ...(judgements !== null && { judged: scores }),
    ...(filled !== null && { judgedFields: fieldScores }),
    documents: documents.map(benchFiguresOfDocument),
  }
  const files = [
    { path: basename(report), content: benchReport(bench, { madeAt: new Date() }) },
    { path: basename(figures), content: jsonResultFile(printed) },
  ]
  await writeFiles(out, files, { force })
  print(invocation, printed, { json: asJson }, () => benchText(bench, summary))
  notify(invocation, `Wrote ${replaceControls(report)} and ${replaceControls(figures)}`)
  const missing = documents.filter((document) => 'error' in document)
  if (missing.length === 0) return
  const errors = missing.flatMap(({ failure = [] }) => failure)
  const sentence = `Not compared: ${missing.map(({ name }) => replaceControls(name)).join(', ')}`
  endUnfinished(invocation, sentence, { of: documents.length, errors, failures })
}

const benchDocument = async (
  context: DocumentContext,
  { name, path, truth }: FoundDocument,
  {
    query,
    judgements,
    filled,
  }: {
    query: Parameters<typeof compareDocument>[2]
    judgements: JudgedByName | null
    filled: FilledSchema | null
  },
): Promise<Scored> => {
  const source = { path, filename: basename(path) }
  const reading = truth === null ? null : await readTruth(truth)
  const shown = replaceControls(name)
  const comparison = await compareDocument(context, { source, shown }, query)
  if ('error' in comparison) return failureOfDocument(name, comparison.error)
  const result = withoutOutputs(comparison.result)
  const known = judgements?.get(basename(path))
  const judgeFields = async (document: JudgedDocument, { schema, models }: FilledSchema): Promise<JudgedDocument> =>
    models === undefined
      ? judgeFieldsOfProviders(document, comparison.result)
      : judgeFieldsOfModels(context, { source, shown }, { document, schema, models })
  const judged =
    known === undefined
      ? {}
      : {
          judged: await judgeAgain(known, comparison.result),
          ...(filled !== null && known.fields !== undefined && { judgedFields: await judgeFields(known, filled) }),
        }
  if (truth === null || reading === null) return { name, result, ...judged }
  const truthScores = await scoresOf(reading, comparison.result)
  const scores = Object.fromEntries(
    Object.entries(truthScores).flatMap(([provider, { overall }]) =>
      overall === undefined ? [] : [[provider, overall] as const],
    ),
  )
  return { name, result, truth: { name: basename(truth), scores }, truthScores, ...judged }
}

/** @throws {UsageError} */
const filledSchemaOf = ({ schema, models, judgements }: BenchOptions): FilledSchema | null => {
  if (schema === undefined) {
    if (models !== undefined) throw new UsageError('--models is only for --schema, which they fill.')
    return null
  }
  if (judgements === undefined) throw new UsageError('--schema is only for --judgements, which has the settled values.')
  return { schema, models }
}

const failureOfDocument = (name: string, failure: CliError): Scored => ({ name, error: failure.message, failure })

const documentFailed =
  ({ name }: FoundDocument) =>
  (error: unknown): Scored => {
    if (!(error instanceof DocumentError)) throw error
    return failureOfDocument(name, error)
  }

const requireFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => null)
  if (found === null) throw new UsageError(`There is no folder ${replaceControls(folder)}`)
  if (!found.isDirectory())
    throw new UsageError(`${replaceControls(folder)} is a file; \`polyparse compare\` takes files`)
}

const skippedFiles = (names: readonly string[]): string => {
  const example = names.length > 1 ? 'such as ' : ''
  return `Skipped ${many(names.length, 'file')} that none of these providers supports: ${example}${replaceControls(firstOf(names))}`
}

const benchFiguresOfDocument = (document: Scored): object => {
  if ('error' in document) return { name: document.name, error: document.error }
  const { name, result, truth, truthScores } = document
  return {
    name,
    providers: result.providers.map((entry) => ({
      provider: entry.provider,
      status: entry.status,
      durationMs: entry.durationMs,
      ...(entry.status === 'parsed' && { pageCount: entry.result.pageCount, warnings: entry.result.warnings }),
      ...(entry.status === 'failed' && { error: entry.error }),
    })),
    ...(result.agreement !== undefined && {
      pairs: result.agreement.pairs,
      disputes: result.agreement.disputes.length + result.agreement.omittedDisputeCount,
      recommendation: result.agreement.recommendation ?? null,
    }),
    ...(truth !== undefined && { truth: { name: truth.name, scores: truthScores } }),
  }
}
