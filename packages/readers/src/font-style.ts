/** How a font looks, as far as it means something to a reader. */
export type FontStyle = { readonly bold: boolean; readonly italic: boolean; readonly monospaced: boolean }

/** The style of ordinary text. */
export const plainStyle: FontStyle = { bold: false, italic: false, monospaced: false }
