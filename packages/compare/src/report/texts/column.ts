import { isRunning, partsOf, type TextPage, type Unit } from './text-page.ts'
import { wordsOf, type Word } from './words.ts'

/** One provider's text of one page, as the words that it is compared by. */
export type Column = {
  readonly units: readonly ColumnUnit[]
  /** Of all units, in their order. */
  readonly words: readonly PlacedWord[]
}

/** `parts` are its texts, and those of its cells. */
export type ColumnUnit = { readonly unit: Unit; readonly parts: readonly string[] }

/** A word and where it stands: the number of its unit, the part of that unit, and the place in the part's text. */
export type PlacedWord = Word & { readonly unit: number; readonly part: number; readonly isRunning: boolean }

export const columnOf = ({ units }: Pick<TextPage, 'units'>): Column => {
  const words: PlacedWord[] = []
  return {
    words,
    units: units.map((unit, index) => {
      const [parts, running] = [partsOf(unit), isRunning(unit)]
      for (const [part, text] of parts.entries())
        for (const word of wordsOf(text)) words.push({ ...word, unit: index, part, isRunning: running })
      return { unit, parts }
    }),
  }
}
