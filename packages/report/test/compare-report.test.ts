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
  unsupported,
} from '@polyparse/test-support/results'
import { compareReport } from '../src/compare-report.ts'

const report = (result: CompareResult, name = 'a.pdf'): string => compareReport([{ name, result }], { madeAt })

const pages = (...pages: string[][]) => ({ pages: pagesWithTexts(...pages) })

/** The text between the tags, with white space folded. */
const textOf = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The contents of the `mark` elements of one kind. */
const marked = (html: string, kind: 'a' | 's' | 'v'): string[] =>
  [...html.slice(html.indexOf('<section class="texts">')).matchAll(/<mark class="(\w)">([^<]*)<\/mark>/g)].flatMap(
    ([, of, text = '']) => (of === kind && !['only here', 'not everywhere', 'elsewhere'].includes(text) ? [text] : []),
  )

const two = (one: string[], other: string[]) =>
  comparedResult([parsedResult('a', pages(one)), parsedResult('b', pages(other))], {})

describe('The report of a comparison', () => {
  it('says at the top which provider to trust and why', () => {
    const html = report(
      comparedResult([parsedResult('a', pages(['x'])), parsedResult('b', pages(['x']))], {
        recommendation: { provider: 'b', reasons: ['It is the best.'] },
      }),
    )
    const text = textOf(html)
    assert.match(text, /Verdict ✓ Trust b with this document It is the best\./)
    assert.ok(text.indexOf('Trust b') < text.indexOf('Providers Provider'))
  })

  it('calls nothing trustworthy where the readings agree too little, and gives the figure that decided', () => {
    const of = (overall: number, agreement: Parameters<typeof comparedResult>[1]) =>
      report(
        comparedResult([parsedResult('a', pages(['x'])), parsedResult('b', pages(['y']))], {
          ...agreement,
          pairs: [{ providers: ['a', 'b'], overall }],
        }),
      )
    const recommendation = { provider: 'b', reasons: ['It is the best.'] }
    const unsure = of(0.585, { verdict: 'recommended', recommendation })
    assert.match(
      textOf(unsure),
      /Verdict Rather b , but look yourself It agrees with the other readings to 58\.5 % only/,
    )
    assert.match(textOf(of(0.97, { verdict: 'recommended', recommendation })), /✓ Trust b [\s\S]*Decided by 97\.0 %/)
    assert.match(
      textOf(of(0.5, { verdict: 'look_yourself' })),
      /Look yourself The two readings that agree most agree to 50\.0 %/,
    )
  })

  it('shows what a page cost and took, and which costs are estimates', () => {
    const charged = { pageCount: 4, usage: { pages: 4, cost: 0.05, currency: 'USD', costIsEstimate: true } }
    const told = { pageCount: 2, usage: { pages: 2, cost: 3, currency: 'EUR' } }
    const entries = [parsedResult('a', {}, charged), parsedResult('b', {}, told), parsedResult('c', {})]
    const text = textOf(report(comparedResult(entries, {})))
    assert.match(text, /~0\.0125 USD/)
    assert.match(text, / 1\.50 EUR/)
  })

  it('says why there is no recommendation', () => {
    const note = 'They hardly agree.'
    assert.match(
      textOf(report(comparedResult([parsedResult('a', {})], { recommendationNote: note }))),
      /No recommendation They hardly/,
    )
    assert.match(
      textOf(report(comparedResult([failed('a', 'x')]))),
      /No recommendation No provider parsed the document\./,
    )
    assert.match(textOf(report(two(['x'], ['x']))), /No recommendation There is too little evidence/)
    assert.match(
      textOf(report(comparedResult([parsedResult('a', {})], { verdict: 'look_yourself', recommendationNote: note }))),
      /Look yourself They hardly/,
    )
    assert.match(
      textOf(report(comparedResult([parsedResult('a', {})], { verdict: 'any_will_do', recommendationNote: note }))),
      /Any of them will do They hardly/,
    )
    const { agreement: _, ...bare } = two(['x'], ['x'])
    assert.match(textOf(report(bare)), /No recommendation The readings were not compared/)
  })

  it('lists providers that failed, with the error, and those that do not support the document', () => {
    const text = textOf(
      report(comparedResult([parsedResult('a', pages(['x'])), failed('b', 'It is damaged.'), unsupported('c')], {})),
    )
    assert.match(text, /✕ failed — 300 ms It is damaged\. document_damaged/)
    assert.match(text, /– unsupported It does not support this kind of document/)
    assert.match(text, /b failed\. c does not support the document/)
    assert.match(text, /Parsed 1 of 3/)
  })

  it('puts the most severe dispute first, whatever their order', () => {
    const sides = [side('a', '1'), side('b', '2')]
    const html = report(
      comparedResult([parsedResult('a', pages(['1'])), parsedResult('b', pages(['2']))], {
        disputes: [
          dispute(sides, { severity: 0.2, message: 'Least.' }),
          dispute(sides, { severity: 0.9, message: 'Most.' }),
          dispute(sides, { severity: 0.5, message: 'Middle.' }),
        ],
        omittedDisputeCount: 7,
      }),
    )
    const text = textOf(html)
    const places = ['Most.', 'Middle.', 'Least.'].map((message) => text.indexOf(message))
    assert.ok(!places.includes(-1))
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    )
    assert.match(text, /10 places where the readings contradict each other.* 7 less severe ones are not listed/)
  })

  it('marks within numbers the characters that differ, and elsewhere the words', () => {
    const html = report(
      comparedResult([parsedResult('a', {}), parsedResult('b', {})], {
        disputes: [
          dispute([side('a', '13,517', { before: 'a total of' }), side('b', '13,617')]),
          dispute([side('a', 'the north bank'), side('b', 'the south bank')], { kind: 'text', severity: 0.1 }),
          dispute([side('a', ''), side('b', 'one more line')], { kind: 'missing', severity: 0.05 }),
        ],
      }),
    )
    assert.match(html, /a total of/)
    assert.match(html, /13,<mark class="a">5<\/mark>17/)
    assert.match(html, /13,<mark class="a">6<\/mark>17/)
    assert.match(html, /the <mark class="a">north<\/mark> bank/)
    assert.match(html, /<span class="nothing">no text<\/span>/)
    assert.match(html, /<mark class="a">one more line<\/mark>/)
  })

  it('lists the other occurrences of a dispute with what each provider reads', () => {
    const otherOccurrences = [{ page: 2, bbox: null, texts: { a: 'modern', b: 'modem' } }]
    const html = report(
      comparedResult(
        [parsedResult('a', pages(['corner'], ['modern'])), parsedResult('b', pages(['comer'], ['modem']))],
        {
          disputes: [dispute([side('a', 'corner'), side('b', 'comer')], { kind: 'text', otherOccurrences })],
        },
      ),
    )
    assert.match(textOf(html), /Also in 1 other place\s+Page 2\s*:\s*a\s+modern\s+b\s+modem/)
  })

  it('links a dispute to its place in each text and back', () => {
    const around = { before: 'costs', after: 'in all' }
    const html = report(
      comparedResult(
        [
          parsedResult('a', pages(['Page one'], ['It costs 40 in all, and 40 more.'])),
          parsedResult('b', pages(['Page one'], ['It costs 41 in all, and 40 more.'])),
        ],
        {
          pages: [{ page: 2, agreement: { a: 0.9, b: 0.9 }, outlier: 'b' }],
          disputes: [
            dispute([side('a', '40', { ...around, page: 2 }), side('b', '41', { ...around, page: 2 })], { page: 2 }),
          ],
        },
      ),
    )
    assert.match(html, /href="#d1-x1-0"/)
    assert.match(
      html,
      /It costs <a class="ref" id="d1-x1-0" href="#d1-x1">1<\/a><span class="spot"><mark class="a">40<\/mark><\/span> in all, and 40 more/,
    )
    assert.match(html, /<li class="dispute k-number" id="d1-x1">/)
    assert.match(html, /href="#d1-p2"[^>]*title="Page 2: a 90\.0 % and b 90\.0 %; outlier: b"/)
  })

  it('marks in the texts what only one provider has, what some lack, and what has moved', () => {
    const html = report(
      comparedResult(
        [
          parsedResult('a', pages(['The quick brown fox jumps', 'over the lazy dog'])),
          parsedResult('b', pages(['The quick brown fox jumps', 'over the hazy dog'])),
          parsedResult('c', pages(['The quick fox jumps', 'over the lazy dog'])),
        ],
        {},
      ),
    )
    assert.deepEqual(marked(html, 'a'), ['hazy'])
    assert.deepEqual(marked(html, 's'), ['brown', 'lazy', 'brown', 'lazy'])
    assert.match(html, /<span class="gap"[^>]*>−1<\/span>fox jumps/)
    const moved = report(
      two(
        ['One two three four five six', 'alpha beta gamma delta epsilon'],
        ['alpha beta gamma delta epsilon', 'One two three four five six'],
      ),
    )
    assert.deepEqual(marked(moved, 'a'), [])
    assert.equal(marked(moved, 'v').length, 2)
  })

  it('does not treat case, punctuation, quotes, dashes and hyphens at line ends as differences between words', () => {
    const html = report(two(['“Don’t” – STOP, here1 undi-\nvided'], ['"Don\'t" - stop here1 undivided']))
    assert.deepEqual([...marked(html, 'a'), ...marked(html, 's'), ...marked(html, 'v')], [])
  })

  it('shows tables as tables, even where only the Markdown of a page has them', () => {
    const [page] = pagesWithTexts([{ text: 'Item Cost Nut 3', type: 'table', table: 't1' }])
    assert.ok(page !== undefined)
    const markdown = '| Item | Cost |\n| --- | --- |\n| Nut \\| bolt | **3** |'
    const rows = [
      ['Item', 'Cost'],
      ['Nut | bolt', '3'],
    ]
    const entries = [
      parsedResult('a', { pages: [{ ...page, markdown }] }),
      parsedResult('b', { pages: [page], tables: [tableValue('t1', rows)] }),
    ]
    const cells = [...report(comparedResult(entries, {})).matchAll(/<(t[dh]) dir="auto"\s*>(.*?)<\/t[dh]>/g)]
    const expected = ['th Item', 'th Cost', 'td Nut | bolt', 'td 3']
    assert.deepEqual(
      cells.map(([, tag, content]) => `${tag} ${content}`),
      [...expected, ...expected],
    )
  })

  it('works with any output that has text, and says so when there is none', () => {
    const both = (outputs: Parameters<typeof parsedResult>[1]) =>
      report(comparedResult([parsedResult('a', outputs), parsedResult('b', outputs)], {}))
    assert.match(textOf(both({ markdown: '# Head\n\nBody *text*' })), /From the output markdown.*# Head Body \*text\*/)
    assert.match(textOf(both({ text: 'Plain body' })), /From the output text.*Plain body/)
    assert.match(
      both({ html: '<section data-page="2">\n<p>In a page</p>\n</section>' }),
      /id="d1-p2"[\s\S]*&lt;p&gt;In a page&lt;\/p&gt;/,
    )
    assert.match(textOf(both({ tables: [tableValue('t', [['Only', 'table']])] })), /From the output tables.*Only table/)
    const none = report(comparedResult([parsedResult('a', {}), parsedResult('b', {})], {}, ['images', 'metadata']))
    assert.match(textOf(none), /requested without an output that has text \(only images and metadata\)/)
    assert.match(textOf(report(comparedResult([failed('a', 'x')]))), /no text to show/)
  })

  it('for several documents begins with a list of them, each linked to its own part', () => {
    const result = two(['x'], ['x'])
    const chosen = {
      ...result,
      agreement: {
        pairs: [],
        pages: [],
        disputes: [],
        omittedDisputeCount: 0,
        recommendation: { provider: 'a', reasons: [] },
      },
    }
    const html = compareReport(
      [
        { name: 'one.pdf', result },
        { name: 'two.pdf', result: chosen },
      ],
      { madeAt },
    )
    assert.match(
      textOf(html),
      /Recommended for the 2 documents: a for 1 and none for 1\. There are 0 disputes in total\./,
    )
    assert.match(html, /<a href="#d2"><bdi>two\.pdf<\/bdi><\/a>/)
    assert.match(html, /<article class="document" id="d2">/)
    assert.match(compareReport([], { madeAt }), /no document was compared/)
  })
})
