import { test } from 'node:test'
import { crashEverywhere } from '../support/crash-everywhere.ts'

test('wherever its worker is killed during a run, a job ends, and its vendor is asked once', () =>
  crashEverywhere({}, { stride: 17, first: 12 }))
