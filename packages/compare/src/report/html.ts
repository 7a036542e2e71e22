const trusted = Symbol('trusted')

/** Markup that was made here. The symbol keeps anything parsed from JSON from passing for it. */
export type Html = { readonly [trusted]: string }

export type Piece = Html | string | number | false | null | undefined | readonly Piece[]

/** Markup from a template. Every value is escaped, for elements and quoted attributes alike. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  [trusted]: strings.map((string, index) => string + markupOf(pieces[index])).join(''),
})

/** A constant that must not be escaped, such as a style sheet; never text from a document. */
export const constant = (markup: string): Html => ({ [trusted]: markup })

export const markupOf = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (isList(piece)) return piece.map(markupOf).join('')
  return typeof piece === 'object' && trusted in piece ? piece[trusted] : escaped(String(piece))
}

const isList = (piece: Piece): piece is readonly Piece[] => Array.isArray(piece)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Text for an element or a quoted attribute. Control characters are removed. Bidirectional controls are spelled out, as
 * they could make a reader see something other than what is there.
 */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}--[\t\n]]/gv, '')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase()}]`)
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
