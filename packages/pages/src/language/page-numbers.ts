/** The words for a page before its number, as the source of a pattern, in the languages of `isPageNumber`. */
export const pageWords = String.raw`page|seite|página|pagina|p\.?`
const of = 'of|von|sur|de|di|van'
const pageNumberSource = String.raw`\d{1,4}|[ivxlc]{1,6}`
const pageNumber = new RegExp(
  String.raw`^\P{L}*(?:(?:${pageWords})\s*)?(?:${pageNumberSource})(?:\s*(?:${of}|\/)\s*\d{1,4})?\P{L}*$`,
  'iu',
)

/**
 * Tells whether a text is no more than the number of a page, with its word and marks: `12`, `– xiv –`, `Seite 3 von 10`, `p.
 * 7`; or figures and marks alone. The words are those of English, German, French, Spanish, Italian, Portuguese and
 * Dutch.
 * @example isPageNumber('Page 12') // true
 */
export const isPageNumber = (text: string): boolean => pageNumber.test(text)

/**
 * Tells whether a text begins or ends with the number of a page, in figures or in small Roman numerals.
 * @example hasPageNumber('Annual report 12') // true
 */
export const hasPageNumber = (text: string): boolean =>
  /^\[?(?:\d{1,4}|[ivxlc]{1,6})\b|\b(?:\d{1,4}|[ivxlc]{1,6})\]?\.?$/u.test(text)
