import { test } from 'node:test'
import { crashEverywhere } from '../support/crash-everywhere.ts'

test('killed at moments all over a run, its worker leaves a job that ends, and a vendor that was asked once', () =>
  crashEverywhere({}, { stride: 17, first: 12 }))
