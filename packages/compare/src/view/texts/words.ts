import { isRunning, partsOfUnit, type TextPage, type PageUnit } from './text-page.ts'

/** A word or number of a text, by its offsets; `key` is equal for words that mean the same. */
export type ReportWord = { readonly key: string; readonly start: number; readonly end: number }

/** Scripts written without spaces are taken character by character. */
const reportUnspacedScripts = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`
const invisible = String.raw`\u00AD\u200B-\u200D\u2060`
/** Note marks and powers are not part of the word before them. */
const raised = String.raw`\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089`
const reportWordLetter = String.raw`[[\p{L}\p{M}\p{N}${invisible}]--[${reportUnspacedScripts}${raised}]]`

const reportWordPattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:(?<![^\s\(\[\{$€£¥:;\|])[\-−–])?\d+(?:[.,:\/'’]\d+)*(?!\p{L})`,
    String.raw`${reportWordLetter}+(?:(?:['’]|[\-‐]\n\s*(?=\p{Ll}))${reportWordLetter}+)*`,
    `[${reportUnspacedScripts}]`,
    `[${raised}]+`,
    '[$€£¥₹%‰]',
  ].join('|'),
  'gv',
)

/**
 * The words and numbers of a text. Case, punctuation and the style of quotes, dashes and spaces make no difference, and a
 * word that is divided at the end of a line is one word.
 * @example reportWords('Net 12') // [{ key: 'net', start: 0, end: 3 }, { key: '12', start: 4, end: 6 }]
 */
export const reportWords = (text: string): ReportWord[] =>
  Array.from(text.matchAll(reportWordPattern), ({ 0: printed, index }) => ({
    key: keyOfReportWord(printed),
    start: index,
    end: index + printed.length,
  }))

const isRaised = new RegExp(`^[${raised}]`)

const keyOfReportWord = (printed: string): string =>
  printed
    .replace(isRaised, '^$&')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u00AD\u200B-\u200D\u2060]/g, '')
    .replaceAll(/[-‐]\n\s*/g, '')
    .replaceAll(/[−–]/g, '-')
    .replaceAll('’', "'")

/**
 * @example isNumericWord({ key: '1840' }) // true
 */
export const isNumericWord = ({ key }: Pick<ReportWord, 'key'>): boolean => /\d/.test(key)

/** One provider's text of one page, with the words by which it is compared. */
export type Column = {
  readonly units: readonly ColumnUnit[]
  /** The words of all units, in order. */
  readonly words: readonly PlacedWord[]
}

/** `parts` are its texts: its own, or those of its caption and cells. */
export type ColumnUnit = { readonly unit: PageUnit; readonly parts: readonly string[] }

/** A word with the index of its unit and of the part of that unit; its offsets are those in the part. */
export type PlacedWord = ReportWord & { readonly unit: number; readonly part: number; readonly isRunning: boolean }

export const columnOf = ({ units }: Pick<TextPage, 'units'>): Column => {
  const words: PlacedWord[] = []
  return {
    words,
    units: units.map((unit, index) => {
      const [parts, running] = [partsOfUnit(unit), isRunning(unit)]
      for (const [part, text] of parts.entries())
        for (const word of reportWords(text)) words.push({ ...word, unit: index, part, isRunning: running })
      return { unit, parts }
    }),
  }
}
