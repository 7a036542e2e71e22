import { type Box, union } from '@polyparse/document'
import type { Place } from '../answer-blocks.ts'
import type { BoundingPoly, Layout } from './answer-shape.ts'

export type PageSize = { readonly width: number; readonly height: number } | null

/** In the unit of the size, or in shares of a page of unknown size. */
export const boxOf = (poly: BoundingPoly | null | undefined, size: PageSize): Box | null => {
  const { normalizedVertices: shares, vertices } = poly ?? {}
  const [corners, unit] =
    shares && shares.length > 0 ? [shares, size ?? noSize] : [size === null ? [] : vertices, whole]
  return union(
    (corners ?? []).map(({ x, y }): Box => {
      const [across, down] = [(x ?? 0) * unit.width, (y ?? 0) * unit.height]
      return [across, down, across, down]
    }),
  )
}

const noSize = { width: 1, height: 1 }
const whole = { width: 1, height: 1 }

export const placeOf = (layout: Layout | null | undefined, size: PageSize): Place => ({
  box: boxOf(layout?.boundingPoly, size),
  ...(typeof layout?.confidence === 'number' && { confidence: layout.confidence }),
})
