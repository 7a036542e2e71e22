import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isValidElement } from 'react'
import { parseAstAsync } from 'rolldown/parseAst'
import { createLanguageStore } from '../src/language/language-store.ts'
import { languageFor, languages, languageTags } from '../src/language/languages.ts'
import { pluralIn } from '../src/language/plural.ts'
import { rich } from '../src/language/rich.ts'

/** The texts of a language with the path of each, such as `jobs.title`. */
const textsOf = (value: unknown, path = ''): [string, unknown][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`))
    : [[path, value]]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a person reads of a text, which may have elements in it. */
const readOf = (text: unknown): string => {
  if (Array.isArray(text)) return text.map(readOf).join('')
  if (isValidElement<{ readonly children?: unknown }>(text)) return readOf(text.props.children)
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

/** The text for these numbers, or for objects in which each member is that number; the text itself without parameters. */
const filled = (text: unknown, numbers: readonly number[]): string => {
  if (typeof text !== 'function') return readOf(text)
  const takesObject = String(text).startsWith('({')
  const args = numbers.map((each) => (takesObject ? new Proxy({}, { get: () => each }) : each))
  try {
    return readOf(Reflect.apply(text, undefined, args))
  } catch {
    // It asks for something that only a text can do.
    return readOf(Reflect.apply(text, undefined, numbers.map(String)))
  }
}

const messagesOf = async (tag: (typeof languageTags)[number]) => ({
  ...(await languages[tag].load()),
  ...(await languages[tag].loadViews()),
})

describe('The languages of the app', () => {
  for (const tag of languageTags)
    describe(languages[tag].name, () => {
      it('has all texts, and each of their parameters in them', async () => {
        const texts = textsOf(await messagesOf(tag))
        assert.ok(texts.length > 400)
        for (const [path, text] of texts) {
          const count = typeof text === 'function' ? text.length : 0
          const ones = Array.from({ length: count }, () => 1)
          assert.notEqual(filled(text, ones).trim(), '', path)
          for (const at of ones.keys())
            assert.notEqual(
              filled(text, ones.with(at, 2)),
              filled(text, ones),
              `${path} leaves out parameter ${at + 1}`,
            )
        }
      })

      it('has the same texts as English, with the same parameters', async () => {
        const shape = (messages: unknown) =>
          textsOf(messages).map(([path, text]) => [path, typeof text, typeof text === 'function' ? text.length : 0])
        assert.deepEqual(shape(await messagesOf(tag)), shape(await messagesOf('en')))
      })
    })

  it('count as their speakers do', () => {
    const pages = { one: 'Seite', other: 'Seiten' }
    assert.deepEqual(
      [0, 1, 2, 1000].map((count) => pluralIn('de')(count, pages)),
      ['0 Seiten', '1 Seite', '2 Seiten', '1.000 Seiten'],
    )
    assert.equal(pluralIn('pl')(3, { one: 'strona', few: 'strony', other: 'stron' }), '3 strony')
  })

  it('have elements in the middle of a text', () => {
    assert.equal(readOf(rich`Run ${rich`polyparse ${'keys'}`} again`), 'Run polyparse keys again')
  })

  it('are chosen by the user, or else by the browser; English is the rest', () => {
    assert.equal(languageFor('de', ['en-GB']), 'de')
    assert.equal(languageFor(null, ['fr-CH', 'de-CH', 'en']), 'de')
    assert.equal(languageFor(null, ['fr']), 'en')
    assert.equal(languageFor(null, []), 'en')
    assert.equal(languageFor('constructor', ['de']), 'de', 'a stored language that the app no longer has')
  })
})

describe('The current language', () => {
  const greetings = { en: 'Hello', de: 'Guten Tag' }
  const partings = { en: 'Bye', de: 'Tschüss' }

  it('has its texts once all of them are loaded, and says so then', async () => {
    const language = createLanguageStore('en')
    const greeting = language.keep('Hi', async (tag) => greetings[tag])
    const rest = Promise.withResolvers<string>()
    const parting = language.keep(partings.en, () => rest.promise)
    const seen: string[] = []
    const stop = language.subscribe(() => seen.push(`${language.current()}: ${greeting()}, ${parting()}`))
    const changed = language.change('de')
    assert.deepEqual([language.current(), greeting(), parting(), seen], ['en', 'Hi', 'Bye', []])
    rest.resolve(partings.de)
    assert.equal(await changed, true)
    assert.deepEqual(seen, ['de: Guten Tag, Tschüss'])
    stop()
    await language.change('en')
    assert.equal(seen.length, 1, 'who stopped listening is not told')
  })

  it('remains where texts of another cannot be loaded', async () => {
    const language = createLanguageStore('en')
    const greeting = language.keep(greetings.en, async (tag) => greetings[tag])
    language.keep('', () => Promise.reject(new Error('offline')))
    await assert.rejects(language.change('de'), /offline/)
    assert.deepEqual([language.current(), greeting()], ['en', 'Hello'])
  })

  it('is the one that was asked for last, whichever is loaded first', async () => {
    const language = createLanguageStore('en')
    const german = Promise.withResolvers<string>()
    const greeting = language.keep('Hi', (tag) => (tag === 'de' ? german.promise : Promise.resolve(greetings[tag])))
    const first = language.change('de')
    assert.equal(await language.change('en'), true)
    german.resolve(greetings.de)
    assert.equal(await first, false)
    assert.deepEqual([language.current(), greeting()], ['en', 'Hello'])
  })

  it('is that of texts which a view loads while it changes', async () => {
    const language = createLanguageStore('en')
    const rest = Promise.withResolvers<string>()
    language.keep('', () => rest.promise)
    const changed = language.change('de')
    const before = await language.load(async (tag) => partings[tag])
    assert.equal(before(), 'Bye')
    const english = Promise.withResolvers<void>()
    const after = language.load(async (tag) => {
      if (tag === 'en') await english.promise
      return greetings[tag]
    })
    rest.resolve('')
    await changed
    assert.equal(before(), 'Tschüss', 'loaded before the change')
    english.resolve()
    assert.equal((await after)(), 'Guten Tag', 'loaded after it')
  })
})

/** Names, which are the same in every language. */
const names = new Set(['Polyparse', 'JSON', 'CSV', 'TSV', 'XLSX', 'HTML', 'Markdown', 'openapi.json', 'pp_live_…'])

/** A label and its value. */
const example = /^\w+=[\w-]+$/

/** The attributes of elements and components that people read. */
const readAttributes =
  /^(?:aria-label|aria-description|aria-roledescription|title|alt|placeholder|label|hint|what|text)$/

/** The texts that a syntax tree shows by itself, rather than by the messages of a language. Code is not language. */
const ownTexts = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(ownTexts)
  if (!isRecord(node)) return []
  const { type, value, name, openingElement } = node
  if (type === 'JSXText') return [String(value).trim()]
  if (type === 'JSXElement' && isRecord(openingElement) && nameOf(openingElement['name']) === 'code') return []
  if (type === 'JSXAttribute' && isRecord(name) && isRecord(value) && value['type'] === 'Literal')
    return readAttributes.test(nameOf(name)) ? [String(value['value'])] : []
  return Object.values(node).flatMap(ownTexts)
}

const nameOf = (node: unknown): string => (isRecord(node) ? String(node['name']) : '')

describe('A component', () => {
  it('has no text of its own, which would be English in every language', async () => {
    const folder = fileURLToPath(new URL('../src', import.meta.url))
    const found: string[] = []
    let seen = 0
    for await (const path of glob('**/*.tsx', { cwd: folder })) {
      const source = await readFile(`${folder}/${path}`, 'utf8')
      const texts = ownTexts(await parseAstAsync(source, { lang: 'tsx' }))
      seen += texts.length
      for (const text of texts)
        if (/\p{L}{2}/u.test(text) && !names.has(text) && !example.test(text)) found.push(`${path}: ${text}`)
    }
    assert.ok(seen > 0)
    assert.deepEqual(found, [])
  })
})
