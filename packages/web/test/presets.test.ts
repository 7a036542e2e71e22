import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CatalogEntry } from '@polyparse/contract'
import { adopt, ownChoices, toPreset } from '../src/presets/preset.ts'
import { linkOfPreset, presetOf } from '../src/presets/preset-link.ts'
import { firstChoices, type Choices } from '../src/request/choices.ts'
import { parseRoute } from '../src/routing/route.ts'

const entry = (id: string, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  id,
  name: id,
  capabilities: { execution: 'async', features: [], outputs: ['markdown', 'tables'] },
  options: { properties: { dpi: { type: 'integer', minimum: 72 }, password: { type: 'string' } } },
  default: id === 'one',
  enabled: true,
  ...more,
})

const { options: _, ...passthrough } = entry('vendor')
const catalog = [entry('one'), entry('two'), entry('off', { enabled: false }), passthrough]

const choices: Choices = {
  ...firstChoices(catalog),
  providers: ['one', 'two'],
  outputs: ['markdown'],
  pages: '1-3',
  options: { one: { dpi: 300 } },
}

const throughLink = (name: string, given: Choices) => {
  const link = linkOfPreset('https://parse.example.com', { name, choices: given })
  return presetOf(parseRoute(new URL(link).hash).query['preset'] ?? '')
}

describe('A preset', () => {
  it('comes through a link as it was, whatever the language of its name', () => {
    assert.deepEqual(throughLink('Rechnungen für 雅', choices), { name: 'Rechnungen für 雅', choices })
    assert.match(
      linkOfPreset('https://parse.example.com', { name: 'x', choices }),
      /^https:\/\/parse\.example\.com\/#\/\?preset=[\w-]+$/,
    )
  })

  it('holds no secrets, at any depth, and no options of providers that are not chosen', () => {
    const secret = {
      ...choices,
      options: {
        one: { dpi: 300, password: 'sesame', nested: [{ api_key: 'sesame', maxTokens: 5 }] },
        vendor: { webhookSecret: 'sesame' },
      },
    }
    const { choices: kept } = toPreset(' mine ', secret)
    assert.deepEqual(kept.options, { one: { dpi: 300, nested: [{ maxTokens: 5 }] } })
    const link = linkOfPreset('', { name: 'mine', choices: secret })
    assert.ok(
      !atob(
        link
          .slice(link.indexOf('=') + 1)
          .replaceAll('-', '+')
          .replaceAll('_', '/'),
      ).includes('sesame'),
    )
  })

  it('is refused if a link is cut off or has another shape', () => {
    const text = parseRoute(new URL(linkOfPreset('https://x', { name: 'x', choices })).hash).query['preset'] ?? ''
    assert.ok(presetOf(text))
    for (const wrong of [
      '',
      'x',
      text.slice(0, -8),
      btoa('{}'),
      btoa(JSON.stringify({ name: 'x', choices: { ...choices, pages: 3 } })),
    ])
      assert.equal(presetOf(wrong), null, wrong)
  })

  it('is adopted as far as the service has what it asks for, and says what it lacks', () => {
    const asked: Choices = {
      ...choices,
      providers: ['one', 'off', 'gone'],
      outputs: ['markdown', 'chunks'],
      options: { one: { dpi: 10, zoom: 2 }, gone: { x: 1 } },
    }
    const { choices: adopted, lacking } = adopt({ name: 'x', choices: asked }, catalog)
    assert.deepEqual([adopted.providers, adopted.outputs, adopted.options], [['one'], ['markdown'], { one: {} }])
    assert.deepEqual(lacking, [
      { kind: 'provider', id: 'off' },
      { kind: 'provider', id: 'gone' },
      { kind: 'option', id: 'one', option: 'dpi' },
      { kind: 'option', id: 'one', option: 'zoom' },
      { kind: 'output', output: 'chunks' },
    ])
    const parsed = adopt({ name: 'x', choices: { ...asked, operation: 'parse', provider: 'gone' } }, catalog)
    assert.equal(parsed.choices.provider, 'one')
    assert.deepEqual(parsed.lacking[0], { kind: 'provider', id: 'gone' })
  })

  it('of somebody else brings no options that only a vendor checks, unless they are agreed to', () => {
    const asked: Choices = {
      ...choices,
      providers: ['one', 'vendor'],
      options: { vendor: { webhook_url: 'https://elsewhere.example' } },
    }
    const { choices: adopted, unchecked } = adopt({ name: 'x', choices: asked }, catalog)
    assert.deepEqual(adopted.options, {})
    assert.deepEqual(unchecked, asked.options)
    assert.deepEqual(ownChoices({ name: 'x', choices: asked }, catalog).options, asked.options)
  })
})
