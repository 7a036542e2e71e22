import type { Client, JobCorrections } from '@polyparse/client'
import { limits, MadeCorrection } from '@polyparse/contract'
import { Correction, type OutputId, outputIds } from '@polyparse/document/schema'
import { type Static, Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { Argument, type Command, InvalidArgumentError } from 'commander'
import { jsonFileOption } from './documents/options.ts'
import { textResultFile } from './documents/result-files.ts'
import type { Invocation } from './invocation.ts'
import { idArgument, jsonOption, type JsonOption } from './options.ts'
import { print, readableTime, tableOr } from './output.ts'
import { askRunningService, type ServiceOption, serviceOption } from './ask-running-service.ts'

type CorrectionCommandOptions = JsonOption & ServiceOption

/** `polyparse corrections`: what people have corrected in the results of their account. */
export const addCorrectionCommands = (program: Command, invocation: Invocation): void => {
  const corrections = program.command('corrections').description('correct the results of your account')
  const add = (name: string, description: string): Command =>
    corrections
      .command(name)
      .description(description)
      .argument('<job>', 'the id of the job', idArgument)
      .option(...serviceOption)
  const ask = <Result>({ url }: ServiceOption, work: (client: Client) => Promise<Result>): Promise<Result> =>
    askRunningService(invocation, { url, kept: 'Corrections' }, work)

  add('show', 'list what has been corrected, by whom and when')
    .option(...jsonOption)
    .action(async (job: string, given: CorrectionCommandOptions) => {
      const found = await ask(given, (client) => client.corrections.get(job))
      print(invocation, found, given, () => tableOfCorrections(found))
    })

  add('replace', 'replace all corrections by those in a file, as `show --json` prints them')
    .argument('<file>', 'JSON, with the `etag` of those that are to be replaced', correctionsOption)
    .option('--overwrite', 'also those that somebody has made meanwhile')
    .option(...jsonOption)
    .action(
      async (
        job: string,
        file: CorrectionsFile,
        given: CorrectionCommandOptions & { readonly overwrite?: boolean },
      ) => {
        const etag = given.overwrite === true ? '*' : file.etag
        const stored = await ask(given, (client) => client.corrections.replace(job, file.corrections, { etag }))
        print(invocation, stored, given, () => tableOfCorrections(stored))
      },
    )

  add('remove', 'undo all corrections of a job')
    .option(...jsonOption)
    .action(async (job: string, given: CorrectionCommandOptions) => {
      await ask(given, (client) => client.corrections.remove(job, { etag: '*' }))
      print(invocation, { id: job }, given, () => `The result of the job ${job} is as it was read.`)
    })

  add('output', 'print an output of the result as it was corrected')
    .addArgument(new Argument('<output>', 'which output').choices(outputIds))
    .action(async (job: string, output: OutputId, given: ServiceOption) => {
      const value = await ask(given, (client) => client.jobs.output(job, output, { corrected: true }))
      invocation.stdout.write(textResultFile(typeof value === 'string' ? value : JSON.stringify(value, null, 2)))
    })

  corrections.addHelpText('after', correctionsHelp)
}

const correctionsHelp = `
  polyparse corrections show ID --json > corrections.json
  polyparse corrections replace ID corrections.json
  polyparse corrections output ID markdown > corrected.md`

const CorrectionsFile = Type.Object({
  etag: Type.Optional(Type.String()),
  corrections: Type.Array(Type.Union([Correction, MadeCorrection]), { maxItems: limits.correctionsPerJob }),
})
type CorrectionsFile = Static<typeof CorrectionsFile>

const correctionsOption = (path: string): CorrectionsFile => {
  const file = jsonFileOption(path)
  if (Check(CorrectionsFile, file)) return file
  throw new InvalidArgumentError(`The file ${path} has no corrections in the form that \`show --json\` prints.`)
}

const tableOfCorrections = ({ corrections }: JobCorrections): string =>
  tableOr('Nothing is corrected.', ['PLACE', 'READ', 'CORRECTED', 'BY', 'AT'], corrections.map(rowOfCorrection))

const rowOfCorrection = (correction: MadeCorrection): string[] => {
  const { read, text, by, at } = correction
  const place =
    'block' in correction ? correction.block : `${correction.table}, row ${correction.row}, column ${correction.column}`
  return [place, read, text, by.name ?? '-', readableTime(at)]
}
