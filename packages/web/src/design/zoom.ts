import { firstOf, lastOf } from '@polyparse/document/items'

/** Shares of the width that there is. */
const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3]

export const firstZoom = firstOf(zooms)
export const lastZoom = lastOf(zooms)

/**
 * The next step from any zoom; `by` is negative for a smaller one.
 * @example nextZoom(1, 1) // 1.25
 */
export const nextZoom = (zoom: number, by: number): number =>
  (by > 0 ? zooms.find((step) => step > zoom) : zooms.findLast((step) => step < zoom)) ?? zoom
