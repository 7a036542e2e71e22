import type { BlockValue } from '@polyparse/document/schema'
import type { ResultReading } from './reading.ts'

/** The blocks from one to another in reading order, whichever comes first; none if one of them is not there. */
export const blocksBetween = (
  { pages }: ResultReading,
  one: string | null,
  other: string | null,
): readonly BlockValue[] => {
  if (one === null || other === null) return []
  const blocks = pages.flatMap((page) => page.blocks)
  const [from, to] = [blocks.findIndex(({ id }) => id === one), blocks.findIndex(({ id }) => id === other)]
  return from < 0 || to < 0 ? [] : blocks.slice(Math.min(from, to), Math.max(from, to) + 1)
}
