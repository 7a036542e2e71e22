import type { ContentWord, Rule } from '../page-content.ts'

/** Where a table may stand of which not every cell is drawn. */
export type Zone = {
  readonly left: number
  readonly right: number
  readonly words: readonly ContentWord[]
  /** Horizontal lines in it. */
  readonly rules: readonly Rule[]
  /** Where columns end, if that is drawn. */
  readonly xs: readonly number[] | null
}
