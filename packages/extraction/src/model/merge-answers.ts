import type { ObjectSchema, SchemaPart } from '../schema/extraction-schema.ts'

/**
 * One answer for a document from those about its portions, in their order: arrays one after the other, and of every other value
 * what the chosen answer says. `choose` gets the pointer of a value outside of arrays.
 */
export const mergeAnswers = (
  schema: ObjectSchema,
  answers: readonly unknown[],
  choose: (path: string, values: readonly unknown[]) => unknown,
): unknown => {
  const merge = (part: SchemaPart, values: readonly unknown[], path: string): unknown => {
    if (part.kind === 'leaf') return choose(path, values)
    if (part.kind === 'array')
      return values.flatMap((value) => (Array.isArray(value) ? value.filter(saysAnything) : []))
    const members = values.map(membersOf)
    return Object.fromEntries(
      part.properties.map(({ name, schema: property }) => [
        name,
        merge(
          property,
          members.map((each) => each.get(name)),
          `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        ),
      ]),
    )
  }
  return merge(schema, answers, '')
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [])

/** Models fill arrays up with items that say nothing. */
const saysAnything = (item: unknown): boolean => {
  if (item === null || item === '') return false
  if (typeof item !== 'object') return true
  return Object.values(item).some(saysAnything)
}
