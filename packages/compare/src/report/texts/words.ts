/** A word or number of a text: where it stands, and what two have in common when they say the same. */
export type Word = { readonly key: string; readonly start: number; readonly end: number }

/** Scripts that are written without spaces are taken character by character. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`
const invisible = String.raw`\u00AD\u200B-\u200D\u2060`
/** Marks of notes and powers are no part of the word they stand at. */
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
 * The words and numbers of a text. Case, kinds of quotes, dashes and spaces, and punctuation do not tell them apart, and
 * a word that is divided at the end of a line is one.
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

export const isFigure = ({ key }: Pick<Word, 'key'>): boolean => /\d/.test(key)
