import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { noTextWarnings, pagesOutOfRange, warning, Warning, warningCodes } from '@polyparse/document'
import { documentWith, paragraphBlock } from '@polyparse/test-support/documents'
import { Value } from '@polyparse/document/typebox/value'

describe('warnings', () => {
  it('have codes that the schema allows, and a sentence about when each is given', () => {
    const codes = Object.entries(warningCodes)
    assert.ok(codes.length > 0)
    for (const [code, when] of codes) {
      assert.ok(Value.Check(Warning, { code, message: when }), code)
      assert.match(when, /^[A-Z].*\.$/)
    }
  })

  it('are explained by docs/use/providers/results.md', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/use/providers/results.md'), 'utf8')
    const rows = new Set([...page.matchAll(/^- \*\*`([a-z_]+)`:/gm)].map(([, code]) => code))
    assert.deepEqual(
      Object.keys(warningCodes).filter((code) => !rows.has(code)),
      [],
    )
  })

  it('name a page only if they are about one', () => {
    assert.deepEqual(warning('raw_truncated', 'Too large.'), { code: 'raw_truncated', message: 'Too large.' })
    assert.deepEqual(warning('page_damaged', 'Damaged.', 3), { code: 'page_damaged', message: 'Damaged.', page: 3 })
  })

  it('about pages past the end are one each up to ten, and one with all of their numbers above', () => {
    const past = (count: number) => Array.from({ length: count }, (_, index) => index + 4)
    const messageOf = (which: string) => `The document lacks ${which}.`
    assert.deepEqual(
      pagesOutOfRange(past(10), messageOf),
      past(10).map((page) => ({ code: 'page_out_of_range', message: `The document lacks page ${page}.`, page })),
    )
    assert.deepEqual(pagesOutOfRange(past(11), messageOf), [
      {
        code: 'page_out_of_range',
        message: 'The document lacks 11 of the requested pages, from page 4 on.',
        pages: past(11),
      },
    ])
    assert.deepEqual(pagesOutOfRange([], messageOf), [])
  })

  it('say when a document came out without any text', () => {
    const codesOf = (texts: readonly string[]) =>
      noTextWarnings(documentWith([texts.map((text) => paragraphBlock(text))])).map(({ code }) => code)
    assert.deepEqual(codesOf([]), ['no_text_found'])
    assert.deepEqual(codesOf(['', ' \n']), ['no_text_found'])
    assert.deepEqual(codesOf(['', 'A word.']), [])
  })
})
