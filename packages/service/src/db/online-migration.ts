import type { Queryable } from './database.ts'

/*
 * Migrations that take long on a large table, and during which it can be written to. Their files end in `.online.sql`.
 * They run outside a transaction, so one that breaks off is begun again: each statement can be repeated.
 */

type File = { readonly name: string; readonly text: string }

/**
 * @example isOnline({ name: '004-index.online.sql' }) // true
 */
export const isOnline = ({ name }: Pick<File, 'name'>): boolean => name.endsWith('.online.sql')

/** The file has a statement that would lock a table for long, or cannot be repeated. */
export class NotOnlineError extends Error {
  override readonly name = 'NotOnlineError'
}

type Statement = { run(connection: Queryable): Promise<void> }

const makesIndex = /^create (?:unique )?index concurrently if not exists (?<index>\w+) on /i
const others = [/^drop index concurrently if exists \w+$/i, /^alter table \w+ validate constraint \w+$/i]

/**
 * The statements of such a migration, in which no semicolon is part of one.
 * @throws {NotOnlineError}
 */
export const onlineStatements = ({ name, text }: File): readonly Statement[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '')
    .map((statement) => {
      const index = makesIndex.exec(statement)?.groups?.['index']
      if (index === undefined && !others.some((form) => form.test(statement)))
        throw new NotOnlineError(`${name} has a statement that is none for an online migration: ${statement}`)
      return {
        run: async (connection) => {
          if (index !== undefined) await dropUnfinished(connection, index)
          await connection.query(statement)
        },
      }
    })

/** An index whose making broke off stays, is never used, and would count as existing. */
const dropUnfinished = async (connection: Queryable, index: string): Promise<void> => {
  const found = await connection.query(`select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid`, [
    index,
  ])
  if (found.length > 0) await connection.query(`drop index concurrently if exists ${index}`)
}
