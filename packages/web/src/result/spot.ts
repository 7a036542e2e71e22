/** A marked place on a page; without a box, the page. */
export type Spot = { readonly page: number; readonly bbox: readonly number[] | null }
