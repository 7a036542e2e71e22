import { type Box, union } from '@polyparse/document'
import type { Place } from '../../answer-blocks.ts'
import type { BoundingPoly, GoogleLayout } from './google-document-ai-answer-shape.ts'

export type PageSize = { readonly width: number; readonly height: number } | null

/** Returns the box in the unit of the size, or in shares of a page of unknown size. */
export const boxOfPoly = (poly: BoundingPoly | null | undefined, size: PageSize): Box | null => {
  const { normalizedVertices: shares, vertices } = poly ?? {}
  const [corners, unit] =
    shares && shares.length > 0 ? [shares, size ?? noSize] : [size === null ? [] : vertices, normalizedPageSize]
  return union(
    (corners ?? []).map(({ x, y }): Box => {
      const [across, down] = [(x ?? 0) * unit.width, (y ?? 0) * unit.height]
      return [across, down, across, down]
    }),
  )
}

const noSize = { width: 1, height: 1 }
const normalizedPageSize = { width: 1, height: 1 }

export const placeOfLayout = (layout: GoogleLayout | null | undefined, size: PageSize): Place => ({
  box: boxOfPoly(layout?.boundingPoly, size),
  ...(typeof layout?.confidence === 'number' && { confidence: layout.confidence }),
})
