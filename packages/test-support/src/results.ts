import type { Agreement, CompareResult, Dispute, DisputeSide, ParseResult, ProviderEntry } from '@polyparse/contract'
import type { BlockValue, OutputId, TableValue } from '@polyparse/document'

const sampleJobTiming = {
  startedAt: '2026-01-31T10:00:00.000Z',
  completedAt: '2026-01-31T10:00:04.000Z',
  durationMs: 4000,
}

export const madeAt = new Date('2026-01-31T10:05:00Z')

export const parsedResult = (
  provider: string,
  outputs: ParseResult['outputs'],
  more: Partial<ParseResult> = {},
): ProviderEntry => ({
  provider,
  status: 'parsed',
  durationMs: 1200,
  result: {
    id: '0190b8a0-0000-7000-8000-000000000000',
    outputs,
    pageCount: 1,
    provider,
    timing: sampleJobTiming,
    warnings: [],
    ...more,
  },
})

export const failed = (provider: string, message: string): ProviderEntry => ({
  provider,
  status: 'failed',
  durationMs: 300,
  error: { message, code: 'document_damaged' },
})

export const unsupported = (provider: string): ProviderEntry => ({ provider, status: 'unsupported', durationMs: 0 })

export const comparedResult = (
  providers: readonly ProviderEntry[],
  agreement?: Partial<Agreement>,
  outputs: readonly OutputId[] = ['pages'],
): CompareResult => ({
  input: 'a.pdf',
  outputs: [...outputs],
  providers: [...providers],
  timing: sampleJobTiming,
  ...(agreement !== undefined && {
    agreement: { pairs: [], pages: [], disputes: [], omittedDisputeCount: 0, ...agreement },
  }),
})

type BlockOrText = string | (Partial<BlockValue> & { readonly text: string })

/** One page of an output `pages` for each list of blocks. */
export const pagesWithTexts = (...pages: (readonly BlockOrText[])[]): NonNullable<ParseResult['outputs']['pages']> =>
  pages.map((blocks, index) => ({
    page: index + 1,
    width: 612,
    height: 792,
    rotation: 0 as const,
    markdown: '',
    text: '',
    blocks: blocks.map((block, at): BlockValue => ({
      id: `p${index + 1}-b${at}`,
      type: 'paragraph',
      page: index + 1,
      bbox: [72, 72 + 20 * at, 500, 90 + 20 * at],
      ...(typeof block === 'string' ? { text: block } : block),
    })),
  }))

export const side = (provider: string, text: string, more: Partial<DisputeSide> = {}): DisputeSide => ({
  provider,
  text,
  before: '',
  after: '',
  page: 1,
  bbox: [72, 72, 500, 90],
  ...more,
})

export const dispute = (sides: readonly DisputeSide[], more: Partial<Dispute> = {}): Dispute => ({
  kind: 'number',
  page: 1,
  providers: sides.map(({ provider }) => provider),
  sides: [...sides],
  severity: 0.9,
  message: 'They read it otherwise.',
  ...more,
})

export const tableValue = (id: string, rows: readonly (readonly string[])[]): TableValue => ({
  id,
  page: 1,
  bbox: null,
  rows: rows.map((row) => [...row]),
  cells: rows.flatMap((row, at) =>
    row.map((text, column) => ({ row: at, column, rowSpan: 1, columnSpan: 1, text, header: at === 0 })),
  ),
  markdown: '',
  html: '',
})
