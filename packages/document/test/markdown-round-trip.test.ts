import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentWith, listItemBlock, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import * as fc from 'fast-check'
import type { TextRun } from '../src/model.ts'
import { markdown } from '../src/outputs/markdown.ts'
import { collapse, readMarkdown, visibleText } from './read-markdown.ts'

/** Text with far more of what Markdown could mistake for markup than any text has. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'*_`~<>[]()!#+-=|\\&:;.1 \n\ta b w/"\'$^{}@'.split('')) },
  fc.constantFrom('**', '__', '~~', '```', '---', '===', '| --- |', '1. ', '1) ', '- ', '# ', '> ', '    ', '\n\n'),
  fc.constantFrom('[x]: ', '](', '![', '[^1]', '[^1]: ', '&amp;', '&#35;', '<b>', '</b>', '<!--', '-->', '<?', '\\\n'),
  fc.constantFrom('http://a.b/', 'https://x.y/c_d', 'www.a.b', 'a@b.cc', '<a@b.c>'),
  fc.constantFrom('é', '€', '😀', '\u00A0', '\r\n', '\0', '\u2028', '\u3000'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

const look = fc.record(
  {
    bold: fc.constant(true),
    italic: fc.constant(true),
    code: fc.constant(true),
    superscript: fc.constant(true),
    subscript: fc.constant(true),
    href: fc.constantFrom('http://a.b/(c)', 'https://x.y/a_b&amp;c', 'javascript:alert(1)', '#a b', 'x\\y'),
  },
  { requiredKeys: [] },
)
const word = fc.constantFrom('a', '(b)', ' c', 'd ', 'e.', '*', '_f', '€', '"g"', ' ', 'http://h.i', '!', 'j@k.l')
const run: fc.Arbitrary<TextRun> = fc
  .tuple(fc.oneof(word, text), look)
  .map(([ofRun, styles]) => Object.assign(styles, { text: ofRun }))

const holds = <Value>(values: fc.Arbitrary<Value>, check: (value: Value) => void): void => {
  fc.assert(fc.property(values, check), { numRuns: 2000 })
}

const typesOf = (document: string): string[] => readMarkdown(document).children.map(({ type }) => type)

const isRead = (document: string, original: string, type: string) => {
  const expected = collapse(original)
  assert.equal(visibleText(readMarkdown(document)), expected, document)
  assert.deepEqual(typesOf(document), expected === '' ? [] : [type], document)
}

describe('Markdown encodes any text so that it is read back unchanged', () => {
  it('in a paragraph', () => {
    holds(text, (any) => isRead(markdown(documentWith([[paragraphBlock(any)]])), any, 'paragraph'))
  })

  it('in a heading', () => {
    holds(text, (any) => isRead(markdown(documentWith([[{ type: 'heading', level: 2, text: any }]])), any, 'heading'))
  })

  it('in a list item, which stays one item with one paragraph', () => {
    const noTask = text.filter((any) => !/^\s*\[[ xX]\]/.test(any))
    holds(noTask, (any) => {
      const document = markdown(documentWith([[listItemBlock('•', any)]]))
      isRead(document, any, 'list')
      for (const list of readMarkdown(document).children) {
        assert.ok(list.type === 'list')
        assert.deepEqual(
          list.children.map((item) => item.children.map(({ type }) => type)),
          [['paragraph']],
        )
      }
    })
  })

  it('in the cells of a table, each in its own', () => {
    holds(fc.tuple(text, text, text, text), ([a, b, c, d]) => {
      const table = tableOfTexts([
        [a, b],
        [c, d],
      ])
      const [read] = readMarkdown(
        markdown(documentWith([[{ type: 'table', text: '', table: table.id }]], { tables: [table] })),
      ).children
      assert.ok(read?.type === 'table')
      assert.deepEqual(
        read.children.map((row) => row.children.map(visibleText)),
        [
          [collapse(a), collapse(b)],
          [collapse(c), collapse(d)],
        ],
      )
    })
  })

  it('in runs of any style', () => {
    holds(fc.array(run, { maxLength: 5 }), (runs) => {
      const whole = runs.map((each) => each.text).join('')
      isRead(markdown(documentWith([[paragraphBlock(whole, runs)]])), whole, 'paragraph')
    })
  })
})
