import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../src/db/database.ts'
import { openPglite } from '../../../src/db/pglite.ts'
import { copyTemplate } from './template.ts'
import { lend } from './lend.ts'
import { readStart, reset } from './reset.ts'

type Kept = {
  readonly database: Database
  readonly start: Awaited<ReturnType<typeof readStart>>
  readonly folder: string
}

const idle: Kept[] = []
const folders = new Set<string>()

// A database that is left open ends with its process; only its folder remains.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const make = async (): Promise<Kept> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-test-'))
  folders.add(folder)
  await copyTemplate(folder)
  const database = await openPglite(folder, { durable: false })
  return { database, start: await readStart(database), folder }
}

const discard = async ({ database, folder }: Kept): Promise<void> => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
  folders.delete(folder)
}

/**
 * An embedded database without data. The tests of a process share a few, because opening one takes as long as many
 * tests: a closed database is emptied when the next test needs one.
 */
export const openEmbedded = async (): Promise<Database> => {
  for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
    const usable = kept
    if (await reset(usable.database, usable.start)) return lend(usable.database, () => idle.push(usable))
    await discard(usable)
  }
  const made = await make()
  return lend(made.database, () => idle.push(made))
}
