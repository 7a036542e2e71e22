import { test } from 'node:test'
import { crashVendorEverywhere } from '../support/crash-everywhere.ts'

/** One that is polled, and one that answers with the document; the long tests take every vendor. */
for (const name of ['llamaparse', 'mistral-ocr'] as const)
  test(`killed at moments all over a run, its worker never submits to ${name} twice`, () =>
    crashVendorEverywhere(name, { stride: 40, first: 20 }))
