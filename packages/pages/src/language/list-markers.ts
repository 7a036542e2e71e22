/** The beginning of a list item. */
export type Marker = { readonly text: string; readonly kind: 'bullet' | 'number' | 'letter' }

/** Symbol fonts have their bullets where Unicode has nothing. */
const bulletMarkerPattern = /^(?:[•◦▪▫‣⁃●○■□◆◇◊➢➤➔→✓✔✗✘❖·∙⋆★\uE000-\uF8FF]|[-–—−*∗])$/u
/** The minus before a figure is its sign, also where the sign or the code of a currency is between them. */
const isMinus = (words: MarkerLine['words']): boolean => {
  const [first, ...rest] = words.slice(0, 3).map(({ text }) => text)
  return first === '−' && /^(?:\p{Lu}{3} )?[\p{N}\p{Sc}.,]/u.test(rest.join(' '))
}
/** Boxes to tick look like bullets, but a line may have several. */
const boxLike = /^[●○■□]$/u
const privateUse = /[\uE000-\uF8FF]/u
/**
 * A symbol font without a Unicode table: its bullet reads as one letter of another script before words in Latin
 * letters.
 */
const strayLetter = /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}$/u
const latin = /^\p{Script=Latin}/u
const numberMarkerPattern = /^\(?(?:\d{1,3})[.)]$/
const letterMarkerPattern = /^\(?(?:[a-zA-Z]|[ivxIVX]{1,5})[.)]$/

type MarkerLine = { readonly words: readonly { readonly text: string; readonly spaced: boolean }[] }

/**
 * The marker that a line begins with: `•`, `3.`, `(b)`. Returns null when there is none, or no space and text after it.
 * A bullet that only its font can show becomes `•`.
 */
export const markerOf = ({ words }: MarkerLine): Marker | null => {
  const [first, second] = words
  if (first === undefined || second === undefined || !second.spaced) return null
  if (isMinus(words)) return null
  if (boxLike.test(first.text) && words.slice(1).some(({ text }) => text === first.text)) return null
  if (bulletMarkerPattern.test(first.text))
    return { text: privateUse.test(first.text) ? '•' : first.text, kind: 'bullet' }
  if (strayLetter.test(first.text) && latin.test(second.text)) return { text: '•', kind: 'bullet' }
  if (numberMarkerPattern.test(first.text)) return { text: first.text, kind: 'number' }
  return letterMarkerPattern.test(first.text) ? { text: first.text, kind: 'letter' } : null
}

/** A number that a marker may mean. `I.` is the first Roman numeral and the ninth letter. */
export type MarkerNumber = { readonly kind: 'number' | 'letter' | 'roman'; readonly value: number }

/**
 * The numbers that a marker may mean; null when it is a bullet.
 * @example numberOfMarker('iv.') // [{ kind: 'roman', value: 4 }]
 */
export const numberOfMarker = (marker: string): readonly MarkerNumber[] | null => {
  const text = /^\(?(\w{1,5})[.)]$/.exec(marker)?.[1]
  if (text === undefined) return null
  if (/^\d+$/.test(text)) return [{ kind: 'number', value: Number(text) }]
  const roman = valueOfRoman(text.toLowerCase())
  const found: MarkerNumber[] = roman === null ? [] : [{ kind: 'roman', value: roman }]
  if (text.length === 1) found.push({ kind: 'letter', value: text.toLowerCase().charCodeAt(0) - 96 })
  return found.length === 0 ? null : found
}

const romans: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

const valueOfRoman = (text: string): number | null => {
  const values = text.split('').map((digit) => romans[digit] ?? 0)
  if (values.includes(0)) return null
  return values.reduce((sum, value, index) => (value < (values[index + 1] ?? 0) ? sum - value : sum + value), 0)
}
