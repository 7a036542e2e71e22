import type { ExtractionEvidence } from '@polyparse/document'
import { wordsOfName } from '../labels/labels.ts'
import { foldText, tokensOfFolded } from '../values/fold.ts'
import { placeOfItem } from './given-items.ts'
import type { ProposedLeaf } from './leaf-values.ts'

/** The derivation of a value that is nowhere on the pages from others that are. */
export type Derivation = {
  readonly how: 'sum' | 'count'
  /** The pointer of the array whose values are added, or whose items are counted. */
  readonly array: string
  /** The rest of the pointers of a sum's values after their items, such as `/amount`. */
  readonly column: string | null
  /** The values that it follows from. */
  readonly base: readonly ProposedLeaf[]
}

/**
 * The certainty of a derived value, as a share of that of the least certain value behind it. That a sum is right to its
 * last digit can hardly be chance. A count tells nothing of items that nobody has proposed, so somebody should look:
 * callers do so below .7.
 */
const certaintyOfDerivation = { sum: 0.9, count: 0.65 } as const

/** The evidence of a derived value; `arrays` says where arrays are by now. */
export const derivedEvidence = (
  { path, value }: ProposedLeaf,
  { how, array, column, base }: Derivation,
  {
    certainty,
    arrays,
  }: { readonly certainty: (leaf: ProposedLeaf) => number; readonly arrays: ReadonlyMap<string, string> },
): ExtractionEvidence => {
  const least = base.reduce((lowest, leaf) => Math.min(lowest, certainty(leaf)), 1)
  return {
    path,
    value,
    status: 'derived',
    page: null,
    bbox: null,
    text: null,
    confidence: Math.round(least * certaintyOfDerivation[how] * 1000) / 1000,
    from: [how],
    of: `${arrays.get(array) ?? array}${column === null ? '' : `/*${column}`}`,
  }
}

/** The items of an array, by the values that are directly in them or in their objects. */
type ItemsOfArray = {
  /** The item of another array that it is in; null for none. */
  readonly inside: string | null
  readonly items: Set<string>
  readonly columns: Map<string, ProposedLeaf[]>
}

/** Digits from which a sum is equal to a number by chance no more than once in ten thousand. */
const tellingDigits = 4

/**
 * Returns how numbers that were proposed and are not on the page follow from those that do: the sum of a column, or
 * the number of items of an array, beside which they belong. A column is added only where each of its values was found,
 * because a sum with one that is wrong proves nothing. Short sums and counts are equal to other numbers by chance, so the
 * name has to say that it is one.
 *
 * `leaves` are those of items that are left; an array of which items are not is no base.
 */
export const derivationsOf = (
  leaves: readonly ProposedLeaf[],
  isFound: (leaf: ProposedLeaf) => boolean,
  isWhole: (array: string) => boolean,
): ReadonlyMap<ProposedLeaf, Derivation> => {
  const asked = leaves.filter((leaf) => typeof leaf.value === 'number' && leaf.value !== 0 && !isFound(leaf))
  const derived = new Map<ProposedLeaf, Derivation>()
  if (asked.length === 0) return derived
  const arrays = Map.groupBy(
    [...arraysOf(leaves)].filter(([array, { items }]) => isWhole(array) && items.size > 1),
    ([, { inside }]) => inside,
  )
  for (const leaf of asked) {
    const beside = (arrays.get(leaf.row) ?? []).filter(([array]) => !leaf.path.startsWith(`${array}/`))
    const derivation = sumOf(leaf, beside, isFound) ?? countOf(leaf, beside, isFound)
    if (derivation !== null) derived.set(leaf, derivation)
  }
  return derived
}

const arraysOf = (leaves: readonly ProposedLeaf[]): ReadonlyMap<string, ItemsOfArray> => {
  const arrays = new Map<string, ItemsOfArray>()
  for (const leaf of leaves) {
    if (leaf.row === null) continue
    const [array] = placeOfItem(leaf.row)
    const known = arrays.get(array) ?? { inside: leaf.items.at(-2) ?? null, items: new Set(), columns: new Map() }
    arrays.set(array, known)
    known.items.add(leaf.row)
    const column = leaf.path.slice(leaf.row.length)
    const values = known.columns.get(column) ?? []
    values.push(leaf)
    known.columns.set(column, values)
  }
  return arrays
}

type NamedArray = readonly [array: string, ItemsOfArray]

const sumOf = (
  leaf: ProposedLeaf,
  arrays: readonly NamedArray[],
  isFound: (leaf: ProposedLeaf) => boolean,
): Derivation | null => {
  if (digitsOf(leaf.value) < tellingDigits && !isCalled(leaf, sumWords)) return null
  for (const [array, { columns }] of arrays)
    for (const [column, values] of columns) {
      const added = values.filter(({ value }) => value !== null && value !== 0)
      if (added.length < 2 || !added.every(isFound)) continue
      if (isSumOf(leaf.value, added)) return { how: 'sum', array, column, base: added }
    }
  return null
}

/** Tells whether a number is the sum of others, to the last of their decimals. */
const isSumOf = (total: ProposedLeaf['value'], added: readonly ProposedLeaf[]): boolean => {
  if (typeof total !== 'number') return false
  let sum = 0
  let decimals = decimalsOf(total)
  for (const { value } of added) {
    if (typeof value !== 'number') return false
    sum += value
    decimals = Math.max(decimals, decimalsOf(value))
  }
  return Math.abs(sum - total) < 0.5 * 10 ** -decimals
}

const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

const digitsOf = (value: ProposedLeaf['value']): number =>
  String(value)
    .replaceAll(/\D/g, '')
    .replaceAll(/^0+|0+$/g, '').length

const countOf = (
  leaf: ProposedLeaf,
  arrays: readonly NamedArray[],
  isFound: (leaf: ProposedLeaf) => boolean,
): Derivation | null => {
  const [only, ...others] = arrays
  if (only === undefined || others.length > 0 || !isCalled(leaf, countWords)) return null
  const [array, { items, columns }] = only
  if (leaf.value !== items.size) return null
  return { how: 'count', array, column: null, base: [...columns.values()].flat().filter(isFound) }
}

/** Stems of words for a sum in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const sumWords = /^(?:total|sum|summ|gesamt|subtotal|zwischensumme|som|soma|suma|somme|totaal|totale)/
const countWords = /^(?:count|anzahl|cantidad|quantidade|aantal|quantos)|^(?:number|nombre|numero) (?:of|de|di|des|do)$/

/** Tells whether a name, or its title, has such a word, or two that follow each other. */
const isCalled = ({ names, leaf: { title } }: ProposedLeaf, words: RegExp): boolean =>
  [wordsOfName(names.at(-1) ?? ''), tokensOfFolded(foldText(title)).map(({ text }) => text)].some((said) =>
    said.some((word, index) => words.test(word) || words.test(`${word} ${said[index + 1] ?? ''}`)),
  )
