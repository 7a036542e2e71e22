import type { SeenLine } from './lines.ts'

/** What closing braces that stand alone on a line are read as. */
const misread: readonly (readonly [shape: RegExp, meant: string])[] = [
  [/^(?:[13iI]|3\})$/, '}'],
  [/^[13iI],$/, '},'],
  [/^[13iI}][;:]$/, '};'],
  [/^(?:[13iIB}][)HhNiy]\.?|3\}\.)$/, '})'],
]

/** A line of code whose one word is a closing brace that was taken for letters, by a reader that was not sure itself. */
export const mendBraces = (line: SeenLine): SeenLine => {
  const [word] = line.words
  if (word === undefined || line.words.length > 1 || word.confidence > 0.9) return line
  const meant = misread.find(([shape]) => shape.test(word.text))?.[1]
  return meant === undefined ? line : { ...line, words: [{ ...word, text: meant }] }
}
