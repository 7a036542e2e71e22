/**
 * A text as it is compared: without case, accents, width and presentation forms.
 * @example foldText('ÉCOLE') // 'ecole'
 */
export const foldText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** A run of letters and digits, folded, with its place in the folded text. */
export type Token = { readonly text: string; readonly start: number; readonly end: number }

/**
 * The runs of letters and digits of a text that is folded already.
 * @example tokensOfFolded('net 12') // [{ text: 'net', start: 0, end: 3 }, { text: '12', start: 4, end: 6 }]
 */
export const tokensOfFolded = (folded: string): Token[] =>
  Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }))

/** Signs that recognition confuses, each as the digit it is taken for. */
const confusable: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', b: '8', z: '2', g: '9' }

/**
 * A token with what recognition confuses made equal.
 * @example confused('l0O') // '10O'
 */
export const confused = (token: string): string => token.replaceAll(/[oilsbzg]/g, (sign) => confusable[sign] ?? sign)
