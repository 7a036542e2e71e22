import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { readSettings } from '../../src/config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { startService } from '../../src/service.ts'
import { openTestDatabase } from '../support/database.ts'

test('behind a pooler in transaction mode, which delivers no notifications, the service refuses to start', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-pooler-'))
  t.after(() => rm(folder, { recursive: true }))
  const settings = readSettings({ POLYPARSE_DATA_DIR: folder, PORT: '0' })
  const openDatabase = async () => ({ ...(await openTestDatabase()), listen: async () => async () => {} })
  await assert.rejects(
    startService(settings, pino({ level: 'silent' }), { openDatabase }),
    (error) => error instanceof SettingsError && error.mistakes.some(({ variable }) => variable === 'DATABASE_URL'),
  )
})
