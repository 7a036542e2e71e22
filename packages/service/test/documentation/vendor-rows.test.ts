import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { vendors } from '@polyparse/providers/composition'

/** What an operator has to know of each vendor before documents are sent to it. */
const rows = ['mapped', 'not mapped', 'not verified', 'price', 'retention']

test('docs/use/providers/README.md says of each vendor what is mapped, lost and unverified, what it costs and what it keeps', async () => {
  const page = await readFile(new URL('../../../../docs/use/providers/README.md', import.meta.url), 'utf8')
  const sections = page.split(/^### /m)
  assert.ok(vendors.length > 10)
  for (const { declaration } of vendors) {
    const section = sections.find((each) => each.split('\n')[0]?.includes(`\`${declaration.id}\``)) ?? ''
    for (const row of rows) assert.match(section, new RegExp(`^\\| ${row} +\\| \\S`, 'm'), `${declaration.id}: ${row}`)
  }
})
