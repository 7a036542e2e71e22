/*
 * Boxes to tick stand in the text as `☑` and `☐`, be they drawn, characters of any font, or fields of a form.
 */

/** The sign of a box. */
export const signOf = ({ isTicked }: { readonly isTicked: boolean }): string => (isTicked ? '☑' : '☐')

/** Whether a word is the sign of a box, as `signOf` writes it. */
export const isTickSign = (text: string): boolean => text === '☑' || text === '☐'

const open = /^[☐❏❐❑❒▢⬜🗆]$/u
const ticked = /^[☑☒⊠✅🗷🗹]$/u
/** Also the bullets of lists. */
const openOrBullet = /^[□◻]$/u
const tickedOrBullet = /^[■◼⬛]$/u

type Word = { readonly text: string; readonly baseline: number; readonly size: number }

/**
 * The words of a page with each character of a box as its sign. Plain squares are boxes where two stand on one line,
 * as no bullets do; filled ones are ticked only beside open ones.
 */
export const withTickSigns = <Some extends Word>(words: readonly Some[]): readonly Some[] => {
  const squares = words
    .filter(({ text }) => openOrBullet.test(text) || tickedOrBullet.test(text))
    .toSorted((a, b) => a.baseline - b.baseline)
  const areBoxes = squares.some((one, index) => isOnLine(one, squares[index + 1]))
  const areSome = words.some(({ text }) => open.test(text) || (areBoxes && openOrBullet.test(text)))
  const signed = (text: string): string => {
    if (open.test(text) || (areBoxes && openOrBullet.test(text))) return signOf({ isTicked: false })
    if (ticked.test(text) || (areBoxes && areSome && tickedOrBullet.test(text))) return signOf({ isTicked: true })
    return text
  }
  return words.map((word) => (signed(word.text) === word.text ? word : { ...word, text: signed(word.text) }))
}

const isOnLine = (a: Word, b: Word | undefined): boolean =>
  b !== undefined && Math.abs(a.baseline - b.baseline) < Math.min(a.size, b.size) / 2
