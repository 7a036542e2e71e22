import { type Document, type Warning, warning } from '@polyparse/document'
import type { Engine } from '@polyparse/engine'

/**
 * The number of characters for each byte of a file above which its text is doubted: compression of text saves a tenth
 * of that.
 */
const maxCharactersPerByte = 100
/** A text of fewer characters harms nobody. */
const minDoubtedCharacters = 1_000_000

/** An engine whose text is doubted where it is out of all proportion to the file, as of one that repeats a text without end. */
export const doubtingSize = (engine: Engine): Engine => ({
  ...engine,
  read: async (bytes, request, listener) => {
    const document = await engine.read(bytes, request, listener)
    return { ...document, warnings: [...document.warnings, ...disproportion(document, bytes.length)] }
  },
})

const disproportion = ({ pages }: Document, sourceBytes: number): Warning[] => {
  let characters = 0
  for (const { blocks } of pages) for (const { text } of blocks) characters += text.length
  if (characters < minDoubtedCharacters || characters < sourceBytes * maxCharactersPerByte) return []
  const times = Math.round(characters / sourceBytes)
  return [
    warning(
      'implausible_text',
      `The text is ${times} times as large as its file, which is probably not what it is for.`,
    ),
  ]
}
