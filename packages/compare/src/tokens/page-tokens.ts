import type { BlockType, Box } from '@polyparse/document'
import type { Reading, ReadingBlock, ReadingPage } from '../reading.ts'
import { tokenize, type Token, type TokenKind } from './tokenize.ts'

/** A stretch of text that has a place of its own: a block, or a cell of a table. */
export type Unit = {
  readonly type: BlockType
  readonly level: number
  readonly text: string
  readonly bbox: Box | null
  /** Where it stands in its table; `index` is that of the reading. */
  readonly cell: { readonly table: number; readonly row: number; readonly column: number } | null
  /** Its tokens. */
  readonly start: number
  readonly end: number
}

/** The text of one page of one reading, in reading order, as tokens side by side in arrays. */
export type PageTokens = {
  readonly page: number
  readonly length: number
  /** Equal where tokens say the same, over all readings of the page. */
  readonly keys: Int32Array
  /** Of four tokens from here on: equal where those are, -1 at the end of the page. */
  readonly grams: Int32Array
  /** Where a gram stands that the page has once; -1 where it has none or several. */
  readonly gramAt: ReadonlyMap<number, number>
  readonly tokens: readonly Token[]
  readonly weak: Uint8Array
  readonly unitOf: Int32Array
  readonly units: readonly Unit[]
  /** The cells of each row of a table, by `rowKey`. */
  readonly rows: ReadonlyMap<string, readonly Unit[]>
  /** How many letters and figures each has: how much it counts. */
  readonly weight: Int32Array
  /** What this reading took for a page header or footer, by key: the others may have it in their text. */
  readonly running: ReadonlySet<number>
  /** Whether there was more than can be compared. */
  readonly isCut: boolean
}

/** Gives equal numbers to equal things; one for each page, shared by its readings. */
export type Interner = { readonly words: Map<string, number>; readonly pairs: Map<number, number> }

export const newInterner = (): Interner => ({ words: new Map(), pairs: new Map() })

/** What lies beyond, on one page, is not compared; hundreds of pages of print. */
export const maxTokens = 200_000

const numbered = <Key>(known: Map<Key, number>, key: Key): number => {
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, known.size)
  return known.size - 1
}

export const pageTokens = (
  reading: Reading,
  page: ReadingPage,
  interner: Interner,
  isRunning: (block: ReadingBlock) => boolean,
): PageTokens => {
  const tokens: Token[] = []
  const units: Unit[] = []
  const unitOf: number[] = []
  const weak: number[] = []
  const running = new Set<number>()
  let isCut = false

  const add = (unit: Omit<Unit, 'start' | 'end'>, isWeak: boolean): void => {
    const start = tokens.length
    for (const token of tokenize(unit.text, unit.cell !== null)) {
      if (tokens.length >= maxTokens) {
        isCut = true
        break
      }
      tokens.push(token)
      unitOf.push(units.length)
      weak.push(isWeak || token.weak ? 1 : 0)
    }
    units.push({ ...unit, start, end: tokens.length })
  }

  for (const block of page.blocks) {
    const { type, level = 0, bbox, text } = block
    const table = block.table === undefined ? undefined : reading.tables[block.table]
    if (type === 'page_header' || type === 'page_footer') {
      for (const { key } of tokenize(text)) running.add(numbered(interner.words, key))
    } else if (table === undefined || block.table === undefined) {
      add({ type, level, text, bbox, cell: null }, type === 'formula' || isRunning(block))
    } else {
      for (const { row, column, text: ofCell, bbox: box } of table.cells)
        add({ type, level, text: ofCell, bbox: box ?? bbox, cell: { table: block.table, row, column } }, false)
    }
  }

  const keys = Int32Array.from(tokens, ({ key }) => numbered(interner.words, key))
  const grams = gramsOf(keys, interner)
  return {
    page: page.number,
    length: tokens.length,
    keys,
    grams,
    gramAt: whereOnce(grams),
    tokens,
    weak: Uint8Array.from(weak),
    unitOf: Int32Array.from(unitOf),
    units,
    rows: Map.groupBy(
      units.filter(({ cell }) => cell !== null),
      ({ cell }) => rowKey(cell),
    ),
    weight: Int32Array.from(tokens, ({ plain }) => plain.length),
    running,
    isCut,
  }
}

/** Names a row of a table of the page. */
export const rowKey = (cell: Unit['cell']): string => `${cell?.table} ${cell?.row}`

/** Keys and pairs are numbered below 2^26, so that two of them fit into one safe integer. */
const halfSafe = 2 ** 26

const gramsOf = (keys: Int32Array, { pairs }: Interner): Int32Array => {
  const pairAt = keys.map((key, index) =>
    index + 1 < keys.length ? numbered(pairs, key * halfSafe + (keys[index + 1] ?? 0)) : -1,
  )
  // The same table numbers pairs of pairs: a pair of keys is told from one of pairs by a key no word has.
  return pairAt.map((pair, index) =>
    index + 3 < keys.length ? numbered(pairs, -1 - (pair * halfSafe + (pairAt[index + 2] ?? 0))) : -1,
  )
}

const whereOnce = (grams: Int32Array): Map<number, number> => {
  const places = new Map<number, number>()
  for (const [index, gram] of grams.entries()) if (gram >= 0) places.set(gram, places.has(gram) ? -1 : index)
  return places
}

/** Where a token stands; undefined beyond the ends of the page. */
export const unitAt = ({ units, unitOf }: PageTokens, place: number): Unit | undefined => units[unitOf[place] ?? -1]

/** The place in its table of the cell a token stands in; null outside of tables. */
export const cellAt = (page: PageTokens, place: number): Unit['cell'] => unitAt(page, place)?.cell ?? null

export const isFigure = (kind: TokenKind): boolean => kind === 'number' || kind === 'date'
