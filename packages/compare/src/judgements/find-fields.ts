import { fieldMatching } from '../parameters.ts'
import { pointerSegments } from '../fields/field-tree.ts'
import type { FieldValueOf } from '../fields/field-values.ts'
import type { FieldSettlement, JudgedDocument } from '@polyparse/contract/judgements'
import { isSameFieldValue } from './settle-fields.ts'

/**
 * Judges new fillings of a judged document's schema by its settled values: `filled` has the `data` of each extraction by who has filled it. An item of
 * an array is known by what else it has, not by its place.
 */
export const fieldsJudgedAgain = (document: JudgedDocument, filled: ReadonlyMap<string, unknown>): JudgedDocument => ({
  ...document,
  readings: [...filled.keys()].map((provider) => ({ provider, pages: 0, durationMs: 0 })),
  settlements: [],
  fields: (document.fields ?? []).flatMap((settlement) => {
    const { truth } = settlement
    if (truth === undefined) return []
    const found = [...filled].map(([provider, data]) => ({ provider, values: valuesAt(data, settlement) }))
    const sides = found.map(({ provider, values }) => ({
      provider,
      value: values.find((value) => value !== null) ?? null,
    }))
    const isRight = ({ values }: (typeof found)[number]): boolean =>
      truth === null ? values.every((value) => value === null) : values.some((value) => isSameFieldValue(value, truth))
    return [{ ...settlement, sides, right: found.filter(isRight).map(({ provider }) => provider) }]
  }),
})

type Candidate = { readonly node: unknown; readonly item: unknown; readonly isInArray: boolean }

/** The values that data has in the place of a settlement: several where items of an array cannot be told apart. */
const valuesAt = (data: unknown, { path, item = [] }: FieldSettlement): FieldValueOf[] => {
  let candidates: Candidate[] = [{ node: data, item: null, isInArray: false }]
  for (const segment of pointerSegments(path))
    candidates = candidates.flatMap((candidate) => stepsInto(candidate, segment))
  const likeness = candidates.map(({ item: of, isInArray }) =>
    isInArray && item.length > 0 ? likenessOf(of, item) : 1,
  )
  const best = Math.max(0, ...likeness)
  return candidates.flatMap(({ node }, index) => (likeness[index] === best && best > 0 ? valueOfNode(node) : []))
}

const stepsInto = ({ node, item, isInArray }: Candidate, segment: string): Candidate[] => {
  if (Array.isArray(node)) return node.map((each: unknown) => ({ node: each, item: each, isInArray: true }))
  const member = memberOf(node, segment)
  return member === undefined ? [] : [{ node: member, item, isInArray }]
}

const memberOf = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null && !Array.isArray(node) && Object.hasOwn(node, name)
    ? Object.entries(node).find(([each]) => each === name)?.[1]
    : undefined

/** The share of the values of an item that another has as well, of those that both have; 0 where too few are the same. */
const likenessOf = (node: unknown, item: NonNullable<FieldSettlement['item']>): number => {
  const shared = item.flatMap(({ path, value }) => {
    let at: unknown = node
    for (const segment of pointerSegments(path)) at = Array.isArray(at) ? at[Number(segment)] : memberOf(at, segment)
    return valueOfNode(at).flatMap((other) => (other === null ? [] : [isSameFieldValue(other, value)]))
  })
  const share = shared.filter((isSame) => isSame).length / Math.max(1, shared.length)
  return share < fieldMatching.minEqualShare ? 0 : share
}

const valueOfNode = (node: unknown): FieldValueOf[] =>
  node === null || typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean' ? [node] : []
