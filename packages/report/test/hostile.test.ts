import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CompareResult } from '@polyparse/contract'
import {
  comparedResult,
  dispute,
  failed,
  madeAt,
  pagesWithTexts,
  parsedResult,
  side,
  tableValue,
} from '@polyparse/test-support/results'
import { parse, type DefaultTreeAdapterMap } from 'parse5'
import { benchReport } from '../src/bench-report.ts'
import { compareReport } from '../src/compare-report.ts'

const evil = `</script></style></title><script>alert(1)</script><img src=x onerror=alert(1)>"' onclick="alert(1)`

type Node = DefaultTreeAdapterMap['node']

const elements = (node: Node): DefaultTreeAdapterMap['element'][] =>
  'childNodes' in node
    ? node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elements(child)] : elements(child)))
    : []

const hostile = (): CompareResult => {
  const outputs = {
    pages: pagesWithTexts([
      evil,
      { text: evil, type: 'heading', runs: [{ text: 'a link', href: 'javascript:alert(1)' }] },
      { text: evil, type: 'picture' },
      { text: 'x', type: 'table', table: 't' },
    ]),
    tables: [{ ...tableValue('t', [[evil, evil]]), caption: evil, html: evil, markdown: evil }],
  }
  return {
    ...comparedResult(
      [
        parsedResult(evil, outputs, { warnings: [{ code: 'x', message: evil }] }),
        parsedResult('b', outputs),
        failed('c', evil),
      ],
      {
        pairs: [{ providers: [evil, 'b'], overall: 0.5 }],
        pages: [{ page: 1, agreement: { [evil]: 0.5, b: 0.5 }, outlier: evil }],
        disputes: [
          dispute([side(evil, evil, { before: evil, after: evil }), side('b', 'x')], {
            message: evil,
            outlier: evil,
            otherOccurrences: [{ page: 1, bbox: null, texts: { [evil]: evil } }],
          }),
        ],
        recommendation: { provider: evil, reasons: [evil] },
      },
    ),
    input: evil,
  }
}

const allowed = new Set(['href', 'id', 'class', 'style', 'title', 'content', 'name'])

const assertHarmless = (html: string): void => {
  const all = elements(parse(html))
  const names = all.map(({ tagName }) => tagName)
  for (const tag of ['script', 'img', 'iframe', 'link', 'object', 'form', 'base', 'button'])
    assert.ok(!names.includes(tag), tag)
  assert.equal(names.filter((name) => name === 'style').length, 1)
  for (const { attrs, tagName } of all)
    for (const { name, value } of attrs) {
      assert.doesNotMatch(name, /^on|^src|^srcset|^action|^xlink/, `${tagName} ${name}`)
      if (name === 'href') assert.match(value, /^#[\w-]+$/, 'every link leads to a place in the report')
      assert.ok(allowed.has(name) || !value.includes('javascript:'))
    }
  assert.doesNotMatch(html, /url\(|@import/)
}

describe('A report of hostile documents', () => {
  it('contains nothing that could run or be loaded', () => {
    assertHarmless(compareReport([{ name: evil, result: hostile() }], { madeAt }))
    assertHarmless(
      compareReport(
        [
          { name: evil, result: hostile() },
          { name: evil, result: hostile() },
        ],
        { madeAt },
      ),
    )
    const bench = {
      folder: evil,
      documents: [
        { name: evil, result: hostile(), truth: { name: evil, scores: { [evil]: 1 } } },
        { name: evil, error: evil },
      ],
    }
    assertHarmless(benchReport(bench, { madeAt }))
  })

  it('escapes the outputs that are shown as they are', () => {
    for (const outputs of [
      { markdown: evil },
      { text: evil },
      { html: evil },
      { html: `<section data-page="1">${evil}</section>` },
    ])
      assertHarmless(
        compareReport(
          [{ name: 'a', result: comparedResult([parsedResult('a', outputs), parsedResult('b', outputs)], {}) }],
          { madeAt },
        ),
      )
  })

  it('spells out the characters that change the direction of the text after them', () => {
    const name = 'annual\u202Efdp.exe'
    const html = compareReport(
      [{ name, result: comparedResult([parsedResult('a', { text: 'x\u2066y\u2069' })], {}) }],
      { madeAt },
    )
    assert.doesNotMatch(html, /[\u202A-\u202E\u2066-\u2069]/)
    assert.match(html, /annual\[U\+202E\]fdp\.exe/)
  })

  it('leaves out control characters and replaces halves of surrogate pairs', () => {
    const html = compareReport([{ name: 'a\0b\u0007c\uD83D', result: comparedResult([], {}) }], { madeAt })
    assert.match(html, /<h1><bdi>abc\uFFFD<\/bdi><\/h1>/)
  })

  it('cannot be deceived by an object where a text should be', () => {
    const forged: { name: string }[] = JSON.parse('[{"name":{"markup":"<script>alert(1)</script>"}}]')
    const [first] = forged
    assert.ok(first !== undefined)
    assertHarmless(compareReport([{ name: first.name, result: hostile() }], { madeAt }))
  })

  it('forbids browsers to load or run anything', () => {
    const html = compareReport([{ name: 'a', result: hostile() }], { madeAt })
    assert.match(html, /http-equiv="Content-Security-Policy"\s+content="default-src 'none'; style-src 'unsafe-inline'/)
  })
})
