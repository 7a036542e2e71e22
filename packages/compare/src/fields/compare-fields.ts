import type { Extraction, ExtractionEvidence, FieldComparison } from '@polyparse/document/schema'
import { itemAt } from '@polyparse/document/items'
import { fieldMatching } from '../parameters.ts'
import { type FieldLeaf, type FieldNode, fieldTreeOf, isProved, fieldLeavesIn, pointerTo } from './field-tree.ts'
import { keyOfFieldValue } from './field-values.ts'
import { matchRows } from './match-rows.ts'

/** One of several fillings of a schema. */
export type FilledReading = { readonly by: string; readonly extraction: Pick<Extraction, 'data' | 'evidence'> }

/** Several fillings of one schema, side by side and as one. */
export type ComparedFields = {
  readonly data: Extraction['data']
  readonly evidence: Extraction['evidence']
  readonly fields: readonly FieldComparison[]
}

/**
 * Compares what several have filled a schema with, value by value. As one, a value is that which is proved best, of equals that of
 * the first. All items of an array are those of one of them, so that nothing is in it twice: of the one that
 * proves most of its values. A value is doubted if others prove a different one.
 *
 * @example
 * const { fields } = compareFields([{ by: 'local', extraction: ours }, { by: 'vision', extraction: theirs }])
 * fields.filter(({ agreement }) => agreement === 'disputed')
 */
export const compareFields = (readings: readonly FilledReading[]): ComparedFields => {
  const evidence: ExtractionEvidence[] = []
  const fields: FieldComparison[] = []
  const trees = readings.map(({ extraction }) => fieldTreeOf(extraction))
  const leaders = leadersIn(trees)

  const compareLeaves = (leaves: readonly (FieldLeaf | undefined)[], leader: number | null): unknown => {
    const said = leaves.flatMap((leaf, of) => (leaf === undefined ? [] : [{ leaf, by: itemAt(readings, of).by, of }]))
    const stands = ({ leaf, of }: (typeof said)[number]): boolean => isStanding(leaf.entry, of, leaders)
    const chosen =
      leader === null
        ? said.reduce<(typeof said)[number] | undefined>(
            (best, each) => (best === undefined || rankOf(each, stands) > rankOf(best, stands) ? each : best),
            undefined,
          )
        : said.find(({ of }) => of === leader)
    const values = said.map(({ leaf, by }) => ({ by, ...leaf.entry, from: [...leaf.entry.from] }))
    const proved = values.filter(isProved)
    fields.push({
      ...(chosen !== undefined && { path: chosen.leaf.entry.path }),
      agreement: agreementOf(values, readings.length),
      proved: proved.map(({ by }) => by),
      values,
    })
    if (chosen === undefined) return null
    const { entry, datum } = chosen.leaf
    if (!stands(chosen)) {
      // A value that was derived from items outside of the data is no longer derived.
      const { path, value } = entry
      evidence.push({ path, value, status: 'not_found', page: null, bbox: null, text: null, confidence: 0, from: [] })
      return entry.status === 'not_found' ? datum : null
    }
    const isDoubted = proved.some(({ value }) => isOther(value, entry.value))
    const confidence = isDoubted ? Math.min(entry.confidence, fieldMatching.disputedConfidence) : entry.confidence
    evidence.push({ ...entry, confidence })
    return datum
  }

  const walk = (nodes: readonly (FieldNode | undefined)[], path: string, leader: number | null): unknown => {
    const sample = nodes.find((node) => node !== undefined)
    if (sample === undefined) return null
    if (sample.kind === 'leaf')
      return compareLeaves(
        nodes.map((node) => (node?.kind === 'leaf' ? node : undefined)),
        leader,
      )
    if (sample.kind === 'object') {
      const members = nodes.map((node) => (node?.kind === 'object' ? node.members : undefined))
      const names = new Set(members.flatMap((each) => [...(each?.keys() ?? [])]))
      return Object.fromEntries(
        [...names].map((name) => [
          name,
          walk(
            members.map((each) => each?.get(name)),
            pointerTo(path, name),
            leader,
          ),
        ]),
      )
    }
    const base = leader ?? leaders.get(path) ?? 0
    const arrays = nodes.map((node) => (node?.kind === 'array' ? node.items : []))
    return matchRows(arrays, base).flatMap((row) => {
      const item = walk(row, path, base)
      return row[base] === undefined ? [] : [item]
    })
  }

  const data = walk(trees, '', null)
  return { data: isData(data) ? data : {}, evidence, fields }
}

const isData = (value: unknown): value is Extraction['data'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the filling whose items each array takes, by the pointer of the array, for arrays that are in no other. */
const leadersIn = (trees: readonly FieldNode[]): ReadonlyMap<string, number> => {
  const leaders = new Map<string, number>()
  const walk = (nodes: readonly (FieldNode | undefined)[], path: string): void => {
    if (nodes.some((node) => node?.kind === 'array')) {
      const found = nodes.map((node) => fieldLeavesIn(node).filter(({ leaf }) => isProved(leaf.entry)).length)
      const said = nodes.map((node) => fieldLeavesIn(node).filter(({ leaf }) => leaf.datum !== null).length)
      const most = (counts: readonly number[]): number => counts.indexOf(Math.max(...counts))
      leaders.set(path, Math.max(...found) === 0 ? most(said) : most(found))
      return
    }
    const members = nodes.map((node) => (node?.kind === 'object' ? node.members : undefined))
    for (const name of new Set(members.flatMap((each) => [...(each?.keys() ?? [])])))
      walk(
        members.map((each) => each?.get(name)),
        pointerTo(path, name),
      )
  }
  walk(trees, '')
  return leaders
}

/**
 * Tells whether a value is proved in the data as they are now; a derived one is only with the items from which it is
 * derived.
 */
const isStanding = (entry: ExtractionEvidence, of: number, leaders: ReadonlyMap<string, number>): boolean => {
  if (!isProved(entry)) return false
  const { status, of: source = '' } = entry
  if (status !== 'derived') return true
  return [...leaders].every(([array, leader]) => leader === of || !source.startsWith(`${array}/`))
}

type Said = { readonly leaf: FieldLeaf; readonly of: number }

const rankOf = <Each extends Said>(each: Each, stands: (one: Each) => boolean): number => {
  const { entry } = each.leaf
  if (!stands(each)) return entry.value === null ? -1 : 0
  return (entry.status === 'found' ? 2 : 1) + entry.confidence / 2
}

const isOther = (one: ExtractionEvidence['value'], other: ExtractionEvidence['value']): boolean =>
  one !== null && other !== null && keyOfFieldValue(one) !== keyOfFieldValue(other)

const agreementOf = (
  values: readonly Pick<ExtractionEvidence, 'value'>[],
  of: number,
): FieldComparison['agreement'] => {
  const said = values.flatMap(({ value }) => (value === null ? [] : [keyOfFieldValue(value)]))
  if (said.length === 0) return 'empty'
  if (new Set(said).size > 1) return 'disputed'
  // A single one has nobody to agree with.
  return said.length === of && of > 1 ? 'agreed' : 'partial'
}
