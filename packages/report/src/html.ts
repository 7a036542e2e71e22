const trusted = Symbol('trusted')

/** Markup that was made here. The symbol keeps anything parsed from JSON from passing for it. */
export type Html = { readonly [trusted]: string }

export type HtmlPiece = Html | string | number | false | null | undefined | readonly HtmlPiece[]

/** Markup from a template. Every value is escaped, for elements and quoted attributes alike. */
export const htmlText = (strings: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html => ({
  [trusted]: strings.map((string, index) => string + markupOf(pieces[index])).join(''),
})

/** A constant that must not be escaped, such as a style sheet; never text from a document. */
export const constant = (markup: string): Html => ({ [trusted]: markup })

/**
 * @example markupOf('a < b') // 'a &lt; b'
 */
export const markupOf = (piece: HtmlPiece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (isList(piece)) return piece.map(markupOf).join('')
  return typeof piece === 'object' && trusted in piece ? piece[trusted] : escapeReportHtml(String(piece))
}

const isList = (piece: HtmlPiece): piece is readonly HtmlPiece[] => Array.isArray(piece)

const reportHtmlEntities: Readonly<Record<string, string>> = {
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
const escapeReportHtml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}--[\t\n]]/gv, '')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase()}]`)
    .replaceAll(/[&<>"']/g, (character) => reportHtmlEntities[character] ?? '')
