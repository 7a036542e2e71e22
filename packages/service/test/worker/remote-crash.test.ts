import { test } from 'node:test'
import { crashEscalating, crashEverywhere } from '../support/crash-everywhere.ts'

test('wherever its worker is killed during a run, a job ends, and its vendor is asked once', () =>
  crashEverywhere({}, { stride: 17, first: 12 }))

test('wherever its worker is killed, a job that has a vendor asked about a page is complete, and the vendor is asked once', () =>
  crashEscalating({ stride: 11, first: 8 }))
