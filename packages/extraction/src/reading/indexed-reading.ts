import type { Block, Document, Table } from '@polyparse/document'
import { type Box } from '@polyparse/document'
import { amountKey, amountsIn, currencyBefore, type DecimalSign, decimalSignOf, scaleOf } from '../values/amounts.ts'
import { datesAmong, dayFirstOf } from '../values/dates.ts'
import { wordsWithMarker } from './marker.ts'
import { confused, foldText, tokensOfFolded } from '../values/fold.ts'

/** A word of the reading, or all text of a cell or block whose words are not known apart. */
export type ReadWord = {
  readonly text: string
  readonly page: number
  readonly bbox: Box | null
  readonly confidence: number
  /** Counts the lines of the document; words of one line are beside each other. */
  readonly line: number
  /** Counts the blocks of the document. */
  readonly block: number
}

/** A run of letters and digits of a word. */
export type ReadToken = { readonly text: string; readonly word: number; readonly start: number; readonly end: number }

/** A place for a value: the words from the first to the last of these. */
export type WordPlace = {
  readonly first: number
  readonly last: number
  /** True if it is the whole of its words and not a part, such as the year of a date. */
  readonly isWhole: boolean
  /** True if it is printed as negative. */
  readonly isNegative?: boolean
  /** True if another meaning of what is printed is the likelier one. */
  readonly isUnlikely?: boolean
  /** True if what is printed means something else, by how other dates of the document are written. */
  readonly isRefuted?: boolean
}

/** The words of a document, made findable. Everything in it is as long as the text. */
export type IndexedReading = {
  readonly words: readonly ReadWord[]
  readonly tokens: readonly ReadToken[]
  /** Places in `tokens` by their text. */
  readonly tokenPlaces: ReadonlyMap<string, readonly number[]>
  /** The same with what recognition confuses made equal. */
  readonly confusedPlaces: ReadonlyMap<string, readonly number[]>
  /** The places by the absolute value. */
  readonly amounts: ReadonlyMap<number, readonly WordPlace[]>
  /** The places by `YYYY-MM-DD`. */
  readonly dates: ReadonlyMap<string, readonly WordPlace[]>
  /** The first token of each word. */
  readonly firstTokens: readonly number[]
  readonly decimalSign: DecimalSign
}

/**
 * The share of a block's doubt that its words have: it is also about order and structure, which a value survives. Of
 * .3, .5 and 1, .5 has the confidences that are nearest to the shares of right values on the documents of the
 * benchmark.
 */
const blockShare = 0.5

/** Text read from a document that is not searched: 1 000 pages of dense text have half of it. */
const maxWords = 2_000_000

/** Makes the words of a document findable. */
export const indexReading = (document: Pick<Document, 'pages' | 'tables'>): IndexedReading => {
  const words = wordsOfReading(document).slice(0, maxWords)
  const tokens: ReadToken[] = []
  const firstTokens: number[] = []
  const foldedWords: string[] = []
  for (const [index, { text }] of words.entries()) {
    firstTokens.push(tokens.length)
    const folded = foldText(text)
    foldedWords.push(folded)
    for (const token of tokensOfFolded(folded)) tokens.push({ ...token, word: index })
  }
  const tokenPlaces = new Map<string, number[]>()
  const confusedPlaces = new Map<string, number[]>()
  for (const [index, { text }] of tokens.entries()) {
    add(tokenPlaces, text, index)
    add(confusedPlaces, confused(text), index)
  }
  const gap = (index: number): string | null => {
    const [one, other] = [tokens[index], tokens[index + 1]]
    if (one === undefined || other === undefined) return null
    if (one.word === other.word) return foldedWords[one.word]?.slice(one.end, other.start) ?? null
    const [left, right] = [words[one.word], words[other.word]]
    if (left?.page !== right?.page || (right?.line ?? 0) - (left?.line ?? 0) > 1) return null
    return `${foldedWords[one.word]?.slice(one.end) ?? ''} ${foldedWords[other.word]?.slice(0, other.start) ?? ''}`
  }
  const isDayFirst = dayFirstOf(words.map(({ text }) => text))
  const dates = new Map<string, WordPlace[]>()
  for (const { days, first, last } of datesAmong(tokens, gap)) {
    const [from, to] = [tokens[first]?.word ?? 0, tokens[last]?.word ?? 0]
    const isWhole = last > first
    for (const [rank, day] of days.entries()) {
      const isOther = isDayFirst !== null && days.length > 1 && rank !== (isDayFirst ? 0 : 1)
      const isUnlikely = isDayFirst === null && days.length > 1
      add(dates, day, { first: from, last: to, isWhole, isUnlikely, isRefuted: isOther })
    }
  }
  const decimalSign = decimalSignOf(words.map(({ text }) => text))
  const amounts = amountsOfWords(words, decimalSign)
  return { words, tokens, tokenPlaces, confusedPlaces, amounts, dates, firstTokens, decimalSign }
}

const add = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

const amountsOfWords = (words: readonly ReadWord[], decimalSign: DecimalSign): Map<number, WordPlace[]> => {
  const amounts = new Map<number, WordPlace[]>()
  for (const [index, word] of words.entries()) {
    const text = word.text.normalize('NFKC')
    const next = words[index + 1]
    for (const { values, isNegative, isPart } of amountsIn(text, decimalSign)) {
      const isPercent = text.includes('%') || next?.text === '%'
      // The scale may be printed before the amount, with it or after it.
      const isNextScale = next !== undefined && next.line === word.line && !/\d/.test(next.text)
      const previous = words[index - 1]
      const before = previous?.line === word.line && !/\d/.test(previous.text) ? currencyBefore(previous.text) : ''
      const scale = scaleOf(`${before} ${text} ${isNextScale ? next.text : ''}`)
      for (const [rank, value] of values.entries()) {
        const place = { first: index, last: index, isWhole: !isPart, isNegative, isUnlikely: rank > 0 }
        add(amounts, amountKey(value), place)
        if (isPercent && value !== 0) add(amounts, amountKey(value / 100), { ...place, isUnlikely: true })
        if (scale > 1 && value !== 0)
          add(amounts, amountKey(value * scale), { ...place, last: isNextScale ? index + 1 : index })
      }
    }
    // Thousands that are divided by blanks, which make words of them.
    if (!/(?:^|\D)\d{1,3}$/.test(text)) continue
    let joined = text
    for (let last = index + 1; last < index + 5; last += 1) {
      const following = words[last]
      if (
        following === undefined ||
        following.line !== word.line ||
        !/^\d{3}(?:[.,]\d{1,3})?(?!\d)/.test(following.text)
      )
        break
      joined += following.text
      for (const { values, isNegative, isPart } of amountsIn(joined, decimalSign))
        for (const value of values)
          add(amounts, amountKey(value), { first: index, last, isWhole: !isPart, isNegative, isUnlikely: false })
    }
  }
  return amounts
}

const wordsOfReading = ({ pages, tables }: Pick<Document, 'pages' | 'tables'>): ReadWord[] => {
  const tableById = new Map(tables.map((table) => [table.id, table]))
  const words: ReadWord[] = []
  let line = 0
  let count = 0
  for (const page of pages)
    for (const block of page.blocks) {
      count += 1
      const known = knownWords(block, tableById.get(block.table ?? ''))
      let previous: Pick<ReadWord, 'bbox'> & { breaks?: boolean } = { bbox: null }
      for (const word of known) {
        if (word.startsLine || !continuesLine(previous.bbox, word.bbox)) line += 1
        words.push({
          text: word.text,
          page: page.number,
          bbox: word.bbox,
          confidence: word.confidence,
          line,
          block: count,
        })
        previous = word
      }
      line += 1
    }
  return words
}

type KnownWord = {
  readonly text: string
  readonly bbox: Box | null
  readonly confidence: number
  readonly startsLine: boolean
}

const knownWords = (block: Block, table: Table | undefined): KnownWord[] => {
  const { confidence = 1 } = block
  const words = wordsWithMarker(block)
  // A word that is certain may still be in the wrong place, of which its block knows.
  if (words.length > 0)
    return words.flatMap((word) =>
      divideWord(word.text, word.bbox, word.confidence * (1 - blockShare + blockShare * confidence), false),
    )
  if (table !== undefined && table.cells.length > 0) {
    let row = -1
    return table.cells.flatMap((cell) => {
      const startsLine = cell.row !== row
      row = cell.row
      return divideWord(cell.text, cell.bbox ?? block.bbox, cell.confidence ?? confidence, startsLine)
    })
  }
  const text =
    block.marker !== undefined && /[\p{L}\p{N}]/u.test(block.marker) ? `${block.marker} ${block.text}` : block.text
  return divideWord(text, block.bbox, confidence, true)
}

/** The words of a text that is in one box; a line of it that is not the first starts a line. */
const divideWord = (text: string, bbox: Box | null, confidence: number, startsLine: boolean): KnownWord[] =>
  text.split('\n').flatMap((line, number) =>
    line
      .split(/\s+/)
      .filter((part) => part !== '')
      .map((part, index) => ({ text: part, bbox, confidence, startsLine: index === 0 && (number > 0 || startsLine) })),
  )

/** Tells whether a word is beside the one before: they share at least half of the lower one's height. */
const continuesLine = (before: Box | null, box: Box | null): boolean => {
  if (before === null || box === null) return true
  const shared = Math.min(before[3], box[3]) - Math.max(before[1], box[1])
  return shared >= 0.5 * Math.min(before[3] - before[1], box[3] - box[1])
}
