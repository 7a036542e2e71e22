import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { vendors } from '@polyparse/providers/composition'

/** What an operator has to know of each vendor before documents are sent to it. */
const rows = ['mapped', 'not mapped', 'not verified', 'price', 'retention']

test('docs/use/providers says of each vendor what is mapped, lost and unverified, what it costs and what it keeps', async () => {
  const folder = new URL('../../../../docs/use/providers/', import.meta.url)
  const names = await Array.fromAsync(glob('*.md', { cwd: folder }))
  const pages = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const sections = pages.flatMap((page) => page.split(/^## /m))
  assert.ok(vendors.length > 10)
  for (const { declaration } of vendors) {
    const section = sections.find((each) => each.split('\n')[0]?.includes(`\`${declaration.id}\``)) ?? ''
    for (const row of rows)
      assert.match(section, new RegExp(`^- \\*\\*${row}:\\*\\* \\S`, 'm'), `${declaration.id}: ${row}`)
  }
})
