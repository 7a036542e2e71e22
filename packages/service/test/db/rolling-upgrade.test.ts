import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readMigrations } from '../../src/db/migrate.ts'

/*
 * While the processes of a fleet are replaced one by one, processes of the previous release keep working on the schema
 * of the new one.
 */

/** The last migration of the first release. */
const firstReleased = 1

/** What a migration must not do while some process still relies on the schema before it. */
const takesAway =
  /\b(?:drop\s+(?:table|column|constraint|index)|rename\b|alter\s+column\s+\w+\s+(?:type|set\s+not\s+null|set\s+data)|truncate\b|delete\s+from)\b/i

/** A column that a writer unaware of it would have to fill. */
const demands = /add\s+column\s+\w+\s+[\w[\]]+(?:(?!,|;|default)[^])*?\bnot\s+null\b(?![^,;]*\bdefault\b)/i

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, '')

const problemsOf = (text: string): string[] => [
  ...(takesAway.test(withoutComments(text)) ? ['takes something away'] : []),
  ...(demands.test(withoutComments(text)) ? ['requires something new of writers'] : []),
]

describe('a migration after the first release', () => {
  it('removes nothing and requires nothing new of writers', async () => {
    const migrations = await readMigrations()
    assert.deepEqual(
      migrations.slice(0, firstReleased).map(({ number }) => number),
      [firstReleased],
    )
    for (const { name, text } of migrations.slice(firstReleased)) assert.deepEqual(problemsOf(text), [], name)
  })

  it('would be told from one that may', () => {
    assert.deepEqual(problemsOf('alter table a add column b text not null, add column c text'), [
      'requires something new of writers',
    ])
    for (const text of ['alter table a drop column b', 'alter table a rename to b;', 'delete from a'])
      assert.deepEqual(problemsOf(text), ['takes something away'], text)
    assert.deepEqual(problemsOf('alter table a add column b text not null default 0 -- drop column'), [])
  })
})
