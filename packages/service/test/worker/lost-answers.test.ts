import { test } from 'node:test'
import { loseAtVendor, loseEscalating, loseEverywhere } from '../support/lose-everywhere.ts'
import { documentOf, testProvider } from '../support/providers.ts'

for (const loss of ['before', 'after'] as const) {
  test(`a vendor is asked once and deletes the work, wherever the database goes away (${loss} a call)`, (t) =>
    loseAtVendor(t, { loss, stride: 6 }))

  test(`a vendor that helps with pages is asked once, wherever the database goes away (${loss} a call)`, (t) =>
    loseEscalating(t, { loss, stride: 6 }))

  test(`a parse is complete, wherever the database goes away for a moment (${loss} a call)`, async (t) => {
    const provider = testProvider('local', async () => documentOf('Hello.'))
    await loseEverywhere(t, [provider], { loss, stride: 2 })
  })
}
