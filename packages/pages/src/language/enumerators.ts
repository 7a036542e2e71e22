/** The number that a heading begins with, and how many parts it has: 2 of `3.1`. */
export type Enumerator = { readonly text: string; readonly depth: number }

/** `1`, `2.`, `3.1`, `A.2`, `IV.`, `B.`, `§ 4`, `Chapter 7`, `Artikel 3`, `Anhang B`. */
const headingEnumeratorPattern =
  /^(?:(?:§{1,2}|chapter|section|part|article|appendix|annex|kapitel|abschnitt|teil|artikel|anhang|chapitre|partie|annexe|capítulo|sección|parte|artículo|anexo|capitolo|sezione|articolo|allegato|hoofdstuk|deel|bijlage)\s+)?(?<number>\d{1,3}(?:\.\d{1,3})*\.?|[A-Z](?:\.\d{1,3})+\.?|[A-Z]\.|[IVXLC]{1,6}\.?)(?=\s|$)/iu

/**
 * The number that a text begins with, if text follows it; null when there is none.
 * @example enumeratorOf('2.1 Terms') // { text: '2.1', depth: 2 }
 */
export const enumeratorOf = (text: string): Enumerator | null => {
  const found = headingEnumeratorPattern.exec(text)
  const number = found?.groups?.number
  if (found === null || number === undefined || !/\p{L}/u.test(text.slice(found[0].length))) return null
  // `A` and `I` alone are words.
  if (/^[a-z]+$/i.test(number) && found[0] === number && (number.length === 1 || number !== number.toUpperCase()))
    return null
  return { text: found[0], depth: number.split('.').filter((part) => part !== '').length }
}
