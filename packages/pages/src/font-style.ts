/** The properties of a font that carry meaning. */
export type FontStyle = { readonly bold: boolean; readonly italic: boolean; readonly monospaced: boolean }

/** The style of ordinary text. */
export const plainStyle: FontStyle = { bold: false, italic: false, monospaced: false }
