import { canonicalDate, isoDate, monthOf } from './dates.ts'
import { canonicalNumber } from './numbers.ts'

export type TokenKind = 'word' | 'number' | 'date' | 'symbol'

export type Token = {
  readonly kind: TokenKind
  /** What two tokens have in common when they say the same. */
  readonly key: string
  /** Its letters and figures, as they can be put together with those of the next where a word was divided. */
  readonly plain: string
  /** In the text it was found in. */
  readonly start: number
  readonly end: number
  /** It may be absent on one side without that being a difference: list markers, note marks, signs. */
  readonly weak: boolean
}

/** Scripts that are written without spaces are taken character by character. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`
const invisible = String.raw`\u00AD\u200B-\u200D\u2060`
const inWord = String.raw`[[\p{L}\p{M}\p{Nd}${invisible}]--[${unspaced}]]`

/** The kinds of token by the group they match, from the first. */
const pattern = new RegExp(
  [
    // Plain words are most of every text.
    String.raw`([A-Za-z]+)(?![\p{L}\p{M}\p{Nd}${invisible}'’ʼ])`,
    String.raw`(?<![\p{L}\p{Nd}])(\d{4}[\-\/.]\d{1,2}[\-\/.]\d{1,2}(?!\d)|\d{1,2}(?:\/\d{1,2}\/|\.\d{1,2}\.|-\d{1,2}-)(?:\d{4}|\d{2})(?!\d))`,
    String.raw`(?<![\p{L}\p{Nd}.,])((?:(?<![^\s\(\[\{$€£¥:;\|])[\-–‒+]|−\s?)?\d+(?:[.,:'’]\d+| [.,](?=\d{1,3}(?!\d))\d+|[\u00A0\u2007\u2009\u202F]\d{3}(?!\d))*)(?![\p{L}\p{Nd}])`,
    String.raw`([\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089]+)`,
    '([$€£¥₹%‰])',
    String.raw`((?:${inWord}+(?:['’ʼ]${inWord}+)*)|[${unspaced}]|\p{No}|\p{Nl})`,
  ].join('|'),
  'gv',
)

/** What begins an item of a list or a numbered paragraph: one provider prints it, another keeps it apart. */
const marker = /^\s*(?:[•◦▪‣·●○■*–—-]\s+|\(?(?:\d{1,3}|\p{L}|[ivxlc]{1,5})[.)]\s+)/iu

/** The number of a note, or of an entry in a list of references, that is printed without a point. */
const bareMarker = /^\s*\d{1,2}\s+(?=\p{L})/u

/** Longer words and numbers are cut into pieces: whatever looks at one need not fear for its length. */
const longest = 200

/**
 * The words, numbers and dates of a text, with case, quotes, dashes, ligatures and invisible characters folded. In the
 * cell of a table a number before words is no marker.
 */
export const tokenize = (text: string, isCell = false): Token[] => {
  if (text === '') return []
  const markerEnd = (marker.exec(text) ?? (isCell ? null : bareMarker.exec(text)))?.[0].length ?? 0
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    if (match[0].length > longest) {
      tokens.push(...piecesOf(match))
      continue
    }
    const token = tokenOf(match, tokens.at(-1), match.index < markerEnd)
    if (token.key === '') continue
    tokens.push(token)
    joinDate(text, tokens)
  }
  return tokens
}

const tokenOf = (match: RegExpExecArray, before: Token | undefined, weak: boolean): Token => {
  const [printed, plainWord, date, number, raised, symbol] = match
  const start = match.index
  const end = start + printed.length
  const token = (kind: TokenKind, key: string, plain = key, isWeak = weak): Token => ({
    kind,
    key,
    plain,
    start,
    end,
    weak: isWeak,
  })
  if (plainWord !== undefined) return token('word', plainWord.toLowerCase())
  if (date !== undefined) return token('date', `date ${canonicalDate(date)}`, date.replaceAll(/\D/g, ''))
  if (number !== undefined) return token('number', canonicalNumber(number))
  if (symbol !== undefined) return token('symbol', symbol, symbol, true)
  if (raised !== undefined) {
    // After a number it is a power, and 10² is not 102; after a word it is the mark of a note.
    const isPower = before?.kind === 'number' && before.end === start
    const figures = raised.normalize('NFKC')
    return token('number', figures, isPower ? `^${figures}` : figures, !isPower)
  }
  const key = folded(printed)
  return token(/\d/.test(key) ? 'number' : 'word', key)
}

const piecesOf = ({ 0: printed, index }: RegExpExecArray): Token[] => {
  const pieces: Token[] = []
  for (let at = 0; at < printed.length; at += longest) {
    const piece = printed.slice(at, at + longest)
    const key = folded(piece)
    const kind = /\d/.test(key) ? 'number' : 'word'
    if (key !== '')
      pieces.push({ kind, key, plain: key, start: index + at, end: index + at + piece.length, weak: false })
  }
  return pieces
}

const folded = (printed: string): string =>
  printed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]|ʼ/gu, '')

/** What may stand between the parts of a date: `12 March 2024`, `March 12, 2024`, `12. März 2024`, `12 de marzo de 2024`. */
const withinDate = /^[.,]?\s{1,2}(?:of\s|de\s)?$/

/** Where the last tokens are a date with the name of its month, puts them together as one. */
const joinDate = (text: string, tokens: Token[]): void => {
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
    weak: false,
  })
}

const dayOf = ({ key }: Token): number | null => {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(key)?.[1]
  return day === undefined || Number(day) > 31 ? null : Number(day)
}
