import type { BlockType, Box } from '@polyparse/document/schema'
import { tokenizing } from '../parameters.ts'
import type { Reading, ReadingBlock, ReadingPage } from '../reading.ts'
import { tokenize, type WordToken, type TokenKind } from './tokenize.ts'

/** A block, or a cell of a table: the smallest part of a page that has a position. */
export type TokenUnit = {
  readonly type: BlockType
  readonly level: number
  readonly text: string
  readonly bbox: Box | null
  /** The position in a table, by the table's index in the reading; null outside of tables. */
  readonly cell: { readonly table: number; readonly row: number; readonly column: number } | null
  /** True if it goes on with what an earlier block began. */
  readonly continues: boolean
  /** The range of its tokens. */
  readonly start: number
  readonly end: number
}

/** One page of one reading as tokens in reading order; the arrays are parallel. */
export type PageTokens = {
  readonly page: number
  readonly length: number
  /** Equal for tokens that mean the same, in all readings of the page. */
  readonly keys: Int32Array
  /** The four tokens from each place on: equal where those are equal, -1 at the end of the page. */
  readonly grams: Int32Array
  /** The place of each gram that the page has exactly once; -1 for one that recurs. */
  readonly uniqueGrams: ReadonlyMap<number, number>
  readonly tokens: readonly WordToken[]
  /** 1 for a token whose absence on the other side is not a difference. */
  readonly optional: Uint8Array
  /** The index in `units` of each token's unit. */
  readonly unitOf: Int32Array
  readonly units: readonly TokenUnit[]
  /** The cells of each row of a table, by `rowKey`. */
  readonly rows: ReadonlyMap<string, readonly TokenUnit[]>
  /** The letters and digits of each token: how much it counts. */
  readonly weights: Int32Array
  /** The keys of what this reading took for page headers and footers: others may have them in their text. */
  readonly runningKeys: ReadonlySet<number>
  /** True if the page has more tokens than are compared. */
  readonly isTruncated: boolean
}

/** Numbers equal things alike. Each page has one, which its readings share. */
export type Interner = { readonly words: Map<string, number>; readonly pairs: Map<number, number> }

export const newInterner = (): Interner => ({ words: new Map(), pairs: new Map() })

const internKey = <Key>(known: Map<Key, number>, key: Key): number => {
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, known.size)
  return known.size - 1
}

/** Tokenizes one page of a reading. Blocks for which `isRunning` holds may be absent from the other readings. */
export const pageTokens = (
  reading: Reading,
  page: ReadingPage,
  interner: Interner,
  isRunning: (block: ReadingBlock) => boolean,
): PageTokens => {
  const tokens: WordToken[] = []
  const units: TokenUnit[] = []
  const unitOf: number[] = []
  const optional: number[] = []
  const runningKeys = new Set<number>()
  let isTruncated = false

  const add = (unit: Omit<TokenUnit, 'start' | 'end'>, isOptional: boolean): void => {
    const start = tokens.length
    for (const token of tokenize(unit.text, unit.cell !== null)) {
      if (tokens.length >= tokenizing.maxTokensPerPage) {
        isTruncated = true
        break
      }
      tokens.push(token)
      unitOf.push(units.length)
      optional.push(isOptional || token.optional ? 1 : 0)
    }
    units.push({ ...unit, start, end: tokens.length })
  }

  for (const block of page.blocks) {
    const { type, level = 0, bbox, text } = block
    const table = block.table === undefined ? undefined : reading.tables[block.table]
    if (type === 'page_header' || type === 'page_footer') {
      for (const { key } of tokenize(text)) runningKeys.add(internKey(interner.words, key))
    } else if (table === undefined || block.table === undefined) {
      add(
        { type, level, text, bbox, cell: null, continues: block.continues === true },
        type === 'formula' || isRunning(block),
      )
    } else {
      for (const { row, column, text: cellText, bbox: box } of table.cells)
        add(
          {
            type,
            level,
            text: cellText,
            bbox: box ?? bbox,
            cell: { table: block.table, row, column },
            continues: false,
          },
          false,
        )
    }
  }

  const keys = Int32Array.from(tokens, ({ key }) => internKey(interner.words, key))
  const grams = gramsOf(keys, interner)
  return {
    page: page.number,
    length: tokens.length,
    keys,
    grams,
    uniqueGrams: uniquePlaces(grams),
    tokens,
    optional: Uint8Array.from(optional),
    unitOf: Int32Array.from(unitOf),
    units,
    rows: Map.groupBy(
      units.filter(({ cell }) => cell !== null),
      ({ cell }) => rowKey(cell),
    ),
    weights: Int32Array.from(tokens, ({ plain }) => plain.length),
    runningKeys,
    isTruncated,
  }
}

/** The key in `rows` of the row that a cell is in. */
export const rowKey = (cell: TokenUnit['cell']): string => `${cell?.table} ${cell?.row}`

/** Keys and pairs are numbered below 2^26, so two of them fit into one safe integer. */
const halfOfSafeInteger = 2 ** 26

const gramsOf = (keys: Int32Array, { pairs }: Interner): Int32Array => {
  const pairAt = keys.map((key, index) =>
    index + 1 < keys.length ? internKey(pairs, key * halfOfSafeInteger + (keys[index + 1] ?? 0)) : -1,
  )
  // The same table numbers pairs of pairs; negative keys keep them distinct from pairs of words.
  return pairAt.map((pair, index) =>
    index + 3 < keys.length ? internKey(pairs, -1 - (pair * halfOfSafeInteger + (pairAt[index + 2] ?? 0))) : -1,
  )
}

const uniquePlaces = (grams: Int32Array): Map<number, number> => {
  const places = new Map<number, number>()
  for (const [index, gram] of grams.entries()) if (gram >= 0) places.set(gram, places.has(gram) ? -1 : index)
  return places
}

/** The unit of the token at a place; undefined beyond the ends of the page. */
export const unitAt = ({ units, unitOf }: PageTokens, place: number): TokenUnit | undefined =>
  units[unitOf[place] ?? -1]

/** The cell of the token at a place; null outside of tables. */
export const cellAt = (page: PageTokens, place: number): TokenUnit['cell'] => unitAt(page, place)?.cell ?? null

/**
 * @example isNumericToken('number') // true
 */
export const isNumericToken = (kind: TokenKind): boolean => kind === 'number' || kind === 'date'

/** The text of the tokens from `start` to before `end` as the reading spells it, with what is between them. */
export const textOfTokens = (page: PageTokens, start: number, end: number): string => {
  const pieces: string[] = []
  for (let place = start; place < end;) {
    const unit = unitAt(page, place)
    if (unit === undefined) break
    const until = Math.min(end, unit.end)
    pieces.push(unit.text.slice(page.tokens[place]?.start, page.tokens[until - 1]?.end))
    place = until
  }
  return pieces.join(' ').replaceAll(/\s+/g, ' ')
}
