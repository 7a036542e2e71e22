import { type ObjectSchema, pointerToken, type SchemaPart } from '../schema/extraction-schema.ts'
import type { LeavesOfData, ProposedLeaf } from './leaf-values.ts'

/** The data without the items of arrays of which no value is given. */
export type GivenItems = {
  /** The leaves that are left, in their order, by their places among the items that are left. */
  readonly leaves: ReadonlyMap<ProposedLeaf, string>
  /** The pointer of each array that is left, by its pointer before. */
  readonly arrays: ReadonlyMap<string, string>
  /**
   * The number of items of each array that were proposed with values of which none is given, by the pointer of the
   * array.
   */
  readonly unproven: Readonly<Record<string, number>>
  /** The items that are left out, as {@link LeavesOfData} has them, by the pointers of what is left. */
  readonly omitted: LeavesOfData['omitted']
}

/**
 * Leaves out the items of arrays in which every value is null: a row that is nowhere on the page is no row. Those that follow
 * move up.
 */
export const withoutEmptyItems = (
  schema: ObjectSchema,
  { leaves, omitted }: LeavesOfData,
  isGiven: (leaf: ProposedLeaf) => boolean,
): GivenItems => {
  const given = new Set<string>()
  const said = new Set<string>()
  const counts = new Map<string, number>()
  const byPath = new Map<string, ProposedLeaf>()
  for (const leaf of leaves) {
    byPath.set(leaf.path, leaf)
    const [gives, says] = [isGiven(leaf), leaf.value !== null]
    for (const item of leaf.items) {
      const [array, index] = placeOfItem(item)
      counts.set(array, Math.max(counts.get(array) ?? 0, index + 1))
      if (gives) given.add(item)
      if (says) said.add(item)
    }
  }

  const left = new Map<ProposedLeaf, string>()
  const arrays = new Map<string, string>()
  const unproven: Record<string, number> = {}
  const omittedOfLeft: Record<string, number> = {}
  const walk = (part: SchemaPart, path: string, moved: string): void => {
    if (part.kind === 'leaf') {
      const leaf = byPath.get(path)
      if (leaf !== undefined) left.set(leaf, moved)
      return
    }
    if (part.kind === 'object') {
      for (const { name, schema: property } of part.properties) {
        const token = pointerToken(name)
        walk(property, `${path}/${token}`, `${moved}/${token}`)
      }
      return
    }
    arrays.set(path, moved)
    const count = omitted[path]
    if (count !== undefined) omittedOfLeft[moved] = count
    let kept = 0
    for (let index = 0; index < (counts.get(path) ?? 0); index += 1) {
      const item = `${path}/${index}`
      if (given.has(item)) {
        walk(part.items, item, `${moved}/${kept}`)
        kept += 1
      } else if (said.has(item)) unproven[moved] = (unproven[moved] ?? 0) + 1
    }
  }
  walk(schema, '', '')
  return { leaves: left, arrays, unproven, omitted: omittedOfLeft }
}

/**
 * The pointer of the array of an item, and its index there.
 * @example placeOfItem('/lines/3') // ['/lines', 3]
 */
export const placeOfItem = (item: string): readonly [array: string, index: number] => {
  const slash = item.lastIndexOf('/')
  return [item.slice(0, slash), Number(item.slice(slash + 1))]
}
