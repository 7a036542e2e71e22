import type { Cell } from '@polyparse/document'

/** A cell at its place in a sheet. */
export type SheetCell = Pick<Cell, 'row' | 'column' | 'rowSpan' | 'columnSpan' | 'text'>
