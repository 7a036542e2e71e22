import { itemAt } from '@polyparse/document/items'
import type { IndexedReading, WordPlace, ReadToken } from '../reading/indexed-reading.ts'
import type { LeafSchema } from '../schema/extraction-schema.ts'
import { amountKey, amountOfText } from '../values/amounts.ts'
import { daysOfText } from '../values/dates.ts'
import { confused, foldText, tokensOfFolded } from '../values/fold.ts'

/** The differences that were evened out to find a value. */
export const normalisations = [
  'date',
  'amount',
  'unit',
  'sign',
  'case',
  'joined_lines',
  'spacing',
  'recognition',
  'parts',
] as const
export type Normalisation = (typeof normalisations)[number]

/** A place where a value is, or seems to be. */
export type Candidate = {
  /** Words of the reading, ascending. */
  readonly words: readonly number[]
  /** 0–1: how well what is there is the value. */
  readonly strength: number
  readonly from: readonly Normalisation[]
}

/** Places of one value that are looked at: a value that is in more says little. */
const maxPlaces = 300
/** Prefixes of a value that are looked up to find it with other blanks, in characters. */
const maxPrefix = 24
/** Tokens of a value that are compared: more than a paragraph. */
const maxTokens = 400

/** The places of a leaf's value in a reading, in their order. */
export const candidatesOf = (value: string | number, leaf: LeafSchema, reading: IndexedReading): Candidate[] => {
  if (typeof value === 'number') return candidatesOfNumber(value, reading, leaf)
  const text = value.trim()
  const day = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(text) ? text.slice(0, 10) : null
  const exact = candidatesOfText(text, reading)
  if (day !== null) return mergeCandidates(candidatesOfDay(day, reading), exact)
  if (exact.some(({ strength }) => strength >= certain)) return exact
  const signs = Object.hasOwn(currencySigns, text.toUpperCase()) ? currencySigns[text.toUpperCase()] : undefined
  if (signs !== undefined && exact.length === 0) return candidatesOfCurrency(signs, reading)
  // Zeros before it make a code of a number.
  const amount = /^0\d/.test(text) ? null : amountOfText(text)
  if (amount !== null) return mergeCandidates(exact, candidatesOfNumber(amount, reading, leaf))
  const days = daysOfText(text)
  if (days.length === 1) return mergeCandidates(exact, candidatesOfDay(itemAt(days, 0), reading))
  return exact
}

/** The strength from which no other way is tried. */
const certain = 0.9

const mergeCandidates = (one: readonly Candidate[], other: readonly Candidate[]): Candidate[] => {
  const seen = new Set(one.map(({ words }) => words[0]))
  return [...one, ...other.filter(({ words }) => !seen.has(words[0]))].toSorted((a, b) => firstWord(a) - firstWord(b))
}

/** The first word of a candidate. */
export const firstWord = ({ words }: Candidate): number => words[0] ?? 0

const wordsOfPlace = ({ first, last }: WordPlace): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

const candidatesOfDay = (day: string, { dates }: IndexedReading): Candidate[] =>
  (dates.get(day) ?? []).slice(0, maxPlaces).map((place) => ({
    words: wordsOfPlace(place),
    strength: (place.isRefuted === true ? 0.5 : place.isUnlikely === true ? 0.85 : 1) * (place.isWhole ? 1 : 0.9),
    from: ['date'],
  }))

const candidatesOfNumber = (value: number, reading: IndexedReading, leaf: LeafSchema): Candidate[] => {
  const found = placesOfNumber(value, reading, leaf)
  if (found.length > 0) return found
  return value === 0 ? dashes(reading) : amountsWithoutPoint(value, reading)
}

/** A zero that is printed as a dash. */
const dashes = ({ words }: IndexedReading): Candidate[] => {
  const found: Candidate[] = []
  for (let index = 0; index < words.length && found.length < maxPlaces; index += 1)
    if (/^[-–—]{1,2}$/.test(words[index]?.text ?? '')) found.push({ words: [index], strength: 0.7, from: ['amount'] })
  return found
}

/** Digits whose point recognition has lost: it is small, or a dotted line between the columns of a form. */
const amountsWithoutPoint = (value: number, { amounts, words }: IndexedReading): Candidate[] =>
  (amounts.get(amountKey(value * 100)) ?? [])
    .filter(({ first, last, isWhole }) => {
      const { text = '', confidence = 1 } = words[first] ?? {}
      return first === last && isWhole && confidence < 1 && /\d{3}/.test(text) && !/\d[.,]\d/.test(text)
    })
    .slice(0, maxPlaces)
    .map((place) => ({ words: wordsOfPlace(place), strength: 0.6, from: ['recognition'] }))

const placesOfNumber = (value: number, reading: IndexedReading, leaf: LeafSchema): Candidate[] =>
  (reading.amounts.get(amountKey(value)) ?? []).slice(0, maxPlaces).map((place) => {
    const sign = value !== 0 && (place.isNegative === true) !== value < 0
    const printed = reading.words
      .slice(place.first, place.last + 1)
      .map(({ text }) => text)
      .join(' ')
    const from: Normalisation[] = [
      ...(printed === String(value) ? [] : ['amount' as const]),
      ...(/[\p{L}%\p{Sc}]/u.test(printed) ? ['unit' as const] : []),
      ...(sign ? ['sign' as const] : []),
    ]
    // The sign of a number that is to be negative matters more than that of a deduction as printed.
    const strength =
      (sign ? (value < 0 ? 0.6 : 0.85) : 1) *
      (place.isUnlikely === true ? 0.8 : 1) *
      (place.isWhole ? 1 : leaf.type === 'integer' ? 0.75 : 0.6)
    return { words: wordsOfPlace(place), strength, from }
  })

const candidatesOfText = (text: string, reading: IndexedReading): Candidate[] => {
  const tokens = tokensOfFolded(foldText(text)).slice(0, maxTokens)
  if (tokens.length === 0) return candidatesOfSigns(text, reading)
  const texts = tokens.map((token) => token.text)
  const whole = sequencesOf(texts, reading.tokenPlaces, reading.tokens, (token) => token)
  if (whole.length > 0) return whole.map(([first, last]) => candidate(text, first, last, 1, reading))
  const spaced = sequencesWithOtherBlanks(texts.join(''), reading)
  if (spaced.length > 0) return spaced.map(([first, last]) => candidate(text, first, last, 0.95, reading, 'spacing'))
  const misread = sequencesOf(texts.map(confused), reading.confusedPlaces, reading.tokens, confused)
  if (misread.length > 0)
    return misread.map(([first, last]) => candidate(text, first, last, 0.75, reading, 'recognition'))
  return tokens.length < 2 ? [] : candidatesInParts(texts, reading)
}

/** The signs and names with which currencies are printed, by ISO 4217; folded. */
const currencySigns: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'euro', 'euros'],
  USD: ['$', 'dollar', 'dollars'],
  GBP: ['£', 'pound', 'pounds'],
  CHF: ['fr', 'sfr'],
  JPY: ['¥', '円'],
  CNY: ['¥', '元'],
  ILS: ['₪', 'שח'],
  NIS: ['₪', 'שח'],
  INR: ['₹', 'rs'],
  KRW: ['₩'],
  TRY: ['₺'],
  BRL: ['r$'],
  PLN: ['zł'],
  CZK: ['kc'],
  SEK: ['kr'],
  NOK: ['kr'],
  DKK: ['kr'],
}

const candidatesOfCurrency = (signs: readonly string[], { words }: IndexedReading): Candidate[] => {
  const found: Candidate[] = []
  for (let index = 0; index < words.length && found.length < maxPlaces; index += 1)
    if (isCurrency(words[index]?.text ?? '', signs)) found.push({ words: [index], strength: 0.9, from: ['unit'] })
  return found
}

/** Tells whether a word is one of the signs, apart from an amount beside it and from quotes in it. */
const isCurrency = (word: string, signs: readonly string[]): boolean => {
  const printed = foldText(word).replaceAll(/[\d.,'"״()\s:;+-]/g, '')
  return signs.some((sign) => printed === sign || (sign.length === 1 && printed.includes(sign)))
}

/** Text without a letter or digit, such as `+++`. */
const candidatesOfSigns = (text: string, { words }: IndexedReading): Candidate[] => {
  const found: Candidate[] = []
  if (text === '' || text.length > 20) return found
  for (let index = 0; index < words.length && found.length < maxPlaces; index += 1)
    if (words[index]?.text === text) found.push({ words: [index], strength: 1, from: [] })
  return found
}

/** Returns where a sequence of tokens is, as its first and last token. */
const sequencesOf = (
  texts: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  tokens: readonly ReadToken[],
  keyOf: (token: string) => string,
): (readonly [number, number])[] => {
  let anchor = 0
  let fewest = Number.POSITIVE_INFINITY
  for (const [index, text] of texts.entries()) {
    const count = places.get(text)?.length ?? 0
    if (count === 0) return []
    if (count < fewest) [anchor, fewest] = [index, count]
  }
  const found: (readonly [number, number])[] = []
  // A sequence of frequent tokens only may begin anywhere: what is compared is bounded.
  for (const place of (places.get(itemAt(texts, anchor)) ?? []).slice(0, 5000)) {
    const first = place - anchor
    if (first < 0) continue
    let length = 0
    while (length < texts.length) {
      const token = tokens[first + length]
      if (token === undefined || keyOf(token.text) !== texts[length]) break
      length += 1
    }
    if (length === texts.length) found.push([first, first + length - 1])
    if (found.length >= maxPlaces) break
  }
  return found
}

const sequencesWithOtherBlanks = (
  squashed: string,
  { tokenPlaces, tokens, words }: IndexedReading,
): (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = []
  if (squashed.length < 4) return found
  for (let length = 1; length <= Math.min(squashed.length, maxPrefix); length += 1)
    for (const first of (tokenPlaces.get(squashed.slice(0, length)) ?? []).slice(0, 2000)) {
      let [at, matched] = [first, 0]
      while (matched < squashed.length) {
        const token = tokens[at]
        if (token === undefined || !squashed.startsWith(token.text, matched)) break
        if (matched > 0 && !goesOn(at, tokens, words)) break
        matched += token.text.length
        at += 1
      }
      if (matched === squashed.length) found.push([first, at - 1])
      if (found.length >= maxPlaces) return found
    }
  return found
}

/** Between digits of one number, in heights of a line: more divides columns. */
const widestBlank = 0.8

/** Tells whether digits may go on with those of the next token: on one line, close by. Other text may be divided anywhere. */
const goesOn = (at: number, tokens: readonly ReadToken[], words: IndexedReading['words']): boolean => {
  const [one, other] = [itemAt(tokens, at - 1), itemAt(tokens, at)]
  if (!/\d$/.test(one.text) || !/^\d/.test(other.text)) return true
  if (one.word === other.word) {
    const isLast = tokens[at + 1]?.word !== other.word
    // Two digits after the only point are decimals, and those after several are of a code.
    return !(
      isLast &&
      other.text.length < 3 &&
      /^[.,]$/.test(foldText(words[one.word]?.text ?? '').slice(one.end, other.start))
    )
  }
  const [left, right] = [itemAt(words, one.word), itemAt(words, other.word)]
  if (left.line !== right.line) return false
  if (left.bbox === null || right.bbox === null || left.bbox === right.bbox) return true
  return right.bbox[0] - left.bbox[2] <= widestBlank * (left.bbox[3] - left.bbox[1])
}

const candidate = (
  text: string,
  first: number,
  last: number,
  strength: number,
  { tokens, words }: IndexedReading,
  ...from: Normalisation[]
): Candidate => {
  const [from0, to] = [itemAt(tokens, first).word, itemAt(tokens, last).word]
  const span = wordsOfPlace({ first: from0, last: to, isWhole: true })
  const printed = words
    .slice(from0, to + 1)
    .map((word) => word.text)
    .join(' ')
  const isExact = printed.includes(text)
  const isJoined = words[from0]?.line !== words[to]?.line
  return {
    words: span,
    strength: strength * (isExact ? 1 : 0.98) * (isPartOfCode(first, last, tokens, words) ? 0.85 : 1),
    from: [
      ...from,
      ...(isJoined ? ['joined_lines' as const] : []),
      ...(isExact || !printed.toLowerCase().includes(text.toLowerCase()) ? [] : ['case' as const]),
    ],
  }
}

/**
 * Tells whether letters or digits of the same word go on beside what was found, after a point, dash or comma: `12` in
 * `12.5`.
 */
const isPartOfCode = (
  first: number,
  last: number,
  tokens: readonly ReadToken[],
  words: IndexedReading['words'],
): boolean => {
  const [one, other] = [itemAt(tokens, first), itemAt(tokens, last)]
  const before = tokens[first - 1]
  const after = tokens[last + 1]
  const textBetween = (left: ReadToken, right: ReadToken): string =>
    foldText(words[left.word]?.text ?? '').slice(left.end, right.start)
  const joins = (between: string): boolean => /^[.,\-–_/]$/.test(between)
  return (
    (before?.word === one.word && joins(textBetween(before, one))) ||
    (after?.word === other.word && joins(textBetween(other, after)))
  )
}

/** Tokens between two that belong together, at most: lines of another column may come between the lines of an address. */
const maxGap = 120
/** The same for a token of less than five characters. */
const nearGap = 40
/** Anchors that are tried for a text in parts, and the tokens that they may make compared. */
const maxAnchors = 30
const maxAnchored = 2000
/** The share of a text's characters that must be found for it to be the same. */
const leastCoverage = 0.75

/** Returns where most of a text is in its order, with other text between its parts. */
const candidatesInParts = (texts: readonly string[], reading: IndexedReading): Candidate[] => {
  const { tokens, tokenPlaces } = reading
  const anchors = texts
    .map((text, index) => ({ index, places: tokenPlaces.get(text) ?? [] }))
    .filter(({ places, index }) => places.length > 0 && itemAt(texts, index).length > 1)
    .toSorted((a, b) => a.places.length - b.places.length)
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  const best = new Map<number, Candidate>()
  for (const { index, places } of anchors.slice(0, 3))
    for (const place of places.slice(0, Math.max(2, Math.min(maxAnchors, maxAnchored / texts.length)))) {
      const found = [place]
      let [matched, isExact] = [itemAt(texts, index).length, true]
      const walk = (from: number, step: 1 | -1): void => {
        let at = place
        for (let next = from; next >= 0 && next < texts.length; next += step) {
          const wanted = itemAt(texts, next)
          for (let seen = 1; seen <= maxGap; seen += 1) {
            const token = tokens[at + step * seen]
            if (token === undefined) break
            // A short token is everywhere, so it counts only where it follows.
            if (wanted.length < 3 && seen > 2) break
            if (wanted.length < 5 && seen > nearGap) break
            const likeness = tokenLikeness(wanted, token.text)
            if (likeness === 0) continue
            if (likeness < 1) isExact = false
            at += step * seen
            found.push(at)
            matched += wanted.length * likeness
            break
          }
        }
      }
      walk(index - 1, -1)
      walk(index + 1, 1)
      const coverage = matched / total
      if (coverage < leastCoverage) continue
      // It is another text with another number.
      const printed = new Set(found.map((token) => itemAt(tokens, token).text))
      if (texts.some((text) => /\d/.test(text) && ![...printed].some((token) => tokenLikeness(text, token) > 0)))
        continue
      const words = [...new Set(found.map((token) => itemAt(tokens, token).word))].toSorted((a, b) => a - b)
      const spread = found.length / (Math.max(...found) - Math.min(...found) + 1)
      const strength = coverage ** 2 * (0.6 + 0.35 * Math.min(1, spread * 1.5)) * (isExact ? 1 : 0.9)
      const key = itemAt(words, 0)
      if ((best.get(key)?.strength ?? 0) < strength)
        best.set(key, { words, strength, from: [isExact ? 'parts' : 'recognition', 'joined_lines'] })
    }
  return [...best.values()].toSorted((a, b) => firstWord(a) - firstWord(b))
}

/** 1 for the same token, less for one that recognition may have made of it, 0 for another. */
const tokenLikeness = (wanted: string, token: string): number => {
  if (wanted === token) return 1
  if (Math.abs(wanted.length - token.length) > 1) return 0
  if (wanted.length === token.length && confused(wanted) === confused(token)) return 0.8
  // A digit more or less is another number.
  return wanted.length >= 5 && !/\d/.test(wanted) && isOneEditAway(wanted, token) ? 0.8 : 0
}

const isOneEditAway = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return Math.max(one.length, other.length) - start - end <= 1
}
