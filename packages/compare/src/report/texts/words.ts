import { isRunning, partsOf, type TextPage, type Unit } from './text-page.ts'

/** A word or number of a text, by its offsets; `key` is equal for words that mean the same. */
export type Word = { readonly key: string; readonly start: number; readonly end: number }

/** Scripts written without spaces are taken character by character. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`
const invisible = String.raw`\u00AD\u200B-\u200D\u2060`
/** Note marks and powers are not part of the word before them. */
const raised = String.raw`\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089`
const letter = String.raw`[[\p{L}\p{M}\p{N}${invisible}]--[${unspaced}${raised}]]`

const pattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:(?<![^\s\(\[\{$€£¥:;\|])[\-−–])?\d+(?:[.,:\/'’]\d+)*(?!\p{L})`,
    String.raw`${letter}+(?:(?:['’]|[\-‐]\n\s*(?=\p{Ll}))${letter}+)*`,
    `[${unspaced}]`,
    `[${raised}]+`,
    '[$€£¥₹%‰]',
  ].join('|'),
  'gv',
)

/**
 * The words and numbers of a text. Case, punctuation and the style of quotes, dashes and spaces make no difference, and a
 * word that is divided at the end of a line is one word.
 */
export const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(pattern), ({ 0: printed, index }) => ({
    key: keyOf(printed),
    start: index,
    end: index + printed.length,
  }))

const isRaised = new RegExp(`^[${raised}]`)

const keyOf = (printed: string): string =>
  printed
    .replace(isRaised, '^$&')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u00AD\u200B-\u200D\u2060]/g, '')
    .replaceAll(/[-‐]\n\s*/g, '')
    .replaceAll(/[−–]/g, '-')
    .replaceAll('’', "'")

export const isNumeric = ({ key }: Pick<Word, 'key'>): boolean => /\d/.test(key)

/** One provider's text of one page, with the words by which it is compared. */
export type Column = {
  readonly units: readonly ColumnUnit[]
  /** The words of all units, in order. */
  readonly words: readonly PlacedWord[]
}

/** `parts` are its texts: its own, or those of its caption and cells. */
export type ColumnUnit = { readonly unit: Unit; readonly parts: readonly string[] }

/** A word with the index of its unit and of the part of that unit; its offsets are those in the part. */
export type PlacedWord = Word & { readonly unit: number; readonly part: number; readonly isRunning: boolean }

export const columnOf = ({ units }: Pick<TextPage, 'units'>): Column => {
  const words: PlacedWord[] = []
  return {
    words,
    units: units.map((unit, index) => {
      const [parts, running] = [partsOf(unit), isRunning(unit)]
      for (const [part, text] of parts.entries())
        for (const word of wordsOf(text)) words.push({ ...word, unit: index, part, isRunning: running })
      return { unit, parts }
    }),
  }
}
