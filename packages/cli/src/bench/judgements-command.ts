import { basename, dirname } from 'node:path'
import { judgedByCorrections } from '@polyparse/compare/judgements'
import { type JudgedDocument, type Judgements, judgementsSchema } from '@polyparse/contract/judgements'
import { many } from '@polyparse/compare/format'
import { CompleteJob, MadeCorrection, ParseResult } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { addServiceOptions } from '../documents/command-options.ts'
import { jsonResultFile } from '../documents/result-files.ts'
import { type DocumentContext, type ServiceOptions, withService } from '../documents/with-service.ts'
import { requireWritable, writeFiles } from '../documents/write-files.ts'
import type { Invocation } from '../invocation.ts'
import { idArgument } from '../options.ts'
import { notify, replaceControls } from '../output.ts'

type JudgementsOptions = ServiceOptions & { readonly out?: string; readonly force?: boolean }

export const addJudgementsCommand = (program: Command, invocation: Invocation): void => {
  const command = program
    .command('judgements')
    .description('write what people have corrected in results to a file of judgements, for `polyparse bench`')
    .argument('<jobs...>', 'the ids of the jobs', idArguments)
    .option('-o, --out <file>', 'where to write it (default: judgements.json)')
    .option('--force', 'overwrite an existing file')
  addServiceOptions(command)
    .addHelpText('after', judgementsHelp)
    .action((jobs: readonly string[], options: JudgementsOptions) => writeJudgements(jobs, options, invocation))
}

/** Collects an argument that may be given several times. */
const idArguments = (id: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  idArgument(id),
]

const judgementsHelp = `
  polyparse judgements ID ID -o corrected.json
  polyparse bench invoices --judgements corrected.json`

const writeJudgements = async (
  jobs: readonly string[],
  { out = 'judgements.json', force, ...options }: JudgementsOptions,
  invocation: Invocation,
): Promise<void> => {
  await requireWritable([out], { force })
  const documents: JudgedDocument[] = []
  await withService(invocation, options, async (context) => {
    for (const id of new Set(jobs)) {
      const document = await judgedDocumentOf(context, id)
      if (document === null) notify(invocation, `Nothing that words can tell was corrected in the job ${id}.`)
      else documents.push(document)
    }
  })
  if (documents.length === 0) throw new CliError('No result has corrections, so there is nothing to write.')
  const file: Judgements = { schema: judgementsSchema, exportedAt: new Date().toISOString(), documents }
  await writeFiles(dirname(out), [{ path: basename(out), content: jsonResultFile(file) }], { force })
  const corrections = documents.reduce((sum, { settlements }) => sum + settlements.length, 0)
  notify(
    invocation,
    `Wrote ${many(corrections, 'correction')} of ${many(documents.length, 'document')} to ${replaceControls(out)}`,
  )
}

/** Null where nothing was corrected. @throws {CliError} when the job has no result of a `parse` */
const judgedDocumentOf = async ({ client }: DocumentContext, id: string): Promise<JudgedDocument | null> => {
  const job = await client.call(({ jobs }) => jobs.get(id))
  if (!Check(CompleteJob, job)) throw new CliError(`The job ${id} is not complete.`)
  const { result } = job
  if (!Check(ParseResult, result))
    throw new CliError(`The job ${id} is a comparison, whose disputes are settled in the app.`)
  const { filename } = result.outputs.json?.metadata ?? {}
  if (filename === undefined)
    throw new CliError(`The job ${id} does not say which file it has read: it lacks the output json, or a file name.`)
  const { corrections } = await client.call((service) => service.corrections.get(id))
  if (!Check(Type.Array(MadeCorrection), corrections)) throw client.notOurs()
  return judgedByCorrections(basename(filename), result, corrections, id)
}
