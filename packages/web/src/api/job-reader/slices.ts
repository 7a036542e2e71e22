/** The path to a list in a value: the names and indices that lead to it. */
export type Path = readonly (string | number)[]

export type Slice = { readonly path: Path; readonly items: readonly unknown[] }

/**
 * The approximate number of members, at any depth, of one slice: copying it between threads takes a few milliseconds.
 */
const sliceWeight = 10_000

/** Empties the long lists of a value, and yields what was in them piece by piece. */
export function* sliced(value: unknown, path: Path = []): Generator<Slice> {
  if (Array.isArray(value)) {
    const hasHeavyItems = value.some(isHeavy)
    if (hasHeavyItems) for (const [index, item] of value.entries()) yield* sliced(item, [...path, index])
    else if (isHeavy(value)) yield* slicesOfList(value.splice(0), path)
    return
  }
  if (typeof value !== 'object' || value === null || !isHeavy(value)) return
  for (const [name, member] of Object.entries(value)) yield* sliced(member, [...path, name])
}

const isHeavy = (value: unknown): boolean => weigh(value, sliceWeight) >= sliceWeight

function* slicesOfList(list: readonly unknown[], path: Path): Generator<Slice> {
  let items: unknown[] = []
  let weight = 0
  for (const item of list) {
    items.push(item)
    weight += weigh(item, sliceWeight)
    if (weight < sliceWeight) continue
    yield { path, items }
    items = []
    weight = 0
  }
  if (items.length > 0) yield { path, items }
}

/** Puts a slice back where it was. Slices come in order. */
export const addSlice = (value: unknown, { path, items }: Slice): void => {
  const list = path.reduce<unknown>((holder, name) => memberOf(holder, name), value)
  if (!Array.isArray(list)) throw new TypeError(`There is no list at ${path.join('.')}`)
  for (const item of items) list.push(item)
}

const memberOf = (holder: unknown, name: string | number): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined

/** The number of members at any depth, counted up to a limit. */
const weigh = (value: unknown, limit: number): number => {
  if (typeof value === 'string') return 1 + value.length / 500
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  for (const member of Object.values(value)) {
    weight += weigh(member, limit - weight)
    if (weight >= limit) return weight
  }
  return weight
}
