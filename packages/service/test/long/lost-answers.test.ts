import { test } from 'node:test'
import { loseAtVendor, loseEscalating } from '../support/lose-everywhere.ts'

const timeout = 600_000

for (const loss of ['before', 'after'] as const) {
  test(
    `a vendor is asked once and deletes the work, wherever the database goes away (${loss} a call)`,
    { timeout },
    (t) => loseAtVendor(t, { loss, stride: 1 }),
  )

  test(
    `a vendor that helps with pages is asked once, wherever the database goes away (${loss} a call)`,
    { timeout },
    (t) => loseEscalating(t, { loss, stride: 1 }),
  )
}
