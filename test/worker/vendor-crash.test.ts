import { test } from 'node:test'
import { crashVendorEverywhere } from '../support/crash-everywhere.ts'
import { vendorNames } from '../support/vendors/every-vendor.ts'

for (const name of vendorNames) {
  test(`killed at moments all over a run, its worker never submits to ${name} twice`, () =>
    crashVendorEverywhere(name, { stride: 40, first: 20 }))
}
