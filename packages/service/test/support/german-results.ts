import {
  comparedResult,
  dispute,
  failed,
  pagesWithTexts,
  parsedResult,
  side,
  unsupported,
} from '@polyparse/test-support/results'

/* Results of a German document, with all that the app can show of one. */

export const id = '0190b8a0-0000-7000-8000-000000000001'

const timing = { startedAt: '2026-01-01T00:00:00Z', completedAt: '2026-01-01T00:00:02Z', durationMs: 12_000 }

const table = {
  id: 't1',
  page: 1,
  caption: 'Fracht',
  rows: [['Ort', 'Tonnen']],
  cells: ['Ort', 'Tonnen'].map((text, column) => ({ row: 0, column, rowSpan: 1, columnSpan: 1, header: true, text })),
  bbox: [50, 300, 500, 340],
  markdown: '| Ort | Tonnen |',
  html: '<table><tr><th>Ort</th><th>Tonnen</th></tr></table>',
}

const blocks = [
  { type: 'heading', text: 'Der Hafen', level: 1, confidence: 0.99 },
  { type: 'paragraph', text: 'Im Hafen lag ein Schiff.', confidence: 0.5 },
  { type: 'table', text: 'Ort Tonnen', table: 't1' },
].map((block, at) => ({ id: `p1-b${at}`, page: 1, bbox: [50, 50 + 40 * at, 500, 80 + 40 * at], ...block }))

/** Of one provider, with all outputs. */
export const reading = {
  id,
  outputs: {
    markdown: '# Der Hafen',
    html: '<h1>Der Hafen</h1>',
    text: 'Der Hafen',
    pages: [1, 2].map((page) => ({
      page,
      width: 595,
      height: 842,
      rotation: 0,
      quality: 0.6,
      blocks: page === 1 ? blocks : [],
      markdown: page === 1 ? '# Der Hafen' : '',
      text: page === 1 ? 'Der Hafen' : '',
    })),
    tables: [table],
    images: [{ id: 'p1-i1', page: 1, bbox: null, width: 10, height: 10, mimeType: 'image/png' }],
    chunks: [{ id: 'c1', text: 'Der Hafen', tokens: 3, pages: [1], headings: [], blocks: ['p1-b0'] }],
    fields: [{ label: 'Ort', value: 'Hafen', page: 1, bbox: [60, 100, 90, 110], kind: 'pair' }],
    metadata: {
      filename: 'hafen.pdf',
      mimeType: 'application/pdf',
      documentPageCount: 2,
      sizeBytes: 12_345,
      title: 'Hafen',
      author: 'Ada',
      subject: 'Fracht',
      keywords: 'Tonnen',
      language: 'de',
      createdAt: '2026',
      modifiedAt: '2026',
      producer: 'Drucker',
    },
  },
  pageCount: 2,
  provider: 'provider-a',
  model: 'eins',
  timing,
  quality: { score: 4, scale: '1-5' },
  usage: { pages: 2, credits: 2, tokens: { input: 1234, output: 56 }, cost: 0.0125, currency: 'USD' },
  raw: { text: 'x'.repeat(700) },
  warnings: [{ code: 'low_confidence', message: 'Page 1 is faint.', page: 1 }],
}

export const comparison = comparedResult(
  [
    parsedResult(
      'provider-a',
      { pages: pagesWithTexts(['Im Hafen lagen 3 Schiffe.'], ['Ende']) },
      { warnings: [{ code: 'low_confidence', message: 'Page 1 is faint.', page: 1 }] },
    ),
    parsedResult('provider-b', { pages: pagesWithTexts(['Im Hafen lagen 8 Schiffe.']) }),
    parsedResult('provider-c', { pages: pagesWithTexts(['Im Hafen lagen 3 Schiffe.', 'Zusatz']) }),
    failed('provider-d', 'The document is damaged.'),
    unsupported('provider-e'),
  ],
  {
    disputes: [
      dispute([side('provider-a', '3'), side('provider-b', '8'), side('provider-c', '')], {
        outlier: 'provider-b',
        otherOccurrences: [{ page: 1, bbox: null, texts: { 'provider-a': '3', 'provider-b': '' } }],
      }),
      dispute([side('provider-a', 'lagen'), side('provider-b', 'liegen')], { kind: 'text' }),
    ],
    omittedDisputeCount: 2,
    pages: [1, 2].map((page) => ({ page, agreement: { 'provider-a': 0.9, 'provider-b': 0.9 } })),
    pairs: [{ providers: ['provider-a', 'provider-b'], overall: 0.9, text: 0.9, order: 1 }],
  },
)
