import { open } from 'node:fs/promises'
import type { Diagnosis } from '@polyparse/contract/admin'
import type { Command } from 'commander'
import { checks } from '@polyparse/service/administration'
import { readSettings, type Settings } from '@polyparse/service/settings'
import { CliError } from './cli-error.ts'
import { explainInUse } from './connect.ts'
import { interruptible } from './interruption.ts'
import type { Invocation } from './invocation.ts'
import { jsonOption, type JsonOption } from './options.ts'
import { formatTable, notify, print } from './output.ts'

export const addRestoreCommand = (program: Command, invocation: Invocation): void => {
  program
    .command('restore')
    .description('restore a file of `backup` into an empty data directory, before the service is started there')
    .argument('<file>', 'the file that `backup` wrote')
    .option(...jsonOption)
    .action((file: string, options: JsonOption) => restore(file, options, invocation))
}

const restore = async (path: string, { json }: JsonOption, invocation: Invocation) => {
  const settings = readSettings(invocation.environment)
  if (settings.databaseUrl !== null)
    throw new CliError(
      '`polyparse restore` is for the embedded database, and DATABASE_URL is set. PostgreSQL and a bucket have tools of their own: docs/use/operations.md has the steps.',
    )
  const file = await open(path)
  try {
    // Imported lazily: the help need not load the databases.
    const { restoreData } = await import('@polyparse/service/operate')
    notify(invocation, `Restoring into ${settings.dataDirectory}; first, all of the backup is checked.`)
    const { manifest, blobCount } = await interruptible(invocation, (signal) =>
      explainInUse(settings, restoreData(file, settings, signal)),
    )
    const repaired = await repair(settings)
    const { createdAt } = manifest
    print(invocation, { file: path, createdAt, blobs: blobCount, repaired }, { json }, () =>
      [
        `Restored ${settings.dataDirectory} as of ${createdAt}: the database, documents and results (${blobCount}).`,
        ...(repaired.length === 0
          ? []
          : ['The doctor has looked at it:', formatTable([restoreTableHeadings, ...repaired.map(rowOfRepair)])]),
      ].join('\n'),
    )
  } finally {
    await file.close()
  }
}

const restoreTableHeadings = ['CHECK', 'PROBLEMS', 'REPAIRED']

const rowOfRepair = ({ name, found, repaired }: Repaired): string[] => [name, String(found), String(repaired)]

type Repaired = Pick<Diagnosis, 'name' | 'found' | 'repaired'>

/** Does what the doctor would find: what was under way is put on its way again, and what is overdue is done. */
const repair = async (settings: Settings): Promise<Repaired[]> => {
  const { openOperator } = await import('@polyparse/service/operate')
  await using opened = await openOperator(settings)
  const diagnoses: Diagnosis[] = []
  for (const { name } of checks) {
    const diagnosis = await opened.operator.diagnose({ check: name, repair: true })
    if (diagnosis !== null && diagnosis.found > 0) diagnoses.push(diagnosis)
  }
  return diagnoses.map(({ name, found, repaired }) => ({ name, found, repaired }))
}
