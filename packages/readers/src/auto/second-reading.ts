import type { Document, Table } from '@polyparse/document'
import type { EngineRequest, ReadListener } from '@polyparse/engine'
import { formatEngines } from '../format-engines.ts'
import { pairsOf, wordsOfDocument } from './words.ts'

/** The reading of a page by another engine, for comparison. */
export type SecondPage = {
  readonly words: ReadonlySet<string>
  /** All words, in its reading order. */
  readonly sequence: readonly string[]
  /** Every word with the next one in its reading order. */
  readonly pairs: ReadonlySet<string>
  /** The texts of the cells of each table, as words. */
  readonly tables: readonly (readonly string[])[]
}

/**
 * The given pages of a PDF by the layout library, which shares no layout with our own and costs less than it. None if
 * the library cannot read them: a reading that is whole needs no second one.
 */
export const readAgain = async (
  bytes: Uint8Array,
  request: EngineRequest,
  pages: readonly number[],
  listener?: ReadListener,
): Promise<ReadonlyMap<number, SecondPage>> => {
  if (pages.length === 0) return new Map()
  try {
    const { words, pictures, raw } = { words: false, pictures: false, raw: false }
    const pagesOnly = listener && { onPage: listener.onPage, onProgress: () => {} }
    const engine = await formatEngines.pdf()
    return secondPages(await engine.read(bytes, { ...request, pages, words, pictures, raw }, pagesOnly))
  } catch {
    return new Map()
  }
}

const secondPages = ({ pages, tables }: Document): ReadonlyMap<number, SecondPage> => {
  const byId = new Map(tables.map((table) => [table.id, table]))
  return new Map(
    pages.map(({ number, blocks }) => {
      const found = blocks.flatMap(({ table }) => byId.get(table ?? '') ?? [])
      const words = blocks.flatMap(({ table, marker = '', text }) =>
        table === undefined
          ? wordsOfDocument(`${marker} ${text}`)
          : cellTextsOfTable(byId.get(table)).flatMap(wordsOfDocument),
      )
      const cells = found.map((table) => cellTextsOfTable(table).map((text) => wordsOfDocument(text).join(' ')))
      return [number, { words: new Set(words), sequence: words, pairs: new Set(pairsOf(words)), tables: cells }]
    }),
  )
}

const cellTextsOfTable = (table: Table | undefined): string[] => table?.cells.map(({ text }) => text) ?? []
