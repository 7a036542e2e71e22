/** A place on a page that is pointed out; without a box, the page. */
export type Spot = { readonly page: number; readonly bbox: readonly number[] | null }
