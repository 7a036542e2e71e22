import { writeSync } from 'node:fs'
import { openPglite } from '../../src/db/pglite.ts'

/**
 * Runs as a child process: commits row after row into the database of a directory, and prints each number once it is
 * safe.
 */
const [directory = ''] = process.argv.slice(2)
const database = await openPglite(directory)
await database.query('create table if not exists rows (n integer primary key)')
for (let n = 1; ; n += 1) {
  await database.query('insert into rows values ($1)', [n])
  writeSync(1, `${n}\n`)
}
