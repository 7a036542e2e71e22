import { judging } from '../parameters.ts'
import type { Reading } from '../reading.ts'
import { tokenize } from '../tokens/tokenize.ts'
import type { JudgedDocument, Settlement } from '@polyparse/contract/judgements'

/** Says whether a reading has the truth of a settlement at its place; null where its words cannot tell. */
export type TruthFinder = (settlement: Settlement) => boolean | null

/**
 * Looks for truths in a new reading of a judged document. The place is known by the words around it: two of the three before
 * or after it, as any side had them. Where nothing is printed, those before and those after must meet.
 */
export const truthFinder = (reading: Reading): TruthFinder => {
  const words = wordKeysOfReading(reading)
  const places = Map.groupBy(words.keys(), (place) => words[place] ?? '')
  return (settlement) => {
    const { truth, sides } = settlement
    if (truth === undefined || !isInWords(settlement)) return null
    const wanted = keysOf(truth)
    const contexts = sides.map(({ before, after }) => ({
      before: keysOf(before).slice(-judging.contextWords),
      after: keysOf(after).slice(0, judging.contextWords),
    }))
    const [first] = wanted
    const starts =
      first === undefined
        ? contexts.flatMap(({ before }) => {
            const last = before.at(-1)
            return last === undefined ? [0] : (places.get(last) ?? []).map((place) => place + 1)
          })
        : (places.get(first) ?? [])
    return starts
      .filter((start) => wanted.every((word, step) => words[start + step] === word))
      .some((start) =>
        contexts.some(({ before, after }) => {
          const end = start + wanted.length
          const isAfter = isMatchingContext(
            before.toReversed(),
            words.slice(Math.max(0, start - before.length), start).toReversed(),
          )
          const isBefore = isMatchingContext(after, words.slice(end, end + after.length))
          if (before.length + after.length === 0) return true
          if (wanted.length > 0) return isAfter || isBefore
          // There are no words beyond the end of the document if nothing is printed at that end.
          return (before.length === 0 ? start === 0 : isAfter) && (after.length === 0 ? end === words.length : isBefore)
        }),
      )
  }
}

/** A judged document as a new reading of it would be judged: `readingOf` has the readings by provider. */
export const judgedAgain = (document: JudgedDocument, readings: ReadonlyMap<string, Reading>): JudgedDocument => {
  const finders = [...readings].map(([provider, reading]) => [provider, truthFinder(reading)] as const)
  return {
    ...document,
    readings: finders.map(([provider]) => ({ provider, pages: 0, durationMs: 0 })),
    settlements: document.settlements.flatMap((settlement) => {
      const found = finders.flatMap(([provider, find]) => {
        const isFound = find(settlement)
        return isFound === null ? [] : [{ provider, isFound }]
      })
      if (found.length === 0) return []
      return [
        {
          ...settlement,
          sides: found.map(({ provider }) => ({ provider, text: '', before: '', after: '' })),
          right: found.flatMap(({ provider, isFound }) => (isFound ? [provider] : [])),
        },
      ]
    }),
  }
}

/** Tells whether the sides differ in their words, not only in their order or in the cells of a table. */
const isInWords = ({ kind, truth = '', sides }: Settlement): boolean =>
  kind !== 'order' && sides.some(({ text }) => keysOf(text).join(' ') !== keysOf(truth).join(' '))

/** Tells whether enough of the words next to a place are the same, from the nearest on. */
const isMatchingContext = (wanted: readonly string[], found: readonly string[]): boolean =>
  wanted.length > 0 &&
  wanted.filter((word, step) => found[step] === word).length >= Math.min(wanted.length, judging.minContextMatches)

/** A long passage was cut, with an ellipsis, maybe within its last word. */
const keysOf = (text: string): string[] => {
  const keys = tokenize(text).map(({ key }) => key)
  return text.endsWith('…') ? keys.slice(0, -1) : keys
}

const wordKeysOfReading = ({ pages, tables }: Reading): string[] =>
  pages.flatMap(({ blocks }) =>
    blocks.flatMap(({ text, table }) => {
      const cells = table === undefined ? undefined : tables[table]?.cells
      const parts = cells === undefined ? tokenize(text) : cells.flatMap((cell) => tokenize(cell.text, true))
      return parts.map(({ key }) => key)
    }),
  )
