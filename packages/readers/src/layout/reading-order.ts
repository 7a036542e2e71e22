import type { Box } from '@polyparse/document'
import type { Gutter } from './gutters.ts'

/** A part of a page in which text runs in one column: what stands in it, in no order yet. */
export type Column<Thing> = readonly Thing[]

/**
 * Divides what stands on a page into columns in reading order: along the tallest gutter, what is above it comes first,
 * then what is left of it, what is right of it, and what is below; each part again along the gutters in it.
 */
export const divide = <Thing extends { readonly box: Box }>(
  things: readonly Thing[],
  gutters: readonly Gutter[],
): Column<Thing>[] => {
  if (things.length === 0) return []
  const [gutter, ...others] = gutters.toSorted((a, b) => b.bottom - b.top - (a.bottom - a.top))
  if (gutter === undefined) return [things]
  const parts: Record<Place, Thing[]> = { above: [], left: [], right: [], below: [] }
  for (const thing of things) parts[placeOf(thing.box, gutter)].push(thing)
  if (parts.left.length === 0 || parts.right.length === 0) return divide(things, others)
  return places.flatMap((place) =>
    divide(
      parts[place],
      others.filter((other) => placeOf(asBox(other), gutter) === place),
    ),
  )
}

const places = ['above', 'left', 'right', 'below'] as const
type Place = (typeof places)[number]

const placeOf = ([x0, y0, x1, y1]: Box, { left, right, top, bottom }: Gutter): Place => {
  const middle = (y0 + y1) / 2
  if (middle < top) return 'above'
  if (middle > bottom) return 'below'
  return (x0 + x1) / 2 < (left + right) / 2 ? 'left' : 'right'
}

const asBox = ({ left, right, top, bottom }: Gutter): Box => [left, top, right, bottom]
