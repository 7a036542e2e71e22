import type { DisputeKind } from '@polyparse/contract'
import type { TokenRange } from '../align/alignment.ts'
import { severities } from '../parameters.ts'

/** One difference between two readings of a page, at one place. */
export type Finding = {
  readonly kind: DisputeKind
  readonly subject: Subject
  /** The range on either page; on the side that lacks it, an empty range at the place where it would be. */
  readonly a: TokenRange
  readonly b: TokenRange
  /** The severity from 0 to 1. */
  readonly severity: number
  /** The cells of a missing column, on the page that has them. The finding speaks for each of them. */
  readonly cells?: readonly TokenRange[]
}

/**
 * The subject of a finding:
 *
 * - `substitution`: both have something there, but not the same; `misreading`: the same word with misread letters;
 * - `passage`, `row`, `column`, `page`: one side lacks it;
 * - `order`: the same text in another order;
 * - `columns`: the same columns in another order; `cells`: the same cells in other columns; `shape`: the same cells in
 *   other rows and columns; `table_as_text`: a table on one side, lines of text on the other.
 */
export type Subject =
  | 'substitution'
  | 'misreading'
  | 'passage'
  | 'row'
  | 'column'
  | 'page'
  | 'order'
  | 'columns'
  | 'cells'
  | 'shape'
  | 'table_as_text'

/** Findings of one family that overlap are about the same thing. */
type Family = 'numbers' | 'words' | 'tables' | 'order'

/** One clean number for another has a family of its own: it must not drown in what is lost or garbled around it. */
export const familyOfFinding = ({ subject, severity }: Finding): Family => {
  if (subject === 'order') return 'order'
  if (subject === 'substitution' && severity >= severities.cleanNumber) return 'numbers'
  return subject === 'substitution' || subject === 'misreading' || isMissingText(subject) ? 'words' : 'tables'
}

/** Tells whether one side has text that the other lacks. */
export const isMissingText = (subject: Subject): boolean =>
  subject === 'passage' || subject === 'row' || subject === 'page'

/** The same finding seen from the other page. */
export const turned = (finding: Finding): Finding => ({ ...finding, a: finding.b, b: finding.a })
