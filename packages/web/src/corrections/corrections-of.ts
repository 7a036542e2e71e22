import type { MadeCorrection } from '@polyparse/contract'
import { type Correction, placeOfCorrection } from '@polyparse/document/schema'
import { createContext, useContext } from 'react'

/** The corrections of the result on the screen, and the way to make more. */
export type CorrectionsOfResult = {
  readonly entries: readonly MadeCorrection[]
  /** Stores what is printed in a place; what was read there undoes a correction. Resolves to whether it is stored. */
  readonly correct: (correction: Correction) => Promise<boolean>
}

/** Null where nothing can be corrected, as in a comparison or in what a link shows. */
export const CorrectionsContext = createContext<CorrectionsOfResult | null>(null)

export const useCorrections = (): CorrectionsOfResult | null => useContext(CorrectionsContext)

/** The corrections with this one in the place of that which the place had; without any, if it says what was read. */
export const withCorrection = (entries: readonly Correction[], correction: Correction): Correction[] => {
  const place = placeOfCorrection(correction)
  const index = entries.findIndex((each) => placeOfCorrection(each) === place)
  const others = entries.map(bareCorrection)
  if (correction.text === correction.read) return index < 0 ? others : others.toSpliced(index, 1)
  return index < 0 ? [...others, correction] : others.with(index, correction)
}

/** Drops who has made it, which the service knows. */
const bareCorrection = (entry: Correction): Correction => {
  const { read, text } = entry
  return 'block' in entry
    ? { block: entry.block, read, text }
    : { table: entry.table, row: entry.row, column: entry.column, read, text }
}
