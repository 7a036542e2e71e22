import type { BlockValue, OutputId } from '@polyparse/document/schema'

/** One provider's text of the document, as a report shows it. */
export type Texts = {
  /** The output that it is from; null when none of the requested ones has text. */
  readonly output: OutputId | null
  readonly pages: readonly TextPage[]
}

export type TextPage = {
  /** 1-based; null for a text that is not divided into pages. */
  readonly page: number | null
  /** The size in points; null when it is unknown. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly units: readonly PageUnit[]
}

/** A block: a text or a table. `source` is markup that is shown as it is. */
export type PageUnit = TextUnit | TableUnit

export type TextUnit = {
  readonly type: Exclude<BlockValue['type'], 'table'> | 'source'
  readonly level: number
  readonly text: string
}

/** A table by its rows; a spanning cell is listed once, at its top left. */
export type TableUnit = {
  readonly type: 'table'
  /** '' for none. */
  readonly caption: string
  readonly rows: readonly (readonly TableCell[])[]
}

export type TableCell = {
  readonly text: string
  readonly header: boolean
  readonly rowSpan: number
  readonly columnSpan: number
}

/** The texts of a unit in reading order: its own, or those of its caption and its cells. */
export const partsOfUnit = (unit: PageUnit): string[] =>
  unit.type === 'table' ? [unit.caption, ...unit.rows.flatMap((row) => row.map(({ text }) => text))] : [unit.text]

/** Tells whether it is a page header or footer, which providers may keep or leave out without that being a difference. */
export const isRunning = ({ type }: PageUnit): boolean => type === 'page_header' || type === 'page_footer'
