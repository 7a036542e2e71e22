import { tokenizing } from '../parameters.ts'
import { canonicalDate, canonicalNumber, isoDate, monthOf } from './canonical.ts'

export type TokenKind = 'word' | 'number' | 'date' | 'symbol'

export type WordToken = {
  readonly kind: TokenKind
  /** Equal for tokens that mean the same. */
  readonly key: string
  /** The letters and digits. Where a word was divided, those of its pieces join to those of the whole. */
  readonly plain: string
  /** Offsets in the text that was tokenized. */
  readonly start: number
  readonly end: number
  /** True if its absence on one side is not a difference: list markers, note marks, signs. */
  readonly optional: boolean
}

/** Scripts written without spaces are tokenized character by character. */
const unspacedTokenScripts = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`
const invisible = String.raw`\u00AD\u200B-\u200D\u2060`
const inWord = String.raw`[[\p{L}\p{M}\p{Nd}${invisible}]--[${unspacedTokenScripts}]]`

/** Each kind of token is one capturing group. */
const wordTokenPattern = new RegExp(
  [
    // Plain ASCII words are most of every text, so they are tried first.
    String.raw`([A-Za-z]+)(?![\p{L}\p{M}\p{Nd}${invisible}'’ʼ])`,
    String.raw`(?<![\p{L}\p{Nd}])(\d{4}[\-\/.]\d{1,2}[\-\/.]\d{1,2}(?!\d)|\d{1,2}(?:\/\d{1,2}\/|\.\d{1,2}\.|-\d{1,2}-)(?:\d{4}|\d{2})(?!\d))`,
    String.raw`(?<![\p{L}\p{Nd}.,])((?:(?<![^\s\(\[\{$€£¥:;\|])[\-–‒+]|−\s?)?\d+(?:[.,:'’]\d+| [.,](?=\d{1,3}(?!\d))\d+|[\u00A0\u2007\u2009\u202F]\d{3}(?!\d))*)(?![\p{L}\p{Nd}])`,
    String.raw`([\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089]+)`,
    '([$€£¥₹%‰])',
    String.raw`((?:${inWord}+(?:['’ʼ]${inWord}+)*)|[${unspacedTokenScripts}]|\p{No}|\p{Nl})`,
  ].join('|'),
  'gv',
)

/** The marker of a list item or numbered paragraph: some providers keep it in the text, others do not. */
const marker = /^\s*(?:[•◦▪‣·●○■*–—-]\s+|\(?(?:\d{1,3}|\p{L}|[ivxlc]{1,5})[.)]\s+)/iu

/** The number of a note or reference that is printed without a point. */
const bareMarker = /^\s*\d{1,2}\s+(?=\p{L})/u

/**
 * Splits a text into words, numbers and dates, folding case, quotes, dashes, ligatures and invisible characters. In a
 * table cell, a number before words is not a list marker.
 * @example tokenize('Net') // [{ kind: 'word', key: 'net', plain: 'net', start: 0, end: 3, optional: false }]
 */
export const tokenize = (text: string, isCell = false): WordToken[] => {
  if (text === '') return []
  const markerEnd = (marker.exec(text) ?? (isCell ? null : bareMarker.exec(text)))?.[0].length ?? 0
  const tokens: WordToken[] = []
  for (const match of text.matchAll(wordTokenPattern)) {
    if (match[0].length > tokenizing.maxTokenLength) {
      for (const piece of tokensOfLongMatch(match)) tokens.push(piece)
      continue
    }
    const token = tokenOf(match, tokens.at(-1), match.index < markerEnd)
    if (token.key === '') continue
    tokens.push(token)
    joinDate(text, tokens)
  }
  return tokens
}

const tokenOf = (match: RegExpExecArray, before: WordToken | undefined, optional: boolean): WordToken => {
  const [printed, plainWord, date, number, raised, symbol] = match
  const start = match.index
  const end = start + printed.length
  const token = (kind: TokenKind, key: string, plain = key, isOptional = optional): WordToken => ({
    kind,
    key,
    plain,
    start,
    end,
    optional: isOptional,
  })
  if (plainWord !== undefined) return token('word', plainWord.toLowerCase())
  if (date !== undefined) return token('date', `date ${canonicalDate(date)}`, date.replaceAll(/\D/g, ''))
  if (number !== undefined) return token('number', canonicalNumber(number))
  if (symbol !== undefined) return token('symbol', symbol, symbol, true)
  if (raised !== undefined) {
    // It is a power after a number, and 10² is not 102; after a word it is a note mark.
    const isPower = before?.kind === 'number' && before.end === start
    const digits = raised.normalize('NFKC')
    return token('number', digits, isPower ? `^${digits}` : digits, !isPower)
  }
  const key = folded(printed)
  return token(/\d/.test(key) ? 'number' : 'word', key)
}

const tokensOfLongMatch = ({ 0: printed, index }: RegExpExecArray): WordToken[] => {
  const pieces: WordToken[] = []
  for (let at = 0; at < printed.length; at += tokenizing.maxTokenLength) {
    const piece = printed.slice(at, at + tokenizing.maxTokenLength)
    const key = folded(piece)
    const kind = /\d/.test(key) ? 'number' : 'word'
    if (key !== '')
      pieces.push({ kind, key, plain: key, start: index + at, end: index + at + piece.length, optional: false })
  }
  return pieces
}

const folded = (printed: string): string =>
  printed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]|ʼ/gu, '')

/** The text between the parts of a date: `12 March 2024`, `March 12, 2024`, `12. März 2024`, `12 de marzo de 2024`. */
const withinDate = /^[.,]?\s{1,2}(?:of\s|de\s)?$/

/** Joins the last tokens into one when they are a date with a month name. */
const joinDate = (text: string, tokens: WordToken[]): void => {
  const year = tokens.at(-1)
  if (year === undefined || !/^\d{4}$/.test(year.key)) return
  const parts = tokens
    .slice(-5)
    .filter(({ key }) => key !== 'de' && key !== 'of')
    .slice(-3)
  const [one, other] = parts
  if (parts.length < 3 || one === undefined || other === undefined) return
  const isInOrder = monthOf(other.key) !== undefined
  const [day, month] = isInOrder ? [dayOf(one), monthOf(other.key)] : [dayOf(other), monthOf(one.key)]
  if (day === null || month === undefined) return
  if (!withinDate.test(text.slice(one.end, other.start)) || !withinDate.test(text.slice(other.end, year.start))) return
  const joined = tokens.splice(tokens.lastIndexOf(one))
  tokens.push({
    kind: 'date',
    key: `date ${isoDate(Number(year.key), month, day)}`,
    plain: joined.map(({ plain }) => plain).join(''),
    start: one.start,
    end: year.end,
    optional: false,
  })
}

const dayOf = ({ key }: WordToken): number | null => {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(key)?.[1]
  return day === undefined || Number(day) > 31 ? null : Number(day)
}
