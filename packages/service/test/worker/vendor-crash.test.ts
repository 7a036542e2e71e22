import { test } from 'node:test'
import { crashVendorEverywhere } from '../support/crash-everywhere.ts'
import { testServerUrl } from '../support/database.ts'
import { vendorNames } from '../support/vendors/every-vendor.ts'

/** One that is polled, and one that answers with the document. */
const onAnyDatabase: ReadonlySet<string> = new Set(['llamaparse', 'mistral-ocr'])

for (const name of vendorNames) {
  const skip =
    testServerUrl === undefined &&
    !onAnyDatabase.has(name) &&
    'a process that is killed often wants a database that is there: POLYPARSE_TEST_DATABASE_URL names no server'
  test(`wherever its worker is killed during a run, ${name} is never submitted to twice`, { skip }, () =>
    crashVendorEverywhere(name, { stride: 40, first: 20 }),
  )
}
