/** The properties of a font that carry meaning. */
export type FontStyle = { readonly bold: boolean; readonly italic: boolean; readonly monospaced: boolean }

/** The looks of a stretch of text: the style of its font, and the marks of people. */
export type TextStyle = FontStyle & {
  readonly struck?: boolean
  readonly underlined?: boolean
  /** The colour in which it is highlighted, as `#rrggbb`. */
  readonly highlight?: string
}

/** The style of ordinary text. */
export const plainStyle: FontStyle = { bold: false, italic: false, monospaced: false }
