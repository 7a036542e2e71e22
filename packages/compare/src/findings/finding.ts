import type { DisputeKind } from '@polyparse/contract'
import type { Range } from '../align/alignment.ts'

/** What two readings of a page differ in at one place. */
export type Finding = {
  readonly kind: DisputeKind
  readonly subject: Subject
  /** Where it is in either page; empty, at the place where it would be, on the side that lacks it. */
  readonly a: Range
  readonly b: Range
  /** From 0 to 1. */
  readonly severity: number
  /** Of a lost column: its cells, in the page that has them. What is said of the column need not be said of each. */
  readonly cells?: readonly Range[]
}

export type Subject =
  /** Both have something there, but not the same; or the same word, with letters that were misread. */
  | 'reading'
  | 'misreading'
  /** One has something that the other lacks. */
  | 'passage'
  | 'row'
  | 'column'
  | 'page'
  /** Both have the same, but not at the same place. */
  | 'order'
  | 'columns'
  | 'cells'
  /** The same cells make tables of other shapes, or a table on one side alone. */
  | 'shape'
  | 'no_table'

/**
 * Findings of one family are about the same thing when they meet. One clean figure for another always stands for itself:
 * it must not drown in what is lost or garbled round it.
 */
type Family = 'figures' | 'words' | 'tables' | 'order'

export const familyOf = ({ subject, severity }: Finding): Family => {
  if (subject === 'order') return 'order'
  if (subject === 'reading' && severity >= cleanFigure) return 'figures'
  return subject === 'reading' || subject === 'misreading' || isLack(subject) ? 'words' : 'tables'
}

/** How serious it is to read one clean figure for another. */
export const cleanFigure = 0.9

/** Whether one has it and the other does not. */
export const isLack = (subject: Subject): boolean => subject === 'passage' || subject === 'row' || subject === 'page'
