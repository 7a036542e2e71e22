import type { FlowCell } from '../../flow/flow.ts'

/** A cell at its place in a sheet. */
export type SheetCell = Pick<FlowCell, 'row' | 'column' | 'rowSpan' | 'columnSpan' | 'text'>
