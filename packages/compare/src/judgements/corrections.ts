import type { ParseResult } from '@polyparse/contract'
import { type Correction, placeOfCorrection } from '@polyparse/document/schema'
import { judging } from '../parameters.ts'
import { tokenize, type WordToken } from '../tokens/tokenize.ts'
import { withSettlement } from './settle.ts'
import type { JudgedDocument, Settlement } from '@polyparse/contract/judgements'

type Change = {
  /** The text that was read, and the printed one; '' for nothing. */
  readonly read: string
  readonly text: string
  /** Words of the corrected text before and after that. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

type CorrectedResult = Pick<ParseResult, 'provider' | 'pageCount' | 'timing' | 'outputs'>

/** The text of a block or a cell, with the page that it is on, in reading order. */
type TextPlace = { readonly place: string; readonly page: number; readonly text: string }

/**
 * Returns what people have corrected in a result as settled disputes: the words that they have changed, which are true, between those
 * around them. What changes no word, such as a space, says nothing about a reading.
 *
 * Only what one provider has read wrong is corrected, so that others are right there more often than elsewhere.
 *
 * @returns null where nothing of the result was corrected that words can tell
 */
export const judgedByCorrections = (
  name: string,
  { provider, pageCount, timing, outputs }: CorrectedResult,
  corrections: readonly Correction[],
  job: string | null,
): JudgedDocument | null => {
  const places = placesInOrder(outputs.json, corrections)
  const corrected = new Map(corrections.map((each) => [placeOfCorrection(each), each]))
  const printed = places.map(({ place, text }) => printedWords(corrected.get(place)?.text ?? text))
  const settlements = places.flatMap(({ place, page }, index): Omit<Settlement, 'dispute'>[] => {
    const correction = corrected.get(place)
    const change = correction === undefined ? null : changeOf(correction)
    if (change === null) return []
    const before = [...nearestWords(printed, index, -1), ...change.before]
    const after = [...change.after, ...nearestWords(printed, index, 1)]
    const side = {
      provider,
      text: change.read,
      before: before.slice(-judging.contextWords).join(' '),
      after: after.slice(0, judging.contextWords).join(' '),
    }
    return [{ kind: 'text', page, sides: [side], answer: 'text', truth: change.text, right: [] }]
  })
  if (settlements.length === 0) return null
  const disputed = settlements.reduce((sum, { sides, truth = '' }) => {
    const lengths = [truth, ...sides.map(({ text }) => text)].map((text) => printedWords(text).length)
    return sum + Math.max(1, ...lengths)
  }, 0)
  const all = printed.reduce((sum, words) => sum + words.length, 0)
  const unsettled: JudgedDocument = {
    name,
    ...(job !== null && { job }),
    comparedAt: timing.completedAt,
    disputes: settlements.length,
    words: { all: Math.max(all, disputed), disputed },
    readings: [{ provider, pages: pageCount, durationMs: timing.durationMs }],
    settlements: [],
  }
  return settlements.reduce(
    (document, settlement, index) => withSettlement(document, { ...settlement, dispute: index + 1 }),
    unsettled,
  )
}

const placesInOrder = (json: ParseResult['outputs']['json'], corrections: readonly Correction[]): TextPlace[] => {
  if (json === undefined) return []
  const tables = new Map(json.tables.map((table) => [table.id, table]))
  return json.pages.flatMap(({ blocks }) =>
    blocks.flatMap(({ id, page, text, table }): TextPlace[] => {
      const cells = table === undefined ? undefined : tables.get(table)?.cells
      if (table === undefined || cells === undefined) return [{ place: placeOfCorrection({ block: id }), page, text }]
      const known = new Set(cells.map(({ row, column }) => placeOfCorrection({ table, row, column })))
      // A cell is added where the table has none.
      const added = corrections.flatMap((each) =>
        'table' in each && each.table === table && !known.has(placeOfCorrection(each))
          ? [{ row: each.row, column: each.column, text: '' }]
          : [],
      )
      return [...cells, ...added]
        .toSorted((one, other) => one.row - other.row || one.column - other.column)
        .map(({ row, column, text: content }) => ({
          place: placeOfCorrection({ table, row, column }),
          page,
          text: content,
        }))
    }),
  )
}

/**
 * Returns the change that a correction makes: all from the first different word to the last. Null where all words are
 * the same.
 */
const changeOf = ({ read, text }: Correction): Change | null => {
  const [was, is] = [tokenize(read), tokenize(text)]
  const isSame = (at: number, other: number): boolean => was[at]?.key === is[other]?.key
  const most = Math.min(was.length, is.length)
  let start = 0
  while (start < most && isSame(start, start)) start += 1
  let end = 0
  while (end < most - start && isSame(was.length - 1 - end, is.length - 1 - end)) end += 1
  if (start + end === was.length && start + end === is.length) return null
  const words = printedWords(text)
  return {
    read: stretchOf(read, was.slice(start, was.length - end)),
    text: stretchOf(text, is.slice(start, is.length - end)),
    before: words.slice(0, start),
    after: words.slice(words.length - end),
  }
}

const stretchOf = (text: string, tokens: readonly WordToken[]): string => {
  const [first, last] = [tokens[0], tokens.at(-1)]
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end)
}

const printedWords = (text: string): string[] => tokenize(text).map(({ start, end }) => text.slice(start, end))

/** The words nearest to a place before it (-1) or after it (1), as many as tell where it is, in the order of the document. */
const nearestWords = (printed: readonly (readonly string[])[], index: number, step: -1 | 1): string[] => {
  let words: readonly string[] = []
  for (let at = index + step; words.length < judging.contextWords; at += step) {
    const place = printed[at]
    if (place === undefined) break
    words = step === 1 ? [...words, ...place] : [...place, ...words]
  }
  return step === 1 ? words.slice(0, judging.contextWords) : words.slice(-judging.contextWords)
}
