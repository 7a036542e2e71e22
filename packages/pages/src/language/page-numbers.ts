/** The words for a page before or after its number, as the source of a pattern, in the languages of `isPageNumber`. */
const pageWords = String.raw`page|seite|página|pagina|pg\.?|p\.?|pp\.|s\.|pág\.`
const of = 'of|von|sur|de|di|van'
/** Marks around the number of a page. Those of money, shares and signs make it a value. */
const mark = String.raw`[^\p{L}\p{N}\p{Sc}%‰°+−]`
const roman = String.raw`(?=[ivxlc])c{0,3}(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})`
const chapter = String.raw`\d{1,3}[-–]`
const pageNumber = new RegExp(
  String.raw`^${mark}*(?:(?:${pageWords})\s*)?(?:(?:${chapter})?\d{1,4}|${roman})(?:\s*(?:${of}|\/)\s*\d{1,4})?${mark}*(?:(?:${pageWords})${mark}*)?$`,
  'iu',
)

/**
 * Tells whether a text is no more than the number of a page, with its word and marks: `12`, `– xiv –`, `Seite 3 von 10`, `p.
 * 7`, `12 | Page`; or with that of its chapter, `4-12`. The words are those of English, German, French, Spanish, Italian,
 * Portuguese and Dutch.
 * @example isPageNumber('Page 12') // true
 */
export const isPageNumber = (text: string): boolean => pageNumber.test(text)

/**
 * Tells whether a text begins or ends with the number of a page, in figures or in small Roman numerals.
 * @example hasPageNumber('Annual report 12') // true
 */
export const hasPageNumber = (text: string): boolean =>
  /^\[?(?:\d{1,4}|[ivxlc]{1,6})\b|\b(?:\d{1,4}|[ivxlc]{1,6})\]?\.?$/u.test(text)

const pageWord = new RegExp(String.raw`(?:^|\P{L})(?:${pageWords})(?!\p{L})`, 'iu')

/**
 * Tells whether a text has the word for a page in it.
 * @example hasPageWord('Page 3') // true
 */
export const hasPageWord = (text: string): boolean => pageWord.test(text)

const endsInPageWord = new RegExp(String.raw`(?:^|\P{L})(?:${pageWords})\s*$`, 'iu')
const isPageWordAlone = new RegExp(String.raw`^${mark}*(?:${pageWords})${mark}*$`, 'iu')

/**
 * Tells whether the word for a page comes before a number, or after it and at the end of the text.
 * @example isNamedPage('Page', '') // true
 */
export const isNamedPage = (before: string, after: string): boolean =>
  endsInPageWord.test(before) || isPageWordAlone.test(after)
