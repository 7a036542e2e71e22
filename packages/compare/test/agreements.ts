import type { Agreement } from '@polyparse/contract'
import type { Document } from '@polyparse/document'
import { documentWith, paragraphBlock, tableOfTexts } from '@polyparse/test-support/documents'
import { agree } from '../src/agree.ts'
import { type Family, readingOf } from '../src/reading.ts'

/** One page of paragraphs. */
export const prose = (...texts: readonly string[]): Document =>
  documentWith([texts.map((text) => paragraphBlock(text))])

/** One page with a heading and a table. */
export const withTable = (...rows: readonly (readonly string[])[]): Document =>
  documentWith(
    [
      [
        { type: 'heading', level: 1, text: 'What was counted in the year' },
        { type: 'table', text: '', table: 'p1-t1' },
      ],
    ],
    { tables: [tableOfTexts(rows)] },
  )

/** The agreement of the named readings, each of which took a second and has no family unless said otherwise. */
export const agreementOf = (
  documents: Readonly<Record<string, Document>>,
  durations: Readonly<Record<string, number>> = {},
  families: Readonly<Record<string, Family>> = {},
): Promise<Agreement> =>
  agree(
    Object.entries(documents).map(([provider, document]) => ({
      provider,
      reading: readingOf(document),
      durationMs: durations[provider] ?? 1_000,
      ...(families[provider] !== undefined && { family: families[provider] }),
    })),
  )
