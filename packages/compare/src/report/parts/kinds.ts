import type { DisputeKind } from '@polyparse/contract'

/** The kinds of disputes as they are called in a report. */
export const kindNames: Record<DisputeKind, string> = {
  number: 'Number',
  date: 'Date',
  table: 'Table',
  missing: 'Missing',
  unmatched: 'Only in one',
  order: 'Order',
  text: 'Wording',
}
