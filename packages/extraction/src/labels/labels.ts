import type { IndexedReading } from '../reading/indexed-reading.ts'
import { usualLineHeight, wordsBetween, type WordLayout } from '../reading/layout-of-words.ts'
import { type LeafSchema, leavesOf, type ObjectSchema } from '../schema/extraction-schema.ts'
import { foldText, tokensOfFolded } from '../values/fold.ts'
import { concepts, wordsOfLittleWeight, wordsWithoutMeaning } from './concepts.ts'

/** A word of a label, with the others that mean the same. */
type LabelGroup = { readonly stems: readonly string[]; readonly weight: number }

/** The names that the value of a leaf may have on the page. */
export type LeafLabel = {
  /** The words of its name. */
  readonly groups: readonly LabelGroup[]
  /** Texts in brackets or quotes in its description, which often are the words on the page. */
  readonly phrases: readonly (readonly string[])[]
}

/** The labels by the names that lead to a leaf, joined by slashes. */
export type LabelIndex = ReadonlyMap<string, LeafLabel>

/** The labels of all leaves of a schema. */
export const labelsOfSchema = (schema: ObjectSchema): LabelIndex =>
  new Map(
    leavesOf(schema).map(({ path, leaf }) => {
      const names = path.filter((name) => name !== '[]')
      return [names.join('/'), labelOf(names.at(-1) ?? '', leaf)]
    }),
  )

const stemsOf: ReadonlyMap<string, readonly string[]> = new Map(
  concepts.flatMap((line) => {
    const stems = foldText(line).split(' ')
    return stems.map((stem) => [stem, stems] as const)
  }),
)

/**
 * The words of a name in any convention: `invoiceNumber`, `invoice_number`, `Invoice No.`.
 * @example wordsOfName('invoiceNumber') // ['invoice', 'number']
 */
export const wordsOfName = (name: string): string[] =>
  tokensOfFolded(foldText(name.replaceAll(/(\p{Ll}|\d)(?=\p{Lu})|(\d)(?=\p{L})/gu, '$1$2 ').replaceAll('_', ' '))).map(
    ({ text }) => text,
  )

const groupOf = (word: string): LabelGroup => ({
  stems: stemsOf.get(word) ?? stemsOf.get(word.replace(/s$/, '')) ?? [word.length > 4 ? word.replace(/s$/, '') : word],
  weight: wordsOfLittleWeight.has(word) ? 0.5 : 1,
})

export const labelOf = (name: string, { title, description }: Pick<LeafSchema, 'title' | 'description'>): LeafLabel => {
  const words = [...new Set([...wordsOfName(name), ...(title === '' ? [] : wordsOfName(title))])]
  const telling = words.filter((word) => !wordsWithoutMeaning.has(word))
  return {
    groups: (telling.length === 0 ? words : telling).map(groupOf),
    phrases: phrasesOf(description),
  }
}

/** Returns what is in brackets and is no example, and what precedes `column`, `box`, `line` or `field`. */
const phrasesOf = (description: string): string[][] => {
  const text = description.slice(0, 1000)
  const bracketed = Array.from(text.matchAll(/\(([^()]{2,60})\)/g), ([, inner = '']) => inner).filter(
    (inner) => !/^(?:e\.?g|i\.?e|such as|for example|if |z\.b|p\.ex)/i.test(inner),
  )
  const named = Array.from(
    text.matchAll(
      /(?:from the|under the|labell?ed|the) ["'“]?((?:[\p{Lu}\d][\p{L}\d.]*[ /]?){1,5})["'”]? (?:column|box|line|field|label|row)/gu,
    ),
    ([, name = '']) => name,
  )
  return [...bracketed, ...named]
    .map((phrase) => tokensOfFolded(foldText(phrase)).map((token) => token.text))
    .filter((phrase) => phrase.length > 0 && phrase.join('').length > 1)
}

/** Tells whether a word on the page has the meaning of a stem. */
const hasStem = (token: string, stem: string): boolean =>
  token === stem ||
  (stem.length >= 4 && token.length > stem.length && (token.startsWith(stem) || token.endsWith(stem))) ||
  // A word that is cut off: `Qty`, `Descr.`.
  (token.length >= 4 && stem.length > token.length && stem.startsWith(token))

/** 0–1: how much of a label the words say. */
export const labelScore = ({ groups, phrases }: LeafLabel, tokens: readonly string[]): number => {
  if (tokens.length === 0) return 0
  let [matched, total] = [0, 0]
  for (const { stems, weight } of groups) {
    total += weight
    if (tokens.some((token) => stems.some((stem) => hasStem(token, stem)))) matched += weight
  }
  const byName = total === 0 ? 0 : matched / total
  return phrases.some((phrase) => phrase.every((word) => tokens.includes(word))) ? Math.max(byName, 0.95) : byName
}

/** Words beside a place that may be its label. */
const besideWords = 10
/** Lines above a place in which its label may be. */
const linesAbove = 3

/** 0–1: how much of a leaf's label is before or above a word. */
export const labelNearby = (
  { names }: { readonly names: readonly string[] },
  first: number,
  { words, tokens, firstTokens }: IndexedReading,
  layout: WordLayout,
  labels: LabelIndex,
): number => {
  const label = labels.get(names.join('/'))
  if (label === undefined) return 0
  const tokensOfWord = (index: number): string[] =>
    tokens.slice(firstTokens[index] ?? 0, firstTokens[index + 1] ?? tokens.length).map(({ text }) => text)
  const word = words[first]
  if (word === undefined) return 0
  const beside: string[] = []
  for (let index = first - 1; index >= 0 && index >= first - besideWords; index -= 1) {
    const other = words[index]
    // The label may be on the line before in a block of its own.
    if (other === undefined || other.page !== word.page || word.line - other.line > 2) break
    beside.push(...tokensOfWord(index))
  }
  // The word itself may have its label, as in `Date:2024` or in markup.
  beside.push(...tokensOfWord(first))
  const score = labelScore(label, beside)
  if (word.bbox === null || score === 1) return score
  const [x0, y0, x1, y1] = word.bbox
  const depth = layout.depths[first] ?? 0
  const around = wordsBetween(layout, depth - (linesAbove + 0.5) * usualLineHeight, depth + 0.3 * usualLineHeight, 400)
  const above: string[] = []
  const left: string[] = []
  for (const index of around) {
    const box = words[index]?.bbox
    if (box === undefined || box === null || index === first) continue
    if (box[3] <= y0 + 2 && box[0] < x1 + 40 && box[2] > x0 - 40) above.push(...tokensOfWord(index))
    else if (box[1] < y1 && box[3] > y0 && box[0] < x0) left.push(...tokensOfWord(index))
  }
  return Math.max(score, labelScore(label, above), 0.95 * labelScore(label, left))
}
