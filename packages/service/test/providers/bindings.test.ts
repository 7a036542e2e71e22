import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '../../src/config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { createCatalog } from '@polyparse/providers/port'
import { isRemote } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { openProviders } from '../../src/service/providers.ts'

const answers = createAnswerThreads({ maxMebibytes: 16 })
const sandbox = { run: () => Promise.reject(new TypeError('nothing is read')) }

const open = async (environment: Record<string, string>) => {
  const settings = readSettings(environment)
  const providers = await openProviders(settings, { sandbox, answers, moreProviders: [] })
  return createCatalog(providers, settings.defaultProvider)
}
const named = (bindings: string, more: Record<string, string> = {}) =>
  open({ POLYPARSE_PROVIDERS: bindings, LLAMA_CLOUD_API_KEY: 'lk', ...more })

describe("the operator's converter", () => {
  const slides = 'application/vnd.apple.keynote'
  const readers = async (environment: Record<string, string>) =>
    (await open(environment)).entries.filter(({ mediaTypes }) => mediaTypes?.includes(slides)).map(({ id }) => id)

  it('makes local providers read more, which are those that read what it makes', async () => {
    const url = { POLYPARSE_CONVERTER_URL: 'http://10.0.0.1:3000/' }
    assert.deepEqual(await readers({}), [])
    assert.deepEqual(await readers(url), ['auto', 'provider-a', 'provider-b', 'provider-c'])
    const tika = { ...url, POLYPARSE_CONVERTER_KIND: 'tika' }
    assert.deepEqual(await readers(tika), ['auto', 'provider-a', 'provider-c'])
    await assert.rejects(open({ POLYPARSE_CONVERTER_KIND: 'word' }), SettingsError)
  })
})

describe("the operator's binding of providers", () => {
  it('puts a vendor behind an id of the interface, which is all that callers see', async () => {
    const { entries, enabled, defaultProvider } = await named('provider-a = llamaparse', {
      POLYPARSE_DEFAULT_PROVIDER: 'provider-a',
    })
    assert.equal(defaultProvider, 'provider-a')
    const first = entries.find(({ id }) => id === 'provider-a')
    assert.deepEqual([first?.id, first?.name, first?.default, first?.enabled], ['provider-a', 'LlamaParse', true, true])
    assert.deepEqual(first?.limits, { bytes: 512_000_000 })
    const bound = enabled.get('provider-a')
    assert.ok(bound !== undefined && isRemote(bound) && bound.id === 'provider-a')
    assert.equal(enabled.has('llamaparse'), false, 'or a compare of all would ask the vendor twice')
    assert.deepEqual(
      entries.filter(({ id }) => id === 'llamaparse').map((entry) => [entry.enabled, 'missing' in entry]),
      [[false, false]],
    )
  })

  it('offers an adapter under new ids, and also under its own if the operator says so', async () => {
    const { enabled, entries } = await named('fast=provider-a,provider-a=provider-a,careful=llamaparse')
    assert.deepEqual([...enabled.keys()], ['auto', 'provider-a', 'provider-b', 'provider-c', 'fast', 'careful'])
    assert.equal(entries.at(-1)?.name, 'LlamaParse')
  })

  it('disables providers that are off, which stay known', async () => {
    const { enabled, entries } = await named('provider-b=off,llamaparse=off')
    assert.deepEqual([...enabled.keys()], ['auto', 'provider-a', 'provider-c'])
    assert.deepEqual(
      entries.filter(({ id }) => ['provider-b', 'llamaparse'].includes(id)).map(({ enabled: is }) => is),
      [false, false],
    )
  })

  it('is refused at the start, in a sentence, if it is impossible', async () => {
    const refused = (environment: Record<string, string>, message: RegExp) =>
      assert.rejects(open(environment), (error) => error instanceof SettingsError && message.test(error.message))
    const bound = (POLYPARSE_PROVIDERS: string, message: RegExp) => refused({ POLYPARSE_PROVIDERS }, message)
    await bound(
      'provider-a=llamapars',
      /^POLYPARSE_PROVIDERS binds provider-a to llamapars, which is none of auto, provider-a, .*llamaparse.*, off$/,
    )
    await bound(
      'provider-a=llamaparse',
      /^POLYPARSE_PROVIDERS binds provider-a to llamaparse, which needs LLAMA_CLOUD_API_KEY$/,
    )
    await bound('provider-x=off', /^POLYPARSE_PROVIDERS turns provider-x off, but there is no such provider$/)
    await bound('auto=off', /^POLYPARSE_DEFAULT_PROVIDER must be one of provider-a, provider-b, provider-c$/)
    for (const wrong of ['provider-a', 'provider-a=', 'A=provider-a', 'a=provider-a,a=provider-b', 'a=provider-a,,'])
      await bound(wrong, /^POLYPARSE_PROVIDERS must be pairs/)
    await refused(
      { POLYPARSE_PROVIDERS: 'provider-b=off', POLYPARSE_PROVIDER_LIMITS: 'provider-b=2' },
      /^POLYPARSE_PROVIDER_LIMITS may name auto, provider-a, provider-c$/,
    )
    for (const wrong of ['auto', 'llamaparse', 'nobody'])
      await refused(
        { POLYPARSE_AUTO_ESCALATE: wrong },
        /^POLYPARSE_AUTO_ESCALATE must be one of provider-a, provider-b, provider-c$/,
      )
    await open({ POLYPARSE_AUTO_ESCALATE: 'llamaparse', LLAMA_CLOUD_API_KEY: 'lk' })
  })

  const bound = {
    POLYPARSE_PROVIDERS: 'vision-fast=vision,vision-fine=vision',
    VISION_BASE_URL: 'http://localhost:8000/v1',
    VISION_FAST__VISION_MODEL: 'small',
    VISION_FINE__VISION_MODEL: 'large',
  }

  it('offers one vendor several times, each with its own settings, and the shared ones where it has none', async () => {
    const { enabled } = await open(bound)
    assert.deepEqual([...enabled.keys()].slice(-2), ['vision-fast', 'vision-fine'])
    const { instances, vendors } = readSettings({ ...bound, VISION_FINE__VISION_PAGES_AT_ONCE: '9' })
    const shown = [...instances.values()].map(({ settings }) => [
      settings?.model,
      settings?.baseUrl,
      settings?.pagesAtOnce,
    ])
    assert.deepEqual(shown, [
      ['small', 'http://localhost:8000/v1', 4],
      ['large', 'http://localhost:8000/v1', 9],
    ])
    assert.equal(vendors.get('vision')?.model, null)
  })

  it('gives each its own options, which those of a job replace', async () => {
    const more = {
      VISION_FAST__OPTIONS: '{"profile":"olmocr"}',
      POLYPARSE_PROVIDERS: `${bound.POLYPARSE_PROVIDERS},fast=provider-a`,
      FAST__OPTIONS: '{"imageFormat":"png"}',
    }
    const { enabled } = await open({ ...bound, ...more })
    const options = ['vision-fast', 'vision-fine', 'fast'].map((id) => enabled.get(id)?.defaultOptions)
    assert.deepEqual(options, [{ profile: 'olmocr' }, undefined, { imageFormat: 'png' }])
  })

  it('decides for each whether it is asked again', async () => {
    const { enabled } = await named('careful=llamaparse,bold=llamaparse', {
      POLYPARSE_WHEN_UNKNOWN: 'llamaparse=fail,bold=retry',
    })
    const decided = ['careful', 'bold'].map((id) => enabled.get(id))
    assert.deepEqual(
      decided.map((one) => one !== undefined && isRemote(one) && one.whenUnknown),
      ['fail', 'retry'],
    )
  })

  it('names the variable with a mistake in the settings of one id', async () => {
    const refused = (more: Record<string, string>, message: RegExp) =>
      assert.rejects(
        open({ ...bound, ...more }),
        (error) => error instanceof SettingsError && message.test(error.message),
      )
    await refused({ VISION_FAST__VISION_PAGES_AT_ONCE: 'many' }, /^VISION_FAST__VISION_PAGES_AT_ONCE must be a whole/)
    await refused(
      { VISION_FAST__VISON_MODEL: 'a' },
      /^VISION_FAST__VISON_MODEL is no setting of vision-fast, which has .*VISION_FAST__VISION_MODEL/,
    )
    await refused(
      { VISION_FSAT__VISION_MODEL: 'a' },
      /^VISION_FSAT__VISION_MODEL belongs to no id that POLYPARSE_PROVIDERS binds$/,
    )
    await refused({ VISION_FAST__OPTIONS: '[1]' }, /^VISION_FAST__OPTIONS must be an object in JSON/)
    await refused(
      { VISION_FAST__OPTIONS: '{"profile":"best"}' },
      /^VISION_FAST__OPTIONS has no options of vision-fast: \/profile/,
    )
    await refused(
      { VISION_FINE__VISION_MODEL: '' },
      /^POLYPARSE_PROVIDERS binds vision-fine to vision, which needs VISION_MODEL$/,
    )
    await refused(
      {
        POLYPARSE_PROVIDERS: 'sure=auto',
        VISION_FAST__VISION_MODEL: '',
        VISION_FINE__VISION_MODEL: '',
        SURE__OPTIONS: '{"escalate":"x"}',
        POLYPARSE_DEFAULT_PROVIDER: 'sure',
      },
      /^SURE__OPTIONS cannot set escalate, which POLYPARSE_AUTO_ESCALATE does$/,
    )
  })
})
