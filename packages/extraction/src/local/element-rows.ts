import { labelOf, labelScore, wordsOfName } from '../labels/labels.ts'
import type { ArraySchema } from '../schema/extraction-schema.ts'
import { columnsOf, type Row } from './array-columns.ts'
import type { MarkupValue } from './markup.ts'
import { typedValue, type WritingHabits } from './typed-values.ts'

/** The share of a property's label that an element must have. */
const leastElement = 0.6
/** The best element must be better than another by so much to be a column. */
const leastElementLead = 0.05

const inSingular = (words: readonly string[]): string => words.map((word) => word.replace(/s$/, '')).join(' ')

/** Items from repeated elements whose name is that of the array. */
export const elementRows = (
  name: string,
  array: ArraySchema,
  markup: readonly MarkupValue[],
  habits: WritingHabits,
): Row[] => {
  const columns = columnsOf(array)
  if (columns === null || markup.length === 0) return []
  const wanted = inSingular(wordsOfName(name))
  const isNamedSo = (words: readonly string[]): boolean => inSingular(words) === wanted
  const anywhere = markup.flatMap(({ path, value }) => {
    const at = path.findIndex(({ words }) => isNamedSo(words))
    const row = path[at]
    const rest = path.slice(at + 1)
    return row === undefined || rest.length === 0
      ? []
      : [{ at, row: row.occurrence, key: rest.map((step) => step.name).join('/'), around: row.words, rest, value }]
  })
  // The same elements further in belong to something else.
  const outermost = anywhere.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const inside = anywhere.filter(({ at }) => at === outermost)
  const kinds = [...new Map(inside.map((element) => [element.key, element] as const))]
  const keyOf = new Map<string, string>()
  for (const { name: column, leaf } of columns) {
    const own = labelOf(column === '' ? name : column, leaf)
    const scored = kinds
      .map(([key, { rest, around }]) => {
        const tag = rest.at(-1)?.words ?? []
        const path = rest.flatMap(({ words }) => words)
        const foreign = path.filter((word) => labelScore(own, [word]) === 0).length / Math.max(1, path.length)
        return {
          key,
          score: labelScore(own, tag) === 0 ? 0 : labelScore(own, [...around, ...path]) * (1 - 0.3 * foreign),
        }
      })
      .toSorted((a, b) => b.score - a.score)
    const [best, next] = scored
    if (
      best !== undefined &&
      best.score >= leastElement &&
      (next === undefined || best.score - next.score >= leastElementLead)
    )
      keyOf.set(column, best.key)
  }
  if (keyOf.size < Math.min(2, columns.length)) return []
  return [...Map.groupBy(inside, ({ row }) => row).values()].map((values) =>
    Object.fromEntries(
      columns.map(({ name: column, leaf }): [string, string | number | null] => {
        const value = values.find(({ key }) => key === keyOf.get(column))?.value
        return [column, value === undefined ? null : typedValue(value, leaf, habits)]
      }),
    ),
  )
}
