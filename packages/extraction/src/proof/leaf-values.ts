import {
  type ArraySchema,
  type LeafSchema,
  type ObjectSchema,
  pointerToken,
  type SchemaPart,
} from '../schema/extraction-schema.ts'
import { amountOfText } from '../values/amounts.ts'
import { foldText } from '../values/fold.ts'

/** A value that was proposed for a leaf. */
export type ProposedLeaf = {
  /** An RFC 6901 pointer into the data. */
  readonly path: string
  /** The names that lead to it, without the places in arrays. */
  readonly names: readonly string[]
  readonly leaf: LeafSchema
  /** The value in the type of its schema; null for none, or for one that the schema does not allow. */
  readonly value: string | number | boolean | null
  /** The pointer of the innermost item of an array that it is in; null outside of arrays. */
  readonly row: string | null
  /** The pointers of all items of arrays that it is in, the outermost first. */
  readonly items: readonly string[]
}

/** Items of all arrays of one answer; more are left out. */
const maxRows = 20_000
/** Values of all of them: 500 properties in each of 20 000 items would fill the memory. */
const maxLeaves = 400_000
/** Characters of one value. */
const maxText = 20_000

/** The leaves of an answer, and how many items of each array are left out because there are too many. */
export type LeavesOfData = {
  readonly leaves: readonly ProposedLeaf[]
  /** The counts by the pointer of the array. */
  readonly omitted: Readonly<Record<string, number>>
}

/**
 * The leaves of proposed data, in the order of the schema. What the schema does not name is left out, what it names and the
 * data lack is null, and a value of another type is taken where it means one of the right type.
 */
export const leavesOfData = (schema: ObjectSchema, data: unknown): LeavesOfData => {
  const leaves: ProposedLeaf[] = []
  const omitted: Record<string, number> = {}
  let rows = 0
  const walk = (
    part: SchemaPart,
    value: unknown,
    path: string,
    names: readonly string[],
    inside: readonly string[],
  ): void => {
    if (part.kind === 'leaf')
      leaves.push({ path, names, leaf: part, value: fitLeaf(value, part), row: inside.at(-1) ?? null, items: inside })
    else if (part.kind === 'object')
      for (const { name, schema: property } of part.properties)
        walk(property, memberOf(value, name), `${path}/${pointerToken(name)}`, [...names, name], inside)
    else {
      const items = itemsOf(value)
      for (const [index, item] of items.entries()) {
        if (rows >= maxRows || leaves.length >= maxLeaves) {
          omitted[path] = items.length - index
          break
        }
        rows += 1
        walk(part.items, item, `${path}/${index}`, names, [...inside, `${path}/${index}`])
      }
    }
  }
  walk(schema, data, '', [], [])
  return { leaves, omitted }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value in the type of its schema, null where it has no meaning there. */
const fitLeaf = (value: unknown, { type, enum: allowed }: LeafSchema): ProposedLeaf['value'] => {
  if (value === null || value === undefined || typeof value === 'object') return null
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (typeof value === 'boolean') return null
  const fitted = type === 'string' ? fitText(value) : fitNumber(value, type)
  if (fitted === null || allowed === null || allowed.includes(fitted)) return fitted
  if (typeof fitted === 'number') return null
  const folded = foldText(fitted)
  return allowed.find((one) => typeof one === 'string' && foldText(one) === folded) ?? null
}

const fitText = (value: unknown): string | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxText ? value : null
}

const fitNumber = (value: unknown, type: 'number' | 'integer'): number | null => {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? amountOfText(value) : null
  if (number === null || !Number.isFinite(number)) return null
  return type === 'integer' && !Number.isInteger(number) ? null : number
}

/** The data with these values at the pointers of its leaves. */
export const dataOfLeaves = (
  schema: ObjectSchema,
  values: ReadonlyMap<string, ProposedLeaf['value']>,
): Record<string, unknown> => {
  const counts = new Map<string, number>()
  for (const path of values.keys()) countItems(path, counts)
  const objectOf = (part: ObjectSchema, path: string): Record<string, unknown> =>
    Object.fromEntries(
      part.properties.map(({ name, schema: property }) => [name, build(property, `${path}/${pointerToken(name)}`)]),
    )
  const arrayOf = (part: ArraySchema, path: string): unknown[] =>
    Array.from({ length: counts.get(path) ?? 0 }, (_, index) => build(part.items, `${path}/${index}`))
  const build = (part: SchemaPart, path: string): unknown => {
    if (part.kind === 'leaf') return values.get(path) ?? null
    return part.kind === 'object' ? objectOf(part, path) : arrayOf(part, path)
  }
  return objectOf(schema, '')
}

const countItems = (path: string, counts: Map<string, number>): void => {
  const tokens = path.split('/')
  for (let at = 2; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (!/^\d+$/.test(token)) continue
    const array = tokens.slice(0, at).join('/')
    counts.set(array, Math.max(counts.get(array) ?? 0, Number(token) + 1))
  }
}
