import type { Block, Document } from '@polyparse/document'
import { defaultRequest, type Engine, type EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'

/** Reads as for a caller who wants pictures. */
export const reader =
  (engine: Engine, mediaType: string) =>
  (source: string | Uint8Array, asked: Partial<EngineRequest> = {}): Promise<Document> =>
    engine.read(Buffer.from(source), { ...defaultRequest, mediaType, pictures: true, ...asked })

/** The blocks of a page, by default the first, each as its kind, its level or marker, and its text. */
export const blockOutline = (document: Document, page = 1): (string | number)[][] =>
  blocksOf(document, page).map(({ type, level, marker, text }) =>
    type === 'list_item'
      ? [type, level ?? 0, marker ?? '', text]
      : [type, ...(level === undefined ? [] : [level]), text],
  )

export const blocksOf = (document: Document, page = 1): readonly Block[] =>
  document.pages.find(({ number }) => number === page)?.blocks ?? []

/** The rows of a table, by default the first of the document; positions covered by spanning cells are left out. */
export const rowsOf = ({ tables }: Document, index = 0): string[][] => {
  const table = tables[index]
  return Array.from({ length: table?.rowCount ?? 0 }, (_, row) =>
    (table?.cells ?? []).filter((cell) => cell.row === row).map(({ text }) => text),
  )
}

/** Cells that span, as text, rows and columns. */
export const spanningCells = ({ tables: [table] }: Document): [string, number, number][] =>
  (table?.cells ?? [])
    .filter(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1)
    .map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan])

export const codesOfWarnings = ({ warnings }: Pick<Document, 'warnings'>): (string | number | undefined)[][] =>
  warnings.map(({ code, page }) => [code, page])

export const failsWith =
  (code: EngineFailure['code']) =>
  (error: unknown): boolean =>
    error instanceof EngineFailure && error.code === code
