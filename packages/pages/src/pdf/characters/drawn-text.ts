import type { Character } from '../../pdfium/character.ts'

/**
 * The text of characters in the order in which they are drawn. PDFium finds the spaces and the ends of lines in it, but no end after a
 * hyphen, where the word may go on.
 */
export const drawnText = (characters: readonly Character[]): string =>
  characters
    .map((character, index) => character.text + (endsLine(character, characters[index + 1]) ? '\n' : ''))
    .join('')

const endsLine = ({ text, box }: Character, next: Character | undefined): boolean => {
  const after = next?.box ?? null
  return text === '-' && box !== null && after !== null && after[0] < box[0]
}
