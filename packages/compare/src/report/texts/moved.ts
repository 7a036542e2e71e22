import type { Column } from './column.ts'

/** A passage of fewer words stands elsewhere by chance. */
const minWords = 4

/** Of the words without a partner, those that the other column has as a passage in another place. */
export const movedWords = (one: Column, toOther: Int32Array, other: Column, toOne: Int32Array): ReadonlySet<number> => {
  const known = new Set(passagesOf(other, toOne).map(({ key }) => key))
  return new Set(
    passagesOf(one, toOther)
      .filter(({ key }) => known.has(key))
      .flatMap(({ start }) => Array.from({ length: minWords }, (_, step) => start + step)),
  )
}

/** Every stretch of so many words that all lack a partner. */
const passagesOf = ({ words }: Column, partners: Int32Array): { key: string; start: number }[] => {
  const found: { key: string; start: number }[] = []
  let run = 0
  for (const index of words.keys()) {
    run = partners[index] === -1 ? run + 1 : 0
    if (run < minWords) continue
    const start = index - minWords + 1
    const key = words
      .slice(start, index + 1)
      .map((word) => word.key)
      .join(' ')
    found.push({ key, start })
  }
  return found
}
