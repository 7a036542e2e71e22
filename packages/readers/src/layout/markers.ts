import type { TextLine } from './lines.ts'

/** How a list item begins. */
export type Marker = { readonly text: string; readonly kind: 'bullet' | 'number' | 'letter' }

/** Symbol fonts have their bullets where Unicode has nothing. */
const bullet = /^(?:[•◦▪▫‣⁃●○■□◆◇◊➢➤➔→✓✔✗✘❖·∙\uE000-\uF8FF]|[-–—*])$/u
const privateUse = /[\uE000-\uF8FF]/u
/** Or letters of some far script, alone before words in another one. */
const strayLetter = /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}$/u
const latin = /^\p{Script=Latin}/u
const number = /^\(?(?:\d{1,3})[.)]$/
const letter = /^\(?(?:[a-zA-Z]|[ivxIVX]{1,5})[.)]$/

/** The marker that a line begins with, when there is text after it. */
export const markerOf = ({ words }: Pick<TextLine, 'words'>): Marker | null => {
  const [first, second] = words
  if (first === undefined || second === undefined || !second.spaced) return null
  if (bullet.test(first.text)) return { text: privateUse.test(first.text) ? '•' : first.text, kind: 'bullet' }
  if (strayLetter.test(first.text) && latin.test(second.text)) return { text: '•', kind: 'bullet' }
  if (number.test(first.text)) return { text: first.text, kind: 'number' }
  return letter.test(first.text) ? { text: first.text, kind: 'letter' } : null
}
