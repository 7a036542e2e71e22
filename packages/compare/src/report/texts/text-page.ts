import type { BlockValue, OutputId } from '@polyparse/document/schema'

/** What one provider made of the document, as a report can show it. */
export type Texts = {
  /** The output it is from; null when none of those asked for has text. */
  readonly output: OutputId | null
  readonly pages: readonly TextPage[]
}

export type TextPage = {
  /** Null for a text that is not divided into pages. */
  readonly page: number | null
  /** In points, where the page has a size. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly units: readonly Unit[]
}

/** A block as it is shown: a text or a table. `source` is markup, shown as it is. */
export type Unit = TextUnit | TableUnit

export type TextUnit = {
  readonly type: Exclude<BlockValue['type'], 'table'> | 'source'
  readonly level: number
  readonly text: string
}

export type TableUnit = {
  readonly type: 'table'
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
export const partsOf = (unit: Unit): string[] =>
  unit.type === 'table' ? [unit.caption, ...unit.rows.flatMap((row) => row.map(({ text }) => text))] : [unit.text]

/** Page headers and footers: what providers do with them is their choice and no difference in the text. */
export const isRunning = ({ type }: Unit): boolean => type === 'page_header' || type === 'page_footer'
