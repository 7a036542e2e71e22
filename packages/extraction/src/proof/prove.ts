import { type ExtractionEvidence, union } from '@polyparse/document'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import { layOutWords, type WordLayout } from '../reading/layout-of-words.ts'
import type { ObjectSchema } from '../schema/extraction-schema.ts'
import { type LabelIndex, labelNearby } from '../labels/labels.ts'
import { type Candidate, candidatesOf, firstWord } from './candidates.ts'
import { derivationsOf, derivedEvidence } from './derive.ts'
import { type GivenItems, withoutEmptyItems } from './given-items.ts'
import { dataOfLeaves, type LeavesOfData, leavesOfData, type ProposedLeaf } from './leaf-values.ts'
import { rowPlacer, type RowLeaf } from './place-rows.ts'
import { certaintyOf } from './certainty.ts'
import { statementNear } from './statements.ts'

export type ProvenData = {
  data: Record<string, unknown>
  evidence: ExtractionEvidence[]
  /** The number of items of an array that are left out because there are too many, by its pointer. */
  omitted: Readonly<Record<string, number>>
  /** The number of items of an array that are left out because the pages have none of their values, by its pointer. */
  unproven: Readonly<Record<string, number>>
}

export type ProofOptions = {
  /** The treatment of a value that is not on the pages: `null` in its place, or the value is kept. */
  readonly unproven: 'null' | 'keep'
}

/** A candidate with its place in the document and what speaks for it. */
type Chosen = {
  readonly candidate: Candidate
  readonly closeness: number
  readonly places: number
  readonly label: number
}

/**
 * Looks for every value of the data in the words of a reading. Whoever proposed them is not believed: what is not there
 * is null, unless it follows from what is or is to be kept, and an item of an array of which nothing is left is none.
 */
export const proveData = (
  schema: ObjectSchema,
  data: unknown,
  reading: IndexedReading,
  labels: LabelIndex,
  { unproven }: ProofOptions,
): ProvenData => {
  const layout = layOutWords(reading)
  const proposed = leavesOfData(schema, data)
  const { leaves } = proposed
  const chosen = new Map<ProposedLeaf, Chosen>()
  const memo = new Map<string, readonly Candidate[]>()
  const candidates = (leaf: ProposedLeaf): readonly Candidate[] => {
    if (leaf.value === null || typeof leaf.value === 'boolean') return []
    const key = `${leaf.leaf.type} ${typeof leaf.value} ${leaf.value}`
    const known = memo.get(key)
    if (known !== undefined) return known
    const found = candidatesOf(leaf.value, leaf.leaf, reading)
    memo.set(key, found)
    return found
  }
  for (const leaf of leaves) {
    if (leaf.row !== null) continue
    const choice = chooseAlone(leaf, candidates(leaf), reading, layout, labels)
    if (choice !== null) chosen.set(leaf, choice)
  }
  for (const [leaf, choice] of chooseByRows(leaves, candidates, layout)) chosen.set(leaf, choice)
  for (const leaf of leaves) {
    // It would have to be told of a row which column says it.
    if (typeof leaf.value !== 'boolean' || leaf.row !== null) continue
    const statement = statementNear(leaf, leaf.value, reading, layout, labels)
    if (statement === null) continue
    const candidate = { words: [statement.word], strength: 0.9, from: [] }
    chosen.set(leaf, { candidate, closeness: 1, places: 1, label: statement.label })
  }
  const keepsAll = unproven === 'keep'
  const isFound = (leaf: ProposedLeaf): boolean => chosen.has(leaf)
  const given = withoutEmptyItems(schema, proposed, (leaf) => isFound(leaf) || (keepsAll && leaf.value !== null))
  const left = [...given.leaves.keys()]
  const derived = derivationsOf(left, isFound, (array) => isWhole(array, proposed, given))
  const certainty = (leaf: ProposedLeaf): number => evidenceOf(leaf, chosen.get(leaf), reading).confidence
  const values = new Map<string, ProposedLeaf['value']>()
  const evidence: ExtractionEvidence[] = []
  for (const [leaf, path] of given.leaves) {
    const derivation = derived.get(leaf)
    values.set(path, keepsAll || isFound(leaf) || derivation !== undefined ? leaf.value : null)
    const entry =
      derivation === undefined
        ? evidenceOf(leaf, chosen.get(leaf), reading)
        : derivedEvidence(leaf, derivation, { certainty, arrays: given.arrays })
    evidence.push({ ...entry, path })
  }
  return { data: dataOfLeaves(schema, values), evidence, omitted: given.omitted, unproven: given.unproven }
}

/** Tells whether an array has all of its items that were proposed. */
const isWhole = (array: string, { omitted }: LeavesOfData, { arrays, unproven }: GivenItems): boolean =>
  omitted[array] === undefined && unproven[arrays.get(array) ?? ''] === undefined

/** Places whose surroundings are searched for a label. */
const maxLabelled = 60

const chooseAlone = (
  leaf: ProposedLeaf,
  candidates: readonly Candidate[],
  reading: IndexedReading,
  layout: WordLayout,
  labels: LabelIndex,
): Chosen | null => {
  let best: Chosen | null = null
  let bestScore = -1
  for (const candidate of candidates.slice(0, maxLabelled)) {
    const label = labelNearby(leaf, firstWord(candidate), reading, layout, labels)
    const score = candidate.strength * (0.5 + 0.5 * label)
    if (score > bestScore)
      [best, bestScore] = [{ candidate, closeness: 1, places: distinctPlaces(candidates), label }, score]
  }
  return best
}

/** Places of nearly the strength of the best. */
const distinctPlaces = (candidates: readonly Candidate[]): number => {
  const strongest = candidates.reduce((most, { strength }) => Math.max(most, strength), 0)
  return candidates.filter(({ strength }) => strength >= 0.8 * strongest).length
}

const chooseByRows = (
  leaves: readonly ProposedLeaf[],
  candidates: (leaf: ProposedLeaf) => readonly Candidate[],
  layout: WordLayout,
): Map<ProposedLeaf, Chosen> => {
  const chosen = new Map<ProposedLeaf, Chosen>()
  const placers = new Map<string, ReturnType<typeof rowPlacer>>()
  for (const [row, ofRow] of Map.groupBy(leaves, ({ row: path }) => path)) {
    if (row === null) continue
    const array = row.replace(/\/\d+$/, '')
    const place = placers.get(array) ?? rowPlacer(layout)
    placers.set(array, place)
    const byLeaf = new Map(
      ofRow.map((leaf): [RowLeaf, ProposedLeaf] => [
        { column: leaf.names.join('/'), candidates: candidates(leaf) },
        leaf,
      ]),
    )
    for (const [rowLeaf, { candidate, closeness }] of place([...byLeaf.keys()])) {
      const leaf = byLeaf.get(rowLeaf)
      if (leaf !== undefined)
        chosen.set(leaf, { candidate, closeness, places: distinctPlaces(rowLeaf.candidates), label: 0 })
    }
  }
  return chosen
}

const evidenceOf = (
  { path, value, row }: ProposedLeaf,
  chosen: Chosen | undefined,
  { words }: IndexedReading,
): ExtractionEvidence => {
  if (chosen === undefined)
    return { path, value, status: 'not_found', page: null, bbox: null, text: null, confidence: 0, from: [] }
  const { candidate } = chosen
  const page = words[firstWord(candidate)]?.page ?? null
  const found = candidate.words.flatMap((index) => words[index] ?? [])
  return {
    path,
    value,
    status: 'found',
    page,
    // The box covers the beginning of a value that goes over to the next page.
    bbox: union(found.filter((word) => word.page === page).flatMap(({ bbox }) => (bbox === null ? [] : [bbox]))),
    text: found.map(({ text }) => text).join(' '),
    confidence: certaintyOf({ ...chosen, value, isInRow: row !== null, words: found }),
    from: candidate.from,
  }
}
