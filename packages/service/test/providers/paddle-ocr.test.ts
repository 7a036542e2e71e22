import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { installedModels } from '@polyparse/readers'
import { readSettings } from '../../src/config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { createCatalog } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { modelNotice } from '../../src/service/paddle-ocr.ts'
import { openProviders } from '../../src/service/providers.ts'

const answers = createAnswerThreads({ maxMebibytes: 16 })
const sandbox = { run: () => Promise.reject(new TypeError('nothing is read')) }
const open = async (environment: Record<string, string>) => {
  const settings = readSettings(environment)
  return createCatalog(await openProviders(settings, { sandbox, answers, moreProviders: [] }), settings.defaultProvider)
}

describe('paddle-ocr', () => {
  it('is known but off, and a compare of all leaves it out', async () => {
    const { entries, comparedProviders } = await open({})
    const entry = entries.find(({ id }) => id === 'paddle-ocr')
    assert.deepEqual([entry?.enabled, entry?.missing], [false, 'POLYPARSE_PADDLE_OCR'])
    assert.ok(!comparedProviders.includes('paddle-ocr'))
  })

  it('takes part where it is wanted and a model installed, and can be asked about pages of which `auto` is not sure', async () => {
    const wanted = { POLYPARSE_PADDLE_OCR: 'true', POLYPARSE_AUTO_ESCALATE: 'paddle-ocr' }
    if (installedModels(null).length === 0) return assert.rejects(open(wanted), isAboutModels)
    assert.ok((await open(wanted)).comparedProviders.includes('paddle-ocr'))
  })

  it('is told of in one line at the start, with what reads images better where no model is installed', () => {
    const notice = modelNotice(null)
    const [best] = installedModels(null)
    assert.match(notice, best === undefined ? /`polyparse models add pp-ocrv6-tiny`/ : new RegExp(best.model.name))
  })
})

const isAboutModels = (error: unknown): boolean =>
  error instanceof SettingsError && /`polyparse models add pp-ocrv6-tiny`/.test(error.message)
