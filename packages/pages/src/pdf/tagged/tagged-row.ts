import type { DraftCell } from '../../paged/draft.ts'

/** A cell of the tree, with its own id and those of the headers that it names. */
export type TaggedCell = Omit<DraftCell, 'row' | 'column'> & {
  readonly id: string
  readonly headers: readonly string[]
}

export type TaggedRow = { readonly cells: readonly TaggedCell[] }
